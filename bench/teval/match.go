package teval

import (
	"math"
	"math/bits"
	"sort"
)

// matcher finds how many steps of two plans match in order: over the bipartite matchings of
// maximum weight, the longest increasing subsequence of matched gold steps. Where repeated
// actions make several matchings equally heavy, the one that keeps the most order counts; the
// reference takes any of them.
//
// Weights are similarities in units of 2⁻⁴⁰, so that equal ones compare equal in sums. The
// Hungarian algorithm (Kuhn 1955) gives one heaviest matching together with potentials; a matching
// is heaviest exactly when it uses tight edges only, those whose weight the potentials use up, and
// leaves out nobody with a potential.
type matcher struct {
	lines  int // gold steps
	places int // predicted steps
	weight []int64
	u, v   []int64 // potentials of lines and places, at least 0
	place  []int   // of each line, -1 for none
}

const similarityUnit = 1 << 40

// orderedMatches gives the length of the longest increasing subsequence; similarity has a row a
// predicted step and gold columns, of which those above threshold are edges.
func orderedMatches(similarity [][]float64, gold int, threshold float64) int {
	m := &matcher{lines: gold, places: len(similarity)}
	if m.lines == 0 || m.places == 0 {
		return 0
	}
	m.weight = make([]int64, m.lines*m.places)
	for i, row := range similarity {
		for j, s := range row {
			if s > threshold {
				m.weight[j*m.places+i] = int64(math.Round(s * similarityUnit))
			}
		}
	}
	m.assign()
	return m.longest()
}

