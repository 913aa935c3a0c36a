package chattest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deft/chat"
	"deft/tool"
)

// TestEndpoint is the suite for models that speak to a server. open makes a model for the base URL
// of a fake server, without retries, with the model name "fake" and a timeout of timeout.
func TestEndpoint(t *testing.T, open func(t *testing.T, baseURL string, timeout time.Duration) chat.Model) {
	t.Run("text", func(t *testing.T) { endpointText(t, open) })
	t.Run("calls", func(t *testing.T) { endpointCalls(t, open) })
	t.Run("cancel", func(t *testing.T) { endpointCancel(t, open) })
	t.Run("parallel", func(t *testing.T) { endpointParallel(t, open) })
	for fault, want := range faultClasses {
		t.Run("fault/"+string(fault), func(t *testing.T) {
			s := NewServer(t, Options{Fault: func(Request) Fault { return fault }})
			_, err := open(t, s.URL, 300*time.Millisecond).Generate(t.Context(), Ask("x"))
			var e *chat.Error
			if !errors.As(err, &e) || e.Class != want || !e.Retryable() {
				t.Fatalf("got %v, want a retryable error of class %s", err, want)
			}
			if fault == BusyRetryAfter && e.RetryAfter != time.Second {
				t.Errorf("RetryAfter = %s, want 1s", e.RetryAfter)
			}
		})
	}
	for _, fault := range []Fault{Large, TerminalEscapes} {
		t.Run("fault/"+string(fault), func(t *testing.T) {
			s := NewServer(t, Options{Fault: func(Request) Fault { return fault }})
			r, err := open(t, s.URL, time.Minute).Generate(t.Context(), Ask("x"))
			if err != nil {
				t.Fatal(err)
			}
			if fault == Large && len(r.Message.Content) != LargeContent || fault == TerminalEscapes && r.Message.Content != EscapesContent {
				t.Errorf("the content was changed: %d bytes", len(r.Message.Content))
			}
		})
	}
}

// faultClasses is the class of error each fault must give.
var faultClasses = map[Fault]chat.ErrorClass{
	Busy: chat.ErrRateLimited, BusyRetryAfter: chat.ErrRateLimited, ServerError: chat.ErrServer,
	Reset: chat.ErrConnection, Hang: chat.ErrTimeout, Truncated: chat.ErrConnection,
	InvalidJSON: chat.ErrMalformed, EmptyChoices: chat.ErrMalformed, InvalidUTF8: chat.ErrMalformed,
}

// Ask makes a request of one user message, with the prompt as its sample.
func Ask(prompt string) chat.Request {
	return chat.Request{Key: chat.Key{Sample: prompt}, Messages: []chat.Message{{Role: chat.User, Content: prompt}}}
}

