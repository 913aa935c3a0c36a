package am

import (
	"math"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/expr"
	"deft/tool/library/world"
)

func calculatorTools() []define.Tool {
	return []define.Tool{
		define.Calc("evaluate_expression", "Evaluates an expression: arithmetic, powers, roots, trigonometry, logarithms, comparisons and functions such as max, gcd or ncr.",
			func(_ *world.World, in struct {
				Expression string             `json:"expression" doc:"Expression, such as 2*(3+4)^2 or sqrt(x)" min:"1" max:"500"`
				Variables  map[string]float64 `json:"variables,omitempty" doc:"Values of the names in the expression"`
			}) (out struct {
				Expression string `json:"expression" doc:"The expression as it was read"`
				Value      any    `json:"value" doc:"Number, text or truth value"`
			}, err error) {
				n, err := parse(in.Expression)
				if err != nil {
					return out, err
				}
				out.Expression = n.String()
				if out.Value, err = n.Eval(func(name string) (any, bool) { v, ok := in.Variables[name]; return v, ok }); err != nil {
					return out, define.Fail("undefined", "%v", err)
				}
				return out, nil
			}, `{"expression":"2*(3+4)^2"}`, `{"expression":"sqrt(a^2+b^2)","variables":{"a":3,"b":4}}`),
		define.Calc("analyze_function", "Simplifies or differentiates a function of x, integrates it between two bounds, or finds its zeros between them.",
			func(_ *world.World, in struct {
				Operation string  `json:"operation" doc:"What to do" enum:"simplify,differentiate,integrate,zeros,tangent"`
				Function  string  `json:"function" doc:"Function of x, such as x^2 - 2" min:"1" max:"300"`
				From      float64 `json:"from" doc:"Lower bound; for a tangent, where it touches" min:"-1000000" max:"1000000" default:"-10"`
				To        float64 `json:"to" doc:"Upper bound" min:"-1000000" max:"1000000" default:"10"`
			}) (out struct {
				Formula string    `json:"formula" doc:"The result as a formula; empty when it is a number"`
				Values  []float64 `json:"values" doc:"The integral, or the zeros in ascending order"`
			}, err error) {
				n, err := parse(in.Function)
				if err != nil {
					return out, err
				}
				if in.From >= in.To && in.Operation != "tangent" {
					return out, define.Invalid("from", "must be below to")
				}
				at := func(n *expr.Node, x float64) (float64, error) {
					return n.Number(func(name string) (any, bool) { return x, name == "x" })
				}
				switch in.Operation {
				case "simplify":
					out.Formula = n.Simplify().String()
					return out, nil
				case "differentiate", "tangent":
					d, err := n.Derive("x")
					if err != nil {
						return out, define.Fail("undefined", "%v", err)
					}
					out.Formula = d.String()
					if in.Operation == "differentiate" {
						return out, nil
					}
					y, err := at(n, in.From)
					if err != nil {
						return out, define.Fail("undefined", "%v", err)
					}
					slope, err := at(d, in.From)
					if err != nil {
						return out, define.Fail("undefined", "%v", err)
					}
					line, err := expr.Parse("m*x + c")
					if err != nil {
						return out, err
					}
					line.Args[0].Args[0] = &expr.Node{Op: "num", Num: world.Round(slope, 9)}
					line.Args[1] = &expr.Node{Op: "num", Num: world.Round(y-slope*in.From, 9)}
					out.Formula, out.Values = line.Simplify().String(), []float64{slope, y - slope*in.From}
					return out, nil
				case "integrate":
					v, err := simpson(func(x float64) (float64, error) { return at(n, x) }, in.From, in.To)
					out.Values = []float64{v}
					return out, err
				}
				out.Values = zeros(func(x float64) (float64, error) { return at(n, x) }, in.From, in.To)
				return out, nil
			}, `{"operation":"differentiate","function":"x^3 + sin(x)"}`, `{"operation":"integrate","function":"x^2","from":0,"to":3}`, `{"operation":"zeros","function":"x^2 - 2"}`, `{"operation":"tangent","function":"x^2","from":3}`),
		define.Calc("convert_units", "Converts a measure between units of length, mass, time, volume, speed, energy, pressure, data or temperature.",
			func(_ *world.World, in struct {
				Value float64 `json:"value" doc:"Value to convert" min:"-1000000000000" max:"1000000000000"`
				From  string  `json:"from_unit" doc:"Unit of the value, such as mile, kg, kmh or celsius" min:"1" max:"20"`
				To    string  `json:"to_unit" doc:"Unit to convert to" min:"1" max:"20"`
			}) (out struct {
				Value     float64 `json:"value"`
				Dimension string  `json:"dimension"`
			}, err error) {
				from, ok := unitNamed(in.From)
				if !ok {
					return out, define.Invalid("from_unit", "is unknown; known are %s", unitNames())
				}
				to, ok := unitNamed(in.To)
				if !ok {
					return out, define.Invalid("to_unit", "is unknown; known are %s", unitNames())
				}
				if from.dimension != to.dimension {
					return out, define.Invalid("to_unit", "measures %s, from_unit measures %s", to.dimension, from.dimension)
				}
				out.Dimension = from.dimension
				out.Value = (in.Value*from.factor + from.offset - to.offset) / to.factor
				if from.dimension == "temperature" && in.Value*from.factor+from.offset < 0 {
					return out, define.Invalid("value", "is below absolute zero")
				}
				return out, nil
			}, `{"value":26.2,"from_unit":"mile","to_unit":"km"}`, `{"value":100,"from_unit":"celsius","to_unit":"fahrenheit"}`),
	}
}

