package pyvalue_test

import (
	"testing"

	"deft/pyvalue"
)

// The wanted texts are repr(ast.literal_eval(text)) of CPython 3.11, "" where that fails.
func TestParseLiteral(t *testing.T) {
	for text, want := range map[string]string{
		`{'a': [1, -2.50, (3,), {4}], "b": None, 5: b'x'}`: `{'a': [1, -2.5, (3,), {4}], 'b': None, 5: b'x'}`, `-3j`: `(-0-3j)`, `+5`: `5`, `-(5)`: `-5`, `set( )`: `set()`, `1,`: `(1,)`,
		"1\n #c": `1`, "1\n ": ``, " 1": `1`, "\n 1": ``, "\f1": `1`, "1\\\n": ``, "\\\n\n1": `1`, "\\\n#c\n1": `1`, "\\\n1": `1`, "\\\n 1": ``, "'a'\n'b'": ``, "('a'\n'b')": `'ab'`, "u'x' r'y'": `'xy'`,
		`-(-5)`: ``, `--5`: ``, `-True`: ``, `~5`: ``, `x`: ``, `true`: ``, `1 + 1`: ``, `f()`: ``, `set(1)`: ``, `a.b`: ``, `[x]`: ``, `{x: 1}`: ``, `f'x'`: ``, `{[]: 1}`: ``, `{**{}}`: ``, `[*()]`: ``, `1 < 2`: ``, `x[1]`: ``, `(yield)`: ``, `b'a' 'b'`: ``, `007`: ``, "'\xff'": ``, "1\x00": ``, ``: ``,
	} {
		v, err := pyvalue.ParseLiteral(text)
		got := ""
		if err == nil {
			got = pyvalue.Repr(v)
		}
		if got != want {
			t.Errorf("%q: %s (%v), want %s", text, got, err, want)
		}
	}
}
