package sqlite_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/store"
	"deft/store/storetest"
	"deft/tool"
)

// batch is how many samples go in one call.
const batch = 512

func pool() (out []tool.Spec) {
	for i := range 500 {
		out = append(out, storetest.NewTool(i))
	}
	return out
}

// items are 512 samples of 1 KB with five tools each, numbered from first.
func items(first int) []store.Item {
	tools := pool()
	out := make([]store.Item, batch)
	for i := range out {
		n := first + i
		s := eval.Sample{
			ID: fmt.Sprintf("sample-%07d", n), Groups: []string{"test"},
			Messages: []chat.Message{{Role: chat.User, Content: fmt.Sprintf("%d: %s", n, strings.Repeat("What is the weather \"there\"? ", 25))}},
			Gold:     json.RawMessage(`[{"name":"tool7","arguments":{"x":` + fmt.Sprint(n) + `,"y":[1,2,3],"place":"Berlin"}}]`),
		}
		for k := range 5 {
			s.Tools = append(s.Tools, tools[(n*7+k*31)%len(tools)])
		}
		out[i] = store.Item{Index: int64(n), Sample: s}
	}
	return out
}

// attempts are transcripts of 2 KB of 512 samples.
func attempts(first int) []eval.Transcript {
	out := make([]eval.Transcript, batch)
	for i := range out {
		reply := chat.Message{Role: chat.Assistant, Content: strings.Repeat("I think, \"so\".\n", 20), ToolCalls: []tool.Call{{ID: "c", Name: "tool7", Arguments: json.RawMessage(`{"x":1,"place":"Berlin"}`)}}}
		usage := chat.Usage{InputTokens: 300, OutputTokens: 20}
		out[i] = eval.Transcript{
			Key: chat.Key{Run: "r", Sample: fmt.Sprintf("sample-%07d", first+i)}, Seed: uint64(i) * 1e15, Stop: eval.StopAnswered, Usage: usage, Millis: 12.5,
			Events: []eval.Event{
				{Kind: eval.EventPrompt, Messages: []chat.Message{{Role: chat.System, Content: "Use the tools."}, {Role: chat.User, Content: strings.Repeat("What is the weather \"there\"? ", 40)}}},
				{Kind: eval.EventReply, Message: &reply, Finish: chat.FinishToolCalls, Usage: &usage, Model: "some-model", Millis: 12.5},
			},
		}
	}
	return out
}

func verdicts(first int) []eval.Score {
	out := make([]eval.Score, batch)
	for i := range out {
		out[i] = eval.Score{
			Key: chat.Key{Run: "r", Sample: fmt.Sprintf("sample-%07d", first+i)}, Scorer: "sealtools/default", Groups: []string{"test"},
			Counts: map[string]float64{"format": 1, "tool_tp": 2, "tool_fp": 1, "tool_fn": 0, "param_tp": 5, "param_fp": 1, "param_fn": 2}, Classes: []string{"wrong_tool"}, ErrorType: "wrong_tool",
		}
	}
	return out
}
