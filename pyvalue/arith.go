package pyvalue

import (
	"math"
	"math/big"
	"strings"
)

// maxBits and maxText bound what arithmetic may produce.
const (
	maxBits = 4096
	maxText = 1 << 16
)

// sign carries out a unary operator. gorilla's evaluator knows only minus and only constants.
func (v evaluator) sign(at int32) (Value, bool) {
	n := &v.nodes[at]
	operand := &v.nodes[n.first]
	if v.o.Literal && (operand.kind != nodeConst || operand.value == Bool || n.op != opMinus && n.op != opPlus) {
		return v.none(at, "a sign before something that is no number")
	}
	if v.o.Minus {
		if operand.kind != nodeConst {
			return v.none(at, "an operator before something that is no constant")
		}
		x, ok := negate(operand.constant())
		if !ok {
			return v.none(at, "an operator before something that is no number")
		}
		return x, true
	}
	x, ok := v.compute(at)
	if !ok {
		return v.none(at, "an operator before something that is no number")
	}
	return x, true
}

func negate(x Value) (Value, bool) {
	switch x.Kind {
	case Complex:
		x.Num = -x.Num
		x.Text = map[string]string{"": "-"}[x.Text]
		return x, true
	case Bool:
		return IntOf(-int64(x.Num)), true
	case Int, Float:
		if x.Text == "0" {
			return x, true
		}
		x.Num = -x.Num
		if rest, minus := strings.CutPrefix(x.Text, "-"); minus || x.Text == "" {
			x.Text = rest
		} else {
			x.Text = "-" + x.Text
		}
		return x, true
	}
	return Value{}, false
}

// compute carries out an expression of constants as Python's eval would. Names have no value here, but
// a few functions may be called.
func (v evaluator) compute(at int32) (Value, bool) {
	n := &v.nodes[at]
	switch n.kind {
	case nodeConst:
		return n.constant(), true
	case nodeUnary:
		x, ok := v.compute(n.first)
		if !ok {
			return Value{}, false
		}
		return unary(n.op, x)
	case nodeBinary:
		x, ok := v.compute(n.first)
		if !ok {
			return Value{}, false
		}
		y, ok := v.compute(v.nodes[n.first].next)
		if !ok {
			return Value{}, false
		}
		return binary(n.op, x, y)
	case nodeList, nodeTuple:
		out := Value{Kind: List}
		if n.kind == nodeTuple {
			out.Kind = Tuple
		}
		for c := n.first; c != 0; c = v.nodes[c].next {
			item, ok := v.compute(c)
			if !ok {
				return Value{}, false
			}
			out.Items = append(out.Items, item)
		}
		return out, true
	case nodeCall:
		return v.function(n)
	case nodeSubscript:
		x, ok := v.compute(n.first)
		if !ok {
			return Value{}, false
		}
		i, ok := v.compute(v.nodes[n.first].next)
		if !ok {
			return Value{}, false
		}
		return element(x, i)
	}
	return Value{}, false
}

func unary(op operator, x Value) (Value, bool) {
	switch op {
	case opMinus:
		return negate(x)
	case opPlus:
		switch x.Kind {
		case Bool:
			return IntOf(int64(x.Num)), true
		case Int, Float, Complex:
			return x, true
		}
	case opInvert:
		if i, ok := x.bigInt(); ok {
			return intOfBig(i.Not(i))
		}
	case opNot:
		return BoolOf(!x.truth()), true
	}
	return Value{}, false
}

// truth is Python's bool().
func (v Value) truth() bool {
	switch v.Kind {
	case None:
		return false
	case Bool, Int, Float, Complex:
		return v.Num != 0
	case String, Bytes:
		return v.Text != ""
	}
	return len(v.Items) > 0
}

// bigInt gives an Int or Bool as a big integer of its own.
func (v Value) bigInt() (*big.Int, bool) {
	switch v.Kind {
	case Bool:
		return big.NewInt(int64(v.Num)), true
	case Int:
		if len(v.Text) > maxBits/3 {
			return nil, false
		}
		return new(big.Int).SetString(v.Text, 10)
	}
	return nil, false
}

func intOfBig(i *big.Int) (Value, bool) {
	if i.BitLen() > maxBits {
		return Value{}, false
	}
	return intText(i.String()), true
}

func binary(op operator, x, y Value) (Value, bool) {
	if i, ok := x.bigInt(); ok {
		if k, ok := y.bigInt(); ok {
			return integers(op, i, k)
		}
	}
	if x.isNumber() && y.isNumber() {
		if math.IsInf(x.Num, 0) && x.Kind == Int || math.IsInf(y.Num, 0) && y.Kind == Int {
			return Value{}, false // an int too large for a float
		}
		return floats(op, x.Num, y.Num)
	}
	switch {
	case op == opModulo && x.Kind == String:
		return format(x.Text, y)
	case op == opPlus && x.Kind == y.Kind:
		return concatenate(x, y)
	case op == opTimes && (y.Kind == Int || y.Kind == Bool):
		return repeat(x, y)
	case op == opTimes && (x.Kind == Int || x.Kind == Bool):
		return repeat(y, x)
	}
	return Value{}, false
}

func concatenate(x, y Value) (Value, bool) {
	switch x.Kind {
	case String, Bytes:
		if len(x.Text)+len(y.Text) > maxText {
			return Value{}, false
		}
		return Value{Kind: x.Kind, Text: x.Text + y.Text}, true
	case List, Tuple:
		if len(x.Items)+len(y.Items) > maxText {
			return Value{}, false
		}
		return Value{Kind: x.Kind, Items: append(append([]Value(nil), x.Items...), y.Items...)}, true
	}
	return Value{}, false
}