// assign finds a heaviest matching. Lines enter one at a time, each along the cheapest path of
// exchanges. Behind the places stand as many empty ones, so that every line can go without.
func (m *matcher) assign() {
	all := m.places + m.lines
	work := make([]int64, m.lines+1+2*(all+1))
	u, v, least := work[:m.lines+1], work[m.lines+1:m.lines+1+all+1], work[m.lines+1+all+1:]
	ofPlace, from, done := make([]int, all+1), make([]int, all+1), make([]bool, all+1)
	for line := 1; line <= m.lines; line++ {
		ofPlace[0] = line
		for j := range least {
			least[j], done[j] = math.MaxInt64, false
		}
		at := 0
		for ofPlace[at] != 0 {
			done[at] = true
			i, next, delta := ofPlace[at], 0, int64(math.MaxInt64)
			weights, base := m.weight[(i-1)*m.places:i*m.places], u[i]
			for j := 1; j <= all; j++ {
				if done[j] {
					continue
				}
				c := -base - v[j]
				if j <= m.places {
					c -= weights[j-1]
				}
				if c < least[j] {
					least[j], from[j] = c, at
				}
				if least[j] < delta {
					delta, next = least[j], j
				}
			}
			for j := 0; j <= all; j++ {
				if done[j] {
					u[ofPlace[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			at = next
		}
		for at != 0 {
			ofPlace[at] = ofPlace[from[at]]
			at = from[at]
		}
	}
	m.u, m.v, m.place = u[1:], v[1:m.places+1], make([]int, m.lines)
	for j := 1; j <= all; j++ {
		if line := ofPlace[j]; line != 0 {
			if m.place[line-1] = -1; j <= m.places && m.weight[(line-1)*m.places+j-1] > 0 {
				m.place[line-1] = j - 1
			}
		}
	}
	for i := range m.u {
		m.u[i] = -m.u[i]
	}
	for i := range m.v {
		m.v[i] = -m.v[i]
	}
}

// maxMasked is how many predicted steps fit the masks below. Beyond that ties are left as they fall:
// nobody plans so many steps, and few replies hold them.
const maxMasked = 64

// choice is what a line may do in some heaviest matching: take one of the places of a mask, or go
// without.
type choice struct {
	places uint64
	none   bool
}

// longest looks at all heaviest matchings.
func (m *matcher) longest() int {
	l := longestIncreasing(m.place)
	if m.places > maxMasked {
		return l
	}
	choices := make([]choice, m.lines)
	bound := 0
	for line := range choices {
		c := choice{none: m.u[line] == 0}
		for place, w := range m.weight[line*m.places : (line+1)*m.places] {
			if w > 0 && w == m.u[line]+m.v[place] {
				c.places |= 1 << place
			}
		}
		if choices[line] = c; c.places != 0 {
			bound++
		}
	}
	var forced uint64 // places with a potential are taken in every heaviest matching
	for place, v := range m.v {
		if v > 0 {
			forced |= 1 << place
		}
	}
	if l == bound || settle(choices, forced) {
		return l
	}
	return max(l, longestRun(choices, forced, m.places))
}

// settle strikes out choices until nothing follows any more: a forced place that one line only can
// take is that line's, and a line with a single place keeps all others from it. It says whether no
// line has a choice left, so that there is but one heaviest matching.
func settle(choices []choice, forced uint64) bool {
	for changed := true; changed; {
		changed = false
		var once, twice uint64
		for _, c := range choices {
			twice |= once & c.places
			once |= c.places
		}
		for i, c := range choices {
			if own := c.places & forced &^ twice; own != 0 && (c.none || c.places != own) {
				choices[i], changed = choice{places: own & -own}, true
			}
		}
		for i, c := range choices {
			if c.none || bits.OnesCount64(c.places) != 1 || c.places&twice == 0 {
				continue
			}
			for j := range choices {
				if j != i && choices[j].places&c.places != 0 {
					choices[j].places &^= c.places
					changed = true
				}
			}
		}
	}
	for _, c := range choices {
		if n := bits.OnesCount64(c.places); n > 1 || n == 1 && c.none {
			return false
		}
	}
	return true
}

// maxShared bounds the search among equally heavy matchings by how many places several lines may
// take. Only a plan that repeats actions dozens of times has more; then the matching at hand counts.
const maxShared = 10

// search goes through the lines in order. What lies ahead depends only on the line, on which of the
// shared places are used, and on where the increasing run ends.
type search struct {
	choices []choice
	bit     [maxMasked]uint16 // of each shared place, 0 for the others
	shared  int
	forced  uint16 // shared places that must be taken
	places  int
	memo    []int16 // 0: unknown, else 2 + the result
}

// longestRun gives the longest increasing run over all matchings that the choices leave, or 0 when
// there are too many of them.
func longestRun(choices []choice, forced uint64, places int) int {
	s := &search{choices: choices, places: places}
	var once, twice uint64
	for _, c := range choices {
		twice |= once & c.places
		once |= c.places
	}
	if bits.OnesCount64(twice) > maxShared {
		return 0
	}
	for ; twice != 0; twice &= twice - 1 {
		place := bits.TrailingZeros64(twice)
		s.bit[place] = 1 << s.shared
		if forced>>place&1 == 1 {
			s.forced |= s.bit[place]
		}
		s.shared++
	}
	s.memo = make([]int16, len(choices)<<s.shared*(places+1))
	return max(0, s.walk(0, 0, -1))
}

// walk gives the longest run from line on, or -1 when some place that must be taken would stay free.
func (s *search) walk(line int, used uint16, last int) int {
	ahead := len(s.choices) - line
	if bits.OnesCount16(s.forced&^used) > ahead {
		return -1
	}
	if ahead == 0 {
		return 0
	}
	key := (line<<s.shared+int(used))*(s.places+1) + last + 1
	if r := s.memo[key]; r != 0 {
		return int(r) - 2
	}
	best := -1
	if s.choices[line].none {
		best = s.walk(line+1, used, last)
	}
	for free := s.choices[line].places; free != 0 && best < ahead; free &= free - 1 {
		place := bits.TrailingZeros64(free)
		if used&s.bit[place] != 0 {
			continue
		}
		next := used | s.bit[place]
		if place > last {
			if r := s.walk(line+1, next, place); r >= 0 {
				best = max(best, r+1)
			}
		}
		if best < ahead-1 {
			best = max(best, s.walk(line+1, next, last))
		}
	}
	s.memo[key] = int16(best + 2)
	return best
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
