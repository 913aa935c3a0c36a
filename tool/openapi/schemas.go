package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"deft/tool"
)

// Limits of one tool's document: a model has to read it.
const (
	maxNodes       = 4000
	maxSchema      = 128 << 10
	maxDescription = 512
)

// mode says which half of a schema counts: a request has no read-only properties, a response no
// write-only ones.
type mode int

const (
	request mode = iota
	response
)

// schemas converts OpenAPI schemas to JSON Schema. Schemas that a document names and that have
// parts become definitions of their own, so that documents that refer to themselves stay finite.
//
// Where an exact rendering would refuse what servers accept, the converted schema is looser: oneOf
// becomes anyOf, patterns that our expressions cannot say and conditions (if, then) are left out.
type schemas struct {
	defs  map[string]map[string]any
	named map[*openapi3.Schema]string
	taken tool.Names
	nodes int
}

func newSchemas() *schemas {
	return &schemas{defs: map[string]map[string]any{}, named: map[*openapi3.Schema]string{}, taken: tool.Names{}}
}

var errTooBig = fmt.Errorf("its schema has more than %d parts", maxNodes)

// attach adds the definitions that were needed to a finished schema.
func (s *schemas) attach(root map[string]any) {
	if len(s.defs) == 0 {
		return
	}
	defs := make(map[string]any, len(s.defs))
	for name, d := range s.defs {
		defs[name] = d
	}
	root["$defs"] = defs
}

// convert gives the schema, as a reference where the document names it.
func (s *schemas) convert(ref *openapi3.SchemaRef, m mode) (map[string]any, error) {
	if ref == nil || ref.Value == nil || ref.Ref == "" || simple(ref.Value) {
		return s.inline(ref, m, nil)
	}
	name, ok := s.named[ref.Value]
	if !ok {
		last := ref.Ref[strings.LastIndexByte(ref.Ref, '/')+1:]
		name = s.taken.Unique(orDefault(tool.CleanName(last), "part"))
		s.named[ref.Value] = name
		def, err := s.inline(ref, m, nil)
		if err != nil {
			return nil, err
		}
		s.defs[name] = def
	}
	return map[string]any{"$ref": "#/$defs/" + name}, nil
}

// convertInline gives the schema itself, also where the document names it.
func (s *schemas) convertInline(ref *openapi3.SchemaRef, m mode) (map[string]any, error) {
	return s.inline(ref, m, nil)
}

// simple says whether a schema has no parts, so that repeating it costs little.
func simple(v *openapi3.Schema) bool {
	return len(v.Properties)+len(v.AllOf)+len(v.AnyOf)+len(v.OneOf)+len(v.PrefixItems)+len(v.PatternProperties) == 0 &&
		v.Items == nil && v.Not == nil && v.AdditionalProperties.Schema == nil
}

// inline converts a schema in place. inside holds the schemas it is a part of by allOf, which must
// not come again.
func (s *schemas) inline(ref *openapi3.SchemaRef, m mode, inside []*openapi3.Schema) (map[string]any, error) {
	if s.nodes++; s.nodes > maxNodes {
		return nil, errTooBig
	}
	if ref == nil || ref.Value == nil {
		return map[string]any{}, nil
	}
	v := ref.Value
	if slices.Contains(inside, v) {
		return nil, errors.New("a schema is a part of itself")
	}
	inside = append(slices.Clip(inside), v)
	if v.Always != nil {
		if *v.Always {
			return map[string]any{}, nil
		}
		return map[string]any{"not": map[string]any{}}, nil
	}
	out := map[string]any{}
	scalars(v, out)
	if err := s.parts(v, m, out); err != nil {
		return nil, err
	}
	if err := s.alternatives(v, m, out, inside); err != nil {
		return nil, err
	}
	return s.all(v, m, out, inside)
}

// scalars writes the keywords that hold no schemas.
func scalars(v *openapi3.Schema, out map[string]any) {
	types(v, out)
	set := func(key string, given bool, value any) {
		if given {
			out[key] = value
		}
	}
	set("description", v.Description != "", shortened(v.Description, maxDescription))
	set("format", v.Format != "", v.Format)
	set("const", v.Const != nil, v.Const)
	set("default", v.Default != nil, v.Default)
	set("minLength", v.MinLength > 0, v.MinLength)
	set("maxLength", v.MaxLength != nil, v.MaxLength)
	set("minItems", v.MinItems > 0, v.MinItems)
	set("maxItems", v.MaxItems != nil, v.MaxItems)
	set("uniqueItems", v.UniqueItems, true)
	set("minProperties", v.MinProps > 0, v.MinProps)
	set("maxProperties", v.MaxProps != nil, v.MaxProps)
	set("multipleOf", v.MultipleOf != nil && *v.MultipleOf > 0, v.MultipleOf)
	bound(out, "minimum", "exclusiveMinimum", v.Min, v.ExclusiveMin)
	bound(out, "maximum", "exclusiveMaximum", v.Max, v.ExclusiveMax)
	if v.Pattern != "" {
		if _, err := regexp.Compile(v.Pattern); err == nil {
			out["pattern"] = v.Pattern
		}
	}
}

