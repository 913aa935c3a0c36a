package term

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"deft/report"
)

// mostScorers is how many scorers are named; recordings have one for each way of reading them.
const mostScorers = 3

// several writes results of one task as rows: models, protocols or recorded outputs side by side.
func (p *page) several(rs []report.Result) {
	first := &rs[0]
	p.line(strings.Repeat(" ", indent) + p.p.paint(Strong, Safe(first.Task)+fmt.Sprintf(" · %d results", len(rs))))
	how := "compat " + first.Compat
	switch judged := report.Judged(rs); {
	case len(judged) > mostScorers:
		how += fmt.Sprintf(" · %d scorers, which --json names", len(judged))
	case len(judged) > 0:
		how += " · scorer " + strings.Join(judged, " · scorer ")
	}
	p.wrap(Faint, Safe(how))
	if note := report.Unlike(rs); note != "" {
		p.wrap(Plain, note)
	}
	p.line("")
	p.rows(rs, report.Beyond(rs, p.o.Floor), report.Beyond(rs, p.o.Ceiling), nil)
	p.groupRows(report.Ranked(rs), first.Headline)
	if s := report.SensitivityOf(rs); sameModel(rs) && len(s) > 0 {
		p.section("How much the protocol matters")
		t := Table{Columns: []Column{{Title: "metric", Least: 8}, {Title: "max − min", Right: true}, {Title: "sd", Right: true}}}
		for _, m := range first.MetricOrder {
			if v, ok := s[m]; ok {
				t.Rows = append(t.Rows, []Cell{{m, Plain}, {fmt.Sprintf("%.1f", 100*v.MaxMinusMin), Plain}, {fmt.Sprintf("%.1f", 100*v.SD), Faint}})
			}
		}
		p.table(&t, "")
	}
	p.published(rs, report.Beyond(rs, p.o.Floor), report.Beyond(rs, p.o.Ceiling))
	for i := range rs {
		switch {
		case rs[i].Errors > 0 && rs[i].Recorded:
			p.line("")
			p.wrap(Plain, fmt.Sprintf("%s: %d of its samples are without a usable recorded reply; `deft view %s` names them.", Safe(report.Label(&rs[i], rs)), rs[i].Errors, Safe(rs[i].Run)))
		case rs[i].Errors > 0:
			p.line("")
			p.wrap(Plain, fmt.Sprintf("%s: %d of its attempts ended in error; `deft eval --resume %s` tries again.", Safe(report.Label(&rs[i], rs)), rs[i].Errors, Safe(rs[i].Run)))
		}
	}
}

func sameModel(rs []report.Result) bool {
	for i := range rs {
		if rs[i].Model != rs[0].Model || i > 0 && rs[i].Protocol == rs[0].Protocol {
			return false
		}
	}
	return len(rs) > 1
}

// rows writes the leaderboard: a line a result, and one each for floor and ceiling.
func (p *page) rows(rs []report.Result, floor, ceiling *report.Result, metrics []string) {
	if metrics == nil {
		metrics = headlineFirst(&rs[0])
	}
	t := Table{Columns: []Column{{Title: "model", Least: 14}, {Title: "scored", Right: true}}}
	for i, m := range metrics {
		t.Columns = append(t.Columns, Column{Title: m, Right: true, Spare: true})
		if i == 0 {
			t.Columns = append(t.Columns, Column{Title: "95% interval", Spare: true})
		}
	}
	add := func(name string, r *report.Result, tone Tone) {
		row := []Cell{{name, tone}, {fmt.Sprint(r.Scored), Faint}}
		for i, m := range metrics {
			row = append(row, Cell{report.Percent(r.Metrics[m]), tone})
			if i == 0 {
				row = append(row, Cell{r.CI95.PercentRange(m), Faint})
			}
		}
		t.Rows = append(t.Rows, row)
	}
	if ceiling != nil {
		add(ceiling.Model+" (ceiling)", ceiling, Faint)
	}
	for _, r := range report.Ranked(rs) {
		add(report.Label(&r, rs), &r, Plain)
	}
	if floor != nil {
		add(floor.Model+" (floor)", floor, Faint)
	}
	p.table(&t, "metric")
}

// groupRows writes a metric of each result in each group.
func (p *page) groupRows(rs []report.Result, metric string) {
	groups := report.SharedGroups(rs)
	if len(groups) < 2 {
		return
	}
	p.section("Groups, " + Safe(metric))
	t := Table{Columns: []Column{{Title: "model", Least: 14}}}
	for _, g := range groups {
		t.Columns = append(t.Columns, Column{Title: g, Right: true, Spare: true})
	}
	for i := range rs {
		row := []Cell{{report.Label(&rs[i], rs), Plain}}
		for _, g := range groups {
			row = append(row, Cell{report.Percent(rs[i].Groups[g].Metrics[metric]), Plain})
		}
		t.Rows = append(t.Rows, row)
	}
	p.table(&t, "group")
}

// published writes each table of published figures with the user's results, floor and ceiling in it.
func (p *page) published(rs []report.Result, floor, ceiling *report.Result) {
	for _, pub := range rs[0].Published {
		p.section("Beside " + Safe(pub.Source))
		if pub.Note != "" {
			p.wrap(Faint, Safe(pub.Note))
		}
		t := Table{Columns: []Column{{Title: "model", Least: 14}}}
		for _, m := range pub.Metrics {
			t.Columns = append(t.Columns, Column{Title: m, Right: true, Spare: true})
		}
		for _, row := range report.Beside(pub, rs, floor, ceiling) {
			tone := map[report.BesideKind]Tone{report.Yours: Accent, report.Floor: Faint, report.Ceiling: Faint}[row.Kind]
			cells := []Cell{{row.Name, tone}}
			for _, v := range row.Values {
				cells = append(cells, Cell{report.Percent(v), tone})
			}
			t.Rows = append(t.Rows, cells)
		}
		p.table(&t, "metric")
	}
}

// wrap breaks text between words into lines at most width columns wide; words that are wider get a
// line of their own. Width below 20 counts as no limit.
func wrap(text string, width int) []string {
	if width < 20 {
		return []string{text}
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case lipgloss.Width(line)+1+lipgloss.Width(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
