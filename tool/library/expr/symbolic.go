package expr

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

func num(x float64) *Node              { return &Node{Op: "num", Num: x} }
func op(o string, args ...*Node) *Node { return &Node{Op: o, Args: args} }
func fn(name string, x *Node) *Node    { return &Node{Op: "call", Text: name, Args: []*Node{x}} }

func (n *Node) is(x float64) bool { return n.Op == "num" && n.Num == x }

// Uses says whether the expression depends on a name.
func (n *Node) Uses(name string) bool {
	if n.Op == "name" && n.Text == name {
		return true
	}
	for _, a := range n.Args {
		if a.Uses(name) {
			return true
		}
	}
	return false
}

// maxNodes bounds what symbolic rules may build, maxInput what they start from: comparing
// subexpressions by their text is quadratic.
const (
	maxNodes = 1000
	maxInput = 300
)

func (n *Node) size() int {
	k := 1
	for _, a := range n.Args {
		if k += a.size(); k > maxNodes {
			return k
		}
	}
	return k
}

var errTooLarge = errors.New("the result is too large; simplify the expression first")

// Derive differentiates by a name and simplifies.
func (n *Node) Derive(x string) (*Node, error) {
	if n.size() > maxInput {
		return nil, errTooLarge
	}
	d, err := n.derive(x)
	if err != nil {
		return nil, err
	}
	if d.size() > maxNodes {
		return nil, errTooLarge
	}
	return d.Simplify(), nil
}

func (n *Node) derive(x string) (*Node, error) {
	if !n.Uses(x) {
		return num(0), nil
	}
	if n.Op == "name" {
		return num(1), nil
	}
	var d []*Node
	for _, a := range n.Args {
		da, err := a.derive(x)
		if err != nil {
			return nil, err
		}
		if da.size() > maxNodes {
			return nil, errTooLarge
		}
		d = append(d, da)
	}
	a := n.Args
	switch n.Op {
	case "neg":
		return op("neg", d[0]), nil
	case "+", "-":
		return op(n.Op, d[0], d[1]), nil
	case "*":
		return op("+", op("*", d[0], a[1]), op("*", a[0], d[1])), nil
	case "/":
		return op("/", op("-", op("*", d[0], a[1]), op("*", a[0], d[1])), op("^", a[1], num(2))), nil
	case "^":
		if !a[1].Uses(x) {
			return op("*", op("*", a[1], op("^", a[0], op("-", a[1], num(1)))), d[0]), nil
		}
		return op("*", n, op("+", op("*", d[1], fn("ln", a[0])), op("/", op("*", a[1], d[0]), a[0]))), nil
	case "call":
		if len(a) == 1 {
			if outer := outerDerivative(n.Text, a[0]); outer != nil {
				return op("*", outer, d[0]), nil
			}
		}
	}
	return nil, fmt.Errorf("no rule differentiates %.40s", n.Op+n.Text)
}

// outerDerivative is f' at u.
func outerDerivative(f string, u *Node) *Node {
	switch f {
	case "sin":
		return fn("cos", u)
	case "cos":
		return op("neg", fn("sin", u))
	case "tan":
		return op("/", num(1), op("^", fn("cos", u), num(2)))
	case "asin":
		return op("/", num(1), fn("sqrt", op("-", num(1), op("^", u, num(2)))))
	case "acos":
		return op("/", num(-1), fn("sqrt", op("-", num(1), op("^", u, num(2)))))
	case "atan":
		return op("/", num(1), op("+", num(1), op("^", u, num(2))))
	case "exp":
		return fn("exp", u)
	case "ln":
		return op("/", num(1), u)
	case "log10", "log":
		return op("/", num(1), op("*", u, num(math.Ln10)))
	case "log2":
		return op("/", num(1), op("*", u, num(math.Ln2)))
	case "sqrt":
		return op("/", num(1), op("*", num(2), fn("sqrt", u)))
	case "sinh":
		return fn("cosh", u)
	case "cosh":
		return fn("sinh", u)
	}
	return nil
}

