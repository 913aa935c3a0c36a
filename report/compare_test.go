package report_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/eval"
	"deft/report"
	"deft/report/reporttest"
	"deft/store"
)

// pairs puts two runs: of 200 shared samples both get 100 right, the base alone 30, the other alone
// 10, neither 60; the base has 5 samples more, the other 3.
func pairs() *reporttest.Source {
	st := reporttest.New()
	for i := range 200 {
		s := eval.Sample{ID: fmt.Sprintf("s%03d", i), Groups: []string{[]string{"single", "nested"}[i%2]}}
		base, other := i < 130, i < 100 || i >= 130 && i < 140
		for run, ok := range map[string]bool{"old": base, "new": other} {
			if ok {
				st.Put(run, s, right())
			} else {
				st.Put(run, s, wrong("w"))
			}
		}
	}
	for i := range 5 {
		st.Put("old", eval.Sample{ID: fmt.Sprint("old", i)}, right())
	}
	for i := range 3 {
		st.Put("new", eval.Sample{ID: fmt.Sprint("new", i)}, wrong("w"))
	}
	return st
}

func input(st *reporttest.Source, run string) report.Input {
	return report.Input{Run: st.Run(run), Scoring: reporttest.Scoring()}
}

func TestCompare(t *testing.T) {
	st := pairs()
	cs, err := report.Compare(context.Background(), st, input(st, "old"), []report.Input{input(st, "new")}, report.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	c := cs[0]
	if c.Samples != 200 || c.OnlyBase != 5 || c.OnlyOther != 3 {
		t.Errorf("%d shared, %d only in the base, %d only in the other", c.Samples, c.OnlyBase, c.OnlyOther)
	}
	if len(c.Fixed) != 10 || len(c.Broken) != 30 || c.Fixed[0] != "s130" || c.Broken[29] != "s129" {
		t.Errorf("%d fixed %v, %d broken %v", len(c.Fixed), c.Fixed, len(c.Broken), c.Broken)
	}
	// scipy: binomtest(10, 40, 0.5).pvalue
	if math.Abs(c.P-0.0022214337732293643) > 1e-12 {
		t.Errorf("McNemar p %.16g", c.P)
	}
	d := c.Metrics["accuracy"]
	if *d.Base != 0.65 || *d.Other != 0.55 || math.Abs(*d.Diff+0.1) > 1e-12 {
		t.Errorf("accuracy %g to %g, difference %g", *d.Base, *d.Other, *d.Diff)
	}
	// The mean of 200 differences: 30 of -1, 10 of +1; standard error √((40-200·0.01)/200²) = 0.0308.
	if lo, hi := d.CI95[0], d.CI95[1]; math.Abs(lo+0.16) > 0.01 || math.Abs(hi+0.04) > 0.01 {
		t.Errorf("interval %v, want about -0.16 to -0.04", d.CI95)
	}
	if math.Abs(*d.P-c.P) > 0.006 {
		t.Errorf("p by randomization %.4f, exact %.4f", *d.P, c.P)
	}
	if diff := cmp.Diff([]string{"accuracy", "tool_f1"}, c.Regressed); diff != "" || !c.Regression {
		t.Error(diff)
	}
	if g := c.Groups["single"]; g.Samples != 100 || math.Abs(*g.Metrics["accuracy"].Diff+0.1) > 1e-12 {
		t.Errorf("group single: %+v", g)
	}
	if q := c.Metrics["quality"]; q.Base != nil || q.Diff != nil || q.CI95 != nil {
		t.Errorf("a metric that neither run has: %+v", q)
	}
	body, err := json.Marshal(c)
	if err != nil || !strings.Contains(string(body), `"quality":{"base":null,"other":null,"diff":null,"ci95":null,"p":null}`) {
		t.Error(string(body), err)
	}
}

func TestCompareWithItself(t *testing.T) {
	st := pairs()
	cs, err := report.Compare(context.Background(), st, input(st, "old"), []report.Input{input(st, "old")}, report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := cs[0]
	d := c.Metrics["tool_f1"]
	if *d.Diff != 0 || *d.CI95 != [2]float64{} || *d.P != 1 || c.P != 1 || c.Regression || len(c.Fixed)+len(c.Broken) != 0 {
		t.Errorf("a run against itself: %+v, %+v", c, d)
	}
}

func TestCompareNothingShared(t *testing.T) {
	st := reporttest.New()
	st.Put("a", eval.Sample{ID: "1"}, right())
	st.Put("b", eval.Sample{ID: "2"}, right())
	cs, err := report.Compare(context.Background(), st, input(st, "a"), []report.Input{input(st, "b")}, report.Options{})
	if err != nil || cs[0].Samples != 0 || cs[0].Metrics["accuracy"].Diff != nil || cs[0].Regression {
		t.Error(cs, err)
	}
	other := input(st, "b")
	other.Run = store.Run{ID: "b", Task: "else"}
	if _, err := report.Compare(context.Background(), st, input(st, "a"), []report.Input{other}, report.Options{}); err == nil ||
		!strings.Contains(err.Error(), "only runs of one task") {
		t.Errorf("error %v", err)
	}
}
