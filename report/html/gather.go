package html

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"deft/eval"
	"deft/report"
	"deft/store"
)

// Source is what Gather reads of a store.
type Source interface {
	report.Source
	Transcripts(ctx context.Context, run string, from, to int64) ([]eval.Transcript, error)
}

// Samples are those of one run that a page shows.
type Samples struct {
	Run   string
	Model string
	Task  string
	Cases []Case
	// Failures and Passes say how many are shown of how many there are; a sample that was not scored
	// counts as a failure. Seed drew them when not all are shown.
	Failures, AllFailures int
	Passes, AllPasses     int
	Seed                  uint64
}

// Case is one sample with what happened in it: an attempt and score for each trial.
type Case struct {
	Sample      eval.Sample
	Transcripts []eval.Transcript
	Scores      []eval.Score
}

// The most samples of a run that a page shows, and how many of them are kept for passes when there
// are more failures than fit.
const (
	mostCases  = 2000
	leastSpare = 200
)

// pageSize is how many samples are read at once.
const pageSize = 256

// Gather reads the samples of run with transcripts and scorer's scores. Of more than 2,000 samples
// it takes the failures, and a seeded sample of the rest; Samples says what was left out.
func Gather(ctx context.Context, st Source, run store.Run, scorer string, seed uint64) (Samples, error) {
	out := Samples{Run: run.ID, Model: run.Model, Task: run.Task, Seed: seed}
	var failures, passes []int64
	err := eachPage(ctx, st, run.ID, scorer, func(items []store.Item, scores map[string][]eval.Score) error {
		for i := range items {
			if passed(scores[items[i].Sample.ID]) {
				passes = append(passes, items[i].Index)
			} else {
				failures = append(failures, items[i].Index)
			}
		}
		return nil
	})
	if err != nil {
		return out, err
	}
	out.AllFailures, out.AllPasses = len(failures), len(passes)
	if len(failures)+len(passes) > mostCases {
		r := rand.New(rand.NewPCG(seed, 1))
		failures = draw(r, failures, max(mostCases-len(passes), mostCases-leastSpare))
		passes = draw(r, passes, mostCases-len(failures))
	}
	out.Failures, out.Passes = len(failures), len(passes)
	chosen := map[int64]bool{}
	for _, i := range append(failures, passes...) {
		chosen[i] = true
	}
	return out, out.read(ctx, st, run.ID, scorer, chosen)
}

func passed(scores []eval.Score) bool {
	for i := range scores {
		if !scores[i].Valid {
			return false
		}
	}
	return len(scores) > 0
}

// draw takes n of xs at random, in their order.
func draw(r *rand.Rand, xs []int64, n int) []int64 {
	if n >= len(xs) {
		return xs
	}
	r.Shuffle(len(xs), func(i, j int) { xs[i], xs[j] = xs[j], xs[i] })
	xs = xs[:n]
	slices.SortFunc(xs, cmp.Compare)
	return xs
}

func (s *Samples) read(ctx context.Context, st Source, run, scorer string, chosen map[int64]bool) error {
	return eachPage(ctx, st, run, scorer, func(items []store.Item, scores map[string][]eval.Score) error {
		some := slices.ContainsFunc(items, func(it store.Item) bool { return chosen[it.Index] })
		if !some {
			return nil
		}
		ts, err := st.Transcripts(ctx, run, items[0].Index, items[len(items)-1].Index+1)
		if err != nil {
			return fmt.Errorf("read the transcripts of run %s: %w", run, err)
		}
		by := map[string][]eval.Transcript{}
		for i := range ts {
			by[ts[i].Key.Sample] = append(by[ts[i].Key.Sample], ts[i])
		}
		for _, it := range items {
			if chosen[it.Index] {
				s.Cases = append(s.Cases, Case{Sample: it.Sample, Transcripts: by[it.Sample.ID], Scores: scores[it.Sample.ID]})
			}
		}
		return nil
	})
}

// eachPage reads samples with their scores.
func eachPage(ctx context.Context, st Source, run, scorer string, use func([]store.Item, map[string][]eval.Score) error) error {
	for after := int64(-1); ; {
		items, err := st.ListSamples(ctx, run, after, pageSize)
		if err != nil {
			return fmt.Errorf("read the samples of run %s: %w", run, err)
		}
		if len(items) == 0 {
			return nil
		}
		after = items[len(items)-1].Index
		list, err := st.Scores(ctx, run, scorer, items[0].Index, after+1)
		if err != nil {
			return fmt.Errorf("read the scores of run %s by %s: %w", run, scorer, err)
		}
		scores := map[string][]eval.Score{}
		for _, s := range list {
			scores[s.Key.Sample] = append(scores[s.Key.Sample], s)
		}
		if err := use(items, scores); err != nil {
			return err
		}
		if len(items) < pageSize {
			return nil
		}
	}
}
