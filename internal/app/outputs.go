package app

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"deft/bench"
	"deft/bench/core"
	"deft/chat"
	"deft/eval"
	"deft/report"
	"deft/runner"
	"deft/store"
)

// ScoreOutputs scores replies that other programs recorded: each recording becomes a run of its
// own, without asking any model.
func (a *App) ScoreOutputs(ctx context.Context, paths []string, s Settings, opt report.Options) ([]Outcome, error) {
	if isTaskFolder(s.Task) {
		s.Task, s.Data = core.FolderName, s.Task
	}
	b, err := bench.Find(a.Benchmarks, s.Task)
	if err != nil {
		return nil, &UsageError{err}
	}
	recordings, err := findRecordings(b, paths)
	if err != nil {
		return nil, err
	}
	o, err := a.options(s, nil)
	if err != nil {
		return nil, &UsageError{err}
	}
	task, err := b.Open(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", s.Task, err)
	}
	s.apply(task)
	var samples []eval.Sample
	for sample, err := range task.Samples() {
		if err != nil {
			return nil, err
		}
		samples = append(samples, sample)
	}
	var outcomes []Outcome
	err = a.WithStore(ctx, func(st store.Store) error {
		im := importer{app: a, st: st, task: task, samples: samples}
		writes := im.write(ctx)
		for _, r := range recordings {
			settings := s
			settings.Model, settings.Decoding, settings.Outputs = r.Model, r.Decoding, strings.Join(paths, ", ")
			o.Decoding = r.Decoding
			scoring, err := b.Scoring(o)
			if err != nil {
				return errors.Join(err, writes.wait())
			}
			out, err := im.score(ctx, writes, settings, scoring, r, opt)
			if err != nil {
				return errors.Join(err, writes.wait())
			}
			outcomes = append(outcomes, *out)
		}
		return writes.wait()
	})
	return outcomes, err
}

// importer turns recordings on the same samples into runs.
type importer struct {
	app     *App
	st      store.Store
	task    *eval.Task
	samples []eval.Sample
	// The first run's samples serve the others that cover the same groups.
	first    store.Run
	firstSet []eval.Sample
	// hash is the fingerprint of hashed, the samples of the latest recording.
	hash   string
	hashed []eval.Sample
}

// writes are done in order by one goroutine, while the next recording is read and scored.
type writes struct {
	jobs chan func() error
	done chan error
}

func (im *importer) write(ctx context.Context) *writes {
	w := &writes{jobs: make(chan func() error, 4), done: make(chan error, 1)}
	go func() {
		var first error
		for job := range w.jobs {
			if first == nil && ctx.Err() == nil {
				first = job()
			}
		}
		w.done <- first
	}()
	return w
}

// wait ends the writing and gives its first error.
func (w *writes) wait() error {
	close(w.jobs)
	return <-w.done
}

