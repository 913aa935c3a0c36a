package tooleyes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deft/eval"
	"deft/solver/agent/trace"
	"deft/stat"
)

// analyze gives the analyses of the paper (section 3.3 to 3.5) for one or several runs.
func analyze(runs []eval.Scored) []eval.Analysis {
	var out []eval.Analysis
	add := func(a eval.Analysis) {
		if len(a.Rows) > 0 {
			out = append(out, a)
		}
	}
	whole := slices.ContainsFunc(runs, func(r eval.Scored) bool { return hasAny(r, "overall") })
	headline := "success"
	if whole {
		headline = "overall"
		add(scenarioTable(runs))
		add(modelRadar(runs))
		for _, r := range runs {
			add(scenarioRadar(r))
		}
	}
	add(anova(runs, headline))
	if whole {
		for _, r := range runs {
			name, of := sampleColumns(r), ", over the samples of "+r.Name
			add(correlations("pearson", "Pearson correlation of the dimensions"+of, name, stat.Pearson))
			add(correlations("spearman", "Spearman correlation of the dimensions"+of, name, stat.Spearman))
		}
		if len(runs) >= 3 {
			means := modelColumns(runs)
			add(correlations("pearson_models", "Pearson correlation of the dimensions, over models", means, stat.Pearson))
			add(correlations("spearman_models", "Spearman correlation of the dimensions, over models", means, stat.Spearman))
		}
	}
	add(turnDensity(runs))
	add(turnTable(runs))
	add(realityAndMatch(runs))
	add(classTable(runs))
	return out
}

// value of a metric in one sample.
func value(s *eval.Score, metric string) (float64, bool) {
	return s.Counts[metric], s.Counts[count+metric] > 0
}

func hasAny(r eval.Scored, metric string) bool {
	return slices.ContainsFunc(r.Scores, func(s eval.Score) bool { return s.Counts[count+metric] > 0 })
}

// values of a metric over the samples of a scenario ("" for all).
func values(r eval.Scored, metric, scenario string) []float64 {
	var out []float64
	for i := range r.Scores {
		s := &r.Scores[i]
		if v, ok := value(s, metric); ok && (scenario == "" || len(s.Groups) > 0 && s.Groups[0] == scenario) {
			out = append(out, v)
		}
	}
	return out
}

func mean(xs []float64) *float64 {
	if len(xs) == 0 {
		return nil
	}
	m, _ := stat.MeanSD(xs)
	return &m
}

// scenarioTable is Table 2: overall by scenario, models side by side, those of the paper below.
func scenarioTable(runs []eval.Scored) eval.Analysis {
	a := eval.Analysis{Name: "scenarios", Title: "Overall by scenario", Kind: eval.AnalysisShares,
		Columns: append(Scenarios(), "all"),
		Note:    "The paper's models (Table 2) used its own queries and live tools, and GPT-4 as judge: compare the order, not the numbers."}
	for _, r := range runs {
		row := eval.AnalysisRow{Name: r.Name}
		for _, s := range append(Scenarios(), "") {
			row.Values = append(row.Values, mean(values(r, "overall", s)))
		}
		a.Rows = append(a.Rows, row)
	}
	for _, m := range paperModels() {
		row := eval.AnalysisRow{Name: m.name + " (paper)"}
		for _, s := range append(Scenarios(), allScenarios) {
			v := m.share(s)
			row.Values = append(row.Values, &v)
		}
		a.Rows = append(a.Rows, row)
	}
	return a
}

// modelRadar is Figure 6: the dimensions over all scenarios.
func modelRadar(runs []eval.Scored) eval.Analysis {
	a := eval.Analysis{Name: "dimensions", Title: "Dimensions over all scenarios", Kind: eval.AnalysisRadar, Columns: dimensions()}
	for _, r := range runs {
		row := eval.AnalysisRow{Name: r.Name}
		for _, d := range dimensions() {
			row.Values = append(row.Values, mean(values(r, d, "")))
		}
		a.Rows = append(a.Rows, row)
	}
	return a
}

