package wire

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"deft/chat"
	"deft/eval"
)

// reader reads s from i on. It knows only what writer writes: at anything else, valid JSON or not, it
// sets failed and moves no further.
type reader struct {
	s      string
	i      int
	failed bool
}

// next takes c if it comes next.
func (r *reader) next(c byte) bool {
	if r.failed || r.i >= len(r.s) || r.s[r.i] != c {
		return false
	}
	r.i++
	return true
}

func (r *reader) want(c byte) {
	if !r.next(c) {
		r.failed = true
	}
}

// fields reads an object and calls field with each name, which must read the value. Names come in the
// writer's order and once; one that comes again is left to encoding/json, which merges values.
func (r *reader) fields(field func(name string)) {
	r.want('{')
	if r.next('}') {
		return
	}
	var seen [16]string
	for n := 0; !r.failed; n++ {
		name := r.quoted()
		for _, s := range seen[:min(n, len(seen))] {
			if s == name {
				r.failed = true
			}
		}
		if n == len(seen) {
			r.failed = true
		}
		r.want(':')
		if r.failed {
			return
		}
		seen[n] = name
		field(name)
		if !r.next(',') {
			break
		}
	}
	r.want('}')
}

// list reads an array; null is none.
func list[T any](r *reader, item func(*reader) T) []T {
	if strings.HasPrefix(r.s[r.i:], "null") {
		r.i += len("null")
		return nil
	}
	out := []T{}
	r.want('[')
	if r.next(']') {
		return out
	}
	for !r.failed {
		out = append(out, item(r))
		if !r.next(',') {
			break
		}
	}
	r.want(']')
	return out
}

func (r *reader) strs() []string { return list(r, (*reader).str) }

// table reads an object with any names.
func table[V any](r *reader, item func(*reader) V) map[string]V {
	out := map[string]V{}
	r.want('{')
	if r.next('}') {
		return out
	}
	for !r.failed {
		k := r.str()
		r.want(':')
		out[k] = item(r)
		if !r.next(',') {
			break
		}
	}
	r.want('}')
	return out
}

// quoted gives the text between two quotes, which has no escape. It shares the memory of r.s.
func (r *reader) quoted() string {
	r.want('"')
	if r.failed {
		return ""
	}
	end := plain(r.s, r.i)
	s := r.s[r.i:end]
	r.i = end
	r.want('"')
	return s
}

// str reads a string.
func (r *reader) str() string {
	if r.failed || r.i >= len(r.s) || r.s[r.i] != '"' {
		r.failed = true
		return ""
	}
	start := r.i + 1
	i := plain(r.s, start)
	if i < len(r.s) && r.s[i] == '"' {
		r.i = i + 1
		return r.keep(r.s[start:i])
	}
	end := scanString(r.s, r.i) - 1 // of the closing quote
	if end < 0 || !utf8.ValidString(r.s[start:end]) {
		r.failed = true // the writer writes no such bytes: encoding/json knows what they become
		return ""
	}
	r.i = end + 1
	if strings.IndexByte(r.s[i:end], '\\') < 0 {
		return r.keep(r.s[start:end])
	}
	return unescaped(r.s[start:end])
}

// unescaped gives the text that a string with escapes stands for; scanString has found it right.
func unescaped(s string) string {
	b := make([]byte, 0, len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b = append(b, s...)
			return unsafe.String(unsafe.SliceData(b), len(b)) // nobody else has b
		}
		b = append(b, s[:i]...)
		u, size := unescape(s[i:])
		if u < utf8.RuneSelf {
			b = append(b, byte(u))
		} else {
			b = utf8.AppendRune(b, u)
		}
		s = s[i+size:]
	}
}

// unescape reads the escape at the start of s. A half of a surrogate pair on its own is U+FFFD, as in
// encoding/json.
func unescape(s string) (u rune, size int) {
	switch s[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		u = unit(s)
		if utf16.IsSurrogate(u) {
			if both := utf16.DecodeRune(u, unit(s[6:])); both != utf8.RuneError {
				return both, 12
			}
			return utf8.RuneError, 6
		}
		return u, 6
	}
	return rune(s[1]), 2
}

// unit reads \uXXXX, or gives -1.
func unit(s string) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	var u rune
	for _, c := range []byte(s[2:6]) {
		h := hex(c)
		if h < 0 {
			return -1
		}
		u = u<<4 | rune(h)
	}
	return u
}

// keep gives s for good. A long string shares the memory of the text it is part of. A short one is
// copied, lest somebody's list of ids holds on to every transcript; the words that come in each of
// them cost nothing.
func (r *reader) keep(s string) string {
	switch s {
	case "":
		return ""
	case chat.System:
		return chat.System
	case chat.User:
		return chat.User
	case chat.Assistant:
		return chat.Assistant
	case chat.Tool:
		return chat.Tool
	case string(eval.EventPrompt):
		return string(eval.EventPrompt)
	case string(eval.EventReply):
		return string(eval.EventReply)
	case string(eval.EventCall):
		return string(eval.EventCall)
	case string(eval.EventResult):
		return string(eval.EventResult)
	case string(eval.StopAnswered):
		return string(eval.StopAnswered)
	case string(eval.StopRecorded):
		return string(eval.StopRecorded)
	case string(chat.FinishStop):
		return string(chat.FinishStop)
	case string(chat.FinishToolCalls):
		return string(chat.FinishToolCalls)
	}
	if len(s)*4 < len(r.s) {
		return strings.Clone(s)
	}
	return s
}

func (r *reader) raw() json.RawMessage {
	if r.failed {
		return nil
	}
	var sc scanner
	end := scanValue(&sc, r.s, r.i)
	if end < 0 || sc.spaces {
		r.failed = true
		return nil
	}
	v := json.RawMessage(r.s[r.i:end])
	r.i = end
	return v
}

func (r *reader) bool() bool {
	switch {
	case r.failed:
	case strings.HasPrefix(r.s[r.i:], "true"):
		r.i += len("true")
		return true
	case strings.HasPrefix(r.s[r.i:], "false"):
		r.i += len("false")
		return false
	}
	r.failed = true
	return false
}

// number gives the text of a number.
func (r *reader) number() string {
	if r.failed {
		return ""
	}
	end := scanNumber(r.s, r.i)
	if end < 0 {
		r.failed = true
		return ""
	}
	s := r.s[r.i:end]
	r.i = end
	return s
}

func (r *reader) int() int {
	v, err := strconv.ParseInt(r.number(), 10, strconv.IntSize)
	r.failed = r.failed || err != nil
	return int(v)
}

func (r *reader) uint() uint64 {
	v, err := strconv.ParseUint(r.number(), 10, 64)
	r.failed = r.failed || err != nil
	return v
}

func (r *reader) float() float64 {
	v, err := strconv.ParseFloat(r.number(), 64)
	r.failed = r.failed || err != nil
	return v
}
