package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deft/chat"
	"deft/chat/chattest"
	"deft/eval"
	"deft/eval/evaltest"
	"deft/internal/env"
	"deft/judge"
	"deft/protocol"
	"deft/solver"
)

// judged is a benchmark of n samples whose one reply is graded by the judges.
func judged(n int) eval.Benchmark {
	scoring := func(o eval.Options) (eval.Scoring, error) {
		s := eval.Scoring{Scorer: grading{}, Headline: "quality", Metrics: []eval.Metric{eval.Ratio("quality", "quality", "judged")}}
		if len(o.Judges) == 0 {
			return s, nil
		}
		panel, err := judge.New(o.Judges, o.Prompts)
		if err != nil {
			return s, err
		}
		s.Scorer = grading{panel}
		s.Judging = func(s eval.Sample, _ int) (eval.Estimate, error) {
			return panel.Estimate(judge.RubricQuality, judge.Answer{Query: s.Messages[0].Content, Answer: strings.Repeat("x", 400)})
		}
		return s, nil
	}
	return eval.Benchmark{Name: "judged", Version: "1", Scoring: scoring, Open: func(_ context.Context, o eval.Options) (*eval.Task, error) {
		s, err := scoring(o)
		return &eval.Task{
			Name: "judged", Version: "1", Solver: solver.Single{}, Protocol: evaltest.Plain{}, Scoring: s,
			Samples: func() iter.Seq2[eval.Sample, error] {
				return func(yield func(eval.Sample, error) bool) {
					for i := range n {
						if !yield(eval.Sample{ID: fmt.Sprint("s", i), Messages: []chat.Message{{Role: chat.User, Content: fmt.Sprint("Question ", i)}}}, nil) {
							return
						}
					}
				}
			},
			Oracle: func(eval.Sample, protocol.Protocol) (chat.Model, error) {
				return chat.Script(chat.Message{Content: "The answer."}), nil
			},
		}, err
	}}
}

// grading scores the reply by the panel.
type grading struct{ panel *judge.Panel }

func (g grading) ID() string {
	if g.panel == nil {
		return "judged/default"
	}
	return "judged/default+" + g.panel.Names()
}

func (g grading) Score(ctx context.Context, s eval.Sample, t eval.Transcript) (eval.Score, error) {
	if g.panel == nil {
		return eval.Score{Missing: map[string]string{"quality": "no judge"}}, nil
	}
	m, _ := t.Reply()
	grade, xs, err := g.panel.Grade(ctx, t.Key, judge.RubricQuality, judge.Answer{Query: s.Messages[0].Content, Answer: m.Content})
	if err != nil {
		return eval.Score{}, err
	}
	evidence, err := json.Marshal(xs)
	return eval.Score{Counts: map[string]float64{"quality": grade.Score / 10, "judged": 1}, Evidence: evidence}, err
}

// desk is an App with its own home whose user types what typed holds.
func desk(t *testing.T, terminal bool, typed string, b ...eval.Benchmark) (*App, *bytes.Buffer) {
	t.Helper()
	home := t.TempDir()
	var notice bytes.Buffer
	return &App{Benchmarks: b, Notice: &notice, Env: &env.State{
		Stdin: strings.NewReader(typed), StdinTerminal: terminal, StderrTerminal: terminal, Stdout: &bytes.Buffer{}, Stderr: &notice, Now: time.Now,
		Getenv: func(n string) string { return map[string]string{"DEFT_HOME": home}[n] },
	}}, &notice
}

func grader(t *testing.T, asked *atomic.Int64) *chattest.Server {
	t.Helper()
	return chattest.NewServer(t, chattest.Options{Answer: func(r chattest.Request) chat.Response {
		if r.Prompt() != "Say OK." {
			asked.Add(1)
		}
		return chat.Response{Message: chat.Message{Content: `{"reason":"good","score":7}`}}
	}})
}

