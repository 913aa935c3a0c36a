package openai

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/chat"
	"deft/chat/chattest"
	"deft/tool"
)

func TestSplitReasoning(t *testing.T) {
	for _, c := range []struct{ in, thought, answer string }{
		{"plain", "", "plain"},
		{"  plain\n", "", "  plain\n"},
		{"<think>a\nb</think>\n\nanswer\n", "a\nb", "answer\n"},
		{"\n <think></think>answer", "", "answer"},
		{"<think>a</think><think>b</think> c", "a\nb", "c"},
		{"<think>never ends", "never ends", ""},
		{"<think>", "", ""},
		{"began in the prompt</think>\nanswer", "began in the prompt", "answer"},
		{"an <think>odd</think> answer", "", "an <think>odd</think> answer"},
		{"<think>a</think>the tag </think> again", "a", "the tag </think> again"},
		{"<thinking>x", "", "<thinking>x"},
	} {
		if thought, answer := splitReasoning(c.in); thought != c.thought || answer != c.answer {
			t.Errorf("%q: got %q and %q", c.in, thought, answer)
		}
	}
}

func TestReplies(t *testing.T) {
	args := func(s string) json.RawMessage { return json.RawMessage(s) }
	for _, c := range []struct {
		name, choice string
		want         chat.Message
		finish       chat.Finish
	}{
		{"text", `{"message":{"content":"hi"},"finish_reason":"stop"}`, chat.Message{Content: "hi"}, chat.FinishStop},
		{"null content", `{"message":{"content":null},"finish_reason":null}`, chat.Message{}, chat.FinishStop},
		{"parts", `{"message":{"content":[{"type":"text","text":"a"},{"type":"thinking","text":"x"},{"type":"text","text":"b"}]}}`, chat.Message{Content: "ab"}, chat.FinishStop},
		{"reasoning_content", `{"message":{"content":"a","reasoning_content":"r"}}`, chat.Message{Content: "a", Reasoning: "r"}, chat.FinishStop},
		{"reasoning", `{"message":{"content":"a","reasoning":"r"}}`, chat.Message{Content: "a", Reasoning: "r"}, chat.FinishStop},
		{"both ways", `{"message":{"content":"<think>t</think>a","reasoning":"r","reasoning_content":"r"}}`, chat.Message{Content: "a", Reasoning: "r\nt"}, chat.FinishStop},
		{"cut in thought", `{"message":{"content":"<think>t"},"finish_reason":"length"}`, chat.Message{Reasoning: "t"}, chat.FinishLength},
		{"refusal", `{"message":{"content":null,"refusal":"no"}}`, chat.Message{Content: "no"}, chat.FinishStop},
		{"call", `{"message":{"tool_calls":[{"id":"1","function":{"name":"f","arguments":"{\"a\": 1.50}"}}]},"finish_reason":"stop"}`, chat.Message{ToolCalls: []tool.Call{{ID: "1", Name: "f", Arguments: args(`{"a": 1.50}`)}}}, chat.FinishToolCalls},
		{"arguments as an object", `{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"a":[1]}}}]}}`, chat.Message{ToolCalls: []tool.Call{{Name: "f", Arguments: args(`{"a":[1]}`)}}}, chat.FinishToolCalls},
		{"no arguments", `{"message":{"tool_calls":[{"function":{"name":"f","arguments":""}},{"function":{"name":"g","arguments":null}}]}}`, chat.Message{ToolCalls: []tool.Call{{Name: "f", Arguments: args(`{}`)}, {Name: "g", Arguments: args(`{}`)}}}, chat.FinishToolCalls},
		{"cut arguments", `{"message":{"tool_calls":[{"function":{"name":"f","arguments":"{\"a\": "}}]},"finish_reason":"length"}`, chat.Message{ToolCalls: []tool.Call{{Name: "f", Malformed: `{"a": `}}}, chat.FinishLength},
		{"function_call", `{"message":{"function_call":{"name":"f","arguments":"{}"}},"finish_reason":"function_call"}`, chat.Message{ToolCalls: []tool.Call{{Name: "f", Arguments: args(`{}`)}}}, chat.FinishToolCalls},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := open(t, Config{BaseURL: answering(t, http.StatusOK, nil, `{"model":"served","choices":[`+c.choice+`],"usage":null}`)})
			r, err := m.Generate(t.Context(), chattest.Ask("x"))
			if err != nil {
				t.Fatal(err)
			}
			c.want.Role = chat.Assistant
			if d := cmp.Diff(c.want, r.Message); d != "" || r.Finish != c.finish || r.Model != "served" {
				t.Errorf("finish %q, model %q (-want +got):\n%s", r.Finish, r.Model, d)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"choices":[{"message":{"content":"<think>a</think>b","tool_calls":[{"function":{"name":"f","arguments":"{"}}]}}],"usage":{"prompt_tokens":1e300}}`))
	f.Add([]byte(`{"error":{"message":["a"],"details":[{"retryDelay":"1s"}]}}`))
	m, err := New(Config{Model: "m", Key: "sk-1234567890"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := m.decode(http.Header{}, body, newNames(nil))
		if err == nil && r.Finish == "" {
			t.Error("a reply without a reason for its end")
		}
		for _, c := range r.Message.ToolCalls {
			if (c.Malformed == "") != json.Valid(c.Arguments) {
				t.Errorf("arguments %q, malformed %q", c.Arguments, c.Malformed)
			}
		}
		if e := m.failure(400, http.Header{}, body); e.err != nil && len(e.err.Error()) > 1000 {
			t.Errorf("an error of %d bytes", len(e.err.Error()))
		}
	})
}
