package pyvalue

import "strconv"

// plain reads what nearly all replies are, in one pass and without a tree: calls with keyword
// arguments whose values are constants, names, lists, tuples and dictionaries. Wherever it meets
// anything else it gives up, and the parser of the whole grammar reads the text from its start.
// It must never read a text in another way than that parser does; FuzzPlain compares them.
type plain struct {
	src   string
	pos   int
	depth int
	o     Options
	memory
	scratch []byte
}

// maxPlain is how deep plain goes; the rest is for the parser, which knows Python's limits.
const maxPlain = 100

func (p *plain) reset(src string, o Options) {
	p.src, p.pos, p.depth, p.o = src, 0, 0, o
}

// calls appends the calls of a list to out.
func (p *plain) calls(out []Call) ([]Call, bool) {
	if p.src == "" || p.src[0] != '[' {
		return out, false
	}
	p.pos++
	for {
		p.space()
		c, ok := p.call()
		if !ok {
			return out, false
		}
		out = append(out, c)
		p.space()
		switch p.at() {
		case ',':
			p.pos++
		case ']':
			p.pos++
			return out, p.end()
		default:
			return out, false
		}
	}
}

// at is the byte at the current place, 0 at the end. Null bytes are not plain.
func (p *plain) at() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *plain) space() {
	for p.pos < len(p.src) && (p.src[p.pos] == ' ' || p.src[p.pos] == '\n' || p.src[p.pos] == '\t') {
		p.pos++
	}
}

// end says whether nothing but white space is left that Python lets stand there, too.
func (p *plain) end() bool {
	for p.at() == ' ' {
		p.pos++
	}
	for p.at() == '\n' {
		p.pos++
	}
	return p.pos == len(p.src)
}

// identifier reads a name in ASCII; "" when there is none.
func (p *plain) identifier() string {
	start := p.pos
	for p.pos < len(p.src) && wordTable[p.src[p.pos]] {
		p.pos++
	}
	if start == p.pos || digit(p.src[start]) {
		return ""
	}
	return p.src[start:p.pos]
}

// wordTable holds the bytes of names in ASCII.
var wordTable = func() (t [256]bool) {
	for c := range t {
		t[c] = c == '_' || digit(byte(c)) || c|32 >= 'a' && c|32 <= 'z'
	}
	return t
}()

func (p *plain) call() (c Call, ok bool) {
	start := p.pos
	for {
		if w := p.identifier(); w == "" || reserved(w) && (!p.o.Lenient || p.pos-len(w) == start) {
			return c, false
		}
		if p.at() != '.' {
			break
		}
		p.pos++
	}
	c.Name = p.src[start:p.pos]
	c.Arguments.Kind = Dict
	if p.at() != '(' {
		return c, false
	}
	p.pos++
	if p.at() == ')' {
		if p.pos++; p.o.Minus {
			c.Text = p.src[start:p.pos]
		}
		return c, true
	}
	base := len(p.stack)
	for {
		p.space()
		if !p.argument() {
			return c, false
		}
		p.space()
		switch p.at() {
		case ',':
			p.pos++
			continue
		case ')':
			p.pos++
			c.Arguments.Items = distinct(p.pop(base, len(p.src)-p.pos), 2)
			return c, true
		}
		return c, false
	}
}

// argument reads name=value.
func (p *plain) argument() bool {
	name := p.identifier()
	if name == "" || !p.o.Reserved && !p.o.Lenient && reserved(name) {
		return false
	}
	p.space()
	if p.at() != '=' {
		return false
	}
	p.pos++
	p.push(Value{Kind: String, Text: name})
	p.space()
	return p.value()
}

// value reads a value and puts it on the stack. What stands behind it is for the caller to check,
// so that `1 + 1` is given up at the plus.
func (p *plain) value() bool {
	switch c := p.at(); c {
	case '"', '\'':
		text, ok := p.text(c)
		if ok {
			p.push(Value{Kind: String, Text: text})
		}
		return ok
	case '[':
		return p.sequence(List, ']')
	case '(':
		return p.sequence(Tuple, ')')
	case '{':
		return p.dict()
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return p.number()
	}
	return p.word()
}

func (p *plain) word() bool {
	w := p.identifier()
	switch w {
	case "True":
		p.push(BoolOf(true))
		return true
	case "False":
		p.push(BoolOf(false))
		return true
	case "None":
		p.push(Value{})
		return true
	}
	if w == "" || p.o.Literal || reserved(w) {
		return false
	}
	if p.o.Lenient {
		if v, ok := otherWord(w); ok {
			p.push(v)
			return true
		}
	}
	p.push(Value{Kind: String, Text: w})
	return true
}

