// Package expr is a small language of expressions: arithmetic, comparisons, logic, text and
// functions. The calculators, the SQL tool and the table filters share it. It is bounded: an
// expression has at most 4,000 bytes and 100 levels, and evaluating one takes time in its size.
package expr

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxBytes = 4000
	maxDepth = 100
)

// Node is a parsed expression. Op is "num", "str", "name", "call", "list", a unary operator with
// one argument, or a binary one with two.
type Node struct {
	Op   string
	Num  float64
	Text string
	Args []*Node
}

type token struct {
	kind string // num str name op end
	text string
	num  float64
	at   int
}

// tokens splits a text; pos of an error counts bytes from 1.
func tokens(s string) ([]token, error) {
	if len(s) > maxBytes {
		return nil, fmt.Errorf("the expression has %d bytes; at most %d are accepted", len(s), maxBytes)
	}
	var out []token
	for i := 0; i < len(s); {
		r, width := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsSpace(r):
			i += width
		case r >= '0' && r <= '9' || r == '.' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			n := numberLength(s[i:])
			x, err := strconv.ParseFloat(s[i:i+n], 64)
			if err != nil {
				return nil, fmt.Errorf("the number %.30q at position %d cannot be read", s[i:i+n], i+1)
			}
			out = append(out, token{"num", s[i : i+n], x, i})
			i += n
		case r == '\'' || r == '"':
			text, n, ok := quoted(s[i:])
			if !ok {
				return nil, fmt.Errorf("the text that begins at position %d has no end", i+1)
			}
			out = append(out, token{"str", text, 0, i})
			i += n
		case unicode.IsLetter(r) || r == '_':
			n := 0
			for n < len(s)-i {
				c, w := utf8.DecodeRuneInString(s[i+n:])
				if !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && (c != '.' || n == 0) {
					break
				}
				n += w
			}
			out = append(out, token{"name", s[i : i+n], 0, i})
			i += n
		default:
			op := s[i : i+width]
			for _, two := range []string{"<=", ">=", "!=", "<>", "==", "**", "||", "&&"} {
				if strings.HasPrefix(s[i:], two) {
					op = two
				}
			}
			if len(op) == width && !strings.ContainsRune("+-*/%^()<>=,!×÷−", r) {
				return nil, fmt.Errorf("the character %q at position %d does not belong in an expression", r, i+1)
			}
			canon := map[string]string{"**": "^", "==": "=", "<>": "!=", "×": "*", "÷": "/", "−": "-", "&&": "and"}
			i += len(op)
			if c, ok := canon[op]; ok {
				op = c
			}
			out = append(out, token{"op", op, 0, i - 1})
		}
	}
	return append(out, token{"end", "the end", 0, len(s)}), nil
}

func numberLength(s string) int {
	n := 0
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.') {
		n++
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		k := n + 1
		if k < len(s) && (s[k] == '+' || s[k] == '-') {
			k++
		}
		if k < len(s) && s[k] >= '0' && s[k] <= '9' {
			for k < len(s) && s[k] >= '0' && s[k] <= '9' {
				k++
			}
			n = k
		}
	}
	return n
}

// quoted reads a text in quotes; a doubled quote stands for one.
func quoted(s string) (text string, n int, ok bool) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		if s[i] != s[0] {
			b.WriteByte(s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == s[0] {
			b.WriteByte(s[0])
			i++
			continue
		}
		return b.String(), i + 1, true
	}
	return "", 0, false
}

// Parser reads expressions from the tokens of a larger text, such as an SQL statement.
type Parser struct {
	toks  []token
	i     int
	depth int
}

// NewParser splits a text into tokens.
func NewParser(s string) (*Parser, error) {
	t, err := tokens(s)
	return &Parser{toks: t}, err
}

// Parse reads a text that is one expression.
func Parse(s string) (*Node, error) {
	p, err := NewParser(s)
	if err != nil {
		return nil, err
	}
	n, err := p.Expr()
	if err != nil {
		return nil, err
	}
	if !p.End() {
		return nil, p.unexpected()
	}
	return n, nil
}

// End says whether all tokens are read.
func (p *Parser) End() bool { return p.toks[p.i].kind == "end" }

// Word reads the next token if it is one of these words, whatever their case, and gives it in lower case.
func (p *Parser) Word(words ...string) (string, bool) {
	t := p.toks[p.i]
	if t.kind == "name" {
		for _, w := range words {
			if strings.EqualFold(t.text, w) {
				p.i++
				return w, true
			}
		}
	}
	return "", false
}

// Op reads the next token if it is that operator.
func (p *Parser) Op(op string) bool {
	if t := p.toks[p.i]; t.kind == "op" && t.text == op {
		p.i++
		return true
	}
	return false
}

// Name reads a name.
func (p *Parser) Name() (string, error) {
	t := p.toks[p.i]
	if t.kind != "name" {
		return "", p.unexpected()
	}
	p.i++
	return t.text, nil
}

// Unexpected is the error that the next token does not belong there.
func (p *Parser) Unexpected() error { return p.unexpected() }

func (p *Parser) unexpected() error {
	t := p.toks[p.i]
	return fmt.Errorf("%.40q at position %d was not expected", t.text, t.at+1)
}

