package cached

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deft/chat"
	"deft/chat/chattest"
	"deft/chat/openai"
	"deft/tool"
)

func TestDecorator(t *testing.T) {
	chattest.TestDecorator(t, func(t *testing.T, inner chat.Model) chat.Model {
		return New(inner, Config{Dir: t.TempDir(), Name: "m"})
	})
}

// counting answers with the number of the call.
func counting(calls *atomic.Int64) chat.Model {
	return chattest.Fake{GenerateFunc: func(context.Context, chat.Request) (chat.Response, error) {
		return chat.Response{Message: chat.Message{Role: chat.Assistant, Content: fmt.Sprint(calls.Add(1))}}, nil
	}}
}

func ask(t *testing.T, m chat.Model, r chat.Request) string {
	t.Helper()
	response, err := m.Generate(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return response.Message.Content
}

func TestKey(t *testing.T) {
	base := func() chat.Request {
		half, seed := 0.5, uint64(7)
		return chat.Request{
			Key:      chat.Key{Run: "r1", Sample: "s", Trial: 0, Turn: 0, Role: chat.RoleAgent},
			Messages: []chat.Message{{Role: chat.User, Content: "a"}},
			Tools:    []tool.Spec{{Name: "t", Parameters: json.RawMessage(`{}`)}},
			Sampling: chat.Sampling{Temperature: &half, Seed: &seed},
		}
	}
	var calls atomic.Int64
	dir := t.TempDir()
	m := New(counting(&calls), Config{Dir: dir, Name: "m"})
	first := ask(t, m, base())
	same := base()
	same.Key.Run = "r2"
	if ask(t, m, same) != first {
		t.Error("another run with the same settings must find the reply")
	}
	one, other := 1.0, uint64(8)
	for name, change := range map[string]func(*chat.Request){
		"trial":       func(r *chat.Request) { r.Key.Trial = 1 },
		"sample":      func(r *chat.Request) { r.Key.Sample = "s2" },
		"turn":        func(r *chat.Request) { r.Key.Turn = 1 },
		"role":        func(r *chat.Request) { r.Key.Role = chat.RoleJudge },
		"message":     func(r *chat.Request) { r.Messages[0].Content = "b" },
		"tool":        func(r *chat.Request) { r.Tools[0].Description = "d" },
		"no tools":    func(r *chat.Request) { r.Tools = nil },
		"temperature": func(r *chat.Request) { r.Sampling.Temperature = &one },
		"no seed":     func(r *chat.Request) { r.Sampling.Seed = nil },
		"seed":        func(r *chat.Request) { r.Sampling.Seed = &other },
		"stop":        func(r *chat.Request) { r.Sampling.Stop = []string{"x"} },
		"schema":      func(r *chat.Request) { r.Schema = json.RawMessage(`{}`) },
	} {
		r := base()
		change(&r)
		before := calls.Load()
		got := ask(t, m, r)
		if calls.Load() != before+1 || ask(t, m, r) != got || calls.Load() != before+1 {
			t.Errorf("%s: not an entry of its own", name)
		}
	}
	if ask(t, New(counting(&calls), Config{Dir: dir, Name: "m2"}), base()) == first {
		t.Error("another model got this one's reply")
	}
	if hits, misses := m.Stats(); hits != 13 || misses != 13 {
		t.Errorf("%d hits, %d misses", hits, misses)
	}
}

func TestReplyComesBackWhole(t *testing.T) {
	cost := 0.25
	want := chat.Response{
		Message: chat.Message{
			Role: chat.Assistant, Content: "<b>&\u2028\x1b[2J", Reasoning: "r",
			ToolCalls: []tool.Call{{ID: "1", Name: "f", Arguments: json.RawMessage("{ \"n\": 1.50 ,\"s\":\"<&>\" }")}, {Name: "g", Malformed: `{"a`}},
		},
		Finish: chat.FinishLength, Usage: chat.Usage{InputTokens: 5, OutputTokens: 6, CostUSD: &cost}, Model: "served", Latency: 123 * time.Millisecond,
	}
	dir := t.TempDir()
	inner := chattest.Fake{GenerateFunc: func(context.Context, chat.Request) (chat.Response, error) { return want, nil }}
	if _, err := New(inner, Config{Dir: dir}).Generate(t.Context(), chattest.Ask("x")); err != nil {
		t.Fatal(err)
	}
	got, err := New(chat.Script(), Config{Dir: dir}).Generate(t.Context(), chattest.Ask("x"))
	if err != nil {
		t.Fatal(err)
	}
	free := 0.0
	want.Usage.CostUSD = &free
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestErrorsAreNotKept(t *testing.T) {
	fails := true
	m := New(chattest.Fake{GenerateFunc: func(context.Context, chat.Request) (chat.Response, error) {
		if fails {
			return chat.Response{}, errors.New("down")
		}
		return chat.Response{Message: chat.Message{Content: "up"}}, nil
	}}, Config{Dir: t.TempDir()})
	if _, err := m.Generate(t.Context(), chattest.Ask("x")); err == nil {
		t.Error("no error")
	}
	fails = false
	if ask(t, m, chattest.Ask("x")) != "up" {
		t.Error("not asked again")
	}
}

// entries lists the files of a cache.
func entries(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestCorruptEntriesAreReplaced(t *testing.T) {
	var calls atomic.Int64
	dir := t.TempDir()
	m := New(counting(&calls), Config{Dir: dir})
	ask(t, m, chattest.Ask("x"))
	file := entries(t, dir)[0]
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"empty": "", "cut": string(whole[:len(whole)/2]), "another value": strings.Replace(string(whole), `"content":"`, `"content":"9`, 1),
		"not an object": "[]", "noise": "\x00\xff", "no reply": `{"key":"` + filepath.Base(filepath.Dir(file)) + strings.TrimSuffix(filepath.Base(file), ".json") + `"}`,
	} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		before := calls.Load()
		got := ask(t, m, chattest.Ask("x"))
		if calls.Load() != before+1 || ask(t, m, chattest.Ask("x")) != got || calls.Load() != before+1 {
			t.Errorf("%s: not asked and kept anew", name)
		}
	}
}

func TestShared(t *testing.T) {
	var calls atomic.Int64
	dir := t.TempDir()
	inner := chattest.Fake{GenerateFunc: func(ctx context.Context, r chat.Request) (chat.Response, error) {
		calls.Add(1)
		return chattest.Fake{}.Generate(ctx, r)
	}}
	var wg sync.WaitGroup
	for range 8 { // as many models as processes might have
		m := New(inner, Config{Dir: dir})
		wg.Go(func() {
			for i := range 100 {
				if got := ask(t, m, chattest.Ask(fmt.Sprint(i))); got != fmt.Sprintf("ok: %d", i) {
					t.Errorf("%d: %q", i, got)
				}
			}
		})
	}
	wg.Wait()
	if files := entries(t, dir); len(files) != 100 {
		t.Errorf("%d files for 100 entries: %v", len(files), files)
	}
	if calls.Load() > 800 || calls.Load() < 100 {
		t.Errorf("%d calls", calls.Load())
	}
}

func TestNoSecretIsStored(t *testing.T) {
	const key = "sk-secret-1234567890"
	s := chattest.NewServer(t, chattest.Options{Key: key})
	inner, err := openai.New(openai.Config{BaseURL: s.URL, Model: "fake", Key: key})
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	dir := t.TempDir()
	if got := ask(t, New(inner, Config{Dir: dir, Name: s.URL + "#fake"}), chattest.Ask("x")); got != "ok: x" {
		t.Fatal(got)
	}
	for _, f := range entries(t, dir) {
		if raw, err := os.ReadFile(f); err != nil || strings.Contains(string(raw), key) {
			t.Errorf("%s: %v, holds the key: %s", f, err, raw)
		}
	}
}

func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var problems []error
	m := New(chattest.Fake{}, Config{Dir: filepath.Join(file, "cache"), Problem: func(err error) { problems = append(problems, err) }})
	for range 3 {
		if got := ask(t, m, chattest.Ask("x")); got != "ok: x" {
			t.Errorf("got %q", got)
		}
	}
	if len(problems) != 1 || !strings.Contains(problems[0].Error(), "--no-cache") {
		t.Errorf("told %v", problems)
	}
}

func BenchmarkHit(b *testing.B) {
	m := New(chattest.Fake{}, Config{Dir: b.TempDir()})
	r := chattest.Ask(strings.Repeat("prompt ", 300))
	for b.Loop() {
		if _, err := m.Generate(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
}
