package world

import (
	"context"
	"math"
	"strconv"
	"strings"

	"deft/tool/builtin"
)

func calculate(_ context.Context, _ *World, a struct{ Expression string }) (object, error) {
	p := &expression{rest: a.Expression}
	v, err := p.sum(0)
	if err != nil {
		return nil, err
	}
	if p.skip(); p.rest != "" {
		return nil, builtin.Failed("%.40q is not arithmetic", p.rest)
	}
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil, builtin.Failed("the expression has no finite value")
	}
	return object{"value": round(v, 6)}, nil
}

// expression is a recursive-descent parser over what is left to read.
type expression struct{ rest string }

const maxParentheses = 100

func (p *expression) skip() { p.rest = strings.TrimLeft(p.rest, " \t") }

func (p *expression) take(operators string) byte {
	p.skip()
	if p.rest == "" || strings.IndexByte(operators, p.rest[0]) < 0 {
		return 0
	}
	c := p.rest[0]
	p.rest = p.rest[1:]
	return c
}

func (p *expression) sum(depth int) (float64, error) {
	v, err := p.product(depth)
	for err == nil {
		op := p.take("+-")
		if op == 0 {
			return v, nil
		}
		var w float64
		if w, err = p.product(depth); op == '-' {
			w = -w
		}
		v += w
	}
	return 0, err
}

func (p *expression) product(depth int) (float64, error) {
	v, err := p.power(depth)
	for err == nil {
		op := p.take("*/")
		if op == 0 {
			return v, nil
		}
		var w float64
		if w, err = p.power(depth); op == '*' {
			v *= w
		} else {
			v /= w
		}
	}
	return 0, err
}

// power binds to the right, and a sign binds weaker than it: -2^2 is -4.
func (p *expression) power(depth int) (float64, error) {
	if depth > maxParentheses {
		return 0, builtin.Failed("the expression is nested too deeply")
	}
	switch p.take("+-") {
	case '-':
		v, err := p.power(depth + 1)
		return -v, err
	case '+':
		return p.power(depth + 1)
	}
	base, err := p.atom(depth)
	if err != nil || p.take("^") == 0 {
		return base, err
	}
	exponent, err := p.power(depth + 1)
	return math.Pow(base, exponent), err
}

func (p *expression) atom(depth int) (float64, error) {
	if p.take("(") != 0 {
		v, err := p.sum(depth + 1)
		if err == nil && p.take(")") == 0 {
			err = builtin.Failed("a parenthesis is not closed")
		}
		return v, err
	}
	p.skip()
	n := 0
	for n < len(p.rest) && (p.rest[n] >= '0' && p.rest[n] <= '9' || p.rest[n] == '.') {
		n++
	}
	v, err := strconv.ParseFloat(p.rest[:n], 64)
	if err != nil {
		return 0, builtin.Failed("a number is missing before %.40q", p.rest)
	}
	p.rest = p.rest[n:]
	return v, nil
}

// unit gives a unit's dimension and its size in that dimension's base unit.
func unit(name string) (dimension string, size float64) {
	switch name {
	case "km":
		return "length", 1000
	case "m":
		return "length", 1
	case "cm":
		return "length", 0.01
	case "mi":
		return "length", 1609.344
	case "ft":
		return "length", 0.3048
	case "in":
		return "length", 0.0254
	case "kg":
		return "weight", 1
	case "g":
		return "weight", 0.001
	case "lb":
		return "weight", 0.45359237
	case "oz":
		return "weight", 0.028349523125
	case "l":
		return "volume", 1
	case "ml":
		return "volume", 0.001
	case "gal":
		return "volume", 3.785411784
	case "kmh":
		return "speed", 1
	case "mph":
		return "speed", 1.609344
	}
	return "temperature", 1
}

func convertUnits(_ context.Context, _ *World, a struct {
	Value float64
	From  string `json:"from_unit"`
	To    string `json:"to_unit"`
}) (object, error) {
	from, size := unit(a.From)
	to, base := unit(a.To)
	if from != to {
		return nil, builtin.Failed("%s is a unit of %s and %s one of %s", a.From, from, a.To, to)
	}
	v := a.Value * size / base
	switch {
	case a.From == "F" && a.To == "C":
		v = (a.Value - 32) / 1.8
	case a.From == "C" && a.To == "F":
		v = a.Value*1.8 + 32
	}
	return object{"value": round(v, 4)}, nil
}
