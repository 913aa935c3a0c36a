package teval

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"deft/pyvalue"
)

// literal reads text exactly as Python's ast.literal_eval does: constants, containers and set(), signs
// before numbers, strings side by side; no names, calls or arithmetic. Two rarities are not read:
// \N{name} in a string, and sums of a real and an imaginary number. Linear in the text.
func literal(text string) (pyvalue.Value, bool) {
	if !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
		return pyvalue.Value{}, false
	}
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	l := literalReader{src: strings.TrimLeft(text, " \t")}
	for l.blankLine() {
	}
	if l.pos < len(l.src) && (l.src[l.pos] == ' ' || l.src[l.pos] == '\t') {
		return pyvalue.Value{}, false // an indented first line
	}
	v, ok := l.list(0)
	if !ok {
		return pyvalue.Value{}, false
	}
	l.depth = 1 // from here newlines are space
	l.space()
	return v, l.pos == len(l.src)
}

// maxBrackets is how deep CPython's tokenizer lets brackets nest.
const maxBrackets = 200

type literalReader struct {
	src   string
	pos   int
	depth int // open brackets; inside them a newline is space
}

// blankLine skips one line of nothing but space and a comment, with its end.
func (l *literalReader) blankLine() bool {
	at := l.pos
	for at < len(l.src) && strings.IndexByte(" \t\f", l.src[at]) >= 0 {
		at++
	}
	if at < len(l.src) && l.src[at] == '#' {
		for at < len(l.src) && l.src[at] != '\n' {
			at++
		}
	}
	if at >= len(l.src) || l.src[at] != '\n' {
		return false
	}
	l.pos = at + 1
	return true
}

func (l *literalReader) space() {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == ' ' || c == '\t' || c == '\f' || c == '\n' && l.depth > 0:
			l.pos++
		case c == '\\' && strings.HasPrefix(l.src[l.pos:], "\\\n"):
			l.pos += 2
		case c == '#':
			for l.pos < len(l.src) && l.src[l.pos] != '\n' {
				l.pos++
			}
		default:
			return
		}
	}
}

func (l *literalReader) peek() byte {
	if l.pos < len(l.src) {
		return l.src[l.pos]
	}
	return 0
}

// list reads what may stand between parentheses, or at the top with end 0: one value, or several
// with commas, which make a tuple.
func (l *literalReader) list(end byte) (pyvalue.Value, bool) {
	first, ok := l.value()
	if !ok {
		return first, false
	}
	l.space()
	if l.peek() != ',' {
		return first, true
	}
	tuple := pyvalue.Value{Kind: pyvalue.Tuple, Items: []pyvalue.Value{first}}
	for l.peek() == ',' {
		l.pos++
		l.space()
		if c := l.peek(); c == end || end == 0 && (c == 0 || c == '\n') {
			break
		}
		v, ok := l.value()
		if !ok {
			return v, false
		}
		tuple.Items = append(tuple.Items, v)
		l.space()
	}
	return tuple, true
}

func (l *literalReader) value() (pyvalue.Value, bool) {
	l.space()
	switch c := l.peek(); {
	case c == '+' || c == '-':
		l.pos++
		l.space()
		return l.signed(c == '-')
	case c == '(' || c == '[' || c == '{':
		return l.brackets(c)
	case c >= '0' && c <= '9' || c == '.':
		if strings.HasPrefix(l.src[l.pos:], "...") {
			l.pos += 3
			return pyvalue.StringOf("Ellipsis"), true
		}
		return l.number()
	case c == '\'' || c == '"':
		return l.texts()
	}
	return l.word()
}

// signed reads the number after a sign: a plain one, perhaps in parentheses.
func (l *literalReader) signed(negative bool) (pyvalue.Value, bool) {
	var v pyvalue.Value
	var ok bool
	switch c := l.peek(); {
	case c == '(':
		v, ok = l.brackets(c)
	case c >= '0' && c <= '9' || c == '.':
		v, ok = l.number()
	}
	if !ok || v.Kind != pyvalue.Int && v.Kind != pyvalue.Float && v.Kind != pyvalue.Complex {
		return v, false
	}
	if !negative {
		return v, true
	}
	v.Num = -v.Num
	if v.Kind == pyvalue.Int {
		if digits, minus := strings.CutPrefix(v.Text, "-"); minus {
			v.Text = digits
		} else if v.Text != "0" {
			v.Text = "-" + v.Text
		} else {
			v.Num = 0
		}
	}
	return v, true
}

