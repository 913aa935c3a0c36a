package protocol

import (
	"math/big"
	"strings"
	"unicode/utf8"
)

// text reads a string after its prefix, with the strings directly behind it (Python joins them).
func (s *scanner) text(prefix string) outcome {
	if closing := s.plain(); closing {
		return read
	}
	s.out = append(s.out, '"')
	for {
		raw := strings.Contains(prefix, "r")
		if o := s.quoted(raw); o != read {
			return o
		}
		next, ok := s.adjacent()
		if !ok {
			s.out = append(s.out, '"')
			return read
		}
		prefix = next
	}
}

// plain takes the common string, which is valid JSON as it stands, in one piece.
func (s *scanner) plain() bool {
	src, i := s.src, s.pos
	if src[i] != '"' {
		return false
	}
	i++
	ascii := true
	for i < len(src) {
		c := src[i]
		if jsonTable[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		ascii = false
		i++
	}
	s.budget -= i - s.pos
	if i == len(src) || src[i] != '"' {
		return false
	}
	whole := src[s.pos : i+1]
	if !ascii && !utf8.ValidString(whole) {
		return false
	}
	at := i + 1
	for at < len(src) && (src[at] == ' ' || src[at] == '\n' || src[at] == '\r' || src[at] == '\t') {
		at++
	}
	if at < len(src) && src[at] != ',' && src[at] != ':' && src[at] != ']' && src[at] != '}' && src[at] != ')' {
		return false // strings side by side, three quotes, or a quote that should have been escaped
	}
	s.budget -= at - i
	s.out = append(s.out, whole...)
	s.pos = i + 1
	return true
}

// quoted reads one string with its quotes and appends what it holds.
func (s *scanner) quoted(raw bool) outcome {
	open := s.src[s.pos:]
	quote := open[:1]
	if n := smartQuote(open); n > 0 {
		s.mend("typographic quotes")
		quote = ""
		s.pos += n
	} else if len(open) > 2 && open[1] == open[0] && open[2] == open[0] {
		quote = open[:3]
		s.pos += 3
	} else {
		s.pos++
	}
	for s.pos < len(s.src) {
		run := s.pos
		for run < len(s.src) && textTable[s.src[run]] {
			run++
		}
		s.out = append(s.out, s.src[s.pos:run]...)
		s.budget -= run - s.pos + 1
		if s.pos = run; run == len(s.src) {
			break
		}
		if s.budget < 0 {
			return exhausted
		}
		c := s.src[s.pos]
		switch {
		case c == '\\':
			if s.pos+1 == len(s.src) {
				return truncated
			}
			s.escape(raw)
		case quote == "" && smartQuote(s.src[s.pos:]) > 0:
			s.pos += 3
			if s.ends() {
				return read
			}
			s.out = append(s.out, s.src[s.pos-3:s.pos]...)
		case quote != "" && c == quote[0] && strings.HasPrefix(s.src[s.pos:], quote):
			s.pos += len(quote)
			if len(quote) == 3 || s.ends() {
				return read
			}
			s.mend("quote inside a string")
			s.out = appendEscape(s.out, c)
		case c < 0x20:
			if len(quote) != 3 {
				s.mend("line break or control character in a string")
			}
			s.out = appendEscape(s.out, c)
			s.pos++
		case c < utf8.RuneSelf:
			if c == '"' {
				s.out = append(s.out, '\\')
			}
			s.out = append(s.out, c)
			s.pos++
		default:
			r, n := utf8.DecodeRuneInString(s.src[s.pos:])
			if r == utf8.RuneError && n == 1 {
				s.mend("bytes that are not UTF-8")
			}
			s.out = utf8.AppendRune(s.out, r)
			s.pos += n
		}
	}
	return truncated
}

// ends says whether a quote just passed really ends its string: what follows must be able to
// follow a value. Otherwise it is a quotation mark or apostrophe that should have been escaped.
func (s *scanner) ends() bool {
	i := s.pos
	for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\n' || s.src[i] == '\t' || s.src[i] == '\r') {
		i++
	}
	s.budget -= i - s.pos
	if i == len(s.src) {
		return true
	}
	switch c := s.src[i]; c {
	case ',', ':', ']', '}', ')', '#', '/':
		return true
	case '"', '\'':
		return i > s.pos
	default:
		return i > s.pos && prefixedString(s.src[i:])
	}
}

