package runner_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"deft/chat"
	"deft/eval"
	"deft/eval/evaltest"
	"deft/runner"
	"deft/store"
	"deft/store/sqlite"
)

func open(t testing.TB) store.Store {
	t.Helper()
	st, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "deft.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return st
}

func begin(t testing.TB, st store.Store, task *eval.Task, trials int) store.Run {
	t.Helper()
	run := store.Run{ID: "r-" + task.Name, Task: task.Name, Status: store.StatusRunning, Started: time.Unix(1, 0).UTC(), Trials: trials, Seed: 7}
	if err := st.CreateRun(context.Background(), run); err != nil {
		t.Fatal(err)
	}
	n, data, err := runner.Register(context.Background(), st, run.ID, task)
	if err != nil {
		t.Fatal(err)
	}
	run.Samples, run.Data = n, data
	if err := st.SaveRun(context.Background(), run); err != nil {
		t.Fatal(err)
	}
	return run
}

// oracle makes the models of an attempt from the task's gold.
func oracle(task *eval.Task) func(eval.Sample) (map[string]chat.Model, error) {
	return func(s eval.Sample) (map[string]chat.Model, error) {
		m, err := task.Oracle(s, task.Protocol)
		return map[string]chat.Model{chat.RoleAgent: m}, err
	}
}

func scores(t testing.TB, st store.Store, run store.Run, scorer string) []eval.Score {
	t.Helper()
	ss, err := st.Scores(context.Background(), run.ID, scorer, 0, int64(run.Samples))
	if err != nil {
		t.Fatal(err)
	}
	return ss
}

// grader is a judge that gives full marks and counts how often it is asked.
func grader(asked *atomic.Int64) chat.Model {
	return chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) {
		asked.Add(1)
		return chat.Response{Message: chat.Message{Content: "10"}}, nil
	})
}

// TestShapes runs each of evaltest's tasks with its oracle, interrupted in the middle, resumed and
// scored twice: the contracts hold for state, judges and inserted text.
func TestShapes(t *testing.T) {
	var asked atomic.Int64
	tasks := []*eval.Task{evaltest.Till(30), evaltest.Essay(30, grader(&asked)), evaltest.Lookup(30)}
	for _, task := range tasks {
		t.Run(task.Name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			st := open(t)
			run := begin(t, st, task, 2)
			ctx, cancel := context.WithCancel(context.Background())
			sum, err := runner.Solve(ctx, st, run, task, runner.Config{
				Models: oracle(task), Concurrency: 3,
				Progress: func(done, _ int) {
					if done >= 10 {
						cancel()
					}
				},
			})
			if err != nil {
				t.Fatalf("an interrupt is not an error of the runner: %v", err)
			}
			if sum.Done < 10 || sum.Done == 60 {
				t.Fatalf("interrupted after %d of 60 attempts", sum.Done)
			}
			rest, err := runner.Solve(context.Background(), st, run, task, runner.Config{Models: oracle(task), Concurrency: 3})
			if err != nil {
				t.Fatal(err)
			}
			if sum.Done+rest.Done != 60 {
				t.Errorf("%d attempts before and %d after the interrupt; want 60 together", sum.Done, rest.Done)
			}
			scorer := task.Scoring.Scorer
			if err := runner.Score(context.Background(), st, run, scorer, runner.ScoreConfig{Concurrency: 4}); err != nil {
				t.Fatal(err)
			}
			first := scores(t, st, run, scorer.ID())
			if len(first) != 60 {
				t.Fatalf("%d scores, want 60", len(first))
			}
			for _, s := range first {
				if !s.Valid {
					t.Errorf("the oracle fails %s trial %d: %+v", s.Key.Sample, s.Key.Trial, s)
				}
			}
			if err := runner.Score(context.Background(), st, run, scorer, runner.ScoreConfig{Concurrency: 1}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(first, scores(t, st, run, scorer.ID())); diff != "" {
				t.Errorf("scores differ when computed again (-first +again):\n%s", diff)
			}
		})
	}
	before := asked.Load()
	if before != 120 {
		t.Errorf("the judge was asked %d times for 60 attempts scored twice", before)
	}
}