var binding = map[string]int{"or": 1, "||": 1, "and": 2, "=": 4, "!=": 4, "<": 4, ">": 4, "<=": 4, ">=": 4, "like": 4, "in": 4, "is": 4, "between": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6, "mod": 6, "^": 8}

// Expr reads one expression.
func (p *Parser) Expr() (*Node, error) { return p.expr(0) }

func (p *Parser) expr(least int) (*Node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, fmt.Errorf("the expression is nested more than %d levels deep", maxDepth)
	}
	defer func() { p.depth-- }()
	left, err := p.operand()
	if err != nil {
		return nil, err
	}
	for {
		t := p.toks[p.i]
		op := strings.ToLower(t.text)
		if t.kind == "op" && op == "!" {
			p.i++
			left = &Node{Op: "call", Text: "factorial", Args: []*Node{left}}
			continue
		}
		negate := false
		if t.kind == "name" && op == "not" && p.toks[p.i+1].kind == "name" {
			negate, op = true, strings.ToLower(p.toks[p.i+1].text)
			if op != "like" && op != "in" && op != "between" {
				return left, nil
			}
		}
		power, ok := binding[op]
		if !ok || t.kind == "num" || t.kind == "str" || t.kind == "end" || power < least {
			return left, nil
		}
		p.i++
		if negate {
			p.i++
		}
		if left, err = p.after(op, power, left); err != nil {
			return nil, err
		}
		if negate {
			left = &Node{Op: "not", Args: []*Node{left}}
		}
	}
}

// after reads what follows a binary operator.
func (p *Parser) after(op string, power int, left *Node) (*Node, error) {
	switch op {
	case "is":
		_, not := p.Word("not")
		if _, ok := p.Word("null", "none"); !ok {
			return nil, p.unexpected()
		}
		n := &Node{Op: "isnull", Args: []*Node{left}}
		if not {
			n = &Node{Op: "not", Args: []*Node{n}}
		}
		return n, nil
	case "in":
		if !p.Op("(") {
			return nil, p.unexpected()
		}
		args, err := p.list()
		return &Node{Op: "in", Args: append([]*Node{left}, args...)}, err
	case "between":
		lo, err := p.expr(power + 1)
		if err != nil {
			return nil, err
		}
		if _, ok := p.Word("and"); !ok {
			return nil, p.unexpected()
		}
		hi, err := p.expr(power + 1)
		return &Node{Op: "and", Args: []*Node{{Op: ">=", Args: []*Node{left, lo}}, {Op: "<=", Args: []*Node{left, hi}}}}, err
	}
	next := power + 1
	if op == "^" {
		next = power // to the right
	}
	right, err := p.expr(next)
	if err != nil {
		return nil, err
	}
	if op == "mod" {
		op = "%"
	}
	return &Node{Op: op, Args: []*Node{left, right}}, nil
}

func (p *Parser) operand() (*Node, error) {
	t := p.toks[p.i]
	p.i++
	switch {
	case t.kind == "num":
		n := &Node{Op: "num", Num: t.num}
		// 2x and 2(x+1) mean products.
		if next := p.toks[p.i]; (next.kind == "name" && binding[strings.ToLower(next.text)] == 0 && !keyword(next.text) || next.kind == "op" && next.text == "(") && next.at == t.at+len(t.text) {
			right, err := p.expr(7)
			return &Node{Op: "*", Args: []*Node{n, right}}, err
		}
		return n, nil
	case t.kind == "str":
		return &Node{Op: "str", Text: t.text}, nil
	case t.kind == "name" && strings.EqualFold(t.text, "not"):
		x, err := p.expr(3)
		return &Node{Op: "not", Args: []*Node{x}}, err
	case t.kind == "name":
		if p.Op("(") {
			args, err := p.list()
			return &Node{Op: "call", Text: strings.ToLower(t.text), Args: args}, err
		}
		return &Node{Op: "name", Text: t.text}, nil
	case t.kind == "op" && (t.text == "-" || t.text == "+"):
		x, err := p.expr(7)
		if err != nil || t.text == "+" {
			return x, err
		}
		if x.Op == "num" {
			return &Node{Op: "num", Num: -x.Num}, nil
		}
		return &Node{Op: "neg", Args: []*Node{x}}, nil
	case t.kind == "op" && t.text == "(":
		x, err := p.expr(0)
		if err != nil {
			return nil, err
		}
		if !p.Op(")") {
			return nil, p.unexpected()
		}
		return x, nil
	}
	p.i--
	return nil, p.unexpected()
}

// keyword says whether a word belongs to SQL rather than to a product such as 2x.
func keyword(s string) bool {
	return strings.Contains(" from where order group limit as asc desc by and or not ", " "+strings.ToLower(s)+" ")
}

// list reads arguments up to the closing parenthesis; a lone * stands for all.
func (p *Parser) list() ([]*Node, error) {
	var out []*Node
	if p.Op(")") {
		return out, nil
	}
	if p.Op("*") {
		if p.Op(")") {
			return []*Node{{Op: "num", Num: 1}}, nil
		}
		return nil, p.unexpected()
	}
	for {
		x, err := p.expr(0)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
		if p.Op(")") {
			return out, nil
		}
		if !p.Op(",") {
			return nil, p.unexpected()
		}
	}
}
