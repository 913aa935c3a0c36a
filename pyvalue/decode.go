package pyvalue

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// Options choose between reading exactly what Python code means to the reference evaluators and
// reading what a model probably meant. The zero value accepts only Python's grammar.
type Options struct {
	// Reserved lets reserved words name arguments: f(from="Oslo").
	Reserved bool
	// Minus gives what gorilla's evaluator makes of an expression: any unary operator acts as
	// minus on a constant; attributes, comparisons, sets and the like have no value.
	Minus bool
	// Literal gives a value only to what ast.literal_eval does: constants, containers, set() and one
	// sign before a number; no names, arithmetic or other calls.
	Literal bool
	// Lenient reads more than Python: Reserved, calls of names such as import and mail.from, an
	// indented start, `\_` for an underscore, and true, null and the like of other languages; what
	// has no value of its own becomes its text.
	Lenient bool
}

// Call is one call as written: its keyword arguments as a Dict (the key of `**x` is None, as is
// usual for unnamed ones), and how many positional arguments stood before them.
type Call struct {
	Name       string
	Arguments  Value
	Positional []Value
	// Text is the whole call as ast.unparse writes it when it has no keyword arguments; only with
	// Options.Minus, for gorilla's evaluator takes such a call for a string.
	Text string
	// Escaped: `\_` stood somewhere in the text for an underscore (only with Options.Lenient).
	Escaped bool
}

// Decoder reads expressions and keeps its memory from one to the next: what it returns is good
// until it is used again, or given back to its Pool. It serves one goroutine at a time; the zero
// value is ready.
type Decoder struct {
	plain plain
	p     parser
	calls []Call

	longest int // of the texts read, in bytes
}

// Forget frees the memory of what was returned so far for what MoreJSON will read.
func (d *Decoder) Forget() { d.plain.memory.reset() }

// start makes ready for the next text.
func (d *Decoder) start(text string) {
	d.plain.memory.reset()
	d.longest = max(d.longest, len(text))
}

// Calls reads a list (tuple, set) of calls, as `[f(a=1), g(b=2)]` or `f(a=1), g(b=2)`. A single
// call needs its brackets, except with Options.Lenient. Names become strings, nested calls text
// or, where they have keywords, {name: {arguments}}; arithmetic is carried out. Errors are
// *SyntaxError.
func (d *Decoder) Calls(text string, o Options) ([]Call, error) {
	d.start(text)
	d.plain.reset(text, o)
	var ok bool
	if d.calls, ok = d.plain.calls(d.calls[:0]); ok {
		return d.calls, nil
	}
	return d.anyCalls(text, o)
}

// anyCalls is Calls by the parser of the whole grammar.
func (d *Decoder) anyCalls(text string, o Options) ([]Call, error) {
	root, err := d.parse(text, o)
	if err != nil {
		return nil, err
	}
	p := &d.p
	v := evaluator{p, &d.plain.memory, o}
	first := int32(0)
	switch n := &p.nodes[root]; {
	case n.kind == nodeList || n.kind == nodeTuple || n.kind == nodeSet:
		first = n.first
	case n.kind == nodeCall && o.Lenient:
		first = root
	default:
		return nil, &SyntaxError{0, "not a list of calls"}
	}
	d.calls = d.calls[:0]
	for c := first; c != 0; c = p.nodes[c].next {
		if p.nodes[c].kind != nodeCall {
			return nil, &SyntaxError{0, "an item of the list is not a call"}
		}
		call, ok := v.call(c)
		if !ok {
			return nil, v.error()
		}
		if o.Minus && !v.hasKeywords(c) {
			call.Text = v.asText(c).Text
		}
		call.Escaped = p.unescaped
		d.calls = append(d.calls, call)
		if c == root {
			break
		}
	}
	return d.calls, nil
}

// Value reads one expression.
func (d *Decoder) Value(text string, o Options) (Value, error) {
	d.start(text)
	d.plain.reset(text, o)
	if d.plain.value() && d.plain.end() {
		return d.plain.stack[0], nil
	}
	return d.anyValue(text, o)
}

// anyValue is Value by the parser of the whole grammar.
func (d *Decoder) anyValue(text string, o Options) (Value, error) {
	root, err := d.parse(text, o)
	if err != nil {
		return Value{}, err
	}
	v := evaluator{&d.p, &d.plain.memory, o}
	value, ok := v.value(root)
	if !ok {
		return Value{}, v.error()
	}
	return value, nil
}

