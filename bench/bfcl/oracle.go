package bfcl

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/pyvalue"
	"deft/tool"
)

// oracle plays the gold answer in protocol p: for each parameter the first accepted value that
// the checker itself accepts. Where nothing fits it says so; where anything may be called it
// calls the first function.
func oracle(s eval.Sample, p protocol.Protocol) (chat.Model, error) {
	k, err := newCache().checker(s, rules{})
	if err != nil {
		return nil, fmt.Errorf("oracle of %s: %w", s.ID, err)
	}
	var step protocol.Step
	switch k.category.kind {
	case irrelevance:
		step.Answer = "None of the functions can do this."
	case relevance:
		if len(k.functions) == 0 {
			return nil, fmt.Errorf("oracle of %s: the sample has no functions", s.ID)
		}
		step.Calls = []tool.Call{{Name: k.functions[0].name, Arguments: json.RawMessage("{}")}}
	default:
		for i := range k.gold {
			f := k.document(k.gold[i].key)
			if f == nil && len(k.functions) > 0 && k.category.kind == simple {
				f = &k.functions[0]
			}
			if f == nil {
				return nil, fmt.Errorf("oracle of %s: no document for %q", s.ID, k.gold[i].key)
			}
			step.Calls = append(step.Calls, k.play(f, &k.gold[i]))
		}
	}
	if p.Name() == nativeName {
		for i := range step.Calls {
			step.Calls[i].Name = strings.ReplaceAll(step.Calls[i].Name, ".", "_")
		}
	}
	return chat.Script(p.Format(step)), nil
}

// play makes the call that the gold call wants.
func (k *checker) play(f *function, g *gold) tool.Call {
	args := []byte{'{'}
	for i := range g.params {
		want := &g.params[i]
		p := f.param(want.name)
		if p == nil {
			continue
		}
		v, ok := k.choose(f, g, p, want)
		if !ok {
			continue
		}
		if len(args) > 1 {
			args = append(args, ',')
		}
		args = appendJSON(append(quote(args, want.name), ':'), v)
	}
	return tool.Call{Name: f.name, Arguments: append(args, '}')}
}

// choose finds a value that passes. A parameter that may be left out is, when none does.
func (k *checker) choose(f *function, g *gold, p *parameter, want *accepted) (pyvalue.Value, bool) {
	required := false
	for _, r := range f.required {
		required = required || r == p.name
	}
	name := pyvalue.StringOf(p.name)
	for i := range want.values {
		w := want.values[i]
		if w.Kind == pyvalue.String && w.Text == "" && want.typed {
			continue
		}
		for _, v := range k.candidates(p, w) {
			if k.argument(f, g, &name, &v).ok() {
				return v, true
			}
		}
	}
	return pyvalue.StringOf(""), required
}

// candidates are the ways to write a gold value as an argument.
func (k *checker) candidates(p *parameter, w pyvalue.Value) []pyvalue.Value {
	v := expand(w, p.kind == pyvalue.Dict || p.lists && p.nested == pyvalue.Dict)
	if k.category.language == python {
		return []pyvalue.Value{v, w}
	}
	out := []pyvalue.Value{pyvalue.StringOf(literal(v, p.typ, p.item, k.category.language))}
	if w.Kind == pyvalue.String {
		out = append(out, w)
	}
	return append(out, pyvalue.StringOf(pyvalue.Str(w)))
}

// expand turns a gold dictionary of accepted values into one dictionary.
func expand(w pyvalue.Value, dicts bool) pyvalue.Value {
	if !dicts {
		return w
	}
	out := pyvalue.Value{Kind: w.Kind, Num: w.Num, Text: w.Text}
	if w.Kind != pyvalue.Dict {
		for i := range w.Items {
			out.Items = append(out.Items, expand(w.Items[i], w.Items[i].Kind == pyvalue.Dict))
		}
		return out
	}
	for i := 0; i+1 < len(w.Items); i += 2 {
		m := w.Items[i+1]
		if m.Kind == pyvalue.List && len(m.Items) > 0 {
			first := m.Items[0]
			for _, v := range m.Items {
				if v.Kind != pyvalue.String || v.Text != "" {
					first = v
					break
				}
			}
			m = first
		}
		out.Items = append(out.Items, w.Items[i], expand(m, m.Kind == pyvalue.Dict || m.Kind == pyvalue.List))
	}
	return out
}

