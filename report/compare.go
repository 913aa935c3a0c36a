package report

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"deft/eval"
	"deft/stat"
	"deft/store"
)

// Input is a run with the scoring it is read by.
type Input struct {
	Run     store.Run
	Scoring eval.Scoring
}

// Comparison is what changed from a base run to another of the same task, on the samples that both
// have scores for.
type Comparison struct {
	Task  string `json:"task"`
	Base  RunRef `json:"base"`
	Other RunRef `json:"other"`
	// Samples is the size of the intersection; the next two are what it leaves out.
	Samples   int `json:"samples"`
	OnlyBase  int `json:"only_base"`
	OnlyOther int `json:"only_other"`
	// SameData is false when the runs' data differ, so that samples of one id may not be the same.
	SameData bool                       `json:"same_data"`
	Metrics  map[string]Difference      `json:"metrics"`
	Groups   map[string]GroupDifference `json:"groups"`
	// Fixed and Broken are the samples that are entirely right more and less often than before.
	Fixed  []string `json:"fixed"`
	Broken []string `json:"broken"`
	// P is the exact two-sided probability of as uneven a split of the two by chance (McNemar).
	P float64 `json:"p"`
	// Regressed names the metrics whose interval lies wholly below 0; Regression says if there is any.
	Regressed  []string `json:"regressed"`
	Regression bool     `json:"regression"`

	MetricOrder []string `json:"-"`
	GroupOrder  []string `json:"-"`
	Headline    string   `json:"-"`
}

// RunRef names a run.
type RunRef struct {
	Run      string `json:"run"`
	Model    string `json:"model"`
	Protocol string `json:"protocol"`
	Compat   string `json:"compat"`
}

// Difference is a metric in both runs. Values are nil where it is undefined; CI95 is the 95%
// interval of Other - Base with the same samples drawn for both; P the two-sided p value of the
// difference, by exchanging the runs' outcomes at random.
type Difference struct {
	Base  *float64    `json:"base"`
	Other *float64    `json:"other"`
	Diff  *float64    `json:"diff"`
	CI95  *[2]float64 `json:"ci95"`
	P     *float64    `json:"p"`
}

// GroupDifference is the comparison on some of the samples.
type GroupDifference struct {
	Samples int                   `json:"samples"`
	Metrics map[string]Difference `json:"metrics"`
}

// Compare compares each of others with base. Runs of different tasks cannot be compared.
func Compare(ctx context.Context, st Source, base Input, others []Input, o Options) ([]Comparison, error) {
	first, err := readSide(ctx, st, base)
	if err != nil {
		return nil, err
	}
	var out []Comparison
	for _, other := range others {
		if other.Run.Task != base.Run.Task {
			return nil, fmt.Errorf("run %s is of task %s and run %s of task %s: only runs of one task can be compared",
				base.Run.ID, base.Run.Task, other.Run.ID, other.Run.Task)
		}
		second, err := readSide(ctx, st, other)
		if err != nil {
			return nil, err
		}
		out = append(out, first.compare(second, o))
	}
	return out, nil
}

// side is one run in memory: a row of counts, an id and a share of right attempts for each sample.
type side struct {
	in     Input
	table  stat.Counts
	ids    []string
	right  []float32
	groups map[string][]int
}

func readSide(ctx context.Context, st Source, in Input) (*side, error) {
	s := &side{in: in, groups: map[string][]int{}}
	return s, eachSample(ctx, st, in.Run, in.Scoring.Scorer.ID(), func(scores []eval.Score) {
		row := s.table.Add(len(scores), sumCounts(scores))
		s.ids = append(s.ids, scores[0].Key.Sample)
		valid := 0
		for i := range scores {
			if scores[i].Valid {
				valid++
			}
		}
		s.right = append(s.right, float32(valid)/float32(len(scores)))
		for _, g := range scores[0].Groups {
			s.groups[g] = append(s.groups[g], row)
		}
	})
}

func (s *side) ref() RunRef {
	r := s.in.Run
	return RunRef{r.ID, r.Model, r.Protocol, r.Compat}
}

// columns of the joint table: each side's counts and attempts under a prefix.
const (
	basePrefix  = "a "
	otherPrefix = "b "
	attempts    = "attempts"
)

func (s *side) put(row int, prefix string, into map[string]float64) {
	weight, counts := s.table.Row(row)
	into[prefix+attempts] = float64(weight)
	for j, name := range s.table.Names() {
		into[prefix+"count "+name] = counts[j]
	}
}

// mirrorColumns names every column of either side on both, so that outcomes can be exchanged.
func mirrorColumns(counts map[string]float64, sides ...*side) {
	for _, s := range sides {
		for _, name := range s.table.Names() {
			counts[basePrefix+"count "+name], counts[otherPrefix+"count "+name] = 0, 0
		}
	}
}

