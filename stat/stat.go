// Package stat holds the statistics of an evaluation: bootstrap intervals of metrics that are
// functions of summed counts, paired tests, analysis of variance, correlations, agreement between
// raters, matching and text overlap.
//
// Everything is a plain function of slices, uses the standard library only and is deterministic:
// what needs chance takes a seed. Undefined results are NaN, or an ok that is false; never 0.
package stat

import (
	"math"
	"slices"
)

// Interval is a range of plausible values, Lo <= Hi.
type Interval struct{ Lo, Hi float64 }

// Quantile gives the q-quantile of sorted (ascending), 0 <= q <= 1, interpolated linearly between
// the order statistics around (n-1)q: type 7 of Hyndman and Fan (1996), the default of R and numpy.
// It is NaN for no values.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := q * float64(len(sorted)-1)
	below := int(math.Floor(at))
	if below >= len(sorted)-1 {
		return sorted[len(sorted)-1]
	}
	return sorted[below] + (at-float64(below))*(sorted[below+1]-sorted[below])
}

// Percentile95 is the 95% percentile interval of bootstrap values, which it sorts in place. Values
// that are NaN (the metric is undefined in that replicate) are left out; ok is false when fewer
// than half of the values are defined, or none is.
func Percentile95(values []float64) (iv Interval, ok bool) {
	slices.Sort(values) // NaNs come first
	undefined := 0
	for undefined < len(values) && math.IsNaN(values[undefined]) {
		undefined++
	}
	defined := values[undefined:]
	if len(defined) == 0 || len(defined) < undefined {
		return Interval{}, false
	}
	return Interval{Quantile(defined, 0.025), Quantile(defined, 0.975)}, true
}

// MeanSD gives the mean and the sample standard deviation (divisor n-1) of xs. The mean is NaN for
// no values and the deviation NaN for fewer than two.
func MeanSD(xs []float64) (mean, sd float64) {
	n := float64(len(xs))
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	for _, x := range xs {
		mean += x
	}
	mean /= n
	if n < 2 {
		return mean, math.NaN()
	}
	var squares float64
	for _, x := range xs {
		squares += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(squares / (n - 1))
}
