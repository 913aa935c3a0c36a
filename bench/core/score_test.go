package core

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/tool"
)

// attempt runs one sample with a model and scores it.
func attempt(t testing.TB, task *eval.Task, s eval.Sample, model chat.Model, solver eval.Solver) (eval.Score, eval.Transcript) {
	t.Helper()
	env, err := task.Environment(t.Context(), s, 7)
	if err != nil {
		t.Fatal(err)
	}
	tr := eval.Transcript{Key: chat.Key{Sample: s.ID}}
	a := &eval.Attempt{
		Key: chat.Key{Sample: s.ID}, Sample: s, Models: map[string]chat.Model{chat.RoleAgent: model}, Env: env, Protocol: task.Protocol,
		Record: func(e eval.Event) { tr.Events = append(tr.Events, e) }, Now: time.Now,
	}
	if tr.Stop, err = solver.Solve(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	score, err := task.Scoring.Scorer.Score(t.Context(), s, tr)
	if err != nil {
		t.Fatal(err)
	}
	return score, tr
}

// acting performs every call of each reply until the model answers: an agent's loop, for tests.
type acting struct{}

func (acting) Solve(ctx context.Context, a *eval.Attempt) (eval.Stop, error) {
	messages := a.Sample.Messages
	for {
		r, step, err := a.Ask(ctx, messages, a.Env.Tools())
		if err != nil || len(step.Calls) == 0 {
			return eval.StopAnswered, err
		}
		messages = append(messages, r.Message)
		for _, c := range step.Calls {
			result, err := a.Act(ctx, c)
			if err != nil {
				return "", err
			}
			messages = append(messages, chat.Message{Role: chat.Tool, ToolCallID: c.ID, Name: c.Name, Content: string(result.Content)})
		}
	}
}

func sum(scores []eval.Score) map[string]float64 {
	out := map[string]float64{}
	for _, s := range scores {
		for k, v := range s.Counts {
			out[k] += v
		}
	}
	return out
}

// TestOracleIsPerfect plays the gold answers through every protocol, in one turn and acting.
func TestOracleIsPerfect(t *testing.T) {
	for _, p := range protocols() {
		task, list := openSuite(t, eval.Options{Protocol: p})
		for _, how := range []eval.Solver{task.Solver, acting{}} {
			byGroup := map[string][]eval.Score{}
			for _, s := range list {
				model, err := task.Oracle(s, task.Protocol)
				if err != nil {
					t.Fatal(err)
				}
				score, _ := attempt(t, task, s, model, how)
				if !score.Valid {
					t.Errorf("%s %T %s: %s %s", p, how, s.ID, score.ErrorType, score.Evidence)
				}
				for _, g := range append([]string{"all"}, s.Groups...) {
					byGroup[g] = append(byGroup[g], score)
				}
			}
			for g, scores := range byGroup {
				for _, m := range task.Scoring.Metrics {
					if v, ok := m.Of(sum(scores), len(scores)); ok && v != 1 {
						t.Errorf("%s %T %s: %s is %v", p, how, g, m.Name, v)
					}
				}
			}
			for _, m := range task.Scoring.Metrics {
				if _, ok := m.Of(sum(byGroup["all"]), len(list)); !ok {
					t.Errorf("%s: %s is undefined over the suite", p, m.Name)
				}
			}
		}
	}
}

// solvedByConcreteValues lets an agent act call by call with the values it has seen.
func TestAgentThatCopiesResults(t *testing.T) {
	task, list := openSuite(t, eval.Options{})
	for _, s := range list {
		if s.Groups[0] != groupNested {
			continue
		}
		var gold Gold
		if err := json.Unmarshal(s.Gold, &gold); err != nil {
			t.Fatal(err)
		}
		n := 0
		var results []json.RawMessage
		model := chat.ModelFunc(func(_ context.Context, r chat.Request) (chat.Response, error) {
			if n > 0 {
				results = append(results, json.RawMessage(r.Messages[len(r.Messages)-1].Content))
			}
			if n == len(gold.Calls) {
				return chat.Response{Message: chat.Message{Content: "Done."}}, nil
			}
			c, err := gold.Calls[n].call(n + 1)
			if err != nil {
				return chat.Response{}, err
			}
			c, err = resolve(c, results)
			n++
			return chat.Response{Message: chat.Message{ToolCalls: []tool.Call{c}}}, err
		})
		if score, _ := attempt(t, task, s, model, acting{}); !score.Valid {
			t.Errorf("%s: %s %s", s.ID, score.ErrorType, score.Evidence)
		}
	}
}

const testTools = `[
 {"name":"find","description":"Finds.","parameters":{"type":"object","properties":{"name":{"type":"string"},"limit":{"type":"integer","default":5,"maximum":9}},"required":["name"]}},
 {"name":"buy","description":"Buys.","parameters":{"type":"object","properties":{"id":{"type":"string"},"count":{"type":"integer","default":1},"side":{"type":"string","enum":["a","b"]},"tags":{"type":"array","items":{"type":"string"},"uniqueItems":true}},"required":["id"]}},
 {"name":"other","description":"Does not fit."}]`

func TestScore(t *testing.T) {
	const one = `{"calls":[{"tool":"find","args":{"name":["Ann","Anne"]}}]}`
	const two = `{"calls":[{"tool":"find","args":{"name":["Ann"]}},{"tool":"find","args":{"name":["Bob"],"limit":[5]}}]}`
	const chain = `{"calls":[{"tool":"find","args":{"name":["Ann"]}},{"tool":"find","args":{"name":["Bob"]}},{"tool":"buy","args":{"id":["$2.id"],"count":[2]}}]}`
	const rich = `{"calls":[{"tool":"buy","args":{"id":["X"],"side":["a"],"tags":[["p","q"]]},"or":[{"tool":"other","args":{}}]}]}`
	const none = `{"calls":[]}`
	for _, tc := range []struct {
		name, group, gold, calls string
		counts                   string // tools right/made/gold, params right/made/gold
		class                    string
	}{
		{"right", groupSingle, one, `find {"name":"Ann"}`, "1/1/1 1/1/1", ""},
		{"accepted form", groupSingle, one, `find {"name":"anne."}`, "1/1/1 1/1/1", ""},
		{"default given", groupSingle, one, `find {"name":"Ann","limit":5}`, "1/1/1 1/1/1", ""},
		{"wrong value", groupSingle, one, `find {"name":"Bob"}`, "1/1/1 0/1/1", classWrongValue},
		{"wrong type", groupSingle, one, `find {"name":7}`, "1/1/1 0/1/1", classWrongType},
		{"left out", groupSingle, one, `find {}`, "1/1/1 0/0/1", classMissingRequired},
		{"unasked", groupSingle, one, `find {"name":"Ann","limit":3}`, "1/1/1 1/2/1", classUnaskedParam},
		{"unknown parameter", groupSingle, one, `find {"name":"Ann","size":3}`, "1/1/1 1/2/1", classUnknownParam},
		{"no object", groupSingle, one, `find ["Ann"]`, "1/1/1 0/0/1", classBadArguments},
		{"other tool", groupSingle, one, `other {"name":"Ann"}`, "0/1/1 0/1/1", classWrongTool},
		{"unknown tool", groupSingle, one, `search {"name":"Ann"}`, "0/1/1 0/1/1", classUnknownTool},
		{"nothing", groupSingle, one, ``, "0/0/1 0/0/1", classAbstained},
		{"repeated", groupSingle, one, "find {\"name\":\"Ann\"}\nfind {\"name\":\"Ann\"}", "1/2/1 1/2/1", classExtraCall},
		{"the better of two is taken", groupSingle, one, "find {\"name\":\"Bob\"}\nfind {\"name\":\"Ann\"}", "1/2/1 1/2/1", classExtraCall},
		{"any order", groupMultiple, two, "find {\"name\":\"Bob\"}\nfind {\"name\":\"Ann\"}", "2/2/2 3/3/3", ""},
		{"default asked for and not given", groupMultiple, two, "find {\"name\":\"Ann\"}\nfind {\"name\":\"Bob\"}", "2/2/2 3/3/3", ""},
		{"one missing", groupMultiple, two, `find {"name":"Bob","limit":5}`, "1/1/2 2/2/3", classMissingCall},
		{"chain", groupNested, chain, "find {\"name\":\"Ann\"}\nfind {\"name\":\"Bob\"}\nbuy {\"id\":\"$2.id\",\"count\":2}", "3/3/3 4/4/4", ""},
		{"chain in another order", groupNested, chain, "find {\"name\":\"Bob\"}\nbuy {\"id\":\"${1.id}\",\"count\":2}\nfind {\"name\":\"Ann\"}", "3/3/3 4/4/4", ""},
		{"chain to the wrong call", groupNested, chain, "find {\"name\":\"Ann\"}\nfind {\"name\":\"Bob\"}\nbuy {\"id\":\"$1.id\",\"count\":2}", "3/3/3 3/4/4", classWrongReference},
		{"chain to the wrong field", groupNested, chain, "find {\"name\":\"Ann\"}\nfind {\"name\":\"Bob\"}\nbuy {\"id\":\"$2.name\",\"count\":2}", "3/3/3 3/4/4", classWrongReference},
		{"chain by guessing", groupNested, chain, "find {\"name\":\"Ann\"}\nfind {\"name\":\"Bob\"}\nbuy {\"id\":\"B-1\",\"count\":2}", "3/3/3 3/4/4", classWrongReference},
		{"chain to itself", groupNested, chain, "find {\"name\":\"Ann\"}\nfind {\"name\":\"Bob\"}\nbuy {\"id\":\"$3.id\",\"count\":2}", "3/3/3 3/4/4", classWrongReference},
		{"set", groupSingle, rich, `buy {"id":"x","side":"a","tags":["Q","P"],"count":1.0}`, "1/1/1 3/3/3", ""},
		{"alternative", groupSingle, rich, `other {}`, "1/1/1 0/0/0", ""},
		{"outside the enum", groupSingle, rich, `buy {"id":"X","side":"c","tags":["p","q"]}`, "1/1/1 2/3/3", classInvalidValue},
		{"set with another item", groupSingle, rich, `buy {"id":"X","side":"a","tags":["p","p"]}`, "1/1/1 2/3/3", classInvalidValue},
		{"optional left out", groupSingle, rich, `buy {"id":"X","tags":["p","q"]}`, "1/1/1 2/2/3", classMissingOptional},
		{"abstained", groupNoTool, none, ``, "0/0/0 0/0/0", ""},
		{"needless", groupNoTool, none, `find {"name":"x"}`, "0/1/0 0/1/0", classNeedless},
		{"unfitting", groupNoFit, none, `find {"name":"x"}`, "0/1/0 0/1/0", classUnfitting},
		{"invented where nothing fits", groupNoFit, none, `magic {}`, "0/1/0 0/0/0", classUnknownTool},
	} {
		s := testSample(t, tc.group, tc.gold)
		score := scoreOf(t, s, step(tc.calls))
		c := score.Counts
		got := fmt.Sprintf("%g/%g/%g %g/%g/%g", c[countToolsRight], c[countToolsMade], c[countToolsGold], c[countParamsRight], c[countParamsMade], c[countParamsGold])
		if got != tc.counts || score.ErrorType != tc.class || score.Valid != (tc.class == "") {
			t.Errorf("%s: counts %s, %q, valid %v; want %s, %q\n%s", tc.name, got, score.ErrorType, score.Valid, tc.counts, tc.class, score.Evidence)
		}
	}
}

func testSample(t testing.TB, group, gold string) eval.Sample {
	t.Helper()
	s := eval.Sample{ID: "x", Groups: []string{group}, Gold: json.RawMessage(gold)}
	if err := json.Unmarshal([]byte(testTools), &s.Tools); err != nil {
		t.Fatal(err)
	}
	return s
}

// step reads lines "tool arguments".
func step(calls string) chat.Message {
	var m chat.Message
	for _, l := range strings.Split(calls, "\n") {
		if name, args, ok := strings.Cut(l, " "); ok {
			m.ToolCalls = append(m.ToolCalls, tool.Call{Name: name, Arguments: json.RawMessage(args)})
		}
	}
	if len(m.ToolCalls) == 0 {
		m.Content = "I cannot."
	}
	return m
}

func scoreOf(t testing.TB, s eval.Sample, reply chat.Message) eval.Score {
	t.Helper()
	scoring, err := Benchmark().Scoring(eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	score, err := scoring.Scorer.Score(t.Context(), s, eval.Recorded{Sample: "x", Reply: reply}.Transcript())
	if err != nil {
		t.Fatal(err)
	}
	return score
}

func TestEmptyReplyIsNoAbstention(t *testing.T) {
	score := scoreOf(t, testSample(t, groupNoTool, `{"calls":[]}`), chat.Message{})
	if score.Valid || score.ErrorType != classUnreadable || score.Counts[countAbstained] != 0 || score.Counts[countAbstain] != 1 {
		t.Errorf("an empty reply scores %+v", score)
	}
}

func TestMetrics(t *testing.T) {
	counts := map[string]float64{
		countValid: 3, countAbstain: 4, countAbstained: 1, countToolsRight: 6, countToolsMade: 8, countToolsGold: 12,
		countParamsRight: 1, countParamsMade: 2, countParamsGold: 2,
	}
	got := map[string]float64{}
	for _, m := range metrics() {
		if v, ok := m.Of(counts, 12); ok {
			got[m.Name] = v
		}
	}
	want := map[string]float64{"accuracy": 0.25, "tool_f1": 0.6, "param_f1": 0.5, "abstain_acc": 0.25}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, m := range metrics()[1:] {
		if v, ok := m.Of(map[string]float64{countToolsMade: 3}, 3); ok {
			t.Errorf("%s without anything to find is %v, want undefined", m.Name, v)
		}
	}
}

func TestHostileReplies(t *testing.T) {
	s := testSample(t, groupMultiple, `{"calls":[{"tool":"find","args":{"name":["Ann"]}},{"tool":"buy","args":{"id":["$1.id"]}}]}`)
	var many chat.Message
	for range 20000 {
		many.ToolCalls = append(many.ToolCalls, tool.Call{Name: "find", Arguments: json.RawMessage(`{"name":"Ann","limit":1e999999999}`)})
	}
	start := time.Now()
	score := scoreOf(t, s, many)
	if score.Counts[countToolsRight] != 1 || score.Counts[countToolsMade] != 20000 || len(score.Classes) > maxListed {
		t.Errorf("20,000 calls score %v with %d classes", score.Counts, len(score.Classes))
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("20,000 calls took %v", took)
	}
	deep := strings.Repeat("[", 50000) + strings.Repeat("]", 50000)
	big := `{"name":` + deep + `,"id":"` + strings.Repeat("é", 100000) + `"}`
	for _, args := range []string{deep, big, `{"name":"` + strings.Repeat("é", 100000) + `"}`, `{"name":{"a":[1e400]}}`, "\xff\xfe", `{"":null}`} {
		score := scoreOf(t, s, chat.Message{ToolCalls: []tool.Call{{Name: "find", Arguments: json.RawMessage(args)}}})
		if score.Valid || len(score.Evidence) > 20000 {
			t.Errorf("%.40q: valid %v, %d bytes of evidence", args, score.Valid, len(score.Evidence))
		}
	}
}

func FuzzScore(f *testing.F) {
	f.Add(`{"name":"Ann"}`, `{"id":"$1.id"}`)
	f.Add(`{"name":"$2.id"}`, `{"id":"$1.name","tags":["a","a"]}`)
	scoring, err := Benchmark().Scoring(eval.Options{})
	if err != nil {
		f.Fatal(err)
	}
	s := testSample(f, groupNested, `{"calls":[{"tool":"find","args":{"name":["Ann"]}},{"tool":"buy","args":{"id":["$1.id"],"tags":[["a"]]}}]}`)
	f.Fuzz(func(t *testing.T, a, b string) {
		reply := chat.Message{ToolCalls: []tool.Call{{Name: "find", Arguments: json.RawMessage(a)}, {Name: "buy", Arguments: json.RawMessage(b)}}}
		score, err := scoring.Scorer.Score(context.Background(), s, eval.Recorded{Reply: reply}.Transcript())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range append(metrics(), diagnostics()[:4]...) {
			if v, ok := m.Of(score.Counts, 1); ok && (v < 0 || v > 1) {
				t.Fatalf("%s is %v", m.Name, v)
			}
		}
	})
}

func TestProtocolsExist(t *testing.T) {
	for _, p := range protocols() {
		if _, err := protocol.New(p, nil); err != nil {
			t.Error(err)
		}
	}
}
