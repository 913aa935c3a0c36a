package report_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/eval"
	"deft/report"
	"deft/report/reporttest"
)

func right() eval.Score {
	return eval.Score{Valid: true, Counts: map[string]float64{"right": 1, "tool_tp": 2, "tool_pred": 2, "tool_gold": 2, "turns": 1}}
}

func wrong(class string) eval.Score {
	return eval.Score{
		ErrorType: class, Classes: []string{class}, Missing: map[string]string{"quality": "no judge was given (--judge)"},
		Counts: map[string]float64{"tool_tp": 1, "tool_pred": 3, "tool_gold": 2, "turns": 2},
	}
}

// small is a run of six samples, one of them not scored.
func small() *reporttest.Source {
	st := reporttest.New()
	st.Put("r1", eval.Sample{ID: "a", Groups: []string{"single"}}, right())
	st.Put("r1", eval.Sample{ID: "b", Groups: []string{"single", "hard"}}, wrong("tool_hallucination"))
	st.Put("r1", eval.Sample{ID: "c", Groups: []string{"nested", "hard"}}, wrong("tool_hallucination"))
	st.Put("r1", eval.Sample{ID: "d", Groups: []string{"multiple"}}, right())
	st.Put("r1", eval.Sample{ID: "e", Groups: []string{"multiple"}})
	st.Put("r1", eval.Sample{ID: "f"}, right())
	return st
}

