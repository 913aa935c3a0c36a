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
		c, ok := f.try()
		if ok {
			before, after := outside(text[:c.start]), outside(text[c.end:])
			around := before + after
			if around == "" && strings.Contains(text[:c.start], fence) {
				around = fence
			}
			return Extracted{Value: c.value, Before: before, After: after, Faults: c.faults(around)}
		}
		if failed == nil {
			failed = f.fault()
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
	inner      wrapper // see wrapped
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
// budget proportional to the text, so that no text can make them quadratic together, and memory.
type finder struct {
	scanner
	at      int // where to look next
	start   int // where the last try that failed began
	outcome outcome
}

func newFinder(text string) finder {
	return finder{scanner: scanner{src: text, budget: 16*len(text) + 4096}}
}

// next moves to the next opening bracket.
func (f *finder) next() bool {
	if f.budget <= 0 || f.at > len(f.src) {
		return false
	}
	i := strings.IndexAny(f.src[f.at:], "[{")
	if i < 0 {
		return false
	}
	f.at += i
	return true
}

// try reads a structure at the current place and moves behind it, or past its first byte.
func (f *finder) try() (c candidate, ok bool) {
	if f.out == nil {
		f.out = make([]byte, 0, len(f.src)-f.at)
	}
	start := len(f.out)
	f.pos, f.depth, f.mended, f.escaped = f.at, 0, "", false
	if f.outcome = f.value(); f.outcome != read {
		f.out = f.out[:start]
		if f.start = f.at; f.outcome == tooDeep {
			f.at = f.pos // what opens before that is too deep as well, or never closed
		} else {
			f.at++
		}
		return c, false
	}
	c = candidate{start: f.at, end: f.pos, value: f.out[start:len(f.out):len(f.out)], mended: f.mended, escaped: f.escaped}
	f.at = f.pos
	return c, true
}

// fault says why the last try failed.
func (f *finder) fault() *Fault {
	fault := &Fault{Kind: FaultBadJSON, Fatal: true}
	switch f.outcome {
	case truncated:
		fault.Kind = FaultTruncated
		fault.Detail = "the reply ends inside " + shorten(f.src[f.start:])
	case tooDeep:
		fault.Detail = "nested too deeply"
	default:
		fault.Detail = "cannot read on at " + shorten(f.src[min(f.pos, len(f.src)):])
	}
	return fault
}

// outside is text around a structure as it counts: without code fences and outer white space.
func outside(text string) string {
	before, rest, more := strings.Cut(text, fence)
	if before = strings.TrimSpace(before); !more {
		return before
	}
	var few [4]string
	kept := few[:0]
	if before != "" {
		kept = append(kept, before)
	}
	for more {
		var part string
		part, rest, more = strings.Cut(rest, fence)
		n := 0
		for n < len(part) && wordByte(part[n]) {
			n++
		}
		if after := part[n:]; after == "" || after[0] == '\n' || after[0] == '\r' || strings.TrimSpace(after) == "" {
			part = after // the language of the fence
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
