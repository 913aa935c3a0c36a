package expr

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"
)

// maxLike bounds the work of one LIKE: its time is the product of both lengths.
const maxLike = 1 << 20

// Env gives the value of a name: a float64, string, bool or nil; false when there is no such name.
type Env func(name string) (any, bool)

// Eval parses and evaluates a text. Besides vars it knows pi, e, tau, true, false and null.
func Eval(text string, vars map[string]any) (any, error) {
	n, err := Parse(text)
	if err != nil {
		return nil, err
	}
	return n.Eval(func(name string) (any, bool) { v, ok := vars[name]; return v, ok })
}

// Number evaluates a parsed expression that must give a number.
func (n *Node) Number(env Env) (float64, error) {
	v, err := n.Eval(env)
	if err != nil {
		return 0, err
	}
	x, ok := v.(float64)
	if !ok {
		return 0, fmt.Errorf("the expression gives %v, which is not a number", v)
	}
	return x, nil
}

// Eval evaluates a parsed expression.
func (n *Node) Eval(env Env) (any, error) {
	switch n.Op {
	case "num":
		return n.Num, nil
	case "str":
		return n.Text, nil
	case "name":
		return lookup(n.Text, env)
	case "and", "or", "||":
		return n.logic(env)
	}
	args := make([]any, len(n.Args))
	for i, a := range n.Args {
		v, err := a.Eval(env)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	switch n.Op {
	case "call":
		return call(n.Text, args)
	case "not":
		return !truth(args[0]), nil
	case "isnull":
		return args[0] == nil, nil
	case "in":
		for _, a := range args[1:] {
			if compare(args[0], a) == 0 && args[0] != nil {
				return true, nil
			}
		}
		return false, nil
	case "neg":
		x, ok := args[0].(float64)
		if !ok {
			return nil, fmt.Errorf("%v has no negative", args[0])
		}
		return -x, nil
	}
	return binary(n.Op, args[0], args[1])
}

func lookup(name string, env Env) (any, error) {
	if env != nil {
		if v, ok := env(name); ok {
			return v, nil
		}
	}
	switch strings.ToLower(name) {
	case "pi", "π":
		return math.Pi, nil
	case "tau":
		return 2 * math.Pi, nil
	case "e":
		return math.E, nil
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "null", "none":
		return nil, nil
	}
	return nil, fmt.Errorf("the name %.40q is unknown", name)
}

func (n *Node) logic(env Env) (any, error) {
	for _, a := range n.Args {
		v, err := a.Eval(env)
		if err != nil {
			return nil, err
		}
		if truth(v) == (n.Op != "and") {
			return n.Op != "and", nil
		}
	}
	return n.Op == "and", nil
}

func truth(v any) bool {
	switch x := v.(type) {
	case bool:
		return x
	case float64:
		return x != 0
	case string:
		return x != ""
	}
	return false
}

// compare orders two values; values of different kinds are ordered by their text.
func compare(a, b any) int {
	x, ok1 := a.(float64)
	y, ok2 := b.(float64)
	if ok1 && ok2 {
		return cmp.Compare(x, y)
	}
	return strings.Compare(strings.ToLower(fmt.Sprint(a)), strings.ToLower(fmt.Sprint(b)))
}

// Compare orders two values as the operators do.
func Compare(a, b any) int { return compare(a, b) }

func binary(op string, a, b any) (any, error) {
	switch op {
	case "=":
		return compare(a, b) == 0, nil
	case "!=":
		return compare(a, b) != 0, nil
	case "<", "<=", ">", ">=":
		if a == nil || b == nil {
			return false, nil
		}
		c := compare(a, b)
		return op == "<" && c < 0 || op == "<=" && c <= 0 || op == ">" && c > 0 || op == ">=" && c >= 0, nil
	case "like":
		if len(fmt.Sprint(a))*len(fmt.Sprint(b)) > maxLike {
			return nil, errors.New("text and pattern are too long for like")
		}
		return like(strings.ToLower(fmt.Sprint(a)), strings.ToLower(fmt.Sprint(b))), nil
	}
	x, ok1 := a.(float64)
	y, ok2 := b.(float64)
	if !ok1 || !ok2 {
		s, ok3 := a.(string)
		t, ok4 := b.(string)
		if op == "+" && ok3 && ok4 && len(s)+len(t) <= 1<<16 {
			return s + t, nil
		}
		return nil, fmt.Errorf("%s needs two numbers, not %v and %v", op, clipped(a), clipped(b))
	}
	switch op {
	case "+":
		return x + y, nil
	case "-":
		return x - y, nil
	case "*":
		return x * y, nil
	case "/":
		if y == 0 {
			return nil, errors.New("division by zero")
		}
		return x / y, nil
	case "%":
		if y == 0 {
			return nil, errors.New("division by zero")
		}
		return x - y*math.Floor(x/y), nil
	case "^":
		return finite(math.Pow(x, y), "the power is too large or not real")
	}
	return nil, fmt.Errorf("the operator %s is unknown", op)
}

func clipped(v any) string {
	s := fmt.Sprint(v)
	if len(s) > 40 {
		s = strings.ToValidUTF8(s[:40], "")
	}
	return s
}

func finite(x float64, what string) (any, error) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, errors.New(what)
	}
	return x, nil
}

