package teval

import (
	"deft/eval"
)

// Counts: an ability and format ("plan_json") sums the scores; with these in front, how many cases
// there were and how many of them were parsed. On their own the two count all cases.
const (
	countCases  = "cases:"
	countParsed = "parsed:"
)

// formatsOf an ability; Review is asked in one only.
func formatsOf(ability string) []string {
	if ability == review {
		return []string{formatString}
	}
	return []string{formatJSON, formatString}
}

// cell is the mean of one ability in one format.
func cell(ability, format string, sum map[string]float64) (float64, bool) {
	key := ability + "_" + format
	if n := sum[countCases+key]; n > 0 {
		return sum[key] / n, true
	}
	return 0, false
}

// over is the mean over abilities and formats of their cells, where all of them are there.
func over(abilities, formats []string) func(sum map[string]float64, n int) (float64, bool) {
	return func(sum map[string]float64, _ int) (float64, bool) {
		total := 0.0
		for _, a := range abilities {
			own, n := 0.0, 0
			for _, f := range formatsOf(a) {
				if !contains(formats, f) {
					continue
				}
				v, ok := cell(a, f, sum)
				if !ok {
					return 0, false
				}
				own += v
				n++
			}
			if n == 0 { // Review has no JSON: its one score stands for both, as on the leaderboard
				v, ok := cell(a, formatString, sum)
				if !ok {
					return 0, false
				}
				own, n = v, 1
			}
			total += own / float64(n)
		}
		return total / float64(len(abilities)), true
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// metrics: overall is the mean of six abilities, an ability the mean of its formats. Where the data
// lack a format, the mean over both is undefined, not the other one's.
func metrics() []eval.Metric {
	both := []string{formatJSON, formatString}
	var out []eval.Metric
	add := func(name string, abilities, formats []string) {
		out = append(out, eval.Metric{Name: name, Of: over(abilities, formats),
			Undefined: "the data have no case of " + missingOf(abilities, formats)})
	}
	for _, a := range abilities() {
		add(a, []string{a}, both)
	}
	add("overall", abilities(), both)
	for _, f := range both {
		for _, a := range abilities() {
			if contains(formatsOf(a), f) {
				add(a+"_"+f, []string{a}, []string{f})
			}
		}
		add("overall_"+f, abilities(), []string{f})
	}
	return append(out, eval.Ratio("parse_rate", countParsed, countCases))
}

func missingOf(abilities, formats []string) string {
	what := "some ability"
	if len(abilities) == 1 {
		what = abilities[0]
	}
	if len(formats) == 1 {
		return what + " in " + formats[0] + " format"
	}
	if len(abilities) == 1 && len(formatsOf(abilities[0])) == 1 {
		return what
	}
	return what + " in both formats"
}

// diagnostics: parse rates by ability and format, the parts of Instruct and Plan, and the paper's
// similarity of arguments.
func diagnostics() []eval.Metric {
	var out []eval.Metric
	ratio := func(name, num, den string) {
		m := eval.Ratio(name, num, den)
		m.Undefined = "the data have no such case"
		out = append(out, m)
	}
	for _, a := range abilities() {
		for _, f := range formatsOf(a) {
			ratio("parse_rate_"+a+"_"+f, countParsed+a+"_"+f, countCases+a+"_"+f)
		}
	}
	for _, name := range []string{"instruct_format", "instruct_args", "plan_precision", "plan_recall"} {
		for _, f := range []string{formatJSON, formatString} {
			ratio(name+"_"+f, name+"_"+f, countCases+name+"_"+f)
		}
	}
	const similarity = "understand_similarity"
	out = append(out, eval.Metric{Name: similarity, Undefined: "the data have no case of understand in both formats", Of: func(sum map[string]float64, _ int) (float64, bool) {
		a, okA := cell(similarity, formatJSON, sum)
		b, okB := cell(similarity, formatString, sum)
		return (a + b) / 2, okA && okB
	}})
	for _, f := range []string{formatJSON, formatString} {
		ratio(similarity+"_"+f, similarity+"_"+f, countCases+similarity+"_"+f)
	}
	return out
}
