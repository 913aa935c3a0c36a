package app

import (
	"context"
	"fmt"
	"slices"

	"deft/bench"
	"deft/eval"
	"deft/report"
	"deft/store"
)

// Analyses gives what the benchmarks of the outcomes add to them, runs of one task side by side.
func (a *App) Analyses(ctx context.Context, outcomes []Outcome) ([]eval.Analysis, error) {
	var out []eval.Analysis
	err := a.WithStore(ctx, func(st store.Store) error {
		for i, o := range outcomes {
			same := func(other Outcome) bool {
				return other.Run.Task == o.Run.Task && other.Run.Compat == o.Run.Compat
			}
			if slices.IndexFunc(outcomes, same) < i {
				continue
			}
			b, err := bench.Find(a.Benchmarks, o.Run.Task)
			if err != nil || b.Analyze == nil { // a task of the user's own has its own name
				continue
			}
			var together []Outcome
			var results []report.Result
			for _, other := range outcomes[i:] {
				if same(other) {
					together, results = append(together, other), append(results, other.Result)
				}
			}
			var runs []eval.Scored
			for k, other := range together {
				scores, err := st.Scores(ctx, other.Run.ID, other.Scoring.Scorer.ID(), 0, int64(other.Run.Samples))
				if err != nil {
					return fmt.Errorf("read the scores of run %s: %w", other.Run.ID, err)
				}
				runs = append(runs, eval.Scored{Name: report.Label(&results[k], results), Scores: scores})
			}
			out = append(out, b.Analyze(runs)...)
		}
		return nil
	})
	return out, err
}
