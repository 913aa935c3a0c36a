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

// Fake is a Model made of functions. A nil Generate echoes as the fake server does.
type Fake struct {
	GenerateFunc  func(context.Context, chat.Request) (chat.Response, error)
	PreflightFunc func(context.Context) error
}

// Generate calls GenerateFunc, or echoes the last message.
func (f Fake) Generate(ctx context.Context, r chat.Request) (chat.Response, error) {
	if f.GenerateFunc != nil {
		return f.GenerateFunc(ctx, r)
	}
	return chat.Response{
		Message: chat.Message{Role: chat.Assistant, Content: "ok: " + r.Messages[len(r.Messages)-1].Content},
		Finish:  chat.FinishStop, Usage: chat.Usage{InputTokens: 10, OutputTokens: 2}, Model: "fake", Latency: time.Millisecond,
	}, ctx.Err()
}

// Preflight calls PreflightFunc; without one all is well.
func (f Fake) Preflight(ctx context.Context) error {
	if f.PreflightFunc != nil {
		return f.PreflightFunc(ctx)
	}
	return nil
}

// TestDecorator is the suite for models that wrap another one: wrap must pass requests, replies
// and lasting errors through, forward Preflight, and end with its context.
func TestDecorator(t *testing.T, wrap func(t *testing.T, inner chat.Model) chat.Model) {
	t.Run("passes through", func(t *testing.T) { decoratorPasses(t, wrap) })
	t.Run("lasting error", func(t *testing.T) {
		want := &chat.Error{Class: chat.ErrAuth, Status: 401, Hint: "Set a key."}
		m := wrap(t, Fake{GenerateFunc: func(context.Context, chat.Request) (chat.Response, error) { return chat.Response{}, want }})
		_, err := m.Generate(t.Context(), Ask("x"))
		var e *chat.Error
		if !errors.As(err, &e) || e.Class != want.Class || e.Status != 401 || e.Hint != want.Hint {
			t.Errorf("got %v", err)
		}
	})
	t.Run("preflight", func(t *testing.T) {
		want := errors.New("no server")
		m := wrap(t, Fake{PreflightFunc: func(context.Context) error { return want }})
		p, ok := m.(chat.Preflighter)
		if !ok {
			t.Fatal("no Preflight")
		}
		if err := p.Preflight(t.Context()); !errors.Is(err, want) {
			t.Errorf("got %v", err)
		}
		plain := wrap(t, chat.ModelFunc(Fake{}.Generate))
		if err := plain.(chat.Preflighter).Preflight(t.Context()); err != nil {
			t.Errorf("with an inner model that cannot: %v", err)
		}
	})
	t.Run("cancel", func(t *testing.T) {
		m := wrap(t, Fake{GenerateFunc: func(ctx context.Context, _ chat.Request) (chat.Response, error) {
			<-ctx.Done()
			return chat.Response{}, ctx.Err()
		}})
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		defer cancel()
		if _, err := m.Generate(ctx, Ask("x")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("parallel", func(t *testing.T) {
		m := wrap(t, Fake{})
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				for j := range 20 {
					prompt := fmt.Sprintf("%d-%d", i, j%10)
					r, err := m.Generate(t.Context(), Ask(prompt))
					if err != nil || r.Message.Content != "ok: "+prompt {
						t.Errorf("%s: got %q, %v", prompt, r.Message.Content, err)
					}
				}
			})
		}
		wg.Wait()
	})
}

func decoratorPasses(t *testing.T, wrap func(t *testing.T, inner chat.Model) chat.Model) {
	half := 0.5
	asked := chat.Request{
		Key:      chat.Key{Run: "r", Sample: "s", Trial: 1, Turn: 2, Role: chat.RoleJudge},
		Messages: []chat.Message{{Role: chat.System, Content: "a"}, {Role: chat.User, Content: "b"}},
		Tools:    []tool.Spec{{Name: "t", Parameters: json.RawMessage(`{"type":"object"}`)}},
		Sampling: chat.Sampling{Temperature: &half, Stop: []string{"x"}}, Schema: json.RawMessage(`{}`),
	}
	want := chat.Response{
		Message: chat.Message{
			Role: chat.Assistant, Content: "c", Reasoning: "d",
			ToolCalls: []tool.Call{{ID: "1", Name: "t", Arguments: json.RawMessage(`{"n":1.50}`)}, {Name: "u", Malformed: "{"}},
		},
		Finish: chat.FinishLength, Usage: chat.Usage{InputTokens: 3, OutputTokens: 4}, Model: "m-1", Latency: 5 * time.Millisecond,
	}
	var seen chat.Request
	m := wrap(t, Fake{GenerateFunc: func(_ context.Context, r chat.Request) (chat.Response, error) {
		seen = r
		return want, nil
	}})
	got, err := m.Generate(t.Context(), asked)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(asked, seen); d != "" {
		t.Errorf("request (-want +got):\n%s", d)
	}
	// Cost is what some decorators are there to add.
	got.Usage.CostUSD = nil
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("response (-want +got):\n%s", d)
	}
}
