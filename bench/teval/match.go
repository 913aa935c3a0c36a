package teval

import (
	"math"
	"sort"
)

// weight is an edge's weight for matching, compared by its parts in turn: the similarity in units of
// 2⁻⁴⁰, then minus the square of how far apart the two steps stand in their plans. Of sets of edges
// with the same total similarity, one whose edges do not cross wins; the reference leaves such ties,
// which repeated actions make, to chance.
type weight struct {
	similarity int64
	order      int64
}

func (a weight) less(b weight) bool {
	return a.similarity < b.similarity || a.similarity == b.similarity && a.order < b.order
}
func (a weight) plus(b weight) weight  { return weight{a.similarity + b.similarity, a.order + b.order} }
func (a weight) minus(b weight) weight { return weight{a.similarity - b.similarity, a.order - b.order} }

// heaviest is more than any sum of weights.
func heaviest() weight { return weight{math.MaxInt64 / 4, math.MaxInt64 / 4} }

const similarityUnit = 1 << 40

// matching is a bipartite matching of maximum weight over the edges with a similarity above
// threshold: for each row of similarity (a predicted step) the column (gold step) matched, or -1.
func matching(similarity [][]float64, columns int, threshold float64) []int {
	rows := len(similarity)
	out := make([]int, rows)
	for i := range out {
		out[i] = -1
	}
	if rows == 0 || columns == 0 {
		return out
	}
	// The algorithm gives each of its lines, the gold steps, a place, the predicted steps, at the
	// smallest cost: minus the weight, and nothing where there is no edge.
	h := hungarian{places: max(rows, columns)}
	h.cost = make([]weight, columns*h.places)
	for i, row := range similarity {
		for j, s := range row {
			if s > threshold {
				apart := int64(i)*int64(columns-1) - int64(j)*int64(rows-1)
				h.cost[j*h.places+i] = weight{-int64(math.Round(s * similarityUnit)), apart * apart}
			}
		}
	}
	for j, i := range h.assign(columns) {
		if i < rows && similarity[i][j] > threshold {
			out[i] = j
		}
	}
	return out
}

// hungarian assigns lines to places so that the total cost is smallest; cost[line·places+place].
type hungarian struct {
	places int
	cost   []weight
}

// assign gives the place of each of n lines, n at most places, in O(n² · places). Lines enter one at
// a time; each finds its place along the cheapest path of exchanges (Kuhn 1955, in the form with
// potentials).
func (h hungarian) assign(n int) []int {
	ofPlace := make([]int, h.places+1) // line in each place, 1-based; 0: free
	u, v := make([]weight, n+1), make([]weight, h.places+1)
	least, from, done := make([]weight, h.places+1), make([]int, h.places+1), make([]bool, h.places+1)
	for line := 1; line <= n; line++ {
		ofPlace[0] = line
		for j := range least {
			least[j], done[j] = heaviest(), false
		}
		at := 0
		for ofPlace[at] != 0 {
			done[at] = true
			i, next, delta := ofPlace[at], 0, heaviest()
			costs, base := h.cost[(i-1)*h.places:i*h.places], u[i]
			for j := 1; j <= h.places; j++ {
				if done[j] {
					continue
				}
				if c := costs[j-1].minus(base).minus(v[j]); c.less(least[j]) {
					least[j], from[j] = c, at
				}
				if least[j].less(delta) {
					delta, next = least[j], j
				}
			}
			for j := 0; j <= h.places; j++ {
				if done[j] {
					u[ofPlace[j]] = u[ofPlace[j]].plus(delta)
					v[j] = v[j].minus(delta)
				} else if j > 0 {
					least[j] = least[j].minus(delta)
				}
			}
			at = next
		}
		for at != 0 {
			ofPlace[at] = ofPlace[from[at]]
			at = from[at]
		}
	}
	out := make([]int, n)
	for j := 1; j <= h.places; j++ {
		if ofPlace[j] != 0 {
			out[ofPlace[j]-1] = j - 1
		}
	}
	return out
}

// longestIncreasing is the length of the longest increasing subsequence of the entries that are not
// negative.
func longestIncreasing(a []int) int {
	var tails []int // tails[k]: the smallest end of an increasing run of length k+1
	for _, x := range a {
		if x < 0 {
			continue
		}
		k := sort.SearchInts(tails, x)
		if k == len(tails) {
			tails = append(tails, x)
		} else {
			tails[k] = x
		}
	}
	return len(tails)
}
