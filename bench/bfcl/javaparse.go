package bfcl

// statement reads an expression, a declaration, a block or a condition before them; 0 for none. A
// missing semicolon is forgiven at the end of the text and of a block and before one, as the released
// code's parser does.
func (p *javaParser) statement() int32 {
	if p.accept(";") {
		return 0
	}
	p.opening = p.start
	if p.is("{") {
		return p.block()
	}
	if p.kind == cName && javaOpens(p.word()) {
		return p.keyword()
	}
	if p.is("import") || p.is("package") {
		for p.ok() && !p.is(";") {
			p.next()
		}
		p.accept(";")
		return 0
	}
	n := p.expression()
	if p.kind == cName && !p.broken && p.nodes[n].kind != javaCall && !javaReserved(p.word()) { // Type name = value
		n = p.join(0, n, p.leaf())
		if p.accept("=") {
			p.add(n, p.expression())
		}
	}
	p.semicolon()
	return n
}

func (p *javaParser) semicolon() {
	if !p.accept(";") && p.kind != cEnd && !p.is("{") && !p.is("}") {
		p.broken = true
	}
}

// block reads statements between braces.
func (p *javaParser) block() int32 {
	n := p.join(p.start, p.leaf())
	if p.deeper() {
		for p.ok() && !p.is("}") {
			if s := p.statement(); s != 0 {
				p.add(n, s)
			}
		}
	}
	p.nest--
	p.closing(n, "}")
	return n
}

// keyword reads a statement that a reserved word opens: what is returned, thrown, or done on a
// condition. All others are not read.
func (p *javaParser) keyword() int32 {
	n := int32(0)
	switch p.word() {
	case "return", "throw":
		p.next()
		n = p.expression()
		p.semicolon()
	case "if", "while":
		p.next()
		p.expect("(")
		n = p.join(p.start, p.expression())
		p.expect(")")
		if p.deeper() {
			if s := p.statement(); s != 0 {
				p.add(n, s)
			}
		}
		p.nest--
	default:
		p.broken = true
	}
	return n
}

// javaOpens says whether w at the start of a statement is more than a name.
func javaOpens(w string) bool {
	if len(w) < 2 || len(w) > 12 || w[0] < 'a' {
		return false
	}
	switch w {
	case "abstract", "assert", "break", "class", "continue", "default", "do", "enum", "final", "for", "if", "interface", "native", "private", "protected", "public", "return", "static",
		"strictfp", "synchronized", "throw", "transient", "try", "volatile", "while":
		return true
	}
	return false
}

// expression reads an expression, an assignment or a lambda.
func (p *javaParser) expression() int32 {
	switch { // what most arguments are
	case p.ends() && (p.kind == cNumber || p.kind >= cString && p.kind <= cTemplate):
		return p.primary()
	case p.ends() && p.kind == cName && !javaReserved(p.word()):
		n := p.leaf()
		p.nodes[n].kind = javaName
		return n
	}
	n := int32(0)
	if start := p.start; p.deeper() {
		n = p.operators(start, p.operand())
	} else {
		n = p.join(start)
	}
	p.nest--
	return n
}

// operators reads on behind the first operand of an expression.
func (p *javaParser) operators(start int, n int32) int32 {
	binary := false
	for p.kind == cOp && p.ok() {
		switch op := p.word(); op {
		case "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=":
			if k := p.nodes[n].kind; k == javaRaw || k == javaString || k == javaCall || k == javaNew {
				p.broken = true // nothing that could be assigned to
				return n
			}
			sign := p.leaf()
			n = p.join(start, n, sign, p.expression())
			if !binary { // a-b=c assigns to b
				p.nodes[n].kind = javaAssign
			}
			return n
		case "->":
			n = p.join(start, n, p.leaf())
			if p.is("{") {
				p.add(n, p.tokens())
			} else {
				p.add(n, p.expression())
			}
			return n
		case "?":
			whole := p.join(start, n, p.leaf())
			p.add(whole, p.expression())
			if !p.is(":") {
				p.broken = true
				return n
			}
			p.add(whole, p.leaf())
			p.add(whole, p.expression())
			return whole
		case "+", "-", "*", "/", "%", "&", "|", "^", "&&", "||", "==", "!=", "<", ">", "<=", ">=", "<<", ">>", ">>>":
			binary = true
			n = p.flat(start, n)
			p.add(n, p.leaf())
			for op == ">" && p.is(">") && p.start == p.prev {
				p.add(n, p.leaf())
			}
			p.add(n, p.operand())
		default:
			return n
		}
	}
	if p.is("instanceof") {
		n = p.join(start, n, p.leaf())
		p.add(n, p.typ())
		if p.kind == cName && !p.broken {
			p.add(n, p.leaf())
		}
	}
	return n
}

// flat keeps a chain of operators, indices and the like one level deep, however long it is: it gives
// n itself where that is such a chain.
func (p *javaParser) flat(start int, n int32) int32 {
	if node := &p.nodes[n]; node.kind == javaJoin && node.first != node.last {
		return n
	}
	return p.join(start, n)
}

// flatMember does the same for a.b.c.
func (p *javaParser) flatMember(start int, n int32) int32 {
	node := &p.nodes[n]
	if node.kind == javaJoin && node.first != node.last && p.nodes[node.first].next != node.last && p.nodes[node.last].kind == javaRaw {
		return n
	}
	return p.join(start, n)
}

