package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"deft/bench"
	"deft/bench/core"
	"deft/chat"
	"deft/eval"
	"deft/report"
	"deft/runner"
	"deft/store"
)

// Progress of one run, for people.
type Progress struct {
	Run, Task, Model, Phase string // Phase: "loading", "running", "scoring"
	Total, Done, Failed     int
}

// Outcome is one finished run with its numbers.
type Outcome struct {
	Run     store.Run
	Scoring eval.Scoring
	Result  report.Result
	// Floor and Ceiling are what the baseline and the oracle get on the same samples, where known.
	Floor, Ceiling []report.Result
	// Folder is where a task of the user's own is; empty for built-in benchmarks.
	Folder string
}

// folderOf is the folder of a task of the user's own.
func folderOf(s Settings) string {
	if s.Task == core.FolderName {
		return s.Data
	}
	return ""
}

// Eval makes every run of the request, one after the other. It returns the finished ones also
// when a later one fails.
func (a *App) Eval(ctx context.Context, req EvalRequest) ([]Outcome, error) {
	all, err := a.combinations(req)
	if err != nil {
		return nil, err
	}
	if err := req.Execution.checkRecording(); err != nil {
		return nil, err
	}
	req.Execution = req.Execution.withBudget()
	if err := a.announceJudging(ctx, all, req.Execution); err != nil {
		return nil, err
	}
	var outcomes []Outcome
	err = a.WithStore(ctx, func(st store.Store) error {
		for _, s := range all {
			o, err := a.run(ctx, st, s, nil, req)
			if o != nil {
				outcomes = append(outcomes, *o)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return outcomes, err
}

// opened is a task ready to run, with the model that plays it.
type opened struct {
	task   *eval.Task
	agent  agent
	judges panel
	tools  *toolbox
}

// models gives the models of one attempt by role.
func (o *opened) models(s eval.Sample) (map[string]chat.Model, error) {
	return o.agent.models(s, o.task.Protocol)
}

// open loads the benchmark's data and makes the models.
func (a *App) open(ctx context.Context, s Settings, x Execution) (*opened, error) {
	b, err := bench.Find(a.Benchmarks, s.Task)
	if err != nil {
		return nil, &UsageError{err}
	}
	agent, err := a.agent(s.Model, x)
	if err != nil {
		return nil, &UsageError{err}
	}
	if agent.user, err = a.role("user", "play the user", s.User, x); err != nil {
		return nil, &UsageError{err}
	}
	if agent.tools, err = a.role("simulator", "play a tool", s.Simulator, x); err != nil {
		return nil, &UsageError{err}
	}
	judges, err := a.judges(s.Judges, x)
	if err != nil {
		return nil, &UsageError{err}
	}
	if s.Shots > b.Shots {
		return nil, Usagef("%s has %d demonstrations, so --shots cannot be %d", b.Name, b.Shots, s.Shots)
	}
	o, err := a.options(s, judges.models())
	if err != nil {
		return nil, &UsageError{err}
	}
	tools, err := a.toolbox(agent.tools != nil, o)
	if err != nil {
		return nil, err
	}
	o.Toolbox = tools
	if agent.tools != nil {
		o.Player = agent.tools.model
	}
	task, err := b.Open(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", s.Task, err)
	}
	s.apply(task)
	if err := s.loop(task, o.Prompts); err != nil {
		return nil, &UsageError{err}
	}
	if err := agent.join(task); err != nil {
		return nil, &UsageError{err}
	}
	return &opened{task: task, agent: agent, judges: judges, tools: tools}, nil
}

// tryEnvironment makes the world of the first sample, so that one that cannot be made is told before
// anything is asked.
func (o *opened) tryEnvironment(ctx context.Context) error {
	if o.task.Environment == nil {
		return nil
	}
	for s, err := range o.task.Samples() {
		if err != nil {
			return err
		}
		env, err := o.task.Environment(ctx, s, 0)
		if err != nil {
			return err
		}
		return env.Close()
	}
	return nil
}

// run makes one run from its settings, or goes on with the stored run old.
func (a *App) run(ctx context.Context, st store.Store, s Settings, old *store.Run, req EvalRequest) (out *Outcome, err error) {
	tell := func(p Progress) {
		if req.Progress != nil {
			p.Task, p.Model = s.Task, s.Model
			req.Progress(p)
		}
	}
	tell(Progress{Phase: "loading"})
	o, err := a.open(ctx, s, req.Execution)
	if err != nil {
		return nil, err
	}
	if err := hasMetrics(o.task, req.Metrics); err != nil {
		return nil, err
	}
	if req.Execution.Replay == "" {
		if err := preflight(ctx, o.parts()); err != nil {
			return nil, err
		}
	}
	if err := o.tools.start(ctx, req.Execution); err != nil {
		return nil, errors.Join(err, o.tools.close())
	}
	defer func() { err = errors.Join(err, o.tools.close()) }()
	if err := o.tryEnvironment(ctx); err != nil {
		return nil, fmt.Errorf("prepare %s: %w", s.Task, err)
	}
	run, err := a.begin(ctx, st, s, old, o.task)
	if err != nil {
		return nil, err
	}
	release, err := lock(ctx, st, run.ID)
	if err != nil {
		return nil, err
	}
	defer release()
	started := a.Env.Now()
	if run.Data == "" {
		if err := a.register(ctx, st, &run, o.task); err != nil {
			if ctx.Err() == nil { // data that cannot be read, or no sample: nothing is worth keeping
				release()
				return nil, errors.Join(err, st.DeleteRun(ctx, run.ID))
			}
			return nil, a.end(ctx, st, &run, started, runner.Summary{}, err)
		}
	}
	total := run.Samples * max(run.Trials, 1)
	tell(Progress{Run: run.ID, Phase: "running", Total: total, Done: run.Done})
	before := run.Done
	sum, err := runner.Solve(ctx, st, run, o.task, runner.Config{
		Models: func(sample eval.Sample) (map[string]chat.Model, error) {
			return o.agent.models(sample, o.task.Protocol)
		},
		Concurrency: req.Execution.concurrency(o.agent),
		Now:         a.Env.Now,
		Progress: func(done, failed int) {
			tell(Progress{Run: run.ID, Phase: "running", Total: total, Done: before + done, Failed: failed})
		},
	})
	if err := a.end(ctx, st, &run, started, sum, err); err != nil {
		return nil, err
	}
	tell(Progress{Run: run.ID, Phase: "scoring", Total: total, Done: run.Done, Failed: run.Errors})
	return a.score(ctx, st, run, o.task.Scoring, len(s.Judges) > 0, req.Report)
}

// begin creates the run, or checks that the stored one may go on with this task.
func (a *App) begin(ctx context.Context, st store.Store, s Settings, old *store.Run, task *eval.Task) (store.Run, error) {
	if old == nil {
		run := store.Run{
			ID: a.newRunID(task.Name), Task: task.Name, TaskVersion: task.Version, Model: s.Model,
			Protocol: task.Protocol.Name(), Compat: string(s.Compat), Status: store.StatusRunning,
			Started: a.Env.Now().UTC(), Trials: max(s.Trials, 1), Seed: s.Seed,
			Config: s.encode(), Deft: Version(), Prompts: task.Prompts,
		}
		return run, st.CreateRun(ctx, run)
	}
	run := *old
	if run.TaskVersion != task.Version {
		return run, Usagef("run %s is of version %s of %s, this is version %s; start a new run", run.ID, run.TaskVersion, run.Task, task.Version)
	}
	if run.Prompts != task.Prompts {
		return run, Usagef("the prompts have changed since run %s was started (hash %s, now %s); start a new run", run.ID, run.Prompts, task.Prompts)
	}
	if run.Data != "" {
		_, data, err := runner.Fingerprint(ctx, task)
		if err != nil {
			return run, err
		}
		if data != run.Data {
			return run, Usagef("the data or tool documents have changed since run %s was started (hash %s, now %s); start a new run", run.ID, run.Data, data)
		}
	}
	run.Status = store.StatusRunning
	return run, st.SaveRun(ctx, run)
}

func (a *App) register(ctx context.Context, st store.Store, run *store.Run, task *eval.Task) error {
	n, data, err := runner.Register(ctx, st, run.ID, task)
	if err != nil {
		return err
	}
	if n == 0 {
		return Usagef("no sample of %s matches --only and --limit", run.Task)
	}
	run.Data, run.Samples = data, n
	return st.SaveRun(ctx, *run)
}

// end writes how the run ended and passes err on, as an InterruptedError when ctx was ended.
func (a *App) end(ctx context.Context, st store.Store, run *store.Run, started time.Time, sum runner.Summary, err error) error {
	now := a.Env.Now()
	run.Ended = now.UTC()
	run.Wall += now.Sub(started).Seconds()
	if sum.ServedModel != "" {
		run.ServedModel = sum.ServedModel
	}
	run.Done += sum.Done
	run.Errors = sum.Failed
	switch {
	case err != nil || ctx.Err() != nil:
		run.Status = store.StatusInterrupted
	case sum.Failed > 0:
		run.Status = store.StatusFailed
	default:
		run.Status = store.StatusDone
	}
	serr := st.SaveRun(context.WithoutCancel(ctx), *run)
	switch {
	case err != nil && ctx.Err() == nil:
		return fmt.Errorf("%w\nEverything answered so far is stored; go on with: deft eval --resume %s", err, run.ID)
	case ctx.Err() != nil:
		return &InterruptedError{run.ID}
	}
	return serr
}

// score scores what is stored and computes the report.
func (a *App) score(ctx context.Context, st store.Store, run store.Run, scoring eval.Scoring, judged bool, opt report.Options) (*Outcome, error) {
	cfg := runner.ScoreConfig{Concurrency: scoringConcurrency(judged), Keep: judged}
	if err := runner.Score(ctx, st, run, scoring.Scorer, cfg); err != nil {
		if ctx.Err() != nil {
			return nil, &InterruptedError{run.ID}
		}
		return nil, err
	}
	return a.outcome(ctx, st, run.ID, "", scoring, opt)
}

// outcome computes a run's report from its scores; compat, when not empty, is the mode they were
// given in, if it is not the run's own.
func (a *App) outcome(ctx context.Context, st store.Store, id string, compat eval.Compat, scoring eval.Scoring, opt report.Options) (*Outcome, error) {
	run, err := st.Run(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read run %s: %w", id, err)
	}
	if compat != "" {
		run.Compat = string(compat)
	}
	result, err := report.Collect(ctx, st, run, scoring, opt)
	if err != nil {
		return nil, err
	}
	s, err := decodeSettings(run.Config)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", id, err)
	}
	result.Recorded = s.Outputs != ""
	return &Outcome{Run: run, Scoring: scoring, Result: result, Folder: folderOf(s)}, nil
}

// lock keeps two processes from working on one run, where the store can.
func lock(ctx context.Context, st store.Store, run string) (func(), error) {
	l, ok := st.(store.Locker)
	if !ok {
		return func() {}, nil
	}
	release, err := l.Lock(ctx, run)
	if err != nil {
		return nil, err
	}
	return release, nil
}

// Resume goes on with a stored run. given are the settings of this command line, of which those
// named in changed were typed by the user and must equal the stored ones.
func (a *App) Resume(ctx context.Context, id string, given Settings, changed []string, req EvalRequest) ([]Outcome, error) {
	if err := req.Execution.checkRecording(); err != nil {
		return nil, err
	}
	req.Execution = req.Execution.withBudget()
	var outcomes []Outcome
	err := a.WithStore(ctx, func(st store.Store) error {
		run, err := a.findRun(ctx, st, id)
		if err != nil {
			return err
		}
		s, err := decodeSettings(run.Config)
		if err != nil {
			return fmt.Errorf("run %s: %w", run.ID, err)
		}
		if s.Outputs != "" {
			return Usagef("run %s was made from recorded outputs; there is nothing to resume", run.ID)
		}
		if diff := s.differences(given, changed); len(diff) > 0 {
			return Usagef("run %s cannot be resumed with other settings: %s", run.ID, strings.Join(diff, "; "))
		}
		if err := a.announceJudging(ctx, []Settings{s}, req.Execution); err != nil {
			return err
		}
		o, err := a.run(ctx, st, s, &run, req)
		if o != nil {
			outcomes = append(outcomes, *o)
		}
		return err
	})
	return outcomes, err
}
