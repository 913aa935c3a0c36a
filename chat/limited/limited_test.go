package limited

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"deft/chat"
	"deft/chat/chattest"
	"deft/chat/retried"
)

func TestDecorator(t *testing.T) {
	for name, c := range map[string]Config{"adaptive": {}, "fixed": {Fixed: true, Max: 3}, "rates": {RPM: 1e6, TPM: 1e8}, "one": {Max: 1}} {
		t.Run(name, func(t *testing.T) {
			chattest.TestDecorator(t, func(_ *testing.T, inner chat.Model) chat.Model { return New(inner, c) })
		})
	}
}

// service is a server in fake time: it admits capacity requests, each of which takes delay, and
// refuses more after a millisecond.
type service struct {
	capacity func() int
	delay    func(inFlight int) time.Duration

	flying, highest        atomic.Int64
	asked, refused, served atomic.Int64
}

func (s *service) Generate(ctx context.Context, _ chat.Request) (chat.Response, error) {
	s.asked.Add(1)
	n := s.flying.Add(1)
	if c := s.capacity(); c > 0 && int(n) > c {
		s.flying.Add(-1)
		s.refused.Add(1)
		time.Sleep(time.Millisecond)
		return chat.Response{}, &chat.Error{Class: chat.ErrRateLimited, Status: 429}
	}
	for h := s.highest.Load(); n > h && !s.highest.CompareAndSwap(h, n); h = s.highest.Load() {
	}
	select {
	case <-time.After(s.delay(int(n))):
	case <-ctx.Done():
	}
	s.flying.Add(-1)
	s.served.Add(1)
	return chat.Response{Message: chat.Message{Content: "ok"}}, ctx.Err()
}

func constant[T any](v T) func() T { return func() T { return v } }

func takes(d time.Duration) func(int) time.Duration {
	return func(int) time.Duration { return d }
}

// load asks n times with workers at a time, and returns how long it took.
func load(t *testing.T, m chat.Model, workers, n int) time.Duration {
	t.Helper()
	start := time.Now()
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for next.Add(1) <= int64(n) {
				if _, err := m.Generate(t.Context(), chattest.Ask("x")); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(start)
}

// Against a server that admits 20: within 16 to 20 after 5 s, at least 85% of the capacity over
// the whole run, at most 3% of replies refusals.
func TestSettlesAtCapacity(t *testing.T) {
	for _, c := range []struct {
		name     string
		capacity int
		jitter   bool
		start    int
		low      int
		refused  float64
	}{
		{"20", 20, false, 8, 16, 0.03},
		{"20, uneven replies", 20, true, 8, 16, 0.03},
		{"20, from 256", 20, false, 256, 16, 0.06}, // the first 236 at least
		{"3", 3, false, 8, 2, 0.03},
		{"100", 100, true, 8, 80, 0.03},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var turn atomic.Int64
				s := &service{capacity: constant(c.capacity), delay: func(int) time.Duration {
					if c.jitter { // 25 to 75 ms, spread by a multiplicative sequence
						return 25*time.Millisecond + time.Duration(turn.Add(1)*2654435761%50_000)*time.Microsecond
					}
					return 50 * time.Millisecond
				}}
				m := New(s, Config{Start: c.start})
				done := make(chan struct{})
				var seen []int
				go func() {
					defer close(done)
					time.Sleep(5 * time.Second)
					for range 40 {
						limit, _ := m.State()
						seen = append(seen, limit)
						time.Sleep(100 * time.Millisecond)
					}
				}()
				n := c.capacity * 20 * 20 // 20 s of work
				took := load(t, retried.New(m, retried.Config{}), 256, n)
				<-done
				share := float64(n) * 0.050 / float64(c.capacity) / took.Seconds()
				refused := float64(s.refused.Load()) / float64(s.asked.Load())
				t.Logf("%.1f%% of capacity, %.2f%% refused, limit after 5 s: %v", 100*share, 100*refused, seen)
				if share < 0.85 || refused > c.refused {
					t.Errorf("%.1f%% of capacity, %.2f%% refused", 100*share, 100*refused)
				}
				for _, l := range seen {
					if l < c.low || l > c.capacity {
						t.Errorf("after 5 s the limit is %d, not within %d to %d", l, c.low, c.capacity)
						break
					}
				}
			})
		})
	}
}

// From 8, 10,000 requests of 50 ms at most 256 at a time take at most 1.30 times the ideal.
func TestRampsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{capacity: constant(0), delay: takes(50 * time.Millisecond)}
		took := load(t, New(s, Config{}), 256, 10_000)
		ideal := 10_000.0 / 256 * 0.050
		t.Logf("%.3f × ideal, %d in flight", took.Seconds()/ideal, s.highest.Load())
		if took.Seconds() > 1.30*ideal || s.highest.Load() != 256 {
			t.Errorf("%.3f × ideal, %d in flight", took.Seconds()/ideal, s.highest.Load())
		}
	})
}

