package library

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// documented is the tool that docs/library.md adds in ten lines, as it stands there.
func documented() define.Tool {
	return define.View("cities_of_country", "Lists the cities of a country, the largest first.",
		func(w *world.World, in struct {
			Country string `json:"country" doc:"Name or code of the country" min:"1" max:"60"`
			define.Paging
		}) (define.Page[world.City], error) {
			c, err := define.Country(w, in.Country)
			cities := world.Cities.Where(w, func(x *world.City) bool { return x.Country == c.Code })
			return define.Cut(world.TopBy(cities, func(x world.City) int { return x.Population }), in.Paging), err
		}, `{"country":"Japan"}`, `{"country":"PT","page_size":1}`)
}

// TestDocumentedTool: the page shows the tool above, line by line, and what a call of it gives.
func TestDocumentedTool(t *testing.T) {
	page, err := os.ReadFile("../../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("document_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(page), "```go\ndefine.View(\"cities_of_country\"")
	shown, _, ok := strings.Cut(shown, ",\n```")
	plain := func(s string) string { return strings.ReplaceAll(s, "\t", "") }
	if !ok || len(shown) < 300 || !strings.Contains(plain(string(source)), plain(shown)) {
		t.Errorf("the page does not show the tool of this file but:\n%s", shown)
	}
	r := documented().Build(define.Shapes{}).Call(world.Open(world.NewBase(1)), json.RawMessage(documented().Examples[1]))
	var want, got map[string]any
	if err := json.Unmarshal(r.Content, &got); err != nil || r.Fault != "" {
		t.Fatal(string(r.Content), err)
	}
	_, answer, _ := strings.Cut(string(page), "$ deft tools call cities_of_country '"+documented().Examples[1]+"'\n")
	answer, _, _ = strings.Cut(answer, "\n$ ")
	if err := json.Unmarshal([]byte(answer), &want); err != nil {
		t.Fatalf("the page shows %q: %v", answer, err)
	}
	if !equal(want, got) {
		t.Errorf("the page shows %v, a call gives %v", want, got)
	}
}
