package stat

import (
	"math"
	"slices"
)

// Kappa is Cohen's kappa of two raters' labels of the same items (Cohen 1960): agreement beyond what
// their own frequencies give by chance. It is NaN when the lengths differ, without items, and when
// both gave one and the same label to everything, where chance agreement is certain.
func Kappa[T comparable](a, b []T) float64 {
	if len(a) != len(b) || len(a) == 0 {
		return math.NaN()
	}
	place := map[T]int{}
	for _, labels := range [][]T{a, b} {
		for _, l := range labels {
			if _, ok := place[l]; !ok {
				place[l] = len(place)
			}
		}
	}
	x, y := make([]int, len(a)), make([]int, len(b))
	for i := range a {
		x[i], y[i] = place[a[i]], place[b[i]]
	}
	return weightedKappa(x, y, len(place), func(i, j int) float64 {
		if i == j {
			return 0
		}
		return 1
	})
}

// Weighting says how much a disagreement between ordered categories counts.
type Weighting int

// Weightings of a distance of d categories.
const (
	Linear    Weighting = iota // d
	Quadratic                  // d²
)

// WeightedKappa is Cohen's weighted kappa (Cohen 1968) of two raters' ordered categories, numbered
// in [0,categories). It is NaN where Kappa is, and for numbers out of range.
func WeightedKappa(a, b []int, categories int, w Weighting) float64 {
	if len(a) != len(b) || len(a) == 0 {
		return math.NaN()
	}
	for i := range a {
		if min(a[i], b[i]) < 0 || max(a[i], b[i]) >= categories {
			return math.NaN()
		}
	}
	return weightedKappa(a, b, categories, func(i, j int) float64 {
		d := math.Abs(float64(i - j))
		if w == Quadratic {
			d *= d
		}
		return d
	})
}

func weightedKappa(a, b []int, k int, distance func(i, j int) float64) float64 {
	fa, fb := make([]float64, k), make([]float64, k)
	n := float64(len(a))
	var observed, expected float64
	for i := range a {
		fa[a[i]] += 1 / n
		fb[b[i]] += 1 / n
		observed += distance(a[i], b[i]) / n
	}
	for i, p := range fa {
		for j, q := range fb {
			expected += p * q * distance(i, j)
		}
	}
	if expected == 0 {
		return math.NaN()
	}
	return 1 - observed/expected
}

// Level is the level of measurement of ratings.
type Level int

// Levels: names, ranks, numbers with equal steps.
const (
	Nominal Level = iota
	Ordinal
	IntervalScale
)

// Krippendorff is Krippendorff's alpha of ratings[rater][unit], NaN where a rater gave none
// (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability"). Units with fewer than two
// ratings do not count. It is NaN when nothing can be paired or when all ratings are equal.
func Krippendorff(ratings [][]float64, level Level) float64 {
	values, coincidence, n := coincidences(ratings)
	margins := make([]float64, len(values))
	for i, row := range coincidence {
		for _, c := range row {
			margins[i] += c
		}
	}
	var observed, expected float64
	for i := range values {
		for j := i + 1; j < len(values); j++ {
			d := delta(level, values, margins, i, j)
			observed += coincidence[i][j] * d
			expected += margins[i] * margins[j] * d
		}
	}
	if expected == 0 {
		return math.NaN()
	}
	return 1 - (n-1)*observed/expected
}

// coincidences counts pairs of values within units, each unit's weighted by its ratings less one.
// n is the number of ratings that can be paired.
func coincidences(ratings [][]float64) (values []float64, table [][]float64, n float64) {
	units := 0
	for _, r := range ratings {
		units = max(units, len(r))
	}
	var byUnit [][]float64
	for u := range units {
		var got []float64
		for _, r := range ratings {
			if u < len(r) && !math.IsNaN(r[u]) {
				got = append(got, r[u])
			}
		}
		if len(got) > 1 {
			byUnit = append(byUnit, got)
			values = append(values, got...)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	table = make([][]float64, len(values))
	for i := range table {
		table[i] = make([]float64, len(values))
	}
	for _, got := range byUnit {
		n += float64(len(got))
		at := make([]int, len(got))
		for i, v := range got {
			at[i], _ = slices.BinarySearch(values, v)
		}
		for i, x := range at {
			for j, y := range at {
				if i != j {
					table[x][y] += 1 / float64(len(got)-1)
				}
			}
		}
	}
	return values, table, n
}

// delta is the squared difference of values i < j at a level of measurement.
func delta(level Level, values, margins []float64, i, j int) float64 {
	switch level {
	case Ordinal:
		between := -(margins[i] + margins[j]) / 2
		for _, m := range margins[i : j+1] {
			between += m
		}
		return between * between
	case IntervalScale:
		return (values[i] - values[j]) * (values[i] - values[j])
	}
	return 1
}