func prices(t *testing.T, model string, perMillion float64) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "prices.yaml")
	if err := os.WriteFile(file, []byte(fmt.Sprintf("date: 2026-01-01\nmodels:\n  %s: {input: %g, output: %g}\n", model, perMillion, perMillion)), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestJudgingIsAnnounced: what judging takes is told before anything is asked, and a person is asked
// where that is much; a program never is.
func TestJudgingIsAnnounced(t *testing.T) {
	for _, tc := range []struct {
		name     string
		samples  int
		price    float64 // USD per million tokens, 0: unknown
		terminal bool
		typed    string
		yes      bool
		runs     bool
		says     string
	}{
		{"cheap", 5, 1, true, "", false, true, "about 5 requests to"},
		{"dear, agreed", 5, 5000, true, "y\n", false, true, "Go on?"},
		{"dear, refused", 5, 5000, true, "n\n", false, false, "Go on?"},
		{"dear, nothing typed", 5, 5000, true, "", false, false, "Go on?"},
		{"dear, --yes", 5, 5000, true, "", true, true, "about $"},
		{"dear, no terminal", 5, 5000, false, "", false, true, "about $"},
		{"few without a price", 5, 0, true, "", false, true, "no price is known"},
		{"many without a price", 1001, 0, true, "no\n", false, false, "Go on?"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var asked atomic.Int64
			server := grader(t, &asked)
			a, notice := desk(t, tc.terminal, tc.typed, judged(tc.samples))
			req := EvalRequest{Tasks: []string{"judged"}, Models: []string{"oracle"}, Settings: Settings{Trials: 1, Seed: 1, Judges: []string{server.URL + "#m"}}}
			req.Execution = Execution{Yes: tc.yes, Timeout: time.Minute}
			if tc.price > 0 {
				req.Execution.Prices = prices(t, "m", tc.price)
			}
			out, err := a.Eval(context.Background(), req)
			if ran := err == nil && len(out) == 1; ran != tc.runs || tc.runs != (asked.Load() > 0) {
				t.Fatalf("ran %v, %v, %d questions to the judge; want it to run: %v", ran, err, asked.Load(), tc.runs)
			}
			if !strings.Contains(notice.String(), tc.says) || !tc.terminal && strings.Contains(notice.String(), "Go on?") {
				t.Errorf("told %q, want %q", notice, tc.says)
			}
			if !tc.runs {
				return
			}
			if v, ok := out[0].Result.Metrics.Get("quality"); !ok || v != 0.7 {
				t.Errorf("quality %v, %v", v, ok)
			}
			again, err := a.Rescore(context.Background(), "last", "", nil, Execution{Yes: true, Timeout: time.Minute}, req.Report)
			if err != nil || *again.Result.Metrics["quality"] != 0.7 {
				t.Errorf("scored again: %v", err)
			}
		})
	}
}

// TestJudgingInPlans: a dry run has the estimate, in proportion to trials and judges, and asks nothing.
func TestJudgingInPlans(t *testing.T) {
	var asked atomic.Int64
	server := grader(t, &asked)
	a, _ := desk(t, true, "", judged(10))
	req := EvalRequest{Tasks: []string{"judged"}, Models: []string{"oracle"}, Settings: Settings{Trials: 3, Judges: []string{server.URL + "#m", server.URL + "#other"}}}
	req.Execution.Prices = prices(t, "m", 10)
	plans, err := a.DryRun(context.Background(), req)
	if err != nil || len(plans) != 1 || len(plans[0].Judging) != 2 || asked.Load() != 0 {
		t.Fatalf("%+v, %v, %d asked", plans, err, asked.Load())
	}
	m, other := plans[0].Judging[0], plans[0].Judging[1]
	if m.Requests != 30 || m.InputTokens != other.InputTokens || m.OutputTokens != 30*150 || other.CostUSD != nil {
		t.Errorf("%+v, %+v", m, other)
	}
	if want := float64(m.InputTokens+m.OutputTokens) / 1e6 * 10; m.CostUSD == nil || *m.CostUSD < want*0.99 || *m.CostUSD > want*1.01 {
		t.Errorf("cost %v, want %v", m.CostUSD, want)
	}
}

// TestUnusedJudge: a task that nothing is judged in says so.
func TestUnusedJudge(t *testing.T) {
	b := judged(2)
	open := b.Open
	b.Open = func(ctx context.Context, o eval.Options) (*eval.Task, error) {
		task, err := open(ctx, o)
		task.Scoring.Judging = nil
		return task, err
	}
	var asked atomic.Int64
	server := grader(t, &asked)
	a, notice := desk(t, true, "", b)
	_, err := a.Eval(context.Background(), EvalRequest{Tasks: []string{"judged"}, Models: []string{"oracle"}, Settings: Settings{Trials: 1, Judges: []string{server.URL + "#m"}}, Execution: Execution{Timeout: time.Minute}})
	if err != nil || !strings.Contains(notice.String(), "nothing in judged is judged") {
		t.Errorf("%v, told %q", err, notice)
	}
}

