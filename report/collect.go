package report

import (
	"context"
	"fmt"
	"math"
	"sort"

	"deft/eval"
	"deft/stat"
	"deft/store"
)

// Source is what reports read of a store: scores, and samples where one is missing.
type Source interface {
	Scores(ctx context.Context, run, scorer string, from, to int64) ([]eval.Score, error)
	ListSamples(ctx context.Context, run string, after int64, limit int) ([]store.Item, error)
}

// Options of a report. The zero value gives the defaults.
type Options struct {
	Replicates int    // bootstrap resamples; 0 means stat.Replicates
	Seed       uint64 // of the bootstrap
	Verdicts   bool   // collect Result.Verdicts
}

func (o Options) replicates() int {
	if o.Replicates > 0 {
		return o.Replicates
	}
	return stat.Replicates
}

// page is how many samples' scores are read at once.
const page = 2048

// Collect reads the scores that sc's scorer gave to run and computes its result. Scores are
// streamed; what is kept of each sample is one row of counts, shared between equal samples.
func Collect(ctx context.Context, st Source, run store.Run, sc eval.Scoring, o Options) (Result, error) {
	c := newCollector(o)
	if err := eachSample(ctx, st, run, sc.Scorer.ID(), c.add); err != nil {
		return Result{}, err
	}
	r := newResult(run, sc)
	c.fill(&r, sc)
	r.dropForeign()
	if o.Verdicts {
		r.Verdicts = c.verdicts
		if c.table.Len() < run.Samples {
			if err := c.addUnscored(ctx, st, run.ID); err != nil {
				return Result{}, err
			}
		}
	}
	return r, nil
}

func newResult(run store.Run, sc eval.Scoring) Result {
	r := Result{
		Task: run.Task, TaskVersion: run.TaskVersion, Model: run.Model, Run: run.ID,
		Compat: run.Compat, Protocol: run.Protocol, Samples: run.Samples, Errors: run.Errors,
		Provenance: Provenance{
			Deft: run.Deft, ServedModel: run.ServedModel, Data: run.Data, Prompts: run.Prompts,
			Scorer: sc.Scorer.ID(), Seed: run.Seed,
		},
		Usage: Usage{
			InputTokens: run.Usage.InputTokens, OutputTokens: run.Usage.OutputTokens,
			CostUSD: run.Usage.CostUSD, WallSeconds: run.Wall,
		},
		Headline: sc.Headline, Published: sc.Published,
	}
	for _, m := range sc.Metrics {
		r.MetricOrder = append(r.MetricOrder, m.Name)
	}
	for _, m := range sc.Diagnostics {
		r.DiagnosticOrder = append(r.DiagnosticOrder, m.Name)
	}
	if r.Headline == "" && len(r.MetricOrder) > 0 {
		r.Headline = r.MetricOrder[0]
	}
	return r
}

// eachSample passes on the scores of each sample, all its trials together, in the run's order.
func eachSample(ctx context.Context, st Source, run store.Run, scorer string, use func([]eval.Score)) error {
	for from := int64(0); from < int64(run.Samples); from += page {
		scores, err := st.Scores(ctx, run.ID, scorer, from, from+page)
		if err != nil {
			return fmt.Errorf("read the scores of run %s by %s: %w", run.ID, scorer, err)
		}
		for len(scores) > 0 {
			n := 1
			for n < len(scores) && scores[n].Key.Sample == scores[0].Key.Sample {
				n++
			}
			use(scores[:n])
			scores = scores[n:]
		}
	}
	return nil
}

// collector gathers one run's scores.
type collector struct {
	options Options
	table   stat.Counts
	groups  map[string][]int // group → rows
	classes map[string]int
	missing map[string]*reasons // metric → why samples could not contribute
	trials  []trialSum
	tries   []tally // row → attempts and successes; only when there are several trials

	verdicts Verdicts
	seen     map[string]bool
}

type trialSum struct {
	n   int
	sum map[string]float64
}

type tally struct{ attempts, valid int }

func newCollector(o Options) *collector {
	return &collector{
		options: o, groups: map[string][]int{}, classes: map[string]int{}, missing: map[string]*reasons{},
		verdicts: Verdicts{}, seen: map[string]bool{},
	}
}

