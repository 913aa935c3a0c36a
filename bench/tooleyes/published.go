package tooleyes

import "deft/eval"

const (
	paper     = "Ye et al. 2024, ToolEyes (arXiv:2401.00741)"
	paperNote = "its own 382 queries and live tools, judged by GPT-4: compare the order, not the numbers"
)

// allScenarios is the column of Table 2 over all scenarios.
const allScenarios = "ALL"

// paperModel is a row of Table 2, in percent.
type paperModel struct {
	name    string
	percent map[string]float64
}

func (m paperModel) share(scenario string) float64 { return m.percent[scenario] / 100 }

// paperModels are the ten models of the paper, the best first (Table 2).
func paperModels() []paperModel {
	rows := []struct {
		name    string
		percent [8]float64
	}{
		{"GPT-4", [8]float64{80.24, 71.58, 73.99, 70.33, 68.06, 65.68, 61.58, 70.31}},
		{"GPT-3.5-turbo", [8]float64{63.25, 60.14, 60.91, 55.06, 61.50, 61.50, 52.86, 59.61}},
		{"ToolLLaMA-2-7B-v2", [8]float64{72.90, 54.65, 54.57, 46.49, 58.70, 54.51, 48.00, 56.30}},
		{"ToolLLaMA-2-7B-v1", [8]float64{49.33, 40.85, 40.14, 39.81, 40.56, 40.92, 38.88, 41.61}},
		{"Text-davinci-003", [8]float64{48.56, 48.50, 34.24, 38.68, 34.12, 38.80, 36.65, 39.71}},
		{"Vicuna-1.5-7B", [8]float64{51.53, 36.17, 41.10, 32.83, 40.82, 37.42, 27.78, 38.76}},
		{"Vicuna-1.5-13B", [8]float64{25.76, 21.93, 24.02, 32.61, 23.37, 23.00, 20.22, 24.27}},
		{"LLaMA-2-chat-13B", [8]float64{19.97, 25.06, 15.59, 24.48, 12.62, 15.68, 15.57, 17.98}},
		{"LLaMA-2-chat-7B", [8]float64{15.33, 24.48, 13.56, 11.45, 12.39, 10.09, 8.33, 13.59}},
		{"LLaMA-2-chat-70B", [8]float64{3.84, 6.07, 5.77, 9.04, 4.77, 4.03, 4.40, 5.29}},
	}
	out := make([]paperModel, len(rows))
	for i, r := range rows {
		out[i] = paperModel{r.name, map[string]float64{}}
		for j, s := range []string{"TG", "DU", "RS", "AM", "PL", "IR", "FT", allScenarios} {
			out[i].percent[s] = r.percent[j]
		}
	}
	return out
}

// paperSelection are reality and match of two models (Table 5).
func paperSelection() []eval.PublishedRow {
	row := func(name string, reality, match float64) eval.PublishedRow {
		return eval.PublishedRow{Name: name, Values: []*float64{&reality, &match}}
	}
	return []eval.PublishedRow{row("Vicuna-1.5-7B", 0.6349, 0.8932), row("Vicuna-1.5-13B", 0.5186, 0.9314)}
}

// published is shown beside a run: the overall scores over all scenarios. Those by scenario are in
// the analyses.
func published() []eval.Published {
	overall := eval.Published{Source: paper + ", Table 2", Note: paperNote, Metrics: []string{"overall"}}
	for _, m := range paperModels() {
		v := m.share(allScenarios)
		overall.Rows = append(overall.Rows, eval.PublishedRow{Name: m.name, Values: []*float64{&v}})
	}
	return []eval.Published{overall, {Source: paper + ", Table 5", Note: paperNote, Metrics: []string{"ts_reality", "ts_match"}, Rows: paperSelection()}}
}
