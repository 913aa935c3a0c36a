package baseline

import (
	"cmp"
	"math"
	"slices"
)

// call is one planned call.
type call struct {
	doc  *document
	args map[string]any
}

// clause is a stretch of the request that may ask for one thing.
type clause struct{ from, to int }

// Thresholds of the choice. A tool fits when the words it shares with a clause carry enough of
// what the clause says, and enough in themselves; the second keeps one chance word from counting.
const (
	minCoverage = 0.3
	minEvidence = 1.6
	maxCalls    = 8
)

// plan chooses tools clause by clause and fills in their parameters. It is empty when no tool fits.
func (m *model) plan(q *query) []call {
	rarity := m.rarity()
	type choice struct {
		doc *document
		at  clause
	}
	var chosen []choice
	for _, c := range q.clauses() {
		d := m.choose(q, c, rarity)
		switch n := len(chosen); {
		case d == nil && n > 0: // what fits nothing says more about what came before
			chosen[n-1].at.to = c.to
		case d == nil:
		case n > 0 && chosen[n-1].doc == d && !repeats(q, d, chosen[n-1].at, c):
			chosen[n-1].at.to = c.to
		default:
			chosen = append(chosen, choice{d, c})
		}
	}
	if len(chosen) == 0 { // what no clause says alone the whole may say
		whole := clause{0, len(q.tokens)}
		if d := m.choose(q, whole, rarity); d != nil {
			chosen = append(chosen, choice{d, whole})
		}
	}
	if len(chosen) == 1 {
		chosen[0].at = clause{0, len(q.tokens)}
	}
	var calls []call
	for _, c := range chosen {
		if len(calls) == maxCalls {
			break
		}
		for _, at := range enumerated(q, c.doc, c.at) {
			f := filler{q: q, doc: c.doc, at: at, whole: len(chosen) == 1 && at == c.at, used: map[int]bool{}}
			if args := f.fill(); len(m.docs) == 1 || complete(c.doc, args) {
				calls = append(calls, call{c.doc, args})
			}
		}
	}
	return calls
}

// complete says whether every required parameter has a value: a tool that cannot be filled from the
// request is not what it asks for.
func complete(d *document, args map[string]any) bool {
	for i := range d.params {
		if _, ok := args[d.params[i].name]; d.params[i].required && !ok {
			return false
		}
	}
	return true
}

// rarity weighs each stem by how few of the sample's tools have it.
func (m *model) rarity() map[string]float64 {
	count := map[string]int{}
	for _, d := range m.docs {
		for t := range d.terms {
			count[t]++
		}
	}
	out := make(map[string]float64, len(count))
	n := float64(len(m.docs))
	for t, c := range count {
		out[t] = math.Log(1 + (n-float64(c)+0.5)/(float64(c)+0.5))
	}
	return out
}

// unseen is the weight of a word that no tool has, against which shared words must hold.
const unseen = 0.7

// choose gives the tool that shares most with the clause, or nil when none shares enough.
func (m *model) choose(q *query, c clause, rarity map[string]float64) *document {
	var best *document
	var bestScore float64
	for _, d := range m.docs {
		if isFinish(d.name) {
			continue
		}
		var score, shared, all float64
		seen := map[string]bool{}
		for i := c.from; i < c.to; i++ {
			t := q.tokens[i]
			if t.stem == "" || seen[t.stem] || isFunctionWord(t.lower) || t.span >= 0 && q.spans[t.span].kind != spanName && q.spans[t.span].kind != spanCode {
				continue
			}
			seen[t.stem] = true
			r, known := rarity[t.stem]
			switch w, in := d.terms[t.stem]; {
			case in:
				score += w * r
				shared += r
				all += r
			case known:
				all += r
			case t.span < 0:
				all += unseen
			}
		}
		if len(m.docs) > 1 && !fillable(q, d) {
			continue
		}
		fit := fitting(q, c, d)
		score += fit
		if fit >= tellingForm {
			shared += fit
			all += fit
		}
		if all == 0 || shared/all < minCoverage || score < minEvidence {
			continue
		}
		// A long document shares words by chance.
		score /= math.Pow(1+float64(len(d.terms)), 0.15)
		if score > bestScore {
			best, bestScore = d, score
		}
	}
	return best
}

// fillable says whether the request holds a value for every required parameter that takes values of
// a form of its own; a free text can always be found.
func fillable(q *query, d *document) bool {
	whole := clause{0, len(q.tokens)}
	for i := range d.params {
		p := &d.params[i]
		free := (p.kind == kindString || p.kind == kindAny) && p.form == formFree && p.pattern == nil
		if p.required && !free && len(p.enum) == 0 && p.kind != kindBoolean && p.kind != kindArray && p.kind != kindObject && p.form != formCurrency && q.countSuiting(p, whole) == 0 {
			return false
		}
	}
	return true
}

