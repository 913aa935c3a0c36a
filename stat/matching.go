package stat

import "math"

// MaxWeightMatching pairs rows with columns of weights so that the sum of the weights is largest,
// each row and each column at most once, by the Hungarian method in O(n²m) (Kuhn 1955; potentials
// as in Jonker and Volgenant 1987). All rows have the same length. match[i] is the column of row i,
// -1 when it has none: only weights above 0 are used, others (and NaN) mean that there is no edge.
func MaxWeightMatching(weights [][]float64) (match []int, total float64) {
	match = make([]int, len(weights))
	for i := range match {
		match[i] = -1
	}
	if len(weights) == 0 || len(weights[0]) == 0 {
		return match, 0
	}
	at := func(i, j int) float64 { return positive(weights[i][j]) }
	if rows, columns := len(weights), len(weights[0]); rows <= columns {
		for j, i := range assign(rows, columns, at) {
			if i >= 0 && at(i, j) > 0 {
				match[i] = j
			}
		}
	} else {
		for i, j := range assign(columns, rows, func(i, j int) float64 { return at(j, i) }) {
			if j >= 0 && at(i, j) > 0 {
				match[i] = j
			}
		}
	}
	for i, j := range match {
		if j >= 0 {
			total += weights[i][j]
		}
	}
	return match, total
}

func positive(w float64) float64 {
	if w > 0 {
		return w
	}
	return 0
}

// assign gives every row a column of its own (rows <= columns) so that the sum of weights is
// largest, and returns the row of each column, -1 for none. Rows enter one by one; each looks for
// the cheapest augmenting path under potentials that keep all reduced costs at 0 or above.
func assign(rows, columns int, weight func(i, j int) float64) []int {
	u, v := make([]float64, rows+1), make([]float64, columns+1)
	row := make([]int, columns+1) // column → row, both from 1; 0 is free
	from := make([]int, columns+1)
	least := make([]float64, columns+1)
	done := make([]bool, columns+1)
	for i := 1; i <= rows; i++ {
		row[0] = i
		j0 := 0
		for j := range least {
			least[j], done[j] = math.Inf(1), false
		}
		for {
			done[j0] = true
			i0, delta, next := row[j0], math.Inf(1), 0
			for j := 1; j <= columns; j++ {
				if done[j] {
					continue
				}
				if cost := -weight(i0-1, j-1) - u[i0] - v[j]; cost < least[j] {
					least[j], from[j] = cost, j0
				}
				if least[j] < delta {
					delta, next = least[j], j
				}
			}
			for j := 0; j <= columns; j++ {
				if done[j] {
					u[row[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			j0 = next
			if row[j0] == 0 {
				break
			}
		}
		for j0 != 0 {
			row[j0] = row[from[j0]]
			j0 = from[j0]
		}
	}
	out := make([]int, columns)
	for j := range out {
		out[j] = row[j+1] - 1
	}
	return out
}

// MaxMatching pairs as many left vertices as possible with right ones, each at most once, by the
// algorithm of Hopcroft and Karp (1973) in O(E√V). edges[i] are the right vertices, in [0,right),
// that left vertex i may be paired with. match[i] is the one it is paired with, or -1.
func MaxMatching(edges [][]int, right int) (match []int, size int) {
	g := &matcher{edges: edges, left: make([]int, len(edges)), right: make([]int, right), layer: make([]int, len(edges)), next: make([]int, len(edges))}
	for i := range g.left {
		g.left[i] = -1
	}
	for j := range g.right {
		g.right[j] = -1
	}
	for g.layers() {
		clear(g.next)
		for i := range g.left {
			if g.left[i] < 0 && g.augment(i) {
				size++
			}
		}
	}
	return g.left, size
}

type matcher struct {
	edges       [][]int
	left, right []int // partner or -1
	layer       []int // distance of a left vertex from a free one; -1: not reached
	next        []int // edge of a left vertex to try next in this phase
}

// layers finds how far each left vertex is from a free one along alternating paths, and whether
// any such path ends at a free right vertex.
func (g *matcher) layers() bool {
	var queue []int
	for i := range g.layer {
		g.layer[i] = -1
		if g.left[i] < 0 {
			g.layer[i] = 0
			queue = append(queue, i)
		}
	}
	found := false
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, j := range g.edges[i] {
			if k := g.right[j]; k < 0 {
				found = true
			} else if g.layer[k] < 0 {
				g.layer[k] = g.layer[i] + 1
				queue = append(queue, k)
			}
		}
	}
	return found
}

// augment flips one alternating path from left vertex root to a free right vertex, if there is one
// along the layers. The path is kept on a stack of our own: it may be as long as the graph is wide.
func (g *matcher) augment(root int) bool {
	path := []int{root}
	for len(path) > 0 {
		i := path[len(path)-1]
		if g.next[i] == len(g.edges[i]) {
			g.layer[i] = -1
			path = path[:len(path)-1]
			continue
		}
		j := g.edges[i][g.next[i]]
		g.next[i]++
		k := g.right[j]
		if k < 0 {
			for p := len(path) - 1; p >= 0; p-- {
				v := path[p]
				j, g.left[v] = g.left[v], j
				g.right[g.left[v]] = v
			}
			return true
		}
		if g.layer[k] == g.layer[i]+1 {
			path = append(path, k)
		}
	}
	return false
}
