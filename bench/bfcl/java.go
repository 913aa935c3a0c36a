package bfcl

import (
	"strings"

	"deft/pyvalue"
)

// javaKind sorts the parts of a Java expression that the released evaluator treats each in its
// own way. Everything else is its tokens without the white space between them.
type javaKind uint8

const (
	javaJoin javaKind = iota
	javaRaw           // a token, or a call: as it is written
	javaString
	javaCall   // object (may be absent), then arguments
	javaNew    // type, then arguments
	javaArray  // type, then the initialiser or nothing
	javaAssign // left, right
	javaName
	javaAbsent // the object of a call that has none
)

// maxTries bounds how often the parser reads ahead and goes back, which keeps it linear.
const maxTries = 100

// javaNode is a node of an expression, in the parser's arena. Its parts are a linked list of
// indices; 0 is no node.
type javaNode struct {
	kind              javaKind
	start, end        int32
	name, nameEnd     int32 // of a call
	first, last, next int32
}

// javaParser reads one program after another and keeps its memory.
type javaParser struct {
	clike
	opening int  // where the statement starts, or what its first parentheses hold
	tries   int  // types tried where an expression may stand as well
	ascii   bool // src is ASCII throughout
	runes   []rune
	nodes   []javaNode
	scratch []byte
	items   []pyvalue.Value
	found   [1]call
}

func (p *javaParser) node(kind javaKind, start int) int32 {
	n := len(p.nodes)
	p.nodes = append(p.nodes, javaNode{kind: kind, start: int32(start), end: int32(p.prev)})
	return int32(n)
}

// add appends part to the parts of n, which then ends where the last token ended.
func (p *javaParser) add(n, part int32) {
	node := &p.nodes[n]
	if node.first == 0 {
		node.first = part
	} else {
		p.nodes[node.last].next = part
	}
	node.last, node.end = part, int32(p.prev)
}

// leaf takes the current token.
func (p *javaParser) leaf() int32 {
	n := p.node(javaRaw, p.start)
	p.nodes[n].end = int32(p.end)
	p.next()
	return n
}

// join makes a node of parts that were read.
func (p *javaParser) join(start int, parts ...int32) int32 {
	n := p.node(javaJoin, start)
	for _, part := range parts {
		p.add(n, part)
	}
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
	if len(src) > 1<<30 {
		return failed("a reply of more than a gigabyte")
	}
	p.clike = clike{src: src}
	p.tries, p.ascii, p.runes = 0, isASCII(src), nil
	p.nodes, p.items = append(p.nodes[:0], javaNode{}), p.items[:0]
	p.next()
	first := int32(0)
	for p.ok() {
		if n := p.statement(); n != 0 && first == 0 {
			first = p.firstCall(n)
		}
	}
	if p.broken {
		return failed("not a Java expression")
	}
	if first == 0 {
		return reply{status: notCalls, why: "no method call"}
	}
	return p.call(first)
}

func isASCII(s string) bool {
	for ; len(s) >= 8; s = s[8:] {
		if s[0]|s[1]|s[2]|s[3]|s[4]|s[5]|s[6]|s[7] >= 0x80 {
			return false
		}
	}
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// firstCall finds the outermost call that comes first; 0 when there is none.
func (p *javaParser) firstCall(n int32) int32 {
	if p.nodes[n].kind == javaCall {
		return n
	}
	for part := p.nodes[n].first; part != 0; part = p.nodes[part].next {
		if c := p.firstCall(part); c != 0 {
			return c
		}
	}
	return 0
}

func (p *javaParser) call(at int32) reply {
	n := &p.nodes[at]
	name := p.src[n.name:n.nameEnd]
	if object := &p.nodes[n.first]; object.kind != javaAbsent {
		if p.ascii && object.end+1 == n.name && p.src[object.end] == '.' {
			name = p.src[object.start:n.nameEnd]
		} else {
			name = p.text(object) + "." + name
		}
	}
	args := pyvalue.Value{Kind: pyvalue.Dict, Items: p.items}
	for i := p.nodes[n.first].next; i != 0; i = p.nodes[i].next {
		a := &p.nodes[i]
		key, value := pyvalue.Value{}, ""
		switch a.kind {
		case javaAssign:
			key = pyvalue.StringOf(p.text(&p.nodes[a.first]))
			var ok bool
			if value, ok = p.value(&p.nodes[a.last]); !ok {
				return failed("an array without values")
			}
		case javaName:
			value = p.text(a)
		default: // of the others only X.class counts
			if value = p.text(a); a.kind != javaJoin || !strings.HasSuffix(value, ".class") {
				continue
			}
		}
		args.Items = append(args.Items, key, pyvalue.StringOf(value))
	}
	given := len(args.Items)
	p.items = args.Items
	args = pyvalue.DictOf(args.Items)
	if len(args.Items) != given {
		return failed("an argument is given twice")
	}
	p.found[0] = call{name: name, args: args}
	return reply{calls: p.found[:]}
}

// text is what n was read from, with the released code's mistake: byte offsets are applied to
// characters.
func (p *javaParser) text(n *javaNode) string {
	if p.ascii {
		return p.src[n.start:n.end]
	}
	if p.runes == nil {
		p.runes = []rune(p.src)
	}
	return string(p.runes[min(int(n.start), len(p.runes)):min(int(n.end), len(p.runes))])
}

// value is an argument's value; ok is false when it has none.
func (p *javaParser) value(n *javaNode) (text string, ok bool) {
	switch n.kind {
	case javaString:
		return inner(p.text(n)), true
	case javaRaw, javaName, javaCall:
		return p.text(n), true
	}
	p.scratch, ok = p.write(p.scratch[:0], n)
	return string(p.scratch), ok
}

// write appends a part of a value.
func (p *javaParser) write(out []byte, n *javaNode) (_ []byte, ok bool) {
	switch n.kind {
	case javaString, javaRaw, javaName, javaCall:
		return append(out, p.text(n)...), true
	case javaNew:
		out, ok = p.write(append(out, "new "...), &p.nodes[n.first])
		out = append(out, '(')
		for i := p.nodes[n.first].next; i != 0 && ok; i = p.nodes[i].next {
			if i != p.nodes[n.first].next {
				out = append(out, ", "...)
			}
			out, ok = p.write(out, &p.nodes[i])
		}
		return append(out, ')'), ok
	case javaArray:
		if n.first == n.last {
			return out, false
		}
		if out, ok = p.write(append(out, "new "...), &p.nodes[n.first]); !ok {
			return out, false
		}
		return p.write(append(out, "[]"...), &p.nodes[n.last])
	}
	for i := n.first; i != 0; i = p.nodes[i].next {
		if out, ok = p.write(out, &p.nodes[i]); !ok {
			return out, false
		}
	}
	return out, true
}