// scenarioRadar is Figure 10: the dimensions of one model in each scenario.
func scenarioRadar(r eval.Scored) eval.Analysis {
	a := eval.Analysis{Name: "dimensions_by_scenario", Title: "Dimensions by scenario: " + r.Name, Kind: eval.AnalysisRadar, Columns: dimensions()}
	for _, s := range Scenarios() {
		row, any := eval.AnalysisRow{Name: s}, false
		for _, d := range dimensions() {
			m := mean(values(r, d, s))
			any = any || m != nil
			row.Values = append(row.Values, m)
		}
		if any {
			a.Rows = append(a.Rows, row)
		}
	}
	return a
}

// anova is Table 3: does a model's score depend on the scenario?
func anova(runs []eval.Scored, metric string) eval.Analysis {
	a := eval.Analysis{Name: "anova", Title: "Welch's ANOVA of " + metric + " across scenarios", Kind: eval.AnalysisNumbers,
		Columns: []string{"F", "df1", "df2", "p"},
		Note:    "A small p says that the model's " + metric + " differs between scenarios. A scenario with fewer than two samples, or in which all have the same score, is left out; there must be two."}
	for _, r := range runs {
		var groups [][]float64
		for _, s := range Scenarios() {
			if xs := values(r, metric, s); len(xs) > 1 && slices.Min(xs) < slices.Max(xs) {
				groups = append(groups, xs)
			}
		}
		row := eval.AnalysisRow{Name: r.Name, Values: make([]*float64, 4)}
		if w, ok := stat.WelchANOVA(groups); ok {
			row.Values = []*float64{&w.F, &w.DF1, &w.DF2, &w.P}
		}
		a.Rows = append(a.Rows, row)
	}
	return a
}

// sampleColumns gives each dimension's values over the samples that have all five.
func sampleColumns(r eval.Scored) [][]float64 {
	out := make([][]float64, len(dimensions()))
	for i := range r.Scores {
		if _, ok := value(&r.Scores[i], "overall"); !ok {
			continue
		}
		for d, name := range dimensions() {
			v, _ := value(&r.Scores[i], name)
			out[d] = append(out[d], v)
		}
	}
	return out
}

// modelColumns gives each dimension's mean by model, over the models that have all five.
func modelColumns(runs []eval.Scored) [][]float64 {
	out := make([][]float64, len(dimensions()))
	for _, r := range runs {
		if !hasAny(r, "overall") {
			continue
		}
		for d, name := range dimensions() {
			out[d] = append(out[d], *mean(values(r, name, "")))
		}
	}
	return out
}

// correlations is Figure 7, with the p values that the paper leaves out.
func correlations(name, title string, columns [][]float64, of func(xs, ys []float64) (r, p float64)) eval.Analysis {
	a := eval.Analysis{Name: name, Title: title, Kind: eval.AnalysisHeatmap, Columns: dimensions()}
	if len(columns[0]) < 3 {
		return a
	}
	a.Note = fmt.Sprintf("%d values each. Two-sided p values:", len(columns[0]))
	for i, d := range dimensions() {
		row := eval.AnalysisRow{Name: d}
		for j := range columns {
			r, p := of(columns[i], columns[j])
			row.Values = append(row.Values, finite(r))
			if j > i && finite(p) != nil {
				a.Note += fmt.Sprintf(" %s-%s %s,", d, dimensions()[j], strconv.FormatFloat(p, 'g', 2, 64))
			}
		}
		a.Rows = append(a.Rows, row)
	}
	a.Note = strings.TrimRight(a.Note, ",:") + "."
	return a
}

func finite(v float64) *float64 {
	if v-v != 0 { // NaN and infinities
		return nil
	}
	return &v
}

// turnStep is the distance of the points at which densities are given, in turns.
const turnStep = 0.25

