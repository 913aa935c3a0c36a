package bfcl

import (
	"strings"

	"deft/pyvalue"
)

// schemaError checks what the released checker leaves out: at any depth, required members are
// there and values are among those of an enum. The gold answer wins over a document that
// contradicts it. It gives the error type, "" when all is well.
func schemaError(schema string, v pyvalue.Value, want *accepted) string {
	return schemaFault(schema, v, want.values)
}

func schemaFault(schema string, v pyvalue.Value, gold []pyvalue.Value) string {
	if !strings.Contains(schema, `"enum"`) && !strings.Contains(schema, `"required"`) {
		return ""
	}
	var enum, properties, required, items string
	members(schema, func(key, value string) {
		switch key {
		case "enum":
			enum = value
		case "properties":
			properties = value
		case "required":
			required = value
		case "items":
			items = value
		}
	})
	if enum != "" && !in(v, gold) && !inEnum(enum, v) {
		return "schema:enum"
	}
	switch v.Kind {
	case pyvalue.Dict:
		return objectFault(properties, required, v, gold)
	case pyvalue.List, pyvalue.Tuple:
		for i := range v.Items {
			if f := schemaFault(items, v.Items[i], itemGold(gold, i)); f != "" {
				return f
			}
		}
	}
	return ""
}

// inEnum says whether the document lists v. A list is checked item by item where the enum holds
// no lists: some documents put the items' enum beside "items".
func inEnum(enum string, v pyvalue.Value) bool {
	found := false
	elements(enum, func(raw string) {
		if w, err := pyvalue.FromJSONString(raw); err == nil && pyvalue.Equal(v, w) {
			found = true
		}
	})
	if found || v.Kind != pyvalue.List {
		return found
	}
	for i := range v.Items {
		if v.Items[i].Kind == pyvalue.List || !inEnum(enum, v.Items[i]) {
			return false
		}
	}
	return true
}

func objectFault(properties, required string, v pyvalue.Value, gold []pyvalue.Value) string {
	fault := ""
	elements(required, func(raw string) {
		if name := text(raw); fault == "" && !v.Has(name) && !leftOut(gold, name) {
			fault = "schema:missing_required"
		}
	})
	members(properties, func(name, schema string) {
		if fault != "" {
			return
		}
		if member, ok := v.Get(name); ok {
			fault = schemaFault(schema, member, memberGold(gold, name))
		}
	})
	return fault
}

// leftOut says whether a gold dictionary does without the member.
func leftOut(gold []pyvalue.Value, name string) bool {
	for i := range gold {
		if gold[i].Kind != pyvalue.Dict {
			continue
		}
		if m, ok := gold[i].Get(name); !ok || optional(m) {
			return true
		}
	}
	return false
}

// memberGold gathers the accepted values of a member from all accepted dictionaries.
func memberGold(gold []pyvalue.Value, name string) []pyvalue.Value {
	var out []pyvalue.Value
	for i := range gold {
		if m, ok := gold[i].Get(name); ok {
			if m.Kind == pyvalue.List {
				out = append(out, m.Items...)
			}
			out = append(out, m)
		}
	}
	return out
}

func itemGold(gold []pyvalue.Value, i int) []pyvalue.Value {
	var out []pyvalue.Value
	for g := range gold {
		if gold[g].Kind == pyvalue.List && i < len(gold[g].Items) {
			out = append(out, gold[g].Items[i])
		}
	}
	return out
}

// parametersSchema rewrites a document's parameters as JSON Schema: the types have Python's names.
// Parameters of Java and JavaScript functions are literals of those languages, as strings.
func parametersSchema(raw string, lang language) []byte {
	return appendSchema(make([]byte, 0, len(raw)+64), raw, lang, 0)
}

func appendSchema(out []byte, raw string, lang language, depth int) []byte {
	if depth > 60 || raw == "" || raw[0] != '{' {
		return append(out, raw...)
	}
	out = append(out, '{')
	typ, described := "", false
	put := func(key string) {
		if out[len(out)-1] != '{' {
			out = append(out, ',')
		}
		out = append(quote(out, key), ':')
	}
	literal := lang != python && depth == 1
	members(raw, func(key, value string) {
		switch {
		case key == "type" && len(value) > 1 && value[0] == '"':
			typ = text(value)
			if t := schemaType(typ); literal {
				put("type")
				out = append(out, `"string"`...)
			} else if t != "" {
				put("type")
				out = quote(out, t)
			}
		case key == "properties":
			if literal {
				return
			}
			put(key)
			out = append(out, '{')
			members(value, func(name, schema string) {
				put(name)
				out = appendSchema(out, schema, lang, depth+1)
			})
			out = append(out, '}')
		case key == "items":
			if !literal {
				put(key)
				out = appendSchema(out, value, lang, depth+1)
			}
		case key == "description" && literal:
			described = true
			put(key)
			out = quote(out, text(value)+literalNote(raw, lang))
		case literal && key == "default":
		default:
			put(key)
			out = append(out, value...)
		}
	})
	if literal && !described {
		put("description")
		out = quote(out, strings.TrimSpace(literalNote(raw, lang)))
	}
	return append(out, '}')
}

// literalNote tells the model how a value of another language is to be written.
func literalNote(raw string, lang language) string {
	typ, item := "", ""
	members(raw, func(key, value string) {
		switch key {
		case "type":
			typ = text(value)
		case "items":
			members(value, func(key, value string) {
				if key == "type" {
					item = text(value)
				}
			})
		}
	})
	if typ == "any" {
		return " (written as a " + lang.String() + " expression, inside a string)"
	}
	of := ""
	if item != "" {
		of = " of " + item
	}
	return " (a " + lang.String() + " literal of type " + typ + of + ", inside a string)"
}

// String gives the language's name.
func (l language) String() string { return [...]string{"Python", "Java", "JavaScript"}[l] }

// schemaType gives the JSON Schema type; "" where any value is allowed.
func schemaType(typ string) string {
	switch typ {
	case "dict", "HashMap", "Hashtable":
		return "object"
	case "float", "double":
		return "number"
	case "tuple", "Array", "ArrayList", "Set", "Queue", "Stack":
		return "array"
	case "any", "":
		return ""
	case "String", "char":
		return "string"
	case "Boolean":
		return "boolean"
	case "byte", "short", "long", "Bigint":
		return "integer"
	}
	return typ
}