// like matches a text with a pattern in which % stands for any text and _ for one character, in
// time len(text)·len(pattern).
func like(text, pattern string) bool {
	t := []rune(text)
	row := make([]bool, len(t)+1)
	row[0] = true
	for _, c := range pattern {
		before := row[0]
		row[0] = row[0] && c == '%'
		for i := range t {
			old := row[i+1]
			if c == '%' {
				row[i+1] = old || row[i]
			} else {
				row[i+1] = before && (c == '_' || c == t[i])
			}
			before = old
		}
	}
	return row[len(t)]
}

// functions of one number.
func unary(name string) func(float64) float64 {
	switch name {
	case "sin":
		return math.Sin
	case "cos":
		return math.Cos
	case "tan":
		return math.Tan
	case "asin", "arcsin":
		return math.Asin
	case "acos", "arccos":
		return math.Acos
	case "atan", "arctan":
		return math.Atan
	case "sinh":
		return math.Sinh
	case "cosh":
		return math.Cosh
	case "tanh":
		return math.Tanh
	case "exp":
		return math.Exp
	case "ln":
		return math.Log
	case "log10":
		return math.Log10
	case "log2":
		return math.Log2
	case "sqrt":
		return math.Sqrt
	case "cbrt":
		return math.Cbrt
	case "abs":
		return math.Abs
	case "floor":
		return math.Floor
	case "ceil":
		return math.Ceil
	case "gamma":
		return math.Gamma
	case "sign":
		return func(x float64) float64 { return float64(cmp.Compare(x, 0)) }
	case "deg":
		return func(x float64) float64 { return x * 180 / math.Pi }
	case "rad":
		return func(x float64) float64 { return x * math.Pi / 180 }
	}
	return nil
}

