package stat

import "math"

// Welch is the outcome of Welch's analysis of variance.
type Welch struct {
	F        float64
	DF1, DF2 float64
	P        float64
}

// WelchANOVA tests whether the means of groups are equal without assuming equal variances (Welch
// 1951, "On the comparison of several mean values"). ok is false with fewer than two groups, a group
// of fewer than two values, or a group whose values are all equal (its weight would be infinite).
func WelchANOVA(groups [][]float64) (w Welch, ok bool) {
	k := float64(len(groups))
	if k < 2 {
		return Welch{}, false
	}
	var weights, means []float64
	var total, grand float64
	for _, g := range groups {
		mean, sd := MeanSD(g)
		if !(sd > 0) {
			return Welch{}, false
		}
		weight := float64(len(g)) / (sd * sd)
		weights, means = append(weights, weight), append(means, mean)
		total += weight
		grand += weight * mean
	}
	grand /= total
	var between, lambda float64
	for i, weight := range weights {
		between += weight * (means[i] - grand) * (means[i] - grand)
		rest := 1 - weight/total
		lambda += rest * rest / float64(len(groups[i])-1)
	}
	w.DF1 = k - 1
	w.DF2 = (k*k - 1) / (3 * lambda)
	w.F = between / (k - 1) / (1 + 2*(k-2)/(k*k-1)*lambda)
	w.P = FTail(w.F, w.DF1, w.DF2)
	return w, !math.IsNaN(w.P)
}
