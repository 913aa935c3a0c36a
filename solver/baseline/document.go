package baseline

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"deft/tool"
)

// document is a tool as the baseline understands it.
type document struct {
	name   string
	terms  map[string]float64 // stems of the document with their weights
	params []param
	lists  bool // a required parameter takes a list
}

type kind uint8

const (
	kindAny kind = iota
	kindString
	kindInteger
	kindNumber
	kindBoolean
	kindArray
	kindObject
)

// form is what the text of a string parameter looks like.
type form uint8

const (
	formFree form = iota
	formDate
	formTime
	formURL
	formEmail
	formIP
	formPath
	formCurrency
)

type param struct {
	name     string
	words    map[string]bool // stems of name and description
	named    map[string]bool // stems of the name alone
	kind     kind
	item     kind
	enum     []choice
	form     form
	iso      bool // a date is wanted as YYYY-MM-DD
	pattern  *regexp.Regexp
	min, max *float64
	required bool
	role     role
}

// choice is one value of an enumeration.
type choice struct {
	value json.RawMessage
	stems []string
	text  string
}

// role is the side of a movement that a parameter is about.
type role uint8

const (
	roleNone role = iota
	roleFrom
	roleTo
)

// Weights of a document's parts for the choice of tools.
const (
	weightName        = 2
	weightDescription = 1.2
	weightParameter   = 1
	weightParamText   = 0.5
)

type schemaJSON struct {
	Type        any                   `json:"type"`
	Description string                `json:"description"`
	Enum        []json.RawMessage     `json:"enum"`
	Format      string                `json:"format"`
	Pattern     string                `json:"pattern"`
	Minimum     *float64              `json:"minimum"`
	Maximum     *float64              `json:"maximum"`
	Items       *schemaJSON           `json:"items"`
	Properties  map[string]schemaJSON `json:"properties"`
	Required    []string              `json:"required"`
}

// readDocument reads what it can; a document that is no schema has no parameters.
func readDocument(t tool.Spec) *document {
	d := &document{name: t.Name, terms: map[string]float64{}}
	d.add(splitName(t.Name), weightName)
	d.add(t.Description, weightDescription)
	var s schemaJSON
	if len(t.Parameters) > 0 && json.Unmarshal(t.Parameters, &s) != nil {
		return d
	}
	for _, name := range order(t.Parameters, s.Properties) {
		p := readParam(name, s.Properties[name], slices.Contains(s.Required, name))
		d.params = append(d.params, p)
		d.lists = d.lists || p.required && p.kind == kindArray
		d.add(splitName(name), weightParameter)
		d.add(s.Properties[name].Description, weightParamText)
		for _, c := range p.enum {
			d.add(c.text, weightParameter)
		}
	}
	return d
}

func (d *document) add(text string, weight float64) {
	for _, w := range contentStems(text) {
		if weight > d.terms[w] {
			d.terms[w] = weight
		}
	}
}

// order gives the parameters as the document writes them: the first named in a request is often
// the first documented.
func order(schema json.RawMessage, properties map[string]schemaJSON) []string {
	type place struct {
		name string
		at   int
	}
	var out []place
	text := string(schema)
	for name := range properties {
		at := strings.Index(text, `"`+name+`"`)
		out = append(out, place{name, at})
	}
	slices.SortFunc(out, func(a, b place) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return strings.Compare(a.name, b.name)
	})
	names := make([]string, len(out))
	for i, p := range out {
		names[i] = p.name
	}
	return names
}

func readParam(name string, s schemaJSON, required bool) param {
	p := param{
		name: name, required: required, kind: kindOf(s.Type), min: s.Minimum, max: s.Maximum,
		words: set(contentStems(splitName(name) + " " + s.Description)), named: set(contentStems(splitName(name))),
	}
	if s.Items != nil {
		p.item = kindOf(s.Items.Type)
	}
	for _, raw := range s.Enum {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			text = string(raw)
		}
		p.enum = append(p.enum, choice{raw, stems(unitName(splitName(text))), text})
	}
	if s.Pattern != "" && len(s.Pattern) < 500 {
		p.pattern, _ = regexp.Compile(s.Pattern) // a pattern of another dialect is none to us
	}
	p.form, p.iso = formOf(s, name)
	p.role = roleOf(name, s.Description)
	return p
}

func kindOf(t any) kind {
	name, ok := t.(string)
	if list, isList := t.([]any); isList && len(list) > 0 {
		name, ok = list[0].(string)
	}
	if !ok {
		return kindAny
	}
	switch strings.ToLower(name) {
	case "string", "str":
		return kindString
	case "integer", "int", "long":
		return kindInteger
	case "number", "float", "double":
		return kindNumber
	case "boolean", "bool":
		return kindBoolean
	case "array", "list", "tuple":
		return kindArray
	case "object", "dict":
		return kindObject
	}
	return kindAny
}

// formOf reads a string's form off format, name and description, in this order of trust.
func formOf(s schemaJSON, name string) (form, bool) {
	text := strings.ToLower(s.Description)
	iso := s.Format == "date" || strings.Contains(text, "yyyy-mm-dd")
	switch s.Format {
	case "date":
		return formDate, true
	case "time":
		return formTime, false
	case "uri", "url":
		return formURL, false
	case "email":
		return formEmail, false
	case "ipv4", "ip":
		return formIP, false
	}
	words := strings.Fields(splitName(name))
	has := func(list ...string) bool {
		for _, w := range words {
			if slices.Contains(list, strings.ToLower(w)) {
				return true
			}
		}
		return false
	}
	switch {
	case has("date", "day") || iso:
		return formDate, iso
	case strings.Contains(text, "hh:mm") || has("time"):
		return formTime, false
	case s.Pattern != "" && !strings.Contains(text+name, "currency"):
		return formFree, false // the pattern says more than the name
	case has("url", "link", "uri"):
		return formURL, false
	case has("email"):
		return formEmail, false
	case has("ip"):
		return formIP, false
	case has("path", "file", "folder", "directory") || strings.HasPrefix(text, "path "):
		return formPath, false
	case has("currency") || s.Pattern != "":
		return formCurrency, false
	}
	return formFree, false
}

// roleOf looks for the words with which English names the two ends of a way or a change.
func roleOf(name, description string) role {
	for _, text := range []string{splitName(name), description} {
		for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }) {
			switch w {
			case "from", "origin", "source", "start", "departure", "base", "begin":
				return roleFrom
			case "to", "destination", "target", "end", "arrival", "into":
				return roleTo
			}
			if w == "of" { // "name of the …": the words behind say no more of the parameter itself
				break
			}
		}
	}
	return roleNone
}

func set(list []string) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, w := range list {
		out[w] = true
	}
	return out
}