func (s *side) compare(other *side, o Options) Comparison {
	c := Comparison{
		Task: s.in.Run.Task, Base: s.ref(), Other: other.ref(), SameData: s.in.Run.Data == other.in.Run.Data,
		Metrics: map[string]Difference{}, Groups: map[string]GroupDifference{},
		Fixed: []string{}, Broken: []string{}, Regressed: []string{}, Headline: s.in.Scoring.Headline,
	}
	at := make(map[string]int, len(other.ids))
	for i, id := range other.ids {
		at[id] = i
	}
	var joint stat.Counts
	rowOf := make([]int, len(s.ids)) // base row → joint row, -1 when other has no such sample
	counts := map[string]float64{}
	for i, id := range s.ids {
		rowOf[i] = -1
		j, ok := at[id]
		if !ok {
			continue
		}
		clear(counts)
		if joint.Len() == 0 {
			mirrorColumns(counts, s, other)
		}
		s.put(i, basePrefix, counts)
		other.put(j, otherPrefix, counts)
		rowOf[i] = joint.Add(1, counts)
		switch {
		case other.right[j] > s.right[i]:
			c.Fixed = append(c.Fixed, id)
		case other.right[j] < s.right[i]:
			c.Broken = append(c.Broken, id)
		}
	}
	c.Samples = joint.Len()
	c.OnlyBase, c.OnlyOther = len(s.ids)-c.Samples, len(other.ids)-c.Samples
	c.P = stat.McNemar(len(c.Fixed), len(c.Broken))
	p := newPaired(&joint, s.in.Scoring.Metrics, other.in.Scoring.Metrics)
	c.Metrics = p.differences(nil, o)
	for _, m := range s.in.Scoring.Metrics {
		c.MetricOrder = append(c.MetricOrder, m.Name)
		if d := c.Metrics[m.Name]; d.CI95 != nil && d.CI95[1] < 0 {
			c.Regressed = append(c.Regressed, m.Name)
		}
	}
	c.Regression = len(c.Regressed) > 0
	known := map[string][]int{}
	for g, rows := range s.groups {
		var in []int
		for _, row := range rows {
			if rowOf[row] >= 0 {
				in = append(in, rowOf[row])
			}
		}
		if len(in) > 0 {
			sort.Ints(in)
			known[g] = in
			c.Groups[g] = GroupDifference{len(in), p.differences(in, o)}
		}
	}
	c.GroupOrder = groupOrder(known, s.in.Scoring.Groups)
	if c.Headline == "" && len(c.MetricOrder) > 0 {
		c.Headline = c.MetricOrder[0]
	}
	return c
}

// paired computes metrics on both halves of a joint table.
type paired struct {
	joint   *stat.Counts
	metrics [][2]eval.Metric
	halves  [2]half
	swap    []int
}

// half says where one side's counts are in the sums of the joint table.
type half struct {
	attempts int
	columns  []int
	names    []string
	sum      map[string]float64
}

func newPaired(joint *stat.Counts, base, other []eval.Metric) *paired {
	p := &paired{joint: joint, swap: make([]int, len(joint.Names()))}
	for _, m := range base {
		pair := [2]eval.Metric{m, m}
		if i := slices.IndexFunc(other, func(n eval.Metric) bool { return n.Name == m.Name }); i >= 0 {
			pair[1] = other[i]
		}
		p.metrics = append(p.metrics, pair)
	}
	column := map[string]int{}
	for j, name := range joint.Names() {
		column[name] = j
		p.swap[j] = j
	}
	for i, prefix := range []string{basePrefix, otherPrefix} {
		h := &p.halves[i]
		h.sum = map[string]float64{}
		for j, name := range joint.Names() {
			if name == prefix+attempts {
				h.attempts = j
			} else if len(name) > len(prefix)+len("count ") && name[:len(prefix)] == prefix {
				h.columns, h.names = append(h.columns, j), append(h.names, name[len(prefix)+len("count "):])
			}
			if name[:len(prefix)] == prefix {
				mirror := []string{otherPrefix, basePrefix}[i] + name[len(prefix):]
				if k, ok := column[mirror]; ok {
					p.swap[j] = k
				}
			}
		}
	}
	return p
}

// load makes one set of sums the current one.
func (p *paired) load(s stat.Sums, i int) (attempts [2]int) {
	_, values := s.At(i)
	for k := range p.halves {
		h := &p.halves[k]
		if len(values) > 0 {
			attempts[k] = int(values[h.attempts] + 0.5)
		}
		for j, name := range h.names {
			h.sum[name] = values[h.columns[j]]
		}
	}
	return attempts
}

func (p *paired) value(m [2]eval.Metric, n [2]int) (base, other, diff *float64) {
	base = finite(m[0].Of(p.halves[0].sum, n[0]))
	other = finite(m[1].Of(p.halves[1].sum, n[1]))
	if base != nil && other != nil {
		d := *other - *base
		diff = &d
	}
	return base, other, diff
}

// differences compares every metric over rows of the joint table (nil: all).
func (p *paired) differences(rows []int, o Options) map[string]Difference {
	out := map[string]Difference{}
	n := p.load(p.joint.Sum(rows), 0)
	for _, m := range p.metrics {
		var d Difference
		d.Base, d.Other, d.Diff = p.value(m, n)
		out[m[0].Name] = d
	}
	if p.joint.Len() < 2 || rows != nil && len(rows) < 2 {
		return out
	}
	drawn := p.spread(p.joint.Bootstrap(rows, o.replicates(), o.Seed))
	null := p.spread(p.joint.Swap(rows, p.swap, o.replicates(), o.Seed+1))
	for i, m := range p.metrics {
		d := out[m[0].Name]
		if d.Diff == nil || 2*len(drawn[i]) < o.replicates() {
			continue
		}
		if iv, ok := stat.Percentile95(drawn[i]); ok {
			d.CI95 = &[2]float64{iv.Lo, iv.Hi}
		}
		d.P = finite(stat.RandomizationP(*d.Diff, null[i]), true)
		out[m[0].Name] = d
	}
	return out
}

// spread gives the differences of each metric over replicates, without undefined ones.
func (p *paired) spread(s stat.Sums) [][]float64 {
	values := make([][]float64, len(p.metrics))
	for r := range s.Len() {
		n := p.load(s, r)
		for i, m := range p.metrics {
			if _, _, d := p.value(m, n); d != nil {
				values[i] = append(values[i], *d)
			}
		}
	}
	return values
}