func repeat(x, times Value) (Value, bool) {
	n := max(int(min(times.Num, maxText+1)), 0)
	switch x.Kind {
	case String, Bytes:
		if n*len(x.Text) > maxText {
			return Value{}, false
		}
		return Value{Kind: x.Kind, Text: strings.Repeat(x.Text, n)}, true
	case List, Tuple:
		if n*len(x.Items) > maxText {
			return Value{}, false
		}
		out := Value{Kind: x.Kind}
		for range n {
			out.Items = append(out.Items, x.Items...)
		}
		return out, true
	}
	return Value{}, false
}

func integers(op operator, x, y *big.Int) (Value, bool) {
	switch op {
	case opPlus:
		return intOfBig(x.Add(x, y))
	case opMinus:
		return intOfBig(x.Sub(x, y))
	case opTimes:
		return intOfBig(x.Mul(x, y))
	case opOr:
		return intOfBig(x.Or(x, y))
	case opXor:
		return intOfBig(x.Xor(x, y))
	case opAnd:
		return intOfBig(x.And(x, y))
	case opFloor, opModulo:
		if y.Sign() == 0 {
			return Value{}, false
		}
		return floored(op, x, y)
	case opDivide:
		if y.Sign() == 0 {
			return Value{}, false
		}
		f, _ := new(big.Rat).SetFrac(x, y).Float64()
		return FloatOf(f), !math.IsInf(f, 0)
	case opLeft, opRight:
		return shift(op, x, y)
	case opPower:
		return power(x, y)
	}
	return Value{}, false
}

// floored rounds the quotient down, where Go's Div rounds so that the remainder is positive.
func floored(op operator, x, y *big.Int) (Value, bool) {
	q, m := new(big.Int).QuoRem(x, y, new(big.Int))
	if m.Sign() != 0 && m.Sign() != y.Sign() {
		q.Sub(q, big.NewInt(1))
		m.Add(m, y)
	}
	if op == opModulo {
		return intOfBig(m)
	}
	return intOfBig(q)
}

func shift(op operator, x, y *big.Int) (Value, bool) {
	if y.Sign() < 0 {
		return Value{}, false
	}
	if op == opRight {
		if !y.IsInt64() || y.Int64() > maxBits {
			return IntOf(int64(min(x.Sign(), 0))), true
		}
		return intOfBig(x.Rsh(x, uint(y.Int64())))
	}
	if x.Sign() == 0 {
		return IntOf(0), true
	}
	if !y.IsInt64() || y.Int64() > maxBits {
		return Value{}, false
	}
	return intOfBig(x.Lsh(x, uint(y.Int64())))
}

func power(x, y *big.Int) (Value, bool) {
	if y.Sign() < 0 {
		if x.Sign() == 0 {
			return Value{}, false
		}
		fx, _ := new(big.Float).SetInt(x).Float64()
		fy, _ := new(big.Float).SetInt(y).Float64()
		return FloatOf(powerOf(fx, fy)), true
	}
	if x.BitLen() > 1 && (!y.IsInt64() || y.Int64() > maxBits || int64(x.BitLen()-1)*y.Int64() > maxBits) {
		return Value{}, false
	}
	if x.BitLen() <= 1 { // -1, 0, 1: only the exponent's parity counts
		switch {
		case y.Sign() == 0:
			return IntOf(1), true
		case x.Sign() < 0 && y.Bit(0) == 0:
			return IntOf(1), true
		}
		return IntOf(int64(x.Sign())), true
	}
	return intOfBig(x.Exp(x, y, nil))
}

func floats(op operator, x, y float64) (Value, bool) {
	switch op {
	case opPlus:
		return FloatOf(x + y), true
	case opMinus:
		return FloatOf(x - y), true
	case opTimes:
		return FloatOf(x * y), true
	case opDivide:
		return FloatOf(x / y), y != 0
	case opFloor, opModulo:
		if y == 0 {
			return Value{}, false
		}
		m := math.Mod(x, y)
		if m != 0 && (m < 0) != (y < 0) {
			m += y
		}
		if m == 0 {
			m = math.Copysign(0, y)
		}
		if op == opModulo {
			return FloatOf(m), true
		}
		q := math.Round((x - m) / y)
		if q == 0 {
			q = math.Copysign(0, x/y)
		}
		return FloatOf(q), true
	case opPower:
		f := powerOf(x, y)
		overflow := math.IsInf(f, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0)
		return FloatOf(f), !overflow && !(math.IsNaN(f) && !math.IsNaN(x) && !math.IsNaN(y))
	}
	return Value{}, false
}

// powerOf is x to the y. Where y is an integer of common size, or half of one, it is rounded correctly, as C's pow
// nearly always is and math.Pow often is not: 1.05**10.
func powerOf(x, y float64) float64 {
	const most = 1 << 10
	f := math.Pow(x, y)
	half := y != math.Trunc(y)
	if half && (2*y != math.Trunc(2*y) || x < 0) || math.Abs(y) > most || f == 0 || math.IsInf(f, 0) || math.IsNaN(f) || math.IsInf(x, 0) {
		return f
	}
	out, square := big.NewFloat(1).SetPrec(256), big.NewFloat(x).SetPrec(256)
	n := int(math.Abs(y))
	if half {
		square.Sqrt(square)
		n = int(math.Abs(2 * y))
	}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out.Mul(out, square)
		}
		square.Mul(square, square)
	}
	if y < 0 {
		out.Quo(big.NewFloat(1).SetPrec(256), out)
	}
	f, _ = out.Float64()
	return f
}
