package baseline

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// filler finds values for the parameters of one call in a stretch of the request.
type filler struct {
	q     *query
	doc   *document
	at    clause
	whole bool         // the stretch is the whole request
	used  map[int]bool // spans that have been given away
}

// near is how many words may stand between a value and the word that names its parameter.
const near = 4

// fill gives arguments: required parameters first, optional ones only where the request speaks of
// them.
func (f *filler) fill() map[string]any {
	args := map[string]any{}
	for _, required := range []bool{true, false} {
		for i := range f.doc.params {
			p := &f.doc.params[i]
			if p.required != required {
				continue
			}
			if v, ok := f.value(p); ok {
				args[p.name] = v
			}
		}
	}
	return args
}

func (f *filler) value(p *param) (any, bool) {
	if len(p.enum) > 0 && p.kind != kindArray {
		return f.choice(p)
	}
	switch p.kind {
	case kindBoolean:
		return f.boolean(p)
	case kindInteger, kindNumber:
		if i := f.pick(p); i >= 0 {
			return f.number(p, i)
		}
		return nil, false
	case kindArray:
		return f.list(p)
	case kindObject:
		return map[string]any{}, p.required
	}
	return f.text(p)
}

// choice takes the value of an enumeration most of whose words stand in the stretch; of several as
// good, the one named first. A word given to one parameter is not given to the next, so that two
// units or sides are told apart.
func (f *filler) choice(p *param) (any, bool) {
	best, most, at := -1, 0.0, 0
	for i, c := range p.enum {
		if len(c.stems) == 0 {
			continue
		}
		n, first := 0, -1
		for _, s := range c.stems {
			if k := f.mentions(p, s); k >= 0 {
				n++
				if first < 0 {
					first = k
				}
			}
		}
		if first >= 0 && (first < f.at.from || first >= f.at.to) {
			first += len(f.q.tokens) // what stands in the stretch comes before what does not
		}
		share := float64(n) / float64(len(c.stems))
		if share >= 0.5 && (share > most || share == most && first < at) {
			best, most, at = i, share, first
		}
	}
	if best < 0 {
		return nil, false
	}
	f.used[-2-at%len(f.q.tokens)] = true
	return p.enum[best].value, true
}

// mentions finds a word in the stretch, else outside it, where what holds for all of a list
// stands; -1 when it is nowhere, given away, or on the other side of a change.
func (f *filler) mentions(p *param, stem string) int {
	for i := f.at.from; i < f.at.to; i++ {
		if t := &f.q.tokens[i]; (t.stem == stem || unitStem(t.lower) == stem) && f.takes(p, i) {
			return i
		}
	}
	if f.at.to-f.at.from < len(f.q.tokens) {
		for i := range f.q.tokens {
			if f.q.tokens[i].stem == stem && f.takes(p, i) {
				return i
			}
		}
	}
	return -1
}

// takes says whether the word at i may go to p: units and the like are not function words, and
// what one has comes with its amount, what one wants behind "in", "into" or "to".
func (f *filler) takes(p *param, i int) bool {
	if f.used[-2-i] || isFunctionWord(f.q.tokens[i].lower) {
		return false
	}
	side := f.change(i)
	return p.role == roleNone || side == roleNone || side == p.role
}

// change says on which side of a change the word at i stands.
func (f *filler) change(i int) role {
	for k := i; k >= 0 && k >= i-2; k-- {
		t := &f.q.tokens[k]
		if t.span >= 0 && f.q.spans[t.span].kind == spanNumber {
			return roleFrom
		}
		if k == i {
			continue
		}
		switch t.lower {
		case "in", "into", "to":
			return roleTo
		case "from":
			return roleFrom
		}
	}
	return roleNone
}

func unitStem(w string) string { return stem(unitName(strings.TrimLeft(w, "0123456789.,"))) }