func TestScoreKeepsWhatIsThere(t *testing.T) {
	var asked atomic.Int64
	task := evaltest.Essay(5, grader(&asked))
	st := open(t)
	run := begin(t, st, task, 1)
	if _, err := runner.Solve(context.Background(), st, run, task, runner.Config{Models: oracle(task)}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := runner.Score(context.Background(), st, run, task.Scoring.Scorer, runner.ScoreConfig{Keep: true}); err != nil {
			t.Fatal(err)
		}
	}
	if asked.Load() != 5 {
		t.Errorf("the judge was asked %d times, want once a sample", asked.Load())
	}
}

// TestTranscriptIsWhole checks that what was sent can be put together again from the transcript.
func TestTranscriptIsWhole(t *testing.T) {
	task := evaltest.Till(1)
	st := open(t)
	run := begin(t, st, task, 1)
	var mu sync.Mutex
	var sent [][]chat.Message
	models := func(s eval.Sample) (map[string]chat.Model, error) {
		m, err := task.Oracle(s, task.Protocol)
		return map[string]chat.Model{chat.RoleAgent: chat.ModelFunc(func(ctx context.Context, r chat.Request) (chat.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			sent = append(sent, r.Messages)
			return m.Generate(ctx, r)
		})}, err
	}
	if _, err := runner.Solve(context.Background(), st, run, task, runner.Config{Models: models}); err != nil {
		t.Fatal(err)
	}
	ts, err := st.Transcripts(context.Background(), run.ID, 0, 1)
	if err != nil || len(ts) != 1 {
		t.Fatalf("%d transcripts, %v", len(ts), err)
	}
	var got [][]chat.Message
	var last []chat.Message
	for _, e := range ts[0].Events {
		if e.Kind == eval.EventPrompt {
			last = append(last[:e.Keep:e.Keep], e.Messages...)
			got = append(got, last)
		}
	}
	if diff := cmp.Diff(sent, got); diff != "" {
		t.Errorf("prompts (-sent +stored):\n%s", diff)
	}
	if string(ts[0].State) != `{"amount":1}` {
		t.Errorf("end state %s", ts[0].State)
	}
}

func TestErrorsAreKeptAndTriedAgain(t *testing.T) {
	task := evaltest.Lookup(20)
	st := open(t)
	run := begin(t, st, task, 1)
	var broken atomic.Bool
	broken.Store(true)
	models := func(s eval.Sample) (map[string]chat.Model, error) {
		if broken.Load() && strings.HasSuffix(s.ID, "3") {
			return map[string]chat.Model{chat.RoleAgent: chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) {
				return chat.Response{}, &chat.Error{Class: chat.ErrServer, Status: 500, Err: errors.New("boom")}
			})}, nil
		}
		if broken.Load() && strings.HasSuffix(s.ID, "4") {
			return map[string]chat.Model{chat.RoleAgent: chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) {
				panic("a model that panics")
			})}, nil
		}
		return oracle(task)(s)
	}
	sum, err := runner.Solve(context.Background(), st, run, task, runner.Config{Models: models, Concurrency: 4})
	if err != nil || sum.Done != 16 || sum.Failed != 4 {
		t.Fatalf("%+v, %v; want 16 done and 4 failed", sum, err)
	}
	stored, err := st.Run(context.Background(), run.ID)
	if err != nil || stored.Errors != 4 || stored.Done != 16 {
		t.Fatalf("stored %d done, %d errors, %v", stored.Done, stored.Errors, err)
	}
	if err := runner.Score(context.Background(), st, run, task.Scoring.Scorer, runner.ScoreConfig{}); err != nil {
		t.Fatal(err)
	}
	if n := len(scores(t, st, run, task.Scoring.Scorer.ID())); n != 16 {
		t.Errorf("%d scores; what was not answered must not be scored", n)
	}
	broken.Store(false)
	sum, err = runner.Solve(context.Background(), st, run, task, runner.Config{Models: models, Concurrency: 4})
	if err != nil || sum.Done != 4 || sum.Failed != 0 {
		t.Fatalf("on resume %+v, %v; want the 4 failed ones done", sum, err)
	}
}

