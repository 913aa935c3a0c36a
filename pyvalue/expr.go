package pyvalue

// nodeKind sorts the nodes of an expression.
type nodeKind uint8

const (
	nodeAbsent nodeKind = iota // a part left out: a slice's bound, the key of ** in a dict
	nodeName
	nodeConst
	nodeEllipsis
	nodeFormat // an f-string, as written
	nodeUnary
	nodeBinary
	nodeCompare // first operand, then operands with compare set
	nodeBool
	nodeIf     // body, test, else
	nodeLambda // parameters, body
	nodeParam  // a lambda's parameter; text has its stars
	nodeCall   // function, arguments
	nodeKeyword
	nodeStar
	nodeDoubleStar
	nodeAttribute
	nodeSubscript
	nodeSlice
	nodeList
	nodeTuple
	nodeSet
	nodeDict // keys and values in turn
	nodeListOf
	nodeSetOf
	nodeGenerator
	nodeDictOf
	nodeFor // target, iterable, conditions
	nodeWalrus
	nodeAwait
	nodeYield
	nodeYieldFrom
)

// node is a node of an expression, in the parser's arena. Children are a linked list of indices;
// 0 is no node.
type node struct {
	kind    nodeKind
	value   Kind     // of a nodeConst
	op      operator // of a unary, binary or boolean node
	compare operator // the comparison in front of this operand of a nodeCompare
	flag    bool     // a u-prefixed string; an async for
	depth   int32
	first   int32
	next    int32
	num     float64
	text    string
}

// maxExprDepth is how deep CPython 3.11 lets a tree grow.
const maxExprDepth = 2990

// parser builds the tree of one expression.
type parser struct {
	lexer
	nodes    []node
	nest     int  // calls of expression under way
	reserved bool // reserved words may name arguments
	scratch  []byte
	// unescaped: a name was written with `\_`.
	unescaped bool
}

func (p *parser) reset(src string, o Options) {
	p.lexer = lexer{src: src, open: p.open[:0], lenient: o.Lenient}
	p.nodes = append(p.nodes[:0], node{})
	p.nest = 0
	p.unescaped = false
	p.reserved = o.Reserved || o.Lenient
}

// add puts a node with the children into the arena.
func (p *parser) add(n node, children ...int32) int32 {
	depth := int32(0)
	for i, c := range children {
		depth = max(depth, p.nodes[c].depth)
		if i == 0 {
			n.first = c
		} else {
			p.nodes[children[i-1]].next = c
		}
	}
	return p.finish(n, depth)
}

func (p *parser) finish(n node, depth int32) int32 {
	n.depth = depth + 1
	if n.depth > maxExprDepth {
		p.fail(p.tok.start, "nested too deeply")
	}
	p.nodes = append(p.nodes, n)
	return int32(len(p.nodes) - 1)
}

// list links children one after another, as many as come.
type list struct {
	first, last int32
	n           int
	depth       int32
}

func (p *parser) push(l *list, c int32) {
	if l.n == 0 {
		l.first = c
	} else {
		p.nodes[l.last].next = c
	}
	l.last = c
	l.n++
	l.depth = max(l.depth, p.nodes[c].depth)
}

func (p *parser) close(n node, l list) int32 {
	n.first = l.first
	return p.finish(n, l.depth)
}

// parse reads the whole text as one expression, or several with commas between them (a tuple).
func (p *parser) parse() (int32, bool) {
	p.lexer.start()
	if p.failure != nil {
		return 0, false
	}
	p.next()
	root := p.expression()
	if p.failure == nil && p.is(opComma) {
		items := list{}
		p.push(&items, root)
		for p.accept(opComma) && p.tok.kind != tokEnd {
			p.push(&items, p.expression())
		}
		root = p.close(node{kind: nodeTuple}, items)
	}
	if p.failure == nil && p.tok.kind != tokEnd {
		p.unexpected()
	}
	return root, p.failure == nil
}

func (p *parser) is(op operator) bool { return p.tok.kind == tokOp && p.tok.op == op }

