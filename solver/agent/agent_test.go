package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/tool"
)

// echo is an environment whose one tool gives back its argument, or fails as asked.
type echo struct{ calls atomic.Int64 }

func (*echo) Tools() []tool.Spec                                { return echoTools() }
func (*echo) Snapshot(context.Context) (json.RawMessage, error) { return nil, nil }
func (*echo) Close() error                                      { return nil }
func (e *echo) Call(_ context.Context, c tool.Call) (tool.Result, error) {
	e.calls.Add(1)
	switch c.Name {
	case "echo":
		return tool.Result{Content: c.Arguments}, nil
	case "fail":
		return tool.Result{Fault: tool.FaultFailed, Content: json.RawMessage(`{"error":"closed"}`)}, nil
	case "big":
		return tool.Result{Content: json.RawMessage(`"` + strings.Repeat("é", 5000) + `"`)}, nil
	case "break":
		return tool.Result{}, errors.New("the world broke")
	case AskUser:
		return tool.Result{Content: json.RawMessage(`"Green."`)}, nil
	}
	return tool.Result{Fault: tool.FaultUnknownTool}, nil
}

func echoTools() []tool.Spec {
	var out []tool.Spec
	for _, name := range []string{"echo", "fail", "big", "break"} {
		out = append(out, tool.Spec{Name: name, Description: "Does as it is called.", Parameters: json.RawMessage(`{"type":"object","properties":{"x":{}}}`)})
	}
	return append(out, FinishSpec(), AskUserSpec())
}

func call(name, arguments string) chat.Message {
	return chat.Message{Content: "I call " + name + ".", ToolCalls: []tool.Call{{ID: "id-" + name, Name: name, Arguments: json.RawMessage(arguments)}}}
}

