package retried

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deft/chat"
	"deft/chat/chattest"
)

func TestDecorator(t *testing.T) {
	chattest.TestDecorator(t, func(_ *testing.T, inner chat.Model) chat.Model { return New(inner, Config{}) })
}

// failing fails with the errors in order, then answers.
func failing(calls *int, errs ...error) chat.Model {
	return chattest.Fake{GenerateFunc: func(context.Context, chat.Request) (chat.Response, error) {
		*calls++
		if *calls <= len(errs) {
			return chat.Response{}, errs[*calls-1]
		}
		return chat.Response{Message: chat.Message{Content: "done"}}, nil
	}}
}

func repeat(n int, e *chat.Error) []error {
	out := make([]error, n)
	for i := range out {
		out[i] = e
	}
	return out
}

func TestRetries(t *testing.T) {
	server := &chat.Error{Class: chat.ErrServer, Status: 500}
	for _, c := range []struct {
		name  string
		errs  []error
		calls int
		fails string // in the error's text
		least time.Duration
		most  time.Duration
	}{
		{name: "none", calls: 1},
		{name: "two failures", errs: repeat(2, server), calls: 3, least: 750 * time.Millisecond, most: 1500 * time.Millisecond},
		{name: "five failures", errs: repeat(5, server), calls: 6, least: 7750 * time.Millisecond, most: 15500 * time.Millisecond},
		{name: "six failures", errs: repeat(6, server), calls: 6, fails: "after 6 attempts: server_error (HTTP 500)", least: 7750 * time.Millisecond, most: 15500 * time.Millisecond},
		{name: "auth", errs: repeat(1, &chat.Error{Class: chat.ErrAuth}), calls: 1, fails: "auth"},
		{name: "then auth", errs: []error{server, &chat.Error{Class: chat.ErrAuth}}, calls: 2, fails: "after 2 attempts: auth", most: time.Second},
		{name: "overflow", errs: repeat(1, &chat.Error{Class: chat.ErrContext}), calls: 1, fails: "context_overflow"},
		{name: "not the service's", errs: []error{errors.New("bug")}, calls: 1, fails: "bug"},
		{name: "retry-after", errs: repeat(2, &chat.Error{Class: chat.ErrRateLimited, RetryAfter: 20 * time.Second}), calls: 3, least: 40 * time.Second, most: 42 * time.Second},
		{name: "too long", errs: repeat(1, &chat.Error{Class: chat.ErrRateLimited, RetryAfter: time.Hour}), calls: 1, fails: "asks to wait 1h0m0s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				m := New(failing(&calls, c.errs...), Config{})
				start := time.Now()
				r, err := m.Generate(t.Context(), chattest.Ask("x"))
				took := time.Since(start)
				if calls != c.calls || took < c.least || took > c.most {
					t.Errorf("%d calls in %s, want %d in %s to %s", calls, took, c.calls, c.least, c.most)
				}
				if c.fails == "" && (err != nil || r.Message.Content != "done") {
					t.Errorf("got %q, %v", r.Message.Content, err)
				}
				if c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)) {
					t.Errorf("got %v, want %q", err, c.fails)
				}
			})
		})
	}
}

func TestCancelWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		start := time.Now()
		_, err := New(failing(&calls, repeat(9, &chat.Error{Class: chat.ErrServer})...), Config{}).Generate(ctx, chattest.Ask("x"))
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 100*time.Millisecond || calls != 1 {
			t.Errorf("after %s and %d calls: %v", time.Since(start), calls, err)
		}
		var e *chat.Error
		if !errors.As(err, &e) || e.Class != chat.ErrServer {
			t.Errorf("the failure that was waited for is lost: %v", err)
		}
	})
}

func TestRetryingIsTold(t *testing.T) {
	var waits []time.Duration
	calls := 0
	m := New(failing(&calls, repeat(3, &chat.Error{Class: chat.ErrConnection})...), Config{
		Sleep:    func(context.Context, time.Duration) error { return nil },
		Retrying: func(_ chat.Key, attempt int, wait time.Duration, _ *chat.Error) { waits = append(waits, wait) },
	})
	if _, err := m.Generate(t.Context(), chattest.Ask("x")); err != nil || len(waits) != 3 {
		t.Errorf("%v, told %v", err, waits)
	}
}

// The jitter is the same for the same request, and spread evenly over requests.
func TestJitter(t *testing.T) {
	const n = 20000
	sum, squares := 0.0, 0.0
	for i := range n {
		k := chat.Key{Sample: "s", Trial: i}
		u := jitter(1, k, 1)
		if u < 0 || u >= 1 || u != jitter(1, k, 1) {
			t.Fatalf("jitter %v", u)
		}
		sum += u
		squares += u * u
	}
	mean, variance := sum/n, squares/n-(sum/n)*(sum/n)
	if math.Abs(mean-0.5) > 0.01 || math.Abs(variance-1.0/12) > 0.003 {
		t.Errorf("mean %v, variance %v", mean, variance)
	}
}
