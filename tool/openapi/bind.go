package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"deft/tool"
)

// binder makes one JSON Schema of an operation's parameters and body, and remembers which argument
// belongs where.
type binder struct {
	schemas    *schemas
	op         *Operation
	args       tool.Names
	properties []property
	required   []string
}

type property struct {
	name   string
	schema map[string]any
}

// params takes the operation's own parameters before those of its path; a path's parameter of the
// same name and place is replaced by the operation's.
func (b *binder) params(ofPath, own openapi3.Parameters) error {
	type place struct{ in, name string }
	seen := map[place]bool{}
	all := slices.Concat(own, ofPath)
	slices.SortStableFunc(all, func(x, y *openapi3.ParameterRef) int { // those of the path keep their names
		return strings.Compare(rank(x), rank(y))
	})
	for _, ref := range all {
		if ref == nil || ref.Value == nil {
			continue
		}
		v := ref.Value
		if seen[place{v.In, v.Name}] {
			continue
		}
		seen[place{v.In, v.Name}] = true
		if v.In == openapi3.ParameterInHeader && reservedHeader(v.Name) {
			continue
		}
		if err := b.param(v); err != nil {
			return err
		}
	}
	for _, name := range placeholders(b.op.Path) {
		if !seen[place{"path", name}] {
			return fmt.Errorf("its path has {%s}, which no parameter describes", name)
		}
	}
	return nil
}

func rank(ref *openapi3.ParameterRef) string {
	if ref != nil && ref.Value != nil && ref.Value.In == openapi3.ParameterInPath {
		return "0"
	}
	return "1"
}

// reservedHeader names headers that OpenAPI takes from elsewhere, and those with which a request
// could become another one.
func reservedHeader(name string) bool {
	switch strings.ToLower(name) {
	case "accept", "content-type", "authorization", "host", "content-length", "transfer-encoding", "connection",
		"upgrade", "te", "trailer", "cookie", "expect", "proxy-authorization", "proxy-connection", "keep-alive":
		return true
	}
	return false
}

func placeholders(path string) []string {
	var out []string
	for {
		_, rest, ok := strings.Cut(path, "{")
		if !ok {
			return out
		}
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return out
		}
		out = append(out, name)
		path = after
	}
}

func (b *binder) param(v *openapi3.Parameter) error {
	p := Param{Name: v.Name, In: v.In, Style: v.Style, Reserved: v.AllowReserved}
	switch v.In {
	case "query", "cookie":
		p.Style = orDefault(p.Style, "form")
	case "path", "header":
		p.Style = orDefault(p.Style, "simple")
	default:
		return fmt.Errorf("parameter %.60q is in %.20q, which is no place we know", v.Name, v.In)
	}
	p.Explode = p.Style == "form" || p.Style == "deepObject"
	if v.Explode != nil {
		p.Explode = *v.Explode
	}
	ref := v.Schema
	for _, media := range v.Content {
		if media != nil {
			ref, p.JSON = media.Schema, true
		}
	}
	s, err := b.schemas.convert(ref, request)
	if err != nil {
		return fmt.Errorf("parameter %.60q: %w", v.Name, err)
	}
	if v.Description != "" {
		s["description"] = shortened(v.Description, maxDescription)
	}
	p.Arg = b.add(v.Name, "in_"+v.In, s, v.Required || v.In == "path")
	b.op.Params = append(b.op.Params, p)
	return nil
}

func orDefault(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// add takes an argument's name that is not taken: that of the parameter, or with its place.
func (b *binder) add(name, place string, s map[string]any, required bool) string {
	arg := argument(name)
	if b.args[arg] {
		arg = argument(arg + "_" + place)
	}
	arg = b.args.Unique(arg)
	b.properties = append(b.properties, property{arg, s})
	if required {
		b.required = append(b.required, arg)
	}
	return arg
}

// argument writes a parameter's name with the characters that endpoints take in property names.
func argument(name string) string {
	clean := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_.-", r) {
			return r
		}
		return '_'
	}
	out := strings.Map(clean, name)
	if t := strings.Trim(out, "_"); t != "" && t != name { // filter[status] is filter_status, $top is top
		out = t
	}
	return orDefault(out[:min(len(out), tool.MaxName)], "value")
}

