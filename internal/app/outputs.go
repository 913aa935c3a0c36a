package app

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"deft/bench"
	"deft/chat"
	"deft/eval"
	"deft/report"
	"deft/runner"
	"deft/store"
	"deft/tool"
)

// ScoreOutputs scores replies that other programs recorded: each recording becomes a run of its
// own, without asking any model.
func (a *App) ScoreOutputs(ctx context.Context, paths []string, s Settings, opt report.Options) ([]Outcome, error) {
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
		for _, r := range recordings {
			settings := s
			settings.Model, settings.Decoding, settings.Outputs = r.Model, r.Decoding, strings.Join(paths, ", ")
			o.Decoding = r.Decoding
			scoring, err := b.Scoring(o)
			if err != nil {
				return err
			}
			out, err := im.score(ctx, settings, scoring, r, opt)
			if err != nil {
				return err
			}
			outcomes = append(outcomes, *out)
		}
		return nil
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
}

func (im *importer) score(ctx context.Context, s Settings, scoring eval.Scoring, r eval.Recording, opt report.Options) (*Outcome, error) {
	replies, err := readReplies(r, im.samples)
	if err != nil {
		return nil, err
	}
	samples := covered(im.samples, replies)
	started := im.app.Env.Now()
	run := store.Run{
		ID: im.app.newRunID(s.Task), Task: s.Task, TaskVersion: im.task.Version, Model: s.Model,
		Protocol: im.task.Protocol.Name(), Compat: string(s.Compat), Status: store.StatusRunning,
		Started: started.UTC(), Trials: 1, Seed: s.Seed, Config: s.encode(), Deft: Version(), Prompts: im.task.Prompts,
	}
	if err := im.st.CreateRun(ctx, run); err != nil {
		return nil, err
	}
	if err := im.register(ctx, &run, samples); err != nil {
		return nil, err
	}
	ts := make([]eval.Transcript, len(samples))
	missing := 0
	for i, sample := range samples {
		if rec, ok := replies[sample.ID]; ok {
			ts[i] = rec.Transcript()
		} else {
			ts[i] = eval.Transcript{Key: chat.Key{Sample: sample.ID}, Error: "no recorded output for this sample"}
			missing++
		}
		ts[i].Key.Run = run.ID
	}
	if err := im.st.Commit(ctx, run.ID, ts); err != nil {
		return nil, fmt.Errorf("store the recorded outputs as run %s: %w", run.ID, err)
	}
	scores, err := runner.ScoreAll(ctx, scoring.Scorer, samples, ts, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	if err := im.st.PutScores(ctx, run.ID, scores); err != nil {
		return nil, fmt.Errorf("store scores of run %s: %w", run.ID, err)
	}
	run.Status = store.StatusDone
	if missing > 0 {
		run.Status = store.StatusFailed
	}
	run.Ended = im.app.Env.Now().UTC()
	run.Wall = run.Ended.Sub(started).Seconds()
	if err := im.st.SaveRun(ctx, run); err != nil {
		return nil, err
	}
	run.Done, run.Errors = len(samples)-missing, missing
	for _, t := range ts {
		run.Usage = run.Usage.Add(t.Usage)
	}
	result, err := report.Collect(ctx, inMemory{samples, scores}, run, scoring, opt)
	if err != nil {
		return nil, err
	}
	return &Outcome{Run: run, Scoring: scoring, Result: result}, nil
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
func (im *importer) register(ctx context.Context, run *store.Run, samples []eval.Sample) error {
	copier, ok := im.st.(store.SampleCopier)
	if ok && im.first.ID != "" && sameSamples(samples, im.firstSet) {
		run.Data, run.Samples = im.first.Data, im.first.Samples
		return copier.CopySamples(ctx, im.first.ID, run.ID)
	}
	only := *im.task
	only.Samples = func() iter.Seq2[eval.Sample, error] {
		return func(yield func(eval.Sample, error) bool) {
			for _, s := range samples {
				if !yield(s, nil) {
					return
				}
			}
		}
	}
	n, data, err := runner.Register(ctx, im.st, run.ID, &only)
	run.Data, run.Samples = data, n
	if im.first.ID == "" {
		im.first, im.firstSet = *run, samples
	}
	return err
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

// findRecordings recognises the benchmark's own layout, else the general one: a JSONL file, a
// folder of JSONL files, or a folder of such folders, one a model.
func findRecordings(b eval.Benchmark, paths []string) ([]eval.Recording, error) {
	var all []eval.Recording
	for _, path := range paths {
		if b.Outputs != nil {
			rs, ok, err := b.Outputs(path)
			if err != nil {
				return nil, err
			}
			if ok {
				all = append(all, rs...)
				continue
			}
		}
		rs, err := generalRecordings(path)
		if err != nil {
			return nil, err
		}
		all = append(all, rs...)
	}
	return all, nil
}

func generalRecordings(path string) ([]eval.Recording, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, Usagef("recorded outputs: %w", err)
	}
	if !info.IsDir() {
		return []eval.Recording{jsonlRecording(modelName(path), []string{path})}, nil
	}
	files, err := filepath.Glob(filepath.Join(path, "*.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", path, err)
	}
	if len(files) > 0 {
		return []eval.Recording{jsonlRecording(filepath.Base(path), files)}, nil
	}
	var all []eval.Recording
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", path, err)
	}
	for _, e := range entries {
		files, err := fs.Glob(os.DirFS(path), e.Name()+"/*.jsonl")
		if err != nil || len(files) == 0 {
			continue
		}
		for i := range files {
			files[i] = filepath.Join(path, filepath.FromSlash(files[i]))
		}
		all = append(all, jsonlRecording(e.Name(), files))
	}
	if len(all) == 0 {
		return nil, Usagef("%s holds no recorded outputs; looked for *.jsonl in it and in its folders, "+
			`a line being {"id": …, "output": "text"} or {"id": …, "tool_calls": [{"name": …, "arguments": {…}}]}`, path)
	}
	return all, nil
}

func modelName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

func jsonlRecording(model string, files []string) eval.Recording {
	slices.Sort(files)
	return eval.Recording{Model: model, Replies: func() iter.Seq2[eval.Recorded, error] {
		return func(yield func(eval.Recorded, error) bool) {
			for _, f := range files {
				if !readJSONL(f, yield) {
					return
				}
			}
		}
	}}
}

// recordedLine is the general form of one recorded reply.
type recordedLine struct {
	ID        *string `json:"id"`
	Output    *string `json:"output"`
	ToolCalls *[]struct {
		ID        string          `json:"id"`
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"tool_calls"`
	Usage  chat.Usage `json:"usage"`
	Millis float64    `json:"ms"`
}

// readJSONL yields the replies of one file. It returns false when the iteration has ended.
func readJSONL(file string, yield func(eval.Recorded, error) bool) bool {
	f, err := os.Open(file)
	if err != nil {
		return yield(eval.Recorded{}, fmt.Errorf("read recorded outputs: %w", err))
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return yield(eval.Recorded{}, fmt.Errorf("read %s: %w", file, err))
		}
		if len(strings.TrimSpace(string(line))) > 0 {
			where := fmt.Sprintf("%s:%d", file, n)
			rec, perr := parseRecorded(line, where)
			if !yield(rec, perr) || perr != nil {
				return false
			}
		}
		if err != nil {
			return true
		}
	}
}

func parseRecorded(line []byte, where string) (eval.Recorded, error) {
	var l recordedLine
	if err := json.Unmarshal(line, &l); err != nil {
		return eval.Recorded{}, Usagef("%s: %w; a line is {\"id\": …, \"output\": \"text\"} or {\"id\": …, \"tool_calls\": […]}", where, err)
	}
	if l.ID == nil {
		return eval.Recorded{}, Usagef("%s: the field \"id\" is missing", where)
	}
	if l.Output == nil && l.ToolCalls == nil {
		return eval.Recorded{}, Usagef("%s: neither \"output\" nor \"tool_calls\" is given for %q", where, *l.ID)
	}
	rec := eval.Recorded{Sample: *l.ID, Where: where, Usage: l.Usage, Millis: l.Millis}
	if l.Output != nil {
		rec.Reply.Content = *l.Output
	}
	if l.ToolCalls != nil {
		rec.Reply.ToolCalls = make([]tool.Call, 0, len(*l.ToolCalls))
		for _, c := range *l.ToolCalls {
			rec.Reply.ToolCalls = append(rec.Reply.ToolCalls, recordedCall(c.ID, c.Name, c.Arguments))
		}
	}
	return rec, nil
}

// recordedCall takes arguments as a JSON value or, as servers send them, as JSON inside a string.
func recordedCall(id, name string, arguments json.RawMessage) tool.Call {
	c := tool.Call{ID: id, Name: name, Arguments: arguments}
	var text string
	if len(arguments) > 0 && arguments[0] == '"' && json.Unmarshal(arguments, &text) == nil {
		if json.Valid([]byte(text)) {
			c.Arguments = json.RawMessage(text)
		} else {
			c.Arguments, c.Malformed = nil, text
		}
	}
	return c
}
