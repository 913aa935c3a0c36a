package bfcl

import (
	"strings"

	"deft/pyvalue"
)

// The functions here take valid JSON apart without decoding it: documents and answers are stored
// and compared as they were written.

// space gives the index of the first byte of s[i:] that is no white space.
func space(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	return i
}

// skip gives the index behind the value at s[i].
func skip(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '"':
			i = closingQuote(s, i)
		case '[', '{':
			depth++
			continue
		case ']', '}':
			if depth == 0 {
				return i
			}
			depth--
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return i
			}
			continue
		default:
			continue
		}
		if depth == 0 {
			return min(i+1, len(s))
		}
	}
	return i
}

// closingQuote gives the index of the quote that closes the string at s[i].
func closingQuote(s string, i int) int {
	for i++; i < len(s); i++ {
		n := strings.IndexByte(s[i:], '"')
		if n < 0 {
			return len(s)
		}
		back := i + n
		for back > i && s[back-1] == '\\' {
			back--
		}
		if i += n; (i-back)%2 == 0 {
			return i
		}
	}
	return i
}

// members calls f for each member of the object raw.
func members(raw string, f func(key, value string)) {
	i := space(raw, 0)
	if i >= len(raw) || raw[i] != '{' {
		return
	}
	for i = space(raw, i+1); i < len(raw) && raw[i] == '"'; {
		end := skip(raw, i)
		key := text(raw[i:end])
		i = space(raw, end)
		i = space(raw, i+1)
		end = skip(raw, i)
		f(key, raw[i:end])
		i = space(raw, end)
		if i < len(raw) && raw[i] == ',' {
			i = space(raw, i+1)
		}
	}
}

// elements calls f for each element of the list raw.
func elements(raw string, f func(value string)) {
	i := space(raw, 0)
	if i >= len(raw) || raw[i] != '[' {
		return
	}
	for i = space(raw, i+1); i < len(raw) && raw[i] != ']'; {
		end := skip(raw, i)
		f(raw[i:end])
		i = space(raw, end)
		if i < len(raw) && raw[i] == ',' {
			i = space(raw, i+1)
		}
	}
}

// text decodes a JSON string; anything else is "".
func text(raw string) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	if strings.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	v, err := pyvalue.FromJSONString(raw)
	if err != nil {
		return ""
	}
	return v.Text
}

// quote appends s as a JSON string.
func quote(out []byte, s string) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c == '\n':
			out = append(out, '\\', 'n')
		case c < 0x20:
			out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			out = append(out, c)
		}
	}
	return append(out, '"')
}
