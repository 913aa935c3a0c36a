package judge

import (
	"fmt"
	"math"
	"testing"

	"deft/stat"
)

func numbers(vs ...float64) []Rating {
	out := make([]Rating, len(vs))
	for i, v := range vs {
		out[i].Value = v
	}
	return out
}

func labels(ls ...string) []Rating {
	out := make([]Rating, len(ls))
	for i, l := range ls {
		out[i].Label = l
	}
	return out
}

// crossed gives the ratings of a 2×2 table of yes and no.
func crossed(yy, yn, ny, nn int) (a, b []Rating) {
	for i, n := range []int{yy, yn, ny, nn} {
		for range n {
			a = append(a, Rating{Label: []string{"yes", "yes", "no", "no"}[i]})
			b = append(b, Rating{Label: []string{"yes", "no", "yes", "no"}[i]})
		}
	}
	return a, b
}

func near(t *testing.T, g Agreement, name string, want float64) {
	t.Helper()
	f, ok := g.Figures[name]
	if !ok || math.Abs(f.Value-want) > 5e-4 {
		t.Errorf("%s is %+v (%v), want %g", name, f, ok, want)
	}
}

// TestKnownAgreement: worked examples with published or hand-computed answers.
func TestKnownAgreement(t *testing.T) {
	// 50 grant proposals, two readers: kappa 0.4, the textbook example.
	a, b := crossed(20, 5, 10, 15)
	g := Agree(a, b, 1)
	near(t, g, "exact", 0.7)
	near(t, g, "kappa", 0.4)
	if _, ok := g.Figures["spearman"]; ok || !g.Named || g.MeanA != nil {
		t.Errorf("names got the figures of numbers: %+v", g)
	}
	if iv := g.Figures["kappa"].Interval; iv == nil || iv[0] > 0.25 || iv[0] < 0.05 || iv[1] < 0.55 || iv[1] > 0.7 {
		t.Errorf("the interval of kappa is %v; its normal approximation is [0.15, 0.65]", iv)
	}
	if want := (Pair{"yes", "yes", 20}); g.Pairs[0] != want || len(g.Pairs) != 4 {
		t.Errorf("the pairs are %+v", g.Pairs)
	}
	// Krippendorff's example of two observers and ten binary units: alpha 0.095.
	g = Agree(numbers(0, 1, 0, 0, 0, 0, 0, 0, 1, 0), numbers(1, 1, 1, 0, 0, 1, 0, 0, 0, 0), 1)
	near(t, g, "alpha_nominal", 0.0952)
	near(t, g, "alpha_interval", 0.0952)
	near(t, g, "alpha_ordinal", 0.0952)
	// Ranks of five: rho = 1 - 6·Σd²/(n(n²-1)) = 1 - 6·4/120.
	g = Agree(numbers(0.1, 0.2, 0.3, 0.4, 0.5), numbers(0.2, 0.1, 0.4, 0.3, 0.5), 1)
	near(t, g, "spearman", 0.8)
	// Linear weights by hand on tenths: observed Σ|d| = 4 tenths; expected (1/5)·Σ|ai-bj| = 40/5.
	near(t, g, "weighted_kappa_linear", 1-4.0/8)
	near(t, g, "weighted_kappa_quadratic", 1-4.0/20)
	near(t, g, "exact", 0.2)
}

// TestScale: the distance of categories is that of the values, whatever values occur.
func TestScale(t *testing.T) {
	// 1, 2 and 10 as ranks would be equally far apart.
	g := Agree(numbers(1, 2, 10, 10), numbers(2, 1, 10, 10), 1)
	near(t, g, "weighted_kappa_linear", 1-2.0/(0.25*(1+0+8+8+0+1+9+9+9+8+0+0+9+8+0+0)))
	g = Agree(numbers(0.1, 0.2, 1, 1), numbers(0.2, 0.1, 1, 1), 1)
	near(t, g, "weighted_kappa_linear", 1-2.0/(0.25*(1+0+8+8+0+1+9+9+9+8+0+0+9+8+0+0)))
}

func TestAgreementUndefined(t *testing.T) {
	g := Agree(numbers(1, 1, 1), numbers(1, 1, 1), 1)
	for name := range g.Figures {
		if name != "exact" {
			t.Errorf("%s is defined on equal ratings: %+v", name, g.Figures[name])
		}
	}
	if g := Agree(nil, nil, 1); len(g.Figures) != 0 || g.Items != 0 {
		t.Errorf("nothing gives %+v", g)
	}
	// Mixed names and numbers are names.
	if g := Agree(labels("1", "no"), numbers(1, 0), 1); !g.Named || g.Figures["exact"].Value != 0.5 {
		t.Errorf("names and numbers give %+v", g)
	}
}

// TestManyKinds: continuous values have no categories, and the interval alpha is the general one's.
func TestManyKinds(t *testing.T) {
	var a, b []Rating
	var xs, ys []float64
	for i := range 300 {
		x := math.Mod(float64(i)*0.7548776662, 1)
		y := x + 0.2*math.Mod(float64(i)*0.5698402910, 1)
		a, b, xs, ys = append(a, Rating{Value: x}), append(b, Rating{Value: y}), append(xs, x), append(ys, y)
	}
	g := Agree(a, b, 1)
	near(t, g, "alpha_interval", stat.Krippendorff([][]float64{xs, ys}, stat.IntervalScale))
	if _, ok := g.Figures["kappa"]; ok || g.Pairs != nil {
		t.Errorf("kappa of 300 values: %+v", g.Figures)
	}
	if again := Agree(a, b, 1); fmt.Sprint(*again.Figures["spearman"].Interval) != fmt.Sprint(*g.Figures["spearman"].Interval) {
		t.Error("the same seed gives another interval")
	}
}
