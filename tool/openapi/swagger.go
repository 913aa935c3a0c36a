package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"
	yaml "go.yaml.in/yaml/v3"
)

// isSwagger says whether a document calls itself "swagger", as OpenAPI was called up to version 2.
func isSwagger(text []byte) bool {
	text = bytes.TrimSpace(text)
	if !bytes.HasPrefix(text, []byte("{")) {
		for line := range bytes.Lines(text) {
			key, _, ok := bytes.Cut(line, []byte(":"))
			if ok && strings.Trim(strings.TrimRight(string(key[:min(len(key), 80)]), " "), `"'`) == "swagger" {
				return true
			}
		}
		return false
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return false
	}
	for d.More() { // the version is nearly always the first key, so that the rest need not be read
		key, err := d.Token()
		if err != nil || key == "openapi" {
			return false
		}
		if key == "swagger" {
			return true
		}
		var skip json.RawMessage
		if d.Decode(&skip) != nil {
			return false
		}
	}
	return false
}

// readSwagger reads a Swagger 2 document, JSON or YAML, as OpenAPI 3.
func readSwagger(text []byte) (*openapi3.T, error) {
	var tree any
	if json.Unmarshal(text, &tree) != nil {
		if err := yaml.Unmarshal(text, &tree); err != nil {
			return nil, err
		}
	}
	text, err := json.Marshal(plainTree(tree))
	if err != nil {
		return nil, err
	}
	var old openapi2.T
	if err := json.Unmarshal(text, &old); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(old.Swagger, "2.") {
		return nil, fmt.Errorf("its Swagger version is %.20q, want 2.0", old.Swagger)
	}
	if len(old.Paths) == 0 {
		return nil, errors.New("it has no paths")
	}
	for _, p := range old.Parameters {
		separated(p)
	}
	for _, item := range old.Paths {
		if item == nil {
			continue
		}
		for _, p := range item.Parameters {
			separated(p)
		}
		for _, op := range item.Operations() {
			for _, p := range op.Parameters {
				separated(p)
			}
			op.Consumes = consumes(&old, slices.Concat(op.Parameters, item.Parameters), op.Consumes)
		}
	}
	doc, err := openapi2conv.ToV3(&old)
	if err != nil {
		return nil, err
	}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			needed(op.RequestBody)
		}
	}
	return doc, nil
}

// needed says that a form with fields that must be there must be there itself. In Swagger 2 only
// the fields say so.
func needed(body *openapi3.RequestBodyRef) {
	if body == nil || body.Value == nil || body.Ref != "" || body.Value.Extensions["x-originalParamName"] != nil {
		return
	}
	for _, media := range body.Value.Content {
		if media != nil && media.Schema != nil && media.Schema.Ref == "" && media.Schema.Value != nil && len(media.Schema.Value.Required) > 0 {
			body.Value.Required = true
		}
	}
}

// separated writes the default of lists out: Swagger 2 separates them by commas, OpenAPI 3 repeats
// the parameter.
func separated(p *openapi2.Parameter) {
	if p != nil && p.CollectionFormat == "" && p.Type.Is("array") {
		p.CollectionFormat = "csv"
	}
}

// consumes are the media types of an operation's body, with those that a form, or a document that
// names none, means.
func consumes(doc *openapi2.T, parameters openapi2.Parameters, own []string) []string {
	if len(own) == 0 {
		own = doc.Consumes
	}
	form, file := false, false
	for _, p := range parameters {
		if name, ok := strings.CutPrefix(p.Ref, "#/parameters/"); ok && doc.Parameters[name] != nil {
			p = doc.Parameters[name]
		}
		form = form || p.In == "formData"
		file = file || p.In == "formData" && p.Type.Is("file")
	}
	switch {
	case form && (file || slices.Contains(own, "multipart/form-data") && !slices.Contains(own, "application/x-www-form-urlencoded")):
		return []string{"multipart/form-data"}
	case form:
		return []string{"application/x-www-form-urlencoded"}
	case len(own) == 0:
		return []string{"application/json"}
	}
	return own
}

// plainTree makes of a document's tree what the parser takes: maps with other keys than strings,
// such as the numbers of responses, get those keys as text, and lists whose items each have a
// schema of their own, which are JSON Schema but not Swagger, may hold anything.
func plainTree(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, item := range v {
			if _, several := item.([]any); several && k == "items" {
				item = map[string]any{}
			}
			v[k] = plainTree(item)
		}
	case map[any]any:
		out := make(map[string]any, len(v))
		for k, item := range v {
			out[fmt.Sprint(k)] = item
		}
		return plainTree(out)
	case []any:
		for i, item := range v {
			v[i] = plainTree(item)
		}
	}
	return v
}
