package pyvalue

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// function carries out a call of one of Python's pure functions of numbers and sequences within
// arithmetic, with positional arguments only: round(5/3, 2)*100. All others have no value here.
func (v evaluator) function(n *node) (Value, bool) {
	f := &v.nodes[n.first]
	if f.kind != nodeName {
		return Value{}, false
	}
	var args []Value
	for c := f.next; c != 0; c = v.nodes[c].next {
		x, ok := v.compute(c)
		if !ok {
			return Value{}, false
		}
		args = append(args, x)
	}
	switch len(args) {
	case 1:
		return builtin(f.text, args[0])
	case 2:
		switch f.text {
		case "round":
			return roundTo(args[0], args[1])
		case "pow":
			return binary(opPower, args[0], args[1])
		}
	}
	if len(args) > 1 && (f.text == "max" || f.text == "min") {
		return extreme(f.text == "max", args)
	}
	return Value{}, false
}

// builtin is the value of a function of one argument.
func builtin(name string, x Value) (Value, bool) {
	switch name {
	case "abs":
		if x.isNumber() && (x.Num < 0 || x.Num == 0 && math.Signbit(x.Num)) {
			return negate(x)
		}
		return unary(opPlus, x)
	case "int":
		return integer(x)
	case "float":
		return float(x)
	case "str":
		return StringOf(Str(x)), true
	case "round":
		if x.Kind == Float {
			return integer(FloatOf(math.RoundToEven(x.Num)))
		}
		return unary(opPlus, x)
	case "len":
		switch x.Kind {
		case String:
			return IntOf(int64(utf8.RuneCountInString(x.Text))), true
		case List, Tuple:
			return IntOf(int64(len(x.Items))), true
		}
	case "sum":
		return sum(x)
	case "max", "min":
		if x.Kind == List || x.Kind == Tuple {
			return extreme(name == "max", x.Items)
		}
	}
	return Value{}, false
}

// integer is int(x): numbers are cut off towards zero, strings are decimal digits with a sign.
func integer(x Value) (Value, bool) {
	switch x.Kind {
	case Int, Bool:
		return unary(opPlus, x)
	case Float:
		if math.IsInf(x.Num, 0) || math.IsNaN(x.Num) {
			return Value{}, false
		}
		i, _ := big.NewFloat(x.Num).Int(nil)
		return intOfBig(i)
	case String:
		s := strings.TrimSpace(x.Text)
		digits := strings.TrimPrefix(strings.TrimPrefix(s, "+"), "-")
		if digits == "" || len(s)-len(digits) > 1 || len(digits) > maxBits/4 || strings.Trim(digits, "0123456789") != "" {
			return Value{}, false
		}
		i, ok := new(big.Int).SetString(s, 10)
		if !ok {
			return Value{}, false
		}
		return intOfBig(i)
	}
	return Value{}, false
}

// float is float(x) of a number, or of a string that is one in decimal notation.
func float(x Value) (Value, bool) {
	switch x.Kind {
	case Int, Bool, Float:
		return FloatOf(x.Num), x.Kind == Float || !math.IsInf(x.Num, 0)
	case String:
		s := strings.TrimSpace(x.Text)
		f, err := strconv.ParseFloat(s, 64)
		return FloatOf(f), err == nil && strings.Trim(s, "0123456789.eE+-") == ""
	}
	return Value{}, false
}

// roundTo is round(x, places) for places that are not negative.
func roundTo(x, places Value) (Value, bool) {
	if places.Kind != Int || places.Num < 0 || places.Num > 300 {
		return Value{}, false
	}
	if x.Kind != Float {
		return unary(opPlus, x)
	}
	f, err := strconv.ParseFloat(strconv.FormatFloat(x.Num, 'f', int(places.Num), 64), 64)
	return FloatOf(f), err == nil
}

func sum(x Value) (Value, bool) {
	if x.Kind != List && x.Kind != Tuple {
		return Value{}, false
	}
	total := IntOf(0)
	for _, item := range x.Items {
		var ok bool
		if total, ok = binary(opPlus, total, item); !ok {
			return Value{}, false
		}
	}
	return total, true
}

// extreme is the first greatest, or least, of numbers.
func extreme(greatest bool, items []Value) (Value, bool) {
	if len(items) == 0 {
		return Value{}, false
	}
	best := items[0]
	for _, x := range items {
		if !x.isNumber() || x.Kind == Complex || math.IsNaN(x.Num) || x.Kind == Int && math.Abs(x.Num) > 1<<53 {
			return Value{}, false
		}
		if greatest && x.Num > best.Num || !greatest && x.Num < best.Num {
			best = x
		}
	}
	return best, true
}

// element is x[i].
func element(x, i Value) (Value, bool) {
	if i.Kind != Int && i.Kind != Bool || math.Abs(i.Num) > maxText {
		return Value{}, false
	}
	var runes []rune
	n := len(x.Items)
	switch x.Kind {
	case List, Tuple:
	case String:
		runes = []rune(x.Text)
		n = len(runes)
	default:
		return Value{}, false
	}
	at := int(i.Num)
	if at < 0 {
		at += n
	}
	if at < 0 || at >= n {
		return Value{}, false
	}
	if x.Kind == String {
		return StringOf(string(runes[at])), true
	}
	return x.Items[at], true
}

// format is text % args with %s, %d, %f, %.2f and %%.
func format(text string, args Value) (Value, bool) {
	values := []Value{args}
	if args.Kind == Tuple {
		values = args.Items
	}
	var out strings.Builder
	used := 0
	for {
		literal, rest, more := strings.Cut(text, "%")
		out.WriteString(literal)
		if !more {
			break
		}
		if tail, ok := strings.CutPrefix(rest, "%"); ok {
			out.WriteByte('%')
			text = tail
			continue
		}
		places := 6
		if len(rest) > 2 && rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9' && rest[2] == 'f' {
			places, rest = int(rest[1]-'0'), rest[2:]
		}
		if rest == "" || used == len(values) {
			return Value{}, false
		}
		x := values[used]
		used++
		switch {
		case rest[0] == 's':
			out.WriteString(Str(x))
		case rest[0] == 'd' && (x.Kind == Int || x.Kind == Bool || x.Kind == Float):
			i, ok := integer(x)
			if !ok {
				return Value{}, false
			}
			out.WriteString(i.Text)
		case rest[0] == 'f' && (x.Kind == Float || x.Kind == Int && math.Abs(x.Num) < 1<<53) && !math.IsInf(x.Num, 0) && !math.IsNaN(x.Num):
			out.WriteString(strconv.FormatFloat(x.Num, 'f', places, 64))
		default:
			return Value{}, false
		}
		if text = rest[1:]; out.Len() > maxText {
			return Value{}, false
		}
	}
	if used < len(values) && args.Kind != List && args.Kind != Dict || args.Kind == Tuple && used != len(values) {
		return Value{}, false
	}
	return StringOf(out.String()), true
}
