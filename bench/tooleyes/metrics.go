package tooleyes

import "deft/eval"

// Counts: a metric's name sums its values; with count in front, the samples that have one.
const (
	count      = "n:"
	countTurns = "turns"
	countCalls = "calls"
)

// dimensions are the five whose mean is the overall score.
func dimensions() []string { return []string{"fa", "ic", "bp", "ts", "ao"} }

// judged are the metrics that need a judge.
func judged() []string {
	return []string{"ic", "bp", "bp_validity", "bp_integrity", "ts", "ts_match", "ao", "ao_quality", "overall"}
}

// metrics are means over the samples that have a value: dimensions are made for each sample, then
// averaged. Success needs no judge.
func metrics() []eval.Metric {
	var out []eval.Metric
	for _, name := range []string{"overall", "fa", "ic", "bp", "bp_validity", "bp_integrity", "ts", "ts_reality", "ts_match", "ao", "ao_pass", "ao_quality", "success"} {
		out = append(out, eval.Ratio(name, name, count+name))
	}
	return out
}

func diagnostics() []eval.Metric {
	return []eval.Metric{eval.Mean("turns_per_sample", countTurns), eval.Mean("calls_per_sample", countCalls)}
}

// published are the overall scores of the ten models of the paper (Table 2), in all and by scenario,
// and the two parts of tool selection that it gives for two of them (Table 5).
func published() []eval.Published {
	const source = "Ye et al. 2024, ToolEyes, Table 2 (arXiv:2401.00741)"
	const note = "its own 382 queries and live tools, judged by GPT-4; not comparable number by number with our queries and world"
	models := []struct {
		name    string
		percent [8]float64 // TG DU RS AM PL IR FT ALL, as printed
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
	column := func(group string, at int) eval.Published {
		t := eval.Published{Source: source, Note: note, Group: group, Metrics: []string{"overall"}}
		for _, m := range models {
			v := m.percent[at] / 100
			t.Rows = append(t.Rows, eval.PublishedRow{Name: m.name, Values: []*float64{&v}})
		}
		return t
	}
	out := []eval.Published{column("", 7)}
	for at, group := range []string{"TG", "DU", "RS", "AM", "PL", "IR", "FT"} {
		out = append(out, column(group, at))
	}
	share := func(percent float64) *float64 { v := percent / 100; return &v }
	return append(out, eval.Published{
		Source: "Ye et al. 2024, ToolEyes, Table 5", Note: note, Metrics: []string{"ts_reality", "ts_match"},
		Rows: []eval.PublishedRow{
			{Name: "Vicuna-1.5-7B", Values: []*float64{share(63.49), share(89.32)}},
			{Name: "Vicuna-1.5-13B", Values: []*float64{share(51.86), share(93.14)}},
		},
	})
}
