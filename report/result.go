// Package report turns the stored scores of runs into numbers for people and programs: metrics with
// intervals, groups, error classes, comparisons. How they look is the business of the packages
// below it: term, html, markdown, csv, junit.
package report

import (
	"slices"

	"deft/eval"
)

// Result is one run's outcome: the document that `deft eval --json` prints.
type Result struct {
	Task        string `json:"task"`
	TaskVersion string `json:"task_version"`
	Model       string `json:"model"`
	Run         string `json:"run"`
	Compat      string `json:"compat"`
	Protocol    string `json:"protocol"`
	Samples     int    `json:"samples"`
	// Scored is how many samples have a score; the metrics are over these only. Errors is how many
	// attempts ended in error.
	Scored  int     `json:"scored"`
	Errors  int     `json:"errors"`
	Metrics Metrics `json:"metrics"`
	// CI95 holds 95% bootstrap intervals, clustered by sample. Metrics without one are undefined in
	// too many resamples, or rest on fewer than two samples.
	CI95 Intervals `json:"ci95"`
	// Missing gives a reason for each metric that is null.
	Missing map[string]string `json:"missing"`
	// Unscored gives, for metrics that have a value, the samples that could not contribute to it.
	Unscored     map[string]Unscored `json:"unscored,omitempty"`
	Diagnostics  Metrics             `json:"diagnostics"`
	Groups       map[string]Group    `json:"groups"`
	ErrorClasses map[string]int      `json:"error_classes"`
	Trials       *Trials             `json:"trials,omitempty"`
	Provenance   Provenance          `json:"provenance"`
	Usage        Usage               `json:"usage"`
	Verdicts     Verdicts            `json:"verdicts,omitempty"`
	// Analyses are what the task adds to a single result.
	Analyses []eval.Analysis `json:"analyses,omitempty"`

	// What renderers need beside the numbers: the order of things, and what to compare with.
	MetricOrder     []string         `json:"-"`
	DiagnosticOrder []string         `json:"-"`
	GroupOrder      []string         `json:"-"`
	Headline        string           `json:"-"`
	Published       []eval.Published `json:"-"`
	Recorded        bool             `json:"-"` // scored from recorded outputs: there is no model to ask again
}

// Judged names the scorer where that says more than task and compat mode: scores by a sentence
// encoder, by judges or of another protocol depend on it. It is empty otherwise.
func (r *Result) Judged() string {
	if id := r.Provenance.Scorer; id != r.Task+"/"+r.Compat {
		return id
	}
	return ""
}

// Judged gives the scorers of results that say more than task and compat mode, each once.
func Judged(rs []Result) (ids []string) {
	for i := range rs {
		if id := rs[i].Judged(); id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Metrics are values by name; nil is a metric that could not be computed.
type Metrics map[string]*float64

// Get gives a value; ok is false when it is missing or null.
func (m Metrics) Get(name string) (v float64, ok bool) {
	if p := m[name]; p != nil {
		return *p, true
	}
	return 0, false
}

// Intervals are 95% intervals by metric, low end first.
type Intervals map[string][2]float64

// Group is the outcome on some of the samples.
type Group struct {
	Samples int               `json:"samples"` // scored ones
	Metrics Metrics           `json:"metrics"`
	CI95    Intervals         `json:"ci95"`
	Missing map[string]string `json:"missing,omitempty"`
}

// Unscored counts samples that a metric leaves out, with the commonest reason.
type Unscored struct {
	Samples int    `json:"samples"`
	Reason  string `json:"reason"`
}

// Trials is what several attempts of each sample say about chance.
type Trials struct {
	N       int               `json:"n"`
	Metrics map[string]Spread `json:"metrics"` // over whole trials
	// PassAt is the chance that at least one of k attempts is entirely right, PassHat that all of k
	// are; by k, averaged over the samples with at least k attempts.
	PassAt  map[int]float64 `json:"pass@k"`
	PassHat map[int]float64 `json:"pass^k"`
}

// Spread is a mean with its sample standard deviation.
type Spread struct {
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"`
}

// Provenance says what exactly was run.
type Provenance struct {
	Deft        string `json:"deft"`
	ServedModel string `json:"served_model"`
	Data        string `json:"data"`
	Prompts     string `json:"prompts"`
	Scorer      string `json:"scorer"`
	Seed        uint64 `json:"seed"`
}

// Usage sums tokens, money and time. CostUSD is nil when no price is known.
type Usage struct {
	InputTokens  int      `json:"input_tokens"`
	OutputTokens int      `json:"output_tokens"`
	CostUSD      *float64 `json:"cost_usd"`
	WallSeconds  float64  `json:"wall_s"`
}

// Verdicts are the outcomes of single samples, by the sample's first group and its id.
type Verdicts map[string]map[string]Verdict

// Verdict says whether a sample was entirely right, in all its trials. Valid is nil for a sample
// that has no score. ErrorType is the first thing wrong.
type Verdict struct {
	Valid     *bool   `json:"valid"`
	ErrorType *string `json:"error_type"`
}

// Document is what several results are printed as.
type Document struct {
	Results []Result `json:"results"`
	// Sensitivity is set when the results are of one model under several protocols.
	Sensitivity map[string]Sensitivity `json:"sensitivity,omitempty"`
	// Analyses are what the task adds, the results side by side.
	Analyses []eval.Analysis `json:"analyses,omitempty"`
}

// Sensitivity is how much a metric depends on the protocol.
type Sensitivity struct {
	MaxMinusMin float64 `json:"max_minus_min"`
	SD          float64 `json:"sd"`
}
