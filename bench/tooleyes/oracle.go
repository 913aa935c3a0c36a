package tooleyes

import (
	"context"
	"encoding/json"
	"fmt"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/solver/agent"
	"deft/tool"
)

// steps gives the gold trajectory, with finish, one step a turn.
func (g *gold) steps() ([]protocol.Step, error) {
	out := make([]protocol.Step, 0, len(g.Steps)+1)
	for i, s := range g.Steps {
		out = append(out, protocol.Step{Thought: s.Thought, Calls: []tool.Call{{ID: fmt.Sprint("call_", i+1), Name: s.Tool, Arguments: s.Arguments}}})
	}
	args, err := json.Marshal(map[string]string{"answer": g.Answer})
	if err != nil {
		return nil, err
	}
	thought := "I have all that was asked for, so I give the answer."
	if g.Impossible {
		thought = "None of these tools can do what is asked, so I say so and end."
	}
	return append(out, protocol.Step{Thought: thought, Calls: []tool.Call{{ID: "call_finish", Name: agent.Finish, Arguments: args}}}), nil
}

// oracle plays the gold trajectory.
func oracle(s eval.Sample, p protocol.Protocol) (chat.Model, error) {
	var g gold
	if err := json.Unmarshal(s.Gold, &g); err != nil {
		return nil, fmt.Errorf("sample %s: read the gold trajectory: %w", s.ID, err)
	}
	steps, err := g.steps()
	if err != nil {
		return nil, fmt.Errorf("sample %s: write the gold trajectory: %w", s.ID, err)
	}
	return chat.ModelFunc(func(_ context.Context, r chat.Request) (chat.Response, error) {
		return chat.Response{Message: p.Format(steps[min(r.Key.Turn, len(steps)-1)]), Finish: chat.FinishToolCalls}, nil
	}), nil
}
