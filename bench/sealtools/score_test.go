package sealtools

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"deft/chat"
	"deft/eval"
	"deft/internal/race"
	"deft/tool"

	"github.com/google/go-cmp/cmp"
)

// score scores one reply to one sample.
func score(t testing.TB, o eval.Options, s eval.Sample, reply chat.Message) eval.Score {
	t.Helper()
	sc, err := scoring(o)
	if err != nil {
		t.Fatal(err)
	}
	out, err := sc.Scorer.Score(context.Background(), s, eval.Recorded{Sample: s.ID, Reply: reply}.Transcript())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// counts is correct/predicted/gold of calls and parameters, as text.
func counts(s eval.Score) string {
	c := s.Counts
	return fmt.Sprintf("%v/%v/%v %v/%v/%v", c[countCallsCorrect], c[countCallsPredicted], c[countCallsGold],
		c[countParamsCorrect], c[countParamsPredicted], c[countParamsGold])
}

// list writes calls given as "name{json}" in the benchmark's format.
func list(calls ...string) string {
	var items []string
	for _, c := range calls {
		name, args, _ := strings.Cut(c, "{")
		items = append(items, fmt.Sprintf(`{"api": %q, "parameters": {%s, "responses": []}`, name, args))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

func TestModesSideBySide(t *testing.T) {
	gold2 := list(`a{"x": 1, "y": "u"}`, `b{"z": 2.50}`)
	twice := list(`a{"x": 1}`, `a{"x": 2}`)
	for _, c := range []struct {
		name, gold, reply      string
		ours, paper, reference string // reference "-": unreadable
		valid                  bool
	}{
		{"right", gold2, gold2, "2/2/2 3/3/3", "2/2/2 3/3/3", "2/2/2 3/3/3", true},
		{"another order", gold2, list(`b{"z": 2.5}`, `a{"y": "u", "x": "1"}`), "2/2/2 3/3/3", "2/2/2 3/3/3", "2/2/2 3/3/3", true},
		{"a call repeated", gold2, list(`a{"x": 1}`, `a{"x": 1, "y": "u"}`, `b{"z": 2.5}`), "2/3/2 3/4/3", "3/3/2 4/4/3", "3/3/2 4/4/3", false},
		{"two calls of one api", twice, twice, "2/2/2 2/2/2", "2/2/2 1/2/2", "2/2/2 1/2/2", true},
		{"two calls, exchanged", twice, list(`a{"x": 2}`, `a{"x": 1}`), "2/2/2 2/2/2", "2/2/2 1/2/2", "2/2/2 1/2/2", true},
		{"one of two calls, the second", twice, list(`a{"x": 2}`), "1/1/2 1/1/2", "1/1/2 0/1/2", "1/1/2 0/1/2", false},
		{"python literals", gold2, `[{'api': 'a', 'parameters': {'x': 1, 'y': 'u'}, 'responses': []}, {'api': 'b', 'parameters': {'z': 2.5}, 'responses': []}]`, "2/2/2 3/3/3", "2/2/2 3/3/3", "2/2/2 3/3/3", true},
		{"None in it", gold2, `[{"api": "a", "parameters": {"x": None}, "responses": []}]`, "1/1/2 0/1/3", "1/1/2 0/1/3", "-", false},
		{"an apostrophe", list(`a{"x": "it's"}`), list(`a{"x": "it's"}`), "1/1/1 1/1/1", "1/1/1 1/1/1", "-", true},
		{"no responses", gold2, strings.ReplaceAll(gold2, `, "responses": []`, ""), "2/2/2 3/3/3", "2/2/2 3/3/3", "-", true},
		{"a fence", gold2, "```json\n" + gold2 + "\n```", "2/2/2 3/3/3", "2/2/2 3/3/3", "2/2/2 3/3/3", true},
		{"cut off", gold2, gold2[:len(gold2)-4], "-", "-", "-", false},
		{"empty list", gold2, "[]", "0/0/2 0/0/3", "0/0/2 0/0/3", "-", false},
		{"nothing", gold2, "", "-", "-", "-", false},
		{"prose", gold2, "I would call a.", "-", "-", "-", false},
		{"wrong name and too many parameters", gold2, list(`c{"x": 1}`, `b{"z": 2.5, "w": 0}`), "1/2/2 1/3/3", "1/2/2 1/3/3", "1/2/2 1/3/3", false},
		{"parameters as a list", gold2, `[{"api": "a", "parameters": [1], "responses": []}, {"api": "b", "parameters": {"z": 2.5}, "responses": []}]`, "2/2/2 1/1/3", "2/2/2 1/1/3", "2/2/2 1/1/3", false},
	} {
		for compat, want := range map[eval.Compat]string{eval.CompatDefault: c.ours, eval.CompatPaper: c.paper, eval.CompatReference: c.reference} {
			s := score(t, eval.Options{Compat: compat}, eval.Sample{ID: "s", Gold: json.RawMessage(c.gold)}, chat.Message{Content: c.reply})
			got := counts(s)
			if s.Counts[countReadable] == 0 {
				got = "-"
			}
			if got != want {
				t.Errorf("%s, %s: %s, want %s", c.name, compat, got, want)
			}
			if compat == eval.CompatDefault && s.Valid != c.valid {
				t.Errorf("%s: valid is %v", c.name, s.Valid)
			}
			if s.Valid != (s.ErrorType == "") || s.Valid != (len(s.Classes) == 0) || s.Valid != (s.Evidence == nil) {
				t.Errorf("%s, %s: valid %v, error type %q, classes %v, evidence %s", c.name, compat, s.Valid, s.ErrorType, s.Classes, s.Evidence)
			}
			if s.Evidence != nil && !json.Valid(s.Evidence) {
				t.Errorf("%s: evidence is no JSON: %s", c.name, s.Evidence)
			}
		}
	}
}

func TestCallsBesideTheText(t *testing.T) {
	gold := json.RawMessage(list(`a.b{"x": 40.7}`))
	reply := chat.Message{ToolCalls: []tool.Call{{Name: "a.b", Arguments: json.RawMessage(`{"x": "40.70", "x": 40.70}`)}}}
	for _, p := range protocols() {
		for _, compat := range []eval.Compat{eval.CompatDefault, eval.CompatPaper, eval.CompatReference} {
			s := score(t, eval.Options{Protocol: p, Compat: compat}, eval.Sample{Gold: gold}, reply)
			if got := counts(s); got != "1/1/1 1/1/1" || !s.Valid {
				t.Errorf("%s, %s: %s", p, compat, got)
			}
		}
	}
	s := score(t, eval.Options{Protocol: "native"}, eval.Sample{Gold: gold}, chat.Message{ToolCalls: []tool.Call{{Name: "a.b", Malformed: "{x"}}})
	if got := counts(s); got != "1/1/1 0/0/1" {
		t.Error(got)
	}
}

func TestErrorClasses(t *testing.T) {
	gold := list(`a{"day": "Monday", "when": "08:00", "n": 3}`, `b{}`, `far{}`)
	sample := eval.Sample{
		ID: "s", Gold: json.RawMessage(gold), Tools: []tool.Spec{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}},
		Messages: []chat.Message{{Role: chat.User, Content: "On Monday at eight, 3 of them."}},
	}
	for _, c := range []struct {
		name  string
		calls []string
		want  []string
	}{
		{"nothing called", nil, []string{classMissing, classMissing, classMissed}},
		{"values", []string{`a{"day": "Tuesday", "when": "8", "extra": 1}`, `b{}`, `far{}`}, []string{classExtraction, classConversion, classOmitted, classUnmentioned}},
		{"not offered, but right", []string{`a{"day": "Monday", "when": "08:00", "n": 3}`, `b{}`, `far{}`}, nil},
		{"another offered tool", []string{`a{"day": "Monday", "when": "08:00", "n": 3}`, `c{}`, `far{}`}, []string{classWrong}},
		{"another tool, and one more", []string{`a{"day": "Monday", "when": "08:00", "n": 3}`, `c{}`, `d{}`, `far{}`}, []string{classWrong, classExtra}},
		{"invented", []string{`a{"day": "Monday", "when": "08:00", "n": 3}`, `b{}`, `far{}`, `zz{}`}, []string{classHallucinated}},
		{"repeated", []string{`a{"day": "Monday", "when": "08:00", "n": 3}`, `b{}`, `b{}`, `far{}`}, []string{classExtra}},
		{"in place of one the retriever missed", []string{`a{"day": "Monday", "when": "08:00", "n": 3}`, `b{}`, `d{}`}, []string{classMissed, classExtra}},
	} {
		s := score(t, eval.Options{}, sample, chat.Message{Content: list(c.calls...)})
		if diff := cmp.Diff(c.want, s.Classes); diff != "" {
			t.Errorf("%s: %s\n%s", c.name, diff, s.Evidence)
		}
	}
	unknown := sample
	unknown.Tools = nil // without candidates nobody can say what was offered
	s := score(t, eval.Options{}, unknown, chat.Message{Content: list(`zz{}`)})
	if diff := cmp.Diff([]string{classWrong, classMissing, classMissing}, s.Classes); diff != "" {
		t.Error(diff)
	}
	s = score(t, eval.Options{}, sample, chat.Message{Content: `[{"api": "a", "par`})
	if diff := cmp.Diff([]string{"format_truncated"}, s.Classes); diff != "" {
		t.Error(diff)
	}
}

func TestEvidenceShowsTheDifference(t *testing.T) {
	sample := eval.Sample{ID: "s", Gold: json.RawMessage(list(`a{"x": 1, "y": [1, "ü"]}`, `b{"q": 1}`)), Tools: []tool.Spec{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	s := score(t, eval.Options{}, sample, chat.Message{Content: list(`a{"x": "2"}`, `c{"q": "é\n"}`)})
	want := `{"differences":[{"api":"a","parameters":[{"name":"x","class":"param_conversion","gold":1,"predicted":"2"},{"name":"y","class":"param_omitted","gold":[1,"ü"]}]},` +
		`{"api":"b","called":"c","class":"tool_wrong_choice","gold":{"q":1},"predicted":{"q":"é\n"}}]}`
	if diff := cmp.Diff(want, string(s.Evidence)); diff != "" {
		t.Error(diff)
	}
}

func TestRetrievalCounts(t *testing.T) {
	s := score(t, eval.Options{}, eval.Sample{Gold: json.RawMessage("[]"), Setup: json.RawMessage(`{"ranks": {"a": 3, "b": 6, "c": 0}}`)}, chat.Message{Content: "[]"})
	want := map[string]float64{"found@1": 0, "found@3": 1, "found@5": 1, "found@10": 2, "found@20": 2, "all@20": 0, countQueries: 1, countGoldTools: 3}
	for k, v := range want {
		if s.Counts[k] != v {
			t.Errorf("%s is %v, want %v", k, s.Counts[k], v)
		}
	}
}

func TestOneToOneIsTheBestPairing(t *testing.T) {
	// best tries every pairing of the predicted calls from p on with the free gold calls.
	var best func(gold, predicted []call, p int, used []bool) (calls, params int)
	best = func(gold, predicted []call, p int, used []bool) (int, int) {
		if p == len(predicted) {
			return 0, 0
		}
		calls, params := best(gold, predicted, p+1, used)
		for g := range gold {
			if used[g] || gold[g].name != predicted[p].name {
				continue
			}
			used[g] = true
			c, q := best(gold, predicted, p+1, used)
			used[g] = false
			c, q = c+1, q+equalParameters(gold[g].parameters, predicted[p].parameters)
			if c > calls || c == calls && q > params {
				calls, params = c, q
			}
		}
		return calls, params
	}
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 3))
		random := func() []call {
			calls := make([]call, r.IntN(6))
			for i := range calls {
				calls[i].name = string(rune('a' + r.IntN(2)))
				for _, p := range "wxyz"[:r.IntN(5)] {
					calls[i].parameters = append(calls[i].parameters, member{string(p), fmt.Sprint(r.IntN(3))})
				}
			}
			return calls
		}
		gold, predicted := random(), random()
		pairs := oneToOne(gold, predicted)
		used := map[int]bool{}
		for p, g := range pairs {
			if g >= 0 && (used[g] || gold[g].name != predicted[p].name) {
				t.Fatalf("seed %d: bad pairs %v", seed, pairs)
			}
			used[g] = g >= 0
		}
		got := countOf(gold, predicted, pairs)
		calls, params := best(gold, predicted, 0, make([]bool, len(gold)))
		if got.calls != calls || got.parameters != params {
			t.Fatalf("seed %d: %+v, want %d calls with %d parameters\n%v\n%v", seed, got, calls, params, gold, predicted)
		}
	}
}

// TestHostileRepliesStayLinear scores replies of several megabytes: in time, and with small evidence.
func TestHostileRepliesStayLinear(t *testing.T) {
	if testing.Short() || race.Enabled {
		t.Skip("takes seconds")
	}
	sample := eval.Sample{ID: "s", Gold: json.RawMessage(list(`a{"x": 1}`, `a{"x": 2}`, `b{}`)), Tools: []tool.Spec{{Name: "a"}}}
	n := 100_000
	var many strings.Builder
	many.WriteString(`{"x": 2`)
	for i := range n {
		fmt.Fprintf(&many, `, "p%d": %d`, i, i)
	}
	for name, reply := range map[string]string{
		"many calls":      list(slices.Repeat([]string{`a{"x": 2}`}, n)...),
		"unknown calls":   list(slices.Repeat([]string{`zz{"x": 2}`}, n)...),
		"many parameters": list("a" + many.String() + "}"),
		"a long value":    list(`a{"x": "` + strings.Repeat("é", n) + `"}`),
		"open brackets":   strings.Repeat(`[{"api"`, n),
		"bytes":           strings.Repeat("\xff[{'\x00", n),
	} {
		for _, compat := range []eval.Compat{eval.CompatDefault, eval.CompatReference} {
			start := time.Now()
			s := score(t, eval.Options{Compat: compat}, sample, chat.Message{Content: reply})
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%s, %s: %s", name, compat, took)
			}
			if s.Valid || len(s.Evidence) > 200_000 || !json.Valid(s.Evidence) {
				t.Errorf("%s, %s: valid %v, %d bytes of evidence", name, compat, s.Valid, len(s.Evidence))
			}
		}
	}
}