// word reads True, False, None, set() and strings with a prefix.
func (l *literalReader) word() (pyvalue.Value, bool) {
	end := l.pos
	for end < len(l.src) && (isNameByte(l.src[end])) {
		end++
	}
	name := l.src[l.pos:end]
	if end < len(l.src) && (l.src[end] == '\'' || l.src[end] == '"') && len(name) <= 2 {
		return l.texts()
	}
	l.pos = end
	switch name {
	case "True":
		return pyvalue.BoolOf(true), true
	case "False":
		return pyvalue.BoolOf(false), true
	case "None":
		return pyvalue.Value{}, true
	case "set":
		l.space()
		if l.peek() != '(' {
			return pyvalue.Value{}, false
		}
		l.pos++
		l.depth++
		l.space()
		l.depth--
		if l.peek() != ')' {
			return pyvalue.Value{}, false
		}
		l.pos++
		return pyvalue.Value{Kind: pyvalue.Set}, true
	}
	return pyvalue.Value{}, false
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|32 >= 'a' && c|32 <= 'z' || c >= utf8.RuneSelf
}

func (l *literalReader) brackets(open byte) (pyvalue.Value, bool) {
	if l.depth++; l.depth > maxBrackets {
		return pyvalue.Value{}, false
	}
	l.pos++
	l.space()
	v, end, ok := pyvalue.Value{}, byte(')'), true
	switch open {
	case '(':
		if v.Kind = pyvalue.Tuple; l.peek() != end {
			v, ok = l.list(end)
		}
	case '[':
		end = ']'
		v.Kind = pyvalue.List
		for ok && l.peek() != end {
			var item pyvalue.Value
			item, ok = l.value()
			v.Items = append(v.Items, item)
			ok = ok && l.comma(end)
		}
	case '{':
		end = '}'
		v, ok = l.braces()
	}
	l.space()
	if !ok || l.peek() != end {
		return v, false
	}
	l.pos++
	l.depth--
	return v, true
}

// comma passes over a comma; without one the end must follow.
func (l *literalReader) comma(end byte) bool {
	l.space()
	if l.peek() == ',' {
		l.pos++
		l.space()
		return true
	}
	return l.peek() == end
}

// braces reads a dict or a set up to its closing brace. Equal keys are left to make, which keeps
// the last value of each at its first place.
func (l *literalReader) braces() (pyvalue.Value, bool) {
	v := pyvalue.Value{Kind: pyvalue.Dict}
	for n := 0; l.peek() != '}'; n++ {
		key, ok := l.value()
		if !ok || !key.Hashable() {
			return v, false
		}
		l.space()
		if n == 0 && l.peek() != ':' {
			v.Kind = pyvalue.Set
		}
		v.Items = append(v.Items, key)
		if v.Kind == pyvalue.Dict {
			if l.peek() != ':' {
				return v, false
			}
			l.pos++
			item, ok := l.value()
			if !ok {
				return v, false
			}
			v.Items = append(v.Items, item)
		}
		if !l.comma('}') {
			return v, false
		}
	}
	return unique(v), true
}

// unique drops repeated keys of a dict, keeping the first place and the last value, and repeated
// members of a set.
func unique(v pyvalue.Value) pyvalue.Value {
	stride := 1
	if v.Kind == pyvalue.Dict {
		stride = 2
	}
	seen := map[string][]int{}
	kept := v.Items[:0]
next:
	for i := 0; i+stride <= len(v.Items); i += stride {
		key := v.Items[i]
		bucket := keyText(key)
		for _, at := range seen[bucket] {
			if pyvalue.Equal(kept[at], key) {
				copy(kept[at+1:at+stride], v.Items[i+1:i+stride])
				continue next
			}
		}
		seen[bucket] = append(seen[bucket], len(kept))
		kept = append(kept, v.Items[i:i+stride]...)
	}
	v.Items = kept
	return v
}

