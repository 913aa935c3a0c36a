package judge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"deft/chat"
	"deft/chat/cached"
	"deft/eval"
	"deft/eval/evaltest"
	"deft/judge"
	"deft/runner"
	"deft/store"
	"deft/store/sqlite"
)

// essays scores the essays of evaltest by a panel.
type essays struct{ panel *judge.Panel }

func (essays) ID() string { return "essay/panel" }

func (e essays) Score(ctx context.Context, s eval.Sample, t eval.Transcript) (eval.Score, error) {
	reply, _ := t.Reply()
	g, xs, err := e.panel.Grade(ctx, t.Key, judge.RubricQuality, judge.Answer{Query: s.Messages[0].Content, Answer: reply.Content})
	if err != nil {
		return eval.Score{}, err
	}
	evidence, err := json.Marshal(xs)
	if err != nil {
		return eval.Score{}, err
	}
	if g.Unscored != "" {
		return eval.Score{Missing: map[string]string{"quality": g.Unscored}, Evidence: evidence}, nil
	}
	return eval.Score{Counts: map[string]float64{"quality": g.Score / 10, "judged": 1}, Evidence: evidence}, nil
}

// TestReplay runs and judges a task, then does so again into another store with every server off:
// the cached replies give the same scores to the byte.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	var off atomic.Bool
	var asked atomic.Int64
	behind := func(name string, answer func(chat.Request) string) chat.Model {
		m := chat.ModelFunc(func(_ context.Context, r chat.Request) (chat.Response, error) {
			if off.Load() {
				return chat.Response{}, &chat.Error{Class: chat.ErrConnection, Err: errors.New("the server is off")}
			}
			asked.Add(1)
			return chat.Response{Message: chat.Message{Role: chat.Assistant, Content: answer(r)}, Usage: chat.Usage{InputTokens: 10, OutputTokens: 3}, Model: name}, nil
		})
		return cached.New(m, cached.Config{Dir: filepath.Join(dir, "cache"), Name: name})
	}
	// The agent's replies differ at each call, so that only the cache can repeat them; so do the
	// judges', the second of which often needs to be asked again.
	writer := behind("writer", func(r chat.Request) string { return fmt.Sprintf("Essay %s, take %d.", r.Key.Sample, asked.Load()) })
	kind := behind("kind", func(chat.Request) string {
		return fmt.Sprintf(`{"reason":"take %d","score":%d}`, asked.Load(), 6+asked.Load()%5)
	})
	vague := behind("vague", func(r chat.Request) string {
		if (len(r.Messages)+int(asked.Load()))%2 == 0 {
			return "Hard to say."
		}
		return fmt.Sprintf("Score: %d/10", 1+asked.Load()%9)
	})
	panel, err := judge.New([]eval.Judge{{Name: "kind", Model: kind}, {Name: "vague", Model: vague}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	first := runEssays(t, filepath.Join(dir, "a.db"), "a", writer, panel)
	n := asked.Load()
	off.Store(true)
	second := runEssays(t, filepath.Join(dir, "b.db"), "b", writer, panel)
	if !bytes.Equal(first, second) {
		t.Errorf("the replay differs:\n%.2000s\n%.2000s", first, second)
	}
	if asked.Load() != n || n < 3*20 {
		t.Errorf("%d requests at first, %d after the replay", n, asked.Load())
	}
	if !strings.Contains(string(first), `"quality":`) || !strings.Contains(string(first), "Hard to say.") {
		t.Errorf("the scores hold neither a grade nor a second try: %.2000s", first)
	}
}

// runEssays runs and scores 20 essays and gives the scores as JSON.
func runEssays(t *testing.T, path, id string, writer chat.Model, panel *judge.Panel) []byte {
	t.Helper()
	ctx := context.Background()
	st, err := sqlite.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	task := evaltest.Essay(20, nil)
	task.Scoring.Scorer = essays{panel}
	run := store.Run{ID: id, Task: task.Name, TaskVersion: "1", Status: store.StatusRunning, Trials: 1, Seed: 1}
	if err := st.CreateRun(ctx, run); err != nil {
		t.Fatal(err)
	}
	if _, run.Data, err = runner.Register(ctx, st, id, task); err != nil {
		t.Fatal(err)
	}
	sum, err := runner.Solve(ctx, st, run, task, runner.Config{Concurrency: 4, Models: func(eval.Sample) (map[string]chat.Model, error) {
		return map[string]chat.Model{chat.RoleAgent: writer}, nil
	}})
	if err != nil || sum.Failed > 0 {
		t.Fatal(sum, err)
	}
	if err := runner.Score(ctx, st, run, task.Scoring.Scorer, runner.ScoreConfig{Concurrency: 4}); err != nil {
		t.Fatal(err)
	}
	scores, err := st.Scores(ctx, id, "essay/panel", 0, 20)
	if err != nil || len(scores) != 20 {
		t.Fatal(len(scores), err)
	}
	for i := range scores {
		scores[i].Key.Run = ""
	}
	out, err := json.Marshal(scores)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
