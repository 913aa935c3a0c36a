// Package limited bounds what is sent to a model: how many requests are in flight, adapted to what
// the server bears, and how many requests and tokens are sent a minute.
//
// The limit starts low and doubles with every round of replies as long as throughput grows with
// it. A 429 takes it back to the number of requests the server was still serving; from there it
// creeps up to the number that once more draws a 429, stays below it, and tries again much later.
// A server that queues instead of refusing is recognised by throughput that no longer grows.
// Timeouts and overload statuses lower it by a fifth. See control.go.
package limited

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"deft/chat"
)

// Config of New. The zero value adapts between 1 and 256 requests in flight, starting at 8, with
// no limit a minute.
type Config struct {
	// Start, Min and Max bound the requests in flight; 0: 8, 1 and 256. Start is at most Max.
	Start, Min, Max int
	// Fixed keeps Max requests in flight without adapting.
	Fixed bool
	// RPM and TPM bound requests and tokens (input and output) a minute; 0: no bound.
	RPM, TPM int
}

// Model is the decorator. It is safe for concurrent use.
type Model struct {
	inner    chat.Model
	requests *rate.Limiter
	tokens   *tokenLimiter

	mu      sync.Mutex
	control control
	flying  int
	paused  time.Time       // nothing is sent before
	waiting []chan struct{} // those without a slot, first come first served
	timer   *time.Timer     // wakes the waiting after a pause
}

// New wraps inner. Put it below retries, so that it sees every failure and holds no slot while a
// request waits to be tried again.
func New(inner chat.Model, c Config) *Model {
	if c.Max <= 0 {
		c.Max = 256
	}
	if c.Start <= 0 {
		c.Start = 8
	}
	c.Min = min(max(c.Min, 1), c.Max)
	c.Start = max(min(c.Start, c.Max), c.Min)
	if c.Fixed {
		c.Start, c.Min = c.Max, c.Max
	}
	m := &Model{inner: inner, control: newControl(c.Start, c.Min, c.Max)}
	if c.RPM > 0 {
		m.requests = rate.NewLimiter(rate.Limit(float64(c.RPM)/60), max(c.RPM/60, 1))
	}
	if c.TPM > 0 {
		m.tokens = newTokenLimiter(c.TPM)
	}
	return m
}

// Generate waits for its turn and asks.
func (m *Model) Generate(ctx context.Context, r chat.Request) (chat.Response, error) {
	if m.requests != nil {
		if err := m.requests.Wait(ctx); err != nil {
			return chat.Response{}, waitError(ctx, err)
		}
	}
	var estimate int
	if m.tokens != nil {
		var err error
		if estimate, err = m.tokens.wait(ctx, r); err != nil {
			return chat.Response{}, waitError(ctx, err)
		}
	}
	if err := m.acquire(ctx); err != nil {
		return chat.Response{}, err
	}
	start := time.Now()
	response, err := m.inner.Generate(ctx, r)
	m.release(start, err)
	if m.tokens != nil {
		m.tokens.settle(estimate, response.Usage, err)
	}
	return response, err
}

// waitError prefers the end of ctx to the limiter's own words: a wait that would pass the
// deadline is refused at once.
func waitError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if _, ok := ctx.Deadline(); ok {
		return errors.Join(context.DeadlineExceeded, err)
	}
	return err
}

// Preflight is the inner model's.
func (m *Model) Preflight(ctx context.Context) error {
	if p, ok := m.inner.(chat.Preflighter); ok {
		return p.Preflight(ctx)
	}
	return nil
}

// State says how many requests may be in flight now, and how many are.
func (m *Model) State() (limit, inFlight int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.control.limit, m.flying
}

func (m *Model) acquire(ctx context.Context) error {
	m.mu.Lock()
	if err := ctx.Err(); err != nil {
		m.mu.Unlock()
		return err
	}
	if len(m.waiting) == 0 && m.open() {
		m.flying++
		m.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	m.waiting = append(m.waiting, turn)
	m.admit()
	m.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, w := range m.waiting {
		if w == turn {
			m.waiting = append(m.waiting[:i], m.waiting[i+1:]...)
			return ctx.Err()
		}
	}
	m.flying-- // the turn came with the end of ctx: it is passed on
	m.admit()
	return ctx.Err()
}

// open says whether one more may be sent now.
func (m *Model) open() bool {
	return m.flying < m.control.limit && (m.paused.IsZero() || !time.Now().Before(m.paused))
}

// admit gives the free slots to those waiting longest.
func (m *Model) admit() {
	for len(m.waiting) > 0 && m.open() {
		m.flying++
		close(m.waiting[0])
		m.waiting = m.waiting[1:]
	}
	if wait := time.Until(m.paused); len(m.waiting) > 0 && wait > 0 && m.timer == nil {
		m.timer = time.AfterFunc(wait, func() {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.timer = nil
			m.admit()
		})
	}
}

// release takes back a slot and lets the outcome move the limit.
func (m *Model) release(start time.Time, err error) {
	now := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	full := m.flying >= m.control.limit
	m.flying--
	switch kind, wait := outcomeOf(err); kind {
	case replied:
		m.control.reply(now, now.Sub(start), full)
	case refused:
		m.control.refused(start, now, m.flying)
		if m.flying == 0 { // nothing is being served: the limit is one of time, not of number
			m.paused = now.Add(min(max(wait, 250*time.Millisecond), time.Minute))
		}
	case overloaded:
		m.control.overloaded(start, now)
	case neither:
	}
	m.admit()
}

// outcome is what a finished request tells about the server's load.
type outcome int

const (
	neither outcome = iota
	replied
	refused
	overloaded
)

func outcomeOf(err error) (outcome, time.Duration) {
	if err == nil {
		return replied, 0
	}
	var e *chat.Error
	if !errors.As(err, &e) {
		return neither, 0
	}
	switch {
	case e.Class == chat.ErrRateLimited:
		return refused, e.RetryAfter
	case e.Class == chat.ErrTimeout, e.Status == http.StatusServiceUnavailable, e.Status == statusOverloaded:
		return overloaded, 0
	}
	return neither, 0
}

// statusOverloaded is what some services send for an overload, beside 503.
const statusOverloaded = 529
