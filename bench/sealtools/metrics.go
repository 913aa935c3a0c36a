package sealtools

import (
	"fmt"

	"deft/eval"
	"deft/retrieve"
)

// metrics gives Format ACC, Tool P/R/F1 and Parameter P/R/F1 (section 4.1).
func metrics(c eval.Compat) []eval.Metric {
	format := eval.Ratio("format_acc", countReadable, countReplies)
	if c == eval.CompatReference { // the released code reports no accuracy of 0
		of := format.Of
		format.Of = func(sum map[string]float64, n int) (float64, bool) {
			v, ok := of(sum, n)
			return v, ok && v > 0
		}
		format.Undefined = "no reply was readable; the reference then reports nothing"
	}
	out := []eval.Metric{format}
	out = append(out, prf(c, "tool", countCallsCorrect, countCallsPredicted, countCallsGold)...)
	return append(out, prf(c, "param", countParamsCorrect, countParamsPredicted, countParamsGold)...)
}

// prf gives precision, recall and F1 of three counts. F1 is 2·correct/(predicted+gold), which is
// the harmonic mean of the two, and 0 where nothing is correct.
//
// Under reference the three are reported only when none of the counts is 0.
func prf(c eval.Compat, name, correct, predicted, gold string) []eval.Metric {
	metric := func(suffix, undefined string, of func(k, p, g float64) (num, den float64)) eval.Metric {
		if c == eval.CompatReference {
			undefined = "nothing correct, predicted or expected; the reference then reports none of the three"
		}
		return eval.Metric{Name: name + suffix, Undefined: undefined, Of: func(sum map[string]float64, _ int) (float64, bool) {
			k, p, g := sum[correct], sum[predicted], sum[gold]
			num, den := of(k, p, g)
			if den == 0 || c == eval.CompatReference && k*p*g == 0 {
				return 0, false
			}
			return num / den, true
		}}
	}
	return []eval.Metric{
		metric("_p", "nothing was predicted", func(k, p, _ float64) (float64, float64) { return k, p }),
		metric("_r", "nothing was expected", func(k, _, g float64) (float64, float64) { return k, g }),
		metric("_f1", "nothing was predicted or expected", func(k, p, g float64) (float64, float64) { return 2 * k, p + g }),
	}
}

// diagnostics gives recall@k, the share of gold tools among the first k retrieved, and
// all-gold@k, the share of queries whose gold tools are all there (Appendix D).
func diagnostics() []eval.Metric {
	var out []eval.Metric
	for i, k := range retrieve.Cutoffs {
		m := eval.Ratio(fmt.Sprintf("recall@%d", k), countFound[i], countGoldTools)
		m.Undefined = "no retriever was asked"
		out = append(out, m)
	}
	for i, k := range retrieve.Cutoffs {
		m := eval.Ratio(fmt.Sprintf("all-gold@%d", k), countAll[i], countQueries)
		m.Undefined = "no retriever was asked"
		out = append(out, m)
	}
	return out
}
