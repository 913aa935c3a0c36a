package pyvalue_test

import (
	"testing"

	"deft/pyvalue"
)

// The values are CPython 3.11's; "" is what it, or this package, gives no value.
func TestArithmetic(t *testing.T) {
	for text, want := range map[string]string{
		"round(7/3, 2)*100": "233.0", "round(2.5)+0": "2", "round(2.675, 2)+0": "2.67", "round(8, 1)*2": "16",
		"max(4, 9)+1": "10", "min([4, 2.5, 2.5])*2": "5.0", "max(1, 1.0)+0": "1", "max([])+1": "", "max('a', 1)*2": "",
		"sum([10, 20, 31])/3": "20.333333333333332", "len('caf\u00e9')*2": "8", "len([1, 2])+len((3,))": "3",
		"int('12')+1": "13", "int(-2.9)*1": "-2", "int('1.5')+1": "", "float('2.5')*2": "5.0", "float(1)/4": "0.25",
		"abs(-3)*2": "6", "abs(-2.5)+0": "2.5", "str(5)+'a'": "'5a'", "pow(2, 3)-1": "7",
		"[10, 20, 30][-1]+1": "31", "(1, 2)[5]+1": "", "'abc'[1]*2": "'bb'", "[1, 2]['a']+1": "",
		"'%s items' % 3": "'3 items'", "'%d%%' % 2.9": "'2%'", "'%s-%s' % ('a', 1)": "'a-1'", "'%.2f' % 3.14159": "'3.14'", "'%s' % (1, 2)": "", "'plain' % 3": "", "'%d' % 'x'": "",
		"1.05**10": "1.628894626777442", "1000*(1+0.05)**10": "1628.894626777442", "1.005**100+0": "1.646668492116527", "2.675**2.5*0.5": "5.851665199991619", "100**-2.5/3.0": "3.3333333333333337e-06",
		"-0.0//-7*1": "0.0", "name(1)+1": "", "round(number=2)+1": "", "max(*[1, 2])+1": "", "open('x')+1": "",
	} {
		calls, err := pyvalue.ParseCalls("[f(a="+text+")]", pyvalue.Options{Minus: true})
		got := ""
		if err == nil {
			got = pyvalue.Repr(calls[0].Arguments.Items[1])
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