func TestHopelessErrorStopsTheRun(t *testing.T) {
	task := evaltest.Lookup(500)
	st := open(t)
	run := begin(t, st, task, 1)
	var asked atomic.Int64
	_, err := runner.Solve(context.Background(), st, run, task, runner.Config{Concurrency: 4, Models: func(eval.Sample) (map[string]chat.Model, error) {
		return map[string]chat.Model{chat.RoleAgent: chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) {
			asked.Add(1)
			return chat.Response{}, &chat.Error{Class: chat.ErrAuth, Status: 401}
		})}, nil
	}})
	var e *chat.Error
	if !errors.As(err, &e) || e.Class != chat.ErrAuth {
		t.Fatalf("error %v, want the authentication error", err)
	}
	if asked.Load() > 8 {
		t.Errorf("asked %d times with a key that is refused", asked.Load())
	}
}

// failingStore fails commits after a number of them, as a full disk does.
type failingStore struct {
	store.Store
	left atomic.Int64
}

func (f *failingStore) Commit(ctx context.Context, run string, ts []eval.Transcript) error {
	if f.left.Add(-1) < 0 {
		return errors.New("disk full")
	}
	return f.Store.Commit(ctx, run, ts)
}

func TestStoreFailureStopsTheRun(t *testing.T) {
	task := evaltest.Lookup(200)
	st := &failingStore{Store: open(t)}
	st.left.Store(5)
	run := begin(t, st, task, 1)
	sum, err := runner.Solve(context.Background(), st, run, task, runner.Config{Models: oracle(task), Concurrency: 4})
	if err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Fatalf("error %v, want the store's", err)
	}
	st.left.Store(1 << 40)
	rest, err := runner.Solve(context.Background(), st, run, task, runner.Config{Models: oracle(task), Concurrency: 4})
	if err != nil || sum.Done+rest.Done != 200 {
		t.Errorf("%d and %d done, %v; want 200 together", sum.Done, rest.Done, err)
	}
}

func TestTimeoutNamesTheSample(t *testing.T) {
	task := evaltest.Lookup(1)
	task.Limits.Timeout = 20 * time.Millisecond
	st := open(t)
	run := begin(t, st, task, 1)
	_, err := runner.Solve(context.Background(), st, run, task, runner.Config{Models: func(eval.Sample) (map[string]chat.Model, error) {
		return map[string]chat.Model{chat.RoleAgent: chat.ModelFunc(func(ctx context.Context, _ chat.Request) (chat.Response, error) {
			<-ctx.Done()
			return chat.Response{}, ctx.Err()
		})}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	ts, err := st.Transcripts(context.Background(), run.ID, 0, 1)
	if err != nil || len(ts) != 1 || !strings.Contains(ts[0].Error, "lookup-0: not finished within 20ms") {
		t.Errorf("%+v, %v", ts, err)
	}
}

func TestFingerprint(t *testing.T) {
	a, b := evaltest.Till(3), evaltest.Till(3)
	base := b.Samples
	_, first, err := runner.Fingerprint(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	changes := map[string]func(*eval.Sample){
		"id":      func(s *eval.Sample) { s.ID += "x" },
		"group":   func(s *eval.Sample) { s.Groups = append(s.Groups, "g") },
		"message": func(s *eval.Sample) { s.Messages = []chat.Message{{Role: chat.User, Content: "other"}} },
		"gold":    func(s *eval.Sample) { s.Gold = []byte(`{}`) },
		"setup":   func(s *eval.Sample) { s.Setup = []byte(`1`) },
		"tool":    func(s *eval.Sample) { s.Tools = nil },
	}
	for name, change := range changes {
		b.Samples = func() iter.Seq2[eval.Sample, error] {
			return func(yield func(eval.Sample, error) bool) {
				i := 0
				for s, err := range base() {
					if i++; i == 2 {
						change(&s)
					}
					if !yield(s, err) {
						return
					}
				}
			}
		}
		_, second, err := runner.Fingerprint(context.Background(), b)
		if err != nil || first == second {
			t.Errorf("a changed %s leaves the fingerprint as it is (%v)", name, err)
		}
	}
}

func TestSeedsDiffer(t *testing.T) {
	seen := map[uint64]string{}
	for run := range uint64(3) {
		for s := range 100 {
			for trial := range 3 {
				seed := runner.Seed(run, fmt.Sprint("sample-", s), trial)
				at := fmt.Sprint(run, s, trial)
				if other, ok := seen[seed]; ok {
					t.Errorf("%s and %s share the seed %d", at, other, seed)
				}
				seen[seed] = at
				if seed >= 1<<31 {
					t.Errorf("seed %d is out of range", seed)
				}
			}
		}
	}
}