// TestPreflightOfRoles: a judge or user that cannot be used ends the command before a run is stored
// or the model is asked, with the part it was to play.
func TestPreflightOfRoles(t *testing.T) {
	var asked atomic.Int64
	alive := grader(t, &asked)
	locked := chattest.NewServer(t, chattest.Options{Key: "right"})
	a, _ := desk(t, false, "", judged(2))
	for _, tc := range []struct {
		s    Settings
		want []string
	}{
		{Settings{Judges: []string{"http://127.0.0.1:9/v1#m"}}, []string{"--judge http://127.0.0.1:9/v1#m"}},
		{Settings{Judges: []string{alive.URL + "#m", locked.URL + "#m"}}, []string{"--judge " + locked.URL + "#m", "OPENAI_API_KEY"}},
		{Settings{Judges: []string{"openai/gpt-x"}}, []string{"--judge: openai/gpt-x needs a key: set OPENAI_API_KEY"}},
		{Settings{Judges: []string{"oracle"}}, []string{"--judge: oracle cannot judge"}},
		{Settings{User: "baseline"}, []string{"--user: baseline cannot play the user"}},
		{Settings{User: alive.URL + "#m"}, []string{"asks the model once"}},
	} {
		tc.s.Trials = 1
		before := asked.Load()
		_, err := a.Eval(context.Background(), EvalRequest{Tasks: []string{"judged"}, Models: []string{alive.URL + "#m"}, Settings: tc.s, Execution: Execution{Timeout: time.Minute, NoCache: true}})
		for _, want := range tc.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v: %v; want %q", tc.s.Judges, err, want)
			}
		}
		if asked.Load() != before {
			t.Errorf("%v: the model was asked", tc.s.Judges)
		}
	}
	if runs, err := a.Stored(context.Background(), []string{"last"}, EvalRequest{}.Report); err == nil {
		t.Errorf("a run was stored: %+v", runs)
	}
}

// TestReadingNeedsNoKey: a stored run is reported where its judge's key is not set.
func TestReadingNeedsNoKey(t *testing.T) {
	var asked atomic.Int64
	server := grader(t, &asked)
	a, _ := desk(t, false, "", judged(2))
	key, get := "right", a.Env.Getenv
	a.Env.Getenv = func(n string) string {
		return map[string]string{"DEFT_HOME": get("DEFT_HOME"), "OPENAI_API_KEY": key, "OPENAI_BASE_URL": "https://api.openai.com/v1"}[n]
	}
	base := a.Env.Getenv
	a.Env.Getenv = func(n string) string {
		if n == "OPENAI_BASE_URL" {
			return server.URL
		}
		return base(n)
	}
	req := EvalRequest{Tasks: []string{"judged"}, Models: []string{"oracle"}, Settings: Settings{Trials: 1, Judges: []string{"openai/m"}}, Execution: Execution{Timeout: time.Minute}}
	if _, err := a.Eval(context.Background(), req); err != nil {
		t.Fatal(err)
	}
	key, a.Env.Getenv = "", base
	before := asked.Load()
	out, err := a.Stored(context.Background(), []string{"last"}, req.Report)
	if err != nil || *out[0].Result.Metrics["quality"] != 0.7 || asked.Load() != before {
		t.Errorf("%v, %d asked", err, asked.Load()-before)
	}
	if _, err := a.Rescore(context.Background(), "last", "", nil, Execution{}, req.Report); err == nil || !strings.Contains(err.Error(), "set OPENAI_API_KEY") {
		t.Errorf("scored again without a key: %v", err)
	}
}

// TestJudgesAreReplayed: a recording holds the judges' replies too, whatever they say next time.
func TestJudgesAreReplayed(t *testing.T) {
	var asked atomic.Int64
	server := chattest.NewServer(t, chattest.Options{Answer: func(r chattest.Request) chat.Response {
		return chat.Response{Message: chat.Message{Content: fmt.Sprintf(`{"reason":"%d","score":%d}`, asked.Add(1), 1+asked.Load()%9)}}
	}})
	a, _ := desk(t, true, "", judged(30))
	kept := t.TempDir()
	req := EvalRequest{
		Tasks: []string{"judged"}, Models: []string{"openai/writer"}, Execution: Execution{Timeout: time.Minute, NoCache: true, Record: kept},
		Settings: Settings{Trials: 1, Seed: 1, Judges: []string{server.URL + "#one", server.URL + "#two"}},
	}
	get := a.Env.Getenv
	a.Env.Getenv = func(n string) string {
		return map[string]string{"DEFT_HOME": get("DEFT_HOME"), "OPENAI_API_KEY": "k", "OPENAI_BASE_URL": server.URL}[n]
	}
	first, err := a.Eval(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	live, n := first[0].Result.Metrics["quality"], asked.Load()
	// Another home without a cache, no key, and nobody asked.
	b, notice := desk(t, true, "", judged(30))
	req.Execution = Execution{Replay: kept}
	again, err := b.Eval(context.Background(), req)
	if err != nil || *again[0].Result.Metrics["quality"] != *live || asked.Load() != n || notice.Len() > 0 {
		t.Fatalf("%v, %d asked, told %q", err, asked.Load()-n, notice)
	}
	o, err := b.Rescore(context.Background(), "last", "", req.Settings.Judges, Execution{Replay: kept}, req.Report)
	if err != nil || *o.Result.Metrics["quality"] != *live || asked.Load() != n {
		t.Errorf("%v, %d asked", err, asked.Load()-n)
	}
}
