package sealtools

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"

	"deft/retrieve"
	"deft/tool"
)

// document is one line of tool.jsonl. Its strings are parts of the file's text.
type document struct {
	name, description, field string
	parameters               []value
	required                 []string
	responses                []value
}

// value documents a parameter or a response of a tool.
type value struct {
	name, kind, description string
	more                    []member // further keys: example, unit, default, choices
}

// member is a key of an object with the JSON text of its value.
type member struct {
	name, json string
}

// pool is all tools of a data set, in the order of the file.
type pool struct {
	tools  []document
	byName map[string]int
	bm25   *retrieve.BM25              // over ourDocument
	specs  []atomic.Pointer[tool.Spec] // made when first asked for: most tools are never candidates
}

// schemaType gives JSON Schema's name for a type of the format; "" for any other text.
func schemaType(kind string) string {
	switch kind {
	case "str":
		return "string"
	case "int":
		return "integer"
	case "float":
		return "number"
	case "bool":
		return "boolean"
	}
	return ""
}

// The keys of a tool, all of which a line must have.
var toolKeys = []string{"api_name", "api_description", "field", "parameters", "required", "responses"}

// documents reads lines of tool.jsonl. It keeps what the documents are made of in large pieces: a
// file has ten thousand values.
type documents struct {
	scratch []value
	values  []value
	texts   []string
}

// keep moves the values read into scratch to a place of their own.
func (r *documents) keep() []value {
	if len(r.scratch) == 0 {
		return nil
	}
	if cap(r.values)-len(r.values) < len(r.scratch) {
		r.values = make([]value, 0, max(1<<10, len(r.scratch)))
	}
	from := len(r.values)
	r.values = append(r.values, r.scratch...)
	return r.values[from:len(r.values):len(r.values)]
}

// parse reads one line. Errors name the field.
func (r *documents) parse(line string) (document, error) {
	var d document
	s := scanner{src: line}
	err := s.record(toolKeys, func(key string) (err error) {
		switch key {
		case "api_name":
			d.name, err = s.text()
		case "api_description":
			d.description, err = s.text()
		case "field":
			d.field, err = s.text()
		case "parameters":
			d.parameters, err = r.readValues(&s)
		case "required":
			d.required, err = r.readTexts(&s)
		case "responses":
			d.responses, err = r.readValues(&s)
		}
		return err
	})
	if err != nil {
		return d, err
	}
	return d, d.check()
}

func (d *document) check() error {
	if d.name == "" {
		return fieldError("api_name", errEmpty)
	}
	for _, name := range d.required {
		if !slices.ContainsFunc(d.parameters, func(p value) bool { return p.name == name }) {
			return fieldError("required", fmt.Errorf("%q is not among the parameters", name))
		}
	}
	return nil
}

// texts appends a list of strings to out.
func (s *scanner) texts(out []string) ([]string, error) {
	err := s.list(func(i int) error {
		text, err := s.text()
		if err != nil {
			return itemError(i, err)
		}
		out = append(out, text)
		return nil
	})
	return out, err
}

func (r *documents) readTexts(s *scanner) ([]string, error) {
	texts, err := s.texts(r.texts)
	from := len(r.texts)
	if cap(texts) != cap(r.texts) {
		// It grew: a new piece begins, and the texts read before stay where they are.
		r.texts = append(make([]string, 0, 1<<10), texts[from:]...)
		from = 0
	} else {
		r.texts = texts
	}
	return r.texts[from:len(r.texts):len(r.texts)], err
}

// readValues reads {name: {"type", "description"}}.
func (r *documents) readValues(s *scanner) ([]value, error) {
	r.scratch = r.scratch[:0]
	err := s.object(func(name string) error {
		for i := range r.scratch {
			if r.scratch[i].name == name {
				return fieldError(name, errTwice)
			}
		}
		v, err := s.valueDocument()
		v.name = name
		r.scratch = append(r.scratch, v)
		return fieldError(name, err)
	})
	return r.keep(), err
}

func (s *scanner) valueDocument() (v value, err error) {
	described := false
	err = s.object(func(key string) (err error) {
		switch key {
		case "type":
			v.kind, err = s.text()
		case "description":
			described = true
			v.description, err = s.text()
		default:
			var text string
			text, err = s.value()
			v.more = append(v.more, member{key, text})
		}
		return fieldError(key, err)
	})
	switch {
	case err != nil:
		return v, err
	case schemaType(v.kind) == "":
		return v, fieldError("type", fmt.Errorf("%q is none of str, int, float and bool", v.kind))
	case !described:
		return v, fieldError("description", errMissing)
	}
	return v, nil
}

// spec gives the tool's document as a model sees it.
func (p *pool) spec(i int) tool.Spec {
	if s := p.specs[i].Load(); s != nil {
		return *s
	}
	d := &p.tools[i]
	s := &tool.Spec{
		Name: d.name, Description: d.description,
		Parameters: schema(d.parameters, d.required), Result: schema(d.responses, nil),
		Tags: map[string]string{"field": d.field},
	}
	p.specs[i].Store(s)
	return *s
}

// schema writes values as a JSON Schema of type object, in the document's order. Keys that the
// format does not name stand in the schema as they are.
func schema(values []value, required []string) json.RawMessage {
	b := []byte(`{"type":"object","properties":{`)
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, v.name)
		b = append(b, `:{"type":"`...)
		b = append(b, schemaType(v.kind)...)
		b = append(b, `","description":`...)
		b = appendText(b, v.description)
		for _, m := range v.more {
			b = append(appendText(append(b, ','), m.name), ':')
			b = append(b, m.json...)
		}
		b = append(b, '}')
	}
	b = append(b, '}')
	for i, name := range required {
		if i == 0 {
			b = append(b, `,"required":[`...)
		} else {
			b = append(b, ',')
		}
		b = appendText(b, name)
	}
	if len(required) > 0 {
		b = append(b, ']')
	}
	return append(b, '}')
}

// appendText appends a JSON string. Only what must be escaped is: models read it.
func appendText(b []byte, text string) []byte {
	b = append(b, '"')
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c < ' ':
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
