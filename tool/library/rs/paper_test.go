package rs

import (
	"testing"

	"deft/tool/library/world"
)

func TestCite(t *testing.T) {
	p := world.Paper{Title: "On tea", Venue: "Leaf Letters", DOI: "10.5555/x.2024", Published: world.Day(2024, 5, 1)}
	for _, tc := range []struct {
		authors     []string
		style, want string
	}{
		{[]string{"Ana Paz"}, "apa", "Paz, A. (2024). On tea. Leaf Letters. https://doi.org/10.5555/x.2024"},
		{[]string{"Élise Roy", "Ana Paz"}, "apa", "Roy, É., & Paz, A. (2024). On tea. Leaf Letters. https://doi.org/10.5555/x.2024"},
		{[]string{"Ana Paz"}, "mla", "Paz, Ana. “On tea.” Leaf Letters, 2024, doi:10.5555/x.2024."},
		{[]string{"Ana Paz", "Jo Lin"}, "mla", "Paz, Ana, and Jo Lin. “On tea.” Leaf Letters, 2024, doi:10.5555/x.2024."},
		{[]string{"Ana Paz", "Jo Lin", "Bo Su"}, "mla", "Paz, Ana, et al. “On tea.” Leaf Letters, 2024, doi:10.5555/x.2024."},
	} {
		p.Authors = tc.authors
		if got := cite(p, tc.style); got != tc.want {
			t.Errorf("%s of %v: %s, want %s", tc.style, tc.authors, got, tc.want)
		}
	}
}
