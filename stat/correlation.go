package stat

import (
	"math"
	"slices"
)

// Pearson gives the product-moment correlation of xs and ys, of equal length, and its two-sided p
// value by Student's t with n-2 degrees of freedom. Both are NaN when the lengths differ, with
// fewer than three pairs, or when either is constant.
func Pearson(xs, ys []float64) (r, p float64) {
	n := len(xs)
	if n != len(ys) || n < 3 {
		return math.NaN(), math.NaN()
	}
	mx, _ := MeanSD(xs)
	my, _ := MeanSD(ys)
	var sxx, syy, sxy float64
	for i := range xs {
		dx, dy := xs[i]-mx, ys[i]-my
		sxx += dx * dx
		syy += dy * dy
		sxy += dx * dy
	}
	if constant(xs) || constant(ys) || !(sxx*syy > 0) {
		return math.NaN(), math.NaN()
	}
	r = max(-1, min(1, sxy/math.Sqrt(sxx*syy)))
	df := float64(n - 2)
	return r, StudentTail(r*math.Sqrt(df/((1-r)*(1+r))), df)
}

// constant guards against a mean whose rounding makes equal values look different.
func constant(xs []float64) bool {
	for _, x := range xs {
		if x != xs[0] {
			return false
		}
	}
	return true
}

// Spearman is the rank correlation of xs and ys: Pearson's of their ranks, equal values sharing the
// mean of theirs. The p value is by Student's t, as scipy computes it.
func Spearman(xs, ys []float64) (rho, p float64) {
	if len(xs) != len(ys) {
		return math.NaN(), math.NaN()
	}
	return Pearson(Ranks(xs), Ranks(ys))
}

// Ranks gives the rank of each value, from 1; equal values share the mean of their ranks.
func Ranks(xs []float64) []float64 {
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case xs[a] < xs[b]:
			return -1
		case xs[a] > xs[b]:
			return 1
		}
		return 0
	})
	ranks := make([]float64, len(xs))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && xs[order[j]] == xs[order[i]] {
			j++
		}
		if j == i { // NaN is equal to nothing, itself included
			j++
		}
		for _, at := range order[i:j] {
			ranks[at] = float64(i+j+1) / 2
		}
		i = j
	}
	return ranks
}