func newAttempt(t testing.TB, name string, record func(eval.Event), models map[string]chat.Model) *eval.Attempt {
	t.Helper()
	p, err := protocol.New(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &eval.Attempt{
		Key: chat.Key{Sample: "s"}, Env: &echo{}, Protocol: p, Now: time.Now, Record: record, Models: models,
		Sample: eval.Sample{ID: "s", Tools: echoTools(), Messages: []chat.Message{{Role: chat.System, Content: "Be brief."}, {Role: chat.User, Content: "Go on."}}},
	}
}

func newAgent(t testing.TB, c Config) *Agent {
	t.Helper()
	g, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// listen is a scripted model that keeps what it was asked.
func listen(asked *[][]chat.Message, replies ...chat.Message) chat.Model {
	inner := chat.Script(replies...)
	return chat.ModelFunc(func(ctx context.Context, r chat.Request) (chat.Response, error) {
		*asked = append(*asked, slices.Clone(r.Messages))
		return inner.Generate(ctx, r)
	})
}

func TestLoop(t *testing.T) {
	for _, tc := range []struct {
		name    string
		replies []chat.Message
		turns   int
		stop    eval.Stop
		last    string // the last observation or message that the model saw
	}{
		{"answers at once", []chat.Message{{Content: "42"}}, 0, eval.StopAnswered, "Go on."},
		{"acts and answers", []chat.Message{call("echo", `{"x":1}`), {Content: "42"}}, 0, eval.StopAnswered, `{"x":1}`},
		{"finishes", []chat.Message{call("echo", `{"x":1}`), call(Finish, `{"answer":"42"}`)}, 0, eval.StopFinished, `{"x":1}`},
		{"a tool's error is an observation", []chat.Message{call("fail", `{}`), call(Finish, `{}`)}, 0, eval.StopFinished, `error: failed: {"error":"closed"}`},
		{"an unknown tool too", []chat.Message{call("nothing", `{}`), call(Finish, `{}`)}, 0, eval.StopFinished, "error: unknown_tool"},
		{"asks the environment's user", []chat.Message{call(AskUser, `{"question":"Which colour?"}`), call(Finish, `{}`)}, 0, eval.StopFinished, "Green."},
		{"an observation is cut and marked", []chat.Message{call("big", `{}`), call(Finish, `{}`)}, 0, eval.StopFinished, strings.Repeat("é", 2048) + " … [cut: 4096 of 10000 bytes shown]"},
		{"an empty reply is told so", []chat.Message{{}, call(Finish, `{}`)}, 0, eval.StopFinished, "Your last reply could not be used: empty (neither text nor calls).\nNothing was called. Reply again, in exactly the format you were given."},
		{"runs out of turns", []chat.Message{call("echo", `{}`), call("echo", `{}`), call("echo", `{}`)}, 3, eval.StopTurnLimit, "{}"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var asked [][]chat.Message
			var events []eval.Event
			a := newAttempt(t, "native", func(e eval.Event) { events = append(events, e) }, map[string]chat.Model{chat.RoleAgent: listen(&asked, tc.replies...)})
			a.Limits.Turns = tc.turns
			stop, err := newAgent(t, Config{}).Solve(context.Background(), a)
			if err != nil || stop != tc.stop {
				t.Fatalf("stopped as %q, %v; want %q", stop, err, tc.stop)
			}
			last := asked[len(asked)-1]
			if got := last[len(last)-1].Content; got != tc.last {
				t.Errorf("the model last saw %.200q, want %.200q", got, tc.last)
			}
			replies := 0
			for _, e := range events {
				if e.Kind == eval.EventReply {
					replies++
				}
			}
			if replies != len(tc.replies) || len(asked) != len(tc.replies) {
				t.Errorf("%d replies recorded and %d asked, want %d", replies, len(asked), len(tc.replies))
			}
		})
	}
}

func TestDefaultTurns(t *testing.T) {
	var replies []chat.Message
	for range 20 {
		replies = append(replies, call("echo", `{}`))
	}
	a := newAttempt(t, "native", func(eval.Event) {}, map[string]chat.Model{chat.RoleAgent: chat.Script(replies...)})
	if stop, err := newAgent(t, Config{}).Solve(context.Background(), a); err != nil || stop != eval.StopTurnLimit || a.Turns(chat.RoleAgent) != 9 {
		t.Errorf("%d turns, %q, %v; want 9 and the turn limit", a.Turns(chat.RoleAgent), stop, err)
	}
}

// TestUserModel: the model that plays the user sees what a user sees, and its answer is recorded.
func TestUserModel(t *testing.T) {
	var asked [][]chat.Message
	var events []eval.Event
	a := newAttempt(t, "native", func(e eval.Event) { events = append(events, e) }, map[string]chat.Model{
		chat.RoleAgent: chat.Script(call(AskUser, `{"question":"Which colour?"}`), call(AskUser, `{}`), call(Finish, `{}`)),
		chat.RoleUser:  listen(&asked, chat.Message{Content: " Blue. "}),
	})
	g := newAgent(t, Config{Known: func(eval.Sample) string { return "The colour is blue." }})
	if stop, err := g.Solve(context.Background(), a); err != nil || stop != eval.StopFinished {
		t.Fatal(stop, err)
	}
	if len(asked) != 1 || len(asked[0]) != 2 || asked[0][1].Content != "Which colour?" || !strings.Contains(asked[0][0].Content, "The colour is blue.") ||
		!strings.Contains(asked[0][0].Content, "Go on.") || strings.Contains(asked[0][0].Content, "I call") || strings.Contains(asked[0][0].Content, "echo") {
		t.Errorf("the user was asked %+v", asked)
	}
	var results []string
	for _, e := range events {
		if e.Kind == eval.EventResult {
			results = append(results, fmt.Sprint(e.Turn, " ", e.Result.Fault, string(e.Result.Content)))
		}
	}
	if diff := cmp.Diff([]string{`0 "Blue."`, `1 invalid_arguments"ask_to_user needs the argument question, a text"`}, results); diff != "" {
		t.Error(diff)
	}
	if a.Env.(*echo).calls.Load() != 0 {
		t.Error("the environment was asked as well")
	}
}

// TestShots: demonstrations come behind the system message and in front of the sample's own.
func TestShots(t *testing.T) {
	var shots []chat.Message
	for i := range 5 {
		shots = append(shots, chat.Message{Role: chat.User, Content: fmt.Sprint("question ", i)}, chat.Message{Role: chat.Assistant, Content: fmt.Sprint("answer ", i)})
	}
	for _, n := range []int{0, 5} {
		var asked [][]chat.Message
		a := newAttempt(t, "native", func(eval.Event) {}, map[string]chat.Model{chat.RoleAgent: listen(&asked, chat.Message{Content: "42"})})
		if _, err := newAgent(t, Config{Demonstrations: shots[:2*n]}).Solve(context.Background(), a); err != nil {
			t.Fatal(err)
		}
		want := append(append([]chat.Message{{Role: chat.System, Content: "Be brief."}}, shots[:2*n]...), chat.Message{Role: chat.User, Content: "Go on."})
		if diff := cmp.Diff(want, asked[0]); diff != "" {
			t.Errorf("%d shots: %s", n, diff)
		}
	}
}

func TestEnds(t *testing.T) {
	full := chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) {
		return chat.Response{}, &chat.Error{Class: chat.ErrContext}
	})
	cut := chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) {
		return chat.Response{Finish: chat.FinishLength}, nil
	})
	for _, tc := range []struct {
		model chat.Model
		stop  eval.Stop
		err   string
	}{
		{full, eval.StopContextLimit, ""},
		{cut, eval.StopTruncated, ""},
		{chat.Script(call("break", `{}`)), "", "the world broke"},
		{chat.Script(), "", "script"},
	} {
		a := newAttempt(t, "native", func(eval.Event) {}, map[string]chat.Model{chat.RoleAgent: tc.model})
		stop, err := newAgent(t, Config{}).Solve(context.Background(), a)
		if stop != tc.stop || tc.err == "" && err != nil || tc.err != "" && (err == nil || !strings.Contains(err.Error(), tc.err)) {
			t.Errorf("%q, %v; want %q and %q", stop, err, tc.stop, tc.err)
		}
	}
}

