package protocol

import (
	"strconv"

	"deft/prompt"
	"deft/tool"
)

// newSealTools makes the protocol of Seal-Tools: every reply is a list of {"api", "parameters",
// "responses"}, empty when no tool fits. Responses are numbered through: a later call names the
// result of an earlier one by "API_call_0". A thought has no place in it.
func newSealTools(set *prompt.Set) Protocol {
	sh := &shape{
		name:      []string{"api", "api_name", "name", "function", "tool"},
		arguments: []string{"parameters", "arguments", "args", "params"},
		always:    true,
	}
	return &text{name: "sealtools", prompts: set, documents: documentsJSON, parse: sh.calls, format: formatSeal}
}

func formatSeal(s Step) string {
	return string(appendCalls(nil, s.Calls, func(out []byte, i int, c tool.Call) []byte {
		out = append(append(out, `{"api": `...), appendString(nil, c.Name)...)
		out = append(out, `, "parameters": `...)
		out = appendArguments(out, c)
		return append(strconv.AppendInt(append(out, `, "responses": ["API_call_`...), int64(i), 10), `"]}`...)
	}))
}
