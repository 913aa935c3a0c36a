package tooleyes

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/solver/agent"
	"deft/tool"
)

// judgeGiving is a judge who gives every matter the same grade.
func judgeGiving(score int) []eval.Judge {
	return []eval.Judge{{Name: "same", Model: chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) {
		return chat.Response{Message: chat.Message{Content: fmt.Sprintf(`{"reason":"as always","score":%d}`, score)}}, nil
	})}}
}

// oslo answers get_weather and the agent's questions.
type oslo struct{}

func (oslo) Tools() []tool.Spec                                { return osloTools() }
func (oslo) Snapshot(context.Context) (json.RawMessage, error) { return nil, nil }
func (oslo) Close() error                                      { return nil }
func (oslo) Call(_ context.Context, c tool.Call) (tool.Result, error) {
	switch c.Name {
	case "get_weather":
		return tool.Result{Content: json.RawMessage(`{"sky":"clear"}`)}, nil
	case agent.AskUser:
		return tool.Result{Content: json.RawMessage(`"I mean Oslo."`)}, nil
	}
	return tool.Result{Fault: tool.FaultUnknownTool}, nil
}

func osloTools() []tool.Spec {
	return []tool.Spec{
		{Name: "get_weather", Description: "Weather of a city.", Parameters: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"},"day":{"type":"string"}},"required":["city"]}`)},
		agent.AskUserSpec(), agent.FinishSpec(),
	}
}

func osloSample() eval.Sample {
	return eval.Sample{ID: "oslo", Tools: osloTools(), Messages: []chat.Message{{Role: chat.User, Content: "How is the weather?"}}}
}

// attempt lets a script act and gives the transcript.
func attempt(t *testing.T, protocolName string, s eval.Sample, env eval.Environment, replies ...chat.Message) eval.Transcript {
	t.Helper()
	p, err := protocol.New(protocolName, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := agent.New(agent.Config{})
	if err != nil {
		t.Fatal(err)
	}
	tr := eval.Transcript{Key: chat.Key{Sample: s.ID}}
	a := &eval.Attempt{
		Key: tr.Key, Sample: s, Env: env, Protocol: p, Now: time.Now, Models: map[string]chat.Model{chat.RoleAgent: chat.Script(replies...)},
		Record: func(e eval.Event) { tr.Events = append(tr.Events, e) },
	}
	if tr.Stop, err = g.Solve(context.Background(), a); err != nil {
		t.Fatal(err)
	}
	return tr
}

func texts(lines ...string) []chat.Message {
	var out []chat.Message
	for _, l := range lines {
		out = append(out, chat.Message{Content: l})
	}
	return out
}

const (
	good    = "Thought: I look the weather up.\nAction: get_weather\nAction Input: {\"city\": \"Oslo\"}"
	another = "Thought: I look at Rome.\nAction: get_weather\nAction Input: {\"city\": \"Rome\"}"
	done    = "Thought: I know it.\nAction: finish\nAction Input: {\"answer\": \"The sky is clear.\"}"
)

// TestFailures plays each failure that the paper names (section 3.5 and Table 4), with FA, TS and AO
// computed by hand. Every grade is 8 of 10; NaN is missing.
func TestFailures(t *testing.T) {
	nan := math.NaN()
	repeated := slices.Repeat([]string{good}, agent.DefaultTurns)
	for _, tc := range []struct {
		name    string
		replies []string
		// FA, TS and AO in the paper's mode, then in the reference's.
		paper, reference [3]float64
		class            string
	}{
		{"nothing wrong", []string{good, done}, [3]float64{1, .8, .8}, [3]float64{1, .8, .8}, ""},
		{"missing keywords", []string{"I cannot handle this. What do you mean?", good, done},
			[3]float64{2. / 3, .8, .8}, [3]float64{2. / 3, .8, .8}, "missing_keyword"},
		{"redundant sentences", []string{good + "Please provide the result.", good, done},
			[3]float64{2. / 3, .8, .8}, [3]float64{2. / 3, .8, .8}, "redundant_text"},
		{"hallucinated tool", []string{"Thought: I ask.\nAction: get_sky\nAction Input: {\"city\": \"Oslo\"}", good, done},
			// two of three valid turns are real; the reference leaves the last out: 1 - 1/2
			[3]float64{1, 2. / 3 * .8, .8}, [3]float64{1, .5 * .8, .8}, "tool_hallucination"},
		{"escaped underscore", []string{"Thought: I ask.\nAction: get\\_weather\nAction Input: {\"city\": \"Oslo\"}", done},
			[3]float64{1, .5 * .8, .8}, [3]float64{1, 0, .8}, "escaped_underscore"},
		{"hallucinated parameter", []string{"Thought: I ask.\nAction: get_weather\nAction Input: {\"city\": \"Oslo\", \"api_key\": \"x\"}", done},
			[3]float64{1, .5 * .8, .8}, [3]float64{1, 0, .8}, "parameter_hallucination"},
		{"missing required parameter", []string{"Thought: I ask.\nAction: get_weather\nAction Input: {\"day\": \"today\"}", done},
			[3]float64{1, .5 * .8, .8}, [3]float64{1, 0, .8}, "missing_required"},
		{"required once, then no more", []string{good, "Thought: And tomorrow?\nAction: get_weather\nAction Input: {\"day\": \"tomorrow\"}", done},
			// the first call took city off the document's required names
			[3]float64{1, 2. / 3 * .8, .8}, [3]float64{1, .8, .8}, "missing_required"},
		{"parameters behind a hallucinated tool", []string{"Thought: I ask.\nAction: get_sky\nAction Input: {}", "Thought: I ask.\nAction: get_weather\nAction Input: {\"planet\": 1}", done},
			[3]float64{1, 1. / 3 * .8, .8}, [3]float64{1, .5 * .8, .8}, "parameter_hallucination"},
		{"repeated call", []string{good, good, done}, [3]float64{1, .8, .8}, [3]float64{1, .8, .8}, "repeated_call"},
		{"turn limit", repeated, [3]float64{1, .8, 0}, [3]float64{1, .8, .8}, "turn_limit"},
		{"empty thought", []string{"Thought:\nAction: get_weather\nAction Input: {\"city\": \"Oslo\"}", done},
			[3]float64{1, (.5 + .8) / 2, .8}, [3]float64{1, (.5 + .8) / 2, .8}, "empty_thought"},
		{"an answer beside the format", []string{good, "Thought: I know.\nFinal Answer: The sky is clear."},
			// the paper's turns that try to call: one; the reference counts every turn
			[3]float64{1, .8, 0}, [3]float64{.5, .8, .8}, "no_finish"},
		{"no call at all", []string{"Thought: I know.\nFinal Answer: The sky is clear."},
			[3]float64{nan, 0, 0}, [3]float64{0, 0, .8}, "no_finish"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tr := attempt(t, "react", osloSample(), oslo{}, texts(tc.replies...)...)
			for mode, want := range map[eval.Compat][3]float64{eval.CompatDefault: tc.paper, eval.CompatPaper: tc.paper, eval.CompatReference: tc.reference} {
				scores, err := scoring(eval.Options{Compat: mode, Judges: judgeGiving(8)})
				if err != nil {
					t.Fatal(err)
				}
				s, err := scores.Scorer.Score(context.Background(), osloSample(), tr)
				if err != nil {
					t.Fatal(err)
				}
				for i, name := range []string{"fa", "ts", "ao"} {
					got, ok := value(&s, name)
					switch {
					case math.IsNaN(want[i]) != !ok:
						t.Errorf("%s, %s: %v there, want %v", mode, name, ok, want[i])
					case ok && math.Abs(got-want[i]) > 1e-12:
						t.Errorf("%s, %s: %v, want %v", mode, name, got, want[i])
					}
				}
				if tc.class != "" && !slices.Contains(s.Classes, tc.class) {
					t.Errorf("%s: classes %v lack %s", mode, s.Classes, tc.class)
				}
				if tc.class == "" && len(s.Classes) > 0 {
					t.Errorf("%s: classes %v, want none", mode, s.Classes)
				}
			}
		})
	}
}

// TestOverall: the mean of five, and what is missing without judge and where a grade is missing.
func TestOverall(t *testing.T) {
	tr := attempt(t, "react", osloSample(), oslo{}, texts(good, done)...)
	score := func(o eval.Options) eval.Score {
		t.Helper()
		scores, err := scoring(o)
		if err != nil {
			t.Fatal(err)
		}
		s, err := scores.Scorer.Score(context.Background(), osloSample(), tr)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := score(eval.Options{Judges: judgeGiving(8)})
	if got := s.Counts["overall"]; math.Abs(got-(1+.8+.64+.8+.8)/5) > 1e-12 {
		t.Errorf("overall %v", got)
	}
	bare := score(eval.Options{})
	for _, name := range judged() {
		if _, ok := value(&bare, name); ok || bare.Missing[name] == "" {
			t.Errorf("%s without a judge: %v, %q", name, bare.Counts[name], bare.Missing[name])
		}
	}
	for _, name := range []string{"fa", "ts_reality", "ao_pass"} {
		if v, ok := value(&bare, name); !ok || v != 1 {
			t.Errorf("%s without a judge: %v, %v", name, v, ok)
		}
	}
	mute := []eval.Judge{{Name: "mute", Model: chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) {
		return chat.Response{Message: chat.Message{Content: "Hm."}}, nil
	})}}
	unscored := score(eval.Options{Judges: mute})
	if _, ok := value(&unscored, "overall"); ok || unscored.Missing["ic"] == "" {
		t.Errorf("a judge without a grade gives %v", unscored.Counts)
	}
}

