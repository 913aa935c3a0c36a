package stat

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// f1Counts is a table of the shape a tool-use score has: true positives, predictions, golds, …
func f1Counts(n int, distinct bool) *Counts {
	c := &Counts{}
	r := stream(7, 0)
	for range n {
		gold := 1 + r.below(3)
		pred := r.below(4)
		row := map[string]float64{
			"tp": float64(min(gold, pred, r.below(4))), "pred": float64(pred), "gold": float64(gold), "valid": float64(r.below(2)),
			"param_tp": float64(r.below(3)), "param_pred": float64(r.below(4)), "param_gold": float64(r.below(4)), "format": 1,
		}
		if distinct {
			row["latency"] = r.float()
		}
		c.Add(1, row)
	}
	return c
}

func f1Of(c *Counts, s Sums, i int) float64 {
	_, v := s.At(i)
	at := map[string]float64{}
	for j, name := range c.Names() {
		at[name] = v[j]
	}
	return 2 * at["tp"] / (at["pred"] + at["gold"])
}

func TestBootstrapIsDeterministic(t *testing.T) {
	for _, distinct := range []bool{false, true} {
		c := f1Counts(3000, distinct)
		want := c.Bootstrap(nil, 100, 1)
		for _, procs := range []int{1, 2, 5} {
			old := runtime.GOMAXPROCS(procs)
			got := c.Bootstrap(nil, 100, 1)
			runtime.GOMAXPROCS(old)
			if diff := cmp.Diff(want.values, got.values); diff != "" {
				t.Errorf("distinct %v, GOMAXPROCS %d: other sums\n%s", distinct, procs, diff)
			}
		}
		if cmp.Equal(want.values, c.Bootstrap(nil, 100, 2).values) {
			t.Error("another seed gave the same sums")
		}
	}
}

// The bootstrap distribution of a proportion is binomial(n, p)/n: its standard deviation and its
// quantiles are known exactly. Both ways of drawing must have them.
func TestBootstrapOfProportion(t *testing.T) {
	const n, replicates = 1200, 2000
	for _, ones := range []int{30, 300, 600, 1170} {
		p := float64(ones) / n
		sd := math.Sqrt(p * (1 - p) / n)
		for _, distinct := range []bool{false, true} {
			c := &Counts{}
			for i := range n {
				row := map[string]float64{"right": 0}
				if i < ones {
					row["right"] = 1
				}
				if distinct {
					row["noise"] = float64(i) // each row a pattern of its own: drawn by index
				}
				c.Add(1, row)
			}
			s := c.Bootstrap(nil, replicates, 3)
			right := columnOf(c, "right")
			var values []float64
			for r := range replicates {
				w, v := s.At(r)
				if w != n {
					t.Fatalf("replicate %d holds %d rows, want %d", r, w, n)
				}
				values = append(values, v[right]/n)
			}
			mean, got := MeanSD(values)
			if math.Abs(mean-p) > 5*sd/math.Sqrt(replicates) {
				t.Errorf("p %.3f distinct %v: mean %.5f", p, distinct, mean)
			}
			if math.Abs(got/sd-1) > 0.07 {
				t.Errorf("p %.3f distinct %v: sd %.5f, want %.5f", p, distinct, got, sd)
			}
			iv, ok := Percentile95(values)
			if !ok || math.Abs(iv.Lo-(p-1.96*sd)) > 0.35*sd || math.Abs(iv.Hi-(p+1.96*sd)) > 0.35*sd {
				t.Errorf("p %.3f distinct %v: interval %v, want about %.4f ± %.4f", p, distinct, iv, p, 1.96*sd)
			}
		}
	}
}

func columnOf(c *Counts, name string) int {
	for j, n := range c.Names() {
		if n == name {
			return j
		}
	}
	return -1
}

// Patterns and indices are two ways to the same distribution.
func TestBootstrapWaysAgree(t *testing.T) {
	c := f1Counts(2000, false)
	spread := func(chain bool) (mean, sd float64) {
		d := newUrn(c, c.times)
		if d.of = nil; !chain {
			d.list()
		}
		s := newSums(3000, len(c.names))
		drawn, row := make([]uint32, len(d.times)), make([]float64, 4*len(d.blocks))
		var values []float64
		for r := range s.Len() {
			random := stream(11, r)
			d.draw(&random, drawn)
			d.sum(drawn, drawn, row, row)
			s.put(r, row)
			values = append(values, f1Of(c, s, r))
		}
		return MeanSD(values)
	}
	m1, s1 := spread(true)
	m2, s2 := spread(false)
	if math.Abs(m1-m2) > 5*s1/math.Sqrt(1500) || math.Abs(s1/s2-1) > 0.08 {
		t.Errorf("by patterns %.5f ± %.5f, by rows %.5f ± %.5f", m1, s1, m2, s2)
	}
}