// types writes type and enum, with null where the schema allows it.
func types(v *openapi3.Schema, out map[string]any) {
	var names []any
	if v.Type != nil {
		for _, t := range *v.Type {
			names = append(names, t)
		}
	}
	if len(names) == 0 && len(v.Properties) > 0 {
		names = append(names, "object")
	}
	null := v.Nullable && len(names) > 0 && !slices.Contains(names, any("null"))
	if null {
		names = append(names, "null")
	}
	switch len(names) {
	case 0:
	case 1:
		out["type"] = names[0]
	default:
		out["type"] = names
	}
	if len(v.Enum) == 0 {
		return
	}
	enum := slices.Clone(v.Enum)
	if slices.Contains(names, any("string")) && !slices.Contains(names, any("boolean")) {
		for i, e := range enum { // YAML reads on, 1 and the like as something else
			switch e := e.(type) {
			case bool:
				enum[i] = strconv.FormatBool(e)
			case float64:
				enum[i] = strconv.FormatFloat(e, 'f', -1, 64)
			}
		}
	}
	if null && !slices.Contains(enum, nil) {
		enum = append(enum, nil)
	}
	out["enum"] = enum
}

// bound writes a limit in its present form; OpenAPI 3.0 says "exclusive" by a flag.
func bound(out map[string]any, key, exclusive string, limit *float64, flag openapi3.ExclusiveBound) {
	switch {
	case limit != nil && flag.IsTrue():
		out[exclusive] = *limit
		return
	case flag.Value != nil:
		out[exclusive] = *flag.Value
	}
	if limit != nil {
		out[key] = *limit
	}
}

// parts writes the keywords of objects and lists.
func (s *schemas) parts(v *openapi3.Schema, m mode, out map[string]any) error {
	properties := map[string]any{}
	var required []any
	for _, name := range slices.Sorted(maps.Keys(v.Properties)) {
		p := v.Properties[name]
		if p != nil && p.Value != nil && (m == request && p.Value.ReadOnly || m == response && p.Value.WriteOnly) {
			continue
		}
		c, err := s.convert(p, m)
		if err != nil {
			return fmt.Errorf("property %.60q: %w", name, err)
		}
		properties[name] = c
	}
	for _, name := range v.Required {
		if _, dropped := v.Properties[name]; dropped && properties[name] == nil {
			continue
		}
		required = append(required, name)
	}
	if len(properties) > 0 {
		out["properties"] = properties
	}
	if len(required) > 0 {
		out["required"] = required
	}
	if v.Items != nil {
		c, err := s.convert(v.Items, m)
		if err != nil {
			return err
		}
		out["items"] = c
	}
	switch more := v.AdditionalProperties; {
	case more.Schema != nil:
		c, err := s.convert(more.Schema, m)
		if err != nil {
			return err
		}
		out["additionalProperties"] = c
	case more.Has != nil:
		out["additionalProperties"] = *more.Has
	}
	return nil
}

// alternatives writes anyOf, of anyOf and oneOf, and not. Their objects are open where another
// part of the schema may name further properties.
func (s *schemas) alternatives(v *openapi3.Schema, m mode, out map[string]any, inside []*openapi3.Schema) error {
	var list []any
	for _, ref := range slices.Concat(v.AnyOf, v.OneOf) {
		c, err := s.convert(ref, m)
		if err == nil && len(v.Properties)+len(v.AllOf) > 0 {
			if c, err = s.inline(ref, m, inside); err == nil {
				c = opened(c)
			}
		}
		if err != nil {
			return err
		}
		list = append(list, c)
	}
	if len(list) > 0 {
		out["anyOf"] = list
	}
	if v.Not != nil {
		c, err := s.inline(v.Not, m, inside)
		if err != nil {
			return err
		}
		out["not"] = opened(c)
	}
	return nil
}

// opened lets an object have properties that it does not name.
func opened(c map[string]any) map[string]any {
	if c["additionalProperties"] == nil && c["properties"] != nil {
		c["additionalProperties"] = true
	}
	return c
}

