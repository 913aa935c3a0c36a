package bfcl

import (
	"strings"
	"unicode/utf8"

	"deft/pyvalue"
)

// javaKind sorts the parts of a Java expression that the released evaluator treats each in its
// own way. Everything else is its tokens without the white space between them.
type javaKind uint8

const (
	javaJoin javaKind = iota
	javaRaw           // a token, or a call: as it is written
	javaString
	javaCall   // object (may be nil), then arguments
	javaNew    // type, then arguments
	javaArray  // type, then the initialiser or nothing
	javaAssign // left, right
	javaName
)

// maxTries bounds how often the parser reads ahead and goes back, which keeps it linear.
const maxTries = 100

type javaNode struct {
	kind       javaKind
	start, end int
	name       string // of a call
	parts      []*javaNode
}

type javaParser struct {
	clike
	tries int // types tried where an expression may stand as well
}

// javaCalls reads the first method call of a Java program with its named arguments, as gorilla's
// evaluator does with a syntax tree. Values are text.
func javaCalls(src string) reply {
	p := &javaParser{clike: clike{src: src}}
	p.next()
	var first *javaNode
	for p.ok() {
		if n := p.statement(); n != nil && first == nil {
			first = firstCall(n)
		}
	}
	if p.broken {
		return failed("not a Java expression")
	}
	if first == nil {
		return reply{status: notCalls, why: "no method call"}
	}
	return p.call(first)
}

// firstCall finds the outermost call that comes first.
func firstCall(n *javaNode) *javaNode {
	if n == nil || n.kind == javaCall {
		return n
	}
	for _, part := range n.parts {
		if c := firstCall(part); c != nil {
			return c
		}
	}
	return nil
}

func (p *javaParser) call(n *javaNode) reply {
	name := n.name
	if object := n.parts[0]; object != nil {
		name = p.text(object.start, object.end) + "." + name
	}
	args := pyvalue.Value{Kind: pyvalue.Dict}
	for _, a := range n.parts[1:] {
		key, value := pyvalue.Value{}, ""
		switch a.kind {
		case javaAssign:
			key = pyvalue.StringOf(p.text(a.parts[0].start, a.parts[0].end))
			v, ok := p.value(a.parts[1], false)
			if !ok {
				return failed("an array without values")
			}
			value = string(v)
		case javaName:
			value = p.text(a.start, a.end)
		default:
			continue
		}
		for i := 0; i+1 < len(args.Items); i += 2 {
			if pyvalue.Equal(args.Items[i], key) {
				return failed("an argument is given twice")
			}
		}
		args.Items = append(args.Items, key, pyvalue.StringOf(value))
	}
	return reply{calls: []call{{name: name, args: args}}}
}

// text is src[start:end], with the released code's mistake: byte offsets are applied to characters.
func (p *javaParser) text(start, end int) string {
	for i := 0; ; i++ {
		if i == len(p.src) || i >= end {
			return p.src[start:end]
		}
		if p.src[i] >= utf8.RuneSelf {
			break
		}
	}
	runes := []rune(p.src)
	return string(runes[min(start, len(runes)):min(end, len(runes))])
}

// value writes an argument's value.
func (p *javaParser) value(n *javaNode, nested bool) (out []byte, ok bool) {
	switch n.kind {
	case javaString:
		if nested {
			return []byte(p.text(n.start, n.end)), true
		}
		t := []rune(p.text(n.start, n.end))
		if len(t) < 2 {
			return nil, true
		}
		return []byte(string(t[1 : len(t)-1])), true
	case javaRaw, javaName, javaCall:
		return []byte(p.text(n.start, n.end)), true
	case javaNew:
		typ, ok := p.value(n.parts[0], true)
		out = append(append(append(out, "new "...), typ...), '(')
		for i, a := range n.parts[1:] {
			v, okArg := p.value(a, true)
			ok = ok && okArg
			if i > 0 {
				out = append(out, ", "...)
			}
			out = append(out, v...)
		}
		return append(out, ')'), ok
	case javaArray:
		if len(n.parts) < 2 {
			return nil, false
		}
		typ, ok := p.value(n.parts[0], true)
		v, okValue := p.value(n.parts[1], true)
		return append(append(append(append(out, "new "...), typ...), "[]"...), v...), ok && okValue
	}
	for _, part := range n.parts {
		v, ok := p.value(part, true)
		if !ok {
			return nil, false
		}
		out = append(out, v...)
	}
	return out, true
}

