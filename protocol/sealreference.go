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
	if _, err := pyvalue.FromJSONString(list); err != nil {
		return nil, false
	}
	var items []json.RawMessage
	if json.Unmarshal([]byte(finite(list)), &items) != nil {
		return nil, false
	}
	for _, item := range items {
		if firstByte(item) != '{' {
			continue
		}
		var fields map[string]json.RawMessage
		if json.Unmarshal(item, &fields) != nil {
			continue
		}
		name, named := fields["api"]
		if !named {
			continue
		}
		c := tool.Call{Name: string(name), Arguments: json.RawMessage("{}")}
		if isString(name) {
			c.Name = unquote(name)
		}
		if p := fields["parameters"]; firstByte(p) == '{' {
			c.Arguments = p
		}
		calls = append(calls, c)
	}
	return calls, true
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

func toMatching(text string) (string, bool) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return text[:i+1], true
			}
		}
	}
	return "", false
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
