package pyvalue

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind sorts the tokens of a Python expression.
type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokName
	tokKeyword // a reserved word
	tokNumber
	tokString
	tokOp
)

// operator is a token of punctuation, or the operator of a node.
type operator uint8

const (
	opNone operator = iota
	opOpenParen
	opCloseParen
	opOpenList
	opCloseList
	opOpenBrace
	opCloseBrace
	opComma
	opColon
	opDot
	opEllipsis
	opAssign
	opWalrus
	opPlus
	opMinus
	opTimes
	opDivide
	opFloor
	opModulo
	opMatrix
	opPower
	opOr
	opXor
	opAnd
	opLeft
	opRight
	opInvert
	opEqual
	opNotEqual
	opLess
	opLessEqual
	opGreater
	opGreaterEqual
	opIn
	opNotIn
	opIs
	opIsNot
	opNot
	opBoolAnd
	opBoolOr
)

// text gives the operator as it is written.
func (o operator) text() string {
	return [...]string{"", "(", ")", "[", "]", "{", "}", ",", ":", ".", "...", "=", ":=", "+", "-", "*", "/", "//", "%", "@", "**",
		"|", "^", "&", "<<", ">>", "~", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not", "not", "and", "or"}[o]
}

// maxBrackets is how deep CPython lets brackets nest.
const maxBrackets = 200

// token is one token: src[start:end]. For a string, content is where its text starts, and quote
// how many quotation marks close it.
type token struct {
	kind       tokenKind
	op         operator
	start, end int
	content    int
	quote      int8
	prefix     stringFlags
	escapes    bool // a string holds a backslash or a carriage return
	escaped    bool // a name holds `\_`
}

type stringFlags uint8

const (
	prefixRaw stringFlags = 1 << iota
	prefixBytes
	prefixFormat
	prefixUnicode
)

// lexer cuts an expression into tokens. Inside brackets line breaks are white space.
type lexer struct {
	src     string
	pos     int
	tok     token
	open    []byte // the brackets that are open
	lenient bool   // `\_` may stand for an underscore
	failure *SyntaxError
}

func (l *lexer) fail(at int, reason string) bool {
	if l.failure == nil {
		l.failure = &SyntaxError{at, reason}
	}
	l.tok = token{kind: tokEnd, start: len(l.src), end: len(l.src)}
	l.pos = len(l.src)
	return false
}

// start skips what may stand before an expression: empty lines and comments, but no indentation.
func (l *lexer) start() {
	for l.pos < len(l.src) {
		lineStart := l.pos
		for l.pos < len(l.src) && (l.src[l.pos] == ' ' || l.src[l.pos] == '\t' || l.src[l.pos] == '\f') {
			if l.src[l.pos] == '\f' {
				lineStart = l.pos + 1
			}
			l.pos++
		}
		if n := emptyContinuation(l.src[l.pos:]); n > 0 {
			l.pos += n
		}
		if l.pos < len(l.src) && l.src[l.pos] == '#' {
			l.skipComment()
		}
		if l.pos < len(l.src) && (l.src[l.pos] == '\n' || l.src[l.pos] == '\r') {
			l.pos++
			continue
		}
		continued := strings.HasPrefix(l.src[l.pos:], "\\\n ") || strings.HasPrefix(l.src[l.pos:], "\\\n\t")
		if (l.pos > lineStart || continued) && l.pos < len(l.src) && !l.lenient {
			l.fail(l.pos, "unexpected indent")
		}
		return
	}
}

// emptyContinuation gives the length of a backslash and its line break in front of an empty line, which
// makes one empty line of two; 0 where s begins otherwise.
func emptyContinuation(s string) int {
	for _, lineBreak := range [...]string{"\\\r\n", "\\\n", "\\\r"} {
		if rest, ok := strings.CutPrefix(s, lineBreak); ok {
			if rest != "" && (rest[0] == '\n' || rest[0] == '\r' || rest[0] == '#') {
				return len(lineBreak)
			}
			return 0
		}
	}
	return 0
}

func (l *lexer) skipComment() {
	for l.pos < len(l.src) && l.src[l.pos] != '\n' && l.src[l.pos] != '\r' {
		l.pos++
	}
}

// next reads the next token into l.tok.
func (l *lexer) next() {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; c {
		case ' ', '\t', '\f':
			l.pos++
			continue
		case '\n', '\r':
			l.pos++
			if len(l.open) == 0 {
				l.afterLine()
				return
			}
			continue
		case '#':
			l.skipComment()
			continue
		case '\\':
			if rest := l.src[l.pos+1:]; strings.HasPrefix(rest, "\r\n") {
				l.pos += 3
			} else if strings.HasPrefix(rest, "\n") || strings.HasPrefix(rest, "\r") {
				l.pos += 2
			} else if l.lenient && strings.HasPrefix(rest, "_") {
				l.name()
				return
			} else {
				l.fail(l.pos, "unexpected character after a line continuation")
				return
			}
			if l.pos == len(l.src) {
				l.fail(l.pos, "the text ends after a line continuation")
				return
			}
			continue
		case '"', '\'':
			l.text(0)
			return
		default:
			l.plain(c)
			return
		}
	}
	if len(l.open) > 0 {
		l.fail(l.pos, "bracket "+string(l.open[len(l.open)-1])+" is never closed")
		return
	}
	l.tok = token{kind: tokEnd, start: l.pos, end: l.pos}
}