// add takes all scores of one sample.
func (c *collector) add(scores []eval.Score) {
	row := c.table.Add(len(scores), sumCounts(scores))
	for _, g := range scores[0].Groups {
		if rows := c.groups[g]; len(rows) == 0 || rows[len(rows)-1] != row {
			c.groups[g] = append(rows, row)
		}
	}
	var t tally
	for i := range scores {
		s := &scores[i]
		t.attempts++
		if s.Valid {
			t.valid++
		}
		c.addTrial(s)
		for _, class := range s.Classes {
			c.classes[class]++
		}
		if len(s.Classes) == 0 && s.ErrorType != "" {
			c.classes[s.ErrorType]++
		}
	}
	c.addMissing(scores)
	c.tries = append(c.tries, t)
	if c.options.Verdicts {
		c.verdicts.put(scores)
		c.seen[scores[0].Key.Sample] = true
	}
}

func sumCounts(scores []eval.Score) map[string]float64 {
	if len(scores) == 1 {
		return scores[0].Counts
	}
	sum := map[string]float64{}
	for i := range scores {
		for name, v := range scores[i].Counts {
			sum[name] += v
		}
	}
	return sum
}

func (c *collector) addTrial(s *eval.Score) {
	if s.Key.Trial < 0 {
		return
	}
	for len(c.trials) <= s.Key.Trial {
		c.trials = append(c.trials, trialSum{sum: map[string]float64{}})
	}
	t := &c.trials[s.Key.Trial]
	t.n++
	for name, v := range s.Counts {
		t.sum[name] += v
	}
}

// addMissing counts a sample once for each metric that any of its trials could not contribute to.
func (c *collector) addMissing(scores []eval.Score) {
	for i := range scores {
		for metric, reason := range scores[i].Missing {
			r := c.missing[metric]
			if r == nil {
				r = &reasons{count: map[string]int{}}
				c.missing[metric] = r
			}
			r.add(c.table.Len(), reason)
		}
	}
}

// reasons counts samples and the reasons they gave; beyond fifty different ones, only samples.
type reasons struct {
	last, samples int
	count         map[string]int
}

func (r *reasons) add(sample int, reason string) {
	if r.last == sample {
		return
	}
	r.last = sample
	r.samples++
	if _, ok := r.count[reason]; ok || len(r.count) < 50 {
		r.count[reason]++
	}
}

// commonest gives the reason given most often; of several, the first by name.
func (r *reasons) commonest() string {
	names := make([]string, 0, len(r.count))
	for reason := range r.count {
		names = append(names, reason)
	}
	sort.Slice(names, func(i, j int) bool {
		if r.count[names[i]] != r.count[names[j]] {
			return r.count[names[i]] > r.count[names[j]]
		}
		return names[i] < names[j]
	})
	return names[0]
}

func (v Verdicts) put(scores []eval.Score) {
	valid := true
	var wrong *string
	for i := range scores {
		if scores[i].Valid {
			continue
		}
		valid = false
		if wrong == nil && scores[i].ErrorType != "" {
			wrong = &scores[i].ErrorType
		}
	}
	v.set(scores[0].Groups, scores[0].Key.Sample, Verdict{&valid, wrong})
}

func (v Verdicts) set(groups []string, id string, verdict Verdict) {
	group := "all"
	if len(groups) > 0 {
		group = groups[0]
	}
	if v[group] == nil {
		v[group] = map[string]Verdict{}
	}
	v[group][id] = verdict
}

// addUnscored gives the samples without a score a verdict that says so.
func (c *collector) addUnscored(ctx context.Context, st Source, run string) error {
	reason := "not_scored"
	for after := int64(-1); ; {
		items, err := st.ListSamples(ctx, run, after, page)
		if err != nil {
			return fmt.Errorf("read the samples of run %s: %w", run, err)
		}
		for i := range items {
			after = items[i].Index
			if s := &items[i].Sample; !c.seen[s.ID] {
				c.verdicts.set(s.Groups, s.ID, Verdict{nil, &reason})
			}
		}
		if len(items) < page {
			return nil
		}
	}
}

// finite gives a pointer to v, or nil when ok is false or v is no number.
func finite(v float64, ok bool) *float64 {
	if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
