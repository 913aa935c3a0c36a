package core

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deft/chat"
	"deft/eval"
	"deft/solver/baseline"
)

// play runs a model on every sample and gives the scores by group.
func play(t testing.TB, task *eval.Task, list []eval.Sample, as eval.ModelFor) map[string][]eval.Score {
	t.Helper()
	out := map[string][]eval.Score{}
	for _, s := range list {
		model, err := as(s, task.Protocol)
		if err != nil {
			t.Fatal(err)
		}
		score, tr := attempt(t, task, s, model, task.Solver)
		if testing.Verbose() {
			reply, _ := tr.Reply()
			var calls []string
			for _, c := range reply.ToolCalls {
				calls = append(calls, c.Name+string(c.Arguments))
			}
			t.Logf("%s valid=%v %s | %s | %s", s.ID, score.Valid, score.ErrorType, s.Messages[1].Content, strings.Join(calls, "  "))
		}
		for _, g := range []string{"all", s.Groups[0]} {
			out[g] = append(out[g], score)
		}
	}
	return out
}

func value(t testing.TB, task *eval.Task, metric string, scores []eval.Score) float64 {
	t.Helper()
	for _, m := range task.Scoring.Metrics {
		if m.Name == metric {
			v, _ := m.Of(sum(scores), len(scores))
			return v
		}
	}
	t.Fatalf("no metric %s", metric)
	return 0
}

// TestBaselineIsAFloor keeps the suite from being trivial, and the baseline from being one.
func TestBaselineIsAFloor(t *testing.T) {
	task, list := openSuite(t, eval.Options{})
	scores := play(t, task, list, baseline.New().Model)
	for _, g := range append([]string{"all"}, groups()...) {
		t.Logf("%-16s accuracy %.3f tool_f1 %.3f param_f1 %.3f abstain_acc %.3f", g, value(t, task, "accuracy", scores[g]),
			value(t, task, "tool_f1", scores[g]), value(t, task, "param_f1", scores[g]), value(t, task, "abstain_acc", scores[g]))
	}
	if f1 := value(t, task, "tool_f1", scores["all"]); f1 < 0.35 || f1 > 0.75 {
		t.Errorf("the baseline's tool_f1 is %.3f, want 0.35 to 0.75", f1)
	}
}

// TestBaselineReadsDescriptions replaces every tool's name by a random one: what is left of the
// figures comes from descriptions and parameters, and must beat choosing at random.
func TestBaselineReadsDescriptions(t *testing.T) {
	task, list := openSuite(t, eval.Options{})
	random := rand.New(rand.NewPCG(3, 4))
	names := map[string]string{}
	rename := func(name string) string {
		if names[name] == "" {
			names[name] = fmt.Sprintf("fn%08x", random.Uint32())
		}
		return names[name]
	}
	chance, gold := 0.0, 0.0
	for i := range list {
		list[i] = renamed(t, list[i], rename)
		var g Gold
		if err := json.Unmarshal(list[i].Gold, &g); err != nil {
			t.Fatal(err)
		}
		distinct := map[string]bool{}
		for _, c := range g.Calls {
			distinct[c.Tool] = true
		}
		// Someone who knows how many calls to make and draws each tool blindly.
		chance += float64(len(g.Calls)) * float64(len(distinct)) / float64(len(list[i].Tools))
		gold += float64(len(g.Calls))
	}
	var scores []eval.Score
	floor := baseline.New()
	for _, s := range list {
		model, err := floor.Model(s, task.Protocol)
		if err != nil {
			t.Fatal(err)
		}
		r, err := model.Generate(t.Context(), chat.Request{Messages: s.Messages, Tools: s.Tools})
		if err != nil {
			t.Fatal(err)
		}
		score, err := task.Scoring.Scorer.Score(t.Context(), s, eval.Recorded{Sample: s.ID, Reply: r.Message}.Transcript())
		if err != nil {
			t.Fatal(err)
		}
		scores = append(scores, score)
	}
	f1 := value(t, task, "tool_f1", scores)
	t.Logf("tool_f1 %.3f with random names, %.3f by chance", f1, chance/gold)
	if f1 < chance/gold+0.1 {
		t.Errorf("with random names tool_f1 is %.3f, want clearly above chance, %.3f", f1, chance/gold)
	}
}

func renamed(t *testing.T, s eval.Sample, rename func(string) string) eval.Sample {
	t.Helper()
	s.Tools = slices.Clone(s.Tools)
	for i := range s.Tools {
		s.Tools[i].Name = rename(s.Tools[i].Name)
	}
	var g Gold
	if err := json.Unmarshal(s.Gold, &g); err != nil {
		t.Fatal(err)
	}
	for i := range g.Calls {
		g.Calls[i].Tool = rename(g.Calls[i].Tool)
		for j := range g.Calls[i].Or {
			g.Calls[i].Or[j].Tool = rename(g.Calls[i].Or[j].Tool)
		}
	}
	body, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	s.Gold = body
	return s
}
