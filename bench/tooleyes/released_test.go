package tooleyes

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deft/chat"
	"deft/eval"
	"deft/internal/shared"
	"deft/solver/agent"
)

// TestReleased reads the released queries and documents, with a model that plays the tools.
func TestReleased(t *testing.T) {
	dir := shared.Data(t, "tooleyes")
	player := chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) {
		return chat.Response{Message: chat.Message{Content: `{"result": "ok"}`}}, nil
	})
	task, err := Benchmark().Open(context.Background(), eval.Options{Data: dir, Player: player})
	if err != nil {
		t.Fatal(err)
	}
	ids, places, scenarios, tools := map[string]bool{}, map[string]int{}, map[string]int{}, 0
	for s, err := range task.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		if ids[s.ID] {
			t.Errorf("id %s twice", s.ID)
		}
		ids[s.ID] = true
		scenarios[s.Groups[0]]++
		var u setup
		if err := json.Unmarshal(s.Setup, &u); err != nil {
			t.Fatal(err)
		}
		if places[u.Place]++; places[u.Place] == 1 {
			tools += len(s.Tools) - 2
		}
	}
	// Counts of Table 1. Three subcategories name a tool twice, and the second is left out.
	want := map[string]int{"TG": 58, "DU": 49, "RS": 56, "PL": 70, "IR": 54, "AM": 45, "FT": 50}
	for s, n := range want {
		if scenarios[s] != n {
			t.Errorf("%s has %d queries, want %d", s, scenarios[s], n)
		}
	}
	if len(ids) != size || len(places) > 95 || tools > 568 {
		t.Errorf("%d queries in %d places with %d tools", len(ids), len(places), tools)
	}
	t.Logf("%d queries in %d places with %d tools", len(ids), len(places), tools)
	for s := range task.Samples() {
		env, err := task.Environment(context.Background(), s, 1)
		if err != nil {
			t.Fatal(err)
		}
		call := "Thought: I end.\nAction: finish\nAction Input: {\"answer\": \"Done.\"}"
		tr := attempt(t, "react", s, env, texts(call)...)
		score, err := task.Scoring.Scorer.Score(context.Background(), s, tr)
		if err != nil {
			t.Fatal(err)
		}
		if score.Counts["fa"] != 1 || score.Missing["success"] == "" || !score.Valid {
			t.Errorf("%+v", score)
		}
		if err := env.Close(); err != nil {
			t.Error(err)
		}
		break
	}
}

// TestNoPlayer: without a model that plays the tools an environment is refused, with the next step.
func TestNoPlayer(t *testing.T) {
	task, err := Benchmark().Open(context.Background(), eval.Options{Data: shared.Data(t, "tooleyes")})
	if err != nil {
		t.Fatal(err)
	}
	for s := range task.Samples() {
		if _, err := task.Environment(context.Background(), s, 1); err == nil || !strings.Contains(err.Error(), "--simulator") {
			t.Errorf("%v", err)
		}
		return
	}
}

// TestAlpaca reads ToolAlpaca's recorded trajectories: 99 of 100 have one.
func TestAlpaca(t *testing.T) {
	dir := shared.Data(t, "toolalpaca")
	task, err := Benchmark().Open(context.Background(), eval.Options{Data: dir})
	if err != nil {
		t.Fatal(err)
	}
	samples := map[string]eval.Sample{}
	for s, err := range task.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		samples[s.ID] = s
	}
	recordings, ok, err := Benchmark().Outputs(dir)
	if err != nil || !ok || len(recordings) != 1 {
		t.Fatalf("%v %v %v", recordings, ok, err)
	}
	n, calls, perfect := 0, 0, 0
	for r, err := range recordings[0].Replies() {
		if err != nil {
			t.Fatal(err)
		}
		s, ok := samples[r.Sample]
		if !ok {
			t.Fatalf("%s is no sample", r.Sample)
		}
		score, err := task.Scoring.Scorer.Score(context.Background(), s, r.Transcript())
		if err != nil {
			t.Fatal(err)
		}
		n++
		calls += int(score.Counts[countCalls])
		if score.Counts["ts_reality"] == 1 {
			perfect++
		}
		if score.Counts["ao_pass"] != 1 || score.Missing["fa"] == "" || score.Missing["overall"] == "" {
			t.Errorf("%s: %v, missing %v", r.Sample, score.Counts, score.Missing)
		}
	}
	if n != 99 || calls != 151 {
		t.Errorf("%d trajectories with %d calls, want 99 with 151", n, calls)
	}
	t.Logf("%d of %d trajectories have only real calls", perfect, n)
}

