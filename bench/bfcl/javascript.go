package bfcl

import "deft/pyvalue"

// jsParser checks that a text is JavaScript and remembers where its first call stands.
type jsParser struct {
	clike
	// top is the call that is the statement being read, if it is one: topped.
	top    jsCall
	topped bool
	equals int          // where the sign of the assignment read last stands
	missed bool         // a semicolon was missing
	args   []jsArgument // memory for arguments of all calls
	stack  []jsArgument // arguments of the calls under way
	items  []pyvalue.Value
	found  [1]call
}

type jsCall struct {
	name string
	args []jsArgument
}

// jsArgument is an argument that counts: an assignment, or a name or true by itself.
type jsArgument struct {
	name, value string
	named       bool
}

// jsShape says what kind of expression was read, as far as it matters.
type jsShape uint8

const (
	jsOther jsShape = iota
	jsName
	jsTrue
	jsCallShape
	jsAssignment
	jsArrowHead // parameters in parentheses
	jsLiteral   // what nothing can be assigned to
	jsOperands  // with operators, so that an assignment would be to its last operand
)

// javascriptCalls reads the first statement of a program that is a call, with its named
// arguments, as gorilla's evaluator does with a syntax tree. Values are text.
func javascriptCalls(src string) reply { return new(jsParser).calls(src) }

// calls is javascriptCalls with the memory of the parser.
func (p *jsParser) calls(src string) reply {
	if len(src) > 1<<16 { // needs so much that it is not worth keeping
		p = new(jsParser)
	}
	p.clike = clike{src: src, js: true}
	p.missed = false
	p.topped, p.args, p.stack, p.items = false, p.args[:0], p.stack[:0], p.items[:0]
	p.next()
	var first jsCall
	found := false
	for p.ok() {
		if c, ok := p.statement(); ok && !found {
			first, found = c, true
		}
	}
	if p.broken {
		return failed("not a JavaScript expression")
	}
	if !found {
		return reply{status: notCalls, why: "no statement that is a call"}
	}
	args := pyvalue.Value{Kind: pyvalue.Dict, Items: p.items}
	for _, a := range first.args {
		key := pyvalue.Value{}
		if a.named {
			key = pyvalue.StringOf(a.name)
			if v := a.value; v[0] == '"' && v[len(v)-1] == '"' || v[0] == '\'' && v[len(v)-1] == '\'' {
				a.value = v[1:max(len(v)-1, 1)]
			}
		}
		args.Items = append(args.Items, key, pyvalue.StringOf(a.value))
	}
	given := len(args.Items)
	p.items = args.Items
	if args = pyvalue.DictOf(args.Items); len(args.Items) != given {
		return failed("an argument is given twice")
	}
	p.found[0] = call{name: first.name, args: args}
	return reply{calls: p.found[:]}
}

// statement reads one statement, which a semicolon, a line break or the end of the text ends.
func (p *jsParser) statement() (c jsCall, ok bool) {
	if p.accept(";") {
		return c, false
	}
	if p.is("{") {
		p.balanced()
		return c, false
	}
	declaration := false
	if p.kind == cName {
		switch w := p.word(); {
		case w == "const" || w == "let" || w == "var" || w == "return" || w == "import" || w == "export" || w == "throw":
			declaration = true
			p.next()
		case jsReserved(w):
			p.broken = true
			return c, false
		}
	}
	p.topped = false
	shape := p.expression()
	c, ok = p.top, p.topped
	sequence := false
	for p.accept(",") && !p.broken {
		sequence = true
		p.expression()
	}
	ok = ok && !declaration && !sequence && shape == jsCallShape
	if !p.accept(";") && p.kind != cEnd && !p.line {
		// The released code's parser adds one semicolon behind a call before something new.
		if p.broken = p.broken || !ok || p.missed || p.kind == cOp && !p.is("{"); !p.broken {
			p.missed = true
		}
	}
	return c, ok
}

// expression reads one expression without commas.
func (p *jsParser) expression() jsShape {
	switch { // what most arguments are
	case p.ends() && (p.kind == cNumber || p.kind >= cString && p.kind <= cTemplate):
		p.next()
		return jsLiteral
	case p.ends() && p.kind == cName && !jsOperator(p.word()):
		return p.name()
	}
	shape := jsOther
	if p.deeper() {
		shape = p.operators(p.operand())
	}
	p.nest--
	return shape
}