// Simplify folds numbers and applies the rules of 0 and 1. What is too large stays as it is.
func (n *Node) Simplify() *Node {
	if len(n.Args) == 0 || n.size() > maxNodes {
		return n
	}
	out := &Node{Op: n.Op, Text: n.Text, Args: make([]*Node, len(n.Args))}
	constant := true
	for i, a := range n.Args {
		out.Args[i] = a.Simplify()
		constant = constant && out.Args[i].Op == "num"
	}
	if constant {
		if v, err := out.Eval(nil); err == nil {
			if x, ok := v.(float64); ok && (out.Op != "call" || x == math.Trunc(x)) && (out.Op != "/" || x == math.Trunc(x*1000)/1000) {
				return num(x)
			}
		}
	}
	a := out.Args
	switch out.Op {
	case "neg":
		if a[0].Op == "neg" {
			return a[0].Args[0]
		}
	case "+":
		if a[0].is(0) {
			return a[1]
		}
		if a[1].is(0) {
			return a[0]
		}
		if a[0].String() == a[1].String() {
			return op("*", num(2), a[0]).Simplify()
		}
		if a[1].Op == "neg" {
			return op("-", a[0], a[1].Args[0]).Simplify()
		}
	case "-":
		if a[1].is(0) {
			return a[0]
		}
		if a[0].is(0) {
			return op("neg", a[1]).Simplify()
		}
		if a[0].String() == a[1].String() {
			return num(0)
		}
	case "*":
		return simplifyProduct(out)
	case "/":
		if a[0].is(0) && !a[1].is(0) {
			return num(0)
		}
		if a[1].is(1) {
			return a[0]
		}
		if a[0].String() == a[1].String() {
			return num(1)
		}
	case "^":
		if a[1].is(0) {
			return num(1)
		}
		if a[1].is(1) {
			return a[0]
		}
	}
	return out
}

func simplifyProduct(n *Node) *Node {
	a := n.Args
	switch {
	case a[0].is(0) || a[1].is(0):
		return num(0)
	case a[0].is(1):
		return a[1]
	case a[1].is(1):
		return a[0]
	case a[0].is(-1):
		return op("neg", a[1])
	case a[1].Op == "num":
		return op("*", a[1], a[0]).Simplify()
	case a[0].Op == "num" && a[1].Op == "*" && a[1].Args[0].Op == "num":
		return op("*", num(a[0].Num*a[1].Args[0].Num), a[1].Args[1]).Simplify()
	case a[0].String() == a[1].String():
		return op("^", a[0], num(2))
	}
	return n
}

// String writes the expression with as few parentheses as its operators need.
func (n *Node) String() string { return n.write(0) }

func (n *Node) write(least int) string {
	s, power := "", 10
	switch n.Op {
	case "num":
		s = strconv.FormatFloat(n.Num, 'g', 10, 64)
		if n.Num < 0 {
			power = 5
		}
	case "str":
		s = "'" + strings.ReplaceAll(n.Text, "'", "''") + "'"
	case "name":
		s = n.Text
	case "call":
		s = n.Text + written(n.Args)
	case "in":
		s, power = n.Args[0].write(5)+" in "+written(n.Args[1:]), 4
	case "neg":
		s, power = "-"+n.Args[0].write(7), 6
	case "not":
		s, power = "not "+n.Args[0].write(3), 3
	case "isnull":
		s, power = n.Args[0].write(5)+" is null", 4
	default:
		power = binding[n.Op]
		left, right := power, power+1
		if n.Op == "^" {
			left, right = power+1, power
		}
		sep := " "
		if n.Op == "^" || n.Op == "*" && n.Args[0].Op == "num" {
			sep = ""
		}
		s = n.Args[0].write(left) + sep + n.Op + sep + n.Args[1].write(right)
	}
	if power < least {
		return "(" + s + ")"
	}
	return s
}

// written is a list of arguments in parentheses.
func written(args []*Node) string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.write(0)
	}
	return "(" + strings.Join(texts, ", ") + ")"
}
