package protocol_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/chat"
	"deft/protocol"
	"deft/tool"
)

func kinds(fs []protocol.Fault) string {
	var out []string
	for _, f := range fs {
		k := string(f.Kind)
		if f.Fatal {
			k += "!"
		}
		out = append(out, k)
	}
	return strings.Join(out, " ")
}

func TestExtract(t *testing.T) {
	tests := []struct{ text, want, faults string }{
		{`[1, 2.50, -0, 1e3]`, `[1,2.50,-0,1e3]`, ""},
		{`{"a": {"b": [true, null]}}`, `{"a":{"b":[true,null]}}`, ""},
		{`{'a': True, 'b': None, "c": (1, 2), 'd': {1, 2}, 'e': (3)}`, `{"a":true,"b":null,"c":[1,2],"d":[1,2],"e": 3 }`, ""},
		{`['it\'s', "say \"x\"", 'say "x"', r'\d', b'x', '''tri'ple''', 'a' "b"]`, `["it's","say \"x\"","say \"x\"","\\d","x","tri'ple","ab"]`, ""},
		{`['it's fine', 'x']`, `["it's fine","x"]`, "repaired"},
		{`["say "hi" now"]`, `["say \"hi\" now"]`, "repaired"},
		{"[\"a\nb\"]", `["a\nb"]`, "repaired"},
		{`[1_000, 0x1f, +3, .5, 5., 007, -0x10]`, `[1000,31,3,0.5,5.0,7,-16]`, ""},
		{`[1, 2,]`, `[1,2]`, "repaired"},
		{`{"a": 1,}`, `{"a":1}`, "repaired"},
		{`[{"a": 1} {"a": 2}]`, `[{"a":1},{"a":2}]`, "repaired"},
		{`{a: 1, b-c: "x"}`, `{"a":1,"b-c":"x"}`, "repaired"},
		{`{1: 'a', None: 2}`, `{"1":"a","null":2}`, "repaired"},
		{`[{"a": {"b": 1}]`, `[{"a":{"b":1}}]`, "repaired"},
		{"[1, // one\n 2 # two\n, /* three */ 3]", `[1,2,3]`, "repaired"},
		{`[“a”, “b c”]`, `["a","b c"]`, "repaired"},
		{`["\u00e9\ud83d\ude00", '\xe9', '\101', "\/"]`, `["\u00e9\ud83d\ude00","é","A","\/"]`, ""},
		{`{"my\_key": "a"}`, `{"my_key":"a"}`, "escaped_underscore"},
		{`["\d"]`, `["\\d"]`, "repaired"},
		{"Here:\n```json\n[1]\n```\nDone.", `[1]`, "redundant_text"},
		{"```\n[1]\n```", `[1]`, "redundant_text"},
		{`I think [see below]: [1]`, `[1]`, "redundant_text"},
		{`[NaN, Infinity]`, `["NaN","Infinity"]`, "repaired"},
		{"", "", "empty!"},
		{" \n", "", "empty!"},
		{"no structure", "", "bad_json!"},
		{`[1, 2`, "", "truncated!"},
		{`{"a": "b`, "", "truncated!"},
		{`{"a"`, "", "truncated!"},
		{`[1, @]`, "", "bad_json!"},
		{strings.Repeat("[", 100000), "", "bad_json!"},
		{"[\"\xff\"]", "[\"\ufffd\"]", "repaired"},
		{"[f'x', \"\"\"a\nb\"\"\", u'é', '']", `["x","a\nb","é",""]`, ""},
	}
	for _, tt := range tests {
		x := protocol.Extract(tt.text)
		if string(x.Value) != tt.want || kinds(x.Faults) != tt.faults {
			t.Errorf("%.80q\n got %s %q (%v)\nwant %s %q", tt.text, x.Value, kinds(x.Faults), x.Faults, tt.want, tt.faults)
		}
		if x.Value != nil && !json.Valid(x.Value) {
			t.Errorf("%.80q: not JSON: %s", tt.text, x.Value)
		}
	}
}

