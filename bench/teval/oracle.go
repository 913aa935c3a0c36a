package teval

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/pyvalue"
)

// oracle plays the gold answer in the format that its case asks for.
func oracle(s eval.Sample, p protocol.Protocol) (chat.Model, error) {
	var g gold
	if err := json.Unmarshal(s.Gold, &g); err != nil {
		return nil, fmt.Errorf("sample %s: gold: %w", s.ID, err)
	}
	t, err := g.read()
	if err != nil {
		return nil, fmt.Errorf("sample %s: %w", s.ID, err)
	}
	return chat.Script(p.Format(protocol.Step{Answer: g.answer(t)})), nil
}

func (g *gold) answer(t truth) string {
	switch g.Kind {
	case "instruct":
		return t.layout.fill(g.Format, "Call the tool as asked.", t.name, t.args)
	case "plan_json", "plan_str":
		return planText(g.Format, g.Truth, arrange(t.steps))
	case "reason_str":
		return t.thought
	case "retrieve_str":
		return t.name
	case "understand_str":
		return pyvalue.Str(t.args)
	case "review_str":
		return "Answer: " + t.choice
	}
	return jsonText(dict("thought", pyvalue.StringOf(t.thought), "name", pyvalue.StringOf(t.name), "args", t.args))
}

// fill writes a request in the template's form.
func (l layout) fill(format, thought, action string, args pyvalue.Value) string {
	if format == formatJSON {
		return jsonText(dict(l.Thought, pyvalue.StringOf(thought), l.Action, pyvalue.StringOf(action), l.Args, args))
	}
	return l.ThoughtStart + thought + l.ThoughtEnd + l.ActionStart + action + l.ActionEnd + l.ArgsStart + pyvalue.Repr(args) + l.ArgsEnd
}

// planText writes steps as JSON, with the arguments as published, or a line each.
func planText(format string, published json.RawMessage, steps []step) string {
	if format == formatString {
		lines := make([]string, len(steps))
		for i, s := range steps {
			// ". " and newlines would end the step; arguments may hold both.
			lines[i] = s.name + " " + strings.NewReplacer(". ", "; ", "\n", " ").Replace(s.args)
		}
		return strings.Join(lines, "\n")
	}
	v, err := pyvalue.FromJSON(published)
	if err == nil && v.Kind == pyvalue.List {
		return jsonText(v)
	}
	list := pyvalue.Value{Kind: pyvalue.List}
	for _, s := range steps {
		list.Items = append(list.Items, dict("id", pyvalue.IntOf(s.id), "name", pyvalue.StringOf(s.name), "args", pyvalue.StringOf(s.args)))
	}
	return jsonText(list)
}

// dict makes a Dict of alternating keys, which are strings, and values.
func dict(pairs ...any) pyvalue.Value {
	d := pyvalue.Value{Kind: pyvalue.Dict}
	for i, x := range pairs {
		if i%2 == 0 {
			d.Items = append(d.Items, pyvalue.StringOf(x.(string)))
		} else {
			d.Items = append(d.Items, x.(pyvalue.Value))
		}
	}
	return d
}

// jsonText writes a value that came from JSON as JSON again, keys in their order, in such a way
// that Python's literal_eval, which readers try first, sees the same strings: no escaped slashes,
// no surrogate pairs.
func jsonText(v pyvalue.Value) string {
	var b strings.Builder
	writeJSON(&b, v)
	return b.String()
}

func writeJSON(b *strings.Builder, v pyvalue.Value) {
	switch v.Kind {
	case pyvalue.None:
		b.WriteString("null")
	case pyvalue.Bool:
		b.WriteString(strings.ToLower(pyvalue.Str(v)))
	case pyvalue.Float:
		text := pyvalue.Repr(v)
		b.WriteString(strings.NewReplacer("inf", "Infinity", "nan", "NaN").Replace(text))
	case pyvalue.String:
		writeJSONString(b, v.Text)
	case pyvalue.List, pyvalue.Dict:
		brackets := "[]"
		if v.Kind == pyvalue.Dict {
			brackets = "{}"
		}
		b.WriteByte(brackets[0])
		for i, item := range v.Items {
			switch {
			case i > 0 && v.Kind == pyvalue.Dict && i%2 == 1:
				b.WriteString(": ")
			case i > 0:
				b.WriteString(", ")
			}
			writeJSON(b, item)
		}
		b.WriteByte(brackets[1])
	default:
		b.WriteString(pyvalue.Repr(v))
	}
}

func writeJSONString(b *strings.Builder, s string) {
	b.WriteByte('"')
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20:
			fmt.Fprintf(b, `\u%04x`, r)
		case r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xed: // a lone surrogate
			fmt.Fprintf(b, `\u%04x`, rune(s[0]&0xf)<<12|rune(s[1]&0x3f)<<6|rune(s[2]&0x3f))
			n = 3
		default:
			b.WriteRune(r)
		}
		s = s[n:]
	}
	b.WriteByte('"')
}
