package priced

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"deft/chat"
	"deft/chat/chattest"
)

func TestDecorator(t *testing.T) {
	for name, b := range map[string]*Budget{"no budget": nil, "budget": NewBudget(1e6)} {
		t.Run(name, func(t *testing.T) {
			chattest.TestDecorator(t, func(_ *testing.T, inner chat.Model) chat.Model { return New(inner, Price{Input: 1, Output: 2}, b) })
		})
	}
}

func TestTable(t *testing.T) {
	table, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := time.Parse(time.DateOnly, table.Date); err != nil {
		t.Errorf("date %q", table.Date)
	}
	mine, err := Read("mine.yaml", []byte("models:\n  openai/gpt-4o: {input: 1, output: 2}\n  'http://h:8000/v1#llama': {input: 0.1, output: 0.2}\n  qwen: {input: 3, output: 4}\n"))
	if err != nil {
		t.Fatal(err)
	}
	both := table.With(mine)
	for _, c := range []struct {
		spec  string
		table *Table
		want  *Price
	}{
		{"openai/gpt-4o", table, &Price{2.5, 10}},
		{"openai/gpt-4o-2024-08-06", table, &Price{2.5, 10}},
		{"openai/gpt-4o-mini", table, &Price{0.15, 0.6}},
		{"openai/gpt-4o-mini-2024-07-18", table, &Price{0.15, 0.6}},
		{"openai/gpt-4-0613", table, &Price{30, 60}},
		{"openai/gpt-4o-audio", table, nil},
		{"anthropic/claude-sonnet-4-20250514", table, &Price{3, 15}},
		{"anthropic/claude-sonnet-4-5-20250929", table, &Price{3, 15}},
		{"anthropic/claude-opus-4-5", table, &Price{5, 25}},
		{"anthropic/claude-3-5-sonnet-latest", table, &Price{3, 15}},
		{"google/gemini-2.0-flash-001", table, &Price{0.1, 0.4}},
		{"https://api.openai.com/v1#gpt-4o", table, &Price{2.5, 10}},
		{"https://generativelanguage.googleapis.com/v1beta/openai#models/gemini-2.5-pro", table, &Price{1.25, 10}},
		{"http://localhost:8000/v1#gpt-4o", table, nil}, // not OpenAI's
		{"ollama/anything", table, &Price{}},
		{"unknown", table, nil},
		{"", table, nil},
		{"openai/gpt-4o", both, &Price{1, 2}},
		{"openai/gpt-4.1", both, &Price{2, 8}},
		{"http://h:8000/v1#llama", both, &Price{0.1, 0.2}},
		{"http://other/v1#qwen", both, &Price{3, 4}},
		{"ollama/qwen", both, &Price{3, 4}},
	} {
		got, ok := c.table.Price(c.spec)
		if ok != (c.want != nil) || ok && got != *c.want {
			t.Errorf("%s: got %v, %t", c.spec, got, ok)
		}
	}
	for file, says := range map[string]string{
		"models: {a: {input: -1, output: 1}}":    "0 or more",
		"models: {a: {input: .nan, output: 1}}":  "0 or more",
		"models: {a: {in: 1}}":                   "line 1",
		"models:\n  a: {input: much, output: 1}": "line 2",
		"[":                                      "line 1",
	} {
		if _, err := Read("mine.yaml", []byte(file)); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "mine.yaml") {
			t.Errorf("%q: %v", file, err)
		}
	}
	if empty, err := Read("empty.json", []byte(`{"models": {"m": {"input": 1, "output": 2}}}`)); err != nil || len(empty.prices) != 1 {
		t.Errorf("JSON: %v", err)
	}
	if _, err := Read("empty.yaml", nil); err != nil {
		t.Errorf("an empty file: %v", err)
	}
}

func replying(calls *atomic.Int64, took time.Duration, u chat.Usage) chat.Model {
	return chattest.Fake{GenerateFunc: func(context.Context, chat.Request) (chat.Response, error) {
		calls.Add(1)
		time.Sleep(took)
		return chat.Response{Message: chat.Message{Content: "four"}, Usage: u}, nil
	}}
}

func TestCost(t *testing.T) {
	var calls atomic.Int64
	m := New(replying(&calls, 0, chat.Usage{InputTokens: 2000, OutputTokens: 500}), Price{Input: 2, Output: 8}, nil)
	r, err := m.Generate(t.Context(), chattest.Ask("x"))
	if err != nil || r.Usage.CostUSD == nil || math.Abs(*r.Usage.CostUSD-0.008) > 1e-12 {
		t.Errorf("got %+v, %v", r.Usage, err)
	}
	m = New(replying(&calls, 0, chat.Usage{}), Price{Input: 2, Output: 8}, nil)
	if r, err = m.Generate(t.Context(), chattest.Ask("x")); err != nil || r.Usage.CostUSD != nil {
		t.Errorf("tokens that were not counted cost %v, %v", r.Usage.CostUSD, err)
	}
}

// Whatever is in flight, no more than the budget is spent, and nearly all of it can be.
func TestBudget(t *testing.T) {
	for _, c := range []struct {
		name  string
		usage chat.Usage
		limit int
	}{
		{"limited replies", chat.Usage{InputTokens: 5, OutputTokens: 100}, 100},
		{"short replies", chat.Usage{InputTokens: 5, OutputTokens: 10}, 100},
		{"without a limit", chat.Usage{InputTokens: 5, OutputTokens: 100}, 0},
		{"uncounted", chat.Usage{}, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var calls atomic.Int64
				b := NewBudget(0.05)
				m := New(replying(&calls, time.Second, c.usage), Price{Input: 1, Output: 4}, b)
				var wg sync.WaitGroup
				var stopped atomic.Int64
				for range 64 {
					wg.Go(func() {
						for range 300 {
							r := chattest.Ask("x")
							r.Sampling.MaxTokens = c.limit
							if _, err := m.Generate(t.Context(), r); err != nil {
								if !errors.Is(err, ErrBudget) || !strings.Contains(err.Error(), "--max-cost") {
									t.Error(err)
								}
								stopped.Add(1)
								return
							}
						}
					})
				}
				wg.Wait()
				t.Logf("%d requests, $%.5f", calls.Load(), b.Spent())
				if b.Spent() > 0.05 || b.Spent() < 0.045 && c.usage != (chat.Usage{}) || b.reserved != 0 || b.flying != 0 {
					t.Errorf("spent $%.5f, $%g reserved by %d", b.Spent(), b.reserved, b.flying)
				}
				if c.usage != (chat.Usage{}) && stopped.Load() != 64 {
					t.Errorf("%d of 64 were told", stopped.Load())
				}
			})
		})
	}
}

func TestBudgetIsFreedByFailures(t *testing.T) {
	b := NewBudget(0.001)
	m := New(chattest.Fake{GenerateFunc: func(context.Context, chat.Request) (chat.Response, error) {
		return chat.Response{}, errors.New("down")
	}}, Price{Input: 1, Output: 1}, b)
	for range 100 {
		r := chattest.Ask("x")
		r.Sampling.MaxTokens = 900
		if _, err := m.Generate(t.Context(), r); errors.Is(err, ErrBudget) {
			t.Fatal(err)
		}
	}
}

func FuzzPrice(f *testing.F) {
	table, err := Default()
	if err != nil {
		f.Fatal(err)
	}
	f.Add("openai/gpt-4o-2024-08-06")
	f.Add("a#b-latest")
	f.Fuzz(func(_ *testing.T, spec string) { table.Price(spec) })
}
