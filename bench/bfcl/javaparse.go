package bfcl

// statement reads an expression or a declaration; 0 for neither. A missing semicolon is forgiven at
// the end of the text, as the released code's parser does.
func (p *javaParser) statement() int32 {
	if p.accept(";") {
		return 0
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
	if !p.accept(";") && p.kind != cEnd {
		p.broken = true
	}
	return n
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
	for p.kind == cOp && p.ok() {
		switch op := p.word(); op {
		case "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=":
			p.next()
			right := p.expression()
			n = p.join(start, n, right)
			p.nodes[n].kind = javaAssign
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
			if !p.closing(n, "]") {
				return n
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
			p.next()
			whole := p.join(start, name, p.expression())
			p.nodes[whole].kind = javaAssign
			p.add(n, whole)
		} else {
			p.add(n, p.expression())
		}
		if !p.is(",") {
			break
		}
		p.next()
		if p.is(")") {
			p.broken = true
		}
	}
	p.expect(")")
	p.nodes[n].end = int32(p.prev)
}

// named says whether a name and = are next, with nothing between them.
func (p *javaParser) named() bool {
	return p.kind == cName && p.end+1 < len(p.src) && p.src[p.end] == '=' && p.src[p.end+1] != '=' && !javaReserved(p.word())
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
		case "true", "false", "null", "this", "super":
		default:
			p.broken = true
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
		p.typeArguments()
		if !p.broken && (p.kind == cName || p.is("::")) {
			return p.join(start, n)
		}
		p.tries++
		p.back(s)
	}
	return n
}

// parenthesis reads a group, a lambda's parameters or a cast.
func (p *javaParser) parenthesis() int32 {
	n := p.join(p.start, p.leaf())
	if p.is(")") {
		p.add(n, p.leaf())
		if !p.is("->") {
			p.broken = true
		}
		return n
	}
	s := p.mark()
	if p.kind == cName && p.tries < maxTries {
		p.tries++
		typ := p.typ()
		if !p.broken && p.is(")") {
			closing := p.leaf()
			if p.kind == cName || p.kind == cNumber && javaPrimitive(p.src[p.nodes[typ].start:p.nodes[typ].end]) || p.kind == cString || p.kind == cQuoted || p.is("(") {
				p.add(n, typ)
				p.add(n, closing)
				p.add(n, p.operand())
				return n
			}
		}
	}
	p.back(s)
	p.add(n, p.expression())
	several := false
	for p.is(",") && p.ok() {
		several = true
		p.add(n, p.leaf())
		p.add(n, p.expression())
	}
	if !p.closing(n, ")") {
		return n
	}
	if several && !p.is("->") {
		p.broken = true
	}
	return n
}

// creation reads `new Type(…)`, perhaps with a body, which is lost, or `new Type[]{…}`.
func (p *javaParser) creation() int32 {
	start := p.start
	p.next()
	typ := p.typ()
	n := p.join(start, typ)
	if p.is("(") {
		p.nodes[n].kind = javaNew
		p.arguments(n)
		if p.is("{") && p.ok() {
			p.balanced()
			p.nodes[n].end = int32(p.prev)
		}
		return n
	}
	p.nodes[n].kind = javaArray
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
		p.add(n, p.initialiser())
	}
	p.nodes[n].end = int32(p.prev)
	return n
}

func (p *javaParser) initialiser() int32 {
	defer func() { p.nest-- }()
	n := p.join(p.start, p.leaf())
	if !p.deeper() {
		return n
	}
	for !p.is("}") && p.ok() {
		if p.is("{") {
			p.add(n, p.initialiser())
		} else {
			p.add(n, p.expression())
		}
		if !p.is(",") {
			break
		}
		p.add(n, p.leaf())
	}
	p.closing(n, "}")
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

// typ reads a type with its arguments and without its dimensions.
func (p *javaParser) typ() int32 {
	n := p.join(p.start)
	for {
		if p.kind != cName || javaReserved(p.word()) && !javaPrimitive(p.word()) {
			p.broken = true
			return n
		}
		p.add(n, p.leaf())
		if p.is("<") {
			p.add(n, p.typeArguments())
		}
		if !p.is(".") {
			return n
		}
		p.add(n, p.leaf())
	}
}

func (p *javaParser) typeArguments() int32 {
	defer func() { p.nest-- }()
	n := p.join(p.start, p.leaf())
	if !p.deeper() {
		return n
	}
	for !p.is(">") && p.ok() {
		switch p.word() {
		case "?", "extends", "super", ",", "[", "]", "&":
			p.add(n, p.leaf())
		default:
			p.add(n, p.typ())
		}
	}
	p.closing(n, ">")
	return n
}

// tokens takes a balanced part as its tokens.
func (p *javaParser) tokens() int32 {
	n := p.join(p.start)
	s := p.mark()
	p.balanced()
	end, broken := p.prev, p.broken
	p.back(s)
	for !broken && p.start < end {
		p.add(n, p.leaf())
	}
	p.nodes[n].end = int32(end)
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
