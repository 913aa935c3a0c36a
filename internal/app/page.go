package app

import (
	"context"

	"deft/report/html"
	"deft/store"
)

// Page gathers what an HTML report of the outcomes shows: figures, floor and ceiling, and samples
// with their transcripts.
func (a *App) Page(ctx context.Context, outcomes []Outcome) (html.Page, error) {
	a.Bounds(ctx, outcomes)
	p := html.Page{Made: a.Env.Now()}
	var err error
	if p.Analyses, err = a.Analyses(ctx, outcomes); err != nil {
		return p, err
	}
	err = a.WithStore(ctx, func(st store.Store) error {
		for _, o := range outcomes {
			p.Results = append(p.Results, o.Result)
			p.Floor, p.Ceiling = append(p.Floor, o.Floor...), append(p.Ceiling, o.Ceiling...)
			samples, err := html.Gather(ctx, st, o.Run, o.Scoring.Scorer.ID(), o.Run.Seed)
			if err != nil {
				return err
			}
			p.Samples = append(p.Samples, samples)
		}
		return nil
	})
	return p, err
}