// text reads a string on one line. Strings side by side and triple quotes are given up by the
// caller, which finds a quote where it wants a comma.
func (p *plain) text(quote byte) (string, bool) {
	start := p.pos + 1
	for i := start; i < len(p.src); i++ {
		switch c := p.src[i]; {
		case c == quote:
			p.pos = i + 1
			return p.src[start:i], true
		case c == '\\':
			return p.escaped(start, i, quote)
		case c < 0x20 && c != '\t':
			return "", false
		}
	}
	return "", false
}

// escaped reads on in a string from its first backslash.
func (p *plain) escaped(start, i int, quote byte) (string, bool) {
	out := append(p.scratch[:0], p.src[start:i]...)
	for i < len(p.src) {
		c := p.src[i]
		switch {
		case c == quote:
			p.scratch = out
			p.pos = i + 1
			return string(out), true
		case c == '\\':
			if i+1 >= len(p.src) || p.src[i+1] < 0x20 {
				return "", false
			}
			var used int
			var ok bool
			if out, used, ok = unescape(out, p.src[i+1:], false); !ok {
				return "", false
			}
			i += 1 + used
			continue
		case c < 0x20 && c != '\t':
			return "", false
		}
		out = append(out, c)
		i++
	}
	return "", false
}

// number reads a decimal number, perhaps negative.
func (p *plain) number() bool {
	start := p.pos
	if p.at() == '-' {
		p.pos++
	}
	first := p.pos
	n := int64(0)
	for p.pos < len(p.src) && digit(p.src[p.pos]) {
		n = n*10 + int64(p.src[p.pos]-'0')
		p.pos++
	}
	digits := p.pos - first
	if digits == 0 || digits > 1 && p.src[first] == '0' || digits > 300 {
		return false
	}
	switch c := p.at(); {
	case c == '.' || c|32 == 'e':
		return p.float(start)
	case wordTable[c] || c >= 0x80:
		return false
	}
	text := p.src[start:p.pos]
	if digits > 15 {
		p.push(intText(text))
		return true
	}
	if first > start {
		if n = -n; n == 0 {
			text = "0"
		}
	}
	p.push(Value{Kind: Int, Num: float64(n), Text: text})
	return true
}

// float reads on in a number whose digits before the point were read.
func (p *plain) float(start int) bool {
	digits := func() bool {
		from := p.pos
		for digit(p.at()) {
			p.pos++
		}
		return p.pos > from
	}
	if p.at() == '.' {
		if p.pos++; !digits() {
			return false
		}
	}
	if p.at()|32 == 'e' {
		if p.pos++; p.at() == '+' || p.at() == '-' {
			p.pos++
		}
		if !digits() {
			return false
		}
	}
	if c := p.at(); wordTable[c] || c >= 0x80 || c == '.' {
		return false
	}
	text := p.src[start:p.pos]
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false
	}
	p.push(Value{Kind: Float, Num: f, Text: text})
	return true
}

// sequence reads a list or a tuple; brackets around one value without a comma only group it.
func (p *plain) sequence(kind Kind, end byte) bool {
	if p.depth++; p.depth > maxPlain {
		return false
	}
	p.pos++
	base, comma := len(p.stack), false
	for {
		p.space()
		if p.at() == end {
			break
		}
		if len(p.stack) > base && !comma || !p.value() {
			return false
		}
		p.space()
		if comma = p.at() == ','; comma {
			p.pos++
		}
	}
	p.pos++
	p.depth--
	if kind == Tuple && len(p.stack) == base+1 && !comma {
		return true
	}
	items := p.pop(base, len(p.src)-p.pos)
	p.push(Value{Kind: kind, Items: items})
	return true
}

func (p *plain) dict() bool {
	if p.depth++; p.depth > maxPlain {
		return false
	}
	p.pos++
	base, comma := len(p.stack), true
	for {
		p.space()
		if p.at() == '}' {
			break
		}
		if !comma || !p.value() {
			return false
		}
		if k := &p.stack[len(p.stack)-1]; k.Kind != String && !k.Hashable() {
			return false
		}
		if p.space(); p.at() != ':' {
			return false
		}
		p.pos++
		if p.space(); !p.value() {
			return false
		}
		p.space()
		if comma = p.at() == ','; comma {
			p.pos++
		}
	}
	p.pos++
	p.depth--
	items := distinct(p.pop(base, len(p.src)-p.pos), 2)
	p.push(Value{Kind: Dict, Items: items})
	return true
}
