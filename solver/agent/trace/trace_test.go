package trace_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/solver/agent"
	"deft/solver/agent/trace"
	"deft/tool"
	"deft/tool/schema"
)

// world answers calls of get_weather in Oslo and knows no other tool.
type world struct{}

func (world) Tools() []tool.Spec                                { return tools() }
func (world) Snapshot(context.Context) (json.RawMessage, error) { return nil, nil }
func (world) Close() error                                      { return nil }
func (world) Call(_ context.Context, c tool.Call) (tool.Result, error) {
	switch c.Name {
	case "get_weather":
		return tool.Result{Content: json.RawMessage(`{"sky":"clear"}`)}, nil
	case agent.AskUser:
		return tool.Result{Content: json.RawMessage(`"I mean Oslo."`)}, nil
	}
	return tool.Result{Fault: tool.FaultUnknownTool}, nil
}

func tools() []tool.Spec {
	return []tool.Spec{
		{Name: "get_weather", Parameters: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"},"day":{"type":"string"}},"required":["city"]}`)},
		agent.FinishSpec(), agent.AskUserSpec(),
	}
}

func sample() eval.Sample {
	return eval.Sample{ID: "weather", Tools: tools(), Messages: []chat.Message{{Role: chat.User, Content: "How is the weather?"}}}
}

func newProtocol(t testing.TB, name string) protocol.Protocol {
	t.Helper()
	p, err := protocol.New(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play lets a scripted model act and gives the transcript.
func play(t testing.TB, p protocol.Protocol, turns int, replies ...chat.Message) eval.Transcript {
	t.Helper()
	g, err := agent.New(agent.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var out eval.Transcript
	a := &eval.Attempt{
		Key: chat.Key{Sample: "weather"}, Sample: sample(), Env: world{}, Protocol: p, Limits: eval.Limits{Turns: turns}, Now: time.Now,
		Models: map[string]chat.Model{chat.RoleAgent: chat.Script(replies...)},
		Record: func(e eval.Event) { out.Events = append(out.Events, e) },
	}
	if out.Stop, err = g.Solve(context.Background(), a); err != nil {
		t.Fatal(err)
	}
	return out
}

func text(lines ...string) chat.Message { return chat.Message{Content: strings.Join(lines, "\n")} }

const (
	thought = "Thought: I need the weather."
	action  = "Action: get_weather"
	oslo    = `Action Input: {"city": "Oslo"}`
)

func finish() chat.Message {
	return text("Thought: I know it now.", "Action: finish", `Action Input: {"answer": "It is clear."}`)
}

func native(content, name, arguments string) chat.Message {
	c := tool.Call{ID: "c", Name: name, Arguments: json.RawMessage(arguments)}
	if !json.Valid(c.Arguments) {
		c.Arguments, c.Malformed = nil, arguments
	}
	return chat.Message{Content: content, ToolCalls: []tool.Call{c}}
}

// TestFailures plays each failure of the paper; the numbers are counted by hand.
func TestFailures(t *testing.T) {
	type counts struct{ Valid, Tried, Real int }
	for _, tc := range []struct {
		name     string
		protocol string
		turns    int
		replies  []chat.Message
		want     counts
		classes  []trace.Class
		finished bool
	}{
		{name: "right", replies: []chat.Message{text(thought, action, oslo), finish()}, want: counts{2, 2, 2}, finished: true},
		{
			name: "missing keyword: no input", replies: []chat.Message{text(thought, action), finish()}, want: counts{1, 2, 1}, finished: true,
			classes: []trace.Class{trace.MissingKeyword, trace.MissingRequired},
		},
		{
			name: "missing keyword: no action", replies: []chat.Message{text(thought, oslo), finish()}, want: counts{1, 2, 1}, finished: true,
			classes: []trace.Class{trace.MissingKeyword},
		},
		{
			name: "missing keyword: no thought", replies: []chat.Message{text(action, oslo), finish()}, want: counts{1, 2, 1}, finished: true,
			classes: []trace.Class{trace.MissingKeyword, trace.EmptyThought},
		},
		{
			name: "missing keyword: chatter, which the loop answers", replies: []chat.Message{text("The weather is nice, I guess."), finish()}, want: counts{1, 2, 1}, finished: true,
			classes: []trace.Class{trace.MissingKeyword},
		},
		{
			name: "keywords out of order", replies: []chat.Message{text(action, thought, oslo), finish()}, want: counts{1, 2, 1}, finished: true,
			classes: []trace.Class{trace.MissingKeyword},
		},
		{
			name: "redundant sentences", replies: []chat.Message{text(thought, action, oslo, "I hope that this helps!"), finish()}, want: counts{1, 2, 1}, finished: true,
			classes: []trace.Class{trace.RedundantText},
		},
		{
			name: "an observation of its own", replies: []chat.Message{text(thought, action, oslo, `Observation: {"sky":"green"}`, "Final Answer: green"), finish()}, want: counts{1, 2, 1},
			finished: true, classes: []trace.Class{trace.RedundantText},
		},
		{
			name: "hallucinated tool", replies: []chat.Message{text(thought, "Action: find_weather", oslo), finish()}, want: counts{2, 2, 1}, finished: true,
			classes: []trace.Class{trace.UnknownTool},
		},
		{
			name: "escaped underscore", replies: []chat.Message{text(thought, `Action: get\_weather`, oslo), finish()}, want: counts{2, 2, 1}, finished: true,
			classes: []trace.Class{trace.EscapedUnderscore, trace.UnknownTool},
		},
		{
			name: "hallucinated parameter", replies: []chat.Message{text(thought, action, `Action Input: {"city": "Oslo", "unit": "C"}`), finish()}, want: counts{2, 2, 1}, finished: true,
			classes: []trace.Class{trace.UnknownParameter},
		},
		{
			name: "missing required parameter", replies: []chat.Message{text(thought, action, `Action Input: {"day": "today"}`), finish()}, want: counts{2, 2, 1}, finished: true,
			classes: []trace.Class{trace.MissingRequired},
		},
		{
			name: "a value of another type is real", replies: []chat.Message{text(thought, action, `Action Input: {"city": 5}`), finish()}, want: counts{2, 2, 2}, finished: true,
			classes: []trace.Class{trace.BadValue},
		},
		{
			name: "repeated call", replies: []chat.Message{
				text(thought, action, `Action Input: {"city": "Oslo", "day": "today"}`), text(thought, action, `Action Input: {"day": "today", "city": "Oslo"}`), finish(),
			}, want: counts{3, 3, 3}, finished: true, classes: []trace.Class{trace.RepeatedCall},
		},
		{
			name: "turn limit", turns: 2, replies: []chat.Message{text(thought, action, oslo), text(thought, action, `Action Input: {"city": "Bergen"}`)},
			want: counts{2, 2, 2}, classes: []trace.Class{trace.TurnLimit},
		},
		{
			name: "empty thought", replies: []chat.Message{text("Thought:", action, oslo), finish()}, want: counts{2, 2, 2}, finished: true,
			classes: []trace.Class{trace.EmptyThought},
		},
		{
			name: "gave up", replies: []chat.Message{text("Thought: No tool fits.", "Action: finish", `Action Input: {"answer": "I cannot handle the task."}`)},
			want: counts{1, 1, 1}, finished: true, classes: []trace.Class{trace.GaveUp},
		},
		{
			name: "answered without finish", replies: []chat.Message{text("Thought: I know it.", "Final Answer: Clear.")},
			want: counts{0, 0, 0}, classes: []trace.Class{trace.NoFinish},
		},
		{
			name: "input that cannot be read", replies: []chat.Message{text(thought, action, `Action Input: {"city": "Os`), finish()}, want: counts{1, 2, 1}, finished: true,
			classes: []trace.Class{trace.Unreadable},
		},
		{name: "nothing at all", replies: []chat.Message{text(""), finish()}, want: counts{1, 2, 1}, finished: true, classes: []trace.Class{trace.Unreadable}},

		{name: "native: right", protocol: "native", replies: []chat.Message{native("I look.", "get_weather", `{"city":"Oslo"}`), native("Done.", "finish", `{"answer":"Clear."}`)}, want: counts{2, 2, 2}, finished: true},
		{
			name: "native: every fault of a call", protocol: "native", finished: true, want: counts{5, 6, 1},
			replies: []chat.Message{
				native("a", "find_weather", `{"city":"Oslo"}`), native("b", `get\_weather`, `{"city":"Oslo"}`), native("c", "get_weather", `{"town":"Oslo"}`),
				native("d", "get_weather", `{"city":`), native("", "get_weather", `{"town":"Oslo"}`), native("Done.", "finish", `{"answer":"Clear."}`),
			},
			classes: []trace.Class{
				trace.UnknownTool, trace.EscapedUnderscore, trace.UnknownTool, trace.MissingRequired, trace.UnknownParameter,
				trace.Unreadable, trace.EmptyThought, trace.RepeatedCall, trace.MissingRequired, trace.UnknownParameter,
			},
		},
		{name: "native: a plain answer", protocol: "native", replies: []chat.Message{text("It is clear.")}, classes: []trace.Class{trace.NoFinish}},
		{
			name: "native: several calls, one invented", protocol: "native", finished: true, want: counts{2, 2, 1},
			replies: []chat.Message{
				{Content: "Both.", ToolCalls: []tool.Call{{ID: "1", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Oslo"}`)}, {ID: "2", Name: "x"}}},
				native("Done.", "finish", `{"answer":"Clear."}`),
			},
			classes: []trace.Class{trace.UnknownTool},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newProtocol(t, map[string]string{"": "react"}[tc.protocol]+tc.protocol)
			turns := tc.turns
			if turns == 0 {
				turns = 9
			}
			got, err := trace.Reader{Protocol: p, Checker: schema.New()}.Read(sample(), play(t, p, turns, tc.replies...))
			if err != nil {
				t.Fatal(err)
			}
			valid, tried := got.Format()
			real, _ := got.Reality()
			if c := (counts{valid, tried, real}); c != tc.want {
				t.Errorf("counted %+v, want %+v", c, tc.want)
			}
			if diff := cmp.Diff(tc.classes, got.AllClasses(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("classes (-want +got):\n%s", diff)
			}
			if got.Finished != tc.finished {
				t.Errorf("finished is %v", got.Finished)
			}
		})
	}
}

// TestResults: each call has what it gave, also where a turn asks the user.
func TestResults(t *testing.T) {
	p := newProtocol(t, "react")
	got, err := trace.Reader{Protocol: p, Checker: schema.New()}.Read(sample(), play(t, p, 9,
		text("Thought: Where?", "Action: ask_to_user", `Action Input: {"question": "Which city?"}`), text(thought, action, oslo, action, `Action Input: {"city": "Rome"}`), finish()))
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, u := range got.Turns {
		for _, c := range u.Calls {
			result := "none"
			if c.Result != nil {
				result = string(c.Result.Content)
			}
			seen = append(seen, fmt.Sprintf("%d %s %s", u.Turn, c.Name, result))
		}
	}
	want := []string{`0 ask_to_user "I mean Oslo."`, `1 get_weather {"sky":"clear"}`, `1 get_weather {"sky":"clear"}`, "2 finish none"}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
	if got.Answer != "It is clear." {
		t.Errorf("the answer is %q", got.Answer)
	}
}

// FuzzRead: no reply, whatever it holds, breaks the reader.
func FuzzRead(f *testing.F) {
	f.Add("Thought: x\nAction: finish\nAction Input: {}", `{"a":1}`)
	f.Add("**Action :** finish", "[")
	react, err := protocol.New("react", nil)
	if err != nil {
		f.Fatal(err)
	}
	r := trace.Reader{Protocol: react, Checker: schema.New()}
	f.Fuzz(func(t *testing.T, content, arguments string) {
		m := chat.Message{Content: content}
		n := native(content, "get_weather", arguments)
		tr := eval.Transcript{Events: []eval.Event{{Kind: eval.EventReply, Message: &m}, {Kind: eval.EventReply, Message: &n}, {Kind: eval.EventResult, Result: &tool.Result{}}}}
		got, err := r.Read(sample(), tr)
		if err != nil || len(got.Turns) != 2 {
			t.Fatalf("%d turns, %v", len(got.Turns), err)
		}
		if v, n := got.Format(); v > n {
			t.Fatalf("%d valid of %d", v, n)
		}
	})
}
