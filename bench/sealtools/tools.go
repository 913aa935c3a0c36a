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

// kinds maps the format's types to JSON Schema's.
var kinds = map[string]string{"str": "string", "int": "integer", "float": "number", "bool": "boolean"}

// The keys of a tool, all of which a line must have.
var toolKeys = [...]string{"api_name", "api_description", "field", "parameters", "required", "responses"}

// parseDocument reads one line. Errors name the field.
func parseDocument(line string) (document, error) {
	var d document
	var seen [len(toolKeys)]bool
	s := scanner{src: line}
	err := s.object(func(key string) (err error) {
		k := slices.Index(toolKeys[:], key)
		if k >= 0 && seen[k] {
			return fieldError(key, errTwice)
		}
		switch key {
		case "api_name":
			d.name, err = s.text()
		case "api_description":
			d.description, err = s.text()
		case "field":
			d.field, err = s.text()
		case "parameters":
			d.parameters, err = s.values()
		case "required":
			d.required, err = s.texts()
		case "responses":
			d.responses, err = s.values()
		default:
			_, err = s.value()
			return err
		}
		seen[k] = true
		return fieldError(key, err)
	})
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return d, err
	}
	for k, key := range toolKeys {
		if !seen[k] {
			return d, fieldError(key, errMissing)
		}
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

// texts reads a list of strings.
func (s *scanner) texts() (out []string, err error) {
	err = s.list(func(i int) error {
		text, err := s.text()
		if err != nil {
			return itemError(i, err)
		}
		out = append(out, text)
		return nil
	})
	return out, err
}

// values reads {name: {"type", "description"}}.
func (s *scanner) values() (out []value, err error) {
	err = s.object(func(name string) error {
		for i := range out {
			if out[i].name == name {
				return fieldError(name, errTwice)
			}
		}
		v := value{name: name}
		described := false
		err := s.object(func(key string) (err error) {
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
		case kinds[v.kind] == "":
			err = fieldError("type", fmt.Errorf("%q is none of str, int, float and bool", v.kind))
		case !described:
			err = fieldError("description", errMissing)
		}
		if err != nil {
			return fieldError(name, err)
		}
		out = append(out, v)
		return nil
	})
	return out, err
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
		b = append(b, kinds[v.kind]...)
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
