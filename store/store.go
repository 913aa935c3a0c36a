// Package store is the contract for keeping runs: which samples a run has, a whole transcript for
// each attempt, and scores apart from them, so that every number can be computed again.
//
// The store is also the queue: what a run still has to do is what Pending gives.
package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"deft/chat"
	"deft/eval"
)

// Status of a run.
type Status string

// Statuses. A run that is StatusRunning without a live process is shown as interrupted.
const (
	StatusRunning     Status = "running"
	StatusInterrupted Status = "interrupted"
	StatusDone        Status = "done"
	StatusFailed      Status = "failed" // ended, with samples in error
)

// ErrNotFound: no run of that id (or sample of that id in the run).
var ErrNotFound = errors.New("not found")

// ErrExists: a run of that id is there already.
var ErrExists = errors.New("already exists")

// ErrFull: the disk has no room left. What was stored before is intact; the run can be resumed
// once there is room.
var ErrFull = errors.New("disk full")

// ErrLocked: another process, or another caller in this one, is working on the run.
var ErrLocked = errors.New("run is being worked on")

// Run is one evaluation: one task, model and protocol.
type Run struct {
	ID          string    `json:"run"`
	Task        string    `json:"task"`
	TaskVersion string    `json:"task_version"`
	Model       string    `json:"model"`
	Protocol    string    `json:"protocol"`
	Compat      string    `json:"compat"`
	Status      Status    `json:"status"`
	Started     time.Time `json:"started"`
	Ended       time.Time `json:"ended,omitzero"`
	Trials      int       `json:"trials"`
	Seed        uint64    `json:"seed"`
	// Config is the run's settings as the application wrote them; equal settings, equal bytes.
	Config json.RawMessage `json:"config,omitempty"`
	// Provenance: versions and hashes. Data is set when all samples are registered.
	Deft        string  `json:"deft,omitempty"`
	Data        string  `json:"data,omitempty"`
	Prompts     string  `json:"prompts,omitempty"`
	ServedModel string  `json:"served_model,omitempty"`
	Wall        float64 `json:"wall_s,omitempty"` // seconds of running, over all resumptions

	// Counted by the store on reading; not written.
	Samples int        `json:"samples"`
	Done    int        `json:"done"`   // attempts completed
	Errors  int        `json:"errors"` // attempts whose last try ended in error
	Usage   chat.Usage `json:"usage"`
}

// Item is a registered sample: its place in the run's order (from 0), and the sample.
type Item struct {
	Index  int64
	Sample eval.Sample
}

// Work is an attempt to be made.
type Work struct {
	Item
	Trial int
}

// Runs keeps runs.
type Runs interface {
	CreateRun(ctx context.Context, r Run) error
	// SaveRun writes the fields of r that can change: Status, Ended, Data, ServedModel, Wall.
	SaveRun(ctx context.Context, r Run) error
	// Run gives one run, or ErrNotFound.
	Run(ctx context.Context, id string) (Run, error)
	// ListRuns gives all runs, newest first.
	ListRuns(ctx context.Context) ([]Run, error)
	// DeleteRun removes a run with all that only it uses.
	DeleteRun(ctx context.Context, id string) error
}

// Samples keeps what a run is made of. Tool documents are kept once, by hash, across runs; so are
// samples that are equal to the byte.
type Samples interface {
	// AddSamples registers items of a run, durably and idempotently: the same index again replaces it.
	AddSamples(ctx context.Context, run string, items []Item) error
	// ListSamples gives up to limit items with Index > after, in order.
	ListSamples(ctx context.Context, run string, after int64, limit int) ([]Item, error)
	// Sample gives one sample by its id, or ErrNotFound.
	Sample(ctx context.Context, run, id string) (eval.Sample, error)
}

// Attempts keeps transcripts.
type Attempts interface {
	// Pending gives up to limit attempts of the trial, in sample order with Index > after, that have no
	// completed transcript.
	Pending(ctx context.Context, run string, trial int, after int64, limit int) ([]Work, error)
	// Commit stores transcripts; when it returns nil they survive the process. A transcript with an
	// Error is stored unless a completed one is there; a completed one replaces an earlier error.
	Commit(ctx context.Context, run string, ts []eval.Transcript) error
	// Transcripts gives the attempts of all trials of the samples with from <= Index < to, ordered by
	// index and trial.
	Transcripts(ctx context.Context, run string, from, to int64) ([]eval.Transcript, error)
}

// Scores keeps scores by scorer, so that several modes stand side by side.
type Scores interface {
	// PutScores stores scores, replacing those of the same scorer, sample and trial.
	PutScores(ctx context.Context, run string, ss []eval.Score) error
	// Scores gives the scores of one scorer for the samples with from <= Index < to, by index and trial.
	Scores(ctx context.Context, run, scorer string, from, to int64) ([]eval.Score, error)
	// Scorers lists the scorers that have scored a run, the latest first.
	Scorers(ctx context.Context, run string) ([]string, error)
}

// SampleCopier is a Store that can register the samples of one run for another without encoding
// them again, as when ten models' outputs are scored on the same samples.
type SampleCopier interface {
	CopySamples(ctx context.Context, from, to string) error
}

// Locker is a Store that lets one worker at a time run or resume a run. Lock returns at once: with
// ErrLocked, naming the holder, when someone else has the run. The lock ends with release, with Close
// and with the process however that dies, so that no stale lock can refuse a resume.
//
// A process that creates a run of StatusRunning holds it from then on and locks it without being
// refused by itself. A running run that no live process holds is read as StatusInterrupted.
type Locker interface {
	Lock(ctx context.Context, run string) (release func(), err error)
}

// Store is everything kept, in one place that outlives the process. It is safe for concurrent use.
type Store interface {
	Runs
	Samples
	Attempts
	Scores
	Close() error
}
