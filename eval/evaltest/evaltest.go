// Package evaltest has three small tasks of different shapes against which the contracts, the
// stores and the runner are tested: a stateful environment whose end state is scored, a task that
// needs a judge, and a task in which the runtime inserts text into the model's own reply.
package evaltest

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/tool"
)

// Plain is the protocol of tasks that need none: messages and native calls pass unchanged.
type Plain struct{}

// Name of the protocol.
func (Plain) Name() string { return "plain" }

// Render passes everything on.
func (Plain) Render(m []chat.Message, t []tool.Spec) ([]chat.Message, []tool.Spec) { return m, t }

// Parse takes native calls and the text as the answer.
func (Plain) Parse(m chat.Message) protocol.Step {
	return protocol.Step{Thought: m.Reasoning, Answer: m.Content, Calls: m.ToolCalls}
}

// Format is the inverse of Parse.
func (Plain) Format(s protocol.Step) chat.Message {
	return chat.Message{Role: chat.Assistant, Content: s.Answer, Reasoning: s.Thought, ToolCalls: s.Calls}
}

// slice iterates over samples made by one function, n of them.
func slice(n int, make func(i int) eval.Sample) func() iter.Seq2[eval.Sample, error] {
	return func() iter.Seq2[eval.Sample, error] {
		return func(yield func(eval.Sample, error) bool) {
			for i := range n {
				if !yield(make(i), nil) {
					return
				}
			}
		}
	}
}

func raw(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // only fixtures' own values get here
	}
	return b
}

// till is the world of the stateful task: an amount of money to which calls add.
type till struct{ amount int }

// Till has n samples in which the agent must put two amounts into a till and then answer: three
// turns. The score is read from the till's end state alone.
func Till(n int) *eval.Task {
	doc := tool.Spec{
		Name: "put", Description: "Put an amount into the till.",
		Parameters: json.RawMessage(`{"type":"object","properties":{"amount":{"type":"integer"}},"required":["amount"]}`),
	}
	type gold struct{ First, Second int }
	return &eval.Task{
		Name: "till", Version: "1", Protocol: Plain{}, Limits: eval.Limits{Turns: 5},
		Samples: slice(n, func(i int) eval.Sample {
			return eval.Sample{
				ID: fmt.Sprintf("till-%d", i), Groups: []string{[]string{"even", "odd"}[i%2]},
				Messages: []chat.Message{{Role: chat.User, Content: fmt.Sprintf("Put %d and then %d into the till.", i, i+1)}},
				Tools:    []tool.Spec{doc}, Gold: raw(gold{i, i + 1}),
			}
		}),
		Environment: func(context.Context, eval.Sample, uint64) (eval.Environment, error) { return &till{}, nil },
		Solver:      agent{},
		Oracle: func(s eval.Sample, p protocol.Protocol) (chat.Model, error) {
			var g gold
			if err := json.Unmarshal(s.Gold, &g); err != nil {
				return nil, err
			}
			put := func(n int) chat.Message {
				return p.Format(protocol.Step{Calls: []tool.Call{{ID: "c", Name: "put", Arguments: raw(map[string]int{"amount": n})}}})
			}
			return chat.Script(put(g.First), put(g.Second), p.Format(protocol.Step{Answer: "Done."})), nil
		},
		Scoring: eval.Scoring{Scorer: tillScorer{}, Headline: "accuracy", Metrics: []eval.Metric{eval.Mean("accuracy", "right")}},
	}
}

func (t *till) Tools() []tool.Spec { return nil }
func (t *till) Close() error       { return nil }

func (t *till) Snapshot(context.Context) (json.RawMessage, error) {
	return raw(map[string]int{"amount": t.amount}), nil
}

func (t *till) Call(_ context.Context, c tool.Call) (tool.Result, error) {
	var args struct{ Amount *int }
	if c.Name != "put" {
		return tool.Result{Fault: tool.FaultUnknownTool}, nil
	}
	if err := json.Unmarshal(c.Arguments, &args); err != nil || args.Amount == nil {
		return tool.Result{Fault: tool.FaultInvalidArguments}, nil
	}
	t.amount += *args.Amount
	return tool.Result{Content: raw(t.amount)}, nil
}

// agent asks until the model answers without a call.
type agent struct{}

func (agent) Solve(ctx context.Context, a *eval.Attempt) (eval.Stop, error) {
	messages := a.Sample.Messages
	for range a.Limits.Turns {
		reply, step, err := a.Ask(ctx, messages, a.Sample.Tools)
		if err != nil {
			return "", err
		}
		if len(step.Calls) == 0 {
			return eval.StopAnswered, nil
		}
		messages = append(messages[:len(messages):len(messages)], reply.Message)
		for _, c := range step.Calls {
			r, err := a.Act(ctx, c)
			if err != nil {
				return "", err
			}
			messages = append(messages, chat.Message{Role: chat.Tool, ToolCallID: c.ID, Name: c.Name, Content: string(r.Content) + r.Fault})
		}
	}
	return eval.StopTurnLimit, nil
}

type tillScorer struct{}

func (tillScorer) ID() string { return "till/default" }

