package eval

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"time"

	"deft/chat"
	"deft/protocol"
	"deft/tool"
)

// Attempt is what a Solver works with: the sample, the models by role, the environment and the
// protocol. Its methods record everything that happens; Generate is safe for concurrent use where
// Record is.
type Attempt struct {
	Key      chat.Key // Turn and Role unset
	Sample   Sample
	Seed     uint64
	Models   map[string]chat.Model
	Env      Environment // nil when the task has none
	Protocol protocol.Protocol
	Sampling chat.Sampling
	Limits   Limits
	Record   func(Event)
	Now      func() time.Time

	mu    sync.Mutex // of what follows
	turns map[string]int
	sent  map[string][]chat.Message
}

// Ask sends the canonical conversation to the agent, rendered by the attempt's protocol, and
// returns the reply with the step read from it.
func (a *Attempt) Ask(ctx context.Context, messages []chat.Message, tools []tool.Spec) (chat.Response, protocol.Step, error) {
	wire, shown := a.Protocol.Render(messages, tools)
	r, err := a.Generate(ctx, chat.RoleAgent, chat.Request{Messages: wire, Tools: shown, Sampling: a.Sampling})
	if err != nil {
		return r, protocol.Step{}, err
	}
	return r, a.Protocol.Parse(r.Message), nil
}

// Generate sends r as it is to the model that plays role, and records request and reply. The
// request's Key and, when unset, its seed are filled in.
func (a *Attempt) Generate(ctx context.Context, role string, r chat.Request) (chat.Response, error) {
	model, ok := a.Models[role]
	if !ok {
		return chat.Response{}, fmt.Errorf("sample %s: no model plays the role %q", a.Key.Sample, role)
	}
	turn, keep := a.next(role, r.Messages)
	r.Key = a.Key
	r.Key.Role, r.Key.Turn = role, turn
	if r.Sampling.Seed == nil {
		seed := a.Seed
		r.Sampling.Seed = &seed
	}
	name := role
	if role == chat.RoleAgent {
		name = ""
	}
	prompt := Event{Kind: EventPrompt, Role: name, Turn: r.Key.Turn, Keep: keep, Messages: r.Messages[keep:]}
	for _, t := range r.Tools {
		prompt.Tools = append(prompt.Tools, t.Hash())
	}
	a.Record(prompt)
	start := a.Now()
	reply, err := model.Generate(ctx, r)
	if err != nil {
		return reply, fmt.Errorf("sample %s, trial %d, %s turn %d: %w", a.Key.Sample, a.Key.Trial, role, r.Key.Turn, err)
	}
	reply.Message.Role = chat.Assistant
	took := reply.Latency
	if took == 0 {
		took = a.Now().Sub(start)
	}
	message := reply.Message
	a.Record(Event{
		Kind: EventReply, Role: name, Turn: r.Key.Turn, Message: &message, Finish: reply.Finish,
		Usage: usage(reply.Usage), Model: reply.Model, Millis: float64(took.Microseconds()) / 1000,
	})
	return reply, nil
}

// next counts a request of role, and says how many of its messages were in the last one.
func (a *Attempt) next(role string, messages []chat.Message) (turn, keep int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.turns == nil {
		a.turns, a.sent = map[string]int{}, map[string][]chat.Message{}
	}
	turn, keep = a.turns[role], commonPrefix(a.sent[role], messages)
	a.turns[role]++
	a.sent[role] = messages
	return turn, keep
}

// Model is the model that plays role as others take one: what it is asked and says is recorded, and
// requests get the attempt's key. It serves environments that let a model play their tools.
func (a *Attempt) Model(role string) chat.Model {
	return chat.ModelFunc(func(ctx context.Context, r chat.Request) (chat.Response, error) { return a.Generate(ctx, role, r) })
}

// Act performs a call in the environment and records both sides.
func (a *Attempt) Act(ctx context.Context, c tool.Call) (tool.Result, error) {
	if a.Env == nil {
		return tool.Result{}, fmt.Errorf("sample %s: this task has no environment to call %q in", a.Key.Sample, c.Name)
	}
	turn := max(a.Turns(chat.RoleAgent)-1, 0)
	a.Record(Event{Kind: EventCall, Turn: turn, Call: &c})
	start := a.Now()
	r, err := a.Env.Call(ctx, c)
	if err != nil {
		return r, fmt.Errorf("sample %s, trial %d, call of %s: %w", a.Key.Sample, a.Key.Trial, c.Name, err)
	}
	r.CallID = c.ID
	a.Record(Event{Kind: EventResult, Turn: turn, Result: &r, Millis: float64(a.Now().Sub(start).Microseconds()) / 1000})
	return r, nil
}

// Turns says how often the model that plays role was asked so far.
func (a *Attempt) Turns(role string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.turns[role]
}

func usage(u chat.Usage) *chat.Usage {
	if u == (chat.Usage{}) {
		return nil
	}
	return &u
}

func commonPrefix(a, b []chat.Message) int {
	n := 0
	for n < len(a) && n < len(b) && sameMessage(&a[n], &b[n]) {
		n++
	}
	return n
}

func sameMessage(a, b *chat.Message) bool {
	return a.Role == b.Role && a.Content == b.Content && a.Reasoning == b.Reasoning && a.Name == b.Name &&
		a.ToolCallID == b.ToolCallID && reflect.DeepEqual(a.ToolCalls, b.ToolCalls)
}
