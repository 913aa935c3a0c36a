package bfcl

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"deft/eval"
	"deft/internal/shared"
)

// published is a model's verdicts.json: per category the failed ids with their error types.
type published map[string]struct {
	Accuracy float64           `json:"accuracy"`
	Failures map[string]string `json:"failures"`
}

func readSamples(t testing.TB, dir string, compat eval.Compat) map[string]eval.Sample {
	t.Helper()
	task, err := open(context.Background(), eval.Options{Data: dir, Compat: compat}, newCache())
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]eval.Sample{}
	for s, err := range task.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		byID[s.ID] = s
	}
	return byID
}

// TestPublishedVerdicts holds the reference mode against every published verdict of ten models,
// valid and error type.
func TestPublishedVerdicts(t *testing.T) {
	dir := shared.Data(t, "bfcl", "v1-2024-08")
	samples := readSamples(t, dir, eval.CompatReference)
	if len(samples) != 1390 {
		t.Fatalf("%d samples", len(samples))
	}
	rs, ok, err := outputs(filepath.Join(dir, "outputs"))
	if err != nil || !ok || len(rs) != 10 {
		t.Fatalf("%d recordings, %v, %v", len(rs), ok, err)
	}
	python, other, wrong := 0, 0, 0
	known := newCache()
	for _, r := range rs {
		want := readVerdicts(t, filepath.Join(dir, "outputs", r.Model, "verdicts.json"))
		s, err := scoring(eval.Options{Compat: eval.CompatReference, Decoding: r.Decoding}, known)
		if err != nil {
			t.Fatal(err)
		}
		for reply, err := range r.Replies() {
			if err != nil {
				t.Fatal(err)
			}
			sample, ok := samples[reply.Sample]
			if !ok {
				t.Fatalf("%s: unknown id", reply.Where)
			}
			score, err := s.Scorer.Score(context.Background(), sample, reply.Transcript())
			if err != nil {
				t.Fatal(err)
			}
			category := sample.Groups[0]
			expected := want[category].Failures[reply.Sample]
			foreign := category == "java" || category == "javascript"
			if foreign {
				other++
			} else {
				python++
			}
			if score.ErrorType == expected && score.Valid == (expected == "") {
				continue
			}
			if foreign {
				wrong++
				t.Logf("%s %s: %q, published %q; %s", r.Model, reply.Sample, score.ErrorType, expected, reply.Reply.Content)
				continue
			}
			t.Errorf("%s %s: %q, published %q; %s %s", r.Model, reply.Sample, score.ErrorType, expected, reply.Reply.Content, score.Evidence)
		}
	}
	if python != 12400 || other != 1500 {
		t.Errorf("%d verdicts in Python and %d in other languages were compared, not 12,400 and 1,500", python, other)
	}
	if wrong > 7 {
		t.Errorf("%d of %d verdicts on Java and JavaScript differ, more than 0.5%%", wrong, other)
	}
}

func readVerdicts(t testing.TB, file string) published {
	t.Helper()
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var p published
	if err := json.Unmarshal(body, &p); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return p
}

// TestOracle: the gold answers score 1 in every category by default, through every protocol.
func TestOracle(t *testing.T) {
	for _, dir := range []string{"v1-2024-08", "v4"} {
		data := shared.Data(t, "bfcl", dir)
		for _, name := range protocols() {
			t.Run(dir+"/"+name, func(t *testing.T) { oracleScoresOne(t, data, name) })
		}
	}
}

func oracleScoresOne(t *testing.T, data, protocolName string) {
	ctx := context.Background()
	task, err := open(ctx, eval.Options{Data: data, Protocol: protocolName}, newCache())
	if err != nil {
		t.Fatal(err)
	}
	right, all := map[string]int{}, map[string]int{}
	for s, err := range task.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		model, err := task.Oracle(s, task.Protocol)
		if err != nil {
			t.Fatal(err)
		}
		var tr eval.Transcript
		a := eval.Attempt{Sample: s, Models: map[string]chatModel{"agent": model}, Protocol: task.Protocol, Record: func(e eval.Event) { tr.Events = append(tr.Events, e) }, Now: now}
		if _, err := task.Solver.Solve(ctx, &a); err != nil {
			t.Fatal(err)
		}
		score, err := task.Scoring.Scorer.Score(ctx, s, tr)
		if err != nil {
			t.Fatal(err)
		}
		category := s.Groups[0]
		all[category]++
		if score.Valid {
			right[category]++
			continue
		}
		reply, _ := tr.Reply()
		t.Errorf("%s: %s %s\nreply %s %v\ngold %s", s.ID, score.ErrorType, score.Evidence, reply.Content, reply.ToolCalls, s.Gold)
	}
	var names []string
	for n := range all {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		if right[n] != all[n] {
			t.Errorf("%s: %d of %d", n, right[n], all[n])
		}
	}
}
