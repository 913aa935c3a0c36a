package bfcl

func (p *jsParser) primary() jsShape {
	switch p.kind {
	case cString, cQuoted, cTemplate, cNumber:
		p.next()
		return jsLiteral
	case cName:
		return p.name()
	}
	switch {
	case p.is("("):
		return p.parenthesis()
	case p.is("["):
		p.next()
		for !p.is("]") && p.ok() {
			if p.accept(",") {
				continue
			}
			p.accept("...")
			p.expression()
			if !p.is(",") {
				break
			}
		}
		p.expect("]")
		return jsOther
	case p.is("{"):
		p.object()
		return jsOther
	case p.is("/") || p.is("/="):
		p.regexp()
		return jsOther
	}
	p.broken = true
	return jsOther
}

func (p *jsParser) name() jsShape {
	switch w := p.word(); w {
	case "true":
		p.next()
		return jsTrue
	case "false", "null", "this", "super":
		p.next()
		return jsLiteral
	case "undefined":
		p.next()
		return jsOther
	case "import":
		p.next()
		p.broken = p.broken || !p.is("(")
		return jsOther
	case "new":
		p.next()
		p.postfix()
		return jsOther
	case "function":
		p.next()
		p.accept("*")
		if p.kind == cName {
			p.next()
		}
		p.block("(")
		p.block("{")
		return jsOther
	case "class":
		p.next()
		for p.ok() && p.kind == cName {
			p.next()
		}
		p.block("{")
		return jsOther
	case "async":
		p.next()
		if p.is("function") {
			return p.postfix()
		}
		if p.kind == cName && !p.line {
			p.next()
			p.broken = p.broken || !p.is("=>")
		}
		return jsName
	default: // even reserved words are names for the released code's parser within an expression
		p.next()
		return jsName
	}
}

// block passes a part in brackets that has to come now.
func (p *jsParser) block(open string) {
	if !p.is(open) {
		p.broken = true
		return
	}
	p.balanced()
}

// parenthesis reads a group or the parameters of an arrow function.
func (p *jsParser) parenthesis() jsShape {
	p.next()
	empty := p.is(")")
	for !p.is(")") && p.ok() {
		p.accept("...")
		p.expression()
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	if empty && !p.is("=>") {
		p.broken = true
	}
	return jsArrowHead
}

func (p *jsParser) object() {
	p.next()
	for !p.is("}") && p.ok() {
		if p.accept(",") {
			continue
		}
		p.member()
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
}

func (p *jsParser) member() {
	if p.accept("...") {
		p.expression()
		return
	}
	for p.is("async") || p.is("get") || p.is("set") || p.is("*") {
		s := p.mark()
		p.next()
		if p.is(":") || p.is("(") || p.is(",") || p.is("}") {
			p.back(s)
			break
		}
	}
	name := false
	switch p.kind {
	case cName:
		name = true
		p.next()
	case cString, cQuoted, cNumber:
		p.next()
	default:
		if !p.is("[") {
			p.broken = true
			return
		}
		p.next()
		p.expression()
		p.expect("]")
	}
	switch {
	case p.accept(":"):
		p.expression()
	case p.is("("):
		p.block("(")
		p.block("{")
	default:
		if !name {
			p.broken = true
		}
	}
}

// regexp reads a regular expression from its slash.
func (p *jsParser) regexp() {
	class := false
	for i := p.start + 1; i < len(p.src); i++ {
		switch b := p.src[i]; {
		case b == '\n':
			p.broken = true
			return
		case b == '\\':
			i++
		case b == '[':
			class = true
		case b == ']':
			class = false
		case b == '/' && !class:
			for i++; i < len(p.src) && p.src[i] >= 'a' && p.src[i] <= 'z'; i++ {
			}
			if i < len(p.src) && identByte(p.src[i]) { // a path rather than an expression with flags
				p.broken = true
				return
			}
			p.end = i
			p.next()
			return
		}
	}
	p.broken = true
}

// jsWord says whether w is more than a name may be.
func jsWord(w string) bool {
	switch w {
	case "true", "false", "null", "undefined", "this", "super", "new", "function", "class", "async":
		return true
	}
	return jsReserved(w) || jsOperator(w)
}

// jsReserved says whether w opens a statement, and is no name there.
func jsReserved(w string) bool {
	if len(w) < 2 || len(w) > 10 || w[0] < 'a' {
		return false
	}
	switch w {
	case "break", "const", "continue", "debugger", "do", "export", "for", "if", "import", "return", "switch", "throw", "try", "var", "while", "with":
		return true
	}
	return false
}