// statement reads an expression or a declaration. A missing semicolon is forgiven at the end of the
// text, as the released code's parser does.
func (p *javaParser) statement() *javaNode {
	if p.accept(";") {
		return nil
	}
	if p.is("import") || p.is("package") {
		for p.ok() && !p.is(";") {
			p.next()
		}
		p.accept(";")
		return nil
	}
	n := p.expression()
	if p.kind == cName && !p.broken && n.kind != javaCall && !javaReserved(p.word()) { // Type name = value
		n = &javaNode{kind: javaJoin, parts: []*javaNode{n, p.leaf()}}
		if p.accept("=") {
			n.parts = append(n.parts, p.expression())
		}
	}
	if !p.accept(";") && p.kind != cEnd {
		p.broken = true
	}
	return n
}

// leaf takes the current token.
func (p *javaParser) leaf() *javaNode {
	n := &javaNode{kind: javaRaw, start: p.start, end: p.end}
	p.next()
	return n
}

func (p *javaParser) join(start int, parts ...*javaNode) *javaNode {
	return &javaNode{kind: javaJoin, start: start, end: p.prev, parts: parts}
}

// expression reads an expression, an assignment or a lambda.
func (p *javaParser) expression() *javaNode {
	defer func() { p.nest-- }()
	if !p.deeper() {
		return p.join(p.start)
	}
	start := p.start
	left := p.operand()
	n := left
	for p.kind == cOp && p.ok() {
		switch op := p.word(); op {
		case "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=":
			p.next()
			right := p.expression()
			return &javaNode{kind: javaAssign, start: start, end: p.prev, parts: []*javaNode{n, right}}
		case "->":
			arrow := p.leaf()
			if p.is("{") {
				return p.join(start, n, arrow, p.tokens())
			}
			body := p.expression()
			return p.join(start, n, arrow, body)
		case "?":
			parts := []*javaNode{n, p.leaf(), p.expression()}
			if !p.is(":") {
				p.broken = true
				return n
			}
			parts = append(parts, p.leaf(), p.expression())
			return p.join(start, parts...)
		case "+", "-", "*", "/", "%", "&", "|", "^", "&&", "||", "==", "!=", "<", ">", "<=", ">=", "<<", ">>", ">>>":
			operator := p.leaf()
			parts := append(flat(n), operator)
			for op == ">" && p.is(">") && p.start == p.prev {
				parts = append(parts, p.leaf())
			}
			n = p.join(start, append(parts, p.operand())...)
		default:
			return n
		}
	}
	if p.is("instanceof") {
		parts := []*javaNode{n, p.leaf(), p.typ()}
		return p.join(start, parts...)
	}
	return n
}

// flat keeps a chain of operators one level deep.
func flat(n *javaNode) []*javaNode {
	if n.kind == javaJoin && len(n.parts) > 1 {
		return n.parts
	}
	return []*javaNode{n}
}

// operand reads signs, casts and what they stand before.
func (p *javaParser) operand() *javaNode {
	start := p.start
	var signs []*javaNode
	for p.ok() && p.kind == cOp && (p.is("+") || p.is("-") || p.is("!") || p.is("~") || p.is("++") || p.is("--")) {
		signs = append(signs, p.leaf())
	}
	n := p.postfix()
	if len(signs) == 0 {
		return n
	}
	return p.join(start, append(signs, n)...)
}

