package define

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/mail"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"deft/tool/library/world"
)

// maxArguments bounds the JSON of one call, in bytes.
const maxArguments = 1 << 20

// maxDepth bounds its nesting; no document of the library needs more than four levels.
const maxDepth = 32

func decodeValue(raw []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text after the JSON value")
	}
	return v, nil
}

// shallow says whether raw nests at most maxDepth deep, without decoding it.
func shallow(raw []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '{' || c == '['):
			if depth++; depth > maxDepth {
				return false
			}
		case !quoted && (c == '}' || c == ']'):
			depth--
		}
	}
	return true
}

// arguments reads and checks the arguments of a call; absent ones take their defaults.
func (s *shape) arguments(raw json.RawMessage) (map[string]any, error) {
	if len(raw) > maxArguments {
		return nil, Invalid("arguments", "are %d bytes long; at most %d are accepted", len(raw), maxArguments)
	}
	if !shallow(raw) {
		return nil, Invalid("arguments", "are nested more than %d levels deep", maxDepth)
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte("{}")
	}
	v, err := decodeValue(raw)
	if err != nil {
		return nil, Invalid("arguments", "are not JSON: %v", err)
	}
	if v == nil {
		v = map[string]any{}
	}
	out, err := s.check(v, "")
	if err != nil {
		return nil, err
	}
	return out.(map[string]any), nil
}

// check compares a decoded JSON value with the shape and gives it with defaults filled in.
func (s *shape) check(v any, at string) (any, error) {
	switch s.kind {
	case "string":
		t, ok := v.(string)
		if !ok {
			return nil, wrong(at, "a string", v)
		}
		return t, s.checkText(t, at)
	case "integer", "number":
		return s.checkNumber(v, at)
	case "boolean":
		if _, ok := v.(bool); !ok {
			return nil, wrong(at, "a boolean", v)
		}
		return v, nil
	case "array":
		return s.checkArray(v, at)
	case "map":
		m, ok := v.(map[string]any)
		if !ok {
			return nil, wrong(at, "an object", v)
		}
		if len(m) > maxItems {
			return nil, Invalid(at, "has %d entries; at most %d are accepted", len(m), maxItems)
		}
		out := make(map[string]any, len(m))
		for k, e := range m {
			c, err := s.items.check(e, at+"."+k)
			if err != nil {
				return nil, err
			}
			out[k] = c
		}
		return out, nil
	case "object":
		return s.checkObject(v, at)
	}
	return v, nil
}

func (s *shape) checkText(t, at string) error {
	if len(s.enum) > 0 && !slices.Contains(s.enum, t) {
		return Invalid(at, "is %s; it must be one of %s", clip(t), strings.Join(s.enum, ", "))
	}
	lo, hi := s.bounds(true)
	if n := utf8.RuneCountInString(t); hi != nil && float64(n) > *hi {
		return Invalid(at, "is %d characters long; at most %s are accepted", n, number(*hi))
	} else if lo != nil && float64(n) < *lo {
		return Invalid(at, "is %d characters long; at least %s are needed", n, number(*lo))
	}
	if problem := badFormat(s.format, t); problem != "" {
		return Invalid(at, "is %s, which is not %s", clip(t), problem)
	}
	return nil
}

// badFormat names what a text of that format should be, or nothing when it is that.
func badFormat(format, t string) string {
	ok, want := true, ""
	switch format {
	case "date":
		_, err := time.Parse(time.DateOnly, t)
		ok, want = err == nil, "a date (YYYY-MM-DD)"
	case "date-time":
		_, err := time.Parse(time.RFC3339, t)
		ok, want = err == nil, "a date and time (RFC 3339, such as 2025-06-02T09:00:00Z)"
	case "time":
		_, err := time.Parse("15:04", t)
		ok, want = err == nil, "a time of day (HH:MM)"
	case "email":
		a, err := mail.ParseAddress(t)
		ok, want = err == nil && a.Address == t && len(t) <= 254, "an e-mail address"
	case "uri":
		u, err := url.Parse(t)
		ok, want = err == nil && u.Scheme != "" && u.Host != "" && len(t) <= 2000, "an absolute URL"
	case "ipv4":
		a, err := netip.ParseAddr(t)
		ok, want = err == nil && a.Is4(), "an IPv4 address"
	}
	if ok {
		return ""
	}
	return want
}

func (s *shape) checkNumber(v any, at string) (any, error) {
	n, ok := v.(json.Number)
	if !ok {
		want := "a number"
		if s.kind == "integer" {
			want = "an integer"
		}
		return nil, wrong(at, want, v)
	}
	x, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return nil, Invalid(at, "is %s, which is too large", clip(string(n)))
	}
	if s.kind == "integer" && (x != math.Trunc(x) || math.Abs(x) > 1<<53) {
		return nil, Invalid(at, "is %s; it must be an integer", clip(string(n)))
	}
	if s.min != nil && x < *s.min {
		return nil, Invalid(at, "is %s; it must be at least %s", clip(string(n)), number(*s.min))
	}
	if s.max != nil && x > *s.max {
		return nil, Invalid(at, "is %s; it must be at most %s", clip(string(n)), number(*s.max))
	}
	return x, nil
}