// prefixedString says whether s opens with a string prefix and a quote.
func prefixedString(s string) bool {
	n := 0
	for n < len(s) && n < 3 && wordByte(s[n]) {
		n++
	}
	return n > 0 && n < len(s) && (s[n] == '"' || s[n] == '\'') && stringPrefix(s[:n])
}

// adjacent looks for another string that Python would join to the one just read, and gives its prefix.
func (s *scanner) adjacent() (prefix string, ok bool) {
	at := s.pos
	for at < len(s.src) && (s.src[at] == ' ' || s.src[at] == '\n' || s.src[at] == '\t' || s.src[at] == '\r') {
		at++
	}
	if at == s.pos || at == len(s.src) {
		return "", false
	}
	if s.src[at] == '"' || s.src[at] == '\'' {
		s.pos = at
		return "", true
	}
	if prefixedString(s.src[at:]) {
		n := strings.IndexAny(s.src[at:], `"'`)
		prefix = strings.ToLower(s.src[at : at+n])
		s.pos = at + n
		return prefix, true
	}
	return "", false
}

// escape reads a backslash and what it stands for, in JSON or Python.
func (s *scanner) escape(raw bool) {
	c := s.src[s.pos+1]
	if raw {
		s.out = append(s.out, '\\', '\\')
		s.pos++
		if c == '\\' || c == '"' || c == '\'' {
			s.out = appendEscape(s.out, c)
			s.pos++
		}
		return
	}
	s.pos += 2
	switch c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.out = append(s.out, '\\', c)
	case '\'':
		s.out = append(s.out, '\'')
	case '\n':
	case 'a':
		s.out = appendEscape(s.out, 7)
	case 'v':
		s.out = appendEscape(s.out, 11)
	case 'u':
		if n := s.hexDigits(4); n >= 0 {
			s.out = append(append(s.out, '\\', 'u'), s.src[s.pos-4:s.pos]...)
			return
		}
		s.unknownEscape(c)
	case 'x', 'U':
		width := 2
		if c == 'U' {
			width = 8
		}
		if n := s.hexDigits(width); n >= 0 && n <= utf8.MaxRune {
			s.appendRune(rune(n))
			return
		}
		s.unknownEscape(c)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := rune(c - '0')
		for k := 0; k < 2 && s.pos < len(s.src) && s.src[s.pos] >= '0' && s.src[s.pos] <= '7'; k++ {
			n = n*8 + rune(s.src[s.pos]-'0')
			s.pos++
		}
		s.appendRune(n)
	case '_':
		s.escaped = true
		s.out = append(s.out, '_')
	default:
		s.unknownEscape(c)
	}
}

// unknownEscape keeps the backslash, as Python does.
func (s *scanner) unknownEscape(c byte) {
	s.mend("unknown escape \\" + string(rune(c)))
	s.out = append(s.out, '\\', '\\')
	s.pos--
	if c >= utf8.RuneSelf {
		return // the character itself is read next
	}
	s.out = appendEscape(s.out, c)
	s.pos++
}

func (s *scanner) appendRune(r rune) {
	if r < utf8.RuneSelf {
		s.out = appendEscape(s.out, byte(r))
		return
	}
	s.out = utf8.AppendRune(s.out, r)
}

