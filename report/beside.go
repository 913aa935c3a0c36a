package report

import (
	"cmp"
	"math"
	"slices"

	"deft/eval"
)

// BesideKind says whose figures a row has.
type BesideKind string

// Kinds of rows.
const (
	Theirs  BesideKind = "published"
	Yours   BesideKind = "yours"
	Floor   BesideKind = "floor"
	Ceiling BesideKind = "ceiling"
)

// BesideRow is a row of a published table that has the user's results in it.
type BesideRow struct {
	Name   string
	Kind   BesideKind
	Values []*float64 // in the order of the table's metrics
}

// Beside puts results, floor and ceiling (nil: none) among published rows, with the figures of the
// table's group of samples; a result without that group has no row. The order is by the
// metric that the results' headline names, else by the table's first, best first; rows without it
// come last.
func Beside(pub eval.Published, results []Result, floor, ceiling *Result) []BesideRow {
	var rows []BesideRow
	add := func(r *Result, kind BesideKind) {
		metrics := r.Metrics
		if pub.Group != "" {
			g, ok := r.Groups[pub.Group]
			if !ok {
				return
			}
			metrics = g.Metrics
		}
		row := BesideRow{Name: r.Model, Kind: kind}
		for _, m := range pub.Metrics {
			row.Values = append(row.Values, metrics[m])
		}
		rows = append(rows, row)
	}
	for _, p := range pub.Rows {
		row := BesideRow{Name: p.Name, Kind: Theirs, Values: make([]*float64, len(pub.Metrics))}
		copy(row.Values, p.Values)
		rows = append(rows, row)
	}
	by := 0
	for i := range results {
		add(&results[i], Yours)
		by = max(by, slices.Index(pub.Metrics, results[i].Headline))
	}
	if floor != nil {
		add(floor, Floor)
	}
	if ceiling != nil {
		add(ceiling, Ceiling)
	}
	slices.SortStableFunc(rows, func(a, b BesideRow) int { return cmp.Compare(sortValue(b, by), sortValue(a, by)) })
	return rows
}

// dropForeign leaves out the published tables about groups that r does not have.
func (r *Result) dropForeign() {
	r.Published = slices.DeleteFunc(slices.Clone(r.Published), func(p eval.Published) bool {
		_, ok := r.Groups[p.Group]
		return p.Group != "" && !ok
	})
}

func sortValue(r BesideRow, by int) float64 {
	if by >= len(r.Values) || r.Values[by] == nil {
		return -1
	}
	return *r.Values[by]
}

// Like finds the result of the same task and compat mode among others: its floor or ceiling. It is
// nil when there is none, and a result is not like itself.
func Like(r *Result, among []Result) *Result {
	for i := range among {
		if among[i].Task == r.Task && among[i].Compat == r.Compat && among[i].Run != r.Run {
			return &among[i]
		}
	}
	return nil
}

// Beyond is the floor or ceiling of results side by side, unless it is among them already: the same
// model over as many samples.
func Beyond(rs, among []Result) *Result {
	bound := Like(&rs[0], among)
	if bound != nil && slices.ContainsFunc(rs, func(r Result) bool { return r.Model == bound.Model && r.Scored == bound.Scored }) {
		return nil
	}
	return bound
}

// Ranked gives results by the first one's headline, best first and those without it last.
func Ranked(rs []Result) []Result {
	ranked := slices.Clone(rs)
	value := func(r Result) float64 {
		if v, ok := r.Metrics.Get(rs[0].Headline); ok {
			return v
		}
		return math.Inf(-1)
	}
	slices.SortStableFunc(ranked, func(a, b Result) int { return cmp.Compare(value(b), value(a)) })
	return ranked
}

// GroupMetrics gives the metrics that have a value in some group, the headline first.
func (r *Result) GroupMetrics() []string {
	order := []string{r.Headline}
	for _, m := range r.MetricOrder {
		if m != r.Headline {
			order = append(order, m)
		}
	}
	return slices.DeleteFunc(order, func(m string) bool {
		for _, g := range r.GroupOrder {
			if r.Groups[g].Metrics[m] != nil {
				return false
			}
		}
		return true
	})
}

// SharedGroups gives the groups of results side by side: the order of the one that has the most.
func SharedGroups(rs []Result) []string {
	var most []string
	for i := range rs {
		if len(rs[i].GroupOrder) > len(most) {
			most = rs[i].GroupOrder
		}
	}
	return most
}

// Unlike warns of results that cannot be held against each other, since they are over other samples.
// It is empty when they can. Protocols and prompts are part of what a sample says, so that only results
// with the same ones must be over the same data.
func Unlike(rs []Result) string {
	const warning = "These results are not over the same samples, so do not rank models by them; `deft compare` takes the samples they share."
	type asked struct{ protocol, prompts string }
	data := map[asked]string{}
	for i := range rs {
		r := &rs[i]
		as := asked{r.Protocol, r.Provenance.Prompts}
		if known, ok := data[as]; r.Samples != rs[0].Samples || ok && known != r.Provenance.Data {
			return warning
		}
		data[as] = r.Provenance.Data
	}
	return ""
}

// ClassOrder gives the error classes, the commonest first and equal ones by name.
func (r *Result) ClassOrder() []string {
	names := make([]string, 0, len(r.ErrorClasses))
	for name := range r.ErrorClasses {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(r.ErrorClasses[b], r.ErrorClasses[a]), cmp.Compare(a, b))
	})
	return names
}

// Label names a result among others by what differs: model, protocol, else the run.
func Label(r *Result, among []Result) string {
	model, protocol := 0, 0
	for i := range among {
		if among[i].Model == r.Model {
			model++
			if among[i].Protocol == r.Protocol {
				protocol++
			}
		}
	}
	switch {
	case model <= 1:
		return r.Model
	case protocol <= 1:
		return r.Model + " " + r.Protocol
	}
	return r.Model + " " + r.Run
}
