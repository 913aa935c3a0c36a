package html

import (
	"strconv"

	"deft/eval"
	"deft/report"
)

// SectionOf draws an analysis: its chart where it has one, and its table.
func SectionOf(a eval.Analysis) Section {
	s := Section{Title: a.Title, Note: a.Note}
	if head, rows := report.AnalysisTable(a); head != nil && a.Kind != eval.AnalysisHeatmap {
		s.Table = &Table{Head: head, Rows: rows}
	}
	series := make([]Series, len(a.Rows))
	names, values := make([]string, len(a.Rows)), make([][]*float64, len(a.Rows))
	for i, r := range a.Rows {
		series[i] = Series{Name: r.Name, Values: r.Values}
		names[i], values[i] = r.Name, r.Values
	}
	switch a.Kind {
	case eval.AnalysisRadar:
		s.Chart = Radar(a.Columns, series)
	case eval.AnalysisHeatmap:
		s.Chart = Heatmap(names, a.Columns, values, -1, 1)
	case eval.AnalysisCurves:
		x := make([]float64, len(a.Columns))
		for i, c := range a.Columns {
			x[i], _ = strconv.ParseFloat(c, 64) // columns of curves are numbers
		}
		s.Chart = Curves(x, series, a.Axis)
	}
	return s
}
