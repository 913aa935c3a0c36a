package stat

import (
	"math"
	"testing"
)

// Values of scipy 1.17: scipy.stats.binomtest(plus, plus+minus, 0.5).pvalue.
func TestSignTest(t *testing.T) {
	for _, c := range []struct {
		plus, minus int
		want        float64
	}{
		{0, 0, 1}, {1, 0, 1}, {5, 0, 0.0625}, {0, 10, 0.001953125}, {2, 8, 0.109375}, {7, 15, 0.13380050659179688},
		{121, 59, 4.4344492637551645e-06}, {60, 60, 1}, {400, 500, 0.0009564441369189373},
	} {
		if got := SignTest(c.plus, c.minus); math.Abs(got-c.want) > 1e-9*math.Max(c.want, 1e-3) {
			t.Errorf("%d plus, %d minus: p = %.10g, want %.10g", c.plus, c.minus, got, c.want)
		}
		if McNemar(c.minus, c.plus) != SignTest(c.plus, c.minus) {
			t.Error("McNemar's exact test is not the sign test")
		}
	}
}

// Darwin's maize: 15 paired differences in eighths of an inch. Fisher (1935, The Design of
// Experiments, section 21) counted 863 of 32,768 sums as far in each direction: p = 0.05267.
func TestPermutationP(t *testing.T) {
	maize := []float64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}
	if got, want := PermutationP(maize, 0, 0), 2*863.0/32768; math.Abs(got-want) > 1e-12 {
		t.Errorf("Darwin's maize: p = %.6f, want %.6f", got, want)
	}
	if got := PermutationP([]float64{0, 0}, 10, 1); got != 1 {
		t.Errorf("no differences: p = %g", got)
	}
	// Many differences are sampled: close to the normal approximation, and the same for a seed.
	var many []float64
	r := stream(3, 0)
	var sum, squares float64
	for range 300 {
		d := r.float() - 0.45
		many = append(many, d)
		sum += d
		squares += d * d
	}
	want := math.Erfc(math.Abs(sum) / math.Sqrt(2*squares))
	got := PermutationP(many, 20000, 1)
	if math.Abs(got-want) > 0.01 || got != PermutationP(many, 20000, 1) {
		t.Errorf("300 differences: p = %.4f, want about %.4f", got, want)
	}
}

// With 0/1 outcomes the randomization test is McNemar's: over every toss of the coins of the
// discordant samples.
func TestSwapIsMcNemar(t *testing.T) {
	c := &Counts{}
	add := func(n int, a, b float64) {
		for range n {
			c.Add(1, map[string]float64{"a": a, "b": b})
		}
	}
	add(100, 1, 1)
	add(12, 1, 0)
	add(25, 0, 1)
	add(63, 0, 0)
	const replicates = 40000
	sums := c.Swap(nil, []int{1, 0}, replicates, 1)
	var null []float64
	for r := range sums.Len() {
		w, v := sums.At(r)
		if w != 200 || v[0]+v[1] != 237 {
			t.Fatalf("replicate %d: weight %d, sums %v", r, w, v)
		}
		null = append(null, v[0]-v[1])
	}
	got, want := RandomizationP(-13, null), McNemar(12, 25)
	if math.Abs(got-want) > 5*math.Sqrt(want/replicates) {
		t.Errorf("p = %.4f, McNemar's exact %.4f", got, want)
	}
}

func TestHeads(t *testing.T) {
	r := stream(1, 1)
	for _, n := range []int{1, 2, 63, 64, 65, 1000} {
		var mean, square float64
		const draws = 20000
		for range draws {
			k := float64(r.heads(n))
			mean += k / draws
			square += k * k / draws
		}
		if v := float64(n) / 4; math.Abs(mean-float64(n)/2) > 5*math.Sqrt(v/draws) || math.Abs((square-mean*mean)/v-1) > 0.06 {
			t.Errorf("%d coins: mean %.3f, variance %.3f", n, mean, square-mean*mean)
		}
	}
}