func TestUndefinedMetricsSayWhy(t *testing.T) {
	for _, compat := range []eval.Compat{eval.CompatDefault, eval.CompatPaper, eval.CompatReference} {
		sc, err := scoring(eval.Options{Compat: compat})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range append(sc.Metrics, sc.Diagnostics...) {
			if _, ok := m.Of(map[string]float64{}, 0); ok || m.Undefined == "" && m.Name != "format_acc" {
				t.Errorf("%s, %s: defined over nothing, or without a reason", compat, m.Name)
			}
		}
	}
	// Nothing readable: precision has no denominator, recall and F1 are 0.
	sc, _ := scoring(eval.Options{})
	sum := map[string]float64{countReplies: 4, countCallsGold: 6, countParamsGold: 9}
	got := tally{sum: sum, n: 4}.values(sc.Metrics)
	want := map[string]string{"format_acc": "0.0000", "tool_p": "-", "tool_r": "0.0000", "tool_f1": "0.0000", "param_p": "-", "param_r": "0.0000", "param_f1": "0.0000"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPublishedTables(t *testing.T) {
	tables := append(published(false), published(true)...)
	if len(tables) != 5 {
		t.Fatalf("%d tables", len(tables))
	}
	for _, p := range tables {
		for _, r := range p.Rows {
			if len(r.Values) != len(p.Metrics) {
				t.Errorf("%s, %s: %d values for %d metrics", p.Source, r.Name, len(r.Values), len(p.Metrics))
			}
			// F1 as printed is the harmonic mean of P and R as printed, up to their rounding.
			for i := 1; i < 7; i += 3 {
				p, q, f := *r.Values[i], *r.Values[i+1], *r.Values[i+2]
				if d := f - 2*p*q/(p+q); d > 2e-3 || d < -2e-3 {
					t.Errorf("%s: P %v and R %v do not give F1 %v", r.Name, p, q, f)
				}
			}
		}
	}
}

func TestScorerIDNamesWhatChangesVerdicts(t *testing.T) {
	for want, o := range map[string]eval.Options{
		"sealtools/default": {}, "sealtools/reference": {Compat: eval.CompatReference}, "sealtools/paper+native": {Compat: eval.CompatPaper, Protocol: "native"},
	} {
		sc, err := scoring(o)
		if err != nil || sc.Scorer.ID() != want {
			t.Errorf("%s, %v, want %s", sc.Scorer.ID(), err, want)
		}
	}
}

func TestWithoutAReplyThereIsNoScore(t *testing.T) {
	sc, err := scoring(eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sc.Scorer.Score(context.Background(), eval.Sample{ID: "s7", Gold: json.RawMessage("[]")}, eval.Transcript{}); err == nil || !strings.Contains(err.Error(), "s7") {
		t.Error(err)
	}
}
