package term

import (
	"deft/eval"
	"deft/report"
)

// analysis writes an analysis as a table.
func (p *page) analysis(a eval.Analysis) {
	head, rows := report.AnalysisTable(a)
	if head == nil {
		return
	}
	p.section(Safe(a.Title))
	t := Table{Columns: []Column{{Title: head[0], Least: 8}}}
	for _, h := range head[1:] {
		t.Columns = append(t.Columns, Column{Title: Safe(h), Right: true, Spare: true})
	}
	for _, r := range rows {
		cells := make([]Cell, len(r))
		for i, text := range r {
			cells[i] = Cell{Text: Safe(text)}
		}
		t.Rows = append(t.Rows, cells)
	}
	p.table(&t, "column")
	if a.Note != "" {
		p.wrap(Faint, Safe(a.Note))
	}
}
