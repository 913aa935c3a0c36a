package stat

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// readGolden reads testdata/name.json, which the script of the same name wrote.
func readGolden(t *testing.T, name string, into any) {
	t.Helper()
	body, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(body, into); err != nil {
		t.Fatalf("testdata/%s.json: %v", name, err)
	}
}

func TestMatchingLikeScipy(t *testing.T) {
	var golden struct {
		Weighted []struct {
			Weights [][]float64
			Total   float64
		}
		Plain []struct {
			Edges [][]int
			Right int
			Size  int
		}
	}
	readGolden(t, "matching", &golden)
	for i, c := range golden.Weighted {
		match, total := MaxWeightMatching(c.Weights)
		if math.Abs(total-c.Total) > 1e-9 {
			t.Errorf("matrix %d: total %g, want %g", i, total, c.Total)
		}
		checkMatching(t, c.Weights, match, total)
	}
	for i, c := range golden.Plain {
		match, size := MaxMatching(c.Edges, c.Right)
		if size != c.Size {
			t.Errorf("graph %d: %d pairs, want %d", i, size, c.Size)
		}
		used := map[int]bool{}
		for l, r := range match {
			if r < 0 {
				continue
			}
			if used[r] || !contains(c.Edges[l], r) {
				t.Errorf("graph %d: %d is paired with %d", i, l, r)
			}
			used[r] = true
			size--
		}
		if size != 0 {
			t.Errorf("graph %d: the size is not the number of pairs", i)
		}
	}
}

func contains(xs []int, x int) bool {
	for _, y := range xs {
		if x == y {
			return true
		}
	}
	return false
}

func checkMatching(t interface{ Errorf(string, ...any) }, weights [][]float64, match []int, total float64) {
	used := map[int]bool{}
	sum := 0.0
	for i, j := range match {
		if j < 0 {
			continue
		}
		if used[j] || !(weights[i][j] > 0) {
			t.Errorf("row %d has column %d", i, j)
		}
		used[j] = true
		sum += weights[i][j]
	}
	if math.Abs(sum-total) > 1e-9 {
		t.Errorf("the pairs add up to %g, the total says %g", sum, total)
	}
}

// Every matching of small matrices is tried.
func TestMaxWeightMatchingIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(0, 5).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "columns")
		weights := make([][]float64, rows)
		for i := range weights {
			for range columns {
				weights[i] = append(weights[i], float64(rapid.IntRange(-2, 6).Draw(t, "w"))/4)
			}
		}
		match, total := MaxWeightMatching(weights)
		checkMatching(t, weights, match, total)
		if best := bestByTrying(weights, 0, 0); math.Abs(total-best) > 1e-9 {
			t.Errorf("%v: total %g, best %g", weights, total, best)
		}
	})
}

func bestByTrying(weights [][]float64, row, used int) float64 {
	if row == len(weights) {
		return 0
	}
	best := bestByTrying(weights, row+1, used)
	for j, w := range weights[row] {
		if used>>j&1 == 0 && w > 0 {
			best = max(best, w+bestByTrying(weights, row+1, used|1<<j))
		}
	}
	return best
}

func TestMatchingOfNothing(t *testing.T) {
	if m, total := MaxWeightMatching([][]float64{{}, {}}); total != 0 || !cmp.Equal(m, []int{-1, -1}) {
		t.Error(m, total)
	}
	if m, total := MaxWeightMatching([][]float64{{math.NaN(), 0.5}}); total != 0.5 || m[0] != 1 {
		t.Error(m, total)
	}
	if m, n := MaxMatching(nil, 0); len(m) != 0 || n != 0 {
		t.Error(m, n)
	}
}

func TestLongestIncreasing(t *testing.T) {
	for _, c := range []struct{ xs, want []int }{
		{nil, nil},
		{[]int{5}, []int{0}},
		{[]int{3, 3, 3}, []int{0}},
		{[]int{4, 3, 2, 1}, []int{3}},
		// The example of Wikipedia's "Longest increasing subsequence": length 6.
		{[]int{0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}, []int{0, 4, 6, 9, 13, 15}},
	} {
		if diff := cmp.Diff(c.want, LongestIncreasing(c.xs)); diff != "" {
			t.Errorf("%v: %s", c.xs, diff)
		}
	}
}

func TestLongestIncreasingIsLongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(rapid.IntRange(0, 12), 0, 40).Draw(t, "xs")
		got := LongestIncreasing(xs)
		for k := 1; k < len(got); k++ {
			if got[k-1] >= got[k] || xs[got[k-1]] >= xs[got[k]] {
				t.Fatalf("%v is not increasing in %v", got, xs)
			}
		}
		longest := make([]int, len(xs))
		want := 0
		for i := range xs {
			longest[i] = 1
			for j := range i {
				if xs[j] < xs[i] {
					longest[i] = max(longest[i], longest[j]+1)
				}
			}
			want = max(want, longest[i])
		}
		if len(got) != want {
			t.Fatalf("length %d of %v, want %d", len(got), xs, want)
		}
	})
}

func TestLongestCommon(t *testing.T) {
	// The examples of Wikipedia's "Longest common subsequence", and the ends of the range.
	for _, c := range []struct {
		a, b string
		want int
	}{{"GAC", "AGCAT", 2}, {"XMJYAUZ", "MZJAWXU", 4}, {"", "a", 0}, {"abc", "abc", 3}, {"ab", "cd", 0}} {
		if got := LongestCommon([]byte(c.a), []byte(c.b)); got != c.want {
			t.Errorf("%q and %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
