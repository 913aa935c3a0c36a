package bfcl

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ctoken is a kind of token that Java and JavaScript have in common.
type ctoken uint8

const (
	cEnd ctoken = iota
	cName
	cNumber
	cString   // "…"
	cQuoted   // '…': a character in Java, a string in JavaScript
	cTemplate // `…` in JavaScript, """…""" in Java
	cRegexp
	cOp
	cBad
)

// maxNest bounds how deep an expression of Java or JavaScript may nest.
const maxNest = 200

// clike is a scanner and the common part of the parsers of both languages. It has one token of
// lookahead and never goes back further than a few tokens.
type clike struct {
	src        string
	kind       ctoken
	first      byte // of an operator or name, else 0
	start, end int  // the current token
	prev       int  // where the token before it ended
	line       bool
	js         bool
	broken     bool // the text is not of the language
	nest       int
}

// state is where a parser can go back to.
type state struct {
	kind             ctoken
	start, end, prev int
	line, broken     bool
}

func (c *clike) mark() state { return state{c.kind, c.start, c.end, c.prev, c.line, c.broken} }

func (c *clike) back(s state) {
	c.kind, c.start, c.end, c.prev, c.line, c.broken = s.kind, s.start, s.end, s.prev, s.line, s.broken
	c.setFirst()
}

func (c *clike) setFirst() {
	if c.first = 0; c.kind == cOp || c.kind == cName {
		c.first = c.src[c.start]
	}
}

// ends says whether the byte behind the current token ends an argument or element, so that the token
// is a whole expression.
func (c *clike) ends() bool {
	return c.end < len(c.src) && !c.broken && (c.src[c.end] == ',' || c.src[c.end] == ')' || c.src[c.end] == ']' || c.src[c.end] == '}')
}

func (c *clike) word() string { return c.src[c.start:c.end] }

func (c *clike) is(op string) bool {
	return c.first == op[0] && c.src[c.start:c.end] == op
}

func (c *clike) accept(op string) bool {
	if !c.is(op) {
		return false
	}
	c.next()
	return true
}

func (c *clike) expect(op string) {
	if !c.accept(op) {
		c.broken = true
	}
}

// ok is the condition of every loop: there is text left and it is still of the language.
func (c *clike) ok() bool { return !c.broken && c.kind != cEnd }

// next reads a token, past white space and comments. What most tokens are is read here, the rest by
// scan.
func (c *clike) next() {
	c.prev, c.line = c.end, false
	src, i := c.src, c.end
	for i < len(src) {
		b := src[i]
		switch classTable[b] {
		case classBlank:
			i++
			continue
		case classLine:
			c.line = true
			i++
			continue
		case className:
			end := i + 1
			for end < len(src) && identTable[src[end]] {
				end++
			}
			if end == len(src) || src[end] < utf8.RuneSelf {
				c.kind, c.first, c.start, c.end = cName, b, i, end
				return
			}
		case classSingle:
			c.kind, c.first, c.start, c.end = cOp, b, i, i+1
			return
		case classOperator:
			if i+1 < len(src) && !operatorTable[src[i+1]] && (b != '.' || !digit(src[i+1])) {
				c.kind, c.first, c.start, c.end = cOp, b, i, i+1
				return
			}
		case classOther:
			if r, n := utf8.DecodeRuneInString(src[i:]); c.js && b >= utf8.RuneSelf && jsBlank(r) {
				c.line = c.line || r == '\u2028' || r == '\u2029'
				i += n
				continue
			}
		case classSlash:
			if n := comment(src[i:]); n > 0 {
				i += n
				continue
			} else if n < 0 {
				c.start, c.end, c.kind, c.first, c.broken = i, len(src), cBad, 0, true
				return
			}
		}
		c.start = i
		c.scan()
		c.setFirst()
		return
	}
	c.start, c.end, c.kind, c.first = i, i, cEnd, 0
}

// comment gives the length of the comment at the start of s, which begins with a slash: 0 for none,
// -1 for one without an end.
func comment(s string) int {
	switch {
	case strings.HasPrefix(s, "//"):
		if n := strings.IndexByte(s, '\n'); n >= 0 {
			return n
		}
		return len(s)
	case strings.HasPrefix(s, "/*"):
		if n := strings.Index(s[2:], "*/"); n >= 0 {
			return n + 4
		}
		return -1
	}
	return 0
}

// class is what a byte may begin.
type class uint8

