package reporttest

import (
	"encoding/json"
	"fmt"

	"deft/chat"
	"deft/eval"
	"deft/tool"
)

// Hostile is text that breaks out of careless HTML, XML, Markdown, CSV and terminals.
const Hostile = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>|`\x1b[31m\u202e\x00&amp;"

// Demo puts a run of n samples of which about skill in ten are right, in three groups, with
// transcripts. The last sample has no score when n > 10.
func (s *Source) Demo(run string, n, skill int) {
	for i := range n {
		id := fmt.Sprintf("sample-%04d", i)
		group := []string{"single", "multiple", "nested"}[i%3]
		sample := eval.Sample{
			ID: id, Groups: []string{group},
			Messages: []chat.Message{{Role: chat.System, Content: "Use the tools."}, {Role: chat.User, Content: fmt.Sprintf("What is the weather in town %d? %s", i, Hostile)}},
			Tools:    []tool.Spec{{Name: "weather", Description: "Gives the weather of a town.", Parameters: json.RawMessage(`{"type":"object","properties":{"town":{"type":"integer"}}}`)}},
			Gold:     json.RawMessage(fmt.Sprintf(`[{"name":"weather","arguments":{"town":%d}}]`, i)),
		}
		score := eval.Score{Valid: true, Counts: map[string]float64{"right": 1, "tool_tp": 2, "tool_pred": 2, "tool_gold": 2, "turns": 1}}
		reply := chat.Message{Role: chat.Assistant, ToolCalls: []tool.Call{{Name: "weather", Arguments: json.RawMessage(fmt.Sprintf(`{"town":%d}`, i))}}}
		if i*7%10 >= skill {
			class := []string{"tool_hallucination", "wrong_argument", "missing_call"}[i%3]
			score = eval.Score{
				ErrorType: class, Classes: []string{class}, Missing: map[string]string{"quality": "no judge was given (--judge MODEL)"},
				Counts:   map[string]float64{"tool_tp": 1, "tool_pred": 3, "tool_gold": 2, "turns": 3},
				Evidence: json.RawMessage(`{"missing":["weather"],"unexpected":["wether"]}`),
			}
			reply = chat.Message{Role: chat.Assistant, Content: "I would call wether. " + Hostile}
		}
		scores := []eval.Score{score}
		if n > 10 && i == n-1 {
			scores = nil
		}
		s.Put(run, sample, scores...)
		s.Made[run] = append(s.Made[run], eval.Transcript{
			Key: chat.Key{Run: run, Sample: id}, Stop: eval.StopAnswered,
			Events: []eval.Event{
				{Kind: eval.EventPrompt, Messages: sample.Messages},
				{Kind: eval.EventReply, Message: &reply, Finish: chat.FinishStop, Usage: &chat.Usage{InputTokens: 120, OutputTokens: 30}, Millis: 250},
			},
			Usage: chat.Usage{InputTokens: 120, OutputTokens: 30}, Millis: 250,
		})
	}
}

// Published is a small table of other people's figures for Scoring's metrics.
func Published() []eval.Published {
	v := func(x float64) *float64 { return &x }
	return []eval.Published{{
		Source: "the paper, table 4", Note: "five candidates a query, their retriever", Metrics: []string{"accuracy", "tool_f1"},
		Rows: []eval.PublishedRow{{Name: "ChatGPT", Values: []*float64{v(0.62), v(0.74)}}, {Name: "大模型-7B", Values: []*float64{nil, v(0.5)}}},
	}}
}
