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