// boolean is true when the parameter's own words are spoken of, false behind a negation.
func (f *filler) boolean(p *param) (any, bool) {
	for i := f.at.from; i < f.at.to; i++ {
		if !p.named[f.q.tokens[i].stem] || f.q.tokens[i].stem == "" {
			continue
		}
		for j := max(f.at.from, i-3); j < i; j++ {
			switch f.q.tokens[j].lower {
			case "no", "not", "without", "don't", "never", "exclude", "skip":
				return false, true
			}
		}
		return true, true
	}
	return true, p.required
}

// pick gives the span that suits the parameter best, or -1. Optional parameters take a value only
// when a word that names them stands near it, or its form is telling enough.
func (f *filler) pick(p *param) int {
	best, bestScore := -1, math.Inf(-1)
	for i := range f.q.spans {
		s := &f.q.spans[i]
		if f.used[i] || s.from < f.at.from || s.to > f.at.to || !suits(s, p) {
			continue
		}
		score, named := f.affinity(p, s)
		if !p.required && !named && (p.form == formFree || s.kind == spanNumber) {
			continue
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	if best >= 0 {
		f.used[best] = true
	}
	return best
}

// affinity says how much speaks for a value: a word of the parameter close by, the preposition of
// its role before it, and its place in the order of the request.
func (f *filler) affinity(p *param, s *span) (score float64, named bool) {
	for i := max(f.at.from, s.from-near); i < min(f.at.to, s.to+near); i++ {
		t := &f.q.tokens[i]
		if i >= s.from && i < s.to || t.stem == "" {
			continue
		}
		distance := s.from - i
		if i >= s.to {
			distance = i - s.to + 1
		}
		word := t.stem
		if i >= s.to {
			word = unitStem(t.lower)
		}
		switch {
		case p.named[t.stem] || p.named[word]:
			score += 2 / float64(distance)
			named = true
		case p.words[t.stem] && !isFunctionWord(t.lower):
			score += 1 / float64(distance)
			named = true
		}
	}
	if s.from > 0 {
		before := f.q.tokens[s.from-1].lower
		switch {
		case p.role == roleFrom && before == "from", p.role == roleTo && (before == "to" || before == "into" || before == "until"):
			score += 3
			named = true
		case p.role == roleFrom && (before == "to" || before == "into"), p.role == roleTo && before == "from":
			score -= 2
		}
	}
	if s.kind == spanQuoted {
		score += 0.5
	}
	return score - 0.01*float64(s.from), named
}

// suits says whether a value's form is one that the parameter takes.
func suits(s *span, p *param) bool {
	kind := p.kind
	if kind == kindArray {
		kind = p.item
	}
	switch kind {
	case kindInteger:
		return s.kind == spanNumber && s.number == math.Trunc(s.number) && within(s.number, p)
	case kindNumber:
		return s.kind == spanNumber && within(s.number, p)
	case kindBoolean, kindObject:
		return false
	}
	if p.pattern != nil {
		if _, ok := p.fits(s); !ok {
			return false
		}
		if p.form == formFree {
			return true
		}
	}
	switch p.form {
	case formDate:
		return s.kind == spanDate
	case formTime:
		return s.kind == spanTime
	case formURL:
		return s.kind == spanURL
	case formEmail:
		return s.kind == spanEmail
	case formIP:
		return s.kind == spanIP
	case formPath:
		return s.kind == spanPath || s.kind == spanQuoted || s.kind == spanCode && strings.Contains(s.text, ".")
	case formCurrency:
		return s.kind == spanCode && len(s.text) == 3
	}
	switch s.kind {
	case spanQuoted, spanName, spanCode:
		return true
	case spanURL, spanEmail, spanIP, spanPath:
		return p.required
	}
	return false
}

// fits gives the writing of a value that matches the parameter's pattern: as it stands, in its
// standard form, or without the spaces that people put into long numbers.
func (p *param) fits(s *span) (string, bool) {
	for _, t := range []string{s.text, s.iso, strings.ReplaceAll(s.text, " ", "")} {
		if t != "" && p.pattern.MatchString(t) {
			return t, true
		}
	}
	return "", false
}

func within(v float64, p *param) bool {
	return (p.min == nil || v >= *p.min) && (p.max == nil || v <= *p.max)
}

func (f *filler) number(p *param, i int) (any, bool) {
	s := &f.q.spans[i]
	if p.kind == kindInteger || s.number == math.Trunc(s.number) && math.Abs(s.number) < 1e15 {
		return json.RawMessage(strconv.FormatInt(int64(s.number), 10)), true
	}
	return json.RawMessage(strconv.FormatFloat(s.number, 'g', -1, 64)), true
}

// list takes every value of the right form in the stretch.
func (f *filler) list(p *param) (any, bool) {
	var out []any
	for i := range f.q.spans {
		s := &f.q.spans[i]
		if f.used[i] || s.from < f.at.from || s.to > f.at.to || !suits(s, p) {
			continue
		}
		f.used[i] = true
		if p.item == kindInteger || p.item == kindNumber {
			v, _ := f.number(&param{kind: p.item}, i)
			out = append(out, v)
		} else {
			out = append(out, s.text)
		}
	}
	if len(out) == 0 {
		for _, c := range p.enum {
			for _, st := range c.stems {
				if f.mentions(p, st) >= 0 {
					out = append(out, c.value)
					break
				}
			}
		}
	}
	return out, len(out) > 0
}

// text gives a string: a value of its form, else for required parameters the words of the request
// that are not about the tool itself.
func (f *filler) text(p *param) (any, bool) {
	if p.form == formCurrency {
		if code, ok := f.currency(p); ok {
			return code, true
		}
	}
	if i := f.pick(p); i >= 0 {
		s := &f.q.spans[i]
		if p.pattern != nil && p.form == formFree {
			return p.fits(s)
		}
		switch {
		case s.iso != "" && (p.form == formTime || p.iso || p.form == formDate && f.q.today.valid()):
			return s.iso, true
		case s.kind == spanCode || s.kind == spanQuoted:
			return s.text, true
		}
		return strings.TrimSuffix(strings.TrimSuffix(s.text, "'s"), "’s"), true
	}
	if !p.required || p.form != formFree || p.pattern != nil {
		return nil, false
	}
	return f.rest(p)
}

func (f *filler) currency(p *param) (string, bool) {
	for i := f.at.from; i < f.at.to; i++ {
		t := &f.q.tokens[i]
		sign := strings.TrimRight(t.text, "0123456789.,")
		for _, w := range []string{t.lower, sign} {
			if code, ok := currencyCode(w); ok && f.takes(p, i) {
				f.used[-2-i] = true
				return code, true
			}
		}
	}
	return "", false
}

// rest is the longest run of words that are neither function words at its edges nor words of the
// tool's document.
func (f *filler) rest(p *param) (any, bool) {
	bestFrom, bestTo := 0, 0
	for i := f.at.from; i < f.at.to; i++ {
		from, to := i, i
		for to < f.at.to && f.says(to) {
			to++
			if f.q.tokens[to-1].after != "" {
				break
			}
		}
		for from < to && isFunctionWord(f.q.tokens[from].lower) {
			from++
		}
		end := to
		for end > from && isFunctionWord(f.q.tokens[end-1].lower) {
			end--
		}
		if end-from > bestTo-bestFrom {
			bestFrom, bestTo = from, end
		}
		if to > i {
			i = to - 1
		}
	}
	if bestTo == bestFrom {
		return nil, false
	}
	return f.q.textOf(bestFrom, bestTo), true
}

// says is whether a word may be part of a free text: it is not one of the tool's own words.
func (f *filler) says(i int) bool {
	t := &f.q.tokens[i]
	if t.span >= 0 {
		return !f.used[t.span]
	}
	return f.doc.terms[t.stem] < weightParamText+0.01
}