func (tillScorer) Score(_ context.Context, s eval.Sample, t eval.Transcript) (eval.Score, error) {
	var g struct{ First, Second int }
	var state struct{ Amount int }
	if err := json.Unmarshal(s.Gold, &g); err != nil {
		return eval.Score{}, err
	}
	if err := json.Unmarshal(t.State, &state); err != nil {
		return eval.Score{}, fmt.Errorf("read the till's state: %w", err)
	}
	return verdict(state.Amount == g.First+g.Second), nil
}

func verdict(right bool) eval.Score {
	v := eval.Score{Valid: right, Counts: map[string]float64{"right": 0}}
	if right {
		v.Counts["right"] = 1
	} else {
		v.ErrorType, v.Classes = "wrong", []string{"wrong"}
	}
	return v
}

// Essay has n samples whose answers only a judge can score. The judge is asked while scoring and
// its words are kept as evidence; a reply without a number leaves the sample's quality missing.
func Essay(n int, judge chat.Model) *eval.Task {
	return &eval.Task{
		Name: "essay", Version: "1", Protocol: Plain{},
		Samples: slice(n, func(i int) eval.Sample {
			return eval.Sample{ID: fmt.Sprintf("essay-%d", i), Messages: []chat.Message{{Role: chat.User, Content: fmt.Sprintf("Write about %d.", i)}}}
		}),
		Solver: agent1{},
		Oracle: func(s eval.Sample, p protocol.Protocol) (chat.Model, error) {
			return chat.Script(p.Format(protocol.Step{Answer: "An essay about " + s.Messages[0].Content})), nil
		},
		Scoring: eval.Scoring{Scorer: essayScorer{judge}, Headline: "quality", Metrics: []eval.Metric{eval.Ratio("quality", "quality", "judged")}},
	}
}

// agent1 asks once.
type agent1 struct{}

func (agent1) Solve(ctx context.Context, a *eval.Attempt) (eval.Stop, error) {
	_, _, err := a.Ask(ctx, a.Sample.Messages, nil)
	return eval.StopAnswered, err
}

type essayScorer struct{ judge chat.Model }

func (essayScorer) ID() string { return "essay/default" }

func (e essayScorer) Score(ctx context.Context, s eval.Sample, t eval.Transcript) (eval.Score, error) {
	if e.judge == nil {
		return eval.Score{Missing: map[string]string{"quality": "no judge"}}, nil
	}
	reply, _ := t.Reply()
	key := t.Key
	key.Role = chat.RoleJudge
	r, err := e.judge.Generate(ctx, chat.Request{Key: key, Messages: []chat.Message{{Role: chat.User, Content: "Grade 1-10: " + reply.Content}}})
	if err != nil {
		return eval.Score{}, err
	}
	v := eval.Score{Evidence: raw(map[string]string{"judge": r.Message.Content})}
	var grade float64
	if _, err := fmt.Sscanf(r.Message.Content, "%g", &grade); err != nil {
		v.Missing = map[string]string{"quality": "the judge's reply holds no grade"}
		return v, nil
	}
	v.Counts = map[string]float64{"quality": grade / 10, "judged": 1}
	v.Valid = grade == 10
	return v, nil
}

// Lookup has n samples in which the model's reply stops at a marker, the runtime inserts text
// after it, and the model goes on from there: one reply in two parts.
func Lookup(n int) *eval.Task {
	return &eval.Task{
		Name: "lookup", Version: "1", Protocol: Plain{}, Sampling: chat.Sampling{Stop: []string{"#SearchAPI#"}},
		Samples: slice(n, func(i int) eval.Sample {
			return eval.Sample{ID: fmt.Sprintf("lookup-%d", i), Messages: []chat.Message{{Role: chat.User, Content: fmt.Sprintf("Find %d.", i)}}}
		}),
		Solver: inserting{},
		Oracle: func(_ eval.Sample, p protocol.Protocol) (chat.Model, error) {
			return chat.Script(p.Format(protocol.Step{Answer: "Need to look up. #SearchAPI#"}), p.Format(protocol.Step{Answer: "#CallAPI# find()"})), nil
		},
		Scoring: eval.Scoring{Scorer: lookupScorer{}, Headline: "accuracy", Metrics: []eval.Metric{eval.Mean("accuracy", "right")}},
	}
}

const inserted = "The pool: find()"

type inserting struct{}

func (inserting) Solve(ctx context.Context, a *eval.Attempt) (eval.Stop, error) {
	first, _, err := a.Ask(ctx, a.Sample.Messages, nil)
	if err != nil {
		return "", err
	}
	if !strings.HasSuffix(first.Message.Content, "#SearchAPI#") {
		return eval.StopAnswered, nil
	}
	a.Record(eval.Event{Kind: eval.EventNote, Note: inserted})
	soFar := chat.Message{Role: chat.Assistant, Content: first.Message.Content + inserted}
	_, _, err = a.Ask(ctx, append(a.Sample.Messages[:1:1], soFar), nil)
	return eval.StopAnswered, err
}

type lookupScorer struct{}

func (lookupScorer) ID() string { return "lookup/default" }

func (lookupScorer) Score(_ context.Context, _ eval.Sample, t eval.Transcript) (eval.Score, error) {
	replies := t.Replies(chat.RoleAgent)
	note := false
	for _, e := range t.Events {
		note = note || e.Kind == eval.EventNote && e.Note == inserted
	}
	return verdict(len(replies) == 2 && note && strings.HasPrefix(replies[1].Content, "#CallAPI#")), nil
}
