package pl

import (
	"testing"

	"deft/tool/library/world"
)

func TestParseLine(t *testing.T) {
	w := world.Open(world.NewBase(1))
	for _, tc := range []struct {
		line, name string
		grams      float64
	}{
		{"800 g rice", "rice", 800},
		{"800g of rice", "rice", 800},
		{"1.5kg tomatoes", "tomato", 1500},
		{"2 kilos tomato", "tomato", 2000},
		{"250 grams of lentils", "lentils", 250},
		{"1 pound butter", "butter", 453.6},
		{"1 1/2 cups flour", "flour", 187.5},
		{"3 eggs, chopped", "egg", 150},
		{"7up", "", 0},
		{"", "", 0},
	} {
		p, _ := parseLine(w, tc.line)
		if p.Ingredient != tc.name || p.Known != (tc.name != "") || p.Grams != tc.grams {
			t.Errorf("%q is read as %+v, want %v g of %q", tc.line, p, tc.grams, tc.name)
		}
	}
}
