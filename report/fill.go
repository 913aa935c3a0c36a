package report

import (
	"fmt"
	"slices"
	"sort"

	"deft/eval"
	"deft/stat"
)

// fill computes everything in r that comes from the scores.
func (c *collector) fill(r *Result, sc eval.Scoring) {
	r.Scored = c.table.Len()
	all := c.measure(nil, sc.Metrics)
	r.Metrics, r.CI95 = all.Metrics, all.CI95
	r.Missing, r.Unscored = c.explain(r.Metrics, sc.Metrics, r.Scored)
	r.Diagnostics = Metrics{}
	e := newEvaluator(&c.table)
	e.load(c.table.Sum(nil), 0)
	for _, m := range sc.Diagnostics {
		r.Diagnostics[m.Name] = e.value(m)
	}
	r.Groups = map[string]Group{}
	for name, rows := range c.groups {
		g := c.measure(rows, sc.Metrics)
		for _, m := range sc.Metrics {
			if g.Metrics[m.Name] == nil {
				if g.Missing == nil {
					g.Missing = map[string]string{}
				}
				g.Missing[m.Name] = orElse(m.Undefined, "no sample of this group bears on it")
				if why := c.missing[m.Name]; why != nil {
					g.Missing[m.Name] = why.commonest()
				}
			}
		}
		r.Groups[name] = g
	}
	r.GroupOrder = groupOrder(c.groups, sc.Groups)
	r.ErrorClasses = c.classes
	if len(c.trials) > 1 {
		r.Trials = c.summarize(sc.Metrics)
	}
}

// measure gives metrics and intervals over rows (nil: all).
func (c *collector) measure(rows []int, metrics []eval.Metric) Group {
	g := Group{Samples: len(rows), Metrics: Metrics{}, CI95: Intervals{}}
	if rows == nil {
		g.Samples = c.table.Len()
	}
	e := newEvaluator(&c.table)
	e.load(c.table.Sum(rows), 0)
	for _, m := range metrics {
		g.Metrics[m.Name] = e.value(m)
	}
	if g.Samples < 2 {
		return g
	}
	sums := c.table.Bootstrap(rows, c.options.replicates(), c.options.Seed)
	values := make([][]float64, len(metrics))
	for i := range sums.Len() {
		e.load(sums, i)
		for j, m := range metrics {
			if v := e.value(m); v != nil {
				values[j] = append(values[j], *v)
			}
		}
	}
	for j, m := range metrics {
		if g.Metrics[m.Name] == nil || 2*len(values[j]) < sums.Len() {
			continue
		}
		if iv, ok := stat.Percentile95(values[j]); ok {
			g.CI95[m.Name] = [2]float64{iv.Lo, iv.Hi}
		}
	}
	return g
}

// evaluator computes metrics from sums, in one map that is filled again for each set of sums.
type evaluator struct {
	names []string
	sum   map[string]float64
	n     int
}

func newEvaluator(t *stat.Counts) *evaluator {
	return &evaluator{names: t.Names(), sum: make(map[string]float64, len(t.Names()))}
}

func (e *evaluator) load(s stat.Sums, i int) {
	weight, values := s.At(i)
	e.n = weight
	for j, name := range e.names {
		e.sum[name] = values[j]
	}
}

func (e *evaluator) value(m eval.Metric) *float64 { return finite(m.Of(e.sum, e.n)) }

// explain gives a reason for each metric that is nil, and counts the samples that others leave out.
func (c *collector) explain(values Metrics, metrics []eval.Metric, scored int) (missing map[string]string, unscored map[string]Unscored) {
	missing, unscored = map[string]string{}, map[string]Unscored{}
	for _, m := range metrics {
		name, v := m.Name, values[m.Name]
		why := c.missing[name]
		switch {
		case v != nil && why != nil:
			unscored[name] = Unscored{why.samples, why.commonest()}
		case v != nil:
		case scored == 0:
			missing[name] = "no sample was scored"
		case why != nil:
			missing[name] = fmt.Sprintf("%s (%d of %d samples)", why.commonest(), why.samples, scored)
		default:
			missing[name] = orElse(m.Undefined, "no scored sample bears on it")
		}
	}
	return missing, unscored
}

func orElse(s, otherwise string) string {
	if s != "" {
		return s
	}
	return otherwise
}

// groupOrder puts the groups that are there in the order known, the others after them by name.
func groupOrder(groups map[string][]int, known []string) []string {
	var order []string
	for _, name := range known {
		if _, ok := groups[name]; ok && !slices.Contains(order, name) {
			order = append(order, name)
		}
	}
	first := len(order)
	for name := range groups {
		if !slices.Contains(order[:first], name) {
			order = append(order, name)
		}
	}
	sort.Strings(order[first:])
	return order
}

// summarize gives what several trials say.
func (c *collector) summarize(metrics []eval.Metric) *Trials {
	t := &Trials{N: len(c.trials), Metrics: map[string]Spread{}, PassAt: map[int]float64{}, PassHat: map[int]float64{}}
	for _, m := range metrics {
		var values []float64
		for _, trial := range c.trials {
			if v := finite(m.Of(trial.sum, trial.n)); v != nil {
				values = append(values, *v)
			}
		}
		mean, sd := stat.MeanSD(values)
		if finite(mean, true) != nil && finite(sd, true) != nil {
			t.Metrics[m.Name] = Spread{mean, sd}
		}
	}
	for k := 1; k <= t.N; k++ {
		var at, hat float64
		n := 0
		for _, s := range c.tries {
			if s.attempts >= k {
				n++
				at += stat.PassAtK(s.attempts, s.valid, k)
				hat += stat.PassHatK(s.attempts, s.valid, k)
			}
		}
		if n > 0 {
			t.PassAt[k], t.PassHat[k] = at/float64(n), hat/float64(n)
		}
	}
	return t
}

// SensitivityOf says how much each metric differs between results of one model under several
// protocols. Metrics with fewer than two values are left out.
func SensitivityOf(results []Result) map[string]Sensitivity {
	values := map[string][]float64{}
	for _, r := range results {
		for name := range r.Metrics {
			if v, ok := r.Metrics.Get(name); ok {
				values[name] = append(values[name], v)
			}
		}
	}
	out := map[string]Sensitivity{}
	for name, vs := range values {
		if len(vs) < 2 {
			continue
		}
		_, sd := stat.MeanSD(vs)
		out[name] = Sensitivity{slices.Max(vs) - slices.Min(vs), sd}
	}
	return out
}