// postfix reads a primary with calls, members, indices behind it.
func (p *javaParser) postfix() *javaNode {
	start := p.start
	n := p.primary()
	for p.ok() && p.kind == cOp {
		switch p.word() {
		case ".":
			dot := p.leaf()
			if p.is("<") {
				p.typeArguments()
			}
			if p.is("new") {
				n = p.join(start, n, dot, p.creation())
				continue
			}
			if p.kind != cName {
				p.broken = true
				return n
			}
			name := p.leaf()
			if p.is("(") {
				n = p.invocation(start, n, p.src[name.start:name.end])
				continue
			}
			n = p.join(start, append(flatMember(n), dot, name)...)
		case "::":
			colons := p.leaf()
			if p.kind != cName {
				p.broken = true
				return n
			}
			n = p.join(start, n, colons, p.leaf())
		case "[":
			parts := []*javaNode{n, p.leaf()}
			if !p.is("]") {
				parts = append(parts, p.expression())
			}
			if !p.is("]") {
				p.broken = true
				return n
			}
			n = p.join(start, append(parts, p.leaf())...)
		case "++", "--":
			n = p.join(start, n, p.leaf())
		default:
			return n
		}
	}
	return n
}

// flatMember keeps a.b.c one level deep.
func flatMember(n *javaNode) []*javaNode {
	if n.kind == javaJoin && len(n.parts) > 2 && n.parts[len(n.parts)-1].kind == javaRaw {
		return n.parts
	}
	return []*javaNode{n}
}

func (p *javaParser) invocation(start int, object *javaNode, name string) *javaNode {
	args := p.arguments()
	return &javaNode{kind: javaCall, start: start, end: p.prev, name: name, parts: append([]*javaNode{object}, args...)}
}

func (p *javaParser) arguments() []*javaNode {
	p.expect("(")
	var args []*javaNode
	for !p.is(")") && p.ok() {
		args = append(args, p.expression())
		if !p.is(",") {
			break
		}
		p.next()
		if p.is(")") {
			p.broken = true
		}
	}
	p.expect(")")
	return args
}

func (p *javaParser) primary() *javaNode {
	switch p.kind {
	case cString, cQuoted:
		n := p.leaf()
		n.kind = javaString
		return n
	case cTemplate:
		n := p.leaf()
		n.kind = javaString
		return n
	case cNumber:
		return p.leaf()
	case cName:
		return p.name()
	case cOp:
		if p.is("(") {
			return p.parenthesis()
		}
	}
	p.broken = true
	return p.leaf()
}

func (p *javaParser) name() *javaNode {
	start, w := p.start, p.word()
	switch {
	case w == "new":
		return p.creation()
	case w == "true" || w == "false" || w == "null" || w == "this" || w == "super":
		return p.leaf()
	case javaReserved(w):
		p.broken = true
		return p.leaf()
	}
	n := p.leaf()
	n.kind = javaName
	if p.is("(") {
		return p.invocation(start, nil, w)
	}
	if p.tries < maxTries && p.is("<") { // List<String> name, List<String>::new: a type, if it reads as one
		s := p.mark()
		p.typeArguments()
		if !p.broken && (p.kind == cName || p.is("::")) {
			n = p.join(start, n)
			return n
		}
		p.tries++
		p.back(s)
	}
	return n
}

// parenthesis reads a group, a lambda's parameters or a cast.
func (p *javaParser) parenthesis() *javaNode {
	start := p.start
	open := p.leaf()
	if p.is(")") {
		parts := []*javaNode{open, p.leaf()}
		if !p.is("->") {
			p.broken = true
		}
		return p.join(start, parts...)
	}
	s := p.mark()
	if p.kind == cName && p.tries < maxTries {
		p.tries++
		typ := p.typ()
		if !p.broken && p.is(")") {
			closing := p.leaf()
			if p.kind == cName || p.kind == cNumber && javaPrimitive(p.src[typ.start:typ.end]) || p.kind == cString || p.kind == cQuoted || p.is("(") {
				return p.join(start, open, typ, closing, p.operand())
			}
		}
	}
	p.back(s)
	parts := []*javaNode{open, p.expression()}
	for p.is(",") && p.ok() {
		parts = append(parts, p.leaf(), p.expression())
	}
	if !p.is(")") || len(parts) > 2 && p.broken {
		p.broken = true
		return open
	}
	n := p.join(start, append(parts, p.leaf())...)
	if len(parts) > 2 && !p.is("->") {
		p.broken = true
	}
	return n
}

