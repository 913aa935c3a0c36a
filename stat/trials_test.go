package stat

import (
	"math"
	"testing"
)

func TestPassAtK(t *testing.T) {
	// By hand from the binomial coefficients: 1 - C(n-c,k)/C(n,k), and C(c,k)/C(n,k).
	for _, c := range []struct {
		n, c, k   int
		at, power float64
	}{
		{5, 2, 1, 2.0 / 5, 2.0 / 5},
		{5, 2, 2, 1 - 3.0/10, 1.0 / 10},
		{5, 2, 4, 1, 0},
		{10, 3, 5, 1 - 21.0/252, 0},
		{4, 4, 4, 1, 1},
		{4, 0, 2, 0, 0},
		{200, 1, 100, 0.5, 0},
		{8, 6, 3, 1, 20.0 / 56},
	} {
		if got := PassAtK(c.n, c.c, c.k); math.Abs(got-c.at) > 1e-12 {
			t.Errorf("pass@%d of %d/%d = %g, want %g", c.k, c.c, c.n, got, c.at)
		}
		if got := PassHatK(c.n, c.c, c.k); math.Abs(got-c.power) > 1e-12 {
			t.Errorf("pass^%d of %d/%d = %g, want %g", c.k, c.c, c.n, got, c.power)
		}
	}
	for _, c := range [][3]int{{3, 1, 4}, {3, 1, 0}, {3, 4, 1}, {3, -1, 1}} {
		if !math.IsNaN(PassAtK(c[0], c[1], c[2])) || !math.IsNaN(PassHatK(c[0], c[1], c[2])) {
			t.Errorf("pass of %v is defined", c)
		}
	}
}

func TestMeanSD(t *testing.T) {
	// The example of Wikipedia's "Standard deviation": 2,4,4,4,5,5,7,9 has mean 5, population sd 2.
	mean, sd := MeanSD([]float64{2, 4, 4, 4, 5, 5, 7, 9})
	if mean != 5 || math.Abs(sd-2*math.Sqrt(8.0/7)) > 1e-12 {
		t.Errorf("%g ± %g", mean, sd)
	}
	if _, sd := MeanSD([]float64{1}); !math.IsNaN(sd) {
		t.Error("one value has a deviation")
	}
	if mean, _ := MeanSD(nil); !math.IsNaN(mean) {
		t.Error("no values have a mean")
	}
}
