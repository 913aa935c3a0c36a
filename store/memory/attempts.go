package memory

import (
	"context"
	"fmt"
	"slices"

	"deft/eval"
	"deft/store"
	"deft/store/wire"
)

// Pending gives up to limit attempts of a trial, after an index, that are not completed.
func (s *Store) Pending(ctx context.Context, id string, trial int, after int64, limit int) (out []store.Work, err error) {
	if trial < 0 {
		return nil, fmt.Errorf("trial %d is below 0", trial)
	}
	err = s.read(ctx, id, func(r *run) error {
		items, err := r.list(after, limit, func(index int64) bool { return !r.tries.get(place{index, trial}).done })
		for _, it := range items {
			out = append(out, store.Work{Item: it, Trial: trial})
		}
		return err
	})
	return out, err
}

// place finds the attempt of a sample.
func (r *run) place(name string, trial int) (place, error) {
	index, ok := r.byID[clean(name)]
	switch {
	case !ok:
		return place{}, fmt.Errorf("no such sample: %w", store.ErrNotFound)
	case trial < 0 || trial >= 1<<12:
		return place{}, fmt.Errorf("trial %d is outside 0 to %d", trial, 1<<12-1)
	}
	return place{index, trial}, nil
}

// Commit stores transcripts: all or none. Of two completed ones of the same attempt the first stays.
func (s *Store) Commit(ctx context.Context, id string, ts []eval.Transcript) error {
	return s.write(ctx, id, func(r *run) error {
		tries := map[place]try{}
		for i := range ts {
			t := &ts[i]
			p, err := r.place(t.Key.Sample, t.Key.Trial)
			var body []byte
			if err == nil {
				body, err = wire.AppendTranscript(nil, t)
			}
			if err != nil {
				return fmt.Errorf("store a transcript of sample %q in run %q: %w", t.Key.Sample, id, err)
			}
			if !tries[p].done && !r.tries.get(p).done {
				n := try{body: string(body), done: t.Error == "", usage: t.Usage}
				if c := t.Usage.CostUSD; c != nil {
					n.usage.CostUSD = new(*c)
				}
				tries[p] = n
			}
		}
		for p, t := range tries {
			r.tries.put(p, t)
		}
		return nil
	})
}

// Transcripts gives the attempts of samples with from <= Index < to, by index and trial.
func (s *Store) Transcripts(ctx context.Context, id string, from, to int64) (out []eval.Transcript, err error) {
	err = s.read(ctx, id, func(r *run) error {
		for _, n := range r.tries.within(r.order, from, max(from, to)) {
			t, err := wire.Transcript(n.body)
			if err != nil {
				return err
			}
			out = append(out, t)
		}
		return nil
	})
	return out, err
}

// PutScores stores scores, all or none, replacing those of the same scorer, sample and trial.
func (s *Store) PutScores(ctx context.Context, id string, ss []eval.Score) error {
	return s.write(ctx, id, func(r *run) error {
		type line struct {
			place  place
			scorer string
			body   string
		}
		var lines []line
		for i := range ss {
			sc := &ss[i]
			p, err := r.place(sc.Key.Sample, sc.Key.Trial)
			var body []byte
			if err == nil {
				body, err = wire.AppendScore(nil, sc)
			}
			if err != nil {
				return fmt.Errorf("store the score of %s for sample %q of run %q: %w", sc.Scorer, sc.Key.Sample, id, err)
			}
			lines = append(lines, line{p, sc.Scorer, string(body)})
		}
		for _, l := range lines {
			if r.scores[l.scorer] == nil {
				r.scores[l.scorer] = table[string]{}
			}
			r.scores[l.scorer].put(l.place, l.body)
			if n := len(r.scorers); n == 0 || r.scorers[n-1] != l.scorer {
				r.scorers = append(slices.DeleteFunc(r.scorers, func(s string) bool { return s == l.scorer }), l.scorer)
			}
		}
		return nil
	})
}

// Scores gives the scores of one scorer for samples with from <= Index < to, by index and trial.
func (s *Store) Scores(ctx context.Context, id, scorer string, from, to int64) (out []eval.Score, err error) {
	err = s.read(ctx, id, func(r *run) error {
		for _, body := range r.scores[scorer].within(r.order, from, max(from, to)) {
			sc, err := wire.Score(body)
			if err != nil {
				return err
			}
			out = append(out, sc)
		}
		return nil
	})
	return out, err
}

// Scorers lists the scorers of a run, the latest first.
func (s *Store) Scorers(ctx context.Context, id string) (out []string, err error) {
	err = s.read(ctx, id, func(r *run) error {
		out = slices.Clone(r.scorers)
		slices.Reverse(out)
		return nil
	})
	return out, err
}
