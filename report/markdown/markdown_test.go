package markdown_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/report"
	"deft/report/markdown"
	"deft/report/reporttest"
)

func collect(t *testing.T, st *reporttest.Source, run string) report.Result {
	t.Helper()
	sc := reporttest.Scoring()
	sc.Published = reporttest.Published()
	r, err := report.Collect(context.Background(), st, st.Run(run), sc, report.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func source() *reporttest.Source {
	st := reporttest.New()
	st.Demo("mine", 60, 6)
	st.Demo("worse", 60, 3)
	st.Demo("floor", 60, 1)
	return st
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (run with UPDATE=1 to accept):\n%s", name, diff)
	}
}

func TestWrite(t *testing.T) {
	st := source()
	var b bytes.Buffer
	if err := markdown.Write(&b, []report.Result{collect(t, st, "mine")}, markdown.Options{Floor: []report.Result{collect(t, st, "floor")}}); err != nil {
		t.Fatal(err)
	}
	golden(t, "result.md", b.String())
}

func TestSummary(t *testing.T) {
	st := source()
	in := func(run string) report.Input { return report.Input{Run: st.Run(run), Scoring: reporttest.Scoring()} }
	cs, err := report.Compare(context.Background(), st, in("mine"), []report.Input{in("worse")}, report.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	checks := []markdown.Check{{Name: "tool_f1 >= 0.8", Note: "0.723"}, {Name: "errors", Pass: true, Note: "1"}}
	if err := markdown.Summary(&b, []report.Result{collect(t, st, "worse")}, cs, checks); err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.md", b.String())
}

func TestText(t *testing.T) {
	got := markdown.Text(reporttest.Hostile + "\n| x |")
	if strings.ContainsAny(got, "<>\n\x1b\x00\u202e") || strings.Contains(strings.ReplaceAll(got, `\|`, ""), "|") {
		t.Errorf("%q", got)
	}
}
