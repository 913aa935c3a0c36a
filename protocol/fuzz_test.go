package protocol_test

import (
	"encoding/json"
	"testing"

	"deft/chat"
	"deft/protocol"
)

// FuzzParse: no text makes a protocol panic, arguments are always valid JSON, and what was read
// survives being written and read again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		`[{"name": "f", "arguments": {"a": [1, 2.50, true, null]}}]`, `[f(a=1, **{"b c": 'x'}), g.h()]`, "Thought: x\nAction: f\nAction Input: {'a': (1, 2)}",
		"<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>", `<call name="f"><arg name="a">1 &lt; 2</arg></call>`, "{}", "```json\n[{name: 'f', arguments: {}}]\n```",
		"<think>a</think>Answer: b", `[{"api": "f", "parameters": {}, "responses": []}]`, `{"function": {"name": "f", "arguments": "{\"a\": 1}"}}`,
	} {
		f.Add(text)
	}
	var all []protocol.Protocol
	for _, name := range protocol.Names() {
		p, err := protocol.New(name, nil)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, p)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if x := protocol.Extract(text); x.Value != nil && !json.Valid(x.Value) {
			t.Fatalf("Extract(%q) gives %s, which is not JSON", text, x.Value)
		}
		protocol.ParseSealReference(text)
		for _, p := range all {
			step := p.Parse(chat.Message{Content: text})
			if !step.Readable() && len(step.Calls) > 0 {
				t.Fatalf("%s: a fatal fault beside calls: %+v", p.Name(), step)
			}
			for _, c := range step.Calls {
				if c.Arguments == nil && c.Malformed == "" || c.Arguments != nil && !json.Valid(c.Arguments) {
					t.Fatalf("%s: %q gives arguments %q", p.Name(), text, c.Arguments)
				}
			}
		}
	})
}
