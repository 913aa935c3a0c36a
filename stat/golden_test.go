package stat

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > relative*math.Max(math.Abs(want), 1e-12) {
		t.Errorf("%s = %.15g, want %.15g", what, got, want)
	}
}

// goldens are answers of other programs: see testdata/golden.py.
type goldens struct {
	Beta, T, F, Normal [][]float64
	Welch              []struct {
		Groups [][]float64
		F, P   float64
	}
	Pairs []struct {
		X, Y              []float64
		Pearson, Spearman [2]float64
	}
	Kappa []struct {
		A, B                     []int
		K                        int
		Plain, Linear, Quadratic float64
	}
	Alpha []struct {
		Ratings [][]*float64
		Alpha   [3]float64
	}
	Overlap []struct {
		Candidate, Reference   string
		Rouge1, Rouge2, RougeL [3]float64
		Smooth                 float64
	}
	CorpusBLEU float64 `json:"corpus_bleu"`
	Density    struct{ X, At, Scott []float64 }
}

func TestDistributionsLikeScipy(t *testing.T) {
	var g goldens
	readGolden(t, "golden", &g)
	for _, c := range g.Beta {
		near(t, "incomplete beta", IncompleteBeta(c[0], c[1], c[2]), c[3], 1e-10)
	}
	for _, c := range g.T {
		near(t, "tail of t", StudentTail(c[0], c[1]), c[2], 1e-10)
	}
	for _, c := range g.F {
		near(t, "tail of F", FTail(c[0], c[1], c[2]), c[3], 1e-10)
	}
	for _, c := range g.Normal {
		near(t, "normal", NormalCDF(c[0]), c[1], 1e-12)
		if c[0] > -6 {
			near(t, "normal quantile", NormalQuantile(c[1]), c[0], 1e-9)
		}
	}
	for _, v := range []float64{IncompleteBeta(-1, 1, 1), IncompleteBeta(0.5, 0, 1), StudentTail(1, 0), FTail(1, -1, 2), FTail(math.NaN(), 1, 2)} {
		if !math.IsNaN(v) {
			t.Errorf("outside its domain a function gave %g", v)
		}
	}
}

func TestWelchANOVA(t *testing.T) {
	var g goldens
	readGolden(t, "golden", &g)
	for _, c := range g.Welch {
		w, ok := WelchANOVA(c.Groups)
		if !ok {
			t.Fatal("not defined")
		}
		near(t, "F", w.F, c.F, 1e-10)
		near(t, "p", w.P, c.P, 1e-9)
	}
	// R's data set sleep (Cushny and Peebles 1905): oneway.test(extra ~ group, data = sleep) prints
	// F = 3.4626, num df = 1.000, denom df = 17.776, p-value = 0.07939.
	w, ok := WelchANOVA([][]float64{{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2}, {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}})
	if !ok || math.Abs(w.F-3.4626) > 5e-5 || w.DF1 != 1 || math.Abs(w.DF2-17.776) > 5e-4 || math.Abs(w.P-0.07939) > 5e-6 {
		t.Errorf("sleep: %+v", w)
	}
	for _, bad := range [][][]float64{nil, {{1, 2}}, {{1, 2}, {3}}, {{1, 1}, {2, 3}}} {
		if _, ok := WelchANOVA(bad); ok {
			t.Errorf("%v has an analysis", bad)
		}
	}
}

func TestCorrelations(t *testing.T) {
	var g goldens
	readGolden(t, "golden", &g)
	for _, c := range g.Pairs {
		r, p := Pearson(c.X, c.Y)
		near(t, "Pearson", r, c.Pearson[0], 1e-10)
		near(t, "its p", p, c.Pearson[1], 1e-8)
		r, p = Spearman(c.X, c.Y)
		near(t, "Spearman", r, c.Spearman[0], 1e-10)
		near(t, "its p", p, c.Spearman[1], 1e-8)
	}
	// Anscombe (1973), first data set: r = 0.816, p = 0.00217.
	r, p := Pearson([]float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5}, []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68})
	if math.Abs(r-0.81642) > 5e-6 || math.Abs(p-0.00217) > 5e-6 {
		t.Errorf("Anscombe: r = %g, p = %g", r, p)
	}
	// The example of Wikipedia's "Spearman's rank correlation coefficient": -29/165, p = 0.627188.
	rho, p := Spearman([]float64{106, 100, 86, 101, 99, 103, 97, 113, 112, 110}, []float64{7, 27, 2, 50, 28, 29, 20, 12, 6, 17})
	if math.Abs(rho+29.0/165) > 1e-12 || math.Abs(p-0.627188) > 5e-7 {
		t.Errorf("hours of television: rho = %g, p = %g", rho, p)
	}
	for _, c := range [][2][]float64{{{1, 2}, {1, 2}}, {{1, 1, 1}, {1, 2, 3}}, {{0.1, 0.1, 0.1}, {1, 2, 3}}, {{1, 2, 3}, {1, 2}}} {
		if r, p := Pearson(c[0], c[1]); !math.IsNaN(r) || !math.IsNaN(p) {
			t.Errorf("%v: %g, %g", c, r, p)
		}
	}
	if r, p := Pearson([]float64{1, 2, 3}, []float64{2, 4, 6}); r != 1 || p != 0 {
		t.Errorf("a straight line: %g, %g", r, p)
	}
}

