package eval

// Analysis is a further look at one or several runs of a task: one table of numbers, and how to draw
// it. It is plain data; reports format and draw it.
type Analysis struct {
	Name  string `json:"name"`  // stable, for programs
	Title string `json:"title"` // for people
	Note  string `json:"note,omitempty"`
	// Kind says how the table is drawn.
	Kind AnalysisKind `json:"kind"`
	// Axis names what the columns are, where that is not plain.
	Axis string `json:"axis,omitempty"`
	// Columns name the numbers of a row. In AnalysisCurves they are the points of the x axis.
	Columns []string      `json:"columns"`
	Rows    []AnalysisRow `json:"rows"`
}

// AnalysisRow is one line of numbers, in the order of the columns; nil is a number that is missing.
type AnalysisRow struct {
	Name   string     `json:"name"`
	Values []*float64 `json:"values"`
}

// AnalysisKind says what the numbers of an Analysis are.
type AnalysisKind string

// Kinds of analyses.
const (
	AnalysisShares  AnalysisKind = "shares"  // shares of 1, shown as percentages
	AnalysisNumbers AnalysisKind = "numbers" // any numbers
	AnalysisRadar   AnalysisKind = "radar"   // shares, each row a polygon over the columns
	AnalysisHeatmap AnalysisKind = "heatmap" // correlations, from -1 to 1
	AnalysisCurves  AnalysisKind = "curves"  // densities over the columns' points
)

// Scored is a run as an analysis sees it.
type Scored struct {
	Name   string // of the model, told apart from the others
	Scores []Score
}
