// Package reporttest has stored runs made up for tests of reports: a source of scores in memory.
package reporttest

import (
	"context"
	"fmt"

	"deft/chat"
	"deft/eval"
	"deft/store"
)

// Source keeps the samples, transcripts and scores of runs in memory, in the runs' order.
type Source struct {
	Samples map[string][]eval.Sample     // run → samples
	Made    map[string][]eval.Transcript // run → transcripts of trial 0, one a sample at most
	Scored  map[string][][]eval.Score    // run → scores by sample index; nil: not scored
	Page    func(run string, n int)      // when set, told how many scores each call returned
}

// New gives an empty source.
func New() *Source {
	return &Source{Samples: map[string][]eval.Sample{}, Made: map[string][]eval.Transcript{}, Scored: map[string][][]eval.Score{}}
}

// Put adds a sample of run with its scores, one a trial; none: it was not scored.
func (s *Source) Put(run string, sample eval.Sample, scores ...eval.Score) {
	for i := range scores {
		scores[i].Key = chat.Key{Run: run, Sample: sample.ID, Trial: i}
		scores[i].Groups = sample.Groups
	}
	s.Samples[run] = append(s.Samples[run], sample)
	s.Scored[run] = append(s.Scored[run], scores)
}

// Run describes what was put under id.
func (s *Source) Run(id string) store.Run {
	r := store.Run{
		ID: id, Task: "demo", TaskVersion: "1", Model: "maker/" + id, Protocol: "native", Compat: "default",
		Trials: 1, Seed: 1, Deft: "test", Data: "sha256:data", Prompts: "sha256:prompts",
		Samples: len(s.Samples[id]),
	}
	for _, scores := range s.Scored[id] {
		r.Trials = max(r.Trials, len(scores))
		if len(scores) == 0 {
			r.Errors++
		}
	}
	return r
}

// Scores gives the scores of the samples with from <= index < to. All scorers' scores are the same.
func (s *Source) Scores(_ context.Context, run, _ string, from, to int64) ([]eval.Score, error) {
	all, ok := s.Scored[run]
	if !ok {
		return nil, fmt.Errorf("run %s: %w", run, store.ErrNotFound)
	}
	var out []eval.Score
	for i := from; i < min(to, int64(len(all))); i++ {
		out = append(out, all[i]...)
	}
	if s.Page != nil {
		s.Page(run, len(out))
	}
	return out, nil
}

// ListSamples gives up to limit samples with index > after.
func (s *Source) ListSamples(_ context.Context, run string, after int64, limit int) ([]store.Item, error) {
	var out []store.Item
	for i := after + 1; i < int64(len(s.Samples[run])) && len(out) < limit; i++ {
		out = append(out, store.Item{Index: i, Sample: s.Samples[run][i]})
	}
	return out, nil
}

// Transcripts gives the transcripts of the samples with from <= index < to.
func (s *Source) Transcripts(_ context.Context, run string, from, to int64) ([]eval.Transcript, error) {
	all := s.Made[run]
	from, to = min(from, int64(len(all))), min(to, int64(len(all)))
	return all[from:to], nil
}

type scorer struct{}

func (scorer) ID() string { return "demo/default" }

func (scorer) Score(context.Context, eval.Sample, eval.Transcript) (eval.Score, error) {
	return eval.Score{}, fmt.Errorf("the scores of this source are given, not computed")
}

// Scoring is a scoring of tool use with an F1, an accuracy and a metric that needs a judge.
func Scoring() eval.Scoring {
	f1 := func(sum map[string]float64, _ int) (float64, bool) {
		den := sum["tool_pred"] + sum["tool_gold"]
		if den == 0 {
			return 0, false
		}
		return 2 * sum["tool_tp"] / den, true
	}
	return eval.Scoring{
		Scorer:   scorer{},
		Metrics:  []eval.Metric{eval.Mean("accuracy", "right"), {Name: "tool_f1", Of: f1}, eval.Ratio("quality", "quality", "judged")},
		Headline: "tool_f1",
		Diagnostics: []eval.Metric{
			eval.Mean("turns", "turns"),
		},
		Groups: []string{"single", "multiple", "nested"},
	}
}
