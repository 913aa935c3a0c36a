package define

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"

	"deft/tool/library/world"
)

// encode writes a result as JSON. It differs from encoding/json where a document promises more:
// an empty list is [], fractions have at most six decimals, and a number that is not finite is
// an error of the tool instead of invalid JSON.
func (s *shape) encode(b []byte, v reflect.Value) ([]byte, error) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		v = v.Elem()
	}
	switch s.kind {
	case "any":
		return encodeAny(b, v)
	case "boolean":
		return strconv.AppendBool(b, v.Bool()), nil
	case "integer":
		if v.CanUint() {
			return strconv.AppendUint(b, v.Uint(), 10), nil
		}
		return strconv.AppendInt(b, v.Int(), 10), nil
	case "number":
		return encodeFloat(b, v.Float())
	case "string":
		switch v.Type() {
		case dateType:
			return append(b, quote(world.Date(v.Int()).String())...), nil
		case timeType:
			return append(b, quote(v.Interface().(time.Time).Format(time.RFC3339))...), nil
		}
		return append(b, quote(v.String())...), nil
	case "array":
		return s.encodeArray(b, v)
	case "map":
		return s.encodeMap(b, v)
	case "object":
		return s.encodeObject(b, v)
	}
	return nil, fmt.Errorf("define: cannot write a %s", s.kind)
}

func encodeFloat(b []byte, x float64) ([]byte, error) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, Fail("not_finite", "the result is not a finite number")
	}
	if math.Abs(x) < 1e15 && math.Abs(x) >= 1e-3 {
		x = world.Round(x, 6)
	}
	if x == 0 {
		x = 0 // no negative zero
	}
	j, err := json.Marshal(x)
	return append(b, j...), err
}

func encodeAny(b []byte, v reflect.Value) ([]byte, error) {
	if !v.IsValid() {
		return append(b, "null"...), nil
	}
	if v.CanFloat() {
		return encodeFloat(b, v.Float())
	}
	j, err := json.Marshal(v.Interface())
	if err != nil {
		return nil, Fail("not_json", "the result cannot be written as JSON: %v", err)
	}
	return append(b, j...), nil
}

func (s *shape) encodeArray(b []byte, v reflect.Value) ([]byte, error) {
	b = append(b, '[')
	var err error
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = s.items.encode(b, v.Index(i)); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func (s *shape) encodeMap(b []byte, v reflect.Value) ([]byte, error) {
	keys := make([]string, 0, v.Len())
	for _, k := range v.MapKeys() {
		keys = append(keys, k.String())
	}
	slices.Sort(keys)
	b = append(b, '{')
	var err error
	for i, k := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, quote(k)...), ':')
		if b, err = s.items.encode(b, v.MapIndex(reflect.ValueOf(k))); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func (s *shape) encodeObject(b []byte, v reflect.Value) ([]byte, error) {
	b = append(b, '{')
	first := true
	var err error
	for _, f := range s.fields {
		cell := v.FieldByIndex(f.index)
		if !f.required && cell.IsZero() {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(append(b, quote(f.name)...), ':')
		if b, err = f.shape.encode(b, cell); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}