func TestKappa(t *testing.T) {
	var g goldens
	readGolden(t, "golden", &g)
	for _, c := range g.Kappa {
		near(t, "kappa", Kappa(c.A, c.B), c.Plain, 1e-10)
		near(t, "linear kappa", WeightedKappa(c.A, c.B, c.K, Linear), c.Linear, 1e-10)
		near(t, "quadratic kappa", WeightedKappa(c.A, c.B, c.K, Quadratic), c.Quadratic, 1e-10)
	}
	// The example of Wikipedia's "Cohen's kappa": 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: 0.4.
	var a, b []string
	for _, c := range []struct {
		a, b string
		n    int
	}{{"yes", "yes", 20}, {"yes", "no", 5}, {"no", "yes", 10}, {"no", "no", 15}} {
		for range c.n {
			a, b = append(a, c.a), append(b, c.b)
		}
	}
	near(t, "kappa of grants", Kappa(a, b), 0.4, 1e-12)
	for _, v := range []float64{Kappa([]string{"x"}, []string{"x"}), Kappa([]int{}, nil), Kappa([]int{1}, nil), WeightedKappa([]int{0}, []int{5}, 3, Linear)} {
		if !math.IsNaN(v) {
			t.Errorf("an undefined kappa is %g", v)
		}
	}
}

func TestKrippendorff(t *testing.T) {
	var g goldens
	readGolden(t, "golden", &g)
	for _, c := range g.Alpha {
		for level, want := range c.Alpha {
			near(t, "alpha", Krippendorff(optional(c.Ratings), Level(level)), want, 1e-10)
		}
	}
	// Krippendorff (2011), section C: four observers, twelve units.
	x := math.NaN()
	data := [][]float64{
		{1, 2, 3, 3, 2, 1, 4, 1, 2, x, x, x},
		{1, 2, 3, 3, 2, 2, 4, 1, 2, 5, x, 3},
		{x, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, x},
		{1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, x},
	}
	for level, want := range []float64{0.743, 0.815, 0.849} {
		if got := Krippendorff(data, Level(level)); math.Abs(got-want) > 0.0005 {
			t.Errorf("level %d: alpha %.4f, published %.3f", level, got, want)
		}
	}
	for _, bad := range [][][]float64{nil, {{1, 2}}, {{1, x}, {x, 2}}, {{1, 1}, {1, 1}}} {
		if v := Krippendorff(bad, Nominal); !math.IsNaN(v) {
			t.Errorf("alpha of %v is %g", bad, v)
		}
	}
}

func optional(rows [][]*float64) [][]float64 {
	out := make([][]float64, len(rows))
	for i, row := range rows {
		for _, v := range row {
			if v == nil {
				out[i] = append(out[i], math.NaN())
			} else {
				out[i] = append(out[i], *v)
			}
		}
	}
	return out
}

func TestOverlapLikeOthers(t *testing.T) {
	var g goldens
	readGolden(t, "golden", &g)
	var corpus BLEU
	for _, c := range g.Overlap {
		candidate, reference := Words(c.Candidate), Words(c.Reference)
		for name, pair := range map[string]struct {
			got  Overlap
			want [3]float64
		}{
			"ROUGE-1": {RougeN(candidate, reference, 1), c.Rouge1},
			"ROUGE-2": {RougeN(candidate, reference, 2), c.Rouge2},
			"ROUGE-L": {RougeL(candidate, reference), c.RougeL},
		} {
			near(t, name+" precision of "+c.Candidate, pair.got.Precision, pair.want[0], 1e-12)
			near(t, name+" recall of "+c.Candidate, pair.got.Recall, pair.want[1], 1e-12)
			near(t, name+" F1 of "+c.Candidate, pair.got.F1, pair.want[2], 1e-12)
		}
		b := BLEUOf(candidate, [][]string{reference, reference[:min(5, len(reference))]})
		near(t, "smooth BLEU of "+c.Candidate, b.Score(true), c.Smooth, 1e-12)
		corpus = corpus.Add(b)
	}
	near(t, "BLEU of the corpus", corpus.Score(false), g.CorpusBLEU, 1e-12)
	// Papineni et al. (2002), section 2.1: the modified unigram precision of "the" seven times is 2/7.
	the := BLEUOf(Words("the the the the the the the"), [][]string{Words("The cat is on the mat."), Words("There is a cat on the mat.")})
	if the.Matches[0] != 2 || the.Totals[0] != 7 {
		t.Errorf("%d/%d", the.Matches[0], the.Totals[0])
	}
}

func TestWords(t *testing.T) {
	got := Words("Über-Größe 3,5 天気 naïve\x00x")
	want := []string{"über", "größe", "3", "5", "天", "気", "naïve", "x"}
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestDensityLikeScipy(t *testing.T) {
	var g goldens
	readGolden(t, "golden", &g)
	for i, v := range Density(g.Density.X, g.Density.At, 0) {
		near(t, "density", v, g.Density.Scott[i], 1e-10)
	}
	if v := Density([]float64{2, 2, 2}, []float64{2}, 0)[0]; !math.IsNaN(v) {
		t.Errorf("equal values have a density of %g without a bandwidth", v)
	}
	near(t, "density of one value", Density([]float64{2}, []float64{2}, 1)[0], 1/math.Sqrt(2*math.Pi), 1e-12)
}