func call(name string, args []any) (any, error) {
	if v, ok, err := textCall(name, args); ok {
		return v, err
	}
	xs := make([]float64, len(args))
	for i, a := range args {
		x, ok := a.(float64)
		if !ok {
			return nil, fmt.Errorf("%s needs numbers, not %s", name, clipped(a))
		}
		xs[i] = x
	}
	if f := unary(name); f != nil {
		if len(xs) != 1 {
			return nil, fmt.Errorf("%s takes one number", name)
		}
		return finite(f(xs[0]), fmt.Sprintf("%s is not defined for %v", name, xs[0]))
	}
	switch {
	case name == "factorial" && len(xs) == 1:
		if xs[0] < 0 || xs[0] > 170 || xs[0] != math.Trunc(xs[0]) {
			return nil, fmt.Errorf("factorial takes a whole number from 0 to 170, not %v", xs[0])
		}
		return math.Round(math.Gamma(xs[0] + 1)), nil
	case name == "log" && len(xs) == 1:
		return finite(math.Log10(xs[0]), "log is not defined there")
	case name == "log" && len(xs) == 2:
		return finite(math.Log(xs[0])/math.Log(xs[1]), "log is not defined there")
	case name == "round" && len(xs) == 1:
		return math.Round(xs[0]), nil
	case name == "round" && len(xs) == 2 && math.Abs(xs[1]) <= 15:
		p := math.Pow(10, math.Trunc(xs[1]))
		return finite(math.Round(xs[0]*p)/p, "the number is too large to round")
	case name == "pow" && len(xs) == 2:
		return finite(math.Pow(xs[0], xs[1]), "the power is too large or not real")
	case name == "atan2" && len(xs) == 2:
		return math.Atan2(xs[0], xs[1]), nil
	case name == "hypot" && len(xs) == 2:
		return math.Hypot(xs[0], xs[1]), nil
	case (name == "gcd" || name == "lcm") && len(xs) == 2:
		return divisor(name, xs[0], xs[1])
	case (name == "ncr" || name == "npr") && len(xs) == 2:
		return choose(name, xs[0], xs[1])
	case len(xs) > 0:
		return aggregate(name, xs)
	}
	return nil, fmt.Errorf("the function %.40s with %d arguments is unknown", name, len(xs))
}

func textCall(name string, args []any) (v any, ok bool, err error) {
	if len(args) == 0 {
		return nil, false, nil
	}
	s, isText := args[0].(string)
	switch {
	case name == "upper" && isText:
		return strings.ToUpper(s), true, nil
	case name == "lower" && isText:
		return strings.ToLower(s), true, nil
	case (name == "length" || name == "len") && isText:
		return float64(len([]rune(s))), true, nil
	case name == "concat":
		var b strings.Builder
		for _, a := range args {
			if t := fmt.Sprint(a); b.Len()+len(t) <= 1<<16 {
				b.WriteString(t)
			}
		}
		return b.String(), true, nil
	case name == "coalesce":
		for _, a := range args {
			if a != nil {
				return a, true, nil
			}
		}
		return nil, true, nil
	case name == "if" && len(args) == 3:
		if truth(args[0]) {
			return args[1], true, nil
		}
		return args[2], true, nil
	}
	return nil, false, nil
}

func divisor(name string, x, y float64) (any, error) {
	if x != math.Trunc(x) || y != math.Trunc(y) || math.Abs(x) > 1<<53 || math.Abs(y) > 1<<53 {
		return nil, fmt.Errorf("%s takes whole numbers", name)
	}
	a, b := math.Abs(x), math.Abs(y)
	for b != 0 {
		a, b = b, math.Mod(a, b)
	}
	if name == "gcd" || a == 0 {
		return a, nil
	}
	return math.Abs(x/a) * math.Abs(y), nil
}

func choose(name string, n, k float64) (any, error) {
	if n < 0 || k < 0 || k > n || n != math.Trunc(n) || k != math.Trunc(k) || n > 1000 {
		return nil, fmt.Errorf("%s takes whole numbers with 0 ≤ k ≤ n ≤ 1000", name)
	}
	out := 1.0
	for i := range int(k) {
		out *= n - float64(i)
		if name == "ncr" {
			out /= float64(i + 1)
		}
	}
	return finite(math.Round(out), "the result is too large")
}

// aggregate is a function of any number of numbers.
func aggregate(name string, xs []float64) (any, error) {
	sum, lo, hi := 0.0, xs[0], xs[0]
	for _, x := range xs {
		sum += x
		lo, hi = math.Min(lo, x), math.Max(hi, x)
	}
	switch name {
	case "sum":
		return sum, nil
	case "min":
		return lo, nil
	case "max":
		return hi, nil
	case "mean", "avg":
		return sum / float64(len(xs)), nil
	case "count":
		return float64(len(xs)), nil
	}
	return nil, fmt.Errorf("the function %.40s with %d arguments is unknown", name, len(xs))
}