func (s *shape) checkArray(v any, at string) (any, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, wrong(at, "an array", v)
	}
	lo, hi := s.bounds(true)
	if float64(len(list)) > *hi {
		return nil, Invalid(at, "has %d members; at most %s are accepted", len(list), number(*hi))
	}
	if lo != nil && float64(len(list)) < *lo {
		return nil, Invalid(at, "has %d members; at least %s are needed", len(list), number(*lo))
	}
	out := make([]any, len(list))
	for i, e := range list {
		c, err := s.items.check(e, fmt.Sprintf("%s[%d]", at, i))
		if err != nil {
			return nil, err
		}
		out[i] = c
	}
	return out, nil
}

func (s *shape) checkObject(v any, at string) (any, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, wrong(at, "an object", v)
	}
	if at != "" {
		at += "."
	}
	out := make(map[string]any, len(s.fields))
	for _, f := range s.fields {
		e, given := m[f.name]
		switch {
		case given && (e != nil || f.required):
			c, err := f.shape.check(e, at+f.name)
			if err != nil {
				return nil, err
			}
			out[f.name] = c
		case f.required:
			return nil, Invalid(at+f.name, "is required and missing")
		case f.fallback != nil:
			out[f.name] = f.fallback
		}
	}
	for k := range m {
		if !slices.ContainsFunc(s.fields, func(f field) bool { return f.name == k }) {
			return nil, unknownParameter(at+k, s.fields)
		}
	}
	return out, nil
}

func unknownParameter(name string, fields []field) error {
	known := make([]string, len(fields))
	for i, f := range fields {
		known[i] = f.name
	}
	if len(known) == 0 {
		return Invalid(clip(name), "is unknown: there are no parameters")
	}
	return Invalid(clip(name), "is unknown; known are %s", strings.Join(known, ", "))
}

func wrong(at, want string, got any) error {
	name := map[reflect.Kind]string{reflect.Bool: "a boolean", reflect.Map: "an object", reflect.Slice: "an array", reflect.String: "a string"}[reflect.ValueOf(got).Kind()]
	if _, ok := got.(json.Number); ok {
		name = "a number"
	} else if got == nil {
		name = "null"
	}
	if at == "" {
		at = "arguments"
	}
	return Invalid(at, "must be %s, not %s", want, name)
}

// clip shortens a model's text for a message.
func clip(s string) string {
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:60], "") + "…"
	}
	return strconv.Quote(s)
}

// assign stores a checked value in a Go value of the type the shape was read from.
func (s *shape) assign(to reflect.Value, v any) {
	if to.Kind() == reflect.Pointer {
		to.Set(reflect.New(to.Type().Elem()))
		to = to.Elem()
	}
	switch x := v.(type) {
	case string:
		switch to.Type() {
		case dateType:
			d, _ := world.ParseDate(x)
			to.SetInt(int64(d))
		case timeType:
			t, _ := time.Parse(time.RFC3339, x)
			to.Set(reflect.ValueOf(t.UTC()))
		default:
			setAny(to, x, func() { to.SetString(x) })
		}
	case float64:
		setAny(to, x, func() {
			if to.CanInt() {
				to.SetInt(int64(x))
			} else {
				to.SetFloat(x)
			}
		})
	case bool:
		setAny(to, x, func() { to.SetBool(x) })
	case []any:
		if to.Kind() == reflect.Interface {
			to.Set(reflect.ValueOf(x))
			return
		}
		to.Set(reflect.MakeSlice(to.Type(), len(x), len(x)))
		for i, e := range x {
			s.items.assign(to.Index(i), e)
		}
	case map[string]any:
		s.assignMap(to, x)
	case json.Number:
		to.Set(reflect.ValueOf(x))
	}
}

func (s *shape) assignMap(to reflect.Value, x map[string]any) {
	switch to.Kind() {
	case reflect.Struct:
		for _, f := range s.fields {
			if e, ok := x[f.name]; ok {
				f.shape.assign(to.FieldByIndex(f.index), e)
			}
		}
	case reflect.Map:
		to.Set(reflect.MakeMapWithSize(to.Type(), len(x)))
		for k, e := range x {
			cell := reflect.New(to.Type().Elem()).Elem()
			s.items.assign(cell, e)
			to.SetMapIndex(reflect.ValueOf(k), cell)
		}
	default:
		to.Set(reflect.ValueOf(x))
	}
}

func setAny(to reflect.Value, v any, typed func()) {
	if to.Kind() == reflect.Interface {
		to.Set(reflect.ValueOf(v))
		return
	}
	typed()
}