// afterLine reads what follows the expression's line: nothing, or it is an error.
// CPython takes spaces on a last line that does not end for an indentation.
func (l *lexer) afterLine() {
	indented := false
	for l.pos < len(l.src) {
		switch l.src[l.pos] {
		case ' ', '\t':
			indented = true
			l.pos++
		case '\f', '\n', '\r':
			indented = false
			l.pos++
		case '#':
			indented = false
			l.skipComment()
		default:
			l.fail(l.pos, "more text after the expression")
			return
		}
	}
	if indented && !l.lenient {
		l.fail(l.pos, "unexpected indent")
		return
	}
	l.tok = token{kind: tokEnd, start: l.pos, end: l.pos}
}

func (l *lexer) plain(c byte) {
	switch {
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= utf8.RuneSelf:
		l.name()
	case c >= '0' && c <= '9' || c == '.' && l.pos+1 < len(l.src) && digit(l.src[l.pos+1]):
		l.number()
	default:
		l.operator(c)
	}
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func (l *lexer) name() {
	start := l.pos
	l.tok = token{kind: tokName, start: start}
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch {
		case c >= 'a' && c <= 'z' || c == '_' || c >= 'A' && c <= 'Z' || digit(c):
			l.pos++
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(l.src[l.pos:])
			if r == utf8.RuneError || !identifierRune(r, l.pos == start) {
				l.fail(l.pos, "invalid character")
				return
			}
			l.pos += n
		case c == '\\' && l.lenient && strings.HasPrefix(l.src[l.pos:], `\_`):
			l.tok.escaped = true
			l.pos += 2
		case c == '"' || c == '\'':
			if flags, ok := stringPrefix(l.src[start:l.pos]); ok {
				l.text(flags)
				return
			}
			l.finishName()
			return
		default:
			l.finishName()
			return
		}
	}
	l.finishName()
}

func (l *lexer) finishName() {
	l.tok.end = l.pos
	if w := l.src[l.tok.start:l.pos]; reserved(w) {
		l.tok.kind = tokKeyword
	}
}

func identifierRune(r rune, first bool) bool {
	if unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_ID_Start, r) {
		return true
	}
	return !first && (unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue))
}

// reserved says whether w is a reserved word of Python 3.
func reserved(w string) bool {
	if len(w) < 2 || len(w) > 8 {
		return false
	}
	switch w {
	case "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
		"except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
		"return", "try", "while", "with", "yield":
		return true
	}
	return false
}

func stringPrefix(w string) (stringFlags, bool) {
	var f stringFlags
	if len(w) > 2 {
		return 0, false
	}
	for i := 0; i < len(w); i++ {
		var one stringFlags
		switch w[i] | 32 {
		case 'r':
			one = prefixRaw
		case 'b':
			one = prefixBytes
		case 'f':
			one = prefixFormat
		case 'u':
			one = prefixUnicode
		}
		if one == 0 || f&one != 0 {
			return 0, false
		}
		f |= one
	}
	if f&prefixUnicode != 0 && f != prefixUnicode || f&prefixBytes != 0 && f&prefixFormat != 0 {
		return 0, false
	}
	return f, true
}

// text reads a string from its first quotation mark; the prefix was read already.
func (l *lexer) text(flags stringFlags) {
	start := l.pos
	if flags != 0 {
		start = l.tok.start
	}
	quote := l.src[l.pos]
	t := token{kind: tokString, start: start, quote: 1, prefix: flags}
	l.pos++
	if strings.HasPrefix(l.src[l.pos:], `""`) && quote == '"' || strings.HasPrefix(l.src[l.pos:], "''") && quote == '\'' {
		t.quote = 3
		l.pos += 2
	}
	t.content = l.pos
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == '\\':
			t.escapes = true
			l.pos++
			if strings.HasPrefix(l.src[l.pos:], "\r\n") {
				l.pos++
			}
			l.pos++
			continue
		case c == quote:
			if t.quote == 1 || l.pos+2 < len(l.src) && l.src[l.pos+1] == quote && l.src[l.pos+2] == quote {
				l.pos += int(t.quote)
				t.end = l.pos
				l.tok = t
				return
			}
		case c == '\r':
			t.escapes = true
			if t.quote == 1 {
				l.fail(start, "string is never closed")
				return
			}
		case c == '\n' && t.quote == 1:
			l.fail(start, "string is never closed")
			return
		}
		l.pos++
	}
	l.fail(start, "string is never closed")
}