func parse(text string) (*expr.Node, error) {
	n, err := expr.Parse(text)
	if err != nil {
		return nil, define.Invalid("expression", "cannot be read: %v", err)
	}
	return n, nil
}

// simpson integrates with 2,000 steps of Simpson's rule.
func simpson(f func(float64) (float64, error), from, to float64) (float64, error) {
	const steps = 2000
	h, sum := (to-from)/steps, 0.0
	for i := range steps + 1 {
		y, err := f(from + float64(i)*h)
		if err != nil {
			return 0, define.Fail("undefined", "the function is not defined at x = %.6g: %v", from+float64(i)*h, err)
		}
		weight := 4.0
		if i%2 == 0 {
			weight = 2
		}
		if i == 0 || i == steps {
			weight = 1
		}
		sum += weight * y
	}
	return sum * h / 3, nil
}

// zeros finds where f changes its sign or touches zero on a grid of 1,000 steps, by bisection.
func zeros(f func(float64) (float64, error), from, to float64) []float64 {
	const steps = 1000
	h := (to - from) / steps
	out := []float64{}
	before, known := 0.0, false
	for i := range steps + 1 {
		x := from + float64(i)*h
		y, err := f(x)
		if err != nil {
			known = false
			continue
		}
		switch {
		case y == 0:
			out = append(out, x)
		case known && before*y < 0:
			if z, ok := bisect(f, x-h, x, before); ok {
				out = append(out, z)
			}
		}
		before, known = y, true
	}
	return out
}

func bisect(f func(float64) (float64, error), a, b, fa float64) (float64, bool) {
	for range 60 {
		m := (a + b) / 2
		y, err := f(m)
		if err != nil {
			return 0, false
		}
		if fa*y > 0 {
			a, fa = m, y
		} else {
			b = m
		}
	}
	// A pole changes sign too, but the function is large there.
	y, err := f((a + b) / 2)
	return (a + b) / 2, err == nil && math.Abs(y) < 1e-3
}

type unit struct {
	dimension      string
	factor, offset float64
}

// units gives what one of each unit is in the base unit of its dimension.
const units = `length|m 1|km 1000|cm 0.01|mm 0.001|mile 1609.344|yard 0.9144|foot 0.3048|inch 0.0254|nautical_mile 1852
mass|kg 1|g 0.001|mg 0.000001|tonne 1000|pound 0.45359237|ounce 0.028349523125|stone 6.35029318
time|second 1|minute 60|hour 3600|day 86400|week 604800|year 31557600
volume|litre 1|ml 0.001|cubic_metre 1000|gallon 3.785411784|quart 0.946352946|pint 0.473176473|cup 0.2365882365
speed|ms 1|kmh 0.2777777777777778|mph 0.44704|knot 0.5144444444444445
energy|joule 1|kj 1000|kcal 4184|wh 3600|kwh 3600000|btu 1055.05585262
pressure|pascal 1|hpa 100|bar 100000|atm 101325|psi 6894.757293168
data|byte 1|kb 1000|mb 1000000|gb 1000000000|tb 1000000000000|kib 1024|mib 1048576|gib 1073741824
temperature|kelvin 1|celsius 1 273.15|fahrenheit 0.5555555555555556 255.3722222222222`

func unitNamed(name string) (unit, bool) {
	for line := range strings.SplitSeq(units, "\n") {
		parts := strings.Split(line, "|")
		for _, p := range parts[1:] {
			f := strings.Fields(p)
			if !strings.EqualFold(f[0], strings.TrimSpace(name)) {
				continue
			}
			u := unit{dimension: parts[0], factor: number(f[1])}
			if len(f) > 2 {
				u.offset = number(f[2])
			}
			return u, true
		}
	}
	return unit{}, false
}

func unitNames() string {
	var out []string
	for line := range strings.SplitSeq(units, "\n") {
		for _, p := range strings.Split(line, "|")[1:] {
			out = append(out, strings.Fields(p)[0])
		}
	}
	return strings.Join(out, ", ")
}
