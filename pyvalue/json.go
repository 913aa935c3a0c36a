package pyvalue

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth is how deep JSON may nest; Python gives up at about this depth, too.
const maxDepth = 900

// maxDigits is the longest number in decimal that Python converts to or from text.
const maxDigits = 4300

// A SyntaxError says at which byte of the text what is wrong.
type SyntaxError struct {
	Offset int
	Reason string
}

// Error gives the reason and the offset.
func (e *SyntaxError) Error() string { return e.Reason + " at byte " + strconv.Itoa(e.Offset) }

// FromJSON reads one JSON value as Python's json.loads does: a number with a point or exponent is
// a float, any other an int of any size; NaN, Infinity and -Infinity are numbers; the last of
// equal keys counts. Errors are *SyntaxError.
func FromJSON(text []byte) (Value, error) { return FromJSONString(string(text)) }

// FromJSONString is FromJSON of a string; strings without escapes share its memory.
func FromJSONString(text string) (Value, error) {
	n := 2 + min(len(text)/8, 32)
	some := make([]Value, n+2+min(len(text)/8, mostAhead))
	d := jsonDecoder{src: text, memory: memory{stack: some[:0:n], all: some[n:], free: some[n:]}}
	return d.whole()
}

// CheckJSON says what FromJSONString would find wrong with text, without making the value.
func CheckJSON(text string) error {
	d := jsonDecoder{src: text, check: true}
	return d.only()
}

// JSON is FromJSONString with the decoder's memory.
func (r *Decoder) JSON(text string) (Value, error) {
	r.start(text)
	return r.MoreJSON(text)
}

// MoreJSON is JSON, and what the decoder returned before stays good.
func (r *Decoder) MoreJSON(text string) (Value, error) {
	r.longest = max(r.longest, len(text))
	d := jsonDecoder{src: text, memory: r.plain.memory}
	v, err := d.whole()
	r.plain.memory = d.memory
	return v, err
}

// whole reads a text that is one value.
func (d *jsonDecoder) whole() (Value, error) {
	base := len(d.stack)
	if err := d.only(); err != nil {
		return Value{}, err
	}
	v := d.stack[base]
	d.stack = d.stack[:base]
	return v, nil
}

// only reads a value behind which no text may follow.
func (d *jsonDecoder) only() error {
	d.space()
	if !d.value(0) {
		return &SyntaxError{d.pos, d.reason()}
	}
	d.space()
	if d.pos < len(d.src) {
		return &SyntaxError{d.pos, "more text after the value"}
	}
	return nil
}

type jsonDecoder struct {
	src   string
	pos   int
	why   string
	check bool // values are not wanted
	memory
}

// keep puts a value on the stack.
func (d *jsonDecoder) keep(v Value) {
	if !d.check {
		d.push(v)
	}
}

func (d *jsonDecoder) reason() string {
	if d.why != "" {
		return d.why
	}
	if d.pos >= len(d.src) {
		return "the text ends too early"
	}
	return "unexpected " + strconv.QuoteRune(firstRune(d.src[d.pos:]))
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func (d *jsonDecoder) space() {
	for d.pos < len(d.src) {
		if c := d.src[d.pos]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return
		}
		d.pos++
	}
}

// value reads a value and puts it on the stack.
func (d *jsonDecoder) value(depth int) bool {
	if d.pos >= len(d.src) {
		return false
	}
	switch c := d.src[d.pos]; c {
	case '"':
		s, ok := d.text()
		d.keep(Value{Kind: String, Text: s})
		return ok
	case '{', '[':
		if depth >= maxDepth {
			d.why = "nested too deeply"
			return false
		}
		return d.container(depth+1, c)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return d.number()
	case 't':
		return d.word("true", BoolOf(true))
	case 'f':
		return d.word("false", BoolOf(false))
	case 'n':
		return d.word("null", Value{})
	case 'N':
		return d.word("NaN", FloatOf(math.NaN()))
	case 'I':
		return d.word("Infinity", FloatOf(math.Inf(1)))
	}
	return false
}

func (d *jsonDecoder) word(w string, v Value) bool {
	if !strings.HasPrefix(d.src[d.pos:], w) {
		return false
	}
	d.pos += len(w)
	d.keep(v)
	return true
}

func (d *jsonDecoder) container(depth int, open byte) bool {
	base := len(d.stack)
	d.pos++
	d.space()
	end := open + 2 // '}' and ']'
	for first := true; d.pos < len(d.src) && (d.src[d.pos] != end || !first); first = false {
		if open == '{' && !d.key() || !d.value(depth) {
			return false
		}
		d.space()
		if d.pos >= len(d.src) {
			return false
		}
		if d.src[d.pos] == end {
			break
		}
		if d.src[d.pos] != ',' {
			return false
		}
		d.pos++
		d.space()
		if d.pos < len(d.src) && d.src[d.pos] == end {
			d.why = "a comma before the closing bracket"
			return false
		}
	}
	if d.pos >= len(d.src) {
		return false
	}
	d.pos++
	if d.check {
		return true
	}
	items := d.pop(base, len(d.src)-d.pos)
	if open == '{' {
		d.keep(Value{Kind: Dict, Items: distinct(items, 2)})
	} else {
		d.keep(Value{Kind: List, Items: items})
	}
	return true
}

