// Package runner turns a task and a store into finished transcripts and scores: it registers the
// samples, makes the attempts that are pending, and scores what is stored. It knows no benchmark.
//
// Nothing is kept in memory that the store does not have: an attempt holds its slot until its
// transcript is committed, so a killed process loses only what was in flight.
package runner

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"deft/chat"
	"deft/eval"
	"deft/store"
)

// Config of a run's execution: what may differ between two resumptions of one run.
type Config struct {
	// Models gives the models of one attempt by role.
	Models func(s eval.Sample) (map[string]chat.Model, error)
	// Concurrency is the number of attempts in flight, at least 1.
	Concurrency int
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Progress, when set, is called after each commit with the attempts completed and those that
	// ended in error since the call of Solve. Calls do not overlap.
	Progress func(done, failed int)
}

// Summary counts what a call of Solve did.
type Summary struct {
	Done   int // attempts completed
	Failed int // attempts that ended in error
	// ServedModel is the model's name as the server gave it, from the first reply that had one.
	ServedModel string
}

// page is how many samples are read from the store at once.
const page = 512

// Solve makes every pending attempt of run, trial by trial, and returns when all are stored. When
// ctx ends it stops asking, drops what is in flight and returns ctx's error: the run can be
// resumed. A failure of the store, or a model that refuses every request (wrong key, unknown
// model), stops the run with that error.
func Solve(ctx context.Context, st store.Store, run store.Run, task *eval.Task, cfg Config) (Summary, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	cfg.Concurrency = max(cfg.Concurrency, 1)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	work := make(chan store.Work)
	finished := make(chan finishedAttempt)
	c := &committer{st: st, run: run.ID, progress: cfg.Progress, stop: cancel}

	var feeding, solving, committing sync.WaitGroup
	feeding.Go(func() {
		defer close(work)
		if err := feed(ctx, st, run, work); err != nil {
			cancel(err)
		}
	})
	for range cfg.Concurrency {
		solving.Go(func() {
			for w := range work {
				t, err := attempt(ctx, run, task, w, cfg)
				if err != nil && ctx.Err() != nil {
					return // interrupted: this attempt will be made again
				}
				if hopeless(err) {
					cancel(err)
					return
				}
				done := make(chan struct{})
				finished <- finishedAttempt{t, done}
				<-done
			}
		})
	}
	committing.Go(func() { c.drain(finished) })
	solving.Wait()
	close(finished)
	committing.Wait()
	cancel(nil)
	feeding.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return c.sum, err
	}
	return c.sum, nil
}

// feed sends the pending attempts of all trials, in order.
func feed(ctx context.Context, st store.Store, run store.Run, work chan<- store.Work) error {
	for trial := range max(run.Trials, 1) {
		for after := int64(-1); ; {
			batch, err := st.Pending(ctx, run.ID, trial, after, page)
			if err != nil {
				return fmt.Errorf("read what run %s has still to do: %w", run.ID, err)
			}
			for _, w := range batch {
				select {
				case work <- w:
				case <-ctx.Done():
					return nil
				}
				after = w.Index
			}
			if len(batch) < page {
				break
			}
		}
	}
	return nil
}

// attempt makes one attempt. The transcript is complete either way; with an error, it says so.
func attempt(ctx context.Context, run store.Run, task *eval.Task, w store.Work, cfg Config) (t eval.Transcript, err error) {
	t = eval.Transcript{
		Key:  chat.Key{Run: run.ID, Sample: w.Sample.ID, Trial: w.Trial},
		Seed: Seed(run.Seed, w.Sample.ID, w.Trial),
	}
	start := cfg.Now()
	var recording sync.Mutex // a tool that is given up may still have something to record
	ended := false
	defer func() {
		recording.Lock()
		defer recording.Unlock()
		ended = true
		if p := recover(); p != nil {
			err = fmt.Errorf("sample %s: panic: %v\n%s", w.Sample.ID, p, debug.Stack())
		}
		if err != nil {
			t.Error = err.Error()
		}
		t.Millis = float64(cfg.Now().Sub(start).Microseconds()) / 1000
	}()
	if task.Limits.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, task.Limits.Timeout,
			fmt.Errorf("sample %s: not finished within %s", w.Sample.ID, task.Limits.Timeout))
		defer cancel()
	}
	models, err := cfg.Models(w.Sample)
	if err != nil {
		return t, err
	}
	a := &eval.Attempt{
		Key: t.Key, Sample: w.Sample, Seed: t.Seed, Models: models,
		Protocol: task.Protocol, Sampling: task.Sampling, Limits: task.Limits, Now: cfg.Now,
		Record: func(e eval.Event) {
			recording.Lock()
			defer recording.Unlock()
			if ended {
				return
			}
			if e.Usage != nil {
				t.Usage = t.Usage.Add(*e.Usage)
			}
			t.Events = append(t.Events, e)
		},
	}
	if task.Environment != nil {
		a.Env, err = task.Environment(ctx, w.Sample, t.Seed)
		if err != nil {
			return t, fmt.Errorf("sample %s: set up the environment: %w", w.Sample.ID, err)
		}
		defer func() { err = errors.Join(err, a.Env.Close()) }()
		if env, ok := a.Env.(eval.Attached); ok {
			env.Attach(a)
		}
	}
	t.Stop, err = task.Solver.Solve(ctx, a)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	if err == nil && a.Env != nil {
		t.State, err = a.Env.Snapshot(ctx)
	}
	return t, err
}

// hopeless says whether err means that no other sample can succeed either.
func hopeless(err error) bool {
	var e *chat.Error
	return errors.As(err, &e) && (e.Class == chat.ErrAuth || e.Class == chat.ErrNotFound || e.Class == chat.ErrBudget)
}

// Seed derives the seed of one attempt: the same run seed, sample and trial give the same value,
// in [0, 2^31), a range that every server accepts.
func Seed(run uint64, sample string, trial int) uint64 {
	h := fnv.New64a()
	h.Write(strconv.AppendUint(nil, run, 10))
	h.Write([]byte{0})
	h.Write([]byte(sample))
	h.Write(strconv.AppendInt([]byte{0}, int64(trial), 10))
	sum := h.Sum64()
	sum ^= sum >> 32 // FNV's low bits alone differ little between neighbours
	return sum & (1<<31 - 1)
}
