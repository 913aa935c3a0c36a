package app

import (
	"context"

	"deft/chat/endpoint"
	"deft/report"
	"deft/runner"
	"deft/store"
	"deft/store/memory"
)

// maxBounded is the largest number of samples for which floor and ceiling are played beside a run.
const maxBounded = 5000

// Bounds plays the baseline and the oracle on the samples of each outcome: the floor and the
// ceiling of its figures. They are not stored. Where data is gone, or a task has neither, there is
// nothing to show and that is no error.
func (a *App) Bounds(ctx context.Context, outcomes []Outcome) {
	type same struct{ task, data, compat string }
	known := map[same][2][]report.Result{}
	for i := range outcomes {
		o := &outcomes[i]
		key := same{o.Run.Task, o.Run.Data, o.Run.Compat}
		both, ok := known[key]
		if !ok && o.Run.Samples <= maxBounded {
			both = [2][]report.Result{a.bound(ctx, o.Run, endpoint.Baseline), a.bound(ctx, o.Run, endpoint.Oracle)}
			known[key] = both
		}
		if o.Run.Model != endpoint.Baseline {
			o.Floor = both[0]
		}
		if o.Run.Model != endpoint.Oracle {
			o.Ceiling = both[1]
		}
	}
}

// bound plays one built-in model on the data of run in a store of its own in memory.
func (a *App) bound(ctx context.Context, run store.Run, model string) []report.Result {
	s, err := decodeSettings(run.Config)
	if err != nil {
		return nil
	}
	s.Model, s.Trials, s.Decoding, s.Outputs, s.Judges, s.User, s.Simulator = model, 1, "", "", nil, "", ""
	if s.Task == "" {
		return nil
	}
	st := memory.New()
	defer st.Close()
	o, err := a.open(ctx, s, Execution{})
	if err != nil || o.tools.outside() { // calls that others may notice are not made for a comparison
		return nil
	}
	temp := store.Run{
		ID: model, Task: s.Task, Model: model, Compat: string(s.Compat), Trials: 1, Seed: s.Seed,
		Status: store.StatusRunning, Started: a.Env.Now(), Config: s.encode(),
	}
	if err := st.CreateRun(ctx, temp); err != nil {
		return nil
	}
	n, data, err := runner.Register(ctx, st, temp.ID, o.task)
	if err != nil || data != run.Data {
		return nil
	}
	temp.Samples = n
	cfg := runner.Config{Models: o.models, Concurrency: Execution{}.concurrency(o.agent), Now: a.Env.Now}
	if sum, err := runner.Solve(ctx, st, temp, o.task, cfg); err != nil || sum.Failed > 0 {
		return nil
	}
	scorer := o.task.Scoring.Scorer
	if err := runner.Score(ctx, st, temp, scorer, runner.ScoreConfig{Concurrency: scoringConcurrency(false)}); err != nil {
		return nil
	}
	r, err := report.Collect(ctx, st, temp, o.task.Scoring, report.Options{Replicates: 2})
	if err != nil {
		return nil
	}
	r.CI95 = nil // two resamples make no interval
	return []report.Result{r}
}
