package define

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"deft/tool/library/world"
)

// Bounds that hold wherever a document gives none: what a public API would also refuse.
const (
	maxText  = 500
	maxItems = 100
)

// shape is a type as a document describes it: the JSON Schema of a parameter or of a result.
type shape struct {
	kind     string // string, integer, number, boolean, array, object, map, any
	format   string
	enum     []string
	min, max *float64 // of a number, of a string's length in runes, of an array's length
	pattern  string
	items    *shape
	fields   []field
}

type field struct {
	name, doc string
	index     []int
	shape     *shape
	required  bool
	fallback  any // the default, already checked; nil when there is none
	defText   string
}

// Shapes remembers the struct types that were read while a library is built: many results hold
// the same rows.
type Shapes map[reflect.Type][]field

var (
	dateType = reflect.TypeFor[world.Date]()
	timeType = reflect.TypeFor[time.Time]()
)

// shapeOf reads a Go type. Struct fields are described by tags: json (name; omitempty makes a
// parameter optional), doc, enum, min, max, format, default (which also makes it optional).
func (c Shapes) shapeOf(t reflect.Type, tag reflect.StructTag) *shape {
	s := &shape{}
	if len(tag) > 0 {
		s.format, s.min, s.max = tag.Get("format"), bound(tag.Get("min")), bound(tag.Get("max"))
		if e := tag.Get("enum"); e != "" {
			s.enum = strings.Split(e, ",")
		}
	}
	switch {
	case t == dateType:
		s.kind, s.format = "string", "date"
		return s
	case t == timeType:
		s.kind, s.format = "string", "date-time"
		return s
	}
	switch t.Kind() {
	case reflect.String:
		s.kind = "string"
	case reflect.Bool:
		s.kind = "boolean"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		s.kind = "integer"
	case reflect.Float32, reflect.Float64:
		s.kind = "number"
	case reflect.Slice, reflect.Array:
		// Tags of a list describe its members, except min and max, which are its length.
		s.kind = "array"
		s.items = c.shapeOf(t.Elem(), reflect.StructTag(fmt.Sprintf("enum:%q format:%q min:%q max:%q", tag.Get("enum"), tag.Get("format"), tag.Get("each_min"), tag.Get("each_max"))))
		s.enum, s.format = nil, ""
	case reflect.Map:
		s.kind, s.items = "map", c.shapeOf(t.Elem(), "")
	case reflect.Struct:
		s.kind = "object"
		fields, ok := c[t]
		if !ok {
			fields = c.fieldsOf(t, nil)
			c[t] = fields
		}
		s.fields = fields
	case reflect.Pointer:
		return c.shapeOf(t.Elem(), tag)
	case reflect.Interface:
		s.kind = "any"
	default:
		panic(fmt.Sprintf("define: no JSON for %s", t))
	}
	return s
}

func (c Shapes) fieldsOf(t reflect.Type, at []int) []field {
	var out []field
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(slices.Clone(at), i)
		if f.Anonymous && f.Tag.Get("json") == "" {
			out = append(out, c.fieldsOf(f.Type, index)...)
			continue
		}
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		fd := field{name: name, doc: f.Tag.Get("doc"), index: index, shape: c.shapeOf(f.Type, f.Tag), required: !strings.Contains(rest, "omitempty")}
		if d, ok := f.Tag.Lookup("default"); ok {
			fd.setDefault(d)
		}
		out = append(out, fd)
	}
	return out
}

// setDefault takes a default as written in a tag: JSON, or for a string its plain text.
func (f *field) setDefault(text string) {
	f.required, f.defText = false, text
	if f.shape.kind == "string" {
		q, _ := json.Marshal(text)
		f.defText = string(q)
	}
	v, err := decodeValue([]byte(f.defText))
	if err == nil {
		f.fallback, err = f.shape.check(v, f.name)
	}
	if err != nil {
		panic(fmt.Sprintf("define: default of %s: %v", f.name, err))
	}
}

func bound(s string) *float64 {
	if s == "" {
		return nil
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(fmt.Sprintf("define: bound %q: %v", s, err))
	}
	return &v
}

// schema writes s as JSON Schema. Parameters are closed objects with default bounds; results are
// open and give only what is always true.
func (s *shape) schema(b *strings.Builder, doc, def string, params bool) {
	b.WriteByte('{')
	kind := s.kind
	if kind == "map" {
		kind = "object"
	}
	sep := ""
	put := func(key, value string) {
		b.WriteString(sep + `"` + key + `":` + value)
		sep = ","
	}
	if kind != "any" {
		put("type", `"`+kind+`"`)
	}
	if doc != "" {
		put("description", quote(doc))
	}
	if s.format != "" {
		put("format", quote(s.format))
	}
	if s.pattern != "" {
		put("pattern", quote(s.pattern))
	}
	if len(s.enum) > 0 {
		put("enum", quoteAll(s.enum))
	}
	lo, hi := s.bounds(params)
	low, high := "minimum", "maximum"
	switch s.kind {
	case "string":
		low, high = "minLength", "maxLength"
	case "array":
		low, high = "minItems", "maxItems"
	}
	if lo != nil {
		put(low, number(*lo))
	}
	if hi != nil {
		put(high, number(*hi))
	}
	if def != "" {
		put("default", def)
	}
	switch s.kind {
	case "array":
		b.WriteString(sep + `"items":`)
		s.items.schema(b, "", "", params)
	case "map":
		b.WriteString(sep + `"additionalProperties":`)
		s.items.schema(b, "", "", params)
	case "object":
		s.objectSchema(b, sep, params)
	}
	b.WriteByte('}')
}

func (s *shape) bounds(params bool) (lo, hi *float64) {
	lo, hi = s.min, s.max
	if !params || hi != nil {
		return lo, hi
	}
	switch {
	case s.kind == "string" && len(s.enum) == 0 && s.format == "":
		hi = limit(maxText)
	case s.kind == "array":
		hi = limit(maxItems)
	}
	return lo, hi
}

func limit(n float64) *float64 { return &n }

func (s *shape) objectSchema(b *strings.Builder, sep string, params bool) {
	b.WriteString(sep + `"properties":{`)
	var required []string
	for i, f := range s.fields {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(f.name) + ":")
		f.shape.schema(b, f.doc, f.defText, params)
		if f.required {
			required = append(required, f.name)
		}
	}
	b.WriteByte('}')
	if len(required) > 0 {
		b.WriteString(`,"required":` + quoteAll(required))
	}
	if params {
		b.WriteString(`,"additionalProperties":false`)
	}
}

// quote writes a JSON string. Most texts are plain and need no escapes. Markup is left as it is: a
// model reads the text, no browser does.
func quote(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] >= ' ' && s[i] < 0x7f && s[i] != '"' && s[i] != '\\'
	}
	if plain {
		return `"` + s + `"`
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a text never fails, and a Builder neither
	return strings.TrimSuffix(b.String(), "\n")
}

func quoteAll(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quote(s)
	}
	return "[" + strings.Join(out, ",") + "]"
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
