package bfcl

import (
	"strings"

	"deft/eval"
)

// parts are the names under which a category of the current set counts towards the overall score.
func (c category) parts() []string {
	switch {
	case c.first || c.kind == relevance:
		return nil
	case c.kind == irrelevance:
		return []string{c.name}
	case strings.HasPrefix(c.name, "live_"):
		return []string{"live"}
	}
	return []string{c.name}
}

// metrics gives the accuracy, and beside it the parts of the current leaderboard's overall score:
// non-live (the mean of simple, multiple, parallel and parallel multiple, simple being the mean of
// three languages), live (over all samples), irrelevance (the mean of both). The overall score
// needs multi-turn and agentic categories and is left undefined without them.
func metrics() (headline, diagnostics []eval.Metric) {
	headline = []eval.Metric{eval.Mean("accuracy", "correct")}
	part := func(name string) eval.Metric { return eval.Ratio(name, "correct:"+name, "n:"+name) }
	nonLive := mean("non_live", mean("simple", part("simple_python"), part("simple_java"), part("simple_javascript")),
		part("multiple"), part("parallel"), part("parallel_multiple"))
	irrelevant := mean("irrelevance", part("irrelevance"), part("live_irrelevance"))
	diagnostics = []eval.Metric{
		eval.Ratio("abstained", string(abstained), "irrelevance"),
		eval.Ratio("called", string(called), "irrelevance"),
		eval.Ratio("malformed_call", string(malformed), "irrelevance"),
		eval.Ratio("request_error", string(requestError), "irrelevance"),
		nonLive, part("live"), irrelevant,
		overall(nonLive, part("live"), irrelevant, part("multi_turn"), part("agentic")),
	}
	return headline, diagnostics
}

// mean is the unweighted mean of metrics, undefined where one of them is.
func mean(name string, of ...eval.Metric) eval.Metric {
	return eval.Metric{Name: name, Of: func(sum map[string]float64, n int) (float64, bool) {
		total := 0.0
		for _, m := range of {
			v, ok := m.Of(sum, n)
			if !ok {
				return 0, false
			}
			total += v
		}
		return total / float64(len(of)), true
	}}
}

// overall is the leaderboard's weighted mean: 10% non-live, 10% live, 10% irrelevance, 30%
// multi-turn, 40% agentic. It is undefined while a part was not evaluated.
func overall(of ...eval.Metric) eval.Metric {
	weights := [...]float64{0.1, 0.1, 0.1, 0.3, 0.4}
	return eval.Metric{Name: "overall", Of: func(sum map[string]float64, n int) (float64, bool) {
		total := 0.0
		for i, m := range of {
			v, ok := m.Of(sum, n)
			if !ok {
				return 0, false
			}
			total += weights[i] * v
		}
		return total, true
	}}
}