// operand reads signs, casts and what they stand before.
func (p *javaParser) operand() int32 {
	if p.kind != cOp || !javaSign(p.word()) {
		return p.postfix()
	}
	n := p.join(p.start)
	for p.ok() && p.kind == cOp && javaSign(p.word()) {
		p.add(n, p.leaf())
	}
	p.add(n, p.postfix())
	return n
}

func javaSign(w string) bool {
	switch w {
	case "+", "-", "!", "~", "++", "--":
		return true
	}
	return false
}

// postfix reads a primary with calls, members, indices behind it.
func (p *javaParser) postfix() int32 {
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
				n = p.flat(start, n)
				p.add(n, dot)
				p.add(n, p.creation())
				continue
			}
			if p.kind != cName {
				p.broken = true
				return n
			}
			name, end := p.start, p.end
			member := p.leaf()
			if p.is("(") {
				n = p.invocation(start, n, name, end)
				continue
			}
			n = p.flatMember(start, n)
			p.add(n, dot)
			p.add(n, member)
		case "::":
			n = p.flat(start, n)
			p.add(n, p.leaf())
			if p.kind != cName {
				p.broken = true
				return n
			}
			p.add(n, p.leaf())
		case "[":
			n = p.flat(start, n)
			p.add(n, p.leaf())
			if !p.is("]") {
				p.add(n, p.expression())
			}
			empty := p.src[p.prev-1] == '['
			if !p.closing(n, "]") {
				return n
			}
			if empty && p.kind != cName && !p.is(".") && !p.is("::") && !p.is("[") {
				p.broken = true // a type, which only some names may follow
			}
		case "++", "--":
			n = p.flat(start, n)
			p.add(n, p.leaf())
		default:
			return n
		}
	}
	return n
}

// invocation reads the arguments of a call; object is 0 where there is none.
func (p *javaParser) invocation(start int, object int32, name, nameEnd int) int32 {
	n := p.node(javaCall, start)
	if object == 0 {
		object = p.node(javaAbsent, start)
	}
	p.nodes[n].name, p.nodes[n].nameEnd = int32(name), int32(nameEnd)
	p.add(n, object)
	p.arguments(n)
	return n
}

// arguments adds to n what stands between the parentheses of a call.
func (p *javaParser) arguments(n int32) {
	p.expect("(")
	for !p.is(")") && p.ok() {
		if start := p.start; p.named() {
			name := p.leaf()
			p.nodes[name].kind = javaName
			sign := p.leaf()
			whole := p.join(start, name, sign, p.expression())
			p.nodes[whole].kind = javaAssign
			p.add(n, whole)
		} else {
			p.add(n, p.expression())
		}
		if !p.is(",") {
			break
		}
		p.next()
		if p.is(")") && p.nest > 1 {
			p.broken = true
		} else if p.is(")") { // the released code's parser puts a name without letters there
			p.add(n, p.nothing())
		}
	}
	p.expect(")")
	p.nodes[n].end = int32(p.prev)
}

// named says whether a name and = are next, with nothing between them.
func (p *javaParser) named() bool {
	return p.kind == cName && p.end+1 < len(p.src) && p.src[p.end] == '=' && p.src[p.end+1] != '=' && !javaReserved(p.word())
}

// nothing is a name that is missing.
func (p *javaParser) nothing() int32 {
	n := p.node(javaName, p.prev)
	p.nodes[n].end = int32(p.prev)
	return n
}

func (p *javaParser) primary() int32 {
	switch p.kind {
	case cString, cQuoted, cTemplate:
		n := p.leaf()
		p.nodes[n].kind = javaString
		return n
	case cNumber:
		return p.leaf()
	case cName:
		return p.name()
	case cOp:
		if p.is("(") {
			return p.parenthesis()
		}
		// [f(a=1)] at the start of a statement is an index into something that is missing.
		if p.is("[") && p.start == p.opening {
			return p.nothing()
		}
	}
	p.broken = true
	return p.leaf()
}

func (p *javaParser) name() int32 {
	start, end := p.start, p.end
	if w := p.word(); javaReserved(w) {
		switch w {
		case "new":
			return p.creation()
		case "true", "false", "null", "this":
		case "super":
			n := p.leaf()
			p.broken = p.broken || !p.is(".") && !p.is("::")
			return n
		case "switch":
			return p.choice()
		default:
			return p.primitive()
		}
		return p.leaf()
	}
	n := p.leaf()
	p.nodes[n].kind = javaName
	if p.is("(") {
		return p.invocation(start, 0, start, end)
	}
	if p.tries < maxTries && p.is("<") { // List<String> name, List<String>::new: a type, if it reads as one
		s := p.mark()
		arguments := p.typeArguments()
		if !p.broken && (p.kind == cName || p.is("::")) {
			return p.join(start, n, arguments)
		}
		p.tries++
		p.back(s)
	}
	return n
}

// closing adds the bracket that has to come now.
func (p *javaParser) closing(n int32, bracket string) bool {
	if p.broken || !p.is(bracket) {
		p.broken = true
		return false
	}
	p.add(n, p.leaf())
	return true
}
