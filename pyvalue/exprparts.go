package pyvalue

import "strings"

// atom reads a name, a constant or a bracketed expression.
func (p *parser) atom() int32 {
	switch p.tok.kind {
	case tokName:
		n := p.finish(node{kind: nodeName, text: p.identifier()}, 0)
		p.next()
		return n
	case tokNumber:
		return p.numberAtom()
	case tokString:
		return p.stringAtom()
	case tokKeyword:
		n := node{kind: nodeConst}
		switch p.src[p.tok.start:p.tok.end] {
		case "None":
		case "True":
			n.value, n.num = Bool, 1
		case "False":
			n.value = Bool
		default:
			if !p.lenient || p.tok.end == len(p.src) || p.src[p.tok.end] != '(' {
				return p.unexpected()
			}
			n = node{kind: nodeName, text: p.identifier()} // a tool may be called import
		}
		p.next()
		return p.finish(n, 0)
	case tokOp:
		switch p.tok.op {
		case opOpenParen:
			return p.parenthesis()
		case opOpenList:
			return p.listDisplay()
		case opOpenBrace:
			return p.braces()
		case opEllipsis:
			p.next()
			return p.finish(node{kind: nodeEllipsis}, 0)
		}
	}
	return p.unexpected()
}

func dropEscapes(w string) string { return strings.ReplaceAll(w, `\_`, "_") }

// parenthesis reads a tuple, a generator, a yield or a grouped expression.
func (p *parser) parenthesis() int32 {
	p.next()
	if p.accept(opCloseParen) {
		return p.finish(node{kind: nodeTuple}, 0)
	}
	if p.isWord("yield") {
		e := p.yield()
		p.expect(opCloseParen)
		return e
	}
	e := p.starred()
	if p.isFor() {
		e = p.comprehension(node{kind: nodeGenerator}, e)
		p.expect(opCloseParen)
		return e
	}
	if !p.is(opComma) {
		if p.nodes[e].kind == nodeStar {
			return p.unexpected()
		}
		p.expect(opCloseParen)
		return e
	}
	items := list{}
	p.push(&items, e)
	for p.accept(opComma) && !p.is(opCloseParen) && p.failure == nil {
		p.push(&items, p.starred())
	}
	p.expect(opCloseParen)
	return p.close(node{kind: nodeTuple}, items)
}

func (p *parser) yield() int32 {
	p.next()
	if p.acceptWord("from") {
		return p.add(node{kind: nodeYieldFrom}, p.expression())
	}
	if p.is(opCloseParen) {
		return p.finish(node{kind: nodeYield}, 0)
	}
	e := p.starred()
	if p.is(opComma) {
		items := list{}
		p.push(&items, e)
		for p.accept(opComma) && !p.is(opCloseParen) && p.failure == nil {
			p.push(&items, p.starred())
		}
		e = p.close(node{kind: nodeTuple}, items)
	}
	return p.add(node{kind: nodeYield}, e)
}

func (p *parser) listDisplay() int32 {
	p.next()
	items := list{}
	for !p.is(opCloseList) && p.failure == nil {
		p.push(&items, p.starred())
		if items.n == 1 && p.isFor() {
			e := p.comprehension(node{kind: nodeListOf}, items.first)
			p.expect(opCloseList)
			return e
		}
		if !p.accept(opComma) {
			break
		}
	}
	p.expect(opCloseList)
	return p.close(node{kind: nodeList}, items)
}

// braces reads a dictionary, a set or a comprehension of either.
func (p *parser) braces() int32 {
	p.next()
	if p.accept(opCloseBrace) {
		return p.finish(node{kind: nodeDict}, 0)
	}
	if !p.is(opPower) {
		grouped := p.is(opOpenParen)
		e := p.starred()
		if !p.is(opColon) || p.nodes[e].kind == nodeStar || p.nodes[e].kind == nodeWalrus && !grouped {
			return p.set(e)
		}
		p.next()
		return p.dict(e)
	}
	return p.dict(0)
}

func (p *parser) set(e int32) int32 {
	if p.isFor() {
		e = p.comprehension(node{kind: nodeSetOf}, e)
		p.expect(opCloseBrace)
		return e
	}
	items := list{}
	p.push(&items, e)
	for p.accept(opComma) && !p.is(opCloseBrace) && p.failure == nil {
		p.push(&items, p.starred())
	}
	p.expect(opCloseBrace)
	return p.close(node{kind: nodeSet}, items)
}

// dict reads a dictionary from behind the colon of its first key, or from `**`.
func (p *parser) dict(key int32) int32 {
	items := list{}
	for p.failure == nil {
		if key == 0 && p.accept(opPower) {
			p.push(&items, p.finish(node{kind: nodeAbsent}, 0))
			p.push(&items, p.binary(precOr))
		} else {
			if key == 0 {
				key = p.expression()
				p.expect(opColon)
			}
			value := p.expression()
			if items.n == 0 && p.isFor() {
				pair := list{}
				p.push(&pair, key)
				p.push(&pair, value)
				e := p.clauses(node{kind: nodeDictOf}, pair)
				p.expect(opCloseBrace)
				return e
			}
			p.push(&items, key)
			p.push(&items, value)
		}
		key = 0
		if !p.accept(opComma) || p.is(opCloseBrace) {
			break
		}
	}
	p.expect(opCloseBrace)
	return p.close(node{kind: nodeDict}, items)
}

func (p *parser) isFor() bool { return p.isWord("for") || p.isWord("async") }

