// Package eval is the contract of an evaluation: a Task gives Samples, a Solver turns one sample
// into a stored Transcript, a Scorer turns a transcript into a Score of additive counts, and
// Metrics are functions of summed counts.
//
// Solving costs money and happens once; scoring is repeated freely from what was stored.
package eval

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"time"

	"deft/chat"
	"deft/protocol"
	"deft/tool"
)

// Sample is one case of a task. ID is unique in the task. Groups are the names under which its
// score is also reported; the first is its category or split.
type Sample struct {
	ID       string          `json:"id"`
	Groups   []string        `json:"groups,omitempty"`
	Messages []chat.Message  `json:"messages,omitempty"`
	Tools    []tool.Spec     `json:"tools,omitempty"`
	Gold     json.RawMessage `json:"gold,omitempty"`
	// Setup is what the environment starts from and whatever else a task keeps with a sample.
	Setup json.RawMessage `json:"setup,omitempty"`
}

// Query is the last thing the user said; empty when there is none.
func (s *Sample) Query() string {
	for _, m := range slices.Backward(s.Messages) {
		if m.Role == chat.User {
			return m.Content
		}
	}
	return ""
}

// Samples makes a task's samples of a list.
func Samples(list []Sample) func() iter.Seq2[Sample, error] {
	return func() iter.Seq2[Sample, error] {
		return func(yield func(Sample, error) bool) {
			for _, s := range list {
				if !yield(s, nil) {
					return
				}
			}
		}
	}
}

// Environment is the world one attempt acts in. It is made fresh and seeded for each attempt.
// Snapshot gives the state that scoring needs, as JSON.
type Environment interface {
	tool.Executor
	Tools() []tool.Spec
	Snapshot(ctx context.Context) (json.RawMessage, error)
	Close() error
}

// Attached is an Environment that needs the attempt it belongs to: its sample and trial, or models
// that play a part in it. Attach is called once, before the first call.
type Attached interface {
	Attach(a *Attempt)
}

// Limits bound one attempt; zero means no limit.
type Limits struct {
	Turns   int           `json:"turns,omitempty"`   // requests to the agent
	Timeout time.Duration `json:"timeout,omitempty"` // wall time of the attempt
	Result  int           `json:"result,omitempty"`  // bytes of one observation shown to the model
}

// Solver conducts one attempt: it asks the models, acts in the environment and returns why it
// stopped (a Stop). An error means that the attempt could not be completed and may be tried again.
type Solver interface {
	Solve(ctx context.Context, a *Attempt) (Stop, error)
}

// Stop says why an attempt ended.
type Stop string

// Reasons for an attempt's end.
const (
	StopAnswered     Stop = "answered"      // the model answered, or made its one reply
	StopFinished     Stop = "finished"      // the model called the tool `finish`
	StopTurnLimit    Stop = "turn_limit"    // Limits.Turns was reached
	StopTruncated    Stop = "truncated"     // the reply was cut at the token limit
	StopContextLimit Stop = "context_limit" // the conversation no longer fits the model
	StopRecorded     Stop = "recorded"      // imported from another program's output
)

// ModelFor gives the model that plays the agent in one sample: the same endpoint for all, or one
// scripted from the sample (oracle, baseline). It writes its replies in protocol p.
type ModelFor func(s Sample, p protocol.Protocol) (chat.Model, error)

// Task is a benchmark opened on its data, ready to run.
type Task struct {
	Name    string
	Version string
	// Samples iterates in a fixed order, from the start at each call. An error names file and line.
	Samples func() iter.Seq2[Sample, error]
	Solver  Solver
	// Environment makes the world of one attempt; nil when the task has none.
	Environment func(ctx context.Context, s Sample, seed uint64) (Environment, error)
	// Oracle plays the gold answer; Baseline plays without a language model. Nil: the task has none.
	Oracle   ModelFor
	Baseline ModelFor
	Protocol protocol.Protocol
	Sampling chat.Sampling
	Limits   Limits
	Scoring  Scoring
	// Prompts is the hash of every template the task may show.
	Prompts string
}

// Scoring is all that turns stored transcripts into reported numbers.
type Scoring struct {
	Scorer Scorer
	// Metrics are in [0,1], higher is better, 1 for the oracle; Diagnostics may be any number.
	Metrics     []Metric
	Diagnostics []Metric
	// Judging estimates what one judge is asked about one attempt at s of at most turns requests (0:
	// as many as the task allows by itself), so that users see what judging costs before it starts.
	// Nil: no judge is asked.
	Judging func(s Sample, turns int) (Estimate, error)
	// Headline names the metric to show first.
	Headline string
	// Groups gives the order in which known groups are shown; others follow by name.
	Groups    []string
	Published []Published
}

// Scorer turns a transcript into a score. It is safe for concurrent use and deterministic.
// An error means that the transcript could not be scored at all.
type Scorer interface {
	// ID names the scorer with everything that changes its verdicts: "sealtools/reference".
	ID() string
	Score(ctx context.Context, s Sample, t Transcript) (Score, error)
}

// Score is the outcome of one attempt. Counts are additive over samples.
type Score struct {
	Key    chat.Key `json:"key"`
	Scorer string   `json:"scorer"`
	// Groups are the sample's, so that reports need no samples. The runner fills them in.
	Groups []string           `json:"groups,omitempty"`
	Counts map[string]float64 `json:"counts,omitempty"`
	// Missing gives a reason for each metric to which this sample could not contribute.
	Missing map[string]string `json:"missing,omitempty"`
	// Valid says whether the sample is entirely right; ErrorType names the first thing wrong.
	Valid     bool   `json:"valid"`
	ErrorType string `json:"error_type,omitempty"`
	// Classes are the error classes found in the sample, each counted once per entry.
	Classes []string `json:"classes,omitempty"`
	// Evidence is what a person needs to follow the score: differences, judge exchanges.
	Evidence json.RawMessage `json:"evidence,omitempty"`
}

// Metric is a function of summed counts over n samples. ok is false when it is undefined there.
type Metric struct {
	Name string
	Of   func(sum map[string]float64, n int) (v float64, ok bool)
	// Undefined is the reason reported when ok is false; empty leaves it to the report.
	Undefined string
}

// Ratio is the metric num/den of two counts, undefined where den sums to 0.
func Ratio(name, num, den string) Metric {
	return Metric{Name: name, Of: func(sum map[string]float64, _ int) (float64, bool) {
		if sum[den] == 0 {
			return 0, false
		}
		return sum[num] / sum[den], true
	}}
}

// Mean is the metric count/n: the mean per sample of one count.
func Mean(name, count string) Metric {
	return Metric{Name: name, Of: func(sum map[string]float64, n int) (float64, bool) {
		if n == 0 {
			return 0, false
		}
		return sum[count] / float64(n), true
	}}
}

// Published is a table of figures from a paper or leaderboard, in [0,1], shown beside the user's.
type Published struct {
	Source string `json:"source"`
	Note   string `json:"note,omitempty"` // how its setting differs
	// Group is the group of samples that the table is about; empty: all samples.
	Group   string         `json:"group,omitempty"`
	Metrics []string       `json:"metrics"`
	Rows    []PublishedRow `json:"rows"`
}

// PublishedRow is one model's figures, in the order of Published.Metrics; NaN-free: nil is unknown.
type PublishedRow struct {
	Name   string     `json:"name"`
	Values []*float64 `json:"values"`
}
