package protocol

import (
	"bytes"
	"encoding/json"
	"html"
	"strings"

	"deft/tool"
)

// documentsJSON writes each tool as one line of JSON: name, description, parameters.
func documentsJSON(tools []tool.Spec) string {
	var b bytes.Buffer
	for i, t := range tools {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.Write(appendDocument(nil, t))
	}
	return b.String()
}

func appendDocument(out []byte, t tool.Spec) []byte {
	out = append(out, `{"name": `...)
	out = appendString(out, t.Name)
	if t.Description != "" {
		out = append(out, `, "description": `...)
		out = appendString(out, t.Description)
	}
	if len(t.Parameters) > 0 {
		out = append(out, `, "parameters": `...)
		out = appendCompact(out, t.Parameters)
	}
	if len(t.Result) > 0 {
		out = append(out, `, "result": `...)
		out = appendCompact(out, t.Result)
	}
	return append(out, '}')
}

// appendCompact appends JSON on one line; what is not JSON goes in as a string.
func appendCompact(out []byte, j json.RawMessage) []byte {
	b := bytes.NewBuffer(out)
	if err := json.Compact(b, j); err != nil {
		return appendString(out, string(j))
	}
	return b.Bytes()
}

// parameterDoc is one parameter as a document in Python or XML shows it.
type parameterDoc struct {
	name, typ, description string
	enum, value            json.RawMessage // accepted values; the default
	schema                 json.RawMessage
	required               bool
	parts                  []parameterDoc
}

// parameterDocs lists the properties of a JSON Schema of type object, two levels deep.
func parameterDocs(schema json.RawMessage, levels int) []parameterDoc {
	j := appendCompact(nil, schema)
	if !isObject(j) {
		return nil
	}
	required := map[string]bool{}
	var docs []parameterDoc
	for w := walkOf(j); w.next(); {
		switch key, v := string(w.key), w.value(); {
		case key == "required" && isList(v):
			for names := walkOf(v); names.next(); {
				required[unquote(names.value())] = true
			}
		case key == "properties" && isObject(v):
			for p := walkOf(v); p.next(); {
				docs = append(docs, readParameter(string(p.key), p.value(), levels))
			}
		}
	}
	for i := range docs {
		docs[i].required = required[docs[i].name]
	}
	return docs
}

func readParameter(name string, schema json.RawMessage, levels int) parameterDoc {
	d := parameterDoc{name: name, schema: schema}
	if !isObject(schema) {
		return d
	}
	for w := walkOf(schema); w.next(); {
		switch key, v := string(w.key), w.value(); {
		case key == "type" && isString(v):
			d.typ = unquote(v)
		case key == "description" && isString(v):
			d.description = unquote(v)
		case key == "enum":
			d.enum = v
		case key == "default":
			d.value = v
		case key == "items" && isObject(v):
			if it := readParameter("", v, 0); it.typ != "" {
				d.typ += " of " + it.typ
			}
		}
	}
	if levels > 0 {
		d.parts = parameterDocs(schema, levels-1)
	}
	return d
}

// documentsPython writes each tool as the head of a Python function with its docstring.
func documentsPython(tools []tool.Spec) string {
	var b bytes.Buffer
	for i, t := range tools {
		if i > 0 {
			b.WriteString("\n\n")
		}
		docs := parameterDocs(t.Parameters, 4)
		b.WriteString("def " + t.Name + "(")
		for k, d := range docs {
			if k > 0 {
				b.WriteString(", ")
			}
			b.WriteString(d.name + ": " + pythonType(d))
			switch {
			case d.value != nil:
				b.WriteString(" = ")
				b.Write(appendPython(nil, d.value))
			case !d.required:
				b.WriteString(" = None")
			}
		}
		b.WriteString("):\n    \"\"\"" + t.Description)
		writeParameters(&b, docs, "    ")
		b.WriteString("\n    \"\"\"")
	}
	return b.String()
}

func writeParameters(b *bytes.Buffer, docs []parameterDoc, indent string) {
	for _, d := range docs {
		b.WriteString("\n" + indent + d.name + " (" + pythonType(d) + ")")
		if d.description != "" {
			b.WriteString(": " + d.description)
		}
		if d.enum != nil {
			b.WriteString(" One of ")
			b.Write(appendPython(nil, d.enum))
			b.WriteByte('.')
		}
		writeParameters(b, d.parts, indent+"    ")
	}
}

func pythonType(d parameterDoc) string {
	switch typ, item, list := strings.Cut(d.typ, " of "); typ {
	case "string":
		return "str"
	case "integer":
		return "int"
	case "number":
		return "float"
	case "boolean":
		return "bool"
	case "object":
		return "dict"
	case "array":
		if list {
			return "list[" + pythonType(parameterDoc{typ: item}) + "]"
		}
		return "list"
	}
	return "object"
}

// documentsXML writes each tool as an element with one element a parameter.
func documentsXML(tools []tool.Spec) string {
	var b bytes.Buffer
	for i, t := range tools {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(`<tool name="` + html.EscapeString(t.Name) + `">`)
		if t.Description != "" {
			b.WriteString("\n<description>" + html.EscapeString(t.Description) + "</description>")
		}
		xmlParameters(&b, parameterDocs(t.Parameters, 4))
		b.WriteString("\n</tool>")
	}
	return b.String()
}

func xmlParameters(b *bytes.Buffer, docs []parameterDoc) {
	for _, d := range docs {
		b.WriteString("\n" + `<parameter name="` + html.EscapeString(d.name) + `"`)
		for _, a := range [...]struct{ key, value string }{{"type", d.typ}, {"enum", string(d.enum)}, {"default", string(d.value)}} {
			if a.value != "" {
				b.WriteString(" " + a.key + `="` + html.EscapeString(a.value) + `"`)
			}
		}
		if d.required {
			b.WriteString(` required="true"`)
		}
		b.WriteString(">" + html.EscapeString(d.description))
		xmlParameters(b, d.parts)
		b.WriteString("</parameter>")
	}
}
