package pyvalue

import (
	"math"
	"strings"
	"testing"
)

// same says whether two values are the same in every field; NaN is the same as NaN.
func same(a, b Value) bool {
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Items) != len(b.Items) || math.Float64bits(a.Num) != math.Float64bits(b.Num) {
		return false
	}
	for i := range a.Items {
		if !same(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}

func sameCalls(a, b []Call) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Text != b[i].Text || a[i].Escaped != b[i].Escaped || len(a[i].Positional)+len(b[i].Positional) > 0 || !same(a[i].Arguments, b[i].Arguments) {
			return false
		}
	}
	return true
}

var allOptions = []Options{{}, {Minus: true}, {Lenient: true}, {Reserved: true}, {Literal: true}}

// comparePlain fails when the reader of plain texts reads a text in another way than the parser of
// the whole grammar. It gives how many ways of reading it took.
func comparePlain(t *testing.T, text string) (taken int) {
	var quick, whole Decoder
	for _, o := range allOptions {
		quick.start(text)
		quick.plain.reset(text, o)
		if calls, ok := quick.plain.calls(nil); ok {
			taken++
			if want, err := whole.anyCalls(text, o); err != nil || !sameCalls(calls, want) {
				t.Errorf("calls of %q with %+v\n got %+v\nwant %+v, %v", text, o, calls, want, err)
			}
		}
		quick.start(text)
		quick.plain.reset(text, o)
		if quick.plain.value() && quick.plain.end() {
			taken++
			if want, err := whole.anyValue(text, o); err != nil || !same(quick.plain.stack[0], want) {
				t.Errorf("value of %q with %+v\n got %+v\nwant %+v, %v", text, o, quick.plain.stack[0], want, err)
			}
		}
	}
	return taken
}

var plainTexts = []string{
	`[f(a=1)]`, `[f(), g.h()]`, `[f(a=1, b=-2, c=-0, d=0, e=-0.0, f=1.50, g=1e5, h=-2.5E-3, i=12345678901234567890, j=-00)]`,
	`[f(a='x', b="y", c='it\'s', d="\x41\u00e9\n\q\101", e='', f="é")]`, "[f(a='a\tb')]", `[f(a=[1, [2, (3,)], ()], b=(1), c=(1, 2), d={}, e={'a': 1, 2: 'b', (1,): 3})]`,
	`[f(a=True, b=None, c=true, d=null, e=name)]`, `[f(from=1, None=2)]`, `[f(a=1, a=2, b=3)]`, "[f(a=1)]  \n\n", "[ f( a = 1 , b = [ 1 , 2 ] ) ]", "[\nf(\na=1\n)\n]",
	`{'a': 1, 'a': 2, True: 1, 1: 2}`, `[1, 2,]`, `(1,)`, `((1))`, `name`, `-5`, `'a'`, ` 1`, "1 ", "1\n", "1\n ", `[f(a=1),]`, `[f(a=1,)]`, `[f(a={1: 2,},)]`,
	`[f(a="1" "2")]`, `[f(a=1 + 1)]`, `[f(a=b'x')]`, `[f(a=1j)]`, `[f(a=0x1f)]`, `[f(a=1_0)]`, `[f(a=b.c)]`, `[f(a=b(1))]`, `[f(a=x[1])]`, `[f(a=='b')]`, `[f(a=1)(b=2)]`, `[f(1)]`, `[f(**x)]`,
	`[not(a=1)]`, `[f.not(a=1)]`, `[f(a=not)]`, `[f(a=1 if b else 2)]`, `{[]: 1}`, `{'a': 1, {}: 2}`, `{1, 2}`, `{a := 1}`, `[f(a="""x""")]`, `[f(a='')]`, `[f(a=''')]`, `f(a=1)`, "[f(a='x\ny')]", "[f(a='x\x00')]",
	`[f(a=.5)]`, `[f(a=5.)]`, `[f(a=1e)]`, `[f(a=007)]`, `[f(a=1e400)]`, `[f(a=- 1)]`, `[f(a=--1)]`, `[f(a=1é)]`, `[f(a=é)]`, `[f(a=1.5.2)]`, `[f(a=1.)]`, `[f(a=1.e5)]`, `[f(a=00)]`, `[f(a="\N{DASH}")]`, `[f(a='\`, `[f(a='\x4')]`, `['a']`, `[]`, ``,
	`[f(a=...)]`, `[f(a=*b)]`, `[f(a=@)]`, "[f(a=1)] # x", "[f(a=\\\n1)]", "[f(a=1\r\n)]", `[f(a={'b': {'c': [{'d': ()}]}})]`,
}

func TestPlain(t *testing.T) {
	taken := 0
	for _, text := range plainTexts {
		if comparePlain(t, text) > 0 {
			taken++
		}
	}
	for _, depth := range []int{90, 120, 199, 250} {
		comparePlain(t, strings.Repeat("[", depth)+"1"+strings.Repeat("]", depth))
	}
	if taken < 20 {
		t.Errorf("only %d of %d texts are plain", taken, len(plainTexts))
	}
}

// A decoder that is used again reads as a new one does.
func TestDecoderKept(t *testing.T) {
	var kept Decoder
	for range 2 {
		for _, text := range plainTexts {
			for _, o := range allOptions {
				got, gotErr := kept.Calls(text, o)
				want, wantErr := ParseCalls(text, o)
				if (gotErr == nil) != (wantErr == nil) || gotErr == nil && Repr(asValue(got)) != Repr(asValue(want)) {
					t.Fatalf("%q with %+v: %+v, %v; new: %+v, %v", text, o, got, gotErr, want, wantErr)
				}
			}
			got, gotErr := kept.JSON(text)
			want, wantErr := FromJSONString(text)
			if (gotErr == nil) != (wantErr == nil) || !same(got, want) {
				t.Fatalf("JSON %q: %+v, %v; new: %+v, %v", text, got, gotErr, want, wantErr)
			}
		}
	}
}

func asValue(calls []Call) Value {
	l := Value{Kind: List}
	for _, c := range calls {
		l.Items = append(l.Items, StringOf(c.Name), StringOf(c.Text), Value{Kind: List, Items: c.Positional}, c.Arguments)
	}
	return l
}

// FuzzPlain: the reader of plain texts never differs from the parser of the whole grammar.
func FuzzPlain(f *testing.F) {
	for _, text := range plainTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { comparePlain(t, text) })
}