// keyText is equal for equal keys.
func keyText(v pyvalue.Value) string {
	switch v.Kind {
	case pyvalue.String, pyvalue.Bytes:
		return v.Text
	case pyvalue.Bool, pyvalue.Int, pyvalue.Float:
		return strconv.FormatFloat(v.Num, 'g', -1, 64)
	}
	var b strings.Builder
	b.WriteString(v.Kind.String())
	for _, item := range v.Items {
		b.WriteByte(',')
		b.WriteString(keyText(item))
	}
	return b.String()
}

// number reads an int, a float or an imaginary number.
func (l *literalReader) number() (pyvalue.Value, bool) {
	start := l.pos
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		sign := (c == '+' || c == '-') && l.src[l.pos-1]|32 == 'e' && !strings.HasPrefix(strings.ToLower(l.src[start:min(start+2, len(l.src))]), "0x")
		if l.pos > start && sign || c == '.' || isNameByte(c) {
			l.pos++
			continue
		}
		break
	}
	return parseNumber(l.src[start:l.pos])
}

func parseNumber(text string) (pyvalue.Value, bool) {
	t := strings.ToLower(text)
	if !underscoresFit(t) {
		return pyvalue.Value{}, false
	}
	t = strings.ReplaceAll(t, "_", "")
	if len(t) > 2 && t[0] == '0' && strings.IndexByte("xob", t[1]) >= 0 {
		base := map[byte]int{'x': 16, 'o': 8, 'b': 2}[t[1]]
		n, ok := new(big.Int).SetString(t[2:], base)
		if !ok || t[2] == '+' || t[2] == '-' {
			return pyvalue.Value{}, false
		}
		return intOf(n.String()), true
	}
	if strings.Trim(t, "0123456789") == "" {
		if len(t) > 4300 || t[0] == '0' && strings.Trim(t, "0") != "" {
			return pyvalue.Value{}, false
		}
		if t = strings.TrimLeft(t, "0"); t == "" {
			t = "0"
		}
		return intOf(t), true
	}
	imaginary := strings.HasSuffix(t, "j")
	t = strings.TrimSuffix(t, "j")
	if strings.Trim(t, "0123456789.e+-") != "" {
		return pyvalue.Value{}, false
	}
	f, err := strconv.ParseFloat(t, 64)
	if err != nil && !math.IsInf(f, 0) {
		return pyvalue.Value{}, false
	}
	if imaginary {
		return pyvalue.Value{Kind: pyvalue.Complex, Num: f}, true
	}
	return pyvalue.FloatOf(f), true
}

func intOf(digits string) pyvalue.Value {
	f, _ := strconv.ParseFloat(digits, 64) // out of range is an infinity, as pyvalue has it
	return pyvalue.Value{Kind: pyvalue.Int, Num: f, Text: digits}
}

// underscoresFit: single, and between digits, or after the base.
func underscoresFit(t string) bool {
	for i := 0; i < len(t); i++ {
		if t[i] != '_' {
			continue
		}
		if i == 0 || i+1 == len(t) || !isHexDigit(t[i+1]) || !isHexDigit(t[i-1]) && !(i == 2 && t[0] == '0' && (t[1] == 'x' || t[1] == 'o')) {
			return false
		}
	}
	return true
}

