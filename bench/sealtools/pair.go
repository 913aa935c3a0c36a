package sealtools

import (
	"slices"

	"deft/tool"
)

// fromStep reads the arguments of predicted calls. Arguments that are no object count as none.
func fromStep(calls []tool.Call) []call {
	out := make([]call, len(calls))
	for i, c := range calls {
		out[i].name = c.Name
		if members, err := parseArguments(string(c.Arguments)); err == nil {
			out[i].parameters = members
		}
	}
	return out
}

// firstOfName gives, for each predicted call, the first gold call of its api, or -1: the pairing
// of the paper and of the released code, in which several calls may be held against the same.
func firstOfName(gold, predicted []call) []int {
	pairs := make([]int, len(predicted))
	for p := range predicted {
		pairs[p] = slices.IndexFunc(gold, func(g call) bool { return g.name == predicted[p].name })
	}
	return pairs
}

// oneToOne gives, for each predicted call, the gold call it is held against, or -1. Each gold call
// is used once at most: of all pairings within an api the one with the most equal parameters.
func oneToOne(gold, predicted []call) []int {
	pairs := make([]int, len(predicted))
	byFirst := make([][]int, len(gold)) // predicted calls under the first gold call of their api
	for p, g := range firstOfName(gold, predicted) {
		pairs[p] = -1
		if g >= 0 {
			byFirst[g] = append(byFirst[g], p)
		}
	}
	for first, ps := range byFirst {
		if len(ps) == 0 {
			continue
		}
		var gs []int
		for g := first; g < len(gold); g++ {
			if gold[g].name == gold[first].name {
				gs = append(gs, g)
			}
		}
		pairWithin(pairs, gold, predicted, gs, ps)
	}
	return pairs
}

// pairWithin pairs the gold calls gs with the predicted calls ps, all of one api.
func pairWithin(pairs []int, gold, predicted []call, gs, ps []int) {
	equal := func(g, p int) int { return equalParameters(gold[gs[g]].parameters, predicted[ps[p]].parameters) }
	if len(gs) == 1 && len(ps) == 1 { // nearly always
		pairs[ps[0]] = gs[0]
		return
	}
	if len(gs) <= len(ps) {
		for g, p := range assign(len(gs), len(ps), equal) {
			pairs[ps[p]] = gs[g]
		}
		return
	}
	for p, g := range assign(len(ps), len(gs), func(p, g int) int { return equal(g, p) }) {
		pairs[ps[p]] = gs[g]
	}
}

// assign gives each of rows rows a column of its own so that the sum of weight is largest; rows
// must not exceed columns. It takes O(rows²·columns): the shortest augmenting paths of the
// Hungarian method, on weights turned into costs. Of equal assignments it always finds the same.
func assign(rows, columns int, weight func(row, column int) int) []int {
	const none = -1
	w := make([]int, rows*columns)
	for r := range rows {
		for c := range columns {
			w[r*columns+c] = weight(r, c)
		}
	}
	u, v := make([]int, rows), make([]int, columns) // potentials: cost − u − v ≥ 0
	owner := make([]int, columns)
	for c := range owner {
		owner[c] = none
	}
	dist, from, done := make([]int, columns), make([]int, columns), make([]bool, columns)
	for r := range rows {
		for c := range columns {
			dist[c], from[c], done[c] = -w[r*columns+c]-u[r]-v[c], none, false
		}
		last := none
		for {
			next := none
			for c := range columns {
				if !done[c] && (next == none || dist[c] < dist[next]) {
					next = c
				}
			}
			done[next] = true
			last = next
			if owner[next] == none {
				break
			}
			o := owner[next]
			for c := range columns {
				if done[c] {
					continue
				}
				if d := dist[next] - w[o*columns+c] - u[o] - v[c]; d < dist[c] {
					dist[c], from[c] = d, next
				}
			}
		}
		reach := dist[last]
		u[r] += reach
		for c := range columns {
			if done[c] && c != last {
				v[c] += dist[c] - reach
				u[owner[c]] -= dist[c] - reach
			}
		}
		for c := last; ; c = from[c] {
			if from[c] == none {
				owner[c] = r
				break
			}
			owner[c] = owner[from[c]]
		}
	}
	columnOf := make([]int, rows)
	for c, r := range owner {
		if r != none {
			columnOf[r] = c
		}
	}
	return columnOf
}