// hexDigits reads exactly n hexadecimal digits; -1 when there are fewer.
func (s *scanner) hexDigits(n int) int64 {
	if s.pos+n > len(s.src) {
		return -1
	}
	v := int64(0)
	for i := s.pos; i < s.pos+n; i++ {
		d := hexDigit(s.src[i])
		if d < 0 {
			return -1
		}
		v = v<<4 | int64(d)
	}
	s.pos += n
	return v
}

// number reads a JSON or Python number and writes it as JSON, with its digits as written.
func (s *scanner) number() outcome {
	start := s.pos
	if n := numberLength(s.src[start:]); n > 0 && start+n < len(s.src) && !wordByte(s.src[start+n]) && strings.IndexByte("+-.", s.src[start+n]) < 0 {
		s.budget -= n
		s.pos += n
		s.out = append(s.out, s.src[start:s.pos]...)
		return read
	}
	for s.pos < len(s.src) && numberByte(s.src, s.pos, start) {
		s.pos++
	}
	s.budget -= s.pos - start
	if s.pos == len(s.src) && s.depth > 0 {
		return truncated
	}
	out, ok := jsonNumber(s.src[start:s.pos])
	if !ok {
		return broken
	}
	s.out = append(s.out, out...)
	return read
}

func numberByte(src string, i, start int) bool {
	c := src[i]
	if c == '+' || c == '-' {
		return i == start || src[i-1]|32 == 'e' && !strings.HasPrefix(strings.TrimLeft(src[start:min(i, start+3)], "+-"), "0x")
	}
	return wordByte(c) || c == '.'
}

// jsonNumber turns a Python number into a JSON number. Only what JSON cannot say is rewritten:
// `1_000`, `+3`, `.5`, `5.`, `0x1f`, `007`.
func jsonNumber(w string) (string, bool) {
	if isJSONNumber(w) {
		return w, true
	}
	sign := ""
	for len(w) > 0 && (w[0] == '+' || w[0] == '-') {
		if w[0] == '-' {
			sign = "-"
		}
		w = w[1:]
	}
	if len(w) > 1 && w[0] == '0' && strings.IndexByte("xXoObB", w[1]) >= 0 {
		if len(w) > 1024 {
			return "", false
		}
		n, ok := new(big.Int).SetString(w, 0)
		if !ok {
			return "", false
		}
		return sign + n.String(), true
	}
	if strings.Contains(w, "_") {
		if w[0] == '_' || strings.HasSuffix(w, "_") || strings.Contains(w, "__") {
			return "", false
		}
		w = strings.ReplaceAll(w, "_", "")
	}
	for len(w) > 1 && w[0] == '0' && w[1] >= '0' && w[1] <= '9' {
		w = w[1:]
	}
	if strings.HasPrefix(w, ".") {
		w = "0" + w
	}
	if i := strings.IndexByte(w, '.'); i >= 0 && (i+1 == len(w) || w[i+1]|32 == 'e') {
		w = w[:i+1] + "0" + w[i+1:]
	}
	return sign + w, isJSONNumber(w)
}

// numberLength gives the length of the JSON number at the start of w, 0 for none.
func numberLength(w string) int {
	i := 0
	if i < len(w) && w[i] == '-' {
		i++
	}
	start := i
	if i < len(w) && w[i] == '0' {
		i++
	} else if i = digits(w, i); i == start {
		return 0
	}
	if i < len(w) && w[i] == '.' {
		point := i + 1
		if i = digits(w, point); i == point {
			return 0
		}
	}
	if i < len(w) && w[i]|32 == 'e' {
		if i++; i < len(w) && (w[i] == '+' || w[i] == '-') {
			i++
		}
		exponent := i
		if i = digits(w, i); i == exponent {
			return 0
		}
	}
	return i
}

// digits gives the offset behind the digits at w[i].
func digits(w string, i int) int {
	for i < len(w) && w[i] >= '0' && w[i] <= '9' {
		i++
	}
	return i
}

func isJSONNumber(w string) bool { return w != "" && numberLength(w) == len(w) }
