package judge

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"deft/stat"
)

// Rating is one rater's verdict on one item: a number, or a name where Label is not empty.
type Rating struct {
	Value float64
	Label string
}

// Figure is one measure of agreement; Interval is its 95% bootstrap interval, nil where too many
// resamples leave the measure undefined.
type Figure struct {
	Value    float64     `json:"value"`
	Interval *[2]float64 `json:"ci95"`
}

// Pair counts how often the raters gave these two verdicts.
type Pair struct {
	A string `json:"a"`
	B string `json:"b"`
	N int    `json:"n"`
}

// Agreement says how far two raters of the same items agree. Measures that are undefined on the
// items (kappa, where both raters gave one and the same verdict throughout) are absent.
type Agreement struct {
	Items int `json:"items"`
	// Named: the verdicts are names without an order; then only exact agreement, kappa and the
	// nominal alpha are given.
	Named   bool              `json:"named"`
	MeanA   *float64          `json:"mean_a,omitempty"`
	MeanB   *float64          `json:"mean_b,omitempty"`
	Figures map[string]Figure `json:"figures"`
	// Pairs are the verdicts given together, the most frequent first; nil for more than maxKinds kinds.
	Pairs []Pair `json:"pairs,omitempty"`
}

// Measures lists the names of figures in the order in which they are shown.
func Measures() []string {
	var names []string
	for _, m := range measures() {
		names = append(names, m.name)
	}
	return names
}

const (
	// maxKinds bounds the different values for measures that treat values as categories.
	maxKinds = 64
	// leastDefined is the share of resamples that must leave a measure defined to give an interval.
	leastDefined = 0.9
)

// table is what measures read: verdicts as numbers, and as categories on an even scale where the
// values lie on one.
type table struct {
	a, b       []float64
	ca, cb     []int // nil for more than maxKinds categories
	categories int
}

type measure struct {
	name    string
	numbers bool // needs an order
	kinds   bool // needs categories
	of      func(t table) float64
}

func measures() []measure {
	alpha := func(level stat.Level) func(table) float64 {
		return func(t table) float64 { return stat.Krippendorff([][]float64{t.a, t.b}, level) }
	}
	return []measure{
		{"exact", false, false, exact},
		{"kappa", false, true, func(t table) float64 { return stat.Kappa(t.ca, t.cb) }},
		{"weighted_kappa_linear", true, true, func(t table) float64 { return stat.WeightedKappa(t.ca, t.cb, t.categories, stat.Linear) }},
		{"weighted_kappa_quadratic", true, true, func(t table) float64 { return stat.WeightedKappa(t.ca, t.cb, t.categories, stat.Quadratic) }},
		{"alpha_nominal", false, true, alpha(stat.Nominal)},
		{"alpha_ordinal", true, true, alpha(stat.Ordinal)},
		{"alpha_interval", true, false, intervalAlpha},
		{"spearman", true, false, func(t table) float64 { rho, _ := stat.Spearman(t.a, t.b); return rho }},
	}
}

func exact(t table) float64 {
	same := 0
	for i := range t.a {
		if t.a[i] == t.b[i] {
			same++
		}
	}
	return float64(same) / float64(len(t.a))
}

// intervalAlpha is Krippendorff's alpha at the interval level for two raters without gaps, in one
// pass: the general form takes time quadratic in the number of different values.
func intervalAlpha(t table) float64 {
	var apart, sum, squares float64
	for i := range t.a {
		d := t.a[i] - t.b[i]
		apart += d * d
		sum += t.a[i] + t.b[i]
		squares += t.a[i]*t.a[i] + t.b[i]*t.b[i]
	}
	n := float64(len(t.a))
	expected := 2 / (2*n - 1) * (squares - sum*sum/(2*n))
	if expected <= 1e-12*squares/n {
		return math.NaN()
	}
	return 1 - apart/n/expected
}

// Agree compares two raters; a[i] and b[i] are about the same item. Ratings are compared as names
// when any of them is one. Intervals are percentiles over stat.Replicates resamples of the items,
// drawn from seed.
func Agree(a, b []Rating, seed uint64) Agreement {
	out := Agreement{Items: len(a), Figures: map[string]Figure{}}
	if len(a) == 0 || len(a) != len(b) {
		return out
	}
	t, names := tabulate(a, b)
	out.Named = names != nil
	if !out.Named {
		meanA, _ := stat.MeanSD(t.a)
		meanB, _ := stat.MeanSD(t.b)
		out.MeanA, out.MeanB = &meanA, &meanB
	}
	if t.ca != nil {
		out.Pairs = pairs(t, names)
	}
	for _, m := range measures() {
		if m.numbers && out.Named || m.kinds && t.ca == nil {
			continue
		}
		v := m.of(t)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		out.Figures[m.name] = Figure{v, bootstrap(t, m, seed)}
	}
	return out
}

