package pyvalue

import (
	"bytes"
	"strings"
)

// level is how tightly an expression binds where it stands, as CPython's ast.unparse has it:
// an operator of a lower level than its place needs parentheses.
type level uint8

const (
	levelTuple level = iota
	levelYield
	levelTest
	levelOr
	levelAnd
	levelNot
	levelCompare
	levelBitOr
	levelBitXor
	levelBitAnd
	levelShift
	levelSum
	levelTerm
	levelFactor
	levelPower
	levelAwait
	levelAtom
)

func (l level) up() level { return min(l+1, levelAtom) }

func (o operator) level() level {
	switch o {
	case opOr:
		return levelBitOr
	case opXor:
		return levelBitXor
	case opAnd:
		return levelBitAnd
	case opLeft, opRight:
		return levelShift
	case opPlus, opMinus:
		return levelSum
	case opPower:
		return levelPower
	case opBoolOr:
		return levelOr
	case opBoolAnd:
		return levelAnd
	}
	return levelTerm
}

// unparse appends the expression as ast.unparse of CPython 3.11 writes it.
func (p *parser) unparse(out []byte, at int32, where level) []byte {
	n := &p.nodes[at]
	switch n.kind {
	case nodeName, nodeFormat:
		return append(out, n.text...)
	case nodeConst:
		return n.appendConst(out)
	case nodeEllipsis:
		return append(out, "..."...)
	case nodeUnary:
		return p.unparseUnary(out, n, where)
	case nodeBinary:
		return p.unparseBinary(out, n, where)
	case nodeCompare:
		return parens(out, where > levelCompare, func(out []byte) []byte { return p.unparseCompare(out, n) })
	case nodeBool:
		return parens(out, where > n.op.level(), func(out []byte) []byte { return p.unparseBool(out, n) })
	case nodeIf:
		return parens(out, where > levelTest, func(out []byte) []byte {
			test := p.nodes[n.first].next
			out = append(p.unparse(out, n.first, levelOr), " if "...)
			out = append(p.unparse(out, test, levelOr), " else "...)
			return p.unparse(out, p.nodes[test].next, levelTest)
		})
	case nodeLambda:
		return parens(out, where > levelTest, func(out []byte) []byte { return p.unparseLambda(out, n) })
	case nodeWalrus:
		return parens(out, where > levelTuple, func(out []byte) []byte {
			out = append(p.unparse(out, n.first, levelAtom), " := "...)
			return p.unparse(out, p.nodes[n.first].next, levelAtom)
		})
	case nodeAwait:
		return parens(out, where > levelAwait, func(out []byte) []byte {
			return p.unparse(append(out, "await "...), n.first, levelAtom)
		})
	case nodeYield, nodeYieldFrom:
		return parens(out, where > levelYield, func(out []byte) []byte {
			out = append(out, "yield"...)
			if n.kind == nodeYieldFrom {
				out = append(out, " from"...)
			}
			if n.first == 0 {
				return out
			}
			return p.unparse(append(out, ' '), n.first, levelAtom)
		})
	}
	return p.unparseStructure(out, n, where)
}

// unparseStructure writes what has brackets of its own.
func (p *parser) unparseStructure(out []byte, n *node, where level) []byte {
	switch n.kind {
	case nodeCall:
		return p.unparseCall(out, n)
	case nodeKeyword:
		return p.unparse(append(append(out, n.text...), '='), n.first, levelTest)
	case nodeStar:
		return p.unparse(append(out, '*'), n.first, levelBitOr)
	case nodeDoubleStar:
		return p.unparse(append(out, "**"...), n.first, levelTest)
	case nodeAttribute:
		out = p.unparse(out, n.first, levelAtom)
		if v := &p.nodes[n.first]; v.kind == nodeConst && (v.value == Int || v.value == Bool) {
			out = append(out, ' ')
		}
		return append(append(out, '.'), n.text...)
	case nodeSubscript:
		out = append(p.unparse(out, n.first, levelAtom), '[')
		if s := &p.nodes[p.nodes[n.first].next]; s.kind == nodeTuple && s.first != 0 {
			out = p.tupleItems(out, s)
		} else {
			out = p.unparse(out, p.nodes[n.first].next, levelTest)
		}
		return append(out, ']')
	case nodeSlice:
		return p.unparseSlice(out, n)
	case nodeList:
		return append(p.items(append(out, '['), n.first), ']')
	case nodeSet:
		return append(p.items(append(out, '{'), n.first), '}')
	case nodeTuple:
		return parens(out, n.first == 0 || where > levelTuple, func(out []byte) []byte { return p.tupleItems(out, n) })
	case nodeDict:
		return p.unparseDict(out, n)
	case nodeListOf:
		return append(p.unparseClauses(append(out, '['), n), ']')
	case nodeSetOf, nodeDictOf:
		return append(p.unparseClauses(append(out, '{'), n), '}')
	case nodeGenerator:
		return append(p.unparseClauses(append(out, '('), n), ')')
	}
	return out
}

func parens(out []byte, needed bool, f func([]byte) []byte) []byte {
	if !needed {
		return f(out)
	}
	return append(f(append(out, '(')), ')')
}