func (d *Decoder) parse(text string, o Options) (int32, error) {
	for i := 0; i < len(text); i++ {
		if text[i] == 0 {
			return 0, &SyntaxError{i, "a null byte"}
		}
	}
	d.plain.memory.reset()
	d.p.reset(text, o)
	root, ok := d.p.parse()
	if !ok {
		return 0, d.p.failure
	}
	return root, nil
}

// A Pool hands out Decoders to goroutines. The zero value is ready.
type Pool struct{ pool sync.Pool }

// Get gives a decoder that nobody else uses until it is given back with Put.
func (p *Pool) Get() *Decoder {
	if d, ok := p.pool.Get().(*Decoder); ok {
		return d
	}
	return new(Decoder)
}

// Put gives a decoder back; what it returned is no longer good. One that has grown on a huge text
// is dropped. Small texts may stay in memory until their place is needed.
func (p *Pool) Put(d *Decoder) {
	if d.longest > 1<<16 || d.plain.large() || cap(d.p.nodes) > 1<<14 || cap(d.calls) > 1<<10 {
		return
	}
	p.pool.Put(d)
}

// Parse reads one Python literal or constant expression: `{'a': (1, -2.5), "b": None}`.
func Parse(text string) (Value, error) { return new(Decoder).Value(text, Options{}) }

// ParseLiteral reads what Python's ast.literal_eval does. Two rarities are not read: \N{name} in a
// string, and sums of a real and an imaginary number. An Ellipsis is the String of its name.
func ParseLiteral(text string) (Value, error) {
	if !utf8.ValidString(text) {
		return Value{}, &SyntaxError{0, "not UTF-8"}
	}
	return new(Decoder).Value(strings.TrimLeft(text, " \t"), Options{Literal: true})
}

// ParseCalls reads a list of calls; see Decoder.Calls. The result is the caller's own.
func ParseCalls(text string, o Options) ([]Call, error) { return new(Decoder).Calls(text, o) }

// Unparse reads one expression and writes it as CPython's ast.unparse does.
func Unparse(text string) (string, error) {
	var d Decoder
	root, err := d.parse(text, Options{})
	if err != nil {
		return "", err
	}
	return string(d.p.unparse(nil, root, levelTest)), nil
}

// evaluator turns the parser's tree into values.
type evaluator struct {
	*parser
	*memory
	o Options
}

func (v evaluator) error() error {
	if v.failure != nil {
		return v.failure
	}
	return &SyntaxError{0, "an expression without a value"}
}

func (v evaluator) none(at int32, why string) (Value, bool) {
	if v.o.Lenient {
		return v.asText(at), true
	}
	if v.failure == nil {
		v.failure = &SyntaxError{0, why}
	}
	return Value{}, false
}

func (v evaluator) asText(at int32) Value {
	return StringOf(string(v.unparse(nil, at, levelTest)))
}

func (v evaluator) value(at int32) (Value, bool) {
	n := &v.nodes[at]
	switch n.kind {
	case nodeConst:
		return n.constant(), true
	case nodeName:
		if v.o.Literal {
			return v.none(at, "a name")
		}
		if v.o.Lenient {
			if x, ok := otherWord(n.text); ok {
				return x, true
			}
		}
		return StringOf(n.text), true
	case nodeEllipsis:
		if v.o.Literal {
			return StringOf("Ellipsis"), true
		}
		return StringOf("..."), true
	case nodeUnary:
		return v.sign(at)
	case nodeBinary:
		x, ok := v.compute(at)
		if !ok || v.o.Literal {
			return v.none(at, "arithmetic that cannot be carried out")
		}
		return x, true
	case nodeList:
		return v.container(n, List)
	case nodeTuple:
		return v.container(n, Tuple)
	case nodeDict:
		return v.dict(n)
	case nodeCall:
		if v.o.Literal {
			if f := &v.nodes[n.first]; f.kind == nodeName && f.text == "set" && f.next == 0 {
				return Value{Kind: Set}, true
			}
			return v.none(at, "a call")
		}
		return v.nested(at)
	case nodeSubscript:
		if v.o.Literal {
			return v.none(at, "a subscript")
		}
		return v.subscripted(n), true
	case nodeSet:
		if !v.o.Minus {
			return v.container(n, Set)
		}
	}
	return v.none(at, "an expression that is no literal")
}