func TestBootstrapSubsetAndWeights(t *testing.T) {
	c := &Counts{}
	c.Add(3, map[string]float64{"a": 2})
	c.Add(3, map[string]float64{"a": 2, "b": 1})
	c.Add(3, map[string]float64{"a": 2})
	if diff := cmp.Diff([]string{"a", "b"}, c.Names()); diff != "" {
		t.Error(diff)
	}
	if c.Patterns() != 2 || c.Len() != 3 {
		t.Errorf("%d patterns of %d rows, want 2 of 3", c.Patterns(), c.Len())
	}
	w, v := c.Sum(nil).At(0)
	if diff := cmp.Diff([]float64{6, 1}, v); diff != "" || w != 9 {
		t.Error(w, diff)
	}
	s := c.Bootstrap([]int{0, 2}, 10, 1)
	for r := range s.Len() {
		if w, v := s.At(r); w != 6 || v[0] != 4 || v[1] != 0 {
			t.Errorf("replicate %d of rows 0 and 2: weight %d, sums %v", r, w, v)
		}
	}
	if w, v := c.Bootstrap([]int{}, 3, 1).At(0); w != 0 || v[0] != 0 {
		t.Errorf("no rows gave weight %d, sums %v", w, v)
	}
	weight, row := c.Row(1)
	if diff := cmp.Diff([]float64{2, 1}, row); diff != "" || weight != 3 {
		t.Error(weight, diff)
	}
}

// Two systems in one row are drawn together: the difference of equal systems is always 0.
func TestBootstrapPairs(t *testing.T) {
	c := &Counts{}
	r := stream(5, 0)
	for range 500 {
		v := float64(r.below(2))
		c.Add(1, map[string]float64{"one": v, "other": v})
	}
	s := c.Bootstrap(nil, 50, 9)
	for i := range s.Len() {
		if _, v := s.At(i); v[0] != v[1] {
			t.Fatalf("replicate %d drew different samples: %v", i, v)
		}
	}
}

func TestBinomialDraws(t *testing.T) {
	for _, c := range []struct {
		n int
		p float64
	}{{1, 0.3}, {20, 0.1}, {20, 0.9}, {100, 0.05}, {100, 0.5}, {1000, 0.02}, {10000, 0.37}, {40, 0.25}, {100000, 0.9999}} {
		t.Run(fmt.Sprintf("n=%d,p=%g", c.n, c.p), func(t *testing.T) {
			const draws = 40000
			r := stream(1, c.n)
			seen := map[int]int{}
			var mean, square float64
			for range draws {
				k := r.binomial(c.n, c.p)
				seen[k]++
				mean += float64(k) / draws
				square += float64(k) * float64(k) / draws
			}
			np, npq := float64(c.n)*c.p, float64(c.n)*c.p*(1-c.p)
			if math.Abs(mean-np) > 5*math.Sqrt(npq/draws) {
				t.Errorf("mean %.4f, want %.4f", mean, np)
			}
			if v := square - mean*mean; math.Abs(v/npq-1) > 0.05 {
				t.Errorf("variance %.4f, want %.4f", v, npq)
			}
			// Chi-square over the values expected at least five times.
			var chi float64
			cells := 0
			for k := 0; k <= c.n; k++ {
				lp := logFactorial(float64(c.n)) - logFactorial(float64(k)) - logFactorial(float64(c.n-k)) +
					float64(k)*math.Log(c.p) + float64(c.n-k)*math.Log1p(-c.p)
				want := draws * math.Exp(lp)
				if want >= 5 {
					chi += (float64(seen[k]) - want) * (float64(seen[k]) - want) / want
					cells++
				}
			}
			if limit := float64(cells) + 5*math.Sqrt(2*float64(cells)); chi > limit {
				t.Errorf("chi-square %.1f over %d cells, above %.1f", chi, cells, limit)
			}
		})
	}
}

func TestLogFactorial(t *testing.T) {
	for k := range 200 {
		want, _ := math.Lgamma(float64(k) + 1)
		if got := logFactorial(float64(k)); math.Abs(got-want) > 1e-11*math.Max(1, want) {
			t.Errorf("log %d! = %.15g, want %.15g", k, got, want)
		}
	}
}

// numpy.quantile([3,1,4,1,5,9,2,6], q) with its default method.
func TestQuantile(t *testing.T) {
	sorted := []float64{1, 1, 2, 3, 4, 5, 6, 9}
	for q, want := range map[float64]float64{0: 1, 0.025: 1, 0.25: 1.75, 0.5: 3.5, 0.9: 6.9, 0.975: 8.475, 1: 9} {
		if got := Quantile(sorted, q); math.Abs(got-want) > 1e-12 {
			t.Errorf("quantile %g = %g, want %g", q, got, want)
		}
	}
	if !math.IsNaN(Quantile(nil, 0.5)) {
		t.Error("a quantile of no values is not NaN")
	}
}

func TestPercentile95SkipsUndefined(t *testing.T) {
	nan := math.NaN()
	if iv, ok := Percentile95([]float64{nan, 2, 1, 3}); !ok || iv.Lo != 1.05 || iv.Hi != 2.95 {
		t.Error(iv, ok)
	}
	if _, ok := Percentile95([]float64{nan, nan, 1}); ok {
		t.Error("an interval from a third of the replicates")
	}
	if _, ok := Percentile95(nil); ok {
		t.Error("an interval from nothing")
	}
}

// BenchmarkBootstrap is the figure of the requirement: 1,000 replicates of 10,000 samples with
// about eight columns in at most 100 ms on two cores, even when no two rows are equal.
func BenchmarkBootstrap(b *testing.B) {
	for _, distinct := range []bool{false, true} {
		name := map[bool]string{false: "patterns", true: "distinct"}[distinct]
		c := f1Counts(10_000, distinct)
		b.Run(name, func(b *testing.B) {
			b.ReportMetric(float64(c.Patterns()), "patterns")
			for b.Loop() {
				c.Bootstrap(nil, Replicates, 1)
			}
		})
	}
}
