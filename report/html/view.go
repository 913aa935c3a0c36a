package html

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"deft/report"
)

// view is what the template shows: a Page with everything computed.
type view struct {
	Title       string
	Made        string
	Policy      string
	Style       template.CSS
	Script      template.JS
	Data        template.JS
	Tasks       []taskView
	Comparisons []comparisonView
	Sections    []Section
	Notes       []string // on the samples shown
	HasSamples  bool
}

// taskView is one task: a single result in full, or several side by side.
type taskView struct {
	Name, Compat string
	Several      bool
	One          *resultView // the only result
	Unlike       string      // several: a warning that they are over other samples
	Rows         []boardRow  // several: best first, with floor and ceiling
	Metrics      []string    // columns of Rows, the headline first
	Heat         *heatTable  // several: results by group
	Classes      *heatTable  // several: error classes by result, as shares of the commonest
	Sensitivity  []sensitivityRow
	Published    []publishedView
}

type resultView struct {
	*report.Result
	Headline  metricRow
	Metrics   []metricRow
	Groups    *heatTable
	Classes   []classRow
	HasFloor  bool
	HasCeil   bool
	FloorName string
	CeilName  string
	Missing   []missingRow
	Facts     []fact
	Diag      []fact
	Trials    *trialsView
}

type fact struct{ Name, Value string }

type metricRow struct {
	Name     string
	Value    *float64
	Interval string
	Floor    *float64
	Ceiling  *float64
	Track    template.HTML
	Headline bool
}

type classRow struct {
	Name  string
	Count int
	Share string
	Bar   template.HTML
}

type missingRow struct{ Metrics, Reason string }

type trialsView struct {
	N       int
	Metrics []fact
	Pass    [][3]string
}

type boardRow struct {
	Name   string
	Kind   report.BesideKind
	Scored int
	Errors int
	Values []*float64
	Track  template.HTML
}

type heatTable struct {
	Corner  string
	Columns []string
	Rows    []heatRow
}

type heatRow struct {
	Name  string
	Note  string
	Cells []heatCell
}

type heatCell struct {
	Text  string
	Class string
	Title string
}

type sensitivityRow struct{ Name, Range, SD string }

type publishedView struct {
	Source, Note string
	Metrics      []string
	Rows         []report.BesideRow
}

type comparisonView struct {
	*report.Comparison
	Rows   []shiftRow
	Groups []shiftRow
	More   [2]int // changed samples that are not named: fixed, broken
}

type shiftRow struct {
	Name          string
	Before, After *float64
	Points        string
	Interval      string
	P             string
	Track         template.HTML
}

func newView(p Page) (*view, error) {
	v := &view{Title: p.Title, Policy: policy(), Style: template.CSS(style), Script: template.JS(script)}
	for _, a := range p.Analyses {
		v.Sections = append(v.Sections, SectionOf(a))
	}
	v.Sections = append(v.Sections, p.Sections...)
	if !p.Made.IsZero() {
		v.Made = p.Made.UTC().Format("2006-01-02 15:04 UTC")
	}
	var tasks [][]report.Result
	for _, r := range p.Results {
		i := slices.IndexFunc(tasks, func(rs []report.Result) bool { return rs[0].Task == r.Task && rs[0].Compat == r.Compat })
		if i < 0 {
			tasks = append(tasks, nil)
			i = len(tasks) - 1
		}
		tasks[i] = append(tasks[i], r)
	}
	var names []string
	for _, rs := range tasks {
		names = append(names, rs[0].Task)
		v.Tasks = append(v.Tasks, newTask(rs, report.Beyond(rs, p.Floor), report.Beyond(rs, p.Ceiling)))
	}
	if v.Title == "" {
		v.Title = "deft: " + strings.Join(slices.Compact(names), ", ")
		if len(p.Results) == 1 {
			v.Title += " · " + p.Results[0].Model
		}
	}
	for i := range p.Comparisons {
		v.Comparisons = append(v.Comparisons, newComparison(&p.Comparisons[i]))
	}
	budget := p.Budget
	if budget <= 0 {
		budget = DefaultBudget
	}
	body, cut, err := encode(p.Samples, budget)
	if err != nil {
		return nil, err
	}
	v.Data, v.HasSamples = body, len(p.Samples) > 0
	v.Notes = sampleNotes(p.Samples, cut)
	return v, nil
}

// sampleNotes says what the table of samples leaves out.
func sampleNotes(runs []Samples, cut int) []string {
	var notes []string
	for i := range runs {
		s := &runs[i]
		if s.Failures < s.AllFailures || s.Passes < s.AllPasses {
			notes = append(notes, fmt.Sprintf("%s: %s of %s samples that failed and %s of %s that passed are listed, drawn with seed %d; the figures above are over all of them.",
				s.Model, count(s.Failures), count(s.AllFailures), count(s.Passes), count(s.AllPasses), s.Seed))
		}
	}
	if cut > 0 {
		notes = append(notes, fmt.Sprintf("To keep this file small, texts longer than about %s bytes are shown without their middle; `deft view` shows them whole.", count(cut)))
	}
	return notes
}

func newTask(rs []report.Result, floor, ceiling *report.Result) taskView {
	first := &rs[0]
	t := taskView{Name: first.Task, Compat: first.Compat, Several: len(rs) > 1}
	for _, pub := range first.Published {
		t.Published = append(t.Published, publishedView{pub.Source, pub.Note, pub.Metrics, report.Beside(pub, rs, floor, ceiling)})
	}
	if !t.Several {
		t.One = newResult(first, floor, ceiling)
		return t
	}
	t.Metrics = headlineFirst(first)
	t.Unlike = report.Unlike(rs)
	rs = report.Ranked(rs)
	t.Rows = board(rs, t.Metrics, floor, ceiling)
	t.Heat = groupHeat(rs, first.Headline)
	t.Classes = classHeat(rs)
	if s := report.SensitivityOf(rs); sameModel(rs) {
		for _, m := range first.MetricOrder {
			if x, ok := s[m]; ok {
				t.Sensitivity = append(t.Sensitivity, sensitivityRow{m, fmt.Sprintf("%.1f", 100*x.MaxMinusMin), fmt.Sprintf("%.1f", 100*x.SD)})
			}
		}
	}
	return t
}

