package baseline_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/bench/core"
	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/solver/baseline"
	"deft/tool"
)

func native(t testing.TB) protocol.Protocol {
	t.Helper()
	p, err := protocol.New("native", nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func play(t testing.TB, b *baseline.Baseline, s eval.Sample) protocol.Step {
	t.Helper()
	p := native(t)
	m, err := b.Model(s, p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Generate(context.Background(), chat.Request{Messages: s.Messages})
	if err != nil {
		t.Fatal(err)
	}
	return p.Parse(r.Message)
}

func tools(t testing.TB) []tool.Spec {
	t.Helper()
	var specs []tool.Spec
	doc := `[
	{"name":"get_weather","description":"Say what the weather is in a city on a day.","parameters":{"type":"object","properties":{"city":{"type":"string","description":"The city."},"day":{"type":"string","format":"date","description":"The day."}},"required":["city"]}},
	{"name":"send_mail","description":"Send a mail to somebody.","parameters":{"type":"object","properties":{"to":{"type":"string","format":"email","description":"Who gets the mail."},"text":{"type":"string","description":"What the mail says."}},"required":["to","text"]}},
	{"name":"convert_length","description":"Convert a length from one unit to another.","parameters":{"type":"object","properties":{"value":{"type":"number","description":"The length."},"unit":{"type":"string","enum":["mile","kilometre","metre"],"description":"The unit it is given in."}},"required":["value","unit"]}},
	{"name":"sort_list","description":"Sort a list of numbers.","parameters":{"type":"object","properties":{"numbers":{"type":"array","items":{"type":"number"},"description":"The numbers."},"descending":{"type":"boolean","description":"Largest first."}},"required":["numbers"]}}]`
	if err := json.Unmarshal([]byte(doc), &specs); err != nil {
		t.Fatal(err)
	}
	return specs
}

func TestPlays(t *testing.T) {
	cases := []struct {
		query string
		want  []string
	}{
		{"What is the weather in Oslo on 2026-05-17?", []string{`get_weather {"city":"Oslo","day":"2026-05-17"}`}},
		{"Weather for the cities Oslo, Rome and Lima please", []string{`get_weather {"city":"Oslo"}`, `get_weather {"city":"Rome"}`, `get_weather {"city":"Lima"}`}},
		{`Send a mail to ann@example.org that says "see you at noon".`, []string{`send_mail {"text":"see you at noon","to":"ann@example.org"}`}},
		{"Convert a length of 26.2 miles, please.", []string{`convert_length {"unit":"mile","value":26.2}`}},
		{"Sort the list of numbers 3, 1 and 2.", []string{`sort_list {"numbers":[3,1,2]}`}},
		{"Why is the sky blue?", nil},
		{"", nil},
	}
	for _, c := range cases {
		step := play(t, baseline.New(), eval.Sample{ID: "x", Tools: tools(t), Messages: []chat.Message{{Role: chat.User, Content: c.query}}})
		var got []string
		for _, call := range step.Calls {
			got = append(got, call.Name+" "+string(call.Arguments))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.query, diff)
		}
	}
}

func TestConcludesWithObservations(t *testing.T) {
	s := eval.Sample{ID: "x", Tools: tools(t), Messages: []chat.Message{
		{Role: chat.User, Content: "What is the weather in Oslo?"},
		{Role: chat.Assistant, ToolCalls: []tool.Call{{ID: "1", Name: "get_weather"}}},
		{Role: chat.Tool, ToolCallID: "1", Content: `{"sky":"clear"}`},
	}}
	if step := play(t, baseline.New(), s); len(step.Calls) > 0 || step.Answer != `{"sky":"clear"}` {
		t.Errorf("%+v, want the observation as the answer", step)
	}
}

func suite(t testing.TB) []eval.Sample {
	t.Helper()
	task, err := core.Benchmark().Open(context.Background(), eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out []eval.Sample
	for s, err := range task.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// TestDescriptionsCarryTheChoice replaces every tool's name by random letters: the right tool is
// still chosen far more often than one in as many as there are.
func TestDescriptionsCarryTheChoice(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	b := baseline.New()
	right, chance, n := 0, 0.0, 0
	for _, s := range suite(t) {
		if s.Groups[0] != "single" {
			continue
		}
		var gold core.Gold
		if err := json.Unmarshal(s.Gold, &gold); err != nil {
			t.Fatal(err)
		}
		original := map[string]string{}
		for i := range s.Tools {
			name := fmt.Sprintf("t%x", rng.Uint64())
			original[name] = s.Tools[i].Name
			s.Tools[i].Name, s.Tools[i].ID = name, ""
		}
		n++
		chance += 1 / float64(len(s.Tools))
		for _, c := range play(t, b, s).Calls {
			if original[c.Name] == gold.Calls[0].Tool {
				right++
				break
			}
		}
	}
	t.Logf("%d of %d chosen by their descriptions; chance gives %.1f", right, n, chance)
	if float64(right) < 2*chance {
		t.Errorf("%d of %d right; chance gives %.1f", right, n, chance)
	}
}

func FuzzPlay(f *testing.F) {
	for _, s := range []string{"What is 'it' on 3 May at 7:30 pm?", "GB82 WEST 1234 5698 and $20, €15", "“open", "a\x00b\xff", "from Oslo to Rome and then to Lima"} {
		f.Add(s)
	}
	specs := tools(f)
	b := baseline.New()
	f.Fuzz(func(t *testing.T, query string) {
		s := eval.Sample{ID: "x", Tools: specs, Messages: []chat.Message{{Role: chat.User, Content: query}}}
		first, second := play(t, b, s), play(t, b, s)
		if diff := cmp.Diff(first, second); diff != "" {
			t.Errorf("two plays differ:\n%s", diff)
		}
		for _, c := range first.Calls {
			if !json.Valid(c.Arguments) {
				t.Errorf("arguments %s", c.Arguments)
			}
		}
	})
}

func BenchmarkPlay(b *testing.B) {
	samples := suite(b)
	bl := baseline.New()
	b.ResetTimer()
	for i := range b.N {
		play(b, bl, samples[i%len(samples)])
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "samples/s")
}
