package tooleyes

import (
	"context"
	_ "embed"
	"fmt"

	"deft/chat"
	"deft/tool"
	"deft/tool/library"
)

//go:embed demonstrations.jsonl
var demonstrationLines []byte

// MaxShots is how many demonstrations there are; the paper shows five to models that were not
// trained on tools.
const MaxShots = 5

// demonstrate plays the first n demonstrations and gives them as a conversation.
func demonstrate(lib *library.Library, n int) ([]chat.Message, error) {
	if n == 0 {
		return nil, nil
	}
	if n < 0 || n > MaxShots {
		return nil, fmt.Errorf("tooleyes has %d demonstrations, so --shots cannot be %d", MaxShots, n)
	}
	list, err := parseQueries("demonstrations.jsonl", demonstrationLines)
	if err != nil {
		return nil, err
	}
	var out []chat.Message
	for i := range list[:n] {
		shown, err := list[i].conversation(lib, i+1)
		if err != nil {
			return nil, err
		}
		out = append(out, shown...)
	}
	return out, nil
}

// conversation plays the query's gold trajectory and gives it as the agent would have had it.
func (q *Query) conversation(lib *library.Library, n int) ([]chat.Message, error) {
	env, err := openEnvironment(lib, q.Place, q.User, nil)
	if err != nil {
		return nil, fmt.Errorf("demonstration %s: %w", q.ID, err)
	}
	g := gold{Steps: q.Steps, Answer: q.Answer, Impossible: q.Impossible}
	steps, err := g.steps()
	if err != nil {
		return nil, fmt.Errorf("demonstration %s: %w", q.ID, err)
	}
	out := []chat.Message{{Role: chat.User, Content: q.Query}}
	for i, s := range steps {
		c := s.Calls[0]
		c.ID = fmt.Sprintf("demo_%d_%d", n, i+1)
		r := tool.Result{Content: []byte(`"done"`)}
		if i < len(steps)-1 {
			if r, err = env.Call(context.Background(), c); err != nil {
				return nil, fmt.Errorf("demonstration %s, step %d: %w", q.ID, i+1, err)
			}
		}
		out = append(out,
			chat.Message{Role: chat.Assistant, Content: s.Thought, ToolCalls: []tool.Call{c}},
			chat.Message{Role: chat.Tool, ToolCallID: c.ID, Name: c.Name, Content: string(r.Content)})
	}
	return out, nil
}
