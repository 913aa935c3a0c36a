package core

import (
	"encoding/json"
	"strconv"
	"strings"
)

// equal says whether two argument values mean the same. Numbers are equal by value (2 and 2.0);
// a number and its text are not. Texts are equal up to case, white space, the kind of quotation
// marks and punctuation at the end, none of which a person would call an error. A list is a set
// where its schema says that items are unique.
func equal(a, b any, set bool) bool {
	switch a := a.(type) {
	case string:
		b, ok := b.(string)
		return ok && plainText(a) == plainText(b)
	case json.Number:
		b, ok := b.(json.Number)
		return ok && sameNumber(string(a), string(b))
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		if set {
			return sameItems(a, b)
		}
		for i := range a {
			if !equal(a[i], b[i], false) {
				return false
			}
		}
		return true
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for k, v := range a {
			w, ok := b[k]
			if !ok || !equal(v, w, false) {
				return false
			}
		}
		return true
	}
	return a == b // booleans and null
}

// sameItems compares two lists of equal length without their order. Gold lists are short, so
// the pairs looked at are few whatever the model wrote.
func sameItems(gold, given []any) bool {
	used := make([]bool, len(given))
next:
	for _, g := range gold {
		for i, v := range given {
			if !used[i] && equal(g, v, false) {
				used[i] = true
				continue next
			}
		}
		return false
	}
	return true
}

func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	x, err := strconv.ParseFloat(a, 64)
	if err != nil {
		return false
	}
	y, err := strconv.ParseFloat(b, 64)
	return err == nil && x == y
}

func plainText(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case '‘', '’', '`', '´':
			return '\''
		case '“', '”', '„', '«', '»':
			return '"'
		case '–', '—', '‑':
			return '-'
		}
		return r
	}, strings.ToLower(s))
	return strings.TrimRight(strings.Join(strings.Fields(s), " "), ".,;!? ")
}

// decode reads a JSON value with its numbers as they are written.
func decode(body json.RawMessage) (any, bool) {
	d := json.NewDecoder(strings.NewReader(string(body)))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil, false
	}
	return v, true
}
