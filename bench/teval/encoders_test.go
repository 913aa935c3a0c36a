package teval

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"deft/chat"
	"deft/eval"
	"deft/pyvalue"
	"deft/retrieve/embed"
	"deft/retrieve/embed/local"
	"deft/retrieve/embed/local/onnx"
)

// TestEncodersSideBySide scores the same replies with the lexical encoder and, where
// DEFT_TEST_ENCODER names one, a neural one, and logs the table of docs/teval.md.
func TestEncodersSideBySide(t *testing.T) {
	encoders := []embed.Encoder{embed.Lexical{}}
	if dir := os.Getenv("DEFT_TEST_ENCODER"); dir != "" {
		e, err := local.New(local.Config{Dir: dir, ONNXRuntime: os.Getenv(onnx.Environment)})
		if err != nil {
			t.Fatal(err)
		}
		encoders = append(encoders, e)
	} else if testing.Short() {
		t.Skip("scores all plans several times")
	}
	task, err := Benchmark().Open(t.Context(), eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	samples := collect(t, task)
	header := fmt.Sprintf("%-8s %-44s", "", "")
	for _, e := range encoders {
		header += fmt.Sprintf(" %28s", e.Name())
	}
	lines := []string{header}
	mean := map[string][]float64{}
	row := func(ability, name string, pick func(s eval.Sample) (string, bool)) {
		line := fmt.Sprintf("%-8s %-44s", ability, name)
		for _, e := range encoders {
			scorer := scorer{mode: eval.CompatDefault, encoder: e}
			sum, n := 0.0, 0
			for _, s := range samples {
				text, ok := pick(s)
				if !ok {
					continue
				}
				score, err := scorer.Score(t.Context(), s, eval.Recorded{Reply: chat.Message{Content: text}}.Transcript())
				if err != nil {
					t.Fatal(err)
				}
				sum += score.Counts[ability+"_"+formatString] + score.Counts[ability+"_"+formatJSON]
				n++
			}
			if n == 0 {
				t.Fatalf("%s: no sample", name)
			}
			mean[ability+" "+name] = append(mean[ability+" "+name], sum/float64(n))
			line += fmt.Sprintf(" %28.3f", sum/float64(n))
		}
		lines = append(lines, line)
	}
	reasonRows(t, samples, row)
	planRows(samples, row)
	t.Log("\n" + strings.Join(lines, "\n"))
	for i, e := range encoders {
		m := func(name string) float64 { return mean[name][i] }
		if !(m("reason the gold thought") == 1 && m("reason a paraphrase") > m("reason another step's thought")) {
			t.Errorf("%s: Reason does not order replies as a reader would", e.Name())
		}
		if !(m("plan the gold plan") == 1 && m("plan in reverse order") < 0.7 && m("plan arguments of the plan's next step") > m("plan another function of the same tool")) {
			t.Errorf("%s: Plan does not order replies as a reader would", e.Name())
		}
	}
}

// reasonRows: the gold thought, a paraphrase of it written by hand, and a thought from elsewhere.
func reasonRows(t *testing.T, samples []eval.Sample, row func(string, string, func(eval.Sample) (string, bool))) {
	raw, err := os.ReadFile("testdata/paraphrases.json")
	if err != nil {
		t.Fatal(err)
	}
	var paraphrases map[string]string
	if err := json.Unmarshal(raw, &paraphrases); err != nil {
		t.Fatal(err)
	}
	truths := map[string]truth{}
	var ids []string
	for _, s := range samples {
		if paraphrases[s.ID] != "" {
			_, truths[s.ID] = read(t, s)
			ids = append(ids, s.ID)
		}
	}
	if len(ids) != len(paraphrases) {
		t.Fatalf("%d of %d paraphrases belong to a sample", len(ids), len(paraphrases))
	}
	next := map[string]string{}
	for i, id := range ids {
		next[id] = ids[(i+7)%len(ids)]
	}
	row(reason, "the gold thought", func(s eval.Sample) (string, bool) { x, ok := truths[s.ID]; return x.thought, ok })
	row(reason, "a paraphrase", func(s eval.Sample) (string, bool) { x, ok := paraphrases[s.ID]; return x, ok })
	row(reason, "another step's thought", func(s eval.Sample) (string, bool) {
		other, ok := next[s.ID]
		return truths[other].thought, ok
	})
}

// planRows: gold plans changed in one way each.
func planRows(samples []eval.Sample, row func(string, string, func(eval.Sample) (string, bool))) {
	change := func(edit func(i int, steps []step) step) func(s eval.Sample) (string, bool) {
		return func(s eval.Sample) (string, bool) {
			if s.Groups[0] != "plan_json" {
				return "", false
			}
			var g gold
			if json.Unmarshal(s.Gold, &g) != nil {
				return "", false
			}
			want, err := g.read()
			if err != nil {
				return "", false
			}
			steps := arrange(want.steps)
			list := pyvalue.Value{Kind: pyvalue.List}
			for i := range steps {
				e := edit(i, steps)
				list.Items = append(list.Items, dict("id", pyvalue.IntOf(int64(i)), "name", pyvalue.StringOf(e.name), "args", pyvalue.StringOf(e.args)))
			}
			return jsonText(list), true
		}
	}
	apis, _, _ := Own()
	sibling := map[string]string{}
	for i, a := range apis {
		tool, _, _ := strings.Cut(a.Name, ".")
		sibling[a.Name] = apis[(i+1)%len(apis)].Name
		for _, b := range apis {
			if b.Name != a.Name && strings.HasPrefix(b.Name, tool+".") {
				sibling[a.Name] = b.Name
			}
		}
	}
	row(plan, "the gold plan", change(func(i int, s []step) step { return s[i] }))
	row(plan, "arguments left out", change(func(i int, s []step) step { return step{name: s[i].name, args: "{}"} }))
	row(plan, "arguments of the plan's next step", change(func(i int, s []step) step { return step{name: s[i].name, args: s[(i+1)%len(s)].args} }))
	row(plan, "names without the tool in front", change(func(i int, s []step) step {
		_, short, _ := strings.Cut(s[i].name, ".")
		return step{name: short, args: s[i].args}
	}))
	row(plan, "names in words", change(func(i int, s []step) step {
		return step{name: strings.NewReplacer(".", ": ", "_", " ").Replace(s[i].name), args: s[i].args}
	}))
	row(plan, "another function of the same tool", change(func(i int, s []step) step { return step{name: sibling[s[i].name], args: s[i].args} }))
	row(plan, "in reverse order", change(func(i int, s []step) step { return s[len(s)-1-i] }))
}

func read(t *testing.T, s eval.Sample) (gold, truth) {
	t.Helper()
	var g gold
	if err := json.Unmarshal(s.Gold, &g); err != nil {
		t.Fatal(err)
	}
	want, err := g.read()
	if err != nil {
		t.Fatal(err)
	}
	return g, want
}