// otherWord reads the constants of other languages.
func otherWord(w string) (Value, bool) {
	switch w {
	case "true", "TRUE":
		return BoolOf(true), true
	case "false", "FALSE":
		return BoolOf(false), true
	case "null", "nil", "undefined":
		return Value{}, true
	}
	return Value{}, false
}

func (v evaluator) container(n *node, kind Kind) (Value, bool) {
	base := len(v.stack)
	for c := n.first; c != 0; c = v.nodes[c].next {
		item, ok := v.value(c)
		if !ok || kind == Set && !item.Hashable() {
			return Value{}, false
		}
		v.memory.push(item)
	}
	out := Value{Kind: kind, Items: v.pop(base, 0)}
	if kind == Set {
		out.Items = distinct(out.Items, 1)
	}
	return out, true
}

func (v evaluator) dict(n *node) (Value, bool) {
	base := len(v.stack)
	for c := n.first; c != 0; c = v.nodes[c].next {
		if v.nodes[c].kind == nodeAbsent {
			v.stack = v.stack[:base]
			return v.none(c, "a dictionary unpacked into another")
		}
		key, ok := v.value(c)
		if !ok || !key.Hashable() {
			return Value{}, false
		}
		c = v.nodes[c].next
		item, ok := v.value(c)
		if !ok {
			return Value{}, false
		}
		v.memory.push(key)
		v.memory.push(item)
	}
	return Value{Kind: Dict, Items: distinct(v.pop(base, 0), 2)}, true
}

// nested reads a call that stands as a value.
func (v evaluator) nested(at int32) (Value, bool) {
	if v.o.Lenient || !v.hasKeywords(at) {
		return v.asText(at), true
	}
	call, ok := v.call(at)
	if !ok {
		return Value{}, false
	}
	return Value{Kind: Dict, Items: []Value{StringOf(call.Name), call.Arguments}}, true
}

func (v evaluator) hasKeywords(at int32) bool {
	for c := v.nodes[v.nodes[at].first].next; c != 0; c = v.nodes[c].next {
		if k := v.nodes[c].kind; k == nodeKeyword || k == nodeDoubleStar {
			return true
		}
	}
	return false
}

// call reads a call's name and arguments. Without Options.Lenient positional arguments are dropped.
func (v evaluator) call(at int32) (Call, bool) {
	f := v.nodes[at].first
	c := Call{Name: v.dotted(f), Arguments: Value{Kind: Dict}}
	base := len(v.stack)
	for a := v.nodes[f].next; a != 0; a = v.nodes[a].next {
		n := &v.nodes[a]
		key := Value{}
		switch n.kind {
		case nodeKeyword:
			key = StringOf(n.text)
		case nodeDoubleStar:
		default:
			if v.o.Lenient {
				value, ok := v.value(a)
				if !ok {
					return c, false
				}
				c.Positional = append(c.Positional, value)
			}
			continue
		}
		value, ok := v.value(n.first)
		if !ok {
			return c, false
		}
		v.memory.push(key)
		v.memory.push(value)
	}
	c.Arguments.Items = distinct(v.pop(base, 0), 2)
	return c, true
}

// dotted gives the name of what is called: attributes down to a name. What an attribute chain
// hangs on is left out when it is no name, as gorilla's evaluator does.
func (v evaluator) dotted(at int32) string {
	n := &v.nodes[at]
	if n.kind == nodeName {
		return n.text
	}
	if n.kind != nodeAttribute {
		return ""
	}
	size := -1
	base := at
	for ; v.nodes[base].kind == nodeAttribute; base = v.nodes[base].first {
		size += 1 + len(v.nodes[base].text)
	}
	if v.nodes[base].kind == nodeName {
		size += 1 + len(v.nodes[base].text)
	}
	out := make([]byte, size)
	end := size
	put := func(s string) {
		copy(out[end-len(s):end], s)
		if end -= len(s); end > 0 {
			end--
			out[end] = '.'
		}
	}
	for ; v.nodes[at].kind == nodeAttribute; at = v.nodes[at].first {
		put(v.nodes[at].text)
	}
	if v.nodes[base].kind == nodeName {
		put(v.nodes[base].text)
	}
	return string(out)
}

// subscripted is the text of x[i].
func (v evaluator) subscripted(n *node) Value {
	out := append(v.unparse(nil, n.first, levelTest), '[')
	out = v.unparse(out, v.nodes[n.first].next, levelTest)
	return StringOf(string(append(out, ']')))
}