func endpointText(t *testing.T, open func(*testing.T, string, time.Duration) chat.Model) {
	var seen Request
	s := NewServer(t, Options{Answer: func(r Request) chat.Response {
		seen = r
		return chat.Response{
			Message: chat.Message{Content: "half an answ", Reasoning: "hm"}, Finish: chat.FinishLength,
			Usage: chat.Usage{InputTokens: 7, OutputTokens: 3}, Model: "fake-2026",
		}
	}})
	zero, seed := 0.0, uint64(1<<40+9)
	r := Ask("hello")
	r.Messages = append([]chat.Message{{Role: chat.System, Content: "Be <short> & kind."}}, r.Messages...)
	r.Sampling = chat.Sampling{Temperature: &zero, MaxTokens: 5, Stop: []string{"\n"}, Seed: &seed}
	r.Schema = json.RawMessage(`{"type":"object"}`)
	got, err := open(t, s.URL, time.Minute).Generate(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if got.Latency <= 0 {
		t.Error("no latency")
	}
	got.Latency = 0
	want := chat.Response{
		Message: chat.Message{Role: chat.Assistant, Content: "half an answ", Reasoning: "hm"}, Finish: chat.FinishLength,
		Usage: chat.Usage{InputTokens: 7, OutputTokens: 3}, Model: "fake-2026",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("response (-want +got):\n%s", d)
	}
	if d := cmp.Diff(r.Messages, seen.Messages); d != "" {
		t.Errorf("messages on the wire (-want +got):\n%s", d)
	}
	if seen.Sampling.Temperature == nil || *seen.Sampling.Temperature != 0 {
		t.Error("a temperature of 0 must be sent")
	}
	if seen.Sampling.Seed == nil || seen.Sampling.MaxTokens != 5 || len(seen.Sampling.Stop) != 1 || string(seen.Schema) != `{"type":"object"}` {
		t.Errorf("on the wire: %s", seen.Body)
	}
}

func endpointCalls(t *testing.T, open func(*testing.T, string, time.Duration) chat.Model) {
	var seen Request
	s := NewServer(t, Options{Answer: func(r Request) chat.Response {
		seen = r
		return chat.Response{Message: chat.Message{ToolCalls: []tool.Call{
			{ID: "a", Name: r.Tools[0].Name, Arguments: json.RawMessage(`{"n":1.50}`)},
			{ID: "b", Name: "other", Malformed: `{"n":`},
		}}}
	}})
	r := Ask("call it")
	r.Tools = []tool.Spec{{Name: "math.add two", Description: "adds", Parameters: json.RawMessage(`{"type":"dict","properties":{"n":{"type":"float"}}}`)}}
	r.Messages = append(
		r.Messages,
		chat.Message{Role: chat.Assistant, ToolCalls: []tool.Call{{Name: "math.add two", Arguments: json.RawMessage(`{"n":1}`)}}},
		chat.Message{Role: chat.Tool, Name: "math.add two"},
	)
	before, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	got, err := open(t, s.URL, time.Minute).Generate(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	want := []tool.Call{{ID: "a", Name: "math.add two", Arguments: json.RawMessage(`{"n":1.50}`)}, {ID: "b", Name: "other", Malformed: `{"n":`}}
	if d := cmp.Diff(want, got.Message.ToolCalls); d != "" {
		t.Errorf("calls (-want +got):\n%s", d)
	}
	if got.Finish != chat.FinishToolCalls {
		t.Errorf("finish = %q", got.Finish)
	}
	sent := seen.Tools[0].Name
	if sent == "math.add two" || seen.Messages[1].ToolCalls[0].Name != sent {
		t.Errorf("names on the wire: tool %q, history %q", sent, seen.Messages[1].ToolCalls[0].Name)
	}
	if id := seen.Messages[1].ToolCalls[0].ID; id == "" || seen.Messages[2].ToolCallID != id {
		t.Errorf("the result's id %q is not the call's %q", seen.Messages[2].ToolCallID, id)
	}
	if d := cmp.Diff(`{"type":"object","properties":{"n":{"type":"number"}}}`, string(seen.Tools[0].Parameters)); d != "" {
		t.Errorf("schema (-want +got):\n%s", d)
	}
	if after, err := json.Marshal(r); err != nil || string(after) != string(before) {
		t.Error("the request was changed")
	}
}

func endpointCancel(t *testing.T, open func(*testing.T, string, time.Duration) chat.Model) {
	s := NewServer(t, Options{Fault: func(Request) Fault { return Hang }})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := open(t, s.URL, time.Minute).Generate(ctx, Ask("x"))
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 5*time.Second {
		t.Errorf("after %s: %v", time.Since(start), err)
	}
	var e *chat.Error
	if errors.As(err, &e) {
		t.Errorf("the end of the caller's context is not the service's error: %v", err)
	}
}

func endpointParallel(t *testing.T, open func(*testing.T, string, time.Duration) chat.Model) {
	s := NewServer(t, Options{Delay: time.Millisecond})
	m := open(t, s.URL, time.Minute)
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			for j := range 8 {
				prompt := fmt.Sprintf("%d-%d", i, j)
				r, err := m.Generate(t.Context(), Ask(prompt))
				if err != nil || r.Message.Content != "ok: "+prompt {
					t.Errorf("%s: got %q, %v", prompt, r.Message.Content, err)
				}
			}
		})
	}
	wg.Wait()
}
