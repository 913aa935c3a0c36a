package pyvalue_test

import (
	"math"
	"strings"
	"testing"

	"deft/pyvalue"
)

// The wanted texts are what CPython 3.11 prints for str(json.loads(text)).
func TestStrOfJSON(t *testing.T) {
	tests := []struct{ json, want string }{
		{`40.70`, `40.7`}, {`1e3`, `1000.0`}, {`1`, `1`}, {`1.0`, `1.0`}, {`-0`, `0`}, {`-0.0`, `-0.0`},
		{`1e21`, `1e+21`}, {`1e16`, `1e+16`}, {`123456789012345680`, `123456789012345680`}, {`1e15`, `1000000000000000.0`},
		{`9999999999999998.0`, `9999999999999998.0`}, {`0.0001`, `0.0001`}, {`0.00001`, `1e-05`}, {`1e400`, `inf`}, {`-1e400`, `-inf`}, {`NaN`, `nan`},
		{`true`, `True`}, {`null`, `None`}, {`"a'b"`, `a'b`}, {`["a'b"]`, `["a'b"]`}, {`["a'b\"c"]`, `['a\'b"c']`},
		{`{"a": [1, 2.50, true, null], "b": {}}`, `{'a': [1, 2.5, True, None], 'b': {}}`},
		{`{"a": 1, "b": 2, "a": 3}`, `{'a': 3, 'b': 2}`},
		{`["\u00e9\u200b\n\t\\\u0001\u007f"]`, `['é\u200b\n\t\\\x01\x7f']`},
		{`["\ud83d\ude00", "\ud83d"]`, `['😀', '\ud83d']`},
		{`["\u00a0\u00ad\u2028\ufeff"]`, `['\xa0\xad\u2028\ufeff']`},
		{` [ ] `, `[]`}, {`5e-324`, `5e-324`}, {`0.1`, `0.1`}, {`100000000000000000000000`, `100000000000000000000000`},
	}
	for _, tt := range tests {
		v, err := pyvalue.FromJSON([]byte(tt.json))
		if err != nil {
			t.Errorf("%s: %v", tt.json, err)
			continue
		}
		if got := pyvalue.Str(v); got != tt.want {
			t.Errorf("str(json.loads(%q)) = %s, want %s", tt.json, got, tt.want)
		}
	}
}

func TestFromJSONRejects(t *testing.T) {
	for _, text := range []string{``, ` `, `[1,]`, `{"a":1,}`, `01`, `+1`, `.5`, `5.`, `1e`, `[`, `{"a"`, `{"a":`, `"a`, "\"a\tb\"", `'a'`, `nul`, `1 2`,
		`{a: 1}`, `"\x41"`, `"\u12"`, "\"\xff\"", strings.Repeat("[", 100000), strings.Repeat("9", 5000), "\ufeff1", `-`, `[1 2]`, `"\`} {
		if v, err := pyvalue.FromJSON([]byte(text)); err == nil {
			t.Errorf("%.40q is read as %.40s", text, pyvalue.Repr(v))
		}
	}
}

func TestEqual(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{`1`, `1.0`, true}, {`1`, `true`, true}, {`0`, `false`, true}, {`1`, `"1"`, false}, {`1.5`, `1`, false}, {`null`, `false`, false},
		{`9007199254740993`, `9007199254740992.0`, false}, {`9007199254740992`, `9007199254740992.0`, true},
		{`100000000000000000000000`, `1e23`, false}, {`99999999999999991611392`, `1e23`, true}, {`-0.0`, `0`, true},
		{`{"a": 1, "b": 2}`, `{"b": 2.0, "a": true}`, true}, {`{"a": 1}`, `{"a": 2}`, false}, {`{"a": 1}`, `{"b": 1}`, false},
		{`[1, 2]`, `[2, 1]`, false}, {`[[1]]`, `[[1.0]]`, true}, {`[]`, `{}`, false}, {`NaN`, `NaN`, false},
	}
	for _, tt := range tests {
		a, b := mustJSON(t, tt.a), mustJSON(t, tt.b)
		if got := pyvalue.Equal(a, b); got != tt.want {
			t.Errorf("%s == %s is %v", tt.a, tt.b, got)
		}
		if got := pyvalue.Equal(b, a); got != tt.want {
			t.Errorf("%s == %s is %v", tt.b, tt.a, got)
		}
	}
}

func TestEqualOfLargeDicts(t *testing.T) {
	text := func(order func(i int) int) string {
		var b strings.Builder
		for i := range 500 {
			b.WriteString(`,"k` + pyvalue.Str(pyvalue.IntOf(int64(order(i)))) + `": ` + pyvalue.Str(pyvalue.IntOf(int64(order(i)%7))))
		}
		return "{" + b.String()[1:] + "}"
	}
	a := mustJSON(t, text(func(i int) int { return i }))
	b := mustJSON(t, text(func(i int) int { return 499 - i }))
	c := mustJSON(t, text(func(i int) int { return i + 1 }))
	if !pyvalue.Equal(a, b) || pyvalue.Equal(a, c) {
		t.Error("dictionaries of 500 keys are compared wrongly")
	}
}

func mustJSON(t *testing.T, text string) pyvalue.Value {
	t.Helper()
	v, err := pyvalue.FromJSON([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestReprOfFloats(t *testing.T) {
	for f, want := range map[float64]string{1e21: "1e+21", math.Copysign(0, -1): "-0.0", 1000: "1000.0", 1e100: "1e+100", 1.5e-7: "1.5e-07", math.Inf(-1): "-inf"} {
		if got := pyvalue.Repr(pyvalue.FloatOf(f)); got != want {
			t.Errorf("repr(%g) = %s, want %s", f, got, want)
		}
	}
}
