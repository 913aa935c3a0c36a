package bfcl

import (
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
	tries   int // types tried where an expression may stand as well
	ascii   int // how far src is ASCII; 0 as long as nobody asked
	runes   []rune
	scratch []byte
	nodes   []javaNode  // memory for nodes, of which used are taken
	parts   []*javaNode // memory for their parts, of which filled are taken
	used    int
	filled  int
	stack   []*javaNode // parts of the nodes under way
}

// node makes a node, of which there are many.
func (p *javaParser) node(kind javaKind, start int, parts ...*javaNode) *javaNode {
	if p.used == len(p.nodes) {
		p.nodes, p.used = make([]javaNode, max(32, min(2*p.used, 1024))), 0
	}
	n := &p.nodes[p.used]
	p.used++
	*n = javaNode{kind: kind, start: start, end: p.prev}
	if len(parts) == 0 {
		return n
	}
	end := p.filled + len(parts)
	if end > len(p.parts) {
		p.parts = make([]*javaNode, max(32, len(parts), min(2*len(p.parts), 1024)))
		p.filled, end = 0, len(parts)
	}
	n.parts = p.parts[p.filled:end:end]
	p.filled = end
	copy(n.parts, parts)
	return n
}

// javaCalls reads the first method call of a Java program with its named arguments, as gorilla's
// evaluator does with a syntax tree. Values are text.
func javaCalls(src string) reply { return new(javaParser).calls(src) }