// score makes a run of one recording. Its writes are queued.
func (im *importer) score(ctx context.Context, w *writes, s Settings, scoring eval.Scoring, r eval.Recording, opt report.Options) (*Outcome, error) {
	replies, err := readReplies(r, im.samples)
	if err != nil {
		return nil, err
	}
	samples := covered(im.samples, replies)
	data, err := im.fingerprint(ctx, samples)
	if err != nil {
		return nil, err
	}
	started := im.app.Env.Now()
	run := store.Run{
		ID: im.app.newRunID(im.task.Name), Task: im.task.Name, TaskVersion: im.task.Version, Model: s.Model,
		Protocol: im.task.Protocol.Name(), Compat: string(s.Compat), Status: store.StatusRunning,
		Started: started.UTC(), Trials: 1, Seed: s.Seed, Config: s.encode(), Deft: Version(),
		Data: data, Prompts: im.task.Prompts, Samples: len(samples),
	}
	ts := make([]eval.Transcript, len(samples))
	for i, sample := range samples {
		if rec, ok := replies[sample.ID]; ok {
			ts[i] = rec.Transcript()
			run.Done++
		} else {
			ts[i] = eval.Transcript{Key: chat.Key{Sample: sample.ID}, Error: "no recorded output for this sample"}
			run.Errors++
		}
		ts[i].Key.Run = run.ID
		run.Usage = run.Usage.Add(ts[i].Usage)
	}
	begun := run
	w.jobs <- func() error { return im.store(ctx, begun, samples, ts) }
	scores, err := runner.ScoreAll(ctx, scoring.Scorer, samples, ts, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	run.Status = store.StatusDone
	if run.Errors > 0 {
		run.Status = store.StatusFailed
	}
	run.Ended = im.app.Env.Now().UTC()
	run.Wall = run.Ended.Sub(started).Seconds()
	ended := run
	w.jobs <- func() error {
		if err := im.st.PutScores(ctx, ended.ID, scores); err != nil {
			return fmt.Errorf("store scores of run %s: %w", ended.ID, err)
		}
		return im.st.SaveRun(ctx, ended)
	}
	result, err := report.Collect(ctx, inMemory{samples, scores}, run, scoring, opt)
	if err != nil {
		return nil, err
	}
	result.Recorded = true
	return &Outcome{Run: run, Scoring: scoring, Result: result, Folder: folderOf(s)}, nil
}

// store creates the run with its samples and transcripts.
func (im *importer) store(ctx context.Context, run store.Run, samples []eval.Sample, ts []eval.Transcript) error {
	if err := im.st.CreateRun(ctx, run); err != nil {
		return err
	}
	if err := im.register(ctx, run, samples); err != nil {
		return err
	}
	if err := im.st.Commit(ctx, run.ID, ts); err != nil {
		return fmt.Errorf("store the recorded outputs as run %s: %w", run.ID, err)
	}
	return nil
}

// inMemory is a run's scores and samples as reports read them, before they need be read back.
type inMemory struct {
	samples []eval.Sample
	scores  []eval.Score // in the order of samples, of which some may have none
}

// Scores gives the scores of the samples from <= index < to.
func (m inMemory) Scores(_ context.Context, _, _ string, from, to int64) ([]eval.Score, error) {
	var out []eval.Score
	next := 0
	for i := range m.samples {
		if next < len(m.scores) && m.scores[next].Key.Sample == m.samples[i].ID {
			if int64(i) >= from && int64(i) < to {
				out = append(out, m.scores[next])
			}
			next++
		}
	}
	return out, nil
}

// ListSamples gives the samples with an index above after.
func (m inMemory) ListSamples(_ context.Context, _ string, after int64, limit int) ([]store.Item, error) {
	var out []store.Item
	for i := after + 1; i < int64(len(m.samples)) && len(out) < limit; i++ {
		out = append(out, store.Item{Index: i, Sample: m.samples[i]})
	}
	return out, nil
}

// register stores the samples of run, by copying those of the first run where they are the same.
func (im *importer) register(ctx context.Context, run store.Run, samples []eval.Sample) error {
	copier, ok := im.st.(store.SampleCopier)
	if ok && im.first.ID != run.ID && sameSamples(samples, im.firstSet) {
		return copier.CopySamples(ctx, im.first.ID, run.ID)
	}
	if im.first.ID == "" {
		im.first, im.firstSet = run, samples
	}
	_, _, err := runner.Register(ctx, im.st, run.ID, only(*im.task, samples))
	return err
}

// fingerprint is the hash of the data as a run on these samples has it.
func (im *importer) fingerprint(ctx context.Context, samples []eval.Sample) (string, error) {
	if im.hashed != nil && sameSamples(samples, im.hashed) {
		return im.hash, nil
	}
	_, data, err := runner.Fingerprint(ctx, only(*im.task, samples))
	im.hash, im.hashed = data, samples
	return data, err
}

// only is the task with these samples.
func only(t eval.Task, samples []eval.Sample) *eval.Task {
	t.Samples = eval.Samples(samples)
	return &t
}

func sameSamples(a, b []eval.Sample) bool {
	return slices.EqualFunc(a, b, func(x, y eval.Sample) bool { return x.ID == y.ID })
}

// readReplies collects a recording's replies by sample. Unknown and repeated ids are errors.
func readReplies(r eval.Recording, samples []eval.Sample) (map[string]eval.Recorded, error) {
	known := make(map[string]bool, len(samples))
	for i := range samples {
		known[samples[i].ID] = true
	}
	replies := make(map[string]eval.Recorded, len(samples))
	for rec, err := range r.Replies() {
		if err != nil {
			return nil, err
		}
		if !known[rec.Sample] {
			return nil, Usagef("%s: the id %q is not among the samples; --split and --data choose them", rec.Where, rec.Sample)
		}
		if before, twice := replies[rec.Sample]; twice {
			return nil, Usagef("%s: the id %q was given before, at %s", rec.Where, rec.Sample, before.Where)
		}
		replies[rec.Sample] = rec
	}
	if len(replies) == 0 {
		return nil, Usagef("the recorded outputs of %s hold no reply", r.Model)
	}
	return replies, nil
}

// covered leaves out whole categories (a sample's first group) of which nothing was recorded.
func covered(samples []eval.Sample, replies map[string]eval.Recorded) []eval.Sample {
	category := func(s *eval.Sample) string {
		if len(s.Groups) == 0 {
			return ""
		}
		return s.Groups[0]
	}
	present := map[string]bool{}
	for i := range samples {
		if _, ok := replies[samples[i].ID]; ok {
			present[category(&samples[i])] = true
		}
	}
	var out []eval.Sample
	for i := range samples {
		if present[category(&samples[i])] {
			out = append(out, samples[i])
		}
	}
	return out
}
