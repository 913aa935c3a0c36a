package expr

import (
	"math"
	"testing"
)

func TestEval(t *testing.T) {
	for text, want := range map[string]any{
		"1 + 2*3": 7.0, "2^3^2": 512.0, "-2^2": -4.0, "(1+2)*3": 9.0, "2(3+4)": 14.0, "7 mod 3": 1.0, "-7 % 3": 2.0, "5!": 120.0,
		"sqrt(16) + abs(-2)": 6.0, "max(1, 5, 3)": 5.0, "round(2.345, 2)": 2.35, "'a' = 'A'": true, "3 in (1,2,3)": true, "x > 2 and not (x > 10)": true,
		"name like '%is_on'": true, "5 between 1 and 6": true, "null is null": true, "if(x > 5, 'big', 'small')": "small", "3x": 12.0, "gcd(12, 18)": 6.0, "ncr(5,2)": 10.0, "1e3": 1000.0,
		"name not in ('Porto')": true,
	} {
		got, err := Eval(text, map[string]any{"x": 4.0, "name": "Lisbon"})
		if f, ok := got.(float64); ok {
			got = math.Round(f*1e9) / 1e9
		}
		if err != nil || got != want {
			t.Errorf("%s = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, bad := range []string{"", "1 +", "(1", "1/0", "foo", "sin()", "'a", "1 2", "9^9^9^9", "sqrt(-1)", "@", "name + 1"} {
		if v, err := Eval(bad, map[string]any{"name": "Lisbon"}); err == nil {
			t.Errorf("%s = %v, want an error", bad, v)
		}
	}
}

func TestDerive(t *testing.T) {
	for text, want := range map[string]string{
		"x^3": "3*x^2", "3*x^2 + 2*x + 1": "6*x + 2", "sin(x)": "cos(x)", "5": "0", "exp(2*x)": "2*exp(2*x)", "ln(x)": "1 / x", "x*x": "2*x",
	} {
		n, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		d, err := n.Derive("x")
		if err != nil || d.String() != want {
			t.Errorf("(%s)' = %v, %v; want %s", text, d, err, want)
		}
	}
}

// TestDeriveNumerically compares the rules with difference quotients.
func TestDeriveNumerically(t *testing.T) {
	for _, text := range []string{"sin(x)*x^2", "tan(x)/x", "x^x", "sqrt(1+x^2)", "atan(x) - ln(x)", "cosh(x)*exp(-x)", "log2(x)+acos(x/4)"} {
		n, _ := Parse(text)
		d, err := n.Derive("x")
		if err != nil {
			t.Fatal(err)
		}
		at := func(n *Node, x float64) float64 {
			v, err := n.Number(func(string) (any, bool) { return x, true })
			if err != nil {
				t.Fatal(text, err)
			}
			return v
		}
		const h = 1e-6
		if got, want := at(d, 1.3), (at(n, 1.3+h)-at(n, 1.3-h))/(2*h); math.Abs(got-want) > 1e-5 {
			t.Errorf("(%s)' at 1.3 = %v, want %v", text, got, want)
		}
	}
}

func FuzzEval(f *testing.F) {
	for _, s := range []string{"1+2", "((((", "x in (1,'a')", "not not 1", "2^(3!)", "'it''s' like '%'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := Parse(s)
		if err != nil {
			return
		}
		_, _ = n.Eval(func(string) (any, bool) { return 2.0, true })
		if d, err := n.Derive("x"); err == nil {
			_ = d.String()
		}
	})
}
