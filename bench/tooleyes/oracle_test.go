package tooleyes

import (
	"context"
	"testing"
	"time"

	"deft/chat"
	"deft/eval"
)

// solve runs one attempt of a task's own with the model of that role.
func solve(t *testing.T, task *eval.Task, s eval.Sample, m chat.Model) eval.Transcript {
	t.Helper()
	env, err := task.Environment(context.Background(), s, 7)
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	tr := eval.Transcript{Key: chat.Key{Sample: s.ID}}
	a := &eval.Attempt{
		Key: tr.Key, Sample: s, Env: env, Protocol: task.Protocol, Limits: task.Limits, Now: time.Now, Models: map[string]chat.Model{chat.RoleAgent: m},
		Record: func(e eval.Event) { tr.Events = append(tr.Events, e) },
	}
	if tr.Stop, err = task.Solver.Solve(context.Background(), a); err != nil {
		t.Fatalf("%s: %v", s.ID, err)
	}
	if tr.State, err = env.Snapshot(context.Background()); err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestOracle: the gold trajectory of every query succeeds and is without fault; so do some in every
// other protocol.
func TestOracle(t *testing.T) {
	for i, p := range protocols() {
		every := 1
		if i > 0 {
			every = 7
		}
		task, err := Benchmark().Open(context.Background(), eval.Options{Protocol: p})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for s, err := range task.Samples() {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n%every != 0 {
				continue
			}
			m, err := task.Oracle(s, task.Protocol)
			if err != nil {
				t.Fatal(err)
			}
			score, err := task.Scoring.Scorer.Score(context.Background(), s, solve(t, task, s, m))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"success", "fa", "ts_reality", "ao_pass"} {
				if v, ok := value(&score, name); !ok || v != 1 {
					t.Errorf("%s, %s: %s is %v (%s)", p, s.ID, name, v, score.Evidence)
				}
			}
			if !score.Valid || len(score.Classes) > 0 {
				t.Errorf("%s, %s: valid %v, classes %v", p, s.ID, score.Valid, score.Classes)
			}
		}
	}
}

// TestSuccessNeedsAll: without its last fact, with another state, or by giving up nothing succeeds.
func TestSuccessNeedsAll(t *testing.T) {
	task, err := Benchmark().Open(context.Background(), eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lazy := func(answer string) chat.Model {
		return chat.Script(chat.Message{Content: "Thought: I end.\nAction: finish\nAction Input: {\"answer\": \"" + answer + "\"}"})
	}
	for s, err := range task.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		impossible := s.Groups[1] == groupImpossible
		for answer, want := range map[string]bool{"Done.": false, "I cannot handle the task.": impossible} {
			score, err := task.Scoring.Scorer.Score(context.Background(), s, solve(t, task, s, lazy(answer)))
			if err != nil {
				t.Fatal(err)
			}
			if got := score.Counts["success"] == 1; got != want {
				t.Errorf("%s: %q succeeds: %v, want %v", s.ID, answer, got, want)
			}
		}
	}
}

// BenchmarkOracle runs and scores every query with the gold trajectories: an instant model.
func BenchmarkOracle(b *testing.B) {
	task, err := Benchmark().Open(context.Background(), eval.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for s, err := range task.Samples() {
			if err != nil {
				b.Fatal(err)
			}
			env, err := task.Environment(context.Background(), s, 7)
			if err != nil {
				b.Fatal(err)
			}
			m, err := task.Oracle(s, task.Protocol)
			if err != nil {
				b.Fatal(err)
			}
			tr := eval.Transcript{Key: chat.Key{Sample: s.ID}}
			a := &eval.Attempt{
				Key: tr.Key, Sample: s, Env: env, Protocol: task.Protocol, Limits: task.Limits, Now: time.Now, Models: map[string]chat.Model{chat.RoleAgent: m},
				Record: func(e eval.Event) { tr.Events = append(tr.Events, e) },
			}
			if tr.Stop, err = task.Solver.Solve(context.Background(), a); err != nil {
				b.Fatal(err)
			}
			if tr.State, err = env.Snapshot(context.Background()); err != nil {
				b.Fatal(err)
			}
			if _, err := task.Scoring.Scorer.Score(context.Background(), s, tr); err != nil {
				b.Fatal(err)
			}
		}
	}
}
