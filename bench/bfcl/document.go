package bfcl

import (
	"fmt"
	"strings"

	"deft/pyvalue"
)

// function is a tool document as the checker needs it.
type function struct {
	name     string
	params   []parameter
	required []string
	raw      string // the schema of the parameters, until it is read
}

// parameter is one property of a function's parameters.
type parameter struct {
	name   string
	typ    string // as documented: "integer", "HashMap", …
	item   string // the documented type of a list's items
	kind   pyvalue.Kind
	nested pyvalue.Kind
	known  bool   // kind is set
	lists  bool   // nested is set: items are checked
	raw    string // the schema
}

func (f *function) param(name string) *parameter {
	for i := range f.params {
		if f.params[i].name == name {
			return &f.params[i]
		}
	}
	return nil
}

// readFunctions reads the names of the documents in a sample's Setup. The rest is read of those
// that the answer needs, which with many candidates are few.
func readFunctions(raw string) []function {
	var fs []function
	elements(raw, func(doc string) {
		var f function
		members(doc, func(key, value string) {
			switch key {
			case "name":
				f.name = text(value)
			case "parameters":
				f.raw = value
			}
		})
		fs = append(fs, f)
	})
	return fs
}

// parse reads the parameters.
func (f *function) parse(lang language) {
	members(f.raw, func(key, value string) { f.read(key, value, lang) })
	f.raw = ""
}

func (f *function) read(key, value string, lang language) {
	switch key {
	case "required":
		elements(value, func(v string) { f.required = append(f.required, text(v)) })
	case "properties":
		members(value, func(name, schema string) {
			p := parameter{name: name, raw: schema}
			members(schema, func(key, v string) {
				switch key {
				case "type":
					p.typ = text(v)
				case "items":
					members(v, func(key, v string) {
						if key == "type" {
							p.item = text(v)
						}
					})
				}
			})
			p.kind, p.known = lang.kindOf(p.typ)
			switch p.typ {
			case "array", "tuple", "Array", "ArrayList":
				p.nested, p.lists = lang.kindOf(p.item)
			}
			f.params = append(f.params, p)
		})
	}
}

// kindOf is the Python type that stands for a documented type; "any" is a string.
func (l language) kindOf(typ string) (pyvalue.Kind, bool) {
	switch typ {
	case "any":
		return pyvalue.String, true
	case "integer":
		return pyvalue.Int, true
	case "float":
		return pyvalue.Float, true
	}
	switch l {
	case java:
		switch typ {
		case "byte", "short", "long":
			return pyvalue.Int, true
		case "double":
			return pyvalue.Float, true
		case "boolean":
			return pyvalue.Bool, true
		case "char", "String":
			return pyvalue.String, true
		case "Array", "ArrayList", "Queue", "Stack":
			return pyvalue.List, true
		case "Set":
			return pyvalue.Set, true
		case "HashMap", "Hashtable":
			return pyvalue.Dict, true
		}
	case javascript:
		switch typ {
		case "String":
			return pyvalue.String, true
		case "Bigint":
			return pyvalue.Int, true
		case "Boolean":
			return pyvalue.Bool, true
		case "dict":
			return pyvalue.Dict, true
		case "array":
			return pyvalue.List, true
		}
	default:
		switch typ {
		case "string":
			return pyvalue.String, true
		case "boolean":
			return pyvalue.Bool, true
		case "array", "tuple":
			return pyvalue.List, true
		case "dict":
			return pyvalue.Dict, true
		}
	}
	return 0, false
}

// gold is one call of the gold answer. Key is the name as the answer has it: in parallel answers
// of the first version with a number, "play_2".
type gold struct {
	key    string
	params []accepted
	bad    bool // the answer's entry is not an object of parameters
}

// accepted are the values a parameter may have.
type accepted struct {
	name     string
	values   []pyvalue.Value
	plain    []string // the strings among values, normalised
	optional bool     // "" is among values
	first    pyvalue.Kind
	typed    bool // first is set: some value is not ""
}

func (g *gold) param(name string) *accepted {
	for i := range g.params {
		if g.params[i].name == name {
			return &g.params[i]
		}
	}
	return nil
}

// readGold reads an answer: an object of calls, or a list of objects with one call each. repair
// mends an entry that is a bare list of accepted values, which belongs to the call before it.
func readGold(raw string, repair bool) ([]gold, error) {
	v, err := pyvalue.FromJSONString(raw)
	if err != nil {
		return nil, fmt.Errorf("ground truth: %w", err)
	}
	entries := []pyvalue.Value{v}
	if v.Kind == pyvalue.List {
		entries = v.Items
	}
	var calls []gold
	for _, e := range entries {
		if e.Kind != pyvalue.Dict {
			return nil, fmt.Errorf("ground truth holds %s, not an object of calls", pyvalue.Repr(e))
		}
		for i := 0; i+1 < len(e.Items); i += 2 {
			key, params := e.Items[i].Text, e.Items[i+1]
			if params.Kind == pyvalue.List && repair && len(calls) > 0 {
				last := &calls[len(calls)-1]
				last.params = append(last.params, newAccepted(key, params, repair))
				continue
			}
			g := gold{key: key, bad: params.Kind != pyvalue.Dict}
			for k := 0; !g.bad && k+1 < len(params.Items); k += 2 {
				g.params = append(g.params, newAccepted(params.Items[k].Text, params.Items[k+1], repair))
			}
			calls = append(calls, g)
		}
	}
	return calls, nil
}

// newAccepted reads accepted values. No value at all can never be met: repair takes it for an
// empty list that may be left out.
func newAccepted(name string, list pyvalue.Value, repair bool) accepted {
	a := accepted{name: name, values: list.Items}
	if repair && len(a.values) == 0 {
		a.values, a.optional = []pyvalue.Value{{Kind: pyvalue.List}}, true
	}
	for _, v := range list.Items {
		if v.Kind == pyvalue.String {
			a.plain = append(a.plain, normalise(v.Text))
			if v.Text == "" {
				a.optional = true
				continue
			}
		}
		if !a.typed {
			a.first, a.typed = v.Kind, true
		}
	}
	return a
}

// normalise is how strings are compared: without spaces and punctuation, in lower case, with
// double quotes for single ones.
func normalise(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		c := s[i]
		clean = c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
	}
	if clean {
		return s
	}
	out := make([]byte, 0, len(s))
	ascii := true
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ' ' || c == ',' || c == '.' || c == '/' || c == '-' || c == '_' || c == '*' || c == '^':
		case c == '\'':
			out = append(out, '"')
		case c >= 'A' && c <= 'Z':
			out = append(out, c+'a'-'A')
		default:
			ascii = ascii && c < 0x80
			out = append(out, c)
		}
	}
	if ascii {
		return string(out)
	}
	return lower(string(out))
}

// lower is Python's str.lower: as Go's, but for two letters.
func lower(s string) string {
	if strings.ContainsRune(s, 'İ') {
		s = strings.ReplaceAll(s, "İ", "i\u0307")
	}
	if strings.ContainsRune(s, 'Σ') {
		s = finalSigma(s)
	}
	return strings.ToLower(s)
}