// bodyTypes are the media types we can write, the best first.
var bodyTypes = []string{"application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"}

// bodyType picks the best media type of a body. A pattern such as */* becomes what it may stand for.
func bodyType(content openapi3.Content) (string, *openapi3.MediaType) {
	for _, want := range bodyTypes {
		for _, name := range slices.Sorted(maps.Keys(content)) {
			base, _, _ := strings.Cut(strings.ToLower(name), ";")
			base = strings.TrimSpace(base)
			switch {
			case content[name] == nil:
			case base == want, want == "application/json" && strings.HasSuffix(base, "+json") && !strings.Contains(base, "*"):
				return name, content[name]
			case base == "*/*", base == strings.Split(want, "/")[0]+"/*":
				return want, content[name]
			}
		}
	}
	return "", nil
}

func (b *binder) body(v *openapi3.RequestBody) error {
	if len(v.Content) == 0 {
		return nil
	}
	kind, media := bodyType(v.Content)
	if media == nil {
		return fmt.Errorf("its body is %s, which we cannot write", strings.Join(slices.Sorted(maps.Keys(v.Content)), " or "))
	}
	b.op.Body = &Body{Type: kind, Required: v.Required}
	if strings.HasPrefix(strings.ToLower(kind), "multipart/") {
		b.op.Body.Files = files(media)
	}
	object, err := b.schemas.convertInline(media.Schema, request)
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	if b.flat(object, v.Required) {
		b.fields(object)
		return nil
	}
	s, err := b.schemas.convert(media.Schema, request)
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	if v.Description != "" {
		s["description"] = shortened(v.Description, maxDescription)
	}
	b.op.Body.Whole = b.add("body", "of_request", s, v.Required)
	return nil
}

// files are the properties of a multipart form that hold files: texts of format "binary", those
// with a media type of their own, and lists of such.
func files(media *openapi3.MediaType) []string {
	if media.Schema == nil || media.Schema.Value == nil {
		return nil
	}
	var out []string
	for name, p := range media.Schema.Value.Properties {
		if p != nil && p.Value != nil && p.Value.Items != nil {
			p = p.Value.Items
		}
		if p != nil && p.Value != nil && (p.Value.Format == "binary" || p.Value.ContentMediaType != "") {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// flat says whether the properties of the body can stand beside the parameters: a plain object, no
// name taken, and no required property inside an optional body.
func (b *binder) flat(object map[string]any, required bool) bool {
	named, ok := object["properties"].(map[string]any)
	if !ok || object["type"] != "object" || len(named) == 0 {
		return false
	}
	must, _ := object["required"].([]any)
	if !required && len(must) > 0 {
		return false
	}
	for key := range object {
		switch key {
		case "type", "properties", "required", "description", "title", "additionalProperties":
		default:
			return false
		}
	}
	if more, ok := object["additionalProperties"]; ok && more != false {
		return false
	}
	arguments := map[string]bool{}
	for name := range named {
		arg := argument(name)
		if b.args[arg] || arguments[arg] {
			return false
		}
		arguments[arg] = true
	}
	return true
}

func (b *binder) fields(object map[string]any) {
	named := object["properties"].(map[string]any)
	must, _ := object["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(named)) {
		s, _ := named[name].(map[string]any)
		arg := b.add(name, "in_body", s, slices.Contains(must, any(name)))
		b.op.Body.Fields = append(b.op.Body.Fields, Field{Arg: arg, Name: name})
	}
}

// document is the JSON Schema of all arguments.
func (b *binder) document() (json.RawMessage, error) {
	properties := make(map[string]any, len(b.properties))
	for _, p := range b.properties {
		properties[p.name] = p.schema
	}
	out := map[string]any{"type": "object", "properties": properties}
	if len(b.required) > 0 {
		out["required"] = b.required
	}
	b.schemas.attach(out)
	return fit(out)
}
