// Package markdown writes reports as Markdown: in full, for a repository or an issue, and as the
// short summary that a CI job shows.
package markdown

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"deft/eval"
	"deft/report"
)

// Options of a rendering.
type Options struct {
	// Floor and Ceiling are results of the baseline and the oracle, shown beside those of their task.
	Floor, Ceiling []report.Result
	// Analyses are what the tasks add; charts are tables here.
	Analyses []eval.Analysis
}

// Write writes results in full.
func Write(w io.Writer, results []report.Result, o Options) error {
	var b strings.Builder
	for i := range results {
		if i > 0 {
			b.WriteString("\n")
		}
		result(&b, &results[i], report.Like(&results[i], o.Floor), report.Like(&results[i], o.Ceiling))
	}
	for _, a := range o.Analyses {
		analysis(&b, a)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func analysis(b *strings.Builder, a eval.Analysis) {
	head, rows := report.AnalysisTable(a)
	if head == nil {
		return
	}
	fmt.Fprintf(b, "\n### %s\n\n", Text(a.Title))
	t := table{head: head, rows: rows, left: 1}
	t.write(b)
	if a.Note != "" {
		fmt.Fprintf(b, "\n%s\n", Text(a.Note))
	}
}

func result(b *strings.Builder, r, floor, ceiling *report.Result) {
	fmt.Fprintf(b, "## %s: %s\n\n", Text(r.Task), Text(r.Model))
	scorer := ""
	if id := r.Judged(); id != "" {
		scorer = ", scorer " + Text(id)
	}
	fmt.Fprintf(b, "%d samples, %d scored, %d attempts in error; protocol %s, compat %s%s, run %s\n\n",
		r.Samples, r.Scored, r.Errors, Text(r.Protocol), Text(r.Compat), scorer, Text(r.Run))
	t := table{head: []string{"metric", "value", "95% interval"}, left: 1}
	if floor != nil {
		t.head = append(t.head, "floor ("+floor.Model+")")
	}
	if ceiling != nil {
		t.head = append(t.head, "ceiling ("+ceiling.Model+")")
	}
	for _, m := range r.MetricOrder {
		row := []string{m, report.Percent(r.Metrics[m]), r.CI95.PercentRange(m)}
		if floor != nil {
			row = append(row, report.Percent(floor.Metrics[m]))
		}
		if ceiling != nil {
			row = append(row, report.Percent(ceiling.Metrics[m]))
		}
		t.rows = append(t.rows, row)
	}
	t.write(b)
	for _, m := range r.MetricOrder {
		if reason, ok := r.Missing[m]; ok {
			fmt.Fprintf(b, "\n%s is missing: %s.\n", Text(m), Text(strings.TrimRight(reason, ".")))
		}
	}
	if len(r.GroupOrder) > 1 {
		b.WriteString("\n### Groups\n\n")
		groups(b, r)
	}
	if len(r.ErrorClasses) > 0 {
		b.WriteString("\n### Error classes\n\n")
		classes(b, r)
	}
	for _, pub := range r.Published {
		fmt.Fprintf(b, "\n### Beside %s\n\n", Text(pub.Source))
		if pub.Note != "" {
			fmt.Fprintf(b, "%s\n\n", Text(pub.Note))
		}
		t := table{head: append([]string{"model"}, pub.Metrics...), left: 1}
		for _, row := range report.Beside(pub, []report.Result{*r}, floor, ceiling) {
			cells := []string{row.Name}
			if row.Kind != report.Theirs {
				cells[0] += " (" + string(row.Kind) + ")"
			}
			for _, v := range row.Values {
				cells = append(cells, report.Percent(v))
			}
			t.rows = append(t.rows, cells)
		}
		t.write(b)
	}
}

func groups(b *strings.Builder, r *report.Result) {
	t := table{head: []string{"group", "samples"}, left: 1}
	for _, m := range r.MetricOrder {
		if r.Metrics[m] != nil {
			t.head = append(t.head, m)
		}
	}
	for _, g := range r.GroupOrder {
		row := []string{g, fmt.Sprint(r.Groups[g].Samples)}
		for _, m := range t.head[2:] {
			row = append(row, report.Percent(r.Groups[g].Metrics[m]))
		}
		t.rows = append(t.rows, row)
	}
	t.write(b)
}

func classes(b *strings.Builder, r *report.Result) {
	t := table{head: []string{"class", "count"}, left: 1}
	for _, name := range r.ClassOrder() {
		t.rows = append(t.rows, []string{name, fmt.Sprint(r.ErrorClasses[name])})
	}
	t.write(b)
}

// Compare writes comparisons.
func Compare(w io.Writer, cs []report.Comparison) error {
	var b strings.Builder
	for i := range cs {
		c := &cs[i]
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "## %s: %s (%s) → %s (%s)\n\n%s.\n\n", Text(c.Task), Text(c.Base.Model), Text(c.Base.Run),
			Text(c.Other.Model), Text(c.Other.Run), Text(report.Shared(c)))
		t := table{head: []string{"metric", "before", "after", "points", "95% interval", "p"}, left: 1}
		for _, m := range c.MetricOrder {
			d := c.Metrics[m]
			row := []string{m, report.Percent(d.Base), report.Percent(d.Other), report.None, "", ""}
			if d.Diff != nil {
				row[3] = report.Points(*d.Diff)
			}
			if d.CI95 != nil {
				row[4] = report.Points(d.CI95[0]) + " to " + report.Points(d.CI95[1])
			}
			if d.P != nil {
				row[5] = report.PValue(*d.P)
			}
			t.rows = append(t.rows, row)
		}
		t.write(&b)
		fmt.Fprintf(&b, "\n%d samples fixed, %d broken.\n", len(c.Fixed), len(c.Broken))
		if c.Regression {
			fmt.Fprintf(&b, "\n**Worse beyond chance: %s**\n", Text(strings.Join(c.Regressed, ", ")))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Check is one condition that a CI job was given, such as a threshold of a metric.
type Check struct {
	Name string // "tool_f1 ≥ 0.8"
	Pass bool
	Note string // the value seen
}

// Summary writes what fits the summary of a CI job: one row a result with its headline, the checks,
// and what became worse.
func Summary(w io.Writer, results []report.Result, cs []report.Comparison, checks []Check) error {
	var b strings.Builder
	failed := 0
	for _, c := range checks {
		if !c.Pass {
			failed++
		}
	}
	switch {
	case failed > 0:
		fmt.Fprintf(&b, "### ❌ deft: %d of %d checks failed\n\n", failed, len(checks))
	case len(checks) > 0:
		fmt.Fprintf(&b, "### ✅ deft: all %d checks passed\n\n", len(checks))
	default:
		b.WriteString("### deft\n\n")
	}
	t := table{head: []string{"task", "model", "metric", "value", "95% interval", "scored", "errors"}, left: 3}
	for i := range results {
		r := &results[i]
		t.rows = append(t.rows, []string{r.Task, r.Model, r.Headline, report.Percent(r.Metrics[r.Headline]),
			r.CI95.PercentRange(r.Headline), fmt.Sprintf("%d/%d", r.Scored, r.Samples), fmt.Sprint(r.Errors)})
	}
	if len(t.rows) > 0 {
		t.write(&b)
	}
	for _, id := range report.Judged(results) {
		fmt.Fprintf(&b, "\nscorer: %s\n", Text(id))
	}
	for _, c := range checks {
		fmt.Fprintf(&b, "\n- %s %s: %s", map[bool]string{true: "✅", false: "❌"}[c.Pass], Text(c.Name), Text(c.Note))
	}
	if len(checks) > 0 {
		b.WriteString("\n")
	}
	if len(cs) > 0 {
		b.WriteString("\n")
		if err := Compare(&b, cs); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// table is a Markdown table whose first left columns are text and the others numbers.
type table struct {
	head []string
	left int
	rows [][]string
}

func (t *table) write(b *strings.Builder) {
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + Text(c) + " ")
		}
		b.WriteString("|\n")
	}
	line(t.head)
	for i := range t.head {
		b.WriteString(map[bool]string{true: "|---", false: "|--:"}[i < t.left])
	}
	b.WriteString("|\n")
	for _, r := range t.rows {
		line(r)
	}
}

// Text escapes s for one line of Markdown: what would be markup, HTML or a table's border is shown
// as it is, and control characters become spaces.
func Text(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsControl(r) || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069:
			b.WriteByte(' ')
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*[]|~", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