func isHexDigit(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

// texts reads one or more strings side by side.
func (l *literalReader) texts() (pyvalue.Value, bool) {
	var out []byte
	var isBytes bool
	for n := 0; ; n++ {
		mark := l.pos
		l.space()
		end := l.pos
		for end < len(l.src) && end < l.pos+3 && isNameByte(l.src[end]) {
			end++
		}
		if end >= len(l.src) || l.src[end] != '\'' && l.src[end] != '"' {
			l.pos = mark
			break
		}
		raw, inBytes, ok := prefix(l.src[l.pos:end])
		if !ok || n > 0 && inBytes != isBytes {
			return pyvalue.Value{}, false
		}
		isBytes = inBytes
		l.pos = end
		if out, ok = l.quoted(out, raw, isBytes); !ok {
			return pyvalue.Value{}, false
		}
	}
	kind := pyvalue.String
	if isBytes {
		kind = pyvalue.Bytes
	}
	return pyvalue.Value{Kind: kind, Text: string(out)}, true
}

func prefix(p string) (raw, isBytes, ok bool) {
	switch strings.ToLower(p) {
	case "", "u":
		return false, false, true
	case "r":
		return true, false, true
	case "b":
		return false, true, true
	case "rb", "br":
		return true, true, true
	}
	return false, false, false
}

// quoted appends the content of the string that begins at pos.
func (l *literalReader) quoted(out []byte, raw, isBytes bool) ([]byte, bool) {
	quote := l.src[l.pos : l.pos+1]
	if strings.HasPrefix(l.src[l.pos:], strings.Repeat(quote, 3)) {
		quote = l.src[l.pos : l.pos+3]
	}
	l.pos += len(quote)
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch {
		case c == quote[0] && strings.HasPrefix(l.src[l.pos:], quote):
			l.pos += len(quote)
			return out, true
		case c == '\n' && len(quote) == 1, isBytes && c >= utf8.RuneSelf:
			return out, false
		case c == '\\' && raw:
			if l.pos+1 >= len(l.src) {
				return out, false
			}
			if l.src[l.pos+1] >= utf8.RuneSelf {
				out = append(out, c)
				l.pos++
				continue
			}
			out = append(out, c, l.src[l.pos+1])
			l.pos += 2
		case c == '\\':
			var ok bool
			if out, ok = l.escape(out, isBytes); !ok {
				return out, false
			}
		default:
			out = append(out, c)
			l.pos++
		}
	}
	return out, false
}

// escape appends what the escape at pos stands for; an unknown one stands for itself.
func (l *literalReader) escape(out []byte, isBytes bool) ([]byte, bool) {
	if l.pos+1 >= len(l.src) {
		return out, false
	}
	c := l.src[l.pos+1]
	l.pos += 2
	if i := strings.IndexByte("\\'\"abfnrtv", c); i >= 0 {
		return append(out, "\\'\"\a\b\f\n\r\t\v"[i]), true
	}
	switch {
	case c == '\n':
		return out, true
	case c >= '0' && c <= '7':
		n := rune(c - '0')
		for i := 0; i < 2 && l.pos < len(l.src) && l.src[l.pos] >= '0' && l.src[l.pos] <= '7'; i++ {
			n = n*8 + rune(l.src[l.pos]-'0')
			l.pos++
		}
		return l.char(out, n, isBytes)
	case c == 'x':
		return l.hex(out, 2, isBytes)
	case isBytes:
	case c == 'u':
		return l.hex(out, 4, false)
	case c == 'U':
		return l.hex(out, 8, false)
	case c == 'N':
		return out, false
	}
	l.pos--
	return append(out, '\\'), true // c itself is read next
}

func (l *literalReader) hex(out []byte, digits int, isBytes bool) ([]byte, bool) {
	if l.pos+digits > len(l.src) {
		return out, false
	}
	n, err := strconv.ParseUint(l.src[l.pos:l.pos+digits], 16, 32)
	if err != nil || n > utf8.MaxRune || l.src[l.pos] == '+' {
		return out, false
	}
	l.pos += digits
	return l.char(out, rune(n), isBytes)
}

func (l *literalReader) char(out []byte, n rune, isBytes bool) ([]byte, bool) {
	if isBytes {
		return append(out, byte(n)), true
	}
	if n >= 0xd800 && n < 0xe000 { // a lone surrogate: its three bytes, as pyvalue keeps it
		return append(out, 0xe0|byte(n>>12), 0x80|byte(n>>6)&0xbf, 0x80|byte(n)&0xbf), true
	}
	return utf8.AppendRune(out, n), true
}
