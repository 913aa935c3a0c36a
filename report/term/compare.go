package term

import (
	"fmt"
	"io"
	"strings"

	"deft/report"
)

// shownChanges is how many changed samples of each kind the terminal names.
const shownChanges = 20

// Compare writes comparisons: differences with intervals, groups, and the samples that changed.
func Compare(w io.Writer, cs []report.Comparison, o Options) error {
	p := &page{o: o, p: Colors(o.Color)}
	for i := range cs {
		if i > 0 {
			p.line("")
		}
		p.comparison(&cs[i])
	}
	if o.Next != "" {
		p.line("")
		p.wrap(Plain, o.Next)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

func (p *page) comparison(c *report.Comparison) {
	base, other := refs(c)
	p.line(strings.Repeat(" ", indent) + p.p.paint(Strong, Safe(c.Task+" · "+base+" → "+other)))
	p.wrap(Faint, report.Shared(c))
	p.line("")
	if c.Samples == 0 {
		return
	}
	t := Table{Columns: []Column{
		{Title: "metric", Least: 8}, {Title: "before", Right: true}, {Title: "after", Right: true},
		{Title: "points", Right: true}, {Title: "95% interval", Right: true, Spare: true}, {Title: "p", Right: true, Spare: true},
	}}
	for _, m := range c.MetricOrder {
		t.Rows = append(t.Rows, differenceRow(m, c.Metrics[m]))
	}
	p.table(&t, "")
	if len(c.GroupOrder) > 1 {
		p.section("Groups, " + Safe(c.Headline))
		t.Columns[0].Title, t.Rows = "group", nil
		for _, g := range c.GroupOrder {
			t.Rows = append(t.Rows, differenceRow(g, c.Groups[g].Metrics[c.Headline]))
		}
		p.table(&t, "")
	}
	p.section("Samples that changed")
	p.wrap(Plain, fmt.Sprintf("%d fixed, %d broken, %d as before (McNemar's p %s)",
		len(c.Fixed), len(c.Broken), c.Samples-len(c.Fixed)-len(c.Broken), report.PValue(c.P)))
	p.changes("broken", Bad, c.Broken)
	p.changes("fixed", Good, c.Fixed)
	if c.Regression {
		p.line("")
		p.wrap(Bad, "Worse beyond chance: "+Safe(strings.Join(c.Regressed, ", "))+".")
	}
}

// refs names both runs: by model, by protocol or mode too where that differs, else by run.
func refs(c *report.Comparison) (base, other string) {
	a, b := c.Base, c.Other
	name := func(r report.RunRef) string {
		s := r.Model
		if a.Protocol != b.Protocol {
			s += " " + r.Protocol
		}
		if a.Compat != b.Compat {
			s += " " + r.Compat
		}
		return s
	}
	if base, other = name(a), name(b); base != other {
		return base, other
	}
	return base + " " + a.Run, other + " " + b.Run
}

func differenceRow(name string, d report.Difference) []Cell {
	tone, points, interval, chance := Plain, report.None, "", ""
	if d.Diff != nil {
		points = report.Points(*d.Diff)
	}
	if d.CI95 != nil {
		interval = report.Points(d.CI95[0]) + " to " + report.Points(d.CI95[1])
		switch {
		case d.CI95[0] > 0:
			tone = Good
		case d.CI95[1] < 0:
			tone = Bad
		}
	}
	if d.P != nil {
		chance = report.PValue(*d.P)
	}
	return []Cell{{name, Plain}, {report.Percent(d.Base), Plain}, {report.Percent(d.Other), Plain}, {points, tone}, {interval, Faint}, {chance, Faint}}
}

func (p *page) changes(what string, t Tone, ids []string) {
	if len(ids) == 0 {
		return
	}
	more := ""
	if n := len(ids) - shownChanges; n > 0 {
		ids = ids[:shownChanges]
		more = fmt.Sprintf(" and %d more (--json has all)", n)
	}
	safe := make([]string, len(ids))
	for i, id := range ids {
		safe[i] = Safe(id)
	}
	p.wrap(t, what+": "+strings.Join(safe, ", ")+more)
}
