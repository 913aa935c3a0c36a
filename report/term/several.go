package term

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"deft/report"
)

// several writes results of one task as rows: models, protocols or recorded outputs side by side.
func (p *page) several(rs []report.Result) {
	first := &rs[0]
	p.line(strings.Repeat(" ", indent) + p.p.paint(Strong, Safe(first.Task)+fmt.Sprintf(" · %d results", len(rs))))
	how := "compat " + first.Compat
	for _, id := range report.Judged(rs) {
		how += " · scorer " + id
	}
	p.wrap(Faint, Safe(how))
	p.line("")
	p.rows(rs, report.Like(first, p.o.Floor), report.Like(first, p.o.Ceiling), nil)
	p.groupRows(rs)
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
	p.published(rs, report.Like(first, p.o.Floor), report.Like(first, p.o.Ceiling))
	for i := range rs {
		if rs[i].Errors > 0 {
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
	for _, m := range metrics {
		t.Columns = append(t.Columns, Column{Title: m, Right: true, Spare: true})
	}
	add := func(name string, r *report.Result, tone Tone) {
		row := []Cell{{name, tone}, {fmt.Sprint(r.Scored), Faint}}
		for _, m := range metrics {
			row = append(row, Cell{report.Percent(r.Metrics[m]), tone})
		}
		t.Rows = append(t.Rows, row)
	}
	if ceiling != nil {
		add(ceiling.Model+" (ceiling)", ceiling, Faint)
	}
	sorted := slices.Clone(rs)
	slices.SortStableFunc(sorted, func(a, b report.Result) int {
		x, _ := a.Metrics.Get(metrics[0])
		y, _ := b.Metrics.Get(metrics[0])
		return cmp.Compare(y, x)
	})
	for i := range sorted {
		add(report.Label(&sorted[i], rs), &sorted[i], Plain)
	}
	if floor != nil {
		add(floor.Model+" (floor)", floor, Faint)
	}
	p.table(&t, "metric")
}

// groupRows writes the headline of each result in each group.
func (p *page) groupRows(rs []report.Result) {
	groups := rs[0].GroupOrder
	if len(groups) < 2 {
		return
	}
	p.section("Groups, " + Safe(rs[0].Headline))
	t := Table{Columns: []Column{{Title: "model", Least: 14}}}
	for _, g := range groups {
		t.Columns = append(t.Columns, Column{Title: g, Right: true, Spare: true})
	}
	for i := range rs {
		row := []Cell{{report.Label(&rs[i], rs), Plain}}
		for _, g := range groups {
			row = append(row, Cell{report.Percent(rs[i].Groups[g].Metrics[rs[0].Headline]), Plain})
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
