package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
)

// Tool documents of benchmarks use types that are no JSON Schema ("dict", "float", "list") and
// leave out what APIs insist on. What follows rewrites them as the benchmarks' own scripts do for
// hosted models: the nearest JSON Schema type; text where a type is unknown or missing.

// noParameters is the schema of a tool without any.
const noParameters = `{"type":"object","properties":{}}`

// schemaCache keeps rewritten documents: a run shows the same ones many times. It starts over
// when it holds cacheBytes.
type schemaCache struct {
	mu    sync.RWMutex
	known map[string]json.RawMessage
	size  int
}

const cacheBytes = 8 << 20

// normal gives the schema as APIs take it.
func (c *schemaCache) normal(raw json.RawMessage) (json.RawMessage, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return json.RawMessage(noParameters), nil
	}
	c.mu.RLock()
	out, ok := c.known[string(raw)]
	c.mu.RUnlock()
	if ok {
		return out, nil
	}
	out, err := normalSchema(raw)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || c.size > cacheBytes {
		c.known, c.size = map[string]json.RawMessage{}, 0
	}
	c.known[string(raw)] = out
	c.size += len(raw) + len(out)
	return out, nil
}

func normalSchema(raw json.RawMessage) (json.RawMessage, error) {
	if !json.Valid(raw) {
		return nil, errors.New("invalid JSON")
	}
	top, ok := members(raw)
	if !ok {
		return nil, errors.New("not a JSON object")
	}
	if !top.has("properties") {
		top.set("properties", json.RawMessage("{}"))
	}
	top.set("type", json.RawMessage(`"object"`))
	out, _ := fixObject(top, 0)
	var compact bytes.Buffer
	if err := json.Compact(&compact, out); err != nil {
		return nil, err
	}
	return compact.Bytes(), nil
}

// maxSchemaDepth bounds the rewriting; what lies deeper is sent as it is.
const maxSchemaDepth = 64

// fix rewrites one schema. required tells that the schema said of itself, in the manner of drafts
// before 4, that its property is required.
func fix(raw json.RawMessage, depth int) (out json.RawMessage, required bool) {
	o, ok := members(raw)
	if !ok || depth > maxSchemaDepth {
		return raw, false // true and false are schemas too
	}
	return fixObject(o, depth)
}

func fixObject(o object, depth int) (out json.RawMessage, required bool) {
	if r, ok := o.get("required"); ok && (string(r) == "true" || string(r) == "false") {
		required = string(r) == "true"
		o.drop("required")
	}
	fixType(&o)
	var requiredNames []string
	for i := range o {
		m := &o[i]
		switch m.key {
		case "properties":
			m.value, requiredNames = fixProperties(m.value, depth)
		case "$defs", "definitions", "patternProperties":
			m.value, _ = fixProperties(m.value, depth)
		case "items", "additionalProperties", "not":
			m.value, _ = fix(m.value, depth+1)
		case "anyOf", "oneOf", "allOf", "prefixItems":
			m.value = fixList(m.value, depth)
		}
	}
	fixRequired(&o, requiredNames)
	return o.json(), required
}

func fixProperties(raw json.RawMessage, depth int) (json.RawMessage, []string) {
	properties, ok := members(raw)
	if !ok {
		return json.RawMessage("{}"), nil
	}
	var required []string
	for i := range properties {
		value, r := fix(properties[i].value, depth+1)
		if properties[i].value = value; r {
			required = append(required, properties[i].key)
		}
	}
	return properties.json(), required
}

func fixList(raw json.RawMessage, depth int) json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return raw
	}
	for i := range list {
		list[i], _ = fix(list[i], depth+1)
	}
	return encode(list)
}

// fixRequired keeps the required names that are properties, and adds those that said so themselves.
func fixRequired(o *object, more []string) {
	raw, listed := o.get("required")
	var names []string
	if listed && json.Unmarshal(raw, &names) != nil {
		names = nil
	}
	if !listed && len(more) == 0 {
		return
	}
	raw, _ = o.get("properties")
	properties, _ := members(raw)
	var kept []string
	for _, n := range append(names, more...) {
		if properties.has(n) && !slices.Contains(kept, n) {
			kept = append(kept, n)
		}
	}
	if len(kept) == 0 {
		o.drop("required")
		return
	}
	o.set("required", encode(kept))
}