func sameModel(rs []report.Result) bool {
	return !slices.ContainsFunc(rs, func(r report.Result) bool { return r.Model != rs[0].Model })
}

func headlineFirst(r *report.Result) []string {
	order := []string{r.Headline}
	for _, m := range r.MetricOrder {
		if m != r.Headline {
			order = append(order, m)
		}
	}
	return order
}

func board(rs []report.Result, metrics []string, floor, ceiling *report.Result) []boardRow {
	var rows []boardRow
	add := func(r *report.Result, name string, kind report.BesideKind) {
		row := boardRow{Name: name, Kind: kind, Scored: r.Scored, Errors: r.Errors}
		for _, m := range metrics {
			row.Values = append(row.Values, r.Metrics[m])
		}
		row.Track = track(r.Metrics[metrics[0]], interval(r.CI95, metrics[0]), nil, nil)
		rows = append(rows, row)
	}
	for i := range rs {
		add(&rs[i], name(&rs[i], rs), report.Yours)
	}
	if ceiling != nil {
		add(ceiling, ceiling.Model, report.Ceiling)
		rows = append(rows[len(rows)-1:], rows[:len(rows)-1]...)
	}
	if floor != nil {
		add(floor, floor.Model, report.Floor)
	}
	return rows
}

func interval(iv report.Intervals, name string) *[2]float64 {
	if x, ok := iv[name]; ok {
		return &x
	}
	return nil
}

// name tells a result from the others: by model, protocol or run.
func name(r *report.Result, among []report.Result) string {
	same := func(f func(a *report.Result) bool) int {
		n := 0
		for i := range among {
			if among[i].Model == r.Model && f(&among[i]) {
				n++
			}
		}
		return n
	}
	switch {
	case same(func(*report.Result) bool { return true }) <= 1:
		return r.Model
	case same(func(a *report.Result) bool { return a.Protocol == r.Protocol }) <= 1:
		return r.Model + " · " + r.Protocol
	}
	return r.Model + " · " + r.Run
}

func groupHeat(rs []report.Result, metric string) *heatTable {
	t := &heatTable{Corner: metric, Columns: report.SharedGroups(rs)}
	if len(t.Columns) < 2 {
		return nil
	}
	for i := range rs {
		row := heatRow{Name: name(&rs[i], rs)}
		for _, g := range t.Columns {
			v := rs[i].Groups[g].Metrics[metric]
			row.Cells = append(row.Cells, heatCell{report.Percent(v), heat(v), rs[i].Groups[g].CI95.PercentRange(metric)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// classHeat counts error classes by result; the shade is the share of the result's scored samples.
func classHeat(rs []report.Result) *heatTable {
	sum := report.Result{ErrorClasses: map[string]int{}}
	t := &heatTable{Corner: "error class"}
	for i := range rs {
		t.Columns = append(t.Columns, name(&rs[i], rs))
		for class, n := range rs[i].ErrorClasses {
			sum.ErrorClasses[class] += n
		}
	}
	for _, class := range sum.ClassOrder() {
		row := heatRow{Name: class}
		for i := range rs {
			n := rs[i].ErrorClasses[class]
			share := float64(n) / float64(max(rs[i].Scored, 1))
			row.Cells = append(row.Cells, heatCell{count(n), "e" + strings.TrimPrefix(heat(&share), "h"), report.Percent(&share) + " of the scored samples"})
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

func newComparison(c *report.Comparison) comparisonView {
	v := comparisonView{Comparison: c}
	scale := 0.02
	for _, d := range c.Metrics {
		if d.CI95 != nil {
			scale = max(scale, -d.CI95[0], d.CI95[1])
		}
	}
	for _, g := range c.Groups {
		if d := g.Metrics[c.Headline]; d.CI95 != nil {
			scale = max(scale, -d.CI95[0], d.CI95[1])
		}
	}
	for _, m := range c.MetricOrder {
		v.Rows = append(v.Rows, newShift(m, c.Metrics[m], scale))
	}
	if len(c.GroupOrder) > 1 {
		for _, g := range c.GroupOrder {
			v.Groups = append(v.Groups, newShift(g, c.Groups[g].Metrics[c.Headline], scale))
		}
	}
	v.More = [2]int{max(0, len(c.Fixed)-shownChanges), max(0, len(c.Broken)-shownChanges)}
	return v
}

// shownChanges is how many changed samples of each kind are named.
const shownChanges = 200

// ShownFixed and ShownBroken are the samples that are named.
func (v comparisonView) ShownFixed() []string { return v.Fixed[:len(v.Fixed)-v.More[0]] }

// ShownBroken is like ShownFixed.
func (v comparisonView) ShownBroken() []string { return v.Broken[:len(v.Broken)-v.More[1]] }

func newShift(name string, d report.Difference, scale float64) shiftRow {
	r := shiftRow{Name: name, Before: d.Base, After: d.Other, Points: report.None, Track: shift(d.Diff, d.CI95, scale)}
	if d.Diff != nil {
		r.Points = report.Points(*d.Diff)
	}
	if d.CI95 != nil {
		r.Interval = report.Points(d.CI95[0]) + " to " + report.Points(d.CI95[1])
	}
	if d.P != nil {
		r.P = report.PValue(*d.P)
	}
	return r
}