// operators reads on behind the first operand of an expression.
func (p *jsParser) operators(shape jsShape) jsShape {
	for p.ok() && (p.kind == cOp || p.is("in") || p.is("instanceof")) {
		switch p.word() {
		case "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??=":
			if shape == jsLiteral || shape == jsTrue || shape == jsCallShape {
				p.broken = true
				return jsOther
			}
			plain, at := p.is("="), p.start
			p.next()
			p.expression()
			if plain && shape != jsOperands {
				p.equals = at
				return jsAssignment
			}
			return jsOther
		case "=>":
			p.next()
			if p.is("{") {
				p.balanced()
			} else {
				p.expression()
			}
			return jsOther
		case "?":
			p.next()
			p.expression()
			p.expect(":")
			p.expression()
			return jsOther
		case "+", "-", "*", "/", "%", "**", "&", "|", "^", "&&", "||", "??", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "<<", ">>", ">>>", "in", "instanceof":
			again := p.is(">")
			p.next()
			for again && p.is(">") && p.start == p.prev {
				p.next()
			}
			p.operand()
			shape = jsOperands
		default:
			return shape
		}
	}
	return shape
}

func (p *jsParser) operand() jsShape {
	signed := false
	for p.ok() && (p.kind == cOp || p.kind == cName) && jsOperator(p.word()) {
		signed = true
		p.next()
	}
	shape := p.postfix()
	if signed {
		return jsOperands
	}
	return shape
}

// jsOperator says whether w stands before an operand.
func jsOperator(w string) bool {
	switch w {
	case "+", "-", "!", "~", "++", "--", "typeof", "void", "delete", "await", "yield":
		return true
	}
	return false
}

func (p *jsParser) postfix() jsShape {
	start := p.start
	shape := p.primary()
	for p.ok() && (p.kind == cOp || p.kind == cTemplate) {
		if p.kind == cTemplate {
			p.top, p.topped = jsCall{name: p.src[start:p.prev]}, true
			p.next()
			shape = jsCallShape
			continue
		}
		switch p.word() {
		case ".", "?.":
			optional, end := p.is("?."), p.prev
			p.next()
			if optional && p.is("(") { // the arguments of which the released code does not find
				p.arguments()
				p.top, p.topped = jsCall{name: p.src[start:end]}, true
				shape = jsCallShape
				continue
			}
			if optional && p.is("[") {
				continue
			}
			if p.kind != cName {
				p.broken = true
				return jsOther
			}
			p.next()
			shape = jsOther
		case "(":
			if p.line && shape == jsArrowHead {
				return shape
			}
			name := p.src[start:p.prev]
			args := p.arguments()
			p.top, p.topped = jsCall{name: name, args: args}, true
			shape = jsCallShape
		case "[":
			p.next()
			if !p.is("]") { // a missing index is forgiven
				p.expression()
			}
			for p.accept(",") && !p.broken {
				p.expression()
			}
			p.expect("]")
			shape = jsOther
		case "++", "--":
			if p.line {
				return shape
			}
			p.next()
			shape = jsOther
		default:
			return shape
		}
	}
	return shape
}

// arguments reads what stands between the parentheses of a call.
func (p *jsParser) arguments() []jsArgument {
	p.expect("(")
	base := len(p.stack)
	for !p.is(")") && p.ok() {
		if p.accept(",") || p.literalArgument() {
			continue
		}
		spread, start := p.accept("..."), p.start
		shape := p.expression()
		value := p.src[start:max(p.prev, start)]
		switch {
		case spread:
		case shape == jsAssignment:
			equals := p.equals
			end := max(p.prev, equals+1)
			if value := space(p.src[:end], equals+1); value < end {
				p.stack = append(p.stack, jsArgument{name: trimSpaces(p.src[start:equals]), value: p.src[value:end], named: true})
			}
		case shape == jsName || shape == jsTrue:
			p.stack = append(p.stack, jsArgument{value: value})
		}
		if !p.is(",") {
			break
		}
	}
	p.expect(")")
	from := len(p.args)
	p.args = append(p.args, p.stack[base:]...)
	p.stack = p.stack[:base]
	return p.args[from:len(p.args):len(p.args)]
}

// trimSpaces drops white space from the end of s.
func trimSpaces(s string) string {
	n := len(s)
	for n > 0 && (s[n-1] == ' ' || s[n-1] == '\n' || s[n-1] == '\t' || s[n-1] == '\r') {
		n--
	}
	return s[:n]
}

// literalArgument reads name=literal and the comma behind it, if any, as most arguments are; false,
// and nothing read, when the argument is something else.
func (p *jsParser) literalArgument() bool {
	if p.kind != cName || p.end >= len(p.src) || p.src[p.end] != '=' || jsWord(p.word()) {
		return false
	}
	s, name := p.mark(), p.word()
	if p.next(); p.is("=") {
		p.next()
		literal := p.kind == cNumber || p.kind == cString || p.kind == cQuoted || p.is("true") || p.is("false") || p.is("null")
		if literal && p.ends() && (p.src[p.end] == ',' || p.src[p.end] == ')') {
			p.stack = append(p.stack, jsArgument{name: name, value: p.word(), named: true})
			if p.next(); p.is(",") {
				p.next()
			}
			return true
		}
	}
	p.back(s)
	return false
}
