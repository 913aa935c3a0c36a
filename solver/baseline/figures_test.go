package baseline_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"deft/bench/bfcl"
	"deft/bench/core"
	"deft/bench/sealtools"
	"deft/chat"
	"deft/eval"
	"deft/internal/shared"
	"deft/solver/baseline"
)

// TestPublishedFigures plays the baseline and checks that docs/baseline.md says what comes out.
func TestPublishedFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 1,365 samples")
	}
	page, err := os.ReadFile("../../docs/baseline.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, group string
		bench       eval.Benchmark
		data        []string
		options     eval.Options
	}{
		{"core", "", core.Benchmark(), nil, eval.Options{}},
		{"Seal-Tools dev, 5 candidates", "", sealtools.Benchmark(), []string{"sealtools"}, eval.Options{Split: "dev", Retrieve: 5}},
		{"BFCL simple (2024-08)", "simple", bfcl.Benchmark(), []string{"bfcl", "v1-2024-08"}, eval.Options{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.data != nil {
				tc.options.Data = shared.Data(t, tc.data...)
			}
			task, err := tc.bench.Open(t.Context(), tc.options)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range rows(t, tc.name, tc.group, task) {
				t.Log(row)
				if !strings.Contains(string(page), row) {
					t.Errorf("docs/baseline.md has no row\n%s", row)
				}
			}
		})
	}
}

// rows are the lines of the published table: all samples, then each group of the benchmark's own
// (only, when it is not empty).
func rows(t *testing.T, name, only string, task *eval.Task) []string {
	t.Helper()
	sums, n := map[string]map[string]float64{}, map[string]int{}
	floor := baseline.New()
	for s, err := range task.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		if only != "" && s.Groups[0] != only {
			continue
		}
		m, err := floor.Model(s, task.Protocol)
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Generate(t.Context(), chat.Request{})
		if err != nil {
			t.Fatal(err)
		}
		score, err := task.Scoring.Scorer.Score(t.Context(), s, eval.Recorded{Sample: s.ID, Reply: r.Message}.Transcript())
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range append([]string{"all"}, s.Groups...) {
			if sums[g] == nil {
				sums[g] = map[string]float64{}
			}
			n[g]++
			for k, v := range score.Counts {
				sums[g][k] += v
			}
		}
	}
	var out []string
	for _, g := range append([]string{"all"}, task.Scoring.Groups...) {
		if n[g] == 0 || only != "" && g != "all" || g != "all" && n[g] == n["all"] {
			continue
		}
		row := fmt.Sprintf("| %s | %s | %d |", name, g, n[g])
		for _, want := range []string{"accuracy", "tool_f1", "param_f1", "abstain_acc"} {
			cell := " – |"
			for _, m := range task.Scoring.Metrics {
				if m.Name == want {
					if v, ok := m.Of(sums[g], n[g]); ok {
						cell = fmt.Sprintf(" %.3f |", v)
					}
				}
			}
			row += cell
		}
		out = append(out, row)
	}
	return out
}