func (p *parser) comprehension(n node, e int32) int32 {
	if k := p.nodes[e].kind; k == nodeStar {
		return p.unexpected()
	}
	items := list{}
	p.push(&items, e)
	return p.clauses(n, items)
}

// clauses reads `for target in iterable if condition …`, once or several times.
func (p *parser) clauses(n node, items list) int32 {
	for p.isFor() && p.failure == nil {
		async := p.acceptWord("async")
		p.expectWord("for")
		parts := list{}
		p.push(&parts, p.targets())
		p.expectWord("in")
		p.push(&parts, p.or())
		for p.acceptWord("if") {
			p.push(&parts, p.or())
		}
		p.push(&items, p.close(node{kind: nodeFor, flag: async}, parts))
	}
	return p.close(n, items)
}

// targets reads what a comprehension assigns to.
func (p *parser) targets() int32 {
	e := p.target()
	if !p.is(opComma) {
		return e
	}
	items := list{}
	p.push(&items, e)
	for p.accept(opComma) && !p.isWord("in") && p.failure == nil {
		p.push(&items, p.target())
	}
	return p.close(node{kind: nodeTuple}, items)
}

func (p *parser) target() int32 {
	if p.accept(opTimes) {
		return p.add(node{kind: nodeStar}, p.target())
	}
	e := p.primary()
	if p.failure == nil && !p.assignable(e) {
		p.fail(p.tok.start, "cannot assign to this in a comprehension")
	}
	return e
}

func (p *parser) assignable(e int32) bool {
	switch n := &p.nodes[e]; n.kind {
	case nodeName, nodeAttribute, nodeSubscript:
		return true
	case nodeTuple, nodeList:
		for c := n.first; c != 0; c = p.nodes[c].next {
			if p.nodes[c].kind != nodeStar && !p.assignable(c) {
				return false
			}
		}
		return true
	}
	return false
}

// call reads the arguments of a call of f.
func (p *parser) call(f int32) int32 {
	p.next()
	items := list{}
	p.push(&items, f)
	keywords, unpacked := false, false
	for !p.is(opCloseParen) && p.failure == nil {
		var a int32
		switch {
		case p.accept(opTimes):
			if unpacked {
				return p.unexpected()
			}
			a = p.add(node{kind: nodeStar}, p.expression())
		case p.accept(opPower):
			unpacked = true
			a = p.add(node{kind: nodeDoubleStar}, p.expression())
		case (p.tok.kind == tokName || p.tok.kind == tokKeyword && p.reserved) && p.assignFollows():
			keywords = true
			a = p.keyword()
		default:
			a = p.named()
			if p.isFor() {
				a = p.comprehension(node{kind: nodeGenerator}, a)
				if items.n > 1 || !p.is(opCloseParen) {
					p.fail(p.tok.start, "a generator beside other arguments needs parentheses")
				}
			}
			if keywords || unpacked {
				p.fail(p.tok.start, "positional argument after a keyword argument")
			}
		}
		p.push(&items, a)
		if !p.accept(opComma) {
			break
		}
	}
	p.expect(opCloseParen)
	return p.close(node{kind: nodeCall}, items)
}

func (p *parser) keyword() int32 {
	name := p.identifier()
	p.next()
	p.next()
	return p.add(node{kind: nodeKeyword, text: name}, p.expression())
}

// subscript reads what stands between [ and ] behind a value.
func (p *parser) subscript() int32 {
	e := p.slice()
	if !p.is(opComma) {
		if p.nodes[e].kind == nodeStar { // x[*y] is a tuple of one
			return p.add(node{kind: nodeTuple}, e)
		}
		return e
	}
	items := list{}
	p.push(&items, e)
	for p.accept(opComma) && !p.is(opCloseList) && p.failure == nil {
		p.push(&items, p.slice())
	}
	return p.close(node{kind: nodeTuple}, items)
}

func (p *parser) slice() int32 {
	if p.accept(opTimes) {
		return p.add(node{kind: nodeStar}, p.expression())
	}
	lower := int32(0)
	if !p.is(opColon) {
		lower = p.named()
		if !p.is(opColon) {
			return lower
		}
	} else {
		lower = p.finish(node{}, 0)
	}
	p.next()
	upper := p.bound()
	step := int32(0)
	if p.accept(opColon) {
		step = p.bound()
	} else {
		step = p.finish(node{}, 0)
	}
	return p.add(node{kind: nodeSlice}, lower, upper, step)
}

func (p *parser) bound() int32 {
	if p.is(opColon) || p.is(opComma) || p.is(opCloseList) {
		return p.finish(node{}, 0)
	}
	return p.expression()
}

// lambda reads parameters and body. The parameters' order is taken as written.
func (p *parser) lambda() int32 {
	p.next()
	items := list{}
	for !p.is(opColon) && p.failure == nil {
		p.push(&items, p.parameter())
		if !p.accept(opComma) {
			break
		}
	}
	p.expect(opColon)
	p.push(&items, p.expression())
	return p.close(node{kind: nodeLambda}, items)
}

func (p *parser) parameter() int32 {
	n := node{kind: nodeParam}
	switch {
	case p.accept(opDivide):
		n.text = "/"
		return p.finish(n, 0)
	case p.accept(opTimes):
		n.text = "*"
		if p.tok.kind != tokName {
			return p.finish(n, 0)
		}
	case p.accept(opPower):
		n.text = "**"
	}
	if p.tok.kind != tokName {
		return p.unexpected()
	}
	n.text += p.identifier()
	p.next()
	if n.text[0] != '*' && p.accept(opAssign) {
		return p.add(n, p.expression())
	}
	return p.finish(n, 0)
}