// tabulate turns ratings into numbers. names are those behind the numbers, nil for numbers proper.
func tabulate(a, b []Rating) (t table, names []string) {
	named := slices.ContainsFunc(append(slices.Clone(a), b...), func(r Rating) bool { return r.Label != "" })
	if !named {
		for i := range a {
			t.a, t.b = append(t.a, a[i].Value), append(t.b, b[i].Value)
		}
		t.categorize()
		return t, nil
	}
	for _, r := range append(slices.Clone(a), b...) {
		names = append(names, name(r))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	place := func(r Rating) float64 {
		i, _ := slices.BinarySearch(names, name(r))
		return float64(i)
	}
	for i := range a {
		t.a, t.b = append(t.a, place(a[i])), append(t.b, place(b[i]))
	}
	t.categorize()
	return t, names
}

// name is a rating as a name; a number among names stands for itself.
func name(r Rating) string {
	if r.Label != "" {
		return r.Label
	}
	return number10(r.Value)
}

// number10 writes a number as people read it.
func number10(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// categorize finds the even scale on which all values lie, such as tenths or whole numbers, so that
// the distance of two categories is that of their values. Values on no such scale are numbered in
// their order.
func (t *table) categorize() {
	all := append(slices.Clone(t.a), t.b...)
	slices.Sort(all)
	kinds := slices.Compact(slices.Clone(all))
	if len(kinds) > maxKinds {
		return
	}
	low, high := kinds[0], kinds[len(kinds)-1]
	index := func(v float64) int { i, _ := slices.BinarySearch(kinds, v); return i }
	t.categories = len(kinds)
	for _, parts := range []float64{1, 2, 10, 20, 100} {
		whole := func(v float64) bool { return math.Abs((v-low)*parts-math.Round((v-low)*parts)) < 1e-6 }
		if (high-low)*parts < 4*maxKinds && !slices.ContainsFunc(kinds, func(v float64) bool { return !whole(v) }) {
			index = func(v float64) int { return int(math.Round((v - low) * parts)) }
			t.categories = index(high) + 1
			break
		}
	}
	for i := range t.a {
		t.ca, t.cb = append(t.ca, index(t.a[i])), append(t.cb, index(t.b[i]))
	}
}

func pairs(t table, names []string) []Pair {
	show := number10
	if names != nil {
		show = func(v float64) string { return names[int(v)] }
	}
	count := map[[2]float64]int{}
	for i := range t.a {
		count[[2]float64{t.a[i], t.b[i]}]++
	}
	var out []Pair
	for k, n := range count {
		out = append(out, Pair{show(k[0]), show(k[1]), n})
	}
	slices.SortFunc(out, func(x, y Pair) int {
		if x.N != y.N {
			return y.N - x.N
		}
		return strings.Compare(x.A+"\x00"+x.B, y.A+"\x00"+y.B)
	})
	return out
}

// bootstrap resamples the items. The categories stay those of the whole table, since the scale
// does not depend on which items were drawn.
func bootstrap(t table, m measure, seed uint64) *[2]float64 {
	n := len(t.a)
	drawn := table{a: make([]float64, n), b: make([]float64, n), categories: t.categories}
	if t.ca != nil {
		drawn.ca, drawn.cb = make([]int, n), make([]int, n)
	}
	r := rand.New(rand.NewPCG(seed, 0x6a756467)) // the same draws for every measure
	var values []float64
	for range stat.Replicates {
		for i := range n {
			j := r.IntN(n)
			drawn.a[i], drawn.b[i] = t.a[j], t.b[j]
			if t.ca != nil {
				drawn.ca[i], drawn.cb[i] = t.ca[j], t.cb[j]
			}
		}
		if v := m.of(drawn); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if float64(len(values)) < leastDefined*stat.Replicates {
		return nil
	}
	iv, ok := stat.Percentile95(values)
	if !ok {
		return nil
	}
	return &[2]float64{iv.Lo, iv.Hi}
}
