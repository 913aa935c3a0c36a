package term

import (
	"strings"
	"testing"
)

// TestNarrowTables: columns that can be done without go before others are cut, and what they leave is
// given back; a column without Least, such as an id that is typed again, is always whole.
func TestNarrowTables(t *testing.T) {
	table := Table{
		Columns: []Column{{Title: "run"}, {Title: "model", Least: 6}, {Title: "started", Spare: true}},
		Rows:    [][]Cell{{{"0102-0304-core-abcd", Plain}, {"maker/model-1.0", Plain}, {"2026-01-02 03:04", Plain}}},
	}
	for _, test := range []struct {
		width  int
		want   string
		hidden int
	}{
		{0, "  0102-0304-core-abcd  maker/model-1.0  2026-01-02 03:04", 0},
		{50, "  0102-0304-core-abcd  maker/mo…  2026-01-02 03:04", 0},
		{40, "  0102-0304-core-abcd  maker/model-1.0", 1},
		{30, "  0102-0304-core-abcd  maker/…", 1},
		{10, "  0102-0304-core-abcd  maker…", 1},
	} {
		lines, hidden := table.Lines(test.width, Colors(false))
		if got := strings.TrimRight(lines[1], " "); got != test.want || hidden != test.hidden {
			t.Errorf("width %d: %q with %d hidden, want %q with %d", test.width, got, hidden, test.want, test.hidden)
		}
	}
}
