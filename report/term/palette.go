package term

import (
	"math"
	"strings"

	"charm.land/lipgloss/v2"
)

// Palette paints tones; the zero value paints nothing. Colours are the terminal's own sixteen, so
// that they fit its light or dark background.
type Palette struct{ on bool }

// Colors is a palette that paints when on is set.
func Colors(on bool) Palette { return Palette{on} }

func (p Palette) paint(t Tone, s string) string {
	if !p.on || t == Plain || s == "" {
		return s
	}
	style := lipgloss.NewStyle()
	switch t {
	case Strong:
		style = style.Bold(true)
	case Faint:
		style = style.Faint(true)
	case Good:
		style = style.Foreground(lipgloss.Green)
	case Bad:
		style = style.Foreground(lipgloss.Red)
	case Accent:
		style = style.Foreground(lipgloss.Cyan)
	}
	return style.Render(s)
}

// bar draws v in [0,1] as a line of n cells, to half a cell.
func bar(v *float64, n int) string {
	if v == nil {
		return ""
	}
	half := int(math.Round(min(max(*v, 0), 1) * float64(2*n)))
	if half == 0 && *v > 0 {
		half = 1
	}
	return strings.Repeat("━", half/2) + strings.Repeat("╸", half%2)
}
