package sealtools

import (
	"context"
	"fmt"
	"testing"

	"deft/chat"
	"deft/eval"
	"deft/internal/shared"
	"deft/protocol"
)

// openShared opens the published data, or skips where it is not there.
func openShared(t testing.TB, o eval.Options) *eval.Task {
	t.Helper()
	o.Data = shared.Data(t, "sealtools")
	task, err := open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

func collect(t testing.TB, task *eval.Task) []eval.Sample {
	t.Helper()
	var out []eval.Sample
	for s, err := range task.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// replyOf is what model answers when asked for the sample.
func replyOf(t testing.TB, make eval.ModelFor, s eval.Sample, p protocol.Protocol) eval.Transcript {
	t.Helper()
	m, err := make(s, p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Generate(context.Background(), chat.Request{})
	if err != nil {
		t.Fatal(err)
	}
	return eval.Recorded{Sample: s.ID, Reply: r.Message}.Transcript()
}

// tally scores transcripts and sums the counts.
type tally struct {
	sum     map[string]float64
	n       int
	classes map[string]int
	invalid []string
}

func scoreAll(t testing.TB, sc eval.Scorer, samples []eval.Sample, reply func(eval.Sample) eval.Transcript) tally {
	t.Helper()
	out := tally{sum: map[string]float64{}, classes: map[string]int{}}
	for _, s := range samples {
		score, err := sc.Score(context.Background(), s, reply(s))
		if err != nil {
			t.Fatal(err)
		}
		out.n++
		for k, v := range score.Counts {
			out.sum[k] += v
		}
		for _, c := range score.Classes {
			out.classes[c]++
		}
		if !score.Valid {
			out.invalid = append(out.invalid, s.ID)
		}
	}
	return out
}

// values computes the metrics; an undefined one is "-".
func (y tally) values(ms []eval.Metric) map[string]string {
	out := map[string]string{}
	for _, m := range ms {
		out[m.Name] = "-"
		if v, ok := m.Of(y.sum, y.n); ok {
			out[m.Name] = fmt.Sprintf("%.4f", v)
		}
	}
	return out
}

func TestOracleIsOneOnThePublishedData(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, split := range []string{"dev", "test_in_domain"} {
		for _, name := range protocols() {
			for _, compat := range []eval.Compat{eval.CompatDefault, eval.CompatPaper, eval.CompatReference} {
				task := openShared(t, eval.Options{Split: split, Protocol: name, Compat: compat, Retrieve: -1})
				samples := collect(t, task)
				if len(samples) != 700 {
					t.Fatalf("%s has %d samples", split, len(samples))
				}
				y := scoreAll(t, task.Scoring.Scorer, samples, func(s eval.Sample) eval.Transcript {
					return replyOf(t, task.Oracle, s, task.Protocol)
				})
				got := y.values(task.Scoring.Metrics)
				t.Log(split, name, compat, got, y.invalid)
				if compat != eval.CompatDefault {
					continue
				}
				for _, m := range task.Scoring.Metrics {
					if v, ok := m.Of(y.sum, y.n); !ok || v != 1 {
						t.Errorf("%s, protocol %s: %s is %v", split, name, m.Name, v)
					}
				}
				if len(y.invalid) > 0 {
					t.Errorf("%s, protocol %s: not valid: %v", split, name, y.invalid)
				}
			}
		}
	}
}