// literal writes a value as a literal of Java or JavaScript.
func literal(v pyvalue.Value, typ, item string, lang language) string {
	switch v.Kind {
	case pyvalue.Bool:
		return strings.ToLower(pyvalue.Str(v))
	case pyvalue.Int:
		switch typ {
		case "long":
			return v.Text + "L"
		case "Bigint":
			return v.Text + "n"
		case "float":
			if lang == java {
				return v.Text + "f"
			}
		}
		return v.Text
	case pyvalue.Float:
		if typ == "float" && lang == java {
			return pyvalue.Str(v) + "f"
		}
		return pyvalue.Str(v)
	case pyvalue.String:
		if typ == "String" || typ == "any" || typ == "char" {
			return v.Text
		}
		return `"` + v.Text + `"`
	case pyvalue.List:
		return listLiteral(v, typ, item, lang)
	case pyvalue.Dict:
		return dictLiteral(v, lang)
	}
	return pyvalue.Str(v)
}

func listLiteral(v pyvalue.Value, typ, item string, lang language) string {
	var parts []string
	for _, x := range v.Items {
		if x.Kind == pyvalue.String {
			parts = append(parts, `"`+x.Text+`"`)
			continue
		}
		parts = append(parts, literal(x, item, "", lang))
	}
	joined := strings.Join(parts, ", ")
	switch {
	case lang == javascript:
		return "[" + joined + "]"
	case typ == "ArrayList" && joined == "":
		return "new ArrayList<>()"
	case typ == "ArrayList":
		return "new ArrayList<>(Arrays.asList(" + joined + "))"
	}
	if item == "" || item == "any" {
		item = "Object"
	}
	return "new " + item + "[]{" + joined + "}"
}

func dictLiteral(v pyvalue.Value, lang language) string {
	var b strings.Builder
	for i := 0; i+1 < len(v.Items); i += 2 {
		key, value := v.Items[i].Text, literal(v.Items[i+1], "", "", lang)
		if lang == java {
			b.WriteString(` put("` + key + `", ` + value + `);`)
			continue
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(`"` + key + `": ` + value)
	}
	if lang == java {
		return "new HashMap<String, Object>() {{" + b.String() + " }}"
	}
	return "{" + b.String() + "}"
}

// appendJSON writes a value as JSON. What JSON lacks becomes null.
func appendJSON(out []byte, v pyvalue.Value) []byte {
	switch v.Kind {
	case pyvalue.Bool:
		return append(out, strings.ToLower(pyvalue.Str(v))...)
	case pyvalue.Int:
		return append(out, v.Text...)
	case pyvalue.Float:
		if math.IsNaN(v.Num) || math.IsInf(v.Num, 0) {
			return append(out, "null"...)
		}
		return pyvalue.AppendRepr(out, v)
	case pyvalue.String:
		return quote(out, strings.ToValidUTF8(v.Text, "\ufffd"))
	case pyvalue.List, pyvalue.Tuple, pyvalue.Set:
		out = append(out, '[')
		for i := range v.Items {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendJSON(out, v.Items[i])
		}
		return append(out, ']')
	case pyvalue.Dict:
		out = append(out, '{')
		for i := 0; i+1 < len(v.Items); i += 2 {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(quote(out, strings.ToValidUTF8(pyvalue.Str(v.Items[i]), "\ufffd")), ':')
			out = appendJSON(out, v.Items[i+1])
		}
		return append(out, '}')
	}
	return append(out, "null"...)
}
