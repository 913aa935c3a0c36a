// Package priced puts a price on replies (Usage.CostUSD), and stops a run before it spends more
// than its budget.
package priced

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"deft/chat"
)

// Model is a model whose replies carry their cost.
type Model struct {
	inner  chat.Model
	price  Price
	budget *Budget
}

// New wraps inner. budget may be nil, and may be shared by the models of a run. Put it above
// retries and below a cache: replies from the cache cost nothing, and a request waits for the
// budget once.
func New(inner chat.Model, p Price, budget *Budget) *Model {
	return &Model{inner: inner, price: p, budget: budget}
}

// Generate asks, when the budget allows, and sets the cost of the reply. A server that does not
// count tokens has them estimated, for the budget alone. A request that failed counts as free.
func (m *Model) Generate(ctx context.Context, r chat.Request) (chat.Response, error) {
	input := Tokens(r)
	reserved := 0.0
	if m.budget != nil {
		var err error
		if reserved, err = m.budget.reserve(ctx, m.price, input, r.Sampling.MaxTokens); err != nil {
			return chat.Response{}, err
		}
	}
	response, err := m.inner.Generate(ctx, r)
	spent, output := 0.0, 0
	if err == nil {
		u := response.Usage
		if u.InputTokens+u.OutputTokens > 0 {
			cost := m.price.Cost(u.InputTokens, u.OutputTokens)
			response.Usage.CostUSD = &cost
			spent, output = cost, u.OutputTokens
		} else {
			output = (len(response.Message.Content) + len(response.Message.Reasoning)) / 4
			spent = m.price.Cost(input, output)
		}
	}
	if m.budget != nil {
		m.budget.settle(reserved, spent, output, err == nil)
	}
	return response, err
}

// Preflight is the inner model's.
func (m *Model) Preflight(ctx context.Context) error {
	if p, ok := m.inner.(chat.Preflighter); ok {
		return p.Preflight(ctx)
	}
	return nil
}

// ErrBudget: the budget does not allow one more request. Every later one fails too.
var ErrBudget = errors.New("the budget is spent")

// Budget is an amount of USD that several models spend together. It is safe for concurrent use.
// It holds as far as a request's cost is known beforehand: to the estimate of its input where
// Sampling.MaxTokens bounds the reply, else as far as replies stay below twice their mean.
type Budget struct {
	mu       sync.Mutex
	most     float64
	spent    float64
	reserved float64
	flying   int
	changed  chan struct{} // closed and replaced whenever a reservation ends
	output   float64       // output tokens a reply without a limit is taken to have
	mean     float64       // output tokens of the replies so far
	replies  int
}

// firstOutput is how many output tokens a reply is taken to have before there was any.
const firstOutput = 1000

// NewBudget gives a budget of so many USD.
func NewBudget(usd float64) *Budget {
	return &Budget{most: usd, changed: make(chan struct{}), output: firstOutput}
}

// Spent is what replies have cost so far, in USD.
func (b *Budget) Spent() float64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent
}

// reserve sets aside what a request may cost: its input, and as much output as it allows, or twice
// the mean so far. Where only the reservations of requests in flight stand against it, it waits
// for them: most cost less than was set aside.
func (b *Budget) reserve(ctx context.Context, p Price, input, maxTokens int) (float64, error) {
	b.mu.Lock()
	for {
		output := b.output
		if maxTokens > 0 {
			output = float64(maxTokens)
		}
		cost := p.Cost(input, int(output))
		if b.spent+b.reserved+cost <= b.most {
			b.reserved += cost
			b.flying++
			b.mu.Unlock()
			return cost, nil
		}
		if b.spent+cost > b.most || b.flying == 0 {
			err := fmt.Errorf(
				"%w: $%.4f of $%.4f are used, and one more request may cost $%.4f: raise --max-cost and go on with --resume",
				ErrBudget, b.spent, b.most, cost,
			)
			b.mu.Unlock()
			return 0, &chat.Error{Class: chat.ErrBudget, Err: err}
		}
		changed := b.changed
		b.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
		b.mu.Lock()
	}
}

func (b *Budget) settle(reserved, spent float64, output int, replied bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved -= reserved
	b.spent += spent
	if b.flying--; b.flying == 0 {
		b.reserved = 0 // no sum of roundings stays
	}
	if replied {
		b.replies++
		b.mean += (float64(output) - b.mean) / float64(b.replies)
		b.output = 2 * b.mean
	}
	close(b.changed)
	b.changed = make(chan struct{})
}

// Tokens estimates the input tokens of a request: one for four bytes, and a few for each message
// and tool. English text has about that many; text in other scripts has fewer.
func Tokens(r chat.Request) int {
	bytes := len(r.Schema)
	for i := range r.Messages {
		m := &r.Messages[i]
		bytes += len(m.Content) + 16
		for _, c := range m.ToolCalls {
			bytes += len(c.Name) + len(c.Arguments) + len(c.Malformed) + 16
		}
	}
	for i := range r.Tools {
		t := &r.Tools[i]
		bytes += len(t.Name) + len(t.Description) + len(t.Parameters) + 32
	}
	return bytes/4 + 1
}
