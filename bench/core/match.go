package core

import (
	"encoding/json"
	"math/bits"

	"deft/tool"
)

// made is a call that the model made, its arguments decoded. results are the results that the
// conversation had shown by then, nil when calls were not performed.
type made struct {
	name   string
	args   map[string]any
	broken bool // the arguments are no JSON object
	result json.RawMessage
}

func readCall(c tool.Call) made {
	m := made{name: c.Name}
	if len(c.Arguments) == 0 && c.Malformed == "" {
		return m
	}
	value, ok := decode(c.Arguments)
	args, isObject := value.(map[string]any)
	if !ok || !isObject || c.Malformed != "" {
		m.broken = true
		return m
	}
	m.args = args
	return m
}

// way is a gold call or one of its alternatives, decoded.
type way struct {
	name string
	args map[string][]any
}

// matcher compares the calls made with the gold calls of one sample.
type matcher struct {
	gold      [][]way // by gold call: the ways of making it
	made      []made
	documents map[string]document
	// place[n] is the gold call that made[n] was taken for, -1 for none; way[n] is which of its ways.
	place []int
	way   []int
}

// match assigns calls to gold calls one to one: as many as possible by the tool's name, and among
// those assignments one with the most equal arguments. References are compared by the tool they
// refer to at first, and by the assignment itself when it stands.
func (m *matcher) match() {
	n := len(m.gold)
	// best[mask] is the best value with the gold calls in mask taken, after the calls so far.
	const unset = -1
	best := make([]int, 1<<n)
	for i := range best {
		best[i] = unset
	}
	best[0] = 0
	choice := make([][]int16, len(m.made)) // by call and mask after it: the gold call taken + 1
	for i := range m.made[:min(len(m.made), maxMatched)] {
		worth, any := m.worths(i)
		if !any {
			continue
		}
		choice[i] = make([]int16, 1<<n)
		next := append([]int(nil), best...)
		for mask, value := range best {
			if value == unset {
				continue
			}
			for g, w := range worth {
				if w < 0 || mask&(1<<g) != 0 {
					continue
				}
				if to := mask | 1<<g; value+w > next[to] {
					next[to], choice[i][to] = value+w, int16(g+1)
				}
			}
		}
		best = next
	}
	last := 0
	for mask, value := range best {
		if value > best[last] || value == best[last] && bits.OnesCount(uint(mask)) > bits.OnesCount(uint(last)) {
			last = mask
		}
	}
	m.place, m.way = make([]int, len(m.made)), make([]int, len(m.made))
	for i := len(m.made) - 1; i >= 0; i-- {
		m.place[i] = -1
		if choice[i] == nil {
			continue
		}
		if g := int(choice[i][last]) - 1; g >= 0 {
			m.place[i] = g
			last &^= 1 << g
		}
	}
	for i, g := range m.place {
		if g >= 0 {
			m.way[i], _ = m.closest(i, g)
		}
	}
}

// callWorth outweighs any number of equal arguments.
const callWorth = 1 << 16

// maxMatched bounds the calls that are matched; a reply with more has gone astray, and calls
// beyond are extra ones.
const maxMatched = 256

// worths gives the value of taking call i for each gold call, -1 where the tool is another, and
// whether it can be taken for any.
func (m *matcher) worths(i int) (out []int, any bool) {
	out = make([]int, len(m.gold))
	for g := range m.gold {
		_, right := m.closest(i, g)
		out[g] = right
		if right >= 0 {
			out[g], any = callWorth+right, true
		}
	}
	return out, any
}

// closest finds the way of gold call g that call i comes nearest to, with the number of equal
// arguments; -1 when none is of the same tool.
func (m *matcher) closest(i, g int) (which, right int) {
	which, right = -1, -1
	for w, candidate := range m.gold[g] {
		if candidate.name != m.made[i].name {
			continue
		}
		n := 0
		for name, accepted := range candidate.args {
			if value, ok := m.made[i].args[name]; ok && m.accepts(i, name, accepted, value) {
				n++
			}
		}
		if n > right {
			which, right = w, n
		}
	}
	return which, right
}

// accepts says whether call i may give value to the parameter name.
func (m *matcher) accepts(i int, name string, accepted []any, value any) bool {
	set := m.documents[m.made[i].name].Properties[name].UniqueItems
	for _, want := range accepted {
		if text, ok := want.(string); ok {
			if r, ok := parseReference(text); ok {
				if m.refers(i, r, value) {
					return true
				}
				continue
			}
		}
		if equal(want, value, set) {
			return true
		}
	}
	return false
}

// refers says whether value stands for what gold reference r stands for: a reference to the call
// taken for that gold call, or, where calls were performed, the value that such a call returned.
func (m *matcher) refers(i int, r reference, value any) bool {
	if r.call >= len(m.gold) {
		return false
	}
	if text, ok := value.(string); ok {
		if given, ok := parseReference(text); ok {
			return given.call < len(m.made) && given.call != i && given.path == r.path && m.standsFor(given.call, r.call)
		}
	}
	for n := range m.made[:i] {
		if m.made[n].result == nil || !m.standsFor(n, r.call) {
			continue
		}
		found, err := reference{n, r.path}.lookUp(m.results(n))
		if err != nil {
			continue
		}
		if shown, ok := decode(found); ok && equal(shown, value, false) {
			return true
		}
	}
	return false
}

// results gives the results up to call n.
func (m *matcher) results(n int) []json.RawMessage {
	out := make([]json.RawMessage, n+1)
	out[n] = m.made[n].result
	return out
}

// standsFor says whether call n is taken for gold call g; before there is an assignment, whether
// it could be.
func (m *matcher) standsFor(n, g int) bool {
	if m.place != nil {
		return m.place[n] == g
	}
	for _, w := range m.gold[g] {
		if w.name == m.made[n].name {
			return true
		}
	}
	return false
}
