package app

import (
	"context"

	"deft/report"
	"deft/runner"
	"deft/store"
)

// Compare compares stored runs of one task with the first of them.
func (a *App) Compare(ctx context.Context, ids []string, opt report.Options) ([]report.Comparison, error) {
	var out []report.Comparison
	err := a.WithStore(ctx, func(st store.Store) error {
		var inputs []report.Input
		for _, id := range ids {
			in, err := a.scored(ctx, st, id)
			if err != nil {
				return err
			}
			if len(inputs) > 0 && in.Run.Task != inputs[0].Run.Task {
				return Usagef("run %s is of %s and run %s of %s; only runs of one task can be compared",
					inputs[0].Run.ID, inputs[0].Run.Task, in.Run.ID, in.Run.Task)
			}
			inputs = append(inputs, in)
		}
		var err error
		out, err = report.Compare(ctx, st, inputs[0], inputs[1:], opt)
		return err
	})
	return out, err
}

// scored gives a stored run with the scoring of its own mode, after scoring what is not yet scored.
func (a *App) scored(ctx context.Context, st store.Store, id string) (report.Input, error) {
	run, err := a.findRun(ctx, st, id)
	if err != nil {
		return report.Input{}, err
	}
	r, err := a.scoringOf(run, "", nil, Execution{reading: true})
	if err != nil {
		return report.Input{}, err
	}
	cfg := runner.ScoreConfig{Concurrency: scoringConcurrency(len(r.judges) > 0), Keep: true}
	return report.Input{Run: run, Scoring: r.scoring}, runner.Score(ctx, st, run, r.scoring.Scorer, cfg)
}