func (p *parser) accept(op operator) bool {
	if !p.is(op) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(op operator) {
	if !p.accept(op) {
		p.unexpected()
	}
}

func (p *parser) unexpected() int32 {
	if p.tok.kind == tokEnd {
		p.fail(p.tok.start, "the text ends too early")
	} else {
		p.fail(p.tok.start, "unexpected "+p.src[p.tok.start:min(p.tok.end, p.tok.start+40)])
	}
	return 0
}

func (p *parser) isWord(w string) bool {
	return p.tok.kind == tokKeyword && p.src[p.tok.start:p.tok.end] == w
}

func (p *parser) acceptWord(w string) bool {
	if !p.isWord(w) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expectWord(w string) {
	if !p.acceptWord(w) {
		p.unexpected()
	}
}

// ends says whether the byte behind the current token ends an argument or item, so that the token
// is a whole expression. It spares the common case the climb through all levels of operators.
func (p *parser) ends() bool {
	if p.pos >= len(p.src) {
		return false
	}
	c := p.src[p.pos]
	return c == ',' || c == ')' || c == ']' || c == '}'
}

// expression reads what Python calls an expression: no commas, no walrus.
func (p *parser) expression() int32 {
	switch p.tok.kind {
	case tokNumber, tokString, tokName:
		if p.ends() {
			return p.atom()
		}
	}
	if p.nest++; p.nest > maxExprDepth/2 {
		p.fail(p.tok.start, "nested too deeply")
		p.nest--
		return 0
	}
	e := p.anyExpression()
	p.nest--
	return e
}

func (p *parser) anyExpression() int32 {
	if p.isWord("lambda") {
		return p.lambda()
	}
	body := p.or()
	if !p.isWord("if") {
		return body
	}
	p.next()
	test := p.or()
	p.expectWord("else")
	other := p.expression()
	return p.add(node{kind: nodeIf}, body, test, other)
}

// named reads an expression that may be `name := value`.
func (p *parser) named() int32 {
	e := p.expression()
	if p.is(opWalrus) && p.nodes[e].kind == nodeName {
		p.next()
		return p.add(node{kind: nodeWalrus}, e, p.expression())
	}
	return e
}

// starred reads an item of a list, tuple or set.
func (p *parser) starred() int32 {
	if p.accept(opTimes) {
		return p.add(node{kind: nodeStar}, p.binary(precOr))
	}
	return p.named()
}

func (p *parser) or() int32 {
	e := p.and()
	if !p.isWord("or") {
		return e
	}
	items := list{}
	p.push(&items, e)
	for p.acceptWord("or") {
		p.push(&items, p.and())
	}
	return p.close(node{kind: nodeBool, op: opBoolOr}, items)
}

func (p *parser) and() int32 {
	e := p.not()
	if !p.isWord("and") {
		return e
	}
	items := list{}
	p.push(&items, e)
	for p.acceptWord("and") {
		p.push(&items, p.not())
	}
	return p.close(node{kind: nodeBool, op: opBoolAnd}, items)
}

func (p *parser) not() int32 {
	nots := 0
	for p.acceptWord("not") {
		nots++
	}
	e := p.comparison()
	for ; nots > 0 && p.failure == nil; nots-- {
		e = p.add(node{kind: nodeUnary, op: opNot}, e)
	}
	return e
}

func (p *parser) comparison() int32 {
	e := p.binary(precOr)
	op := p.comparator()
	if op == opNone {
		return e
	}
	items := list{}
	p.push(&items, e)
	for op != opNone {
		right := p.binary(precOr)
		p.nodes[right].compare = op
		p.push(&items, right)
		op = p.comparator()
	}
	return p.close(node{kind: nodeCompare}, items)
}

// comparator reads a comparison operator, if there is one.
func (p *parser) comparator() operator {
	if p.tok.kind == tokOp && p.tok.op >= opEqual && p.tok.op <= opGreaterEqual {
		op := p.tok.op
		p.next()
		return op
	}
	switch {
	case p.tok.kind != tokKeyword:
	case p.acceptWord("in"):
		return opIn
	case p.acceptWord("is"):
		if p.acceptWord("not") {
			return opIsNot
		}
		return opIs
	case p.isWord("not"):
		p.next()
		p.expectWord("in")
		return opNotIn
	}
	return opNone
}

// precedence of binary operators; higher binds more tightly.
type precedence uint8

const (
	precOr precedence = iota + 1
	precXor
	precAnd
	precShift
	precSum
	precTerm
)

func (o operator) precedence() precedence {
	switch o {
	case opOr:
		return precOr
	case opXor:
		return precXor
	case opAnd:
		return precAnd
	case opLeft, opRight:
		return precShift
	case opPlus, opMinus:
		return precSum
	case opTimes, opDivide, opFloor, opModulo, opMatrix:
		return precTerm
	}
	return 0
}

func (p *parser) binary(least precedence) int32 {
	left := p.unary()
	for p.tok.kind == tokOp && p.failure == nil {
		op := p.tok.op
		prec := op.precedence()
		if prec == 0 || prec < least {
			break
		}
		p.next()
		right := p.binary(prec + 1)
		left = p.add(node{kind: nodeBinary, op: op}, left, right)
	}
	return left
}

// unary reads signs, then a power: -2 ** 2 is -(2 ** 2).
func (p *parser) unary() int32 {
	if p.tok.kind != tokOp || p.tok.op != opMinus && p.tok.op != opPlus && p.tok.op != opInvert {
		return p.power()
	}
	mark := len(p.scratch)
	for p.tok.kind == tokOp && (p.tok.op == opMinus || p.tok.op == opPlus || p.tok.op == opInvert) {
		p.scratch = append(p.scratch, byte(p.tok.op))
		p.next()
	}
	e := p.power()
	for i := len(p.scratch) - 1; i >= mark && p.failure == nil; i-- {
		e = p.add(node{kind: nodeUnary, op: operator(p.scratch[i])}, e)
	}
	p.scratch = p.scratch[:mark]
	return e
}

func (p *parser) power() int32 {
	var e int32
	if p.acceptWord("await") {
		e = p.add(node{kind: nodeAwait}, p.primary())
	} else {
		e = p.primary()
	}
	if !p.is(opPower) {
		return e
	}
	p.nest++
	defer func() { p.nest-- }()
	if p.nest > maxExprDepth/2 {
		p.fail(p.tok.start, "nested too deeply")
		return 0
	}
	p.next()
	right := p.unary()
	return p.add(node{kind: nodeBinary, op: opPower}, e, right)
}

func (p *parser) primary() int32 {
	e := p.atom()
	for p.tok.kind == tokOp && p.failure == nil {
		switch p.tok.op {
		case opDot:
			p.next()
			if p.tok.kind != tokName && (p.tok.kind != tokKeyword || !p.lenient) {
				return p.unexpected()
			}
			e = p.add(node{kind: nodeAttribute, text: p.identifier()}, e)
			p.next()
		case opOpenParen:
			e = p.call(e)
		case opOpenList:
			p.next()
			e = p.add(node{kind: nodeSubscript}, e, p.subscript())
			p.expect(opCloseList)
		default:
			return e
		}
	}
	return e
}

// identifier gives the current name.
func (p *parser) identifier() string {
	w := p.src[p.tok.start:p.tok.end]
	if p.tok.escaped {
		p.unescaped = true
		return dropEscapes(w)
	}
	return w
}
