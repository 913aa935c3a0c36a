package runner

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"deft/eval"
	"deft/store"
)

// ScoreConfig says how stored transcripts are scored.
type ScoreConfig struct {
	// Concurrency is the number of transcripts scored at once, at least 1.
	Concurrency int
	// Keep leaves the scores that the scorer has given before, and fills in what is missing.
	Keep bool
	// Progress, when set, is called with the number of attempts scored so far.
	Progress func(done int)
}

// Score scores every completed attempt of run from the store and stores the scores. It reads no
// data files and asks no model but a judge. A transcript that the scorer cannot score ends it with
// an error naming the sample; scores already stored stay.
func Score(ctx context.Context, st store.Store, run store.Run, scorer eval.Scorer, cfg ScoreConfig) error {
	cfg.Concurrency = max(cfg.Concurrency, 1)
	// Pages are written while the next one is scored.
	type written struct{ err error }
	var pending chan written
	wait := func() error {
		if pending == nil {
			return nil
		}
		w := <-pending
		pending = nil
		return w.err
	}
	done := 0
	for after := int64(-1); ; {
		items, err := st.ListSamples(ctx, run.ID, after, page)
		if err != nil {
			_ = wait()
			return fmt.Errorf("read the samples of run %s: %w", run.ID, err)
		}
		if len(items) == 0 {
			return wait()
		}
		after = items[len(items)-1].Index
		scores, err := scorePage(ctx, st, run.ID, scorer, items, cfg)
		if werr := wait(); werr != nil {
			return werr
		}
		out := make(chan written, 1)
		pending = out
		go func() {
			if len(scores) > 0 {
				if err := st.PutScores(context.WithoutCancel(ctx), run.ID, scores); err != nil {
					out <- written{fmt.Errorf("store scores of run %s: %w", run.ID, err)}
					return
				}
			}
			out <- written{}
		}()
		if err != nil {
			_ = wait()
			return err
		}
		done += len(scores)
		if cfg.Progress != nil {
			cfg.Progress(done)
		}
	}
}

// scorePage scores the attempts of consecutive samples. With an error it returns what was scored.
func scorePage(ctx context.Context, st store.Store, run string, scorer eval.Scorer, items []store.Item, cfg ScoreConfig) ([]eval.Score, error) {
	from, to := items[0].Index, items[len(items)-1].Index+1
	ts, err := st.Transcripts(ctx, run, from, to)
	if err != nil {
		return nil, fmt.Errorf("read transcripts of run %s: %w", run, err)
	}
	samples := make([]eval.Sample, len(items))
	for i := range items {
		samples[i] = items[i].Sample
	}
	have, err := scored(ctx, st, run, scorer.ID(), from, to, cfg.Keep)
	if err != nil {
		return nil, err
	}
	todo := ts[:0]
	for _, t := range ts {
		if !have[place{t.Key.Sample, t.Key.Trial}] {
			todo = append(todo, t)
		}
	}
	return ScoreAll(ctx, scorer, samples, todo, cfg.Concurrency)
}

// place is an attempt within a run.
type place struct {
	sample string
	trial  int
}

func scored(ctx context.Context, st store.Store, run, scorer string, from, to int64, keep bool) (map[place]bool, error) {
	if !keep {
		return nil, nil
	}
	ss, err := st.Scores(ctx, run, scorer, from, to)
	if err != nil {
		return nil, fmt.Errorf("read scores of run %s: %w", run, err)
	}
	have := make(map[place]bool, len(ss))
	for _, s := range ss {
		have[place{s.Key.Sample, s.Key.Trial}] = true
	}
	return have, nil
}

// ScoreAll scores the completed ones among ts, attempts at samples, with several goroutines. With
// an error it returns what was scored, in the order of ts.
func ScoreAll(ctx context.Context, scorer eval.Scorer, samples []eval.Sample, ts []eval.Transcript, concurrency int) ([]eval.Score, error) {
	byID := make(map[string]*eval.Sample, len(samples))
	for i := range samples {
		byID[samples[i].ID] = &samples[i]
	}
	scores := make([]eval.Score, len(ts))
	errs := make([]error, len(ts))
	var workers sync.WaitGroup
	n := max(min(concurrency, len(ts)), 1)
	for w := range n {
		workers.Go(func() {
			for i := w; i < len(ts); i += n {
				if ts[i].Error != "" {
					continue
				}
				if errs[i] = ctx.Err(); errs[i] != nil {
					return
				}
				scores[i], errs[i] = scoreOne(ctx, scorer, *byID[ts[i].Key.Sample], ts[i])
				if errs[i] != nil {
					return
				}
			}
		})
	}
	workers.Wait()
	good := scores[:0]
	var first error
	for i := range ts {
		switch {
		case errs[i] != nil && first == nil:
			first = errs[i]
		case errs[i] == nil && scores[i].Scorer != "":
			good = append(good, scores[i])
		}
	}
	return good, first
}

func scoreOne(ctx context.Context, scorer eval.Scorer, s eval.Sample, t eval.Transcript) (score eval.Score, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("score sample %s: panic: %v\n%s", s.ID, p, debug.Stack())
		}
	}()
	score, err = scorer.Score(ctx, s, t)
	if err != nil {
		return score, fmt.Errorf("score sample %s, trial %d: %w", s.ID, t.Key.Trial, err)
	}
	score.Key, score.Scorer, score.Groups = t.Key, scorer.ID(), s.Groups
	return score, nil
}
