package html_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"deft/chat"
	"deft/eval"
	"deft/report"
	"deft/report/html"
	"deft/report/reporttest"
)

// source has a run of n samples, two other models', a floor and a ceiling.
func source(n int) *reporttest.Source {
	st := reporttest.New()
	st.Demo("mine", n, 6)
	st.Demo("better", n, 8)
	st.Demo("worse", n, 4)
	st.Demo("baseline", n, 2)
	st.Demo("oracle", n, 10)
	return st
}

func collect(t *testing.T, st *reporttest.Source, run string) report.Result {
	t.Helper()
	sc := reporttest.Scoring()
	sc.Published = reporttest.Published()
	r, err := report.Collect(context.Background(), st, st.Run(run), sc, report.Options{Seed: 1, Replicates: 200})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func gather(t *testing.T, st *reporttest.Source, run string) html.Samples {
	t.Helper()
	s, err := html.Gather(context.Background(), st, st.Run(run), "demo/default", 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func write(t *testing.T, p html.Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func single(t *testing.T, n int) html.Page {
	t.Helper()
	st := source(n)
	return html.Page{
		Results: []report.Result{collect(t, st, "mine")}, Samples: []html.Samples{gather(t, st, "mine")},
		Floor: []report.Result{collect(t, st, "baseline")}, Ceiling: []report.Result{collect(t, st, "oracle")},
	}
}

func TestWrite(t *testing.T) {
	page := write(t, single(t, 700))
	if mb := float64(len(page)) / 1e6; mb > 5 {
		t.Errorf("700 samples take %.1f MB", mb)
	}
	for _, want := range []string{"maker/mine", "tool_f1", "floor: maker/baseline", "ceiling: maker/oracle", "tool_hallucination", "the paper, table 4", "nested",
		"Content-Security-Policy", "default-src &#39;none&#39;", "no judge was given"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, never := range []string{"http://", "https://", "<script>alert", "<img", "unsafe-inline", "src=\"", "@import"} {
		if strings.Contains(page, never) {
			t.Errorf("the page has %q", never)
		}
	}
	if strings.Count(page, "<script") != 2 || strings.Count(page, "</script>") != 2 {
		t.Error("a text opens or closes a script element")
	}
	if page != write(t, single(t, 700)) {
		t.Error("the same run gives another file")
	}
}

// The samples in the file are what was put in, byte for byte.
func TestSamplesComeBack(t *testing.T) {
	page := write(t, single(t, 30))
	_, rest, _ := strings.Cut(page, `id="data">`)
	raw, _, _ := strings.Cut(rest, "</script>")
	var data struct {
		Texts []string
		Runs  []struct {
			Cases []struct {
				ID string
				V  *bool
				E  string
				T  []struct{ Ev []struct{ X int } }
			}
		}
	}
	if err := json.Unmarshal([]byte(raw), &data); err != nil {
		t.Fatal(err)
	}
	cases := data.Runs[0].Cases
	if len(cases) != 30 || *cases[0].V != true || *cases[1].V != false || cases[1].E != "wrong_argument" || cases[29].V != nil {
		t.Errorf("%+v", cases)
	}
	// The last event of a wrong sample is the reply, hostile text and all.
	ev := cases[1].T[0].Ev
	if got, want := data.Texts[ev[len(ev)-1].X], "I would call wether. "+reporttest.Hostile; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	shared := 0
	for _, s := range data.Texts {
		if s == "Use the tools." {
			shared++
		}
	}
	if shared != 1 {
		t.Errorf("the system prompt is there %d times", shared)
	}
}

func TestHostileNames(t *testing.T) {
	st := reporttest.New()
	st.Demo("r", 12, 5)
	for i := range 3 {
		st.Put("r", eval.Sample{ID: fmt.Sprint(i, reporttest.Hostile), Groups: []string{reporttest.Hostile}},
			eval.Score{ErrorType: reporttest.Hostile, Classes: []string{reporttest.Hostile}})
	}
	run := st.Run("r")
	run.Model, run.Protocol, run.ServedModel = reporttest.Hostile, reporttest.Hostile, reporttest.Hostile
	r, err := report.Collect(context.Background(), st, run, reporttest.Scoring(), report.Options{Replicates: 50})
	if err != nil {
		t.Fatal(err)
	}
	in := report.Input{Run: run, Scoring: reporttest.Scoring()}
	cs, err := report.Compare(context.Background(), st, in, []report.Input{in}, report.Options{Replicates: 50})
	if err != nil {
		t.Fatal(err)
	}
	v := 0.5
	page := write(t, html.Page{
		Results: []report.Result{r, r}, Comparisons: cs, Samples: []html.Samples{gather(t, st, "r")},
		Sections: []html.Section{
			{Title: reporttest.Hostile, Note: reporttest.Hostile, Chart: html.Radar([]string{"a", "b", reporttest.Hostile}, []html.Series{{Name: reporttest.Hostile, Values: []*float64{&v, nil, &v}}})},
			{Title: "h", Chart: html.Heatmap([]string{reporttest.Hostile}, []string{reporttest.Hostile}, [][]*float64{{&v}}, 0, 1)},
			{Title: "c", Chart: html.Curves([]float64{0, 1}, []html.Series{{Name: reporttest.Hostile, Values: []*float64{&v, &v}}}, reporttest.Hostile),
				Table: &html.Table{Head: []string{reporttest.Hostile}, Rows: [][]string{{reporttest.Hostile}}}},
		},
	})
	if strings.Count(page, "<script") != 2 || strings.Contains(page, "<img") || strings.ContainsRune(page, 0) {
		t.Error("a hostile name became markup")
	}
}

// Long transcripts are cut until the file is small enough, and the page says so.
func TestBudget(t *testing.T) {
	st := reporttest.New()
	st.Demo("r", 700, 5)
	for i := range st.Made["r"] {
		reply := st.Made["r"][i].Events[1].Message
		reply.Content += strings.Repeat(fmt.Sprintf("%d <b>&é ", i), 2000)
	}
	page := write(t, html.Page{Results: []report.Result{collect(t, st, "r")}, Samples: []html.Samples{gather(t, st, "r")}})
	if mb := float64(len(page)) / 1e6; mb > 5 {
		t.Errorf("%.1f MB", mb)
	}
	if !strings.Contains(page, "without their middle") || !strings.Contains(page, "bytes left out") {
		t.Error("the page does not say that texts were cut")
	}
}

func TestGatherLarge(t *testing.T) {
	for _, c := range []struct{ n, skill, failures, passes int }{
		{2000, 5, 1001, 999}, // one has no score
		{5000, 9, 501, 1499},
		{5000, 2, 1800, 200},
		{5000, 10, 1, 1999},
	} {
		if testing.Short() && c.skill != 9 {
			continue
		}
		st := reporttest.New()
		st.Demo("r", c.n, c.skill)
		s := gather(t, st, "r")
		if s.Failures != c.failures || s.Passes != c.passes || len(s.Cases) != 2000 || s.AllFailures+s.AllPasses != c.n {
			t.Errorf("%d samples, skill %d: %d of %d failures, %d of %d passes, %d cases", c.n, c.skill, s.Failures, s.AllFailures, s.Passes, s.AllPasses, len(s.Cases))
		}
		again := gather(t, st, "r")
		for i := range s.Cases {
			if s.Cases[i].Sample.ID != again.Cases[i].Sample.ID {
				t.Fatal("another draw")
			}
		}
		note := "drawn with seed 1; the figures above are over all of them"
		if page := write(t, html.Page{Samples: []html.Samples{s}}); strings.Contains(page, note) != (c.n > 2000) {
			t.Errorf("%d samples: the note is there: %v", c.n, c.n <= 2000)
		}
	}
}

// A conversation of several turns shows each reply once.
func TestTurns(t *testing.T) {
	st := reporttest.New()
	st.Put("r", eval.Sample{ID: "a"}, eval.Score{Valid: true})
	said := chat.Message{Role: chat.Assistant, Content: "said once"}
	st.Made["r"] = []eval.Transcript{{Key: chat.Key{Sample: "a"}, Events: []eval.Event{
		{Kind: eval.EventPrompt, Messages: []chat.Message{{Role: chat.User, Content: "begin"}}},
		{Kind: eval.EventReply, Message: &said},
		{Kind: eval.EventPrompt, Keep: 1, Messages: []chat.Message{said, {Role: chat.User, Content: "go on"}}},
		{Kind: eval.EventReply, Message: &chat.Message{Reasoning: "hm", Content: ""}, Finish: chat.FinishLength},
		{Kind: eval.EventNote, Note: "stopped here"},
	}}}
	page := write(t, html.Page{Samples: []html.Samples{gather(t, st, "r")}})
	_, raw, _ := strings.Cut(page, `"ev":`)
	got, _, _ := strings.Cut(raw, "]")
	want := `[{"k":"prompt","h":"user","x":0},{"k":"reply","h":"reply","x":1},{"k":"prompt","h":"user","x":2},{"k":"think","h":"reasoning","x":3},{"k":"reply","h":"reply, cut at the token limit","x":4},{"k":"note","h":"note","x":5}`
	if got != want {
		t.Errorf("events %s\nwant %s", got, want)
	}
}

// sections are charts of every kind.
func sections() []html.Section {
	v := func(xs ...float64) []*float64 {
		out := make([]*float64, len(xs))
		for i := range xs {
			out[i] = &xs[i]
		}
		return out
	}
	axes := []string{"format", "intent", "planning", "selection", "answer"}
	x, low, high := []float64{}, []float64{}, []float64{}
	for i := range 81 {
		at := float64(i) / 9
		x = append(x, at)
		low = append(low, 0.3/(1+(at-3)*(at-3)))
		high = append(high, 0.25/(1+(at-5)*(at-5)/2))
	}
	return []html.Section{
		{Title: "Dimensions", Note: "Five dimensions of each model.", Chart: html.Radar(axes, []html.Series{{"mine", v(0.9, 0.7, 0.6, 0.8, 0.5)}, {"better", v(0.95, 0.8, 0.85, 0.9, 0.7)}})},
		{Title: "Correlation of dimensions", Chart: html.Heatmap(axes, axes, [][]*float64{
			v(1, 0.2, 0.3, 0.1, 0), v(0.2, 1, 0.6, 0.5, 0.4), v(0.3, 0.6, 1, 0.7, 0.5), v(0.1, 0.5, 0.7, 1, 0.8), v(0, 0.4, 0.5, 0.8, 1)}, 0, 1)},
		{Title: "Turns", Chart: html.Curves(x, []html.Series{{"mine", v(low...)}, {"better", v(high...)}}, "turns")},
	}
}
