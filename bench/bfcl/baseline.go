package bfcl

import (
	"encoding/json"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/pyvalue"
	"deft/tool"
)

// baseline calls, without any language model, the one function whose document shares most words
// with the question, with numbers and quoted or capitalised words of the question as arguments.
func baseline(s eval.Sample, p protocol.Protocol) (chat.Model, error) {
	question := ""
	for _, m := range s.Messages {
		if m.Role == chat.User {
			question = m.Content
		}
	}
	asked := map[string]bool{}
	for _, w := range words(question) {
		asked[w] = true
	}
	best, most := -1, 1
	for i, t := range s.Tools {
		shared := 0
		for _, w := range unique(words(t.Name + " " + t.Description)) {
			if asked[w] {
				shared++
			}
		}
		if shared > most {
			best, most = i, shared
		}
	}
	if best < 0 {
		return chat.Script(p.Format(protocol.Step{Answer: "None of the functions can do this."})), nil
	}
	return chat.Script(p.Format(protocol.Step{Calls: []tool.Call{fill(s.Tools[best], question)}})), nil
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r < 0x80 && !(r >= 'a' && r <= 'z') && !(r >= '0' && r <= '9')
	})
}

func unique(ws []string) []string {
	seen := map[string]bool{}
	kept := ws[:0]
	for _, w := range ws {
		if len(w) > 3 && !seen[w] {
			seen[w] = true
			kept = append(kept, w)
		}
	}
	return kept
}

// fill gives each required parameter the next value of its type that the question mentions.
func fill(t tool.Spec, question string) tool.Call {
	numbers, names := mentioned(question)
	var f function
	members(string(t.Parameters), func(key, value string) { f.read(key, value, python) })
	args := []byte{'{'}
	for _, r := range f.required {
		p := f.param(r)
		if p == nil {
			continue
		}
		value := ""
		switch {
		case (p.typ == "integer" || p.typ == "number") && len(numbers) > 0:
			value, numbers = numbers[0], numbers[1:]
		case p.typ == "boolean":
			value = "true"
		case len(names) > 0:
			value, names = string(quote(nil, names[0])), names[1:]
		default:
			value = `""`
		}
		if len(args) > 1 {
			args = append(args, ',')
		}
		args = append(append(quote(args, r), ':'), value...)
	}
	return tool.Call{Name: t.Name, Arguments: json.RawMessage(append(args, '}'))}
}

// mentioned lists the numbers and the capitalised or quoted words of a question, in order.
func mentioned(question string) (numbers, names []string) {
	for i, w := range strings.Fields(question) {
		w = strings.Trim(w, ".,;:?!()'\"")
		if w == "" {
			continue
		}
		if v, err := pyvalue.FromJSONString(w); err == nil && (v.Kind == pyvalue.Int || v.Kind == pyvalue.Float) {
			numbers = append(numbers, w)
		} else if i > 0 && w[0] >= 'A' && w[0] <= 'Z' {
			names = append(names, w)
		}
	}
	return numbers, names
}
