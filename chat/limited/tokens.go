package limited

import (
	"context"
	"sync"

	"golang.org/x/time/rate"

	"deft/chat"
)

// tokenLimiter spends tokens before a request on an estimate, and sets that right by its reply:
// what was too much is taken off the next estimates, what was too little is owed by them.
type tokenLimiter struct {
	limiter *rate.Limiter

	mu     sync.Mutex
	credit int     // tokens paid too much, negative: too little
	output float64 // moving mean of output tokens
}

func newTokenLimiter(tpm int) *tokenLimiter {
	// A second's worth at once: a minute's would let the first minute send twice the bound.
	return &tokenLimiter{limiter: rate.NewLimiter(rate.Limit(float64(tpm)/60), max(tpm/60, 1)), output: 200}
}

// wait lets the request pass when its tokens may be spent, and returns the estimate.
func (t *tokenLimiter) wait(ctx context.Context, r chat.Request) (int, error) {
	t.mu.Lock()
	estimate := max(int(float64(size(r))/4+t.output), 1)
	pay := estimate - t.credit
	t.credit = 0
	if pay < 0 {
		t.credit, pay = -pay, 0
	}
	t.mu.Unlock()
	for burst := t.limiter.Burst(); pay > 0; pay -= burst {
		if err := t.limiter.WaitN(ctx, min(pay, burst)); err != nil {
			return 0, err
		}
	}
	return estimate, nil
}

// settle corrects the estimate. A request that failed has cost nothing.
func (t *tokenLimiter) settle(estimate int, u chat.Usage, err error) {
	if err == nil && u.InputTokens+u.OutputTokens == 0 {
		return // the server does not count
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.credit += estimate - u.InputTokens - u.OutputTokens
	if err == nil {
		t.output += (float64(u.OutputTokens) - t.output) / 16
	}
}

// size is the request's text in bytes.
func size(r chat.Request) int {
	n := len(r.Schema)
	for i := range r.Messages {
		n += len(r.Messages[i].Content) + 16
		for _, c := range r.Messages[i].ToolCalls {
			n += len(c.Name) + len(c.Arguments)
		}
	}
	for i := range r.Tools {
		n += len(r.Tools[i].Name) + len(r.Tools[i].Description) + len(r.Tools[i].Parameters)
	}
	return n
}
