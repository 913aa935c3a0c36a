package define

import "testing"

func TestSingular(t *testing.T) {
	for table, want := range map[string]string{
		"launches": "launch", "groceries": "grocery", "businesses": "business", "races": "race",
		"recipes": "recipe", "cities": "city", "menu_items": "menu item", "aircraft": "aircraft",
	} {
		if got := singular(table); got != want {
			t.Errorf("one of %s is called %q, want %q", table, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"plain": `"plain"`, "a & b <c>": `"a & b <c>"`, `"é"`: `"\"é\""`, "two\nlines": `"two\nlines"`, "\xff": "\"\\ufffd\"",
	} {
		if got := quote(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
	}
}