// show writes calls as name{arguments}.
func show(calls []tool.Call) string {
	var out []string
	for _, c := range calls {
		s := c.Name + string(c.Arguments)
		if c.Malformed != "" {
			s += "?" + c.Malformed
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

type reply struct{ text, calls, thought, answer, faults string }

func check(t *testing.T, p protocol.Protocol, tests []reply) {
	t.Helper()
	for _, want := range tests {
		s := p.Parse(chat.Message{Content: want.text})
		got := reply{want.text, show(s.Calls), s.Thought, s.Answer, kinds(s.Faults)}
		if diff := cmp.Diff(fmt.Sprintf("%+v", want), fmt.Sprintf("%+v", got)); diff != "" {
			t.Errorf("(-want +got):\n%s\nfaults %+v", diff, s.Faults)
		}
	}
}

func TestJSONReplies(t *testing.T) {
	check(t, open(t, "json"), []reply{
		{text: `[{"name": "f", "arguments": {"a": 1.0}}]`, calls: `f{"a":1.0}`},
		{text: `[]`},
		{text: `{}`, faults: "wrong_shape"},
		{text: `{"name": "f", "arguments": {}}`, calls: "f{}", faults: "wrong_shape"},
		{text: "{\"name\": \"f\", \"arguments\": {}}\n{\"name\": \"g\", \"arguments\": {}}", calls: "f{} g{}", faults: "wrong_shape wrong_shape"},
		{text: `[{"name": "f"}]`, calls: "f{}", faults: "missing_keyword"},
		{text: `[{"name": "f", "arguments": "{\"a\": 1}"}]`, calls: `f{"a":1}`, faults: "wrong_shape"},
		{text: `[{"name": "f", "arguments": "a=1"}]`, calls: `f?a=1`, faults: "wrong_shape"},
		{text: `[{"name": "f", "parameters": {"a": 1}}]`, calls: `f{"a":1}`, faults: "wrong_shape"},
		{text: `[{"type": "function", "function": {"name": "f", "arguments": "{}"}}]`, calls: `f{}`, faults: "wrong_shape wrong_shape"},
		{text: `{"tool_calls": [{"name": "f", "arguments": {}}]}`, calls: `f{}`},
		{text: `{"thought": "hm", "calls": [{"name": "f", "arguments": {}}]}`, calls: `f{}`, thought: "hm"},
		{text: `Let me see. [{"name": "f", "arguments": {}}]`, calls: `f{}`, thought: "Let me see.", faults: "redundant_text"},
		{text: "<think>I [should] call</think>\n[{'name': 'f', 'arguments': {}}]", calls: `f{}`, thought: "I [should] call"},
		{text: `It is [1] noon {really}.`, answer: `It is [1] noon {really}.`},
		{text: `{"result": 5}`, answer: `{"result": 5}`},
		{text: `[{"name": "f", "arguments": {"a": `, faults: "truncated!"},
		{text: `[{"name": "f", "arguments": {"a": @}}]`, faults: "bad_json!"},
		{text: `[{"name": "f\_g", "arguments": {"x\_y": 1}}]`, calls: `f_g{"x_y":1}`, faults: "escaped_underscore"},
		{text: `[{"name": "f", "arguments": {}}, 5]`, calls: `f{}`, faults: "wrong_shape"},
	})
}

func TestSealReplies(t *testing.T) {
	check(t, open(t, "sealtools"), []reply{
		{text: `[{"api": "f", "parameters": {"a": "x"}, "responses": ["API_call_0"]}]`, calls: `f{"a":"x"}`},
		{text: `[{'api': 'f', 'parameters': {'a': "it's"}, 'responses': ['API_call_0']}]`, calls: `f{"a":"it's"}`},
		{text: `[]`},
		{text: `{}`, faults: "wrong_shape"},
		{text: `None of the tools fits.`, faults: "bad_json!"},
		{text: `[1, 2]`, faults: "wrong_shape!"},
		{text: `[{"name": "f", "arguments": {}}]`, calls: "f{}", faults: "wrong_shape wrong_shape"},
		{text: `[{"api": "f", "parameters": {"a": "x"}, "responses": ["API_call_0"]}`, faults: "truncated!"},
		{text: `[{"api": "f", "parameters": {"a": "x"}, "responses": ["API_call_0"]`, faults: "truncated!"},
	})
}

func TestParseSealReference(t *testing.T) {
	tests := []struct {
		text, calls string
		ok          bool
	}{
		{`[{"api": "f", "parameters": {"a": 1.0}, "responses": []}]`, `f{"a": 1.0}`, true},
		{"x [ \n{\n 'api': 'f', 'parameters': {}, 'responses': []}] y]", `f{}`, true},
		{`[1] [{"api": "f", "parameters": 3, "responses": []}, {"b": 1}, 7]`, `f{}`, true},
		{`[{"api": "f", "parameters": {"a": "]"}, "responses": []}]`, ``, false},
		{`[{"api": "f", "parameters": {"a": "[x]"}, "responses": []}]`, `f{"a": "[x]"}`, true},
		{`[{"api": "f", "parameters": {}, "responses": []}`, ``, false},
		{`[{"api": "f", "parameters": {}}]`, ``, false},
		{`[{"api": "it's", "parameters": {}, "responses": []}]`, ``, false},
		{`[{"name": 1, "api": "f", "parameters": {}, "responses": []}]`, ``, false},
		{`[]`, ``, false},
	}
	for _, tt := range tests {
		calls, ok := protocol.ParseSealReference(tt.text)
		if ok != tt.ok || show(calls) != tt.calls {
			t.Errorf("%q gives %q %v, want %q %v", tt.text, show(calls), ok, tt.calls, tt.ok)
		}
	}
}