// TestNative: the text beside a call is its thought.
func TestNative(t *testing.T) {
	call := func(thought, name, args string) chat.Message {
		return chat.Message{Content: thought, ToolCalls: []tool.Call{{ID: "1", Name: name, Arguments: json.RawMessage(args)}}}
	}
	tr := attempt(t, "native", osloSample(), oslo{}, call("", "get_weather", `{"city":"Oslo"}`), call("I know.", "finish", `{"answer":"Clear."}`))
	for _, mode := range []eval.Compat{eval.CompatDefault, eval.CompatReference} {
		scores, err := scoring(eval.Options{Compat: mode, Protocol: "native", Judges: judgeGiving(8)})
		if err != nil {
			t.Fatal(err)
		}
		s, err := scores.Scorer.Score(context.Background(), osloSample(), tr)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Counts["ts"]; math.Abs(got-(.5+.8)/2) > 1e-12 || s.Counts["fa"] != 1 || s.Counts["ao"] != .8 {
			t.Errorf("%s: %v", mode, s.Counts)
		}
	}
}

// TestJudgesSee: the user's words reach the judge of intent, and only that one.
func TestJudgesSee(t *testing.T) {
	ask := "Thought: Which city?\nAction: ask_to_user\nAction Input: {\"question\": \"Which city?\"}"
	tr := attempt(t, "react", osloSample(), oslo{}, texts(ask, good, done)...)
	saw := 0
	judges := []eval.Judge{{Name: "listener", Model: chat.ModelFunc(func(_ context.Context, r chat.Request) (chat.Response, error) {
		if strings.Contains(r.Messages[len(r.Messages)-1].Content, "I mean Oslo.") {
			saw++
		}
		return chat.Response{Message: chat.Message{Content: `{"reason":"","score":5}`}}, nil
	})}}
	scores, err := scoring(eval.Options{Judges: judges})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := scores.Scorer.Score(context.Background(), osloSample(), tr); err != nil {
		t.Fatal(err)
	}
	if saw != 1 {
		t.Errorf("%d judges' prompts hold the user's answer, want that of intent alone", saw)
	}
}