// creation reads `new Type(…)`, perhaps with a body, which is lost, or `new Type[]{…}`.
func (p *javaParser) creation() *javaNode {
	start := p.start
	p.next()
	typ := p.typ()
	if p.is("(") {
		args := p.arguments()
		n := &javaNode{kind: javaNew, start: start, end: p.prev, parts: append([]*javaNode{typ}, args...)}
		if p.is("{") && p.ok() {
			p.balanced()
			n.end = p.prev
		}
		return n
	}
	n := &javaNode{kind: javaArray, start: start, parts: []*javaNode{typ}}
	dims := 0
	for p.is("[") && p.ok() {
		p.next()
		if !p.is("]") {
			p.expression()
		}
		p.expect("]")
		dims++
	}
	if dims == 0 {
		p.broken = true
	}
	if p.is("{") && p.ok() {
		n.parts = append(n.parts, p.initialiser())
	}
	n.end = p.prev
	return n
}

func (p *javaParser) initialiser() *javaNode {
	defer func() { p.nest-- }()
	start := p.start
	parts := []*javaNode{p.leaf()}
	if !p.deeper() {
		return p.join(start, parts...)
	}
	for !p.is("}") && p.ok() {
		if p.is("{") {
			parts = append(parts, p.initialiser())
		} else {
			parts = append(parts, p.expression())
		}
		if !p.is(",") {
			break
		}
		parts = append(parts, p.leaf())
	}
	if !p.is("}") {
		p.broken = true
		return p.join(start, parts...)
	}
	return p.join(start, append(parts, p.leaf())...)
}

// typ reads a type with its arguments and without its dimensions.
func (p *javaParser) typ() *javaNode {
	start := p.start
	var parts []*javaNode
	for {
		if p.kind != cName || javaReserved(p.word()) && !javaPrimitive(p.word()) {
			p.broken = true
			return p.join(start, parts...)
		}
		parts = append(parts, p.leaf())
		if p.is("<") {
			parts = append(parts, p.typeArguments())
		}
		if !p.is(".") {
			return p.join(start, parts...)
		}
		parts = append(parts, p.leaf())
	}
}

func (p *javaParser) typeArguments() *javaNode {
	defer func() { p.nest-- }()
	start := p.start
	parts := []*javaNode{p.leaf()}
	if !p.deeper() {
		return p.join(start, parts...)
	}
	for !p.is(">") && p.ok() {
		switch p.word() {
		case "?", "extends", "super", ",", "[", "]", "&":
			parts = append(parts, p.leaf())
		default:
			parts = append(parts, p.typ())
		}
	}
	if !p.is(">") {
		p.broken = true
		return p.join(start, parts...)
	}
	return p.join(start, append(parts, p.leaf())...)
}

// tokens takes a balanced part as its tokens.
func (p *javaParser) tokens() *javaNode {
	start := p.start
	s := p.mark()
	p.balanced()
	end := p.prev
	broken := p.broken
	p.back(s)
	n := &javaNode{kind: javaJoin, start: start, end: end}
	for !broken && p.start < end {
		n.parts = append(n.parts, p.leaf())
	}
	p.broken = broken
	return n
}

func javaPrimitive(w string) bool {
	switch w {
	case "int", "long", "short", "byte", "char", "float", "double", "boolean", "void":
		return true
	}
	return false
}

// javaReserved says whether w cannot be a name.
func javaReserved(w string) bool {
	return strings.Contains(" abstract assert break case catch class const continue default do else enum extends final finally for goto if implements import instanceof interface native new package private protected public return static strictfp super switch synchronized this throw throws transient try volatile while true false null ", " "+w+" ")
}
