package bfcl

import "strings"

// parenthesis reads a group, a lambda's parameters or a cast.
func (p *javaParser) parenthesis() int32 {
	opens := p.start == p.opening
	n := p.join(p.start, p.leaf())
	if opens {
		p.opening = p.start
	}
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
		final := int32(0)
		if p.is("final") {
			final = p.leaf()
		}
		typ := p.typ()
		p.dimensions(typ)
		if !p.broken && p.kind == cName {
			if final != 0 {
				p.add(n, final)
			}
			p.add(n, typ)
			return p.parameters(n)
		}
		if !p.broken && p.is(")") {
			closing := p.leaf()
			primitive := javaPrimitive(p.src[p.nodes[typ].start:p.nodes[typ].end])
			if p.kind == cName || p.kind == cNumber && primitive || p.kind == cOp && primitive && javaSign(p.word()) || p.kind == cString || p.kind == cQuoted || p.is("(") {
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

// parameters reads on in the parameters of a lambda, behind the first one's type.
func (p *javaParser) parameters(n int32) int32 {
	for p.kind == cName && p.ok() {
		p.add(n, p.leaf())
		if !p.is(",") {
			break
		}
		p.add(n, p.leaf())
		if p.is("final") {
			p.add(n, p.leaf())
		}
		typ := p.typ()
		p.dimensions(typ)
		p.add(n, typ)
	}
	if p.closing(n, ")") && !p.is("->") {
		p.broken = true
	}
	return n
}

// choice reads a switch that gives a value.
func (p *javaParser) choice() int32 {
	n := p.join(p.start, p.leaf())
	for _, opening := range [...]string{"(", "{"} {
		if !p.is(opening) {
			p.broken = true
			return n
		}
		p.add(n, p.tokens())
	}
	return n
}

// primitive reads the name of a type that is no name otherwise: int.class, int[]::new, int x.
func (p *javaParser) primitive() int32 {
	n := p.leaf()
	if p.kind != cName && !p.is("[") && !p.is("::") && !(p.is(".") && strings.HasPrefix(p.src[p.end:], "class")) {
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
			s := p.mark()
			for p.next(); p.is("{"); p.next() {
			}
			literal := p.kind == cString || p.kind == cQuoted || p.kind == cNumber // {"a", "b"} is no body
			p.back(s)
			p.balanced()
			p.broken = p.broken || literal
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

// dimensions adds the empty brackets behind a type.
func (p *javaParser) dimensions(typ int32) {
	for p.ok() && p.is("[") && p.end < len(p.src) && p.src[p.end] == ']' {
		p.add(typ, p.leaf())
		p.add(typ, p.leaf())
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
	s, braces, last := p.mark(), p.is("{"), byte('{')
	p.balanced()
	end, broken := p.prev, p.broken
	p.back(s)
	for !broken && p.start < end {
		if p.end < end {
			last = p.src[p.end-1]
		}
		p.add(n, p.leaf())
	}
	if braces && last != '{' && last != '}' && last != ';' {
		broken = true // a statement without an end
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

// javaReserved says whether w within an expression is no name. Of the reserved words the released
// code's parser takes all others for names there.
func javaReserved(w string) bool {
	if len(w) < 3 || len(w) > 7 || w[0] < 'a' {
		return false
	}
	switch w {
	case "new", "super", "switch", "this", "true", "false", "null":
		return true
	}
	return javaPrimitive(w)
}