func TestCollect(t *testing.T) {
	st := small()
	r, err := report.Collect(context.Background(), st, st.Run("r1"), reporttest.Scoring(), report.Options{Verdicts: true, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "collect.json", append(got, '\n'))
	if diff := cmp.Diff([]string{"single", "multiple", "nested", "hard"}, r.GroupOrder); diff != "" {
		t.Error(diff)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (run with UPDATE=1 to accept):\n%s", name, diff)
	}
}

// The values of the golden file that matter, by hand.
func TestCollectByHand(t *testing.T) {
	st := small()
	r, err := report.Collect(context.Background(), st, st.Run("r1"), reporttest.Scoring(), report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Samples != 6 || r.Scored != 5 || r.Errors != 1 {
		t.Errorf("%d samples, %d scored, %d errors", r.Samples, r.Scored, r.Errors)
	}
	for name, want := range map[string]float64{"accuracy": 3.0 / 5, "tool_f1": 2 * 8.0 / (12 + 10)} {
		if got, ok := r.Metrics.Get(name); !ok || math.Abs(got-want) > 1e-12 {
			t.Errorf("%s = %g, want %g", name, got, want)
		}
	}
	if v, ok := r.Metrics["quality"]; !ok || v != nil {
		t.Error("a metric without a judge is not null")
	}
	if got := r.Missing["quality"]; got != "no judge was given (--judge) (2 of 5 samples)" {
		t.Errorf("reason %q", got)
	}
	if got, _ := r.Groups["hard"].Metrics.Get("tool_f1"); got != 0.4 {
		t.Errorf("tool_f1 of the hard ones %g, want 0.4", got)
	}
	if diff := cmp.Diff(map[string]int{"tool_hallucination": 2}, r.ErrorClasses); diff != "" {
		t.Error(diff)
	}
	if r.Verdicts != nil {
		t.Error("verdicts unasked")
	}
	iv, ok := r.CI95["accuracy"]
	if !ok || iv[0] > 0.6 || iv[1] < 0.6 || iv[0] < 0 || iv[1] > 1 {
		t.Errorf("interval %v", iv)
	}
}

func TestCollectNothingScored(t *testing.T) {
	st := reporttest.New()
	st.Put("r", eval.Sample{ID: "a"})
	r, err := report.Collect(context.Background(), st, st.Run("r"), reporttest.Scoring(), report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.MetricOrder {
		if r.Metrics[m] != nil || r.Missing[m] != "no sample was scored" {
			t.Errorf("%s: %v, %q", m, r.Metrics[m], r.Missing[m])
		}
	}
}

func TestCollectTrials(t *testing.T) {
	st := reporttest.New()
	for i := range 20 {
		s := []eval.Score{right(), wrong("bad"), right(), wrong("bad")}
		if i%2 == 1 {
			s = []eval.Score{right(), right(), right(), right()}
		}
		st.Put("r", eval.Sample{ID: fmt.Sprint(i)}, s...)
	}
	r, err := report.Collect(context.Background(), st, st.Run("r"), reporttest.Scoring(), report.Options{Verdicts: true})
	if err != nil {
		t.Fatal(err)
	}
	// Trials 0 and 2 are all right, 1 and 3 half right: accuracies 1, ½, 1, ½.
	want := report.Spread{Mean: 0.75, SD: math.Sqrt(4 * 0.0625 / 3)}
	if diff := cmp.Diff(want, r.Trials.Metrics["accuracy"]); diff != "" {
		t.Error(diff)
	}
	if got, _ := r.Metrics.Get("accuracy"); got != 0.75 || r.Scored != 20 {
		t.Errorf("accuracy %g over %d samples", got, r.Scored)
	}
	// Half of the samples succeed 2 times in 4: pass@2 = (1 + 5/6)/2, pass^2 = (1 + 1/6)/2.
	if got := r.Trials.PassAt[2]; math.Abs(got-11.0/12) > 1e-12 {
		t.Errorf("pass@2 %g", got)
	}
	if got := r.Trials.PassHat[2]; math.Abs(got-7.0/12) > 1e-12 {
		t.Errorf("pass^2 %g", got)
	}
	if v := r.Verdicts["all"]["0"]; *v.Valid || *v.ErrorType != "bad" {
		t.Errorf("verdict of a sample that failed twice: %v", v)
	}
	// Clustered: the trials of a sample are drawn together, so the interval is as wide as one of 20
	// samples whose accuracy is ½ or 1, standard error 0.25/√20 = 0.056. Drawing attempts would give 0.048.
	iv := r.CI95["accuracy"]
	if w := iv[1] - iv[0]; w < 0.19 || w > 0.25 {
		t.Errorf("interval %v is %.3f wide, want about 0.22", iv, w)
	}
}

func TestSensitivity(t *testing.T) {
	v := func(x float64) *float64 { return &x }
	got := report.SensitivityOf([]report.Result{
		{Metrics: report.Metrics{"a": v(0.5), "b": nil}}, {Metrics: report.Metrics{"a": v(0.7), "b": v(1)}}, {Metrics: report.Metrics{"a": v(0.9)}},
	})
	if len(got) != 1 || math.Abs(got["a"].MaxMinusMin-0.4) > 1e-12 || math.Abs(got["a"].SD-0.2) > 1e-12 {
		t.Error(got)
	}
}

// 100,000 samples are read page by page and stay small.
func TestCollectLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("100,000 samples")
	}
	const n = 100_000
	st := reporttest.New()
	for i := range n {
		s := right()
		if i%3 == 0 {
			s = wrong([]string{"a", "b"}[i%2])
		}
		st.Put("r", eval.Sample{ID: fmt.Sprintf("sample-%06d", i), Groups: []string{[]string{"single", "nested"}[i%2]}}, s)
	}
	largest := 0
	st.Page = func(_ string, k int) { largest = max(largest, k) }
	run := st.Run("r")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r, err := report.Collect(context.Background(), st, run, reporttest.Scoring(), report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if r.Scored != n || largest > 4096 {
		t.Errorf("%d scored in pages of up to %d", r.Scored, largest)
	}
	if mb := float64(after.TotalAlloc-before.TotalAlloc) / 1e6; mb > 150 {
		t.Errorf("%.0f MB allocated, pages of the source included", mb)
	}
}

// BenchmarkCollect is the whole way from stored scores to a result with intervals, for 10,000
// samples in three groups.
func BenchmarkCollect(b *testing.B) {
	st := reporttest.New()
	st.Demo("r", 10_000, 6)
	run := st.Run("r")
	for b.Loop() {
		if _, err := report.Collect(context.Background(), st, run, reporttest.Scoring(), report.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