// appendConst writes a constant; infinities, which have no literal, as a number that is too large.
func (n *node) appendConst(out []byte) []byte {
	if n.flag {
		out = append(out, 'u')
	}
	start := len(out)
	out = AppendRepr(out, n.constant())
	if n.value == Float || n.value == Complex {
		if i := bytes.Index(out[start:], []byte("inf")); i >= 0 {
			rest := strings.ReplaceAll(string(out[start:]), "inf", "1e309")
			out = append(out[:start], rest...)
		}
	}
	return out
}

func (n *node) constant() Value { return Value{Kind: n.value, Num: n.num, Text: n.text} }

func (p *parser) items(out []byte, first int32) []byte {
	for c := first; c != 0; c = p.nodes[c].next {
		if c != first {
			out = append(out, ", "...)
		}
		out = p.unparse(out, c, levelTest)
	}
	return out
}

func (p *parser) tupleItems(out []byte, n *node) []byte {
	out = p.items(out, n.first)
	if n.first != 0 && p.nodes[n.first].next == 0 {
		out = append(out, ',')
	}
	return out
}

func (p *parser) unparseUnary(out []byte, n *node, where level) []byte {
	mine := levelFactor
	if n.op == opNot {
		mine = levelNot
	}
	return parens(out, where > mine, func(out []byte) []byte {
		out = append(out, n.op.text()...)
		if n.op == opNot {
			out = append(out, ' ')
		}
		return p.unparse(out, n.first, mine)
	})
}

func (p *parser) unparseBinary(out []byte, n *node, where level) []byte {
	mine := n.op.level()
	left, right := mine, mine.up()
	if n.op == opPower {
		left, right = right, left
	}
	return parens(out, where > mine, func(out []byte) []byte {
		out = p.unparse(out, n.first, left)
		out = append(append(append(out, ' '), n.op.text()...), ' ')
		return p.unparse(out, p.nodes[n.first].next, right)
	})
}

func (p *parser) unparseCompare(out []byte, n *node) []byte {
	for c := n.first; c != 0; c = p.nodes[c].next {
		if c != n.first {
			out = append(append(append(out, ' '), p.nodes[c].compare.text()...), ' ')
		}
		out = p.unparse(out, c, levelBitOr)
	}
	return out
}

// unparseBool raises the level from operand to operand, as CPython does.
func (p *parser) unparseBool(out []byte, n *node) []byte {
	l := n.op.level()
	for c := n.first; c != 0; c = p.nodes[c].next {
		if c != n.first {
			out = append(append(append(out, ' '), n.op.text()...), ' ')
		}
		l = l.up()
		out = p.unparse(out, c, l)
	}
	return out
}

func (p *parser) unparseLambda(out []byte, n *node) []byte {
	out = append(out, "lambda"...)
	for c := n.first; c != 0; c = p.nodes[c].next {
		k := &p.nodes[c]
		if k.next == 0 {
			return p.unparse(append(out, ": "...), c, levelTest)
		}
		if c != n.first {
			out = append(out, ',')
		}
		out = append(append(out, ' '), k.text...)
		if k.first != 0 {
			out = p.unparse(append(out, '='), k.first, levelTest)
		}
	}
	return out
}

// unparseCall writes positional arguments first, wherever they stood.
func (p *parser) unparseCall(out []byte, n *node) []byte {
	out = append(p.unparse(out, n.first, levelAtom), '(')
	comma := false
	for _, keywords := range [...]bool{false, true} {
		for c := p.nodes[n.first].next; c != 0; c = p.nodes[c].next {
			if k := p.nodes[c].kind; (k == nodeKeyword || k == nodeDoubleStar) != keywords {
				continue
			}
			if comma {
				out = append(out, ", "...)
			}
			comma = true
			out = p.unparse(out, c, levelTest)
		}
	}
	return append(out, ')')
}

func (p *parser) unparseSlice(out []byte, n *node) []byte {
	upper := p.nodes[n.first].next
	step := p.nodes[upper].next
	out = append(p.unparse(out, n.first, levelTest), ':')
	out = p.unparse(out, upper, levelTest)
	if p.nodes[step].kind != nodeAbsent {
		out = p.unparse(append(out, ':'), step, levelTest)
	}
	return out
}

func (p *parser) unparseDict(out []byte, n *node) []byte {
	out = append(out, '{')
	for c := n.first; c != 0; c = p.nodes[p.nodes[c].next].next {
		if c != n.first {
			out = append(out, ", "...)
		}
		value := p.nodes[c].next
		if p.nodes[c].kind == nodeAbsent {
			out = p.unparse(append(out, "**"...), value, levelBitOr)
			continue
		}
		out = append(p.unparse(out, c, levelTest), ": "...)
		out = p.unparse(out, value, levelTest)
	}
	return append(out, '}')
}

func (p *parser) unparseClauses(out []byte, n *node) []byte {
	c := n.first
	out = p.unparse(out, c, levelTest)
	if n.kind == nodeDictOf {
		c = p.nodes[c].next
		out = p.unparse(append(out, ": "...), c, levelTest)
	}
	for c = p.nodes[c].next; c != 0; c = p.nodes[c].next {
		f := &p.nodes[c]
		if f.flag {
			out = append(out, " async"...)
		}
		out = p.unparse(append(out, " for "...), f.first, levelTuple)
		iterable := p.nodes[f.first].next
		out = p.unparse(append(out, " in "...), iterable, levelOr)
		for i := p.nodes[iterable].next; i != 0; i = p.nodes[i].next {
			out = p.unparse(append(out, " if "...), i, levelOr)
		}
	}
	return out
}
