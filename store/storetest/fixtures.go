package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"deft/chat"
	"deft/eval"
	"deft/store"
	"deft/tool"
)

// same are the liberties a store has: an empty list or document may come back as none, a time in
// another zone, and sums of costs with another last digit.
var same = cmp.Options{
	cmpopts.EquateEmpty(), cmpopts.EquateApproxTime(0), cmpopts.EquateApprox(1e-12, 1e-12),
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func value[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		must(t, err)
		return v
	}
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if reflect.DeepEqual(want, got) { // a hundred times as fast as cmp, and mostly true
		return
	}
	if d := cmp.Diff(want, got, same); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func fails(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: got error %v, want %v", what, err, want)
	}
}

// NewRun is a run with every field that a store keeps.
func NewRun(id string) store.Run {
	return store.Run{
		ID: id, Task: "demo", TaskVersion: "3", Model: "openai/some", Protocol: "native", Compat: "paper",
		Status: store.StatusDone, Started: time.Date(2026, 3, 4, 5, 6, 7, 123456789, time.UTC), Trials: 2, Seed: 1<<64 - 5,
		Config: json.RawMessage(`{"temperature": 0.10,"n":1e2}`), Deft: "v1", Data: "sha256:ab", Prompts: "sha256:cd",
		ServedModel: "some-1", Wall: 1.25,
	}
}

// NewTool is a tool document; equal n, equal document.
func NewTool(n int) tool.Spec {
	return tool.Spec{
		ID: fmt.Sprintf("a/b/tool%d", n), Name: fmt.Sprintf("tool%d", n), Description: "Does <this> & that.",
		Parameters: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{"x%d":{"type":"number","default":1.50}}}`, n)),
		Result:     json.RawMessage(`{"type":"string"}`), Tags: map[string]string{"scenario": "IR", "field": "maps"},
	}
}

// NewSample is sample n of a task, with tools.
func NewSample(n int) eval.Sample {
	return eval.Sample{
		ID: fmt.Sprintf("s%05d", n), Groups: []string{"test", "single"},
		Messages: []chat.Message{{Role: chat.System, Content: "Be brief."}, {Role: chat.User, Content: fmt.Sprintf("Question %d?", n)}},
		Tools:    []tool.Spec{NewTool(n % 7), NewTool(n%5 + 10)},
		Gold:     json.RawMessage(fmt.Sprintf(`[{"name":"tool%d","arguments":{"x":%d.0}}]`, n%7, n)), Setup: json.RawMessage(`{"k":null}`),
	}
}

// NewItems are samples from..to-1 at their own index.
func NewItems(from, to int) []store.Item {
	var out []store.Item
	for i := from; i < to; i++ {
		out = append(out, store.Item{Index: int64(i), Sample: NewSample(i)})
	}
	return out
}

// NewTranscript is an attempt of sample n with each kind of event. fault, when not empty, is its Error.
func NewTranscript(n, trial int, fault string) eval.Transcript {
	cost := 0.25
	usage := chat.Usage{InputTokens: 100 + n, OutputTokens: 10, CostUSD: &cost}
	call := tool.Call{ID: "c1", Name: "tool1", Arguments: json.RawMessage(`{"x":1.50}`)}
	return eval.Transcript{
		Key: chat.Key{Run: "r", Sample: NewSample(n).ID, Trial: trial}, Seed: 1<<63 + uint64(n),
		Events: []eval.Event{
			{Kind: eval.EventPrompt, Messages: NewSample(n).Messages, Tools: []string{NewTool(1).Hash()}},
			{Kind: eval.EventReply, Message: &chat.Message{Role: chat.Assistant, Content: "I ask.", Reasoning: "hm", ToolCalls: []tool.Call{call, {Name: "bad", Malformed: "{'x"}}}, Finish: chat.FinishToolCalls, Usage: &usage, Model: "some-1", Millis: 12.5},
			{Kind: eval.EventCall, Call: &call},
			{Kind: eval.EventResult, Result: &tool.Result{CallID: "c1", Content: json.RawMessage(`{"y":[1,2.0,null]}`), Fault: tool.FaultTimeout, Truncated: true}, Millis: 0.001},
			{Kind: eval.EventNote, Turn: 1, Role: chat.RoleUser, Keep: 2, Note: "inserted"},
		},
		State: json.RawMessage(`{"amount":7}`), Stop: eval.StopAnswered, Error: fault, Usage: usage, Millis: 1e-7,
	}
}

// NewScore is the score of one attempt.
func NewScore(n, trial int, scorer string) eval.Score {
	return eval.Score{
		Key: chat.Key{Run: "r", Sample: NewSample(n).ID, Trial: trial}, Scorer: scorer, Groups: []string{"single"},
		Counts: map[string]float64{"right": float64(n), "n": 1, "odd": 1.0 / 3}, Missing: map[string]string{"judge": "no judge"},
		Valid: n%2 == 0, ErrorType: "wrong_tool", Classes: []string{"a", "b", "a"}, Evidence: json.RawMessage(`{"diff":["<x>"]}`),
	}
}

// withRun makes a run with samples 0..n-1.
func withRun(t testing.TB, st store.Store, run string, n int) {
	t.Helper()
	must(t, st.CreateRun(t.Context(), NewRun(run)))
	must(t, st.AddSamples(t.Context(), run, NewItems(0, n)))
}

// ids are the sample ids of pending work of a trial, read in pages of a size.
func ids(t testing.TB, st store.Store, run string, trial, page int) []string {
	t.Helper()
	var out []string
	for after := int64(-1); ; {
		ws := value(st.Pending(context.Background(), run, trial, after, page))(t)
		for _, w := range ws {
			if w.Trial != trial {
				t.Errorf("pending work of trial %d says trial %d", trial, w.Trial)
			}
			if w.Index <= after {
				t.Errorf("index %d after %d", w.Index, after)
			}
			after = w.Index
			out = append(out, w.Sample.ID)
		}
		if len(ws) < page {
			return out
		}
	}
}