// calls is javaCalls with the memory of the parser.
func (p *javaParser) calls(src string) reply {
	if len(src) > 1<<16 { // needs so much that it is not worth keeping
		p = new(javaParser)
	}
	*p = javaParser{clike: clike{src: src}, scratch: p.scratch, nodes: p.nodes, parts: p.parts, stack: p.stack[:0]}
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
	args := pyvalue.Value{Kind: pyvalue.Dict, Items: make([]pyvalue.Value, 0, 2*len(n.parts)-2)}
	for _, a := range n.parts[1:] {
		key, value := pyvalue.Value{}, ""
		switch a.kind {
		case javaAssign:
			key = pyvalue.StringOf(p.text(a.parts[0].start, a.parts[0].end))
			var ok bool
			if value, ok = p.value(a.parts[1]); !ok {
				return failed("an array without values")
			}
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
	if p.ascii == 0 {
		for p.ascii < len(p.src) && p.src[p.ascii] < utf8.RuneSelf {
			p.ascii++
		}
	}
	if end <= p.ascii {
		return p.src[start:end]
	}
	if p.runes == nil {
		p.runes = []rune(p.src)
	}
	return string(p.runes[min(start, len(p.runes)):min(end, len(p.runes))])
}

// value is an argument's value; ok is false when it has none.
func (p *javaParser) value(n *javaNode) (text string, ok bool) {
	switch n.kind {
	case javaString:
		text = p.text(n.start, n.end)
		return inner(text), true
	case javaRaw, javaName, javaCall:
		return p.text(n.start, n.end), true
	}
	p.scratch, ok = p.write(p.scratch[:0], n)
	return string(p.scratch), ok
}

// write appends a part of a value.
func (p *javaParser) write(out []byte, n *javaNode) (_ []byte, ok bool) {
	switch n.kind {
	case javaString, javaRaw, javaName, javaCall:
		return append(out, p.text(n.start, n.end)...), true
	case javaNew:
		out, ok = p.write(append(out, "new "...), n.parts[0])
		out = append(out, '(')
		for i, a := range n.parts[1:] {
			if i > 0 {
				out = append(out, ", "...)
			}
			var okArg bool
			out, okArg = p.write(out, a)
			ok = ok && okArg
		}
		return append(out, ')'), ok
	case javaArray:
		if len(n.parts) < 2 {
			return out, false
		}
		out, ok = p.write(append(out, "new "...), n.parts[0])
		var okValue bool
		out, okValue = p.write(append(out, "[]"...), n.parts[1])
		return out, ok && okValue
	}
	for _, part := range n.parts {
		if out, ok = p.write(out, part); !ok {
			return out, false
		}
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
		name := p.leaf()
		n = p.node(javaJoin, 0, n, name)
		if p.accept("=") {
			n = p.node(javaJoin, 0, n, p.expression())
		}
	}
	if !p.accept(";") && p.kind != cEnd {
		p.broken = true
	}
	return n
}

// leaf takes the current token.
func (p *javaParser) leaf() *javaNode {
	n := p.node(javaRaw, p.start)
	n.end = p.end
	p.next()
	return n
}

func (p *javaParser) join(start int, parts ...*javaNode) *javaNode {
	return p.node(javaJoin, start, parts...)
}

// chain joins without a copy, so that a chain of operators may grow by one at a time.
func (p *javaParser) chain(start int, parts []*javaNode) *javaNode {
	n := p.node(javaJoin, start)
	n.parts = parts
	return n
}

func (p *javaParser) push(n *javaNode) { p.stack = append(p.stack, n) }

// pop makes a node of the parts above base on the stack.
func (p *javaParser) pop(kind javaKind, start, base int) *javaNode {
	n := p.node(kind, start, p.stack[base:]...)
	p.stack = p.stack[:base]
	return n
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
			return p.node(javaAssign, start, n, right)
		case "->":
			arrow := p.leaf()
			if p.is("{") {
				return p.join(start, n, arrow, p.tokens())
			}
			body := p.expression()
			return p.join(start, n, arrow, body)
		case "?":
			question := p.leaf()
			yes := p.expression()
			if !p.is(":") {
				p.broken = true
				return n
			}
			colon := p.leaf()
			no := p.expression()
			return p.join(start, n, question, yes, colon, no)
		case "+", "-", "*", "/", "%", "&", "|", "^", "&&", "||", "==", "!=", "<", ">", "<=", ">=", "<<", ">>", ">>>":
			operator := p.leaf()
			parts := append(flat(n), operator)
			for op == ">" && p.is(">") && p.start == p.prev {
				parts = append(parts, p.leaf())
			}
			parts = append(parts, p.operand())
			n = p.chain(start, parts)
		default:
			return n
		}
	}
	if p.is("instanceof") {
		word := p.leaf()
		typ := p.typ()
		return p.join(start, n, word, typ)
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
	base := len(p.stack)
	for p.ok() && p.kind == cOp && (p.is("+") || p.is("-") || p.is("!") || p.is("~") || p.is("++") || p.is("--")) {
		p.push(p.leaf())
	}
	n := p.postfix()
	if len(p.stack) == base {
		return n
	}
	p.push(n)
	return p.pop(javaJoin, start, base)
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
			n = p.chain(start, append(flatMember(n), dot, name))
		case "::":
			colons := p.leaf()
			if p.kind != cName {
				p.broken = true
				return n
			}
			name := p.leaf()
			n = p.join(start, n, colons, name)
		case "[":
			base := len(p.stack)
			p.push(n)
			p.push(p.leaf())
			if !p.is("]") {
				p.push(p.expression())
			}
			if !p.is("]") {
				p.broken = true
				p.stack = p.stack[:base]
				return n
			}
			p.push(p.leaf())
			n = p.pop(javaJoin, start, base)
		case "++", "--":
			operator := p.leaf()
			n = p.join(start, n, operator)
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
	base := len(p.stack)
	p.push(object)
	p.arguments()
	n := p.pop(javaCall, start, base)
	n.name = name
	return n
}

// arguments pushes what stands between the parentheses of a call.
func (p *javaParser) arguments() {
	p.expect("(")
	for !p.is(")") && p.ok() {
		p.push(p.expression())
		if !p.is(",") {
			break
		}
		p.next()
		if p.is(")") {
			p.broken = true
		}
	}
	p.expect(")")
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
		closing := p.leaf()
		if !p.is("->") {
			p.broken = true
		}
		return p.join(start, open, closing)
	}
	s := p.mark()
	if p.kind == cName && p.tries < maxTries {
		p.tries++
		typ := p.typ()
		if !p.broken && p.is(")") {
			closing := p.leaf()
			if p.kind == cName || p.kind == cNumber && javaPrimitive(p.src[typ.start:typ.end]) || p.kind == cString || p.kind == cQuoted || p.is("(") {
				operand := p.operand()
				return p.join(start, open, typ, closing, operand)
			}
		}
	}
	p.back(s)
	base := len(p.stack)
	p.push(open)
	p.push(p.expression())
	for p.is(",") && p.ok() {
		p.push(p.leaf())
		p.push(p.expression())
	}
	several := len(p.stack) > base+2
	if !p.is(")") || several && p.broken {
		p.broken = true
		p.stack = p.stack[:base]
		return open
	}
	p.push(p.leaf())
	n := p.pop(javaJoin, start, base)
	if several && !p.is("->") {
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
		base := len(p.stack)
		p.push(typ)
		p.arguments()
		n := p.pop(javaNew, start, base)
		if p.is("{") && p.ok() {
			p.balanced()
			n.end = p.prev
		}
		return n
	}
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
		values := p.initialiser()
		return p.node(javaArray, start, typ, values)
	}
	return p.node(javaArray, start, typ)
}

