// Package term writes reports for a terminal: tables that fit its width, in its own colours or in
// none, safe against whatever a model wrote.
package term

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"deft/eval"
	"deft/report"
)

// Options of a rendering.
type Options struct {
	Width int  // of the terminal in columns; 0: no limit
	Color bool // false for NO_COLOR, pipes and files
	// Floor and Ceiling are results of the baseline and the oracle, shown beside those of the same
	// task and compat mode.
	Floor, Ceiling []report.Result
	// Analyses are what the tasks add; charts are tables here.
	Analyses []eval.Analysis
	// Next says what to type next; it closes the report.
	Next string
}

// Render writes results: each task's in full when it has one, as a table of rows when several.
func Render(w io.Writer, results []report.Result, o Options) error {
	p := &page{o: o, p: Colors(o.Color)}
	for i, same := range byTask(results) {
		if i > 0 {
			p.line("")
		}
		if len(same) == 1 {
			p.result(&same[0])
		} else {
			p.several(same)
		}
	}
	for _, a := range o.Analyses {
		p.analysis(a)
	}
	if o.Next != "" {
		p.line("")
		p.wrap(Plain, o.Next)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

// byTask splits results by task and mode, in the order of first appearance.
func byTask(results []report.Result) [][]report.Result {
	var out [][]report.Result
	for _, r := range results {
		i := slices.IndexFunc(out, func(rs []report.Result) bool { return rs[0].Task == r.Task && rs[0].Compat == r.Compat })
		if i < 0 {
			out = append(out, []report.Result{r})
		} else {
			out[i] = append(out[i], r)
		}
	}
	return out
}

// page is a report being written.
type page struct {
	o Options
	p Palette
	b strings.Builder
}

func (p *page) line(s string) { p.b.WriteString(strings.TrimRight(s, " ") + "\n") }

// table writes t; noun names its spare columns in a line about those that do not fit, "" for none.
func (p *page) table(t *Table, noun string) {
	lines, hidden := t.Lines(p.o.Width, p.p)
	for _, l := range lines {
		p.line(l)
	}
	if hidden > 0 && noun != "" {
		p.wrap(Faint, fmt.Sprintf("%d more %s: widen the terminal, or use --json", hidden, plural(hidden, noun)))
	}
}

func (p *page) section(title string) {
	p.line("")
	p.wrap(Strong, title)
}

// wrap writes text indented, broken between words; text is one of ours, with user text made Safe.
func (p *page) wrap(t Tone, text string) {
	for _, l := range wrap(text, p.o.Width-indent) {
		p.line(strings.Repeat(" ", indent) + p.p.paint(t, l))
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// result writes one result in full.
func (p *page) result(r *report.Result) {
	floor, ceiling := report.Like(r, p.o.Floor), report.Like(r, p.o.Ceiling)
	p.line(strings.Repeat(" ", indent) + p.p.paint(Strong, Safe(r.Task)+" · "+Safe(r.Model)))
	p.wrap(Faint, Safe(about(r)))
	p.line("")
	p.metrics(r, floor, ceiling)
	p.trials(r)
	p.groups(r)
	p.classes(r)
	p.published([]report.Result{*r}, floor, ceiling)
	p.diagnostics(r)
	p.notes(r)
}

// about says what the figures rest on.
func about(r *report.Result) string {
	parts := []string{fmt.Sprintf("%d %s", r.Samples, plural(r.Samples, "sample"))}
	if r.Scored != r.Samples {
		parts = append(parts, fmt.Sprintf("%d scored", r.Scored))
	}
	if r.Trials != nil {
		parts = append(parts, fmt.Sprintf("%d trials", r.Trials.N))
	}
	for _, x := range []struct{ name, value string }{{"protocol", r.Protocol}, {"compat", r.Compat}, {"scorer", r.Judged()}, {"run", r.Run}} {
		if x.value != "" {
			parts = append(parts, x.name+" "+x.value)
		}
	}
	return strings.Join(parts, " · ")
}

func (p *page) metrics(r, floor, ceiling *report.Result) {
	t := Table{Columns: []Column{{Title: "metric", Least: 8}, {Title: "value", Right: true}, {Title: "95% interval", Spare: true}}}
	if floor != nil {
		t.Columns = append(t.Columns, Column{Title: "floor", Right: true, Spare: true})
	}
	if ceiling != nil {
		t.Columns = append(t.Columns, Column{Title: "ceiling", Right: true, Spare: true})
	}
	t.Columns = append(t.Columns, Column{Spare: true})
	for _, m := range r.MetricOrder {
		name, value := Cell{m, Plain}, Cell{report.Percent(r.Metrics[m]), Plain}
		if m == r.Headline {
			name.Tone, value.Tone = Strong, Strong
		}
		row := []Cell{name, value, {r.CI95.PercentRange(m), Faint}}
		if floor != nil {
			row = append(row, Cell{report.Percent(floor.Metrics[m]), Faint})
		}
		if ceiling != nil {
			row = append(row, Cell{report.Percent(ceiling.Metrics[m]), Faint})
		}
		t.Rows = append(t.Rows, append(row, Cell{bar(r.Metrics[m], 20), Accent}))
	}
	p.table(&t, "")
	if floor != nil || ceiling != nil {
		var what []string
		if floor != nil {
			what = append(what, "floor: "+Safe(floor.Model)+", no language model")
		}
		if ceiling != nil {
			what = append(what, "ceiling: "+Safe(ceiling.Model)+", the gold answers played back")
		}
		p.wrap(Faint, strings.Join(what, "; "))
	}
}

func (p *page) trials(r *report.Result) {
	if r.Trials == nil {
		return
	}
	p.section(fmt.Sprintf("Over %d trials", r.Trials.N))
	t := Table{Columns: []Column{{Title: "metric", Least: 8}, {Title: "mean ± sd", Right: true}}}
	for _, m := range r.MetricOrder {
		if s, ok := r.Trials.Metrics[m]; ok {
			t.Rows = append(t.Rows, []Cell{{m, Plain}, {fmt.Sprintf("%.1f ± %.1f", 100*s.Mean, 100*s.SD), Plain}})
		}
	}
	p.table(&t, "")
	k := Table{Columns: []Column{{Title: "k", Right: true}, {Title: "pass@k", Right: true}, {Title: "pass^k", Right: true}}}
	for i := 1; i <= r.Trials.N; i++ {
		at, ok := r.Trials.PassAt[i]
		if !ok {
			continue
		}
		hat := r.Trials.PassHat[i]
		k.Rows = append(k.Rows, []Cell{{fmt.Sprint(i), Plain}, {report.Percent(&at), Plain}, {report.Percent(&hat), Plain}})
	}
	p.line("")
	p.table(&k, "")
}

func (p *page) groups(r *report.Result) {
	if len(r.GroupOrder) < 2 {
		return
	}
	p.section("Groups")
	t := Table{Columns: []Column{{Title: "group", Least: 10}, {Title: "samples", Right: true}}}
	order := r.GroupMetrics()
	for _, m := range order {
		t.Columns = append(t.Columns, Column{Title: m, Right: true, Spare: true})
	}
	for _, g := range r.GroupOrder {
		group := r.Groups[g]
		row := []Cell{{g, Plain}, {fmt.Sprint(group.Samples), Faint}}
		for _, m := range order {
			row = append(row, Cell{report.Percent(group.Metrics[m]), Plain})
		}
		t.Rows = append(t.Rows, row)
	}
	p.table(&t, "metric")
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

// shownClasses is how many error classes the terminal gets; the rest are summed.
const shownClasses = 12

func (p *page) classes(r *report.Result) {
	if len(r.ErrorClasses) == 0 {
		return
	}
	names := r.ClassOrder()
	all, most := 0, r.ErrorClasses[names[0]]
	for _, n := range r.ErrorClasses {
		all += n
	}
	p.section("What goes wrong")
	t := Table{Columns: []Column{{Title: "error class", Least: 12}, {Title: "count", Right: true}, {Title: "of all", Right: true}, {Spare: true}}}
	rest := 0
	for i, name := range names {
		n := r.ErrorClasses[name]
		if i >= shownClasses {
			rest += n
			continue
		}
		share, scale := float64(n)/float64(all), float64(n)/float64(most)
		t.Rows = append(t.Rows, []Cell{{name, Plain}, {fmt.Sprint(n), Plain}, {report.Percent(&share), Faint}, {bar(&scale, 20), Bad}})
	}
	if rest > 0 {
		share := float64(rest) / float64(all)
		t.Rows = append(t.Rows, []Cell{{fmt.Sprintf("%d more classes", len(names)-shownClasses), Faint}, {fmt.Sprint(rest), Faint}, {report.Percent(&share), Faint}, {}})
	}
	p.table(&t, "")
}

func (p *page) diagnostics(r *report.Result) {
	if len(r.DiagnosticOrder) == 0 {
		return
	}
	var parts []string
	for _, d := range r.DiagnosticOrder {
		if v := r.Diagnostics[d]; v != nil {
			parts = append(parts, Safe(d)+" "+report.Number(v))
		}
	}
	if len(parts) > 0 {
		p.section("Diagnostics")
		p.wrap(Plain, strings.Join(parts, " · "))
	}
}

// notes writes what the reader must know: errors, and what is missing and why.
func (p *page) notes(r *report.Result) {
	var notes []string
	is := map[bool]string{true: "is", false: "are"}[r.Errors == 1]
	switch {
	case r.Errors > 0 && r.Recorded:
		notes = append(notes, fmt.Sprintf("%d %s without a usable recorded reply and %s not in these figures; `deft view %s` names them.",
			r.Errors, plural(r.Errors, "sample")+" "+is, is, Safe(r.Run)))
	case r.Errors > 0:
		notes = append(notes, fmt.Sprintf("%d %s ended in error and %s not in these figures; `deft eval --resume %s` tries again.",
			r.Errors, plural(r.Errors, "attempt"), is, Safe(r.Run)))
	}
	why := map[string][]string{} // several metrics often lack the same thing
	var reasons []string
	for _, m := range r.MetricOrder {
		reason, ok := r.Missing[m]
		if !ok {
			continue
		}
		if why[reason] == nil {
			reasons = append(reasons, reason)
		}
		why[reason] = append(why[reason], m)
	}
	for _, reason := range reasons {
		notes = append(notes, fmt.Sprintf("%s %s: %s.", report.None, Safe(strings.Join(why[reason], ", ")), Safe(strings.TrimRight(reason, "."))))
	}
	for _, m := range r.MetricOrder {
		if u, ok := r.Unscored[m]; ok {
			notes = append(notes, fmt.Sprintf("%s leaves out %d %s: %s.", Safe(m), u.Samples, plural(u.Samples, "sample"), Safe(strings.TrimRight(u.Reason, "."))))
		}
	}
	if len(notes) == 0 {
		return
	}
	p.line("")
	for _, n := range notes {
		p.wrap(Plain, n)
	}
}