const (
	classOther    class = iota
	classBlank          // white space on a line
	classLine           // a line break
	className           // a name in ASCII
	classSingle         // an operator of one byte
	classOperator       // an operator of one byte unless another follows
	classSlash          // a comment or an operator
)

var classTable = func() (t [256]class) {
	for b := range t {
		if identByte(byte(b)) && !digit(byte(b)) {
			t[b] = className
		}
	}
	set := func(kind class, bytes string) {
		for i := range bytes {
			t[bytes[i]] = kind
		}
	}
	set(classBlank, " \t\r\f\v")
	set(classLine, "\n")
	set(classSingle, "()[]{},;")
	set(classOperator, ":=+-<>.*&|!?%^~@")
	set(classSlash, "/")
	return t
}()

func (c *clike) scan() {
	b := c.src[c.start]
	i := c.start
	switch {
	case identByte(b) && !digit(b) || b >= utf8.RuneSelf:
		c.kind = cName
		for i < len(c.src) && (identByte(c.src[i]) || c.src[i] >= utf8.RuneSelf) {
			if c.src[i] < utf8.RuneSelf {
				i++
				continue
			}
			r, n := utf8.DecodeRuneInString(c.src[i:])
			if c.js && jsBlank(r) || !c.js && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) {
				break
			}
			i += n
		}
		if i == c.start {
			c.bad()
			return
		}
	case digit(b) || b == '.' && i+1 < len(c.src) && digit(c.src[i+1]):
		c.number()
		return
	case b == '"' || b == '\'' || b == '`' && c.js:
		c.quoted(b)
		return
	default:
		c.operator()
		return
	}
	c.end = i
}

// jsBlank says whether r is white space in JavaScript. What else is not ASCII may stand in names, for
// the released code's parser.
func jsBlank(r rune) bool {
	return unicode.Is(unicode.Zs, r) || unicode.IsSpace(r) || r == '\ufeff' || r == '\u2060' || r == '\u200b'
}