// turnDensity is Figure 5: how many turns attempts take, as a density.
func turnDensity(runs []eval.Scored) eval.Analysis {
	a := eval.Analysis{Name: "turn_density", Title: "Turns per query: density", Kind: eval.AnalysisCurves, Axis: "turns",
		Note: "A Gaussian kernel with Scott's bandwidth. In the paper GPT-4 takes 2.8 turns on average, ToolLLaMA-2-7B-v2 3.1, LLaMA-2-chat-7B 7.0."}
	var at []float64
	most := 0.0
	for _, r := range runs {
		for i := range r.Scores {
			most = max(most, r.Scores[i].Counts[countTurns])
		}
	}
	for x := 0.0; x <= most+2; x += turnStep {
		at = append(at, x)
		a.Columns = append(a.Columns, strconv.FormatFloat(x, 'g', -1, 64))
	}
	for _, r := range runs {
		row := eval.AnalysisRow{Name: r.Name}
		for _, v := range stat.Density(turns(r), at, 0) {
			row.Values = append(row.Values, finite(v))
		}
		if slices.ContainsFunc(row.Values, func(v *float64) bool { return v != nil }) {
			a.Rows = append(a.Rows, row)
		}
	}
	return a
}

func turns(r eval.Scored) []float64 {
	out := make([]float64, len(r.Scores))
	for i := range r.Scores {
		out[i] = r.Scores[i].Counts[countTurns]
	}
	return out
}

// turnTable counts attempts by their turns.
func turnTable(runs []eval.Scored) eval.Analysis {
	a := eval.Analysis{Name: "turns", Title: "Turns per query", Kind: eval.AnalysisNumbers, Columns: []string{"mean"}}
	most := 0
	for _, r := range runs {
		for _, n := range turns(r) {
			most = max(most, int(n))
		}
	}
	most = min(most, 20)
	for n := 1; n <= most; n++ {
		a.Columns = append(a.Columns, strconv.Itoa(n))
	}
	for _, r := range runs {
		all := turns(r)
		counts := make([]float64, most)
		for _, n := range all {
			if n >= 1 && int(n) <= most {
				counts[int(n)-1]++
			}
		}
		row := eval.AnalysisRow{Name: r.Name, Values: []*float64{mean(all)}}
		for i := range counts {
			row.Values = append(row.Values, &counts[i])
		}
		a.Rows = append(a.Rows, row)
	}
	return a
}

// realityAndMatch is Table 5, with its two models below.
func realityAndMatch(runs []eval.Scored) eval.Analysis {
	a := eval.Analysis{Name: "reality_and_match", Title: "Tool selection: reality and match", Kind: eval.AnalysisShares, Columns: []string{"ts_reality", "ts_match"}}
	for _, r := range runs {
		a.Rows = append(a.Rows, eval.AnalysisRow{Name: r.Name, Values: []*float64{mean(values(r, "ts_reality", "")), mean(values(r, "ts_match", ""))}})
	}
	for _, p := range paperSelection() {
		a.Rows = append(a.Rows, eval.AnalysisRow{Name: p.Name + " (paper)", Values: p.Values})
	}
	return a
}

// classTable is Figure 8, for every class that was found: in how many turns or attempts.
func classTable(runs []eval.Scored) eval.Analysis {
	a := eval.Analysis{Name: "error_classes", Title: "Error classes: turns and attempts in which they were found", Kind: eval.AnalysisNumbers}
	counts := make([]map[string]float64, len(runs))
	for i, r := range runs {
		a.Columns = append(a.Columns, r.Name)
		counts[i] = map[string]float64{}
		for j := range r.Scores {
			for _, c := range r.Scores[j].Classes {
				counts[i][c]++
			}
		}
	}
	for _, c := range errorClasses() {
		row, found := eval.AnalysisRow{Name: c}, false
		for i := range counts {
			n := counts[i][c]
			found = found || n > 0
			row.Values = append(row.Values, &n)
		}
		if found {
			a.Rows = append(a.Rows, row)
		}
	}
	return a
}

// errorClasses in the order of Table 4, then ours.
func errorClasses() []string {
	var out []string
	for _, c := range []trace.Class{
		trace.MissingKeyword, trace.RedundantText, trace.UnknownTool, trace.EscapedUnderscore, trace.UnknownParameter, trace.MissingRequired,
		trace.BadValue, trace.Unreadable, trace.EmptyThought, trace.RepeatedCall, trace.TurnLimit, trace.GaveUp, trace.NoFinish,
	} {
		out = append(out, string(c))
	}
	return slices.Insert(out, 5, irrelevant)
}
