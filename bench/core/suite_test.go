package core

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"deft/bench/core/world"
	"deft/eval"
)

func openSuite(t testing.TB, o eval.Options) (*eval.Task, []eval.Sample) {
	t.Helper()
	task, err := Benchmark().Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var list []eval.Sample
	for s, err := range task.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return task, list
}

func lines(t testing.TB) []line {
	t.Helper()
	list, err := readLines()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestShapeOfTheSuite(t *testing.T) {
	list := lines(t)
	if len(list) != size {
		t.Errorf("%d samples, but the benchmark says %d", len(list), size)
	}
	box, err := world.Load()
	if err != nil {
		t.Fatal(err)
	}
	perGroup, perScenario, ids := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, l := range list {
		perGroup[l.Group]++
		perScenario[l.Scenario]++
		if ids[l.ID] || !strings.HasPrefix(l.ID, l.Group+"-") {
			t.Errorf("%s: the id repeats or does not begin with its group %s", l.ID, l.Group)
		}
		ids[l.ID] = true
		gold := map[string]bool{}
		for _, c := range l.Calls {
			for _, w := range c.ways() {
				gold[w.Tool] = true
				if !slices.Contains(l.Tools, w.Tool) {
					t.Errorf("%s: gold tool %s is not shown", l.ID, w.Tool)
				}
			}
		}
		if others := len(l.Tools) - len(gold); others < 5 {
			t.Errorf("%s: %d near misses, want at least 5", l.ID, others)
		}
		if unique := slices.Compact(slices.Sorted(slices.Values(l.Tools))); len(unique) != len(l.Tools) {
			t.Errorf("%s: a tool is shown twice", l.ID)
		}
		checkGroup(t, l)
	}
	for _, g := range groups() {
		if perGroup[g] < 40 {
			t.Errorf("group %s has %d samples, want at least 40", g, perGroup[g])
		}
	}
	for _, s := range []string{"TG", "DU", "RS", "PL", "IR", "AM", "FT"} {
		if perScenario[s] < 20 {
			t.Errorf("scenario %s has %d samples, want at least 20", s, perScenario[s])
		}
	}
	if n := len(box.Specs()); n < 60 {
		t.Errorf("%d tools, want at least 60", n)
	}
}

// checkGroup checks that a sample is what its group says.
func checkGroup(t *testing.T, l line) {
	t.Helper()
	references := 0
	for i, c := range l.Calls {
		for param, accepted := range c.Args {
			for _, body := range accepted {
				text, ok := "", false
				if v, isJSON := decode(body); isJSON {
					text, ok = v.(string)
				}
				if !ok {
					continue
				}
				if r, ok := parseReference(text); ok {
					references++
					if r.call >= i {
						t.Errorf("%s: %s of call %d refers to call %d", l.ID, param, i+1, r.call+1)
					}
				}
			}
		}
	}
	n := len(l.Calls)
	ok := false
	switch l.Group {
	case groupSingle:
		ok = n == 1 && references == 0
	case groupMultiple:
		ok = n >= 2 && references == 0
	case groupNested:
		ok = n >= 2 && references >= 1
	case groupNoFit, groupNoTool:
		ok = n == 0
	}
	if !ok {
		t.Errorf("%s: %d calls with %d references do not belong in group %s", l.ID, n, references, l.Group)
	}
}

// TestTemplates checks that no more than three queries are cut from one pattern: alike in at
// least 80% of their words once names, numbers and quotations are taken out.
func TestTemplates(t *testing.T) {
	list := lines(t)
	patterns := make([]map[string]bool, len(list))
	for i, l := range list {
		patterns[i] = pattern(l.Query)
	}
	for i, l := range list {
		var alike []string
		for j := range list {
			if i != j && overlap(patterns[i], patterns[j]) >= 0.8 {
				alike = append(alike, list[j].ID)
			}
		}
		if len(alike) > 2 {
			t.Errorf("%s is of the same template as %v", l.ID, alike)
		}
	}
}

func pattern(query string) map[string]bool {
	slots := regexp.MustCompile(`'[^']*'|"[^"]*"|https?://\S+|\S*\d\S*|/\S+|\S+@\S+`)
	out := map[string]bool{}
	for i, word := range strings.Fields(slots.ReplaceAllString(query, " ")) {
		if i > 0 && word != "I" && strings.ToLower(word[:1]) != word[:1] {
			continue // a name
		}
		out[strings.ToLower(strings.Trim(word, ".,:;!?()"))] = true
	}
	return out
}

func overlap(a, b map[string]bool) float64 {
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	return float64(both) / float64(max(len(a)+len(b)-both, 1))
}

// TestWordsOfNames checks that in at least 30% of the samples with calls no content word of the
// query is in the name of a gold tool, so that names alone do not give the answer.
func TestWordsOfNames(t *testing.T) {
	with, free := 0, 0
	for _, l := range lines(t) {
		if len(l.Calls) == 0 {
			continue
		}
		with++
		names := map[string]bool{}
		for _, c := range l.Calls {
			for _, part := range strings.Split(c.Tool, "_") {
				names[stem(part)] = true
			}
		}
		shared := false
		for _, word := range strings.FieldsFunc(strings.ToLower(l.Query), func(r rune) bool { return r < 'a' || r > 'z' }) {
			if !functionWords[word] && names[stem(word)] {
				shared = true
			}
		}
		if !shared {
			free++
		}
	}
	if share := float64(free) / float64(with); share < 0.3 {
		t.Errorf("in %.0f%% of %d samples no content word is in the gold tool's name, want at least 30%%", 100*share, with)
	} else {
		t.Logf("%d of %d (%.0f%%)", free, with, 100*share)
	}
}

// functionWords carry no content; "get", "by" and the like stand in many tools' names.
var functionWords = map[string]bool{
	"a": true, "an": true, "the": true, "of": true, "to": true, "in": true, "on": true, "by": true, "from": true, "for": true, "and": true, "or": true,
	"is": true, "are": true, "it": true, "i": true, "me": true, "my": true, "get": true, "up": true, "what": true, "s": true, "with": true, "at": true, "between": true,
}

// stem cuts the endings of English inflection, enough to see days in day and converted in convert.
func stem(w string) string {
	for _, end := range []string{"ions", "ion", "ings", "ing", "ies", "ed", "es", "s", "e", "y"} {
		if rest, ok := strings.CutSuffix(w, end); ok && len(rest) >= 3 {
			return rest
		}
	}
	return w
}

func TestSamplesShowTheirTools(t *testing.T) {
	_, list := openSuite(t, eval.Options{})
	for i, s := range list {
		if len(s.Messages) != 2 || !strings.Contains(s.Messages[0].Content, "Wednesday, 2026-03-11") || s.Messages[1].Content == "" {
			t.Errorf("%s: messages %q", s.ID, s.Messages)
		}
		for n, spec := range s.Tools {
			if want := lines(t)[i].Tools[n]; spec.Name != want {
				t.Errorf("%s shows %s as tool %d, want %s", s.ID, spec.Name, n, want)
			}
		}
		if i > 5 {
			return
		}
	}
}

func TestOptionsThatDoNotApply(t *testing.T) {
	for _, tc := range []struct {
		o    eval.Options
		want string
	}{
		{eval.Options{Data: "x"}, "built in"}, {eval.Options{Split: "dev"}, "no split"},
		{eval.Options{Compat: eval.CompatPaper}, "one definition"}, {eval.Options{Protocol: "morse"}, "morse"},
	} {
		if _, err := Benchmark().Open(t.Context(), tc.o); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v: error %v, want %q", tc.o, err, tc.want)
		}
	}
}