// fitting rewards a tool whose required parameters find values of their form in the clause.
func fitting(q *query, c clause, d *document) float64 {
	var found, wanted, form float64
	for i := range d.params {
		p := &d.params[i]
		if !p.required {
			continue
		}
		wanted++
		for s := range q.spans {
			if q.spans[s].from >= c.from && q.spans[s].to <= c.to && suits(&q.spans[s], p) {
				found++
				if p.telling() {
					form += tellingForm
				}
				break
			}
		}
	}
	if wanted == 0 {
		return 0
	}
	return form + 0.5*found/wanted
}

// tellingForm is what a value of a form of its own, which few tools take, adds to a tool's score.
const tellingForm = 1.2

func (p *param) telling() bool {
	switch p.form {
	case formURL, formEmail, formIP, formPath:
		return true
	}
	return p.pattern != nil && p.form == formFree
}

func isFinish(name string) bool { return name == "finish" || name == "ask_to_user" }

// clauses splits the request at the ends of sentences, and at commas and conjunctions behind which
// enough words stand to ask for something.
func (q *query) clauses() []clause {
	var out []clause
	from := 0
	cut := func(to int) {
		if to > from {
			out = append(out, clause{from, to})
			from = to
		}
	}
	for i := range q.tokens {
		t := &q.tokens[i]
		joins := t.lower == "and" || t.lower == "then" || t.lower == "also" || t.lower == "plus"
		if joins && i > from && q.content(i+1, len(q.tokens)) >= 2 && q.content(from, i) >= 2 && t.span < 0 {
			cut(i)
		}
		if t.after != "" && (t.after[0] == '.' || t.after[0] == '?' || t.after[0] == '!' || t.after[0] == ';') {
			cut(i + 1)
		}
	}
	cut(len(q.tokens))
	return out
}

// content counts the words between two tokens that carry content, up to the end of the sentence.
func (q *query) content(from, to int) int {
	n := 0
	for i := from; i < to; i++ {
		t := &q.tokens[i]
		if t.span >= 0 || !isFunctionWord(t.lower) {
			n++
		}
		if t.after != "" && t.after[0] != ',' && t.after[0] != ':' {
			break
		}
	}
	return n
}

// repeats says whether the second clause asks the same tool for something else: it brings values of
// its own for the tool's first required parameter.
func repeats(q *query, d *document, a, b clause) bool {
	p := firstRequired(d)
	return p != nil && q.countSuiting(p, a) > 0 && q.countSuiting(p, b) > 0
}

func firstRequired(d *document) *param {
	for i := range d.params {
		if d.params[i].required {
			return &d.params[i]
		}
	}
	return nil
}

func (q *query) countSuiting(p *param, c clause) int {
	n := 0
	for _, choice := range p.enum {
		for i := c.from; i < c.to; i++ {
			if t := &q.tokens[i]; len(choice.stems) > 0 && t.stem == choice.stems[0] && !isFunctionWord(t.lower) {
				n++
			}
		}
	}
	if len(p.enum) > 0 {
		return n
	}
	for i := range q.spans {
		if s := &q.spans[i]; s.from >= c.from && s.to <= c.to && suits(s, p) {
			n++
		}
	}
	return n
}

// enumerated splits a clause that names several values of one kind for a tool with one required
// parameter ("the weather in Oslo, Rome and Lima") into one stretch for each.
func enumerated(q *query, d *document, c clause) []clause {
	p := firstRequired(d)
	required := 0
	for i := range d.params {
		if d.params[i].required {
			required++
		}
	}
	if p == nil || required != 1 || p.kind == kindArray || p.role != roleNone {
		return []clause{c}
	}
	var at []int
	for i := range q.spans {
		if s := &q.spans[i]; s.from >= c.from && s.to <= c.to && suits(s, p) {
			at = append(at, i)
		}
	}
	if len(at) < 2 || len(at) > maxCalls {
		return []clause{c}
	}
	slices.SortFunc(at, func(a, b int) int { return cmp.Compare(q.spans[a].from, q.spans[b].from) })
	for k := 1; k < len(at); k++ {
		if q.spans[at[k]].kind != q.spans[at[0]].kind || q.spans[at[k]].from-q.spans[at[k-1]].to > 1 {
			return []clause{c} // not a list: they stand apart
		}
	}
	out := make([]clause, len(at))
	for k, i := range at {
		out[k] = clause{q.spans[i].from, q.spans[i].to}
	}
	return out
}