func (c *clike) bad() {
	c.kind, c.end, c.broken = cBad, c.start+1, true
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

func identByte(b byte) bool { return identTable[b] }

// identTable holds the bytes of names in ASCII.
var identTable = func() (t [256]bool) {
	for b := range t {
		t[b] = b|32 >= 'a' && b|32 <= 'z' || digit(byte(b)) || b == '_' || b == '$'
	}
	return t
}()

func (c *clike) number() {
	i := c.start
	for i < len(c.src) && digit(c.src[i]) {
		i++
	}
	octal := i > c.start+1 && c.src[c.start] == '0'
	if !octal && (i == len(c.src) || !identByte(c.src[i]) && c.src[i] != '.') {
		c.kind, c.end = cNumber, i
		return
	}
	i = c.start
	hex := strings.HasPrefix(c.src[i:], "0x") || strings.HasPrefix(c.src[i:], "0X")
	for i < len(c.src) {
		b := c.src[i]
		sign := (b == '+' || b == '-') && !hex && i > c.start && c.src[i-1]|32 == 'e'
		if !identByte(b) && b != '.' && !sign {
			break
		}
		i++
	}
	c.kind, c.end = cNumber, i
	if !c.validNumber(c.src[c.start:i], hex) {
		c.broken = true
	}
}

// validNumber says whether w is a number with a suffix the language knows.
func (c *clike) validNumber(w string, hex bool) bool {
	suffixes := "lLfFdD"
	if c.js {
		suffixes = "n"
	}
	if hex || len(w) > 1 && w[0] == '0' && strings.IndexByte("bBoO", w[1]) >= 0 {
		digits := "01234567"
		if hex {
			digits = "0123456789abcdefABCDEF"
		} else if w[1]|32 == 'b' {
			digits = "01"
		}
		w = w[2:]
		if w != "" && strings.IndexByte(suffixes, w[len(w)-1]) >= 0 && !strings.ContainsRune("fFdD", rune(w[len(w)-1])) {
			w = w[:len(w)-1]
		}
		return w != "" && strings.Trim(w, digits+"_") == "" && !looseUnderscore(w)
	}
	if whole := strings.TrimRight(w, "lL"); !c.js && !strings.ContainsAny(whole, ".eEfFdD") {
		if len(whole) > 1 && whole[0] == '0' && strings.Trim(whole, "01234567") != "" {
			return false
		}
	} else if !c.js && whole != w {
		return false
	}
	if looseUnderscore(w) || c.js && strings.HasSuffix(w, "n") && strings.ContainsAny(w, ".eE") {
		return false
	}
	if w != "" && strings.IndexByte(suffixes, w[len(w)-1]) >= 0 {
		w = w[:len(w)-1]
	}
	mantissa, exponent, has := strings.Cut(strings.ToLower(w), "e")
	if has && strings.Trim(strings.TrimLeft(exponent, "+-"), "0123456789_") != "" || has && strings.Trim(exponent, "+-") == "" {
		return false
	}
	return strings.Count(mantissa, ".") <= 1 && strings.Trim(mantissa, "0123456789_.") == "" && mantissa != ""
}

// looseUnderscore says whether an underscore stands elsewhere than between digits.
func looseUnderscore(w string) bool {
	return strings.HasPrefix(w, "_") || strings.HasSuffix(w, "_") || strings.Contains(w, "__")
}

// quoted scans a string or character. A line break ends it only where the language allows one.
func (c *clike) quoted(q byte) {
	c.kind = cString
	lines := q == '`'
	if q == '\'' {
		c.kind = cQuoted
	}
	i := c.start + 1
	closing := c.src[c.start:i]
	if !c.js && strings.HasPrefix(c.src[c.start:], `"""`) {
		i, closing, lines = c.start+3, `"""`, true
	}
	if lines {
		c.kind = cTemplate
	}
	escapes := q == '"' || c.js && q == '\''
	lines = lines || !c.js && q == '"' // the released code's parser does not mind
	for i < len(c.src) {
		switch b := c.src[i]; {
		case b == '\\':
			i++
			if escapes && i < len(c.src) && !validEscape(c.src[i:]) {
				c.end, c.broken = i, true
				return
			}
		case b == '\n' && !lines:
			c.end, c.broken = i, true
			return
		case b == q && (len(closing) == 1 || strings.HasPrefix(c.src[i:], closing)):
			c.end = i + len(closing)
			if q == '\'' && !c.js && i == c.start+1 {
				c.broken = true // an empty character
			}
			return
		}
		i++
	}
	c.end, c.broken = len(c.src), true
}

// validEscape says whether s goes on behind a backslash as a string may.
func validEscape(s string) bool {
	n := 0
	switch {
	case s[0] == 'x':
		n = 2
	case s[0] == 'u' && len(s) > 1 && s[1] != '{':
		n = 4
	}
	return len(s) > n && strings.Trim(s[1:n+1], "0123456789abcdefABCDEF") == ""
}

func (c *clike) operator() {
	rest := c.src[c.start:]
	if b := rest[0]; b == '(' || b == ')' || b == '[' || b == ']' || b == '{' || b == '}' || b == ',' || b == ';' {
		c.kind, c.end = cOp, c.start+1
		return
	}
	if len(rest) > 1 && !operatorTable[rest[1]] {
		c.single()
		return
	}
	for _, op := range [...]string{">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=",
		"=>", "->", "::", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", "**"} {
		if strings.HasPrefix(rest, op) && (c.js || op != "===" && op != "!==" && op != "**" && op != "=>" && op != "??" && op != "?.") {
			c.kind, c.end = cOp, c.start+len(op)
			return
		}
	}
	c.single()
}

// operatorTable holds the bytes with which an operator may go on.
var operatorTable = [256]bool{'=': true, '&': true, '|': true, '<': true, '>': true, '+': true, '-': true, '.': true, '?': true, '*': true, ':': true}

func (c *clike) single() {
	if b := c.src[c.start]; b != '=' && b != '.' && strings.IndexByte("()[]{}<>,;:+-*/%&|^!~?@", b) < 0 {
		c.bad()
		return
	}
	c.kind, c.end = cOp, c.start+1
}

// balanced passes a bracketed part with everything in it, from the opening bracket that is the
// current token: class bodies, blocks.
func (c *clike) balanced() {
	var open []byte
	for c.ok() {
		if c.kind == cOp {
			switch b := c.src[c.start]; b {
			case '(', '[', '{':
				open = append(open, b)
			case ')', ']', '}':
				if o := open[len(open)-1]; b == ')' != (o == '(') || b == ']' != (o == '[') {
					c.broken = true
					return
				}
				open = open[:len(open)-1]
			}
		}
		c.next()
		if len(open) == 0 {
			return
		}
	}
	c.broken = true
}

// deeper counts the recursion; it is false, and the text broken, when it goes too deep.
func (c *clike) deeper() bool {
	c.nest++
	if c.nest > maxNest {
		c.broken = true
	}
	return !c.broken
}
