// Package pyvalue holds Python values: it reads Python literals, calls and JSON into them, and
// compares and prints them as Python does. Scores of several benchmarks are defined by Python's
// str() and ==; this package is that definition without Python.
//
//	v, err := pyvalue.FromJSON([]byte(`{"a": [1, 2.50, true, null]}`))
//	pyvalue.Str(v)  // {'a': [1, 2.5, True, None]}
//
// Input is hostile: every parser is linear in its input, bounds depth and size, and never panics.
package pyvalue

import (
	"math"
	"strconv"
)

// Kind is a Python type.
type Kind uint8

// Kinds of values.
const (
	None Kind = iota
	Bool
	Int
	Float
	Complex // an imaginary literal such as 3j; Text is "-" when it was negated
	String
	Bytes
	List
	Tuple
	Set
	Dict
)

// String gives the kind's name in Python.
func (k Kind) String() string {
	names := [...]string{"NoneType", "bool", "int", "float", "complex", "str", "bytes", "list", "tuple", "set", "dict"}
	if int(k) < len(names) {
		return names[k]
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

// Value is one Python value. The zero Value is None.
type Value struct {
	Kind Kind
	// Num is a Float; the imaginary part of a Complex; 0 or 1 of a Bool. An Int has it too, rounded.
	Num float64
	// Text is a String (UTF-8, where a lone surrogate is its three bytes), the bytes of a Bytes,
	// an Int in decimal as Python prints it, of any size, or a Float as it was written, without
	// underscores: "" when it was computed.
	Text string
	// Items are the members of a List, Tuple or Set, or a Dict's keys and values in turn, in order
	// of insertion. Keys of a Dict and members of a Set are distinct.
	Items []Value
}

// StringOf makes a String.
func StringOf(s string) Value { return Value{Kind: String, Text: s} }

// BoolOf makes a Bool.
func BoolOf(b bool) Value {
	if b {
		return Value{Kind: Bool, Num: 1}
	}
	return Value{Kind: Bool}
}

// IntOf makes an Int.
func IntOf(n int64) Value {
	return Value{Kind: Int, Num: float64(n), Text: strconv.FormatInt(n, 10)}
}

// IntOfText makes an Int of digits, perhaps with a minus sign and zeros in front. ok is false where
// text is anything else, or longer than Python reads.
func IntOfText(text string) (v Value, ok bool) {
	start := 0
	if text != "" && text[0] == '-' {
		start = 1
	}
	for i := start; i < len(text); i++ {
		if !digit(text[i]) {
			return Value{}, false
		}
	}
	if len(text) == start || len(text) > maxDigits {
		return Value{}, false
	}
	return intText(text), true
}

// DictOf makes a Dict of keys and values in turn, of which it keeps the memory. Of equal keys the
// first has the place and the last the value. Keys must be hashable.
func DictOf(items []Value) Value { return Value{Kind: Dict, Items: distinct(items, 2)} }

// FloatOf makes a Float.
func FloatOf(f float64) Value { return Value{Kind: Float, Num: f} }

// intText makes an Int from digits as they may be written: a sign, leading zeros.
func intText(digits string) Value {
	negative := false
	if digits != "" && digits[0] == '-' {
		negative, digits = true, digits[1:]
	}
	start := 0
	for start < len(digits)-1 && digits[start] == '0' {
		start++
	}
	text := digits[start:]
	v := Value{Kind: Int, Text: text}
	if len(text) <= 15 {
		n := int64(0)
		for i := 0; i < len(text); i++ {
			n = n*10 + int64(text[i]-'0')
		}
		v.Num = float64(n)
	} else {
		v.Num, _ = strconv.ParseFloat(text, 64) // out of range gives an infinity, as wanted
	}
	if negative && text != "0" {
		v.Num = -v.Num
		v.Text = "-" + text
	}
	return v
}

// Len is the number of members: of keys for a Dict, 0 for what has none.
func (v Value) Len() int {
	if v.Kind == Dict {
		return len(v.Items) / 2
	}
	return len(v.Items)
}

// Get looks up a Dict's member by a string key.
func (v Value) Get(key string) (Value, bool) {
	if v.Kind != Dict {
		return Value{}, false
	}
	for i := 0; i+1 < len(v.Items); i += 2 {
		if k := &v.Items[i]; k.Kind == String && k.Text == key {
			return v.Items[i+1], true
		}
	}
	return Value{}, false
}

// Has says whether a Dict has the string key.
func (v Value) Has(key string) bool {
	_, ok := v.Get(key)
	return ok
}

// Hashable says whether v may be a dictionary's key.
func (v Value) Hashable() bool {
	switch v.Kind {
	case List, Set, Dict:
		return false
	case Tuple:
		for _, item := range v.Items {
			if !item.Hashable() {
				return false
			}
		}
	}
	return true
}

// identity appends bytes that are equal for two hashable values exactly when Python has them equal.
func (v Value) identity(out []byte) []byte {
	switch v.Kind {
	case None:
		return append(out, 'N')
	case Bool, Int, Float:
		return v.number(append(out, '#'))
	case Complex:
		if v.Num == 0 {
			return append(out, "#0"...)
		}
		return strconv.AppendFloat(append(out, 'j'), v.Num, 'g', -1, 64)
	case String, Bytes:
		tag := byte('s')
		if v.Kind == Bytes {
			tag = 'b'
		}
		out = strconv.AppendInt(append(out, tag), int64(len(v.Text)), 10)
		return append(append(out, ':'), v.Text...)
	}
	out = strconv.AppendInt(append(out, 't'), int64(len(v.Items)), 10)
	for i := range v.Items {
		out = v.Items[i].identity(append(out, ','))
	}
	return out
}

// number appends a number so that 1, 1.0 and True are the same and nothing else is.
func (v Value) number(out []byte) []byte {
	switch v.Kind {
	case Bool:
		return append(out, '0'+byte(v.Num))
	case Int:
		return append(out, v.Text...)
	}
	if v.Num != math.Trunc(v.Num) || math.IsInf(v.Num, 0) {
		return strconv.AppendFloat(append(out, 'f'), v.Num, 'g', -1, 64)
	}
	if v.Num == 0 {
		return append(out, '0')
	}
	return strconv.AppendFloat(out, v.Num, 'f', 0, 64)
}

// small is up to how many members are searched one after another.
const small = 12

// distinct keeps, of members given in order, the first place of each key with its last value, as
// building a dict or set does. step is 2 for a dict.
func distinct(items []Value, step int) []Value {
	if len(items) <= small*step {
		return distinctFew(items, step)
	}
	seen := make(map[string]int, len(items)/step)
	var key []byte
	kept := items[:0]
	for i := 0; i+step <= len(items); i += step {
		key = items[i].identity(key[:0])
		if at, ok := seen[string(key)]; ok {
			copy(kept[at+1:at+step], items[i+1:i+step])
			continue
		}
		seen[string(key)] = len(kept)
		kept = append(kept, items[i:i+step]...)
	}
	return kept
}

// distinctFew compares each key with those before it, and copies nothing while all differ.
func distinctFew(items []Value, step int) []Value {
	for i := step; i+step <= len(items); i += step {
		for at := 0; at < i; at += step {
			if sameKey(&items[at], &items[i]) {
				return dropRepeated(items, step)
			}
		}
	}
	return items
}

func sameKey(a, b *Value) bool {
	if a.Kind == String && b.Kind == String {
		return a.Text == b.Text
	}
	return Equal(*a, *b)
}

func dropRepeated(items []Value, step int) []Value {
	kept := items[:0]
next:
	for i := 0; i+step <= len(items); i += step {
		for at := 0; at < len(kept); at += step {
			if sameKey(&kept[at], &items[i]) {
				copy(kept[at+1:at+step], items[i+1:i+step])
				continue next
			}
		}
		kept = append(kept, items[i:i+step]...)
	}
	return kept
}
