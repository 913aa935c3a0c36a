package app

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"

	"deft/bench"
	"deft/eval"
	"deft/report"
	"deft/runner"
	"deft/store"
)

// newRunID gives an id that sorts by time and can be typed: "1121-0142-sealtools-k3f9".
func (a *App) newRunID(task string) string {
	var b [3]byte
	_, _ = rand.Read(b[:]) // never fails on the systems Go supports
	tail := strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b[:]))[:4]
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, strings.ToLower(task))
	return a.Env.Now().UTC().Format("0102-1504") + "-" + name[:min(len(name), 20)] + "-" + tail
}

// findRun gives a run by id, by a unique beginning or end of its id, or the newest one for "last".
func (a *App) findRun(ctx context.Context, st store.Store, id string) (store.Run, error) {
	if id != "last" {
		run, err := st.Run(ctx, id)
		if err == nil || !errors.Is(err, store.ErrNotFound) {
			return run, err
		}
	}
	runs, err := st.ListRuns(ctx)
	if err != nil {
		return store.Run{}, err
	}
	if len(runs) == 0 {
		return store.Run{}, Usagef("no run is stored yet; `deft eval core` makes one")
	}
	if id == "last" {
		return runs[0], nil
	}
	var found []store.Run
	for _, r := range runs {
		if strings.HasPrefix(r.ID, id) || strings.HasSuffix(r.ID, id) {
			found = append(found, r)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return store.Run{}, Usagef("no run %q; `deft runs list` shows them", id)
	}
	return store.Run{}, Usagef("%q fits %d runs, among them %s and %s; type more of the id", id, len(found), found[0].ID, found[1].ID)
}

// FindRun gives a stored run by what a user types: an id, a part of one, or "last".
func (a *App) FindRun(ctx context.Context, st store.Store, id string) (store.Run, error) {
	return a.findRun(ctx, st, id)
}

// rescoring is what the stored transcripts of a run are scored with.
type rescoring struct {
	settings Settings
	scoring  eval.Scoring
	judges   panel
}

// scoringOf makes the scoring under which run is read, in its own mode or another, by its own judges
// or others.
func (a *App) scoringOf(run store.Run, compat eval.Compat, judges []string, x Execution) (r rescoring, err error) {
	if r.settings, err = decodeSettings(run.Config); err != nil {
		return r, fmt.Errorf("run %s: %w", run.ID, err)
	}
	s := r.settings
	b, err := bench.Find(a.Benchmarks, s.Task)
	if err != nil {
		return r, err
	}
	if compat != "" {
		s.Compat = compat
	}
	if judges != nil {
		s.Judges = judges
	}
	s.Data, s.Prompts = "", "" // transcripts come with their samples
	s.Protocol = run.Protocol
	if r.judges, err = a.judges(s.Judges, x); err != nil {
		return r, &UsageError{err}
	}
	o, err := a.options(s, r.judges.models())
	if err != nil {
		return r, err
	}
	r.scoring, err = b.Scoring(o)
	return r, err
}

// Rescore scores the stored transcripts of a run again, in another mode or with other judges. Judges
// that the user names are tried first; those that the run has may have all their answers kept.
func (a *App) Rescore(ctx context.Context, id string, compat eval.Compat, judges []string, x Execution, opt report.Options) (*Outcome, error) {
	var out *Outcome
	if err := x.checkRecording(); err != nil {
		return nil, err
	}
	x = x.withBudget()
	err := a.WithStore(ctx, func(st store.Store) error {
		run, err := a.findRun(ctx, st, id)
		if err != nil {
			return err
		}
		r, err := a.scoringOf(run, compat, judges, x)
		if err != nil {
			return err
		}
		if len(judges) > 0 && x.Replay == "" {
			if err := preflight(ctx, r.judges.parts()); err != nil {
				return err
			}
		}
		if err := a.announceRejudging(ctx, st, run, r, x); err != nil {
			return err
		}
		if err := runner.Score(ctx, st, run, r.scoring.Scorer, runner.ScoreConfig{Concurrency: scoringConcurrency(len(r.judges) > 0)}); err != nil {
			return err
		}
		out, err = a.outcome(ctx, st, run.ID, compat, r.scoring, opt)
		return err
	})
	return out, err
}

// Stored gives the outcomes of stored runs, scored in each run's own mode. Runs never scored (an
// interrupted one) are scored first.
func (a *App) Stored(ctx context.Context, ids []string, opt report.Options) ([]Outcome, error) {
	var out []Outcome
	err := a.WithStore(ctx, func(st store.Store) error {
		for _, id := range ids {
			in, err := a.scored(ctx, st, id)
			if err != nil {
				return err
			}
			o, err := a.outcome(ctx, st, in.Run.ID, "", in.Scoring, opt)
			if err != nil {
				return err
			}
			out = append(out, *o)
		}
		return nil
	})
	return out, err
}
