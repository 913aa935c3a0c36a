package teval

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"deft/chat"
	"deft/eval"
	"deft/internal/race"
)

// everyMatching tries all matchings: the heaviest weight, and of those the longest increasing run.
func everyMatching(w [][]int, i int, taken map[int]bool, columns []int) (weight, run int) {
	if i == len(w) {
		return 0, longestIncreasing(columns)
	}
	weight, run = everyMatching(w, i+1, taken, append(columns, -1))
	for j, x := range w[i] {
		if x == 0 || taken[j] {
			continue
		}
		taken[j] = true
		a, b := everyMatching(w, i+1, taken, append(columns, j))
		taken[j] = false
		if a+x > weight || a+x == weight && b > run {
			weight, run = a+x, b
		}
	}
	return weight, run
}

// TestOrderedMatches compares with all matchings, on matrices full of ties.
func TestOrderedMatches(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range 3000 {
		rows, columns, levels := 1+rng.IntN(6), 1+rng.IntN(5), 1+rng.IntN(4)
		similarity, weights := make([][]float64, rows), make([][]int, rows)
		for i := range similarity {
			similarity[i], weights[i] = make([]float64, columns), make([]int, columns)
			for j := range columns {
				if rng.IntN(3) > 0 {
					weights[i][j] = 8 + rng.IntN(levels)
					similarity[i][j] = float64(weights[i][j]) / 16
				}
			}
		}
		_, want := everyMatching(weights, 0, map[int]bool{}, nil)
		if got := orderedMatches(similarity, columns, 0.4); got != want {
			t.Fatalf("matrix %d %v: %d, want %d", n, weights, got, want)
		}
	}
}

func TestLongestIncreasing(t *testing.T) {
	for _, tt := range []struct {
		a    []int
		want int
	}{{nil, 0}, {[]int{-1, -1}, 0}, {[]int{0, 1, 2}, 3}, {[]int{2, 1, 0}, 1}, {[]int{3, -1, 0, 4, 1, 2, -1}, 3}} {
		if got := longestIncreasing(tt.a); got != tt.want {
			t.Errorf("%v: %d, want %d", tt.a, got, tt.want)
		}
	}
}

// thousandPlans are similarity matrices of 12 × 12, most pairs above the threshold.
func thousandPlans() [][][]float64 {
	rng := rand.New(rand.NewPCG(5, 6))
	plans := make([][][]float64, 1000)
	for p := range plans {
		plans[p] = make([][]float64, 12)
		for i := range plans[p] {
			plans[p][i] = make([]float64, 12)
			for j := range 12 {
				plans[p][i][j] = 0.7 + 0.3*rng.Float64()
			}
			if rng.IntN(12) == 0 && i > 0 {
				copy(plans[p][i], plans[p][i-1]) // a repeated action
			}
		}
	}
	return plans
}

// BenchmarkThousandPlans matches 1,000 plans of 12 × 12 steps an operation: at most 50 ms.
func BenchmarkThousandPlans(b *testing.B) {
	plans := thousandPlans()
	for b.Loop() {
		for _, p := range plans {
			comparePlans(p, 12, 12, edgeThreshold, eval.CompatDefault)
		}
	}
}

func TestThousandPlansInTime(t *testing.T) {
	if testing.Short() || race.Enabled {
		t.Skip("a time limit")
	}
	plans := thousandPlans()
	best := time.Hour
	for range 10 {
		start := time.Now()
		for _, p := range plans {
			comparePlans(p, 12, 12, edgeThreshold, eval.CompatDefault)
		}
		best = min(best, time.Since(start))
	}
	t.Log(best)
	if best > 50*time.Millisecond {
		t.Errorf("1,000 plans of 12 × 12 took %v, want at most 50ms", best)
	}
}

// TestHostileReplies: megabytes of anything are scored in well under a second each.
func TestHostileReplies(t *testing.T) {
	task, err := Benchmark().Open(t.Context(), eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	first := map[string]eval.Sample{}
	for _, s := range collect(t, task) {
		key := s.Groups[0] + s.ID[len(s.ID)-4:]
		if _, ok := first[key]; !ok && (s.Groups[0] == "instruct" || first[s.Groups[0]].ID == "") {
			first[key], first[s.Groups[0]] = s, s
		}
	}
	n := 1 << 17
	if testing.Short() || race.Enabled {
		n = 1 << 13
	}
	replies := []string{
		strings.Repeat("[", n), strings.Repeat("{'a':", n/8), strings.Repeat("a.", n), strings.Repeat("Parcel.track ", n/16), strings.Repeat("\\", n),
		"[" + strings.Repeat("{'id':1,'name':'a','args':{}},", n/32) + "]", strings.Repeat("`", n), strings.Repeat("Action: ", n/8), strings.Repeat("\xff", n),
		"{" + strings.Repeat("(1,):1,", n/8) + "}", strings.Repeat("1", n), "'" + strings.Repeat("\\u0041", n/8), strings.Repeat("Parcel.track\n", n/16), strings.Repeat(":", n),
	}
	modes := []eval.Compat{eval.CompatDefault, eval.CompatReference}
	for _, mode := range modes {
		scoring, err := Benchmark().Scoring(eval.Options{Compat: mode})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range first {
			for _, r := range replies {
				start := time.Now()
				tr := eval.Recorded{Reply: chat.Message{Content: r}}.Transcript()
				if _, err := scoring.Scorer.Score(context.Background(), s, tr); err != nil {
					t.Fatal(err)
				}
				if took := time.Since(start); took > 20*time.Second && !race.Enabled {
					t.Errorf("%s, %s: %.20q… took %v", s.ID, mode, r, took)
				}
			}
		}
		if testing.Short() || race.Enabled {
			break
		}
	}
}

func FuzzScore(f *testing.F) {
	task, err := Benchmark().Open(f.Context(), eval.Options{})
	if err != nil {
		f.Fatal(err)
	}
	all := collect(f, task)
	g := readGolden(f)
	for i, c := range g.Cases {
		if i%9 == 0 {
			f.Add(uint(i*37), textOf(c.Case.Prediction))
		}
	}
	f.Fuzz(func(t *testing.T, which uint, reply string) {
		s := all[which%uint(len(all))]
		tr := eval.Recorded{Reply: chat.Message{Content: reply}}.Transcript()
		for _, mode := range []eval.Compat{eval.CompatDefault, eval.CompatPaper, eval.CompatReference} {
			score, err := scorer{mode: mode, encoder: toy{}}.Score(t.Context(), s, tr)
			if err != nil {
				t.Fatal(err)
			}
			for name, v := range score.Counts {
				if v < 0 || v > 1 {
					t.Errorf("%s: %s is %v", s.ID, name, v)
				}
			}
		}
	})
}
