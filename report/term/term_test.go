package term_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/google/go-cmp/cmp"

	"deft/chat"
	"deft/eval"
	"deft/report"
	"deft/report/reporttest"
	"deft/report/term"
	"deft/tool"
)

// demo collects a made-up run of 60 samples whose skill, in [0,10], decides how many are right.
func demo(t *testing.T, id string, skill int) report.Result {
	t.Helper()
	st := reporttest.New()
	for i := range 60 {
		s := eval.Score{Valid: true, Counts: map[string]float64{"right": 1, "tool_tp": 2, "tool_pred": 2, "tool_gold": 2, "turns": 1}}
		if i*7%10 >= skill {
			s = eval.Score{Classes: []string{"工具幻觉", "param \x1b[31mred"}[i%2:][:1], Counts: map[string]float64{"tool_tp": 1, "tool_pred": 3, "tool_gold": 2, "turns": 3}}
			s.Missing = map[string]string{"quality": "no judge was given (--judge MODEL)"}
		}
		scores := []eval.Score{s}
		if i == 59 {
			scores = nil
		}
		st.Put(id, eval.Sample{ID: fmt.Sprint(i), Groups: []string{[]string{"single", "multiple", "nested"}[i%3]}}, scores...)
	}
	sc := reporttest.Scoring()
	v := func(x float64) *float64 { return &x }
	sc.Published = []eval.Published{{
		Source: "the paper, table 4", Note: "five candidates a query, their retriever", Metrics: []string{"accuracy", "tool_f1"},
		Rows: []eval.PublishedRow{{Name: "ChatGPT", Values: []*float64{v(0.62), v(0.74)}}, {Name: "大模型-7B", Values: []*float64{nil, v(0.5)}}},
	}}
	r, err := report.Collect(context.Background(), st, st.Run(id), sc, report.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (run with UPDATE=1 to accept):\n%s", name, diff)
	}
}

func TestRender(t *testing.T) {
	one, two := demo(t, "mine", 6), demo(t, "other", 8)
	floor, ceiling := demo(t, "baseline", 2), demo(t, "oracle", 10)
	for _, c := range []struct {
		name    string
		results []report.Result
		width   int
		color   bool
	}{
		{"one-100.txt", []report.Result{one}, 100, false},
		{"one-40.txt", []report.Result{one}, 40, false},
		{"one-color.txt", []report.Result{one}, 100, true},
		{"two-80.txt", []report.Result{one, two}, 80, false},
		{"two-pipe.txt", []report.Result{one, two}, 0, false},
	} {
		var b bytes.Buffer
		err := term.Render(&b, c.results, term.Options{
			Width: c.width, Color: c.color, Floor: []report.Result{floor}, Ceiling: []report.Result{ceiling},
			Next: "Next: deft view mine shows what was asked and answered.",
		})
		if err != nil {
			t.Fatal(err)
		}
		golden(t, c.name, b.String())
		for line := range strings.Lines(b.String()) {
			if w := lipgloss.Width(strings.TrimRight(line, "\n")); c.width > 0 && w > c.width {
				t.Errorf("%s: %d columns: %s", c.name, w, line)
			}
		}
		if !c.color && strings.ContainsRune(b.String(), '\x1b') {
			t.Errorf("%s has escape sequences", c.name)
		}
		if strings.Contains(b.String(), "\x1b[31mred") {
			t.Errorf("%s passes a model's escape sequence on", c.name)
		}
	}
}

func TestCompare(t *testing.T) {
	st := reporttest.New()
	st.Demo("before", 60, 8)
	st.Demo("after", 60, 4)
	in := func(run string) report.Input { return report.Input{Run: st.Run(run), Scoring: reporttest.Scoring()} }
	cs, err := report.Compare(context.Background(), st, in("before"), []report.Input{in("after"), in("before")}, report.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, width := range map[string]int{"compare-90.txt": 90, "compare-44.txt": 44} {
		var b bytes.Buffer
		if err := term.Compare(&b, cs, term.Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.String())
	}
}

func TestView(t *testing.T) {
	st := reporttest.New()
	st.Demo("r", 4, 5)
	s := st.Samples["r"][1]
	made := st.Made["r"][1]
	call := tool.Call{Name: "weather", Arguments: []byte(`{"town":1}`)}
	made.Events = append(made.Events,
		eval.Event{Kind: eval.EventCall, Call: &call},
		eval.Event{Kind: eval.EventResult, Result: &tool.Result{Content: []byte(`{"sky":"晴れ"}`), Fault: tool.FaultTimeout}},
		eval.Event{Kind: eval.EventPrompt, Keep: 2, Messages: []chat.Message{*made.Events[1].Message, {Role: chat.Tool, Content: "timeout"}}},
		eval.Event{Kind: eval.EventReply, Message: &chat.Message{Reasoning: "hm", Content: strings.Repeat("long words ", 20) + "\nnext line"}, Finish: chat.FinishLength},
	)
	var b bytes.Buffer
	if err := term.View(&b, s, []eval.Transcript{made}, st.Scored["r"][1], term.Options{Width: 60}); err != nil {
		t.Fatal(err)
	}
	golden(t, "view-60.txt", b.String())
	for line := range strings.Lines(b.String()) {
		if w := lipgloss.Width(strings.TrimRight(line, "\n")); w > 60 {
			t.Errorf("%d columns: %s", w, line)
		}
	}
	if strings.ContainsAny(b.String(), "\x1b\u202e\x00") {
		t.Error("control characters came through")
	}
}
