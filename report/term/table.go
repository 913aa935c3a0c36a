package term

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Tone says what a cell means; Color decides how that looks.
type Tone int

// Tones.
const (
	Plain Tone = iota
	Strong
	Faint
	Good
	Bad
	Accent
)

// Cell is one place of a table. Text is made safe and put on one line when it is drawn.
type Cell struct {
	Text string
	Tone Tone
}

// Column describes one column.
type Column struct {
	Title string
	Right bool // numbers
	// Least is the width down to which the column may be cut when the table is too wide; 0: it is
	// never cut.
	Least int
	// Spare columns are left out, the last first, when the table is still too wide.
	Spare bool
}

// Table draws itself into a width.
type Table struct {
	Columns []Column
	Rows    [][]Cell
}

// gap is the space between columns; indent that before the first.
const (
	gap    = 2
	indent = 2
)

// Lines draws the table at most width columns wide (0: as wide as it needs), with a line of
// titles. hidden is how many spare columns did not fit.
func (t *Table) Lines(width int, p Palette) (lines []string, hidden int) {
	widths := t.natural()
	shown := make([]bool, len(widths))
	for i := range shown {
		shown[i] = true
	}
	if width > 0 {
		hidden = t.spare(widths, shown, width)
		t.shrink(widths, shown, width)
	}
	head := make([]Cell, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = Cell{c.Title, Faint}
	}
	lines = append(lines, t.line(head, widths, shown, p))
	for _, row := range t.Rows {
		lines = append(lines, t.line(row, widths, shown, p))
	}
	return lines, hidden
}

func (t *Table) natural() []int {
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = lipgloss.Width(Safe(c.Title))
	}
	for _, row := range t.Rows {
		for i, c := range row {
			widths[i] = max(widths[i], lipgloss.Width(Safe(c.Text)))
		}
	}
	return widths
}

func total(widths []int, shown []bool) int {
	sum := indent - gap
	for i, w := range widths {
		if shown[i] {
			sum += w + gap
		}
	}
	return sum
}

// spare leaves out spare columns, the last first, until the table fits when the others are cut as
// far as they may be, and gives their number.
func (t *Table) spare(widths []int, shown []bool, width int) (hidden int) {
	least := slices.Clone(widths)
	for i, c := range t.Columns {
		if c.Least > 0 {
			least[i] = min(least[i], c.Least)
		}
	}
	for i := len(least) - 1; i >= 0 && total(least, shown) > width; i-- {
		if t.Columns[i].Spare {
			shown[i] = false
			hidden++
		}
	}
	return hidden
}

// shrink cuts the widest shown column that may be cut, by one, until the table fits or none may.
func (t *Table) shrink(widths []int, shown []bool, width int) {
	for over := total(widths, shown) - width; over > 0; over-- {
		widest := -1
		for i, c := range t.Columns {
			if shown[i] && c.Least > 0 && widths[i] > c.Least && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}

func (t *Table) line(row []Cell, widths []int, shown []bool, p Palette) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", indent))
	last := 0
	for i := range row {
		if shown[i] {
			last = i
		}
	}
	for i, c := range row {
		if !shown[i] {
			continue
		}
		text := ansi.Truncate(Safe(c.Text), widths[i], "…")
		pad := strings.Repeat(" ", widths[i]-lipgloss.Width(text))
		text = p.paint(c.Tone, text)
		switch {
		case t.Columns[i].Right:
			b.WriteString(pad + text)
		case i == last:
			b.WriteString(text)
		default:
			b.WriteString(text + pad)
		}
		if i != last {
			b.WriteString(strings.Repeat(" ", gap))
		}
	}
	return strings.TrimRight(b.String(), " ")
}