// TestHostileReply: a reply of a thousand calls without ids is one turn; 32 are performed, and each
// has an answer of its own.
func TestHostileReply(t *testing.T) {
	m := chat.Message{}
	for range 1000 {
		m.ToolCalls = append(m.ToolCalls, tool.Call{Name: "echo", Arguments: json.RawMessage(`{}`)})
	}
	var asked [][]chat.Message
	a := newAttempt(t, "native", func(eval.Event) {}, map[string]chat.Model{chat.RoleAgent: listen(&asked, m, call(Finish, `{}`))})
	if stop, err := newAgent(t, Config{}).Solve(context.Background(), a); err != nil || stop != eval.StopFinished {
		t.Fatal(stop, err)
	}
	if n := a.Env.(*echo).calls.Load(); n != 32 {
		t.Errorf("%d calls were performed, want 32", n)
	}
	ids := map[string]bool{}
	for _, c := range asked[1][2].ToolCalls {
		ids[c.ID] = true
	}
	for _, o := range asked[1][3:] {
		delete(ids, o.ToolCallID)
	}
	if len(asked[1]) != 1003 || len(ids) != 0 || ids[""] {
		t.Errorf("%d messages, %d calls without an answer", len(asked[1]), len(ids))
	}
}

func react(r chat.Request, turns int) chat.Response {
	if r.Key.Turn == turns-1 {
		return chat.Response{Message: chat.Message{Content: "Thought: I know it.\nAction: finish\nAction Input: {\"answer\": \"42\"}"}}
	}
	return chat.Response{Message: chat.Message{Content: fmt.Sprintf("Thought: I need more.\nAction: echo\nAction Input: {\"x\": %d}", r.Key.Turn)}}
}

// BenchmarkTurn is the loop's own cost of a turn, in ns/turn, with a model that answers at once.
func BenchmarkTurn(b *testing.B) {
	for _, name := range []string{"native", "react"} {
		b.Run(name, func(b *testing.B) {
			g := newAgent(b, Config{})
			model := chat.ModelFunc(func(_ context.Context, r chat.Request) (chat.Response, error) {
				if name == "react" {
					return react(r, 9), nil
				}
				if r.Key.Turn == 8 {
					return chat.Response{Message: call(Finish, `{"answer":"42"}`)}, nil
				}
				return chat.Response{Message: call("echo", `{"x":1}`)}, nil
			})
			for b.Loop() {
				a := newAttempt(b, name, func(eval.Event) {}, map[string]chat.Model{chat.RoleAgent: model})
				if stop, err := g.Solve(context.Background(), a); err != nil || stop != eval.StopFinished {
					b.Fatal(stop, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/9, "ns/turn")
		})
	}
}

// BenchmarkThousand runs 1,000 agents of nine turns at once against a model that takes 100 ms, and
// reports the time as a multiple of the ideal 0.9 s, and the memory held.
func BenchmarkThousand(b *testing.B) {
	g := newAgent(b, Config{})
	model := chat.ModelFunc(func(_ context.Context, r chat.Request) (chat.Response, error) {
		time.Sleep(100 * time.Millisecond)
		return react(r, 9), nil
	})
	for b.Loop() {
		var agents sync.WaitGroup
		for range 1000 {
			agents.Go(func() {
				var events []eval.Event
				a := newAttempt(b, "react", func(e eval.Event) { events = append(events, e) }, map[string]chat.Model{chat.RoleAgent: model})
				if stop, err := g.Solve(context.Background(), a); err != nil || stop != eval.StopFinished || len(events) < 9 {
					b.Error(stop, err)
				}
			})
		}
		agents.Wait()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/0.9, "x-ideal")
	b.ReportMetric(float64(m.Sys)/(1<<20), "MB")
}