// all merges the members of allOf into one object where they do not contradict each other, since
// every member alone would refuse the properties of the others.
func (s *schemas) all(v *openapi3.Schema, m mode, own map[string]any, inside []*openapi3.Schema) (map[string]any, error) {
	if len(v.AllOf) == 0 {
		return completed(own), nil
	}
	members := []map[string]any{own}
	for _, ref := range v.AllOf {
		c, err := s.inline(ref, m, inside)
		if err != nil {
			return nil, err
		}
		members = append(members, c)
	}
	if merged, ok := merge(members); ok {
		return completed(merged), nil
	}
	list := make([]any, len(members))
	for i, c := range members {
		list[i] = opened(c)
	}
	return map[string]any{"allOf": list}, nil
}

// completed names the properties that an object requires and does not describe; without them no
// object would fit, since objects are closed.
func completed(c map[string]any) map[string]any {
	properties, ok := c["properties"].(map[string]any)
	required, _ := c["required"].([]any)
	if !ok || c["additionalProperties"] != nil {
		return c
	}
	for _, r := range required {
		if name, ok := r.(string); ok && properties[name] == nil {
			properties[name] = map[string]any{}
		}
	}
	return c
}

func merge(members []map[string]any) (map[string]any, bool) {
	out := map[string]any{}
	properties := map[string]any{}
	var required []any
	for _, c := range members {
		for key, value := range c {
			switch key {
			case "properties":
				for name, p := range value.(map[string]any) {
					properties[name] = both(properties[name], p)
				}
			case "required":
				for _, name := range value.([]any) {
					if !slices.Contains(required, name) {
						required = append(required, name)
					}
				}
			case "description", "default":
				if out[key] == nil {
					out[key] = value
				}
			case "additionalProperties":
				if value != false { // false is what the merged object is anyway
					out[key] = value
				}
			default:
				if old, ok := out[key]; ok && !reflect.DeepEqual(old, value) {
					return nil, false
				}
				out[key] = value
			}
		}
	}
	if len(properties) > 0 {
		out["properties"] = properties
	}
	if len(required) > 0 {
		out["required"] = required
	}
	return out, true
}

// both is what fits two schemas of one property; nil and {} say nothing.
func both(a, b any) any {
	if m, ok := a.(map[string]any); !ok || len(m) == 0 || reflect.DeepEqual(a, b) {
		return b
	}
	if m, ok := b.(map[string]any); ok && len(m) == 0 {
		return a
	}
	return map[string]any{"allOf": []any{a, b}}
}

// result is the schema of the first 2xx response with a JSON body, nil when there is none.
func result(op *openapi3.Operation) json.RawMessage {
	if op.Responses == nil {
		return nil
	}
	all := op.Responses.Map()
	for _, code := range slices.Sorted(maps.Keys(all)) {
		if !strings.HasPrefix(code, "2") || all[code] == nil || all[code].Value == nil {
			continue
		}
		kind, media := bodyType(all[code].Value.Content)
		if media == nil || media.Schema == nil || kind != "application/json" && !strings.Contains(kind, "json") {
			continue
		}
		s := newSchemas()
		root, err := s.convert(media.Schema, response)
		if err != nil {
			return nil
		}
		s.attach(root)
		text, err := fit(root)
		if err != nil {
			return nil
		}
		return text
	}
	return nil
}

// fit writes a schema of at most maxSchema bytes. One that has more has its descriptions cut, and
// where that is not enough dropped below the arguments: names and types tell a model more.
func fit(root map[string]any) (json.RawMessage, error) {
	text, err := encode(root, maxSchema)
	for _, most := range []int{maxDescription / 4, 0} {
		if err == nil {
			break
		}
		described(root, most, 3)
		text, err = encode(root, maxSchema)
	}
	return text, err
}

// described cuts the descriptions of a schema and its parts to at most so many bytes; above depth
// they are cut, not dropped. A property may be called "description": only texts are.
func described(v any, most, above int) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			described(item, most, above)
		}
	case map[string]any:
		if text, ok := v["description"].(string); ok {
			if limit := max(most, min(above, 1)*maxDescription/4); limit > 0 {
				v["description"] = shortened(text, limit)
			} else {
				delete(v, "description")
			}
		}
		for key, item := range v {
			if key != "default" && key != "const" && key != "enum" {
				described(item, most, max(above-1, 0))
			}
		}
	}
}

// encode writes JSON of at most limit bytes, with <, > and & as they are.
func encode(v any, limit int) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("its schema is not JSON: %w", err)
	}
	if b.Len() > limit {
		return nil, fmt.Errorf("its schema has %d bytes, more than %d", b.Len(), limit)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
