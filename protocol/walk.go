package protocol

import (
	"encoding/json"
	"strings"
)

// The functions here take apart JSON that the scanner wrote: valid, compact, strings without raw
// control characters. They need no second validation, so they are a few comparisons a byte.

// skipValue gives the offset behind the value at j[i:].
func skipValue(j []byte, i int) int {
	depth := 0
	for ; i < len(j); i++ {
		switch j[i] {
		case '"':
			for i++; j[i] != '"'; i++ {
				if j[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			depth++
		case ']', '}':
			depth--
			if depth < 0 {
				return i
			}
		case ',', ':':
			if depth == 0 {
				return i
			}
			continue
		default:
			continue
		}
		if depth == 0 {
			return i + 1
		}
	}
	return i
}

// elements calls f for each element of the list j until f is false.
func elements(j []byte, f func(value json.RawMessage) bool) {
	for i := 1; i < len(j) && j[i] != ']'; {
		end := skipValue(j, i)
		for end < len(j) && j[end] == ' ' {
			end++
		}
		if end == i || !f(trimBlank(j[i:end])) { // no value: j is no list
			return
		}
		i = end
		if i < len(j) && j[i] == ',' {
			i++
		}
	}
}

// members calls f for each member of the object j until f is false.
func members(j []byte, f func(key string, value json.RawMessage) bool) {
	for i := 1; i < len(j) && j[i] != '}'; {
		end := skipValue(j, i)
		if end == i { // no key: j is no object
			return
		}
		key := unquote(j[i:end])
		i = end + 1
		end = skipValue(j, i)
		for end < len(j) && j[end] == ' ' {
			end++
		}
		if !f(key, trimBlank(j[i:end])) {
			return
		}
		i = end
		if i < len(j) && j[i] == ',' {
			i++
		}
	}
}

// trimBlank drops the blanks that stand where brackets only grouped a value.
func trimBlank(j []byte) []byte {
	for len(j) > 0 && j[0] == ' ' {
		j = j[1:]
	}
	for len(j) > 0 && j[len(j)-1] == ' ' {
		j = j[:len(j)-1]
	}
	return j
}

// unquote gives the text of a JSON string.
func unquote(j []byte) string {
	if len(j) < 2 {
		return ""
	}
	inner := string(j[1 : len(j)-1])
	if strings.IndexByte(inner, '\\') < 0 {
		return inner
	}
	var text string
	if err := json.Unmarshal(j, &text); err != nil {
		return inner
	}
	return text
}

func isObject(j []byte) bool { return len(j) > 0 && j[0] == '{' }
func isList(j []byte) bool   { return len(j) > 0 && j[0] == '[' }
func isString(j []byte) bool { return len(j) > 0 && j[0] == '"' }