// schemaTypes maps the type names found in benchmarks, in small letters.
var schemaTypes = map[string]string{
	"object": "object", "dict": "object", "map": "object", "hashmap": "object", "hashtable": "object", "struct": "object", "json": "object",
	"array": "array", "list": "array", "tuple": "array", "set": "array", "arraylist": "array", "queue": "array", "stack": "array",
	"number": "number", "float": "number", "double": "number", "decimal": "number",
	"integer": "integer", "int": "integer", "long": "integer", "short": "integer", "byte": "integer", "bigint": "integer",
	"boolean": "boolean", "bool": "boolean", "null": "null", "none": "null", "nonetype": "null",
}

func jsonType(name string) string {
	if t, ok := schemaTypes[strings.ToLower(strings.TrimSpace(name))]; ok {
		return t
	}
	return "string"
}

// fixType gives the schema a type, unless it is one that others compose, and an array its items.
func fixType(o *object) {
	raw, ok := o.get("type")
	var one string
	var several []string
	switch {
	case ok && json.Unmarshal(raw, &one) == nil && string(raw) != "null":
		one = jsonType(one)
		o.set("type", encode(one))
	case ok && json.Unmarshal(raw, &several) == nil && len(several) > 0:
		var types []string
		for _, t := range several {
			if t = jsonType(t); !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
		o.set("type", encode(types))
		if slices.Contains(types, "array") {
			one = "array"
		}
	default:
		o.drop("type")
		if one = impliedType(o); one == "" {
			return
		}
		o.prepend("type", encode(one))
	}
	if one != "array" {
		return
	}
	items, _ := o.get("items")
	var list []json.RawMessage
	switch {
	case json.Unmarshal(items, &list) == nil && len(list) == 1:
		o.set("items", list[0])
	case len(list) > 1: // a schema for each place, which newer drafts write otherwise
		o.set("items", json.RawMessage(`{"anyOf":`+string(encode(list))+`}`))
	default:
		if _, ok := members(items); !ok {
			o.set("items", json.RawMessage(`{"type":"string"}`))
		}
	}
}

func impliedType(o *object) string {
	for _, key := range []string{"$ref", "anyOf", "oneOf", "allOf", "not", "const"} {
		if o.has(key) {
			return ""
		}
	}
	if o.has("properties") {
		return "object"
	}
	if o.has("items") {
		return "array"
	}
	var values []json.RawMessage
	if raw, ok := o.get("enum"); ok {
		_ = json.Unmarshal(raw, &values)
	}
	if raw, ok := o.get("default"); ok && len(values) == 0 {
		values = append(values, raw)
	}
	implied := ""
	for _, v := range values {
		t := typeOf(v)
		if implied != "" && t != implied {
			return "string"
		}
		implied = t
	}
	if implied == "" || implied == "null" {
		return "string"
	}
	return implied
}

func typeOf(v json.RawMessage) string {
	switch v[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	if bytes.ContainsAny(v, ".eE") {
		return "number"
	}
	return "integer"
}

// strictSchema says whether a schema keeps the rules of OpenAI's strict mode: every object closed
// and all of its properties required.
func strictSchema(raw json.RawMessage, depth int) bool {
	o, ok := members(raw)
	if !ok || depth > maxSchemaDepth {
		return false
	}
	if raw, ok := o.get("properties"); ok {
		closed, _ := o.get("additionalProperties")
		properties, ok := members(raw)
		var required []string
		raw, _ := o.get("required")
		if json.Unmarshal(raw, &required) != nil || !ok || string(closed) != "false" {
			return false
		}
		for _, p := range properties {
			if !slices.Contains(required, p.key) || !strictSchema(p.value, depth+1) {
				return false
			}
		}
	}
	if items, ok := o.get("items"); ok && !strictSchema(items, depth+1) {
		return false
	}
	return o.has("type") || o.has("enum") || o.has("anyOf") || o.has("$ref")
}
