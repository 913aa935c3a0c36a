package protocol

import (
	"encoding/json"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// What is here takes apart JSON that is known to be valid, most of it written by the scanner, without
// a second validation: a few comparisons a byte. Given anything else it finds less than is there, and
// neither fails nor goes on forever.

// blank gives the offset of the first byte of j[i:] that is no white space.
func blank(j []byte, i int) int {
	for i < len(j) && (j[i] == ' ' || j[i] == '\n' || j[i] == '\t' || j[i] == '\r') {
		i++
	}
	return i
}

// skipText gives the offset behind the string at j[i].
func skipText(j []byte, i int) int {
	for i++; i < len(j); i++ {
		if c := j[i]; c == '"' {
			return i + 1
		} else if c == '\\' {
			i++
		}
	}
	return len(j)
}

// skipValue gives the offset behind the value at j[i].
func skipValue(j []byte, i int) int {
	if i >= len(j) {
		return i
	}
	switch j[i] {
	case '"':
		return skipText(j, i)
	case '[', '{':
		return skipBrackets(j, i)
	}
	for i < len(j) && !endTable[j[i]] {
		i++
	}
	return i
}

func skipBrackets(j []byte, i int) int {
	depth := 0
	for i < len(j) {
		if !nestTable[j[i]] {
			i++
			continue
		}
		switch j[i] {
		case '"':
			i = skipText(j, i)
			continue
		case '[', '{':
			depth++
		default:
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return i
}

// nestTable holds the bytes that matter inside brackets.
var nestTable = [256]bool{'"': true, '[': true, ']': true, '{': true, '}': true}

// endTable holds the bytes that end a number or a word.
var endTable = [256]bool{',': true, ':': true, ' ': true, '\n': true, '\t': true, '\r': true, ']': true, '}': true}

// walk goes through the members of an object or the elements of a list:
//
//	for w := walkOf(j); w.next(); { use(w.key, w.value()) }
type walk struct {
	j    []byte
	key  []byte // of the current member, without quotes and escapes
	at   int    // where the current value starts; 0 before the first
	past int    // behind the current value, once that is known
}

// walkOf walks over the object or list at the start of j. In anything else there is nothing.
func walkOf(j []byte) walk {
	if !isObject(j) && !isList(j) {
		return walk{}
	}
	return walk{j: j}
}

// next moves to the next value; false when there is none.
func (w *walk) next() bool {
	if len(w.j) == 0 {
		return false
	}
	i := 1
	if w.at > 0 {
		i = blank(w.j, w.end())
		if i >= len(w.j) || w.j[i] != ',' {
			w.stop(i)
			return false
		}
		i++
	}
	i = blank(w.j, i)
	if w.j[0] == '{' && i < len(w.j) && w.j[i] == '"' {
		end := skipText(w.j, i)
		w.key = inside(w.j[i:end])
		if i = blank(w.j, end); i >= len(w.j) || w.j[i] != ':' {
			w.stop(i)
			return false
		}
		i = blank(w.j, i+1)
	} else if w.j[0] == '{' {
		w.stop(i)
		return false
	}
	if i >= len(w.j) || endTable[w.j[i]] {
		w.stop(i)
		return false
	}
	w.at, w.past = i, 0
	return true
}

// stop ends the walk at offset i, where the closing bracket should be.
func (w *walk) stop(i int) {
	w.at, w.past = min(i, len(w.j)), min(i+1, len(w.j))
	w.j = w.j[:0]
}

// first is the byte with which the current value begins.
func (w *walk) first() byte { return w.j[w.at] }

// end gives the offset behind the current value, or behind the whole once next was false.
func (w *walk) end() int {
	if w.past == 0 {
		w.past = skipValue(w.j, w.at)
	}
	return w.past
}

// value gives the current value.
func (w *walk) value() json.RawMessage {
	end := w.end()
	return w.j[w.at:end:end]
}

// unquote gives the text of a JSON string.
func unquote(j []byte) string { return string(inside(j)) }

// inside gives the text of a JSON string, which may share its memory.
func inside(j []byte) []byte {
	if len(j) < 2 {
		return nil
	}
	text := j[1 : len(j)-1]
	for i, c := range text {
		if c == '\\' {
			if out, ok := unescape(text, i); ok {
				return out
			}
			break
		}
	}
	return text
}

// unescape reads the escapes of JSON in text, the first of which stands at i. A lone surrogate
// becomes the replacement character. ok is false where text is not what stands in a JSON string.
func unescape(text []byte, i int) (out []byte, ok bool) {
	out = append(make([]byte, 0, len(text)), text[:i]...)
	for i < len(text) {
		c := text[i]
		if i++; c != '\\' {
			out = append(out, c)
			continue
		}
		if i == len(text) {
			return nil, false
		}
		c = text[i]
		i++
		if k := strings.IndexByte(`"\/bfnrt`, c); k >= 0 {
			out = append(out, "\"\\/\b\f\n\r\t"[k])
			continue
		}
		r := hex4(text, i)
		if c != 'u' || r < 0 {
			return nil, false
		}
		i += 4
		if utf16.IsSurrogate(r) {
			low := rune(-1)
			if i+1 < len(text) && text[i] == '\\' && text[i+1] == 'u' {
				low = hex4(text, i+2)
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				i += 6
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return out, true
}

// hex4 reads four hexadecimal digits at text[i]; -1 when they are none.
func hex4(text []byte, i int) rune {
	if i+4 > len(text) {
		return -1
	}
	n := rune(0)
	for _, c := range text[i : i+4] {
		d := hexDigit(c)
		if d < 0 {
			return -1
		}
		n = n<<4 | d
	}
	return n
}

func hexDigit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c|32 >= 'a' && c|32 <= 'f':
		return rune(c|32-'a') + 10
	}
	return -1
}

func isObject(j []byte) bool { return len(j) > 0 && j[0] == '{' }
func isList(j []byte) bool   { return len(j) > 0 && j[0] == '[' }
func isString(j []byte) bool { return len(j) > 0 && j[0] == '"' }
