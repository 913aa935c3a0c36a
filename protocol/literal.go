package protocol

import (
	"strings"
	"unicode/utf8"
)

// maxDepth bounds how deep a structure in a reply may nest.
const maxDepth = 256

// outcome says how reading one value ended.
type outcome uint8

const (
	read      outcome = iota
	broken            // not a value
	truncated         // the text ended inside it
	tooDeep           // nested deeper than maxDepth
	exhausted         // the work allowed for this text is used up
)

// scanner reads one value written as JSON or as a Python literal and appends it as JSON to out. It
// works in one pass over src, and a budget shared by all attempts on a text keeps the whole linear.
type scanner struct {
	src     string
	pos     int
	out     []byte
	depth   int
	budget  int    // bytes that may still be looked at
	mended  string // the first deviation from JSON and Python that was mended, "" for none
	escaped bool   // a `\_` was read as `_`
}

func (s *scanner) mend(what string) {
	if s.mended == "" {
		s.mended = what
	}
}

// space skips white space and comments.
func (s *scanner) space() {
	if s.pos < len(s.src) && spaceTable[s.src[s.pos]] {
		s.skipSpace()
	}
}

// spaceTable holds the bytes with which white space or a comment may begin.
var spaceTable = [256]bool{' ': true, '\n': true, '\t': true, '\r': true, '#': true, '/': true, 0xc2: true}

func (s *scanner) skipSpace() {
	for s.pos < len(s.src) && spaceTable[s.src[s.pos]] {
		if c := s.src[s.pos]; c == ' ' {
			s.pos++
			s.budget--
		} else if !s.rareSpace(c) {
			return
		}
	}
}

// rareSpace skips what is no blank; false when nothing is to be skipped.
func (s *scanner) rareSpace(c byte) bool {
	start := s.pos
	switch {
	case c == '\n' || c == '\t' || c == '\r':
		s.pos++
	case c == '#' || c == '/' && strings.HasPrefix(s.src[s.pos:], "//"):
		s.mend("comment")
		s.pos += lineLength(s.src[s.pos:])
	case c == '/' && strings.HasPrefix(s.src[s.pos:], "/*"):
		s.mend("comment")
		if end := strings.Index(s.src[s.pos+2:], "*/"); end >= 0 {
			s.pos += end + 4
		} else {
			s.pos = len(s.src)
		}
	case c == 0xc2 && strings.HasPrefix(s.src[s.pos:], "\u00a0"):
		s.mend("no-break space")
		s.pos += 2
	default:
		return false
	}
	s.budget -= s.pos - start
	return true
}