func (p *javaParser) initialiser() *javaNode {
	defer func() { p.nest-- }()
	start, base := p.start, len(p.stack)
	p.push(p.leaf())
	if !p.deeper() {
		return p.pop(javaJoin, start, base)
	}
	for !p.is("}") && p.ok() {
		if p.is("{") {
			p.push(p.initialiser())
		} else {
			p.push(p.expression())
		}
		if !p.is(",") {
			break
		}
		p.push(p.leaf())
	}
	p.closing("}")
	return p.pop(javaJoin, start, base)
}

// closing pushes the bracket that has to come now.
func (p *javaParser) closing(bracket string) {
	if !p.is(bracket) {
		p.broken = true
		return
	}
	p.push(p.leaf())
}

// typ reads a type with its arguments and without its dimensions.
func (p *javaParser) typ() *javaNode {
	start, base := p.start, len(p.stack)
	for {
		if p.kind != cName || javaReserved(p.word()) && !javaPrimitive(p.word()) {
			p.broken = true
			break
		}
		p.push(p.leaf())
		if p.is("<") {
			p.push(p.typeArguments())
		}
		if !p.is(".") {
			break
		}
		p.push(p.leaf())
	}
	return p.pop(javaJoin, start, base)
}

func (p *javaParser) typeArguments() *javaNode {
	defer func() { p.nest-- }()
	start, base := p.start, len(p.stack)
	p.push(p.leaf())
	if !p.deeper() {
		return p.pop(javaJoin, start, base)
	}
	for !p.is(">") && p.ok() {
		switch p.word() {
		case "?", "extends", "super", ",", "[", "]", "&":
			p.push(p.leaf())
		default:
			p.push(p.typ())
		}
	}
	p.closing(">")
	return p.pop(javaJoin, start, base)
}

// tokens takes a balanced part as its tokens.
func (p *javaParser) tokens() *javaNode {
	start := p.start
	s := p.mark()
	p.balanced()
	end := p.prev
	broken := p.broken
	p.back(s)
	n := p.node(javaJoin, start)
	n.end = end
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
	if len(w) < 2 || len(w) > 12 || w[0] < 'a' {
		return false
	}
	switch w {
	case "abstract", "assert", "break", "case", "catch", "class", "const", "continue", "default", "do", "else", "enum", "extends", "final", "finally", "for", "goto", "if", "implements",
		"import", "instanceof", "interface", "native", "new", "package", "private", "protected", "public", "return", "static", "strictfp", "super", "switch", "synchronized", "this", "throw",
		"throws", "transient", "try", "volatile", "while", "true", "false", "null":
		return true
	}
	return false
}
