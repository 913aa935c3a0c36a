package schema

import "strings"

// normalize rewrites what published tool documents write instead of JSON Schema: type names of
// programming languages, "required": true inside a property, "nullable", an enum that is not a
// list. Where properties are listed the object is closed, unless the document opens it. The root
// of arguments is an object even when nothing says so.
func normalize(doc any, arguments bool) any {
	root, ok := doc.(map[string]any)
	if !ok {
		return doc
	}
	root = schemaOf(root, 0)
	if !arguments {
		return root
	}
	if _, ok := root["type"]; !ok && root["$ref"] == nil {
		root["type"] = "object"
	}
	if !composed(root) && root["additionalProperties"] == nil && root["patternProperties"] == nil {
		root["additionalProperties"] = false
	}
	return root
}

// types maps names used in the wild to JSON Schema's; "" means that any value will do.
func jsonType(name string) (string, bool) {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "object", "dict", "dictionary", "map", "hashmap":
		return "object", true
	case "array", "list", "tuple", "set", "arraylist":
		return "array", true
	case "string", "str", "text", "char":
		return "string", true
	case "integer", "int", "long", "short", "byte", "bigint":
		return "integer", true
	case "number", "float", "double", "decimal":
		return "number", true
	case "boolean", "bool":
		return "boolean", true
	case "null", "none":
		return "null", true
	}
	return "", false
}

// maxDepth stops the rewriting of absurdly nested documents; below it they are taken as they are.
const maxDepth = 200

func schemaOf(in map[string]any, depth int) map[string]any {
	out := make(map[string]any, len(in))
	for k, v := range in {
		out[k] = v
	}
	if depth > maxDepth {
		return out
	}
	setType(out)
	if e, ok := out["enum"]; ok {
		if list, ok := e.([]any); !ok || len(list) == 0 {
			delete(out, "enum")
		}
	}
	if _, ok := out["format"].(string); !ok {
		delete(out, "format")
	}
	setProperties(out, depth)
	for _, key := range []string{"items", "additionalProperties", "not", "if", "then", "else", "contains"} {
		if sub, ok := out[key].(map[string]any); ok {
			out[key] = schemaOf(sub, depth+1)
		}
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf", "prefixItems"} {
		if list, ok := out[key].([]any); ok {
			out[key] = each(list, depth)
		}
	}
	for _, key := range []string{"$defs", "definitions", "patternProperties"} {
		if named, ok := out[key].(map[string]any); ok {
			copied := make(map[string]any, len(named))
			for name, v := range named {
				copied[name] = sub(v, depth)
			}
			out[key] = copied
		}
	}
	return out
}

func each(list []any, depth int) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = sub(v, depth)
	}
	return out
}

func sub(v any, depth int) any {
	if m, ok := v.(map[string]any); ok {
		return schemaOf(m, depth+1)
	}
	return v
}

func setType(out map[string]any) {
	nullable, _ := out["nullable"].(bool)
	switch t := out["type"].(type) {
	case string:
		name, ok := jsonType(t)
		switch {
		case !ok:
			delete(out, "type") // "any", "Date", a class name: no constraint we could check
		case nullable && name != "null":
			out["type"] = []any{name, "null"}
		default:
			out["type"] = name
		}
	case []any:
		var names []any
		for _, item := range t {
			s, _ := item.(string)
			name, ok := jsonType(s)
			if !ok {
				names = nil
				break
			}
			names = append(names, name)
		}
		if out["type"] = names; len(names) == 0 {
			delete(out, "type")
		}
	default:
		delete(out, "type")
	}
}

// setProperties rewrites the properties, lifts "required": true out of them and closes the object.
func setProperties(out map[string]any, depth int) {
	var required []any
	if list, ok := out["required"].([]any); ok {
		required = append(required, list...)
	}
	delete(out, "required")
	if named, ok := out["properties"].(map[string]any); ok {
		copied := make(map[string]any, len(named))
		for name, v := range named {
			property, ok := v.(map[string]any)
			if !ok {
				copied[name] = v
				continue
			}
			if must, _ := property["required"].(bool); must {
				required = append(required, name)
			}
			copied[name] = schemaOf(property, depth+1)
		}
		out["properties"] = copied
		if len(copied) > 0 && !composed(out) && out["additionalProperties"] == nil && out["patternProperties"] == nil {
			out["additionalProperties"] = false
		}
	} else {
		delete(out, "properties")
	}
	if unique := distinctStrings(required); len(unique) > 0 {
		out["required"] = unique
	}
}

func distinctStrings(list []any) []any {
	seen := map[string]bool{}
	var out []any
	for _, v := range list {
		if s, ok := v.(string); ok && !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// composed says whether other parts of the schema may add properties to this object.
func composed(s map[string]any) bool {
	for _, key := range []string{"$ref", "allOf", "anyOf", "oneOf", "if", "unevaluatedProperties"} {
		if _, ok := s[key]; ok {
			return true
		}
	}
	return false
}