func lineLength(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

func (s *scanner) value() outcome {
	if s.budget -= 4; s.budget < 0 {
		return exhausted
	}
	s.space()
	if s.pos == len(s.src) {
		return truncated
	}
	switch c := s.src[s.pos]; c {
	case '"', '\'':
		return s.text("")
	case '{', '[', '(':
		if s.depth == maxDepth {
			return tooDeep
		}
		s.depth++
		defer func() { s.depth-- }()
		if c == '{' {
			return s.object()
		}
		return s.list()
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '+', '.':
		return s.number()
	default:
		if wordByte(c) {
			return s.word()
		}
	}
	if smartQuote(s.src[s.pos:]) > 0 {
		return s.text("")
	}
	return broken
}

// object reads a dictionary, or a set, which JSON has as a list.
func (s *scanner) object() outcome {
	open := len(s.out)
	s.out = append(s.out, '{')
	s.pos++
	for n, set := 0, false; ; n++ {
		s.space()
		if s.pos == len(s.src) {
			return truncated
		}
		if done := s.closed('}', set); done {
			return read
		}
		if n > 0 {
			s.out = append(s.out, ',')
		}
		key := len(s.out)
		if o := s.key(); o != read {
			return o
		}
		s.space()
		switch {
		case s.pos == len(s.src):
			return truncated
		case n == 0 && (s.src[s.pos] == ',' || s.src[s.pos] == '}'):
			set = true
			s.out[open] = '['
		case set:
		case s.src[s.pos] != ':':
			return broken
		default:
			s.pos++
			s.asKey(key)
			if s.out[key] != '"' {
				return broken
			}
			s.out = append(s.out, ':')
			if o := s.value(); o != read {
				return o
			}
		}
		if o := s.comma('}'); o != read {
			return o
		}
	}
}

// closed ends an object or list at its closing bracket. A wrong bracket also ends it, and is left
// for the structure around it: models forget one bracket more often than they cross two.
func (s *scanner) closed(end byte, set bool) bool {
	c := s.src[s.pos]
	if c != ']' && c != '}' && c != ')' {
		return false
	}
	if c == end || end == ')' && c == ']' {
		s.pos++
	} else {
		s.mend("missing " + string(end))
	}
	if end == '}' && !set {
		s.out = append(s.out, '}')
	} else {
		s.out = append(s.out, ']')
	}
	return true
}

// comma passes the separator between two members; a missing one is mended where a member
// that opens with a bracket or quote follows.
func (s *scanner) comma(end byte) outcome {
	s.space()
	if s.pos == len(s.src) {
		return truncated
	}
	switch s.src[s.pos] {
	case ',':
		s.pos++
		s.space()
		if s.pos < len(s.src) && s.src[s.pos] == end && end != ')' {
			s.mend("trailing comma")
		}
	case ']', '}', ')':
	case '{', '[', '"':
		s.mend("missing comma")
	default:
		return broken
	}
	return read
}

func (s *scanner) key() outcome {
	c := s.src[s.pos]
	if c == '"' && s.plain() {
		return read
	}
	if wordByte(c) && !(c >= '0' && c <= '9') {
		end := s.pos
		for end < len(s.src) && (wordByte(s.src[end]) || s.src[end] == '-' || s.src[end] == '.') {
			end++
		}
		name := s.src[s.pos:end]
		if end < len(s.src) && s.src[end] != '"' && s.src[end] != '\'' && jsonWord(name) == "" {
			s.mend("key without quotes")
			s.pos = end
			s.out = appendString(s.out, name)
			return read
		}
	}
	return s.value()
}

// asKey makes a scalar that was written as a key a JSON string: Python has {1: "a"}.
func (s *scanner) asKey(at int) {
	if c := s.out[at]; c == ' ' || c == '"' || c == '{' || c == '[' {
		return
	}
	s.mend("key that is not a string")
	scalar := string(s.out[at:])
	s.out = appendString(s.out[:at], scalar)
}

// list reads a list or a tuple; brackets around a single value without a comma are only grouping.
func (s *scanner) list() outcome {
	open := len(s.out)
	end := byte(']')
	if s.src[s.pos] == '(' {
		end = ')'
	}
	s.out = append(s.out, '[')
	s.pos++
	for n := 0; ; n++ {
		s.space()
		if s.pos == len(s.src) {
			return truncated
		}
		before := s.pos
		if s.closed(end, false) {
			if end == ')' && n == 1 && s.pos > before && !s.commaBefore(before) {
				s.out[open] = ' '
				s.out[len(s.out)-1] = ' '
			}
			return read
		}
		if n > 0 {
			s.out = append(s.out, ',')
		}
		if o := s.value(); o != read {
			return o
		}
		if o := s.comma(end); o != read {
			return o
		}
	}
}

// commaBefore says whether a comma stands before offset i, white space apart.
func (s *scanner) commaBefore(i int) bool {
	for i--; i >= 0; i-- {
		switch s.src[i] {
		case ' ', '\n', '\t', '\r':
		default:
			return s.src[i] == ','
		}
	}
	return false
}

// word reads true, None, NaN and string prefixes.
func (s *scanner) word() outcome {
	start := s.pos
	for s.pos < len(s.src) && wordByte(s.src[s.pos]) {
		s.pos++
	}
	w := s.src[start:s.pos]
	if s.pos < len(s.src) && (s.src[s.pos] == '"' || s.src[s.pos] == '\'') && stringPrefix(w) {
		return s.text(strings.ToLower(w))
	}
	if j := jsonWord(w); j != "" {
		s.out = append(s.out, j...)
		return read
	}
	if w == "NaN" || w == "nan" || w == "Infinity" || w == "inf" {
		s.mend("number that JSON lacks")
		s.out = appendString(s.out, w)
		return read
	}
	if s.pos == len(s.src) {
		return truncated
	}
	return broken
}

func jsonWord(w string) string {
	switch w {
	case "true", "True", "TRUE":
		return "true"
	case "false", "False", "FALSE":
		return "false"
	case "null", "None", "undefined", "nil":
		return "null"
	}
	return ""
}

func stringPrefix(w string) bool {
	if len(w) > 2 {
		return false
	}
	for i := 0; i < len(w); i++ {
		if strings.IndexByte("rRbBuUfF", w[i]) < 0 {
			return false
		}
	}
	return true
}

func wordByte(c byte) bool { return wordTable[c] }

// wordTable holds the bytes of names.
var wordTable = func() (t [256]bool) {
	for c := range t {
		t[c] = c|32 >= 'a' && c|32 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '$'
	}
	return t
}()

// smartQuote gives the length of a typographic quotation mark at the start of s, 0 for none.
func smartQuote(s string) int {
	if len(s) >= 3 && s[0] == 0xe2 && s[1] == 0x80 && (s[2] >= 0x98 && s[2] <= 0x9f) {
		return 3
	}
	return 0
}

// jsonTable holds the bytes that stand for themselves in a string of JSON.
var jsonTable = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 0x20 && c < utf8.RuneSelf && c != '"' && c != '\\'
	}
	return t
}()

// textTable holds the bytes that stand for themselves in a string of JSON and of Python.
var textTable = func() (t [256]bool) {
	for c := range t {
		t[c] = jsonTable[c] && c != '\''
	}
	return t
}()

// appendString appends text as a JSON string.
func appendString(out []byte, text string) []byte {
	out = append(out, '"')
	start := 0
	for i := 0; i < len(text); {
		c := text[i]
		if jsonTable[c] {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			if r, n := utf8.DecodeRuneInString(text[i:]); r != utf8.RuneError || n > 1 {
				i += n
				continue
			}
		}
		out = append(out, text[start:i]...)
		if s := text[i:]; c == 0xed && len(s) > 2 && s[1] >= 0xa0 && s[1] < 0xc0 && s[2] >= 0x80 && s[2] < 0xc0 {
			// A lone surrogate, as package pyvalue keeps it.
			const hex = "0123456789abcdef"
			out = append(out, '\\', 'u', 'd', hex[s[1]>>2&15], hex[s[1]&3<<2|s[2]>>4&3], hex[s[2]&15])
			i += 3
		} else {
			out = appendEscape(out, c)
			i++
		}
		start = i
	}
	out = append(out, text[start:]...)
	return append(out, '"')
}

// appendEscape appends one byte that a JSON string may not hold as it is. A byte that is not
// UTF-8 becomes the replacement character.
func appendEscape(out []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch {
	case c == '"' || c == '\\':
		return append(out, '\\', c)
	case c == '\n':
		return append(out, `\n`...)
	case c == '\t':
		return append(out, `\t`...)
	case c == '\r':
		return append(out, `\r`...)
	case c < 0x20:
		return append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	case c >= utf8.RuneSelf:
		return append(out, "\ufffd"...)
	}
	return append(out, c)
}
