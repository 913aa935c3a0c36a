package protocol

import (
	"encoding/json"
	"strings"
	"unicode"

	"deft/pyvalue"
	"deft/tool"
)

// ParseSealReference reads a reply as the released code of Seal-Tools does (Wu et al. 2024,
// section 4.1): apostrophes become quotation marks, line breaks go, and from the first
// `[ { "api"` (any white space) the text up to the matching bracket, counting brackets inside
// strings too, must be JSON that contains the words api, parameters and responses. ok is false
// where that code finds no reply. Items without "api" are left out; an "api" that is not a
// string keeps its JSON as the name; parameters that are no object become {}. NaN, which Python
// reads and JSON lacks, is given as the string "nan", and Infinity as 1e999, which print the same
// there. Linear in the text.
func ParseSealReference(text string) (calls []tool.Call, ok bool) {
	text = strings.ReplaceAll(text, "'", `"`)
	text = strings.ReplaceAll(text, "\n", "")
	list, ok := sealList(text)
	if !ok {
		return nil, false
	}
	for _, word := range []string{"api", "parameters", "responses"} {
		if !strings.Contains(list, word) {
			return nil, false
		}
	}
	// What is JSON is up to Python: NaN and Infinity are, too deep or with a number too long is not.
	if pyvalue.CheckJSON(list) != nil {
		return nil, false
	}
	for items := walkOf([]byte(finite(list))); items.next(); {
		if items.first() == '{' {
			c, length, ok := sealCall(items.j[items.at:])
			items.past = items.at + length
			if ok {
				if calls == nil { // a guess from the length of the first
					calls = make([]tool.Call, 0, 1+(len(list)-items.end())/(length+2))
				}
				calls = append(calls, c)
			}
		}
	}
	return calls, true
}

// sealCall reads the object at the start of j and gives its length; ok is false when it has no "api".
func sealCall(j []byte) (c tool.Call, length int, ok bool) {
	w := walkOf(j)
	for w.next() {
		switch string(w.key) {
		case "api":
			if ok = true; w.first() == '"' {
				c.Name = unquote(w.value())
			} else {
				c.Name = string(w.value())
			}
		case "parameters":
			if c.Arguments = nil; w.first() == '{' {
				c.Arguments = w.value()
			}
		}
	}
	if c.Arguments == nil {
		c.Arguments = json.RawMessage("{}")
	}
	return c, w.end(), ok
}

// sealList finds the list of calls and gives it up to its matching bracket.
func sealList(text string) (string, bool) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '[')
		if i < 0 {
			return "", false
		}
		start := at + i
		at = start + 1
		rest := trimSpace(text[at:])
		if !strings.HasPrefix(rest, "{") {
			continue
		}
		if !strings.HasPrefix(trimSpace(rest[1:]), `"api"`) {
			continue
		}
		return toMatching(text[start:])
	}
}

// toMatching gives the text, which begins with a bracket, up to the bracket that closes it.
func toMatching(text string) (string, bool) {
	depth, end := 0, 0
	for {
		i := strings.IndexByte(text[end:], ']')
		if i < 0 {
			return "", false
		}
		depth += strings.Count(text[end:end+i], "[") - 1
		end += i + 1
		if depth == 0 {
			return text[:end], true
		}
	}
}

// finite replaces the numbers that only Python's JSON has, outside strings.
func finite(list string) string {
	if !strings.Contains(list, "NaN") && !strings.Contains(list, "Infinity") {
		return list
	}
	var b strings.Builder
	inText := false
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == '"':
			inText = !inText
		case c == '\\' && inText && i+1 < len(list):
			b.WriteByte(c)
			i++
		case !inText && strings.HasPrefix(list[i:], "NaN"):
			b.WriteString(`"nan"`)
			i += len("NaN") - 1
			continue
		case !inText && strings.HasPrefix(list[i:], "Infinity"):
			b.WriteString("1e999")
			i += len("Infinity") - 1
			continue
		}
		b.WriteByte(list[i])
	}
	return b.String()
}

// trimSpace drops what Python's \s matches.
func trimSpace(s string) string {
	return strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f })
}