// A server that queues instead of refusing is not given ever more to queue.
func TestStopsWhereThroughputStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{capacity: constant(0), delay: func(n int) time.Duration {
			return time.Duration(max(n, 16)) * 50 * time.Millisecond / 16 // 16 are served at a time
		}}
		m := New(s, Config{})
		load(t, m, 256, 8000)
		if limit, _ := m.State(); limit < 16 || limit > 48 {
			t.Errorf("limit %d for a server that serves 16", limit)
		}
	})
}

// When the server admits more, later, the limit follows.
func TestFollowsCapacity(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var capacity atomic.Int64
		capacity.Store(10)
		s := &service{capacity: func() int { return int(capacity.Load()) }, delay: takes(50 * time.Millisecond)}
		m := New(s, Config{})
		go func() {
			time.Sleep(20 * time.Second)
			capacity.Store(60)
			time.Sleep(50 * time.Second)
			if limit, _ := m.State(); limit < 50 || limit > 60 {
				t.Errorf("limit %d, 50 s after the capacity rose to 60", limit)
			}
			capacity.Store(5)
			time.Sleep(10 * time.Second)
			if limit, _ := m.State(); limit < 4 || limit > 5 {
				t.Errorf("limit %d, 10 s after the capacity fell to 5", limit)
			}
		}()
		load(t, retried.New(m, retried.Config{Attempts: 20}), 256, 60_000)
	})
}

// Where refusals come from a limit in time, sending pauses for what the server asks.
func TestPausesWhenNothingIsServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		asked := 0
		m := New(chattest.Fake{GenerateFunc: func(ctx context.Context, r chat.Request) (chat.Response, error) {
			asked++
			if time.Since(start) < 10*time.Second {
				return chat.Response{}, &chat.Error{Class: chat.ErrRateLimited, RetryAfter: 10 * time.Second}
			}
			return chat.Response{}, nil
		}}, Config{Max: 1})
		if _, err := m.Generate(t.Context(), chattest.Ask("x")); err == nil {
			t.Error("no refusal")
		}
		load(t, m, 4, 10)
		if took := time.Since(start); asked != 11 || took != 10*time.Second {
			t.Errorf("asked %d times in %s", asked, took)
		}
	})
}

func TestOtherFailuresDoNotLower(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var n atomic.Int64
		m := New(chattest.Fake{GenerateFunc: func(context.Context, chat.Request) (chat.Response, error) {
			time.Sleep(10 * time.Millisecond)
			if n.Add(1)%10 == 0 {
				return chat.Response{}, &chat.Error{Class: chat.ErrServer, Status: 500}
			}
			return chat.Response{}, nil
		}}, Config{Max: 64})
		load(t, retried.New(m, retried.Config{}), 1000, 20_000)
		if limit, flying := m.State(); limit != 64 || flying != 0 {
			t.Errorf("limit %d, %d in flight", limit, flying)
		}
	})
}

func TestTimeoutsLower(t *testing.T) {
	c := newControl(100, 1, 256)
	at := time.Unix(1000, 0)
	for range 50 { // of one wave
		c.overloaded(at, at.Add(time.Second))
	}
	if c.limit != 80 {
		t.Errorf("one wave of timeouts made 100 %d", c.limit)
	}
	c.overloaded(at.Add(2*time.Second), at.Add(3*time.Second))
	if c.limit != 64 {
		t.Errorf("a second wave made 80 %d", c.limit)
	}
}

func TestRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		took := load(t, New(chattest.Fake{}, Config{RPM: 120}), 16, 121)
		if took < 59*time.Second || took > 61*time.Second {
			t.Errorf("121 requests at 120 a minute in %s", took)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		m := New(chattest.Fake{GenerateFunc: func(context.Context, chat.Request) (chat.Response, error) {
			time.Sleep(time.Second)
			return chat.Response{Usage: chat.Usage{InputTokens: 700, OutputTokens: 300}}, nil
		}}, Config{TPM: 60_000})
		took := load(t, m, 8, 300) // 300,000 tokens: 5 minutes, although estimates say otherwise
		if took < 280*time.Second || took > 310*time.Second {
			t.Errorf("300,000 tokens at 60,000 a minute in %s", took)
		}
	})
}

// A slot whose owner left is not lost.
func TestCancelWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := New(&service{capacity: constant(0), delay: takes(time.Second)}, Config{Fixed: true, Max: 2})
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%7)*500*time.Millisecond)
				defer cancel()
				if _, err := m.Generate(ctx, chattest.Ask("x")); err != nil && !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if _, flying := m.State(); flying != 0 || len(m.waiting) != 0 {
			t.Errorf("%d in flight and %d waiting after all left", flying, len(m.waiting))
		}
		if took := load(t, m, 4, 4); took != 2*time.Second {
			t.Errorf("4 requests through 2 slots in %s", took)
		}
	})
}

func BenchmarkLimited(b *testing.B) {
	m := New(chattest.Fake{}, Config{})
	r := chattest.Ask("x")
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			if _, err := m.Generate(b.Context(), r); err != nil {
				b.Error(err)
			}
		}
	})
}