// number reads a number as far as Python's tokenizer does. It may run into a keyword (`1if x`) but
// into no other word.
func (l *lexer) number() {
	start := l.pos
	rest := l.src[start:]
	end := 0
	if len(rest) > 1 && rest[0] == '0' && strings.IndexByte("xXoObB", rest[1]) >= 0 {
		for end = 2; end < len(rest) && (rest[end] == '_' || digit(rest[end]) || rest[end]|32 >= 'a' && rest[end]|32 <= 'f'); end++ {
		}
	} else {
		end = decimalEnd(rest)
	}
	if end <= 0 || end < len(rest) && wordByte(rest[end]) && !startsKeyword(rest[end:]) {
		l.fail(start, "invalid number")
		return
	}
	l.pos += end
	l.tok = token{kind: tokNumber, start: start, end: l.pos}
}

func wordByte(c byte) bool {
	return c == '_' || c >= utf8.RuneSelf || digit(c) || c|32 >= 'a' && c|32 <= 'z'
}

func startsKeyword(s string) bool {
	for _, k := range [...]string{"and", "else", "for", "if", "in", "is", "not", "or"} {
		if strings.HasPrefix(s, k) {
			return true
		}
	}
	return false
}

func (l *lexer) operator(c byte) {
	op, n := opNone, 1
	next := byte(0)
	if l.pos+1 < len(l.src) {
		next = l.src[l.pos+1]
	}
	double := func(second byte, o operator) {
		if next == second {
			op, n = o, 2
		}
	}
	switch c {
	case '(', '[', '{':
		if len(l.open) == maxBrackets {
			l.fail(l.pos, "too many nested brackets")
			return
		}
		l.open = append(l.open, c)
		op = map3(c, opOpenParen, opOpenList, opOpenBrace)
	case ')', ']', '}':
		match := map3(c, byte('('), '[', '{')
		if len(l.open) == 0 || l.open[len(l.open)-1] != match {
			l.fail(l.pos, "unmatched "+string(c))
			return
		}
		l.open = l.open[:len(l.open)-1]
		op = map3(c, opCloseParen, opCloseList, opCloseBrace)
	case ',':
		op = opComma
	case ':':
		op = opColon
		double('=', opWalrus)
	case '.':
		op = opDot
		if strings.HasPrefix(l.src[l.pos:], "...") {
			op, n = opEllipsis, 3
		}
	case '=':
		op = opAssign
		double('=', opEqual)
	case '!':
		double('=', opNotEqual)
	case '<':
		op = opLess
		double('=', opLessEqual)
		double('<', opLeft)
	case '>':
		op = opGreater
		double('=', opGreaterEqual)
		double('>', opRight)
	case '*':
		op = opTimes
		double('*', opPower)
	case '/':
		op = opDivide
		double('/', opFloor)
	case '+':
		op = opPlus
	case '-':
		op = opMinus
	case '%':
		op = opModulo
	case '@':
		op = opMatrix
	case '|':
		op = opOr
	case '^':
		op = opXor
	case '&':
		op = opAnd
	case '~':
		op = opInvert
	}
	if op == opNone {
		l.fail(l.pos, "invalid character")
		return
	}
	l.tok = token{kind: tokOp, op: op, start: l.pos, end: l.pos + n}
	l.pos += n
}

// map3 chooses by the kind of bracket.
func map3[T any](c byte, paren, list, brace T) T {
	switch c {
	case '(', ')':
		return paren
	case '[', ']':
		return list
	}
	return brace
}

// assignFollows says whether the token after the current one is a single `=`.
func (l *lexer) assignFollows() bool {
	i := l.pos
	for i < len(l.src) {
		switch c := l.src[i]; c {
		case '=':
			return i+1 == len(l.src) || l.src[i+1] != '='
		case ' ', '\t', '\f':
			i++
		case '\n', '\r', '#', '\\':
			ahead := lexer{src: l.src, pos: i, open: []byte{'('}}
			ahead.next()
			return ahead.tok.op == opAssign
		default:
			return false
		}
	}
	return false
}