// key reads a member's key and the colon behind it.
func (d *jsonDecoder) key() bool {
	if d.src[d.pos] != '"' {
		return false
	}
	key, ok := d.text()
	if !ok {
		return false
	}
	d.keep(Value{Kind: String, Text: key})
	d.space()
	if d.pos >= len(d.src) || d.src[d.pos] != ':' {
		return false
	}
	d.pos++
	d.space()
	return true
}

func (d *jsonDecoder) number() bool {
	start := d.pos
	if d.src[d.pos] == '-' {
		if strings.HasPrefix(d.src[d.pos:], "-Infinity") {
			return d.word("-Infinity", FloatOf(math.Inf(-1)))
		}
		d.pos++
	}
	first, n := d.pos, int64(0)
	for d.pos < len(d.src) && digit(d.src[d.pos]) {
		n = n*10 + int64(d.src[d.pos]-'0')
		d.pos++
		if d.pos == first+1 && n == 0 {
			break // no digit follows a leading zero
		}
	}
	if d.pos == first {
		return false
	}
	integer := true
	if mark := d.pos; d.pos < len(d.src) && d.src[d.pos] == '.' {
		d.pos++
		if d.digits() {
			integer = false
		} else {
			d.pos = mark // json.loads stops before a point without digits
		}
	}
	if mark := d.pos; d.pos < len(d.src) && d.src[d.pos]|32 == 'e' {
		d.pos++
		if d.pos < len(d.src) && (d.src[d.pos] == '+' || d.src[d.pos] == '-') {
			d.pos++
		}
		if d.digits() {
			integer = false
		} else {
			d.pos = mark
		}
	}
	text := d.src[start:d.pos]
	if !integer {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return false
		}
		d.keep(Value{Kind: Float, Num: f, Text: text})
		return true
	}
	if len(text) > maxDigits {
		d.why = "a number with too many digits"
		return false
	}
	if len(text) > 15 || n == 0 {
		d.keep(intText(text))
		return true
	}
	if text[0] == '-' {
		n = -n
	}
	d.keep(Value{Kind: Int, Num: float64(n), Text: text})
	return true
}

func (d *jsonDecoder) digits() bool {
	start := d.pos
	for d.pos < len(d.src) && d.src[d.pos] >= '0' && d.src[d.pos] <= '9' {
		d.pos++
	}
	return d.pos > start
}

func (d *jsonDecoder) text() (string, bool) {
	d.pos++
	start := d.pos
	ascii := byte(0)
	for ; d.pos < len(d.src); d.pos++ {
		c := d.src[d.pos]
		ascii |= c
		if c == '"' {
			s := d.src[start:d.pos]
			if ascii >= utf8.RuneSelf && !utf8.ValidString(s) {
				break
			}
			d.pos++
			return s, true
		}
		if c == '\\' {
			return d.escaped(start)
		}
		if c < 0x20 {
			d.why = "a control character in a string"
			return "", false
		}
	}
	return "", false
}

// escaped reads on in a string from its first backslash.
func (d *jsonDecoder) escaped(start int) (string, bool) {
	out := append(make([]byte, 0, d.pos-start+32), d.src[start:d.pos]...)
	for d.pos < len(d.src) {
		c := d.src[d.pos]
		switch {
		case c == '"':
			d.pos++
			return string(out), true
		case c == '\\':
			var ok bool
			if out, ok = d.escape(out); !ok {
				return "", false
			}
		case c < 0x20:
			d.why = "a control character in a string"
			return "", false
		case c < utf8.RuneSelf:
			out = append(out, c)
			d.pos++
		default:
			r, n := utf8.DecodeRuneInString(d.src[d.pos:])
			if r == utf8.RuneError && n == 1 {
				return "", false
			}
			out = append(out, d.src[d.pos:d.pos+n]...)
			d.pos += n
		}
	}
	return "", false
}

func (d *jsonDecoder) escape(out []byte) ([]byte, bool) {
	if d.pos+1 >= len(d.src) {
		d.pos = len(d.src)
		return out, false
	}
	c := d.src[d.pos+1]
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		d.pos += 2
		return append(out, "\"\\/\b\f\n\r\t"[i]), true
	}
	if c != 'u' {
		return out, false
	}
	r, ok := hex4(d.src, d.pos+2)
	if !ok {
		return out, false
	}
	d.pos += 6
	if r >= 0xd800 && r < 0xdc00 && strings.HasPrefix(d.src[d.pos:], `\u`) {
		if low, ok := hex4(d.src, d.pos+2); ok && low >= 0xdc00 && low < 0xe000 {
			d.pos += 6
			return utf8.AppendRune(out, 0x10000+(r-0xd800)<<10+(low-0xdc00)), true
		}
	}
	if r >= 0xd800 && r < 0xe000 {
		return appendSurrogate(out, r), true
	}
	return utf8.AppendRune(out, r), true
}

func hex4(s string, at int) (rune, bool) {
	if at+4 > len(s) {
		return 0, false
	}
	r := rune(0)
	for _, c := range []byte(s[at : at+4]) {
		n, ok := hexDigit(c)
		if !ok {
			return 0, false
		}
		r = r<<4 | rune(n)
	}
	return r, true
}

func hexDigit(c byte) (int, bool) {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0'), true
	case c|32 >= 'a' && c|32 <= 'f':
		return int(c|32-'a') + 10, true
	}
	return 0, false
}
