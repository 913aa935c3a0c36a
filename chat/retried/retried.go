// Package retried tries a model again when its failure may pass: rate limits, server errors,
// timeouts, broken connections and replies that are no replies (see chat.Error.Retryable).
package retried

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"deft/chat"
)

// Config of New. The zero value gives the defaults.
type Config struct {
	// Attempts is how often a request is made at most, the first included; 0: 6.
	Attempts int
	// Base is the wait before the second attempt, doubled for each later one up to Max. The actual
	// wait is between half and all of it. 0: 500 ms and 30 s.
	Base, Max time.Duration
	// Patience is the longest Retry-After that is waited out; a longer one ends the attempts. 0: 5 min.
	Patience time.Duration
	// Seed and the request's key determine the jitter.
	Seed uint64
	// Sleep waits for d or until ctx ends, whose error it then returns; nil: the real clock.
	Sleep func(ctx context.Context, d time.Duration) error
	// Retrying, when set, is told of every failure that is about to be tried again. It must be
	// safe for concurrent use.
	Retrying func(k chat.Key, attempt int, wait time.Duration, err *chat.Error)
}

// Model is the decorator.
type Model struct {
	inner chat.Model
	cfg   Config
}

// New wraps inner.
func New(inner chat.Model, c Config) *Model {
	if c.Attempts <= 0 {
		c.Attempts = 6
	}
	if c.Base <= 0 {
		c.Base = 500 * time.Millisecond
	}
	if c.Max <= 0 {
		c.Max = 30 * time.Second
	}
	if c.Patience <= 0 {
		c.Patience = 5 * time.Minute
	}
	if c.Sleep == nil {
		c.Sleep = sleep
	}
	return &Model{inner: inner, cfg: c}
}

// Generate asks until there is a reply, an error that stays, or no attempt left. The error of the
// last attempt is returned, with the number of attempts when there were several.
func (m *Model) Generate(ctx context.Context, r chat.Request) (chat.Response, error) {
	for attempt := 1; ; attempt++ {
		response, err := m.inner.Generate(ctx, r)
		var e *chat.Error
		if err == nil || !errors.As(err, &e) || !e.Retryable() {
			return response, counted(err, attempt)
		}
		if ctx.Err() != nil {
			return response, errors.Join(ctx.Err(), counted(err, attempt))
		}
		if attempt == m.cfg.Attempts {
			return response, counted(err, attempt)
		}
		if e.RetryAfter > m.cfg.Patience {
			return response, fmt.Errorf("the server asks to wait %s, longer than the %s that are waited: %w", e.RetryAfter, m.cfg.Patience, counted(err, attempt))
		}
		wait := m.wait(r.Key, attempt, e.RetryAfter)
		if m.cfg.Retrying != nil {
			m.cfg.Retrying(r.Key, attempt, wait, e)
		}
		if slept := m.cfg.Sleep(ctx, wait); slept != nil {
			return response, fmt.Errorf("%w while waiting to try again: %w", slept, counted(err, attempt))
		}
	}
}

// Preflight is the inner model's.
func (m *Model) Preflight(ctx context.Context) error {
	if p, ok := m.inner.(chat.Preflighter); ok {
		return p.Preflight(ctx)
	}
	return nil
}

// wait is the time before the next attempt. What the server asked for is a floor: coming back all
// at once when it ends would only repeat the jam, so the jitter is added to it.
func (m *Model) wait(k chat.Key, attempt int, asked time.Duration) time.Duration {
	backoff := m.cfg.Max
	if shift := attempt - 1; shift < 30 && m.cfg.Base < m.cfg.Max>>shift {
		backoff = m.cfg.Base << shift
	}
	u := jitter(m.cfg.Seed, k, attempt)
	if asked > 0 {
		return asked + time.Duration(u*float64(min(backoff, asked))/2)
	}
	return backoff/2 + time.Duration(u*float64(backoff)/2)
}

// jitter is a number in [0,1) that depends on nothing but its arguments.
func jitter(seed uint64, k chat.Key, attempt int) float64 {
	h := fnv.New64a()
	var b [32]byte
	binary.LittleEndian.PutUint64(b[0:], seed)
	binary.LittleEndian.PutUint64(b[8:], uint64(k.Trial))
	binary.LittleEndian.PutUint64(b[16:], uint64(k.Turn))
	binary.LittleEndian.PutUint64(b[24:], uint64(attempt))
	_, _ = h.Write(b[:])
	_, _ = h.Write([]byte(k.Run + "\x00" + k.Sample + "\x00" + k.Role))
	x := h.Sum64()
	x ^= x >> 33 // FNV's high bits change little with the last bytes: mix them
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return float64(x>>11) / (1 << 53)
}

func counted(err error, attempts int) error {
	if err == nil || attempts == 1 {
		return err
	}
	return fmt.Errorf("after %d attempts: %w", attempts, err)
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
