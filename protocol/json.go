package protocol

import (
	"reflect"

	"deft/prompt"
	"deft/tool"
)

// newJSON makes the protocol whose calls are a JSON list of {"name", "arguments"} and whose
// answers are plain text. A thought beside calls needs the object {"thought", "calls"}.
func newJSON(set *prompt.Set) Protocol {
	sh := &shape{
		name:      []string{"name", "tool", "tool_name", "function", "function_name", "api", "action"},
		arguments: []string{"arguments", "parameters", "args", "input", "action_input"},
	}
	p := &text{name: "json", prompts: set, documents: documentsJSON, parse: sh.calls}
	p.format = func(s Step) string { return formatJSON(s, sh.calls) }
	return p
}

func formatJSON(s Step, parse func(string) Step) string {
	calls := appendCalls(nil, s.Calls, func(out []byte, _ int, c tool.Call) []byte {
		out = append(append(out, `{"name": `...), appendString(nil, c.Name)...)
		out = append(out, `, "arguments": `...)
		return append(appendArguments(out, c), '}')
	})
	plain := s.Answer
	if s.Thought == "" {
		if len(s.Calls) > 0 || plain == "" {
			return string(calls)
		}
		if back := parse(plain); reflect.DeepEqual(back, Step{Answer: plain}) {
			return plain
		}
	}
	out := []byte("{")
	if s.Thought != "" {
		out = append(append(out, `"thought": `...), appendString(nil, s.Thought)...)
		out = append(out, ", "...)
	}
	if len(s.Calls) > 0 || s.Answer == "" {
		out = append(append(out, `"calls": `...), calls...)
	} else {
		out = append(append(out, `"answer": `...), appendString(nil, s.Answer)...)
	}
	return string(append(out, '}'))
}

// appendCalls appends a list with one item a call.
func appendCalls(out []byte, calls []tool.Call, item func(out []byte, i int, c tool.Call) []byte) []byte {
	out = append(out, '[')
	for i, c := range calls {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = item(out, i, c)
	}
	return append(out, ']')
}

// appendArguments appends a call's arguments as JSON on one line; malformed ones as a string.
func appendArguments(out []byte, c tool.Call) []byte {
	switch {
	case c.Arguments == nil && c.Malformed != "":
		return appendString(out, c.Malformed)
	case len(c.Arguments) == 0:
		return append(out, "{}"...)
	}
	return appendCompact(out, c.Arguments)
}
