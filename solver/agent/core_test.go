package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"deft/bench/core"
	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/solver/agent"
	"deft/tool"
)

var reference = regexp.MustCompile(`^\$(\d+)\.(.+)$`)

// stepwise plays a sample's gold calls one a turn, with the values that it saw in the place of
// references, as a real agent does.
type stepwise struct {
	gold     core.Gold
	protocol protocol.Protocol
	seen     *[]json.RawMessage
}

func (m stepwise) Generate(_ context.Context, r chat.Request) (chat.Response, error) {
	if r.Key.Turn >= len(m.gold.Calls) {
		return chat.Response{Message: m.protocol.Format(protocol.Step{Answer: "Done."})}, nil
	}
	g := m.gold.Calls[r.Key.Turn]
	args := map[string]any{}
	for name, accepted := range g.Args {
		var text string
		if json.Unmarshal(accepted[0], &text) == nil {
			if ref := reference.FindStringSubmatch(text); ref != nil {
				n, _ := strconv.Atoi(ref[1])
				value, err := dig((*m.seen)[n-1], ref[2])
				if err != nil {
					return chat.Response{}, fmt.Errorf("%s of %s: %w", name, g.Tool, err)
				}
				args[name] = value
				continue
			}
		}
		args[name] = accepted[0]
	}
	body, err := json.Marshal(args)
	if err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Message: m.protocol.Format(protocol.Step{Thought: "Next.", Calls: []tool.Call{{ID: fmt.Sprint("c", r.Key.Turn), Name: g.Tool, Arguments: body}}})}, nil
}

func dig(value json.RawMessage, path string) (json.RawMessage, error) {
	for _, step := range strings.Split(path, ".") {
		var fields map[string]json.RawMessage
		var items []json.RawMessage
		if json.Unmarshal(value, &fields) == nil {
			value = fields[step]
		} else if i, err := strconv.Atoi(step); err == nil && json.Unmarshal(value, &items) == nil && i < len(items) {
			value = items[i]
		} else {
			return nil, fmt.Errorf("no %s in %s", path, value)
		}
	}
	return value, nil
}

// TestCoreStepByStep: an agent that makes the right calls one after the other, with values taken
// from what it saw, gets everything right in the suite whose oracle makes them all at once.
func TestCoreStepByStep(t *testing.T) {
	for _, name := range []string{"native", "react"} {
		task, err := core.Benchmark().Open(context.Background(), eval.Options{Protocol: name})
		if err != nil {
			t.Fatal(err)
		}
		g, err := agent.New(agent.Config{})
		if err != nil {
			t.Fatal(err)
		}
		n, several := 0, 0
		for s, err := range task.Samples() {
			if err != nil {
				t.Fatal(err)
			}
			m := stepwise{protocol: task.Protocol, seen: new([]json.RawMessage)}
			if err := json.Unmarshal(s.Gold, &m.gold); err != nil {
				t.Fatal(err)
			}
			env, err := task.Environment(context.Background(), s, 1)
			if err != nil {
				t.Fatal(err)
			}
			tr := eval.Transcript{Key: chat.Key{Sample: s.ID}}
			a := &eval.Attempt{
				Key: tr.Key, Sample: s, Seed: 1, Env: env, Protocol: task.Protocol, Now: time.Now, Models: map[string]chat.Model{chat.RoleAgent: m},
				Record: func(e eval.Event) {
					if e.Kind == eval.EventResult {
						*m.seen = append(*m.seen, e.Result.Content)
					}
					tr.Events = append(tr.Events, e)
				},
			}
			a.Limits.Turns = len(m.gold.Calls) + 1
			if tr.Stop, err = g.Solve(context.Background(), a); err != nil || tr.Stop != eval.StopAnswered {
				t.Fatalf("%s: %s, %v", s.ID, tr.Stop, err)
			}
			score, err := task.Scoring.Scorer.Score(context.Background(), s, tr)
			if err != nil {
				t.Fatal(err)
			}
			if !score.Valid {
				t.Errorf("%s, %s: %v %s", name, s.ID, score.Classes, score.Evidence)
			}
			if n++; len(m.gold.Calls) > 1 {
				several++
			}
		}
		if n < 200 || several < 50 {
			t.Errorf("%d samples, %d with several calls: too few to tell", n, several)
		}
	}
}
