package protocol

import (
	"encoding/json"
	"strings"
)

// fence opens and closes a block of code in Markdown.
const fence = "```"

// Extracted is a structure found in a text: a list or an object, written as JSON or as a Python
// literal, perhaps in a code fence and among other words.
type Extracted struct {
	// Value is valid JSON with numbers as written; nil when nothing could be read.
	Value json.RawMessage
	// Before and After are the text around it, without code fences and outer white space.
	Before, After string
	// Faults says what was not as it should be: redundant_text, repaired, escaped_underscore, or
	// one fatal fault when Value is nil.
	Faults []Fault
}

// Extract finds the first structure in text: JSON or a Python literal, with trailing or missing
// commas, single quotes, comments, unquoted keys and the like mended and reported. It takes time
// linear in the text, whatever the text is.
func Extract(text string) Extracted {
	if strings.TrimSpace(text) == "" {
		return Extracted{Faults: []Fault{{Kind: FaultEmpty, Detail: "the reply is empty", Fatal: true}}}
	}
	f := newFinder(text)
	var failed *Fault
	for f.next() {
		c, fault := f.try()
		if fault == nil {
			before, after := outside(text[:c.start]), outside(text[c.end:])
			around := before + after
			if around == "" && strings.Contains(text[:c.start], fence) {
				around = fence
			}
			return Extracted{Value: c.value, Before: before, After: after, Faults: c.faults(around)}
		}
		if failed == nil {
			failed = fault
		}
	}
	if failed == nil {
		failed = &Fault{Kind: FaultBadJSON, Detail: "the reply holds no list or object", Fatal: true}
	}
	return Extracted{Before: outside(text), Faults: []Fault{*failed}}
}

// candidate is a structure read at text[start:end].
type candidate struct {
	start, end int
	value      json.RawMessage
	mended     string
	escaped    bool
}

// faults reports the candidate's deviations, and that there was other text around it.
func (c candidate) faults(around string) []Fault {
	var fs []Fault
	if around != "" {
		fs = append(fs, Fault{Kind: FaultRedundantText, Detail: shorten(around)})
	}
	if c.escaped {
		fs = append(fs, Fault{Kind: FaultEscapedUnderscore, Detail: `\_ in the reply`})
	}
	if c.mended != "" {
		fs = append(fs, Fault{Kind: FaultRepaired, Detail: c.mended})
	}
	return fs
}

// finder goes through the places of a text where a structure may start. All attempts share a
// budget proportional to the text, so that no text can make them quadratic together.
type finder struct {
	text   string
	pos    int // where to look next
	budget int
}

func newFinder(text string) *finder { return &finder{text: text, budget: 16*len(text) + 4096} }

// next moves to the next opening bracket.
func (f *finder) next() bool {
	if f.budget <= 0 || f.pos > len(f.text) {
		return false
	}
	i := strings.IndexAny(f.text[f.pos:], "[{")
	if i < 0 {
		return false
	}
	f.pos += i
	return true
}

// try reads a structure at the current place and moves behind it, or past its first byte.
func (f *finder) try() (candidate, *Fault) {
	s := scanner{src: f.text, pos: f.pos, budget: &f.budget}
	o := s.value()
	if o == read {
		c := candidate{start: f.pos, end: s.pos, value: s.out, mended: s.mended, escaped: s.escaped}
		f.pos = s.pos
		return c, nil
	}
	fault := &Fault{Kind: FaultBadJSON, Fatal: true}
	switch o {
	case truncated:
		fault.Kind = FaultTruncated
		fault.Detail = "the reply ends inside " + shorten(f.text[f.pos:])
	case tooDeep:
		fault.Detail = "nested too deeply"
	default:
		fault.Detail = "cannot read on at " + shorten(f.text[min(s.pos, len(f.text)):])
	}
	f.pos++
	return candidate{}, fault
}

// outside is text around a structure as it counts: without code fences and outer white space.
func outside(text string) string {
	parts := strings.Split(text, fence)
	var kept []string
	for i, part := range parts {
		if i > 0 {
			n := 0
			for n < len(part) && wordByte(part[n]) {
				n++
			}
			if rest := part[n:]; rest == "" || rest[0] == '\n' || rest[0] == '\r' || strings.TrimSpace(rest) == "" {
				part = rest // the language of the fence
			}
		}
		if part = strings.TrimSpace(part); part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "\n")
}

// shorten gives the start of a text for a fault's detail, on one line.
func shorten(text string) string {
	const most = 60
	cut := text
	if len(cut) > most {
		cut = strings.ToValidUTF8(cut[:most], "") + "…"
	}
	return strings.Join(strings.Fields(cut), " ")
}