// TestConversations reads what the released inference code writes, as a list and as lines.
func TestConversations(t *testing.T) {
	data, out := t.TempDir(), t.TempDir()
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(data, "queries.json"), `[{"query":"How is the weather?","path":"ToolEyes/Tool_Library/Weather/met","scenario":"RS"}]`)
	tools, err := json.Marshal(osloTools())
	if err != nil {
		t.Fatal(err)
	}
	write(filepath.Join(data, "Tool_Library/Weather/met/config_gpt4.json"), string(tools))
	entry := func(last string) string {
		e, err := json.Marshal(map[string]any{"id": "Turn 1: How is the weather?", "path": "ToolEyes/Tool_Library/Weather/met", "conversations": []map[string]string{
			{"from": "system", "value": "…"}, {"from": "user", "value": "How is the weather?"}, {"from": "assistant", "value": good},
			{"from": "function", "value": `{"sky": "clear"}`}, {"from": "assistant", "value": last},
		}})
		if err != nil {
			t.Fatal(err)
		}
		return string(e)
	}
	forced := "Thought: I cannot solve this task due to trying too many times.\nAction: finish\nAction Input: {\"answer\": \"I cannot handle the task.\"}"
	write(filepath.Join(out, "m.json"), "["+entry(done)+"]")
	write(filepath.Join(out, "m.jsonl"), entry(done)+"\n")
	write(filepath.Join(out, "forced.json"), "["+entry(forced)+"]")
	for _, tc := range []struct {
		file     string
		mode     eval.Compat
		fa, pass float64
	}{
		{"m.json", eval.CompatDefault, 1, 1}, {"m.jsonl", eval.CompatReference, 1, 1},
		{"forced.json", eval.CompatDefault, 1, 0}, {"forced.json", eval.CompatReference, .5, 0},
	} {
		task, err := Benchmark().Open(context.Background(), eval.Options{Data: data, Compat: tc.mode})
		if err != nil {
			t.Fatal(err)
		}
		recordings, ok, err := Benchmark().Outputs(filepath.Join(out, tc.file))
		if err != nil || !ok {
			t.Fatalf("%s: %v %v", tc.file, ok, err)
		}
		for r, err := range recordings[0].Replies() {
			if err != nil {
				t.Fatal(err)
			}
			for s := range task.Samples() {
				if r.Sample != s.ID {
					t.Fatalf("%s is not %s", r.Sample, s.ID)
				}
				score, err := task.Scoring.Scorer.Score(context.Background(), s, r.Transcript())
				if err != nil {
					t.Fatal(err)
				}
				if score.Counts["fa"] != tc.fa || score.Counts["ao_pass"] != tc.pass {
					t.Errorf("%s, %s: %v", tc.file, tc.mode, score.Counts)
				}
			}
		}
	}
}

// TestBadData: what is wrong is said with file and place.
func TestBadData(t *testing.T) {
	for name, tc := range map[string]struct{ queries, want string }{
		"nothing":            {"", "looked for queries.json"},
		"no list":            {`{"a":1}`, "queries.json: json: "},
		"half a file":        {`[{"query":"q","path":`, "queries.json"},
		"a path that climbs": {`[{"query":"q","path":"../../etc","scenario":"RS"}]`, "leaves its folder"},
		"no documents":       {`[{"query":"q","path":"A/B","scenario":"RS"}]`, "no documents of A/B"},
		"an empty list":      {`[]`, "holds no query"},
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "library"), 0o755); err != nil {
			t.Fatal(err)
		}
		if tc.queries != "" {
			if err := os.WriteFile(filepath.Join(dir, "queries.json"), []byte(tc.queries), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Benchmark().Open(context.Background(), eval.Options{Data: dir})
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
	if _, err := Benchmark().Open(context.Background(), eval.Options{Shots: MaxShots + 1}); err == nil {
		t.Error("more shots than there are pass")
	}
	task, err := Benchmark().Open(context.Background(), eval.Options{Shots: MaxShots})
	if err != nil || task.Solver.(*agent.Agent) == nil {
		t.Error(err)
	}
}
