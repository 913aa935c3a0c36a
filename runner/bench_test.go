package runner_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"deft/chat"
	"deft/chat/openai"
	"deft/chat/retried"
	"deft/eval"
	"deft/eval/evaltest"
	"deft/report"
	"deft/runner"
	"deft/solver"
)

// wide is a task of n samples whose prompt and reply have size bytes each.
func wide(n, size int) *eval.Task {
	text := strings.Repeat("lorem ipsum dolor ", size/18+1)[:size]
	task := evaltest.Lookup(0)
	task.Solver = solver.Single{}
	task.Samples = func() iter.Seq2[eval.Sample, error] {
		return func(yield func(eval.Sample, error) bool) {
			for i := range n {
				s := eval.Sample{ID: fmt.Sprintf("wide-%d", i), Groups: []string{"all"}, Messages: []chat.Message{{Role: chat.User, Content: fmt.Sprint(i, text)}}}
				if !yield(s, nil) {
					return
				}
			}
		}
	}
	task.Scoring.Scorer = lengthScorer{}
	return task
}

type lengthScorer struct{}

func (lengthScorer) ID() string { return "length/default" }

func (lengthScorer) Score(_ context.Context, s eval.Sample, t eval.Transcript) (eval.Score, error) {
	m, _ := t.Reply()
	right := 0.0
	if len(m.Content) > 100 && len(s.ID)%2 == 0 {
		right = 1
	}
	return eval.Score{Valid: right == 1, Counts: map[string]float64{"right": right, "n": 1}}, nil
}

func instant(size int) func(eval.Sample) (map[string]chat.Model, error) {
	text := strings.Repeat("consectetur adipisci ", size/21+1)[:size]
	models := map[string]chat.Model{chat.RoleAgent: chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) {
		return chat.Response{Message: chat.Message{Content: text}, Finish: chat.FinishStop, Usage: chat.Usage{InputTokens: 300, OutputTokens: 250}}, nil
	})}
	return func(eval.Sample) (map[string]chat.Model, error) { return models, nil }
}

// BenchmarkInstant is the runner's own cost: b.N samples with transcripts of 2 KB, registered,
// solved by a model that answers at once, and stored.
func BenchmarkInstant(b *testing.B) {
	st := open(b)
	task := wide(b.N, 1000)
	b.ResetTimer()
	run := begin(b, st, task, 1)
	if _, err := runner.Solve(context.Background(), st, run, task, runner.Config{Models: instant(1000), Concurrency: 64}); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "samples/s")
}

// BenchmarkServer50ms asks a local server that takes 50 ms, 256 in flight, and reports the time as
// a multiple of the ideal b.N/256*50ms. Run it with -benchtime 10000x.
func BenchmarkServer50ms(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		time.Sleep(50 * time.Millisecond)
		fmt.Fprint(w, `{"id":"x","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"[]"}}],"usage":{"prompt_tokens":10,"completion_tokens":2}}`)
	}))
	defer server.Close()
	m, err := openai.New(openai.Config{BaseURL: server.URL + "/v1", Model: "m"})
	if err != nil {
		b.Fatal(err)
	}
	model := retried.New(m, retried.Config{})
	st := open(b)
	task := wide(b.N, 1000)
	models := func(eval.Sample) (map[string]chat.Model, error) {
		return map[string]chat.Model{chat.RoleAgent: model}, nil
	}
	const inFlight = 256
	b.ResetTimer()
	run := begin(b, st, task, 1)
	if _, err := runner.Solve(context.Background(), st, run, task, runner.Config{Models: models, Concurrency: inFlight}); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(b.Elapsed().Seconds()/(float64(b.N)/inFlight*0.05), "x-ideal")
}

// BenchmarkStream runs, scores and reports b.N samples of 1 KB in and out, and gives the process's
// peak memory. Run it alone with -benchtime 100000x.
func BenchmarkStream(b *testing.B) {
	st := open(b)
	task := wide(b.N, 1000)
	b.ResetTimer()
	run := begin(b, st, task, 1)
	if _, err := runner.Solve(context.Background(), st, run, task, runner.Config{Models: instant(1000), Concurrency: 64}); err != nil {
		b.Fatal(err)
	}
	if err := runner.Score(context.Background(), st, run, task.Scoring.Scorer, runner.ScoreConfig{Concurrency: 2}); err != nil {
		b.Fatal(err)
	}
	result, err := report.Collect(context.Background(), st, run, task.Scoring, report.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if b.N > 1 && len(result.CI95) == 0 {
		b.Fatal("no intervals")
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "samples/s")
	b.ReportMetric(peakMB(b), "peak-MB")
}

// peakMB reads the process's largest resident set.
func peakMB(b *testing.B) float64 {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		b.Skip("no /proc on this system")
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var kb float64
		if n, _ := fmt.Sscanf(s.Text(), "VmHWM: %f kB", &kb); n == 1 {
			return kb / 1024
		}
	}
	return 0
}
