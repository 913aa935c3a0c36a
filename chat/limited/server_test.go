package limited_test

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deft/chat/chattest"
	"deft/chat/limited"
	"deft/chat/openai"
	"deft/chat/retried"
)

// measuring skips a test of real time: a busy machine starves client and server. The tests in fake
// time hold the same figures always.
func measuring(t *testing.T) {
	t.Helper()
	if os.Getenv("DEFT_SPEED") == "" {
		t.Skip("measures this machine when it is idle: set DEFT_SPEED=1")
	}
}

// Over real connections: a server that admits 20 requests of 50 ms.
func TestAgainstServer(t *testing.T) {
	measuring(t)
	const n, capacity, delay = 4000, 20, 50 * time.Millisecond
	s := chattest.NewServer(t, chattest.Options{Delay: delay, Capacity: capacity, Instant: true})
	m, err := openai.New(openai.Config{BaseURL: s.URL, Model: "fake"})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	l := limited.New(m, limited.Config{})
	r := retried.New(l, retried.Config{})
	start := time.Now()
	var settled [2]int // the lowest and highest limit after 5 s
	watch := time.AfterFunc(5*time.Second, func() {
		for settled[0], _ = l.State(); time.Since(start) < 9*time.Second; time.Sleep(20 * time.Millisecond) {
			limit, _ := l.State()
			settled = [2]int{min(settled[0], limit), max(settled[1], limit)}
		}
	})
	defer watch.Stop()
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 256 {
		wg.Go(func() {
			for next.Add(1) <= n {
				if _, err := r.Generate(t.Context(), chattest.Ask("x")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	took := time.Since(start)
	share := n * delay.Seconds() / capacity / took.Seconds()
	refused := float64(s.Refused()) / float64(s.Requests())
	t.Logf("%s: %.1f%% of capacity, %.2f%% refused, limit %d to %d after 5 s, at most %d served at a time", took.Round(time.Millisecond), 100*share, 100*refused, settled[0], settled[1], s.Highest())
	if share < 0.85 || refused > 0.03 || settled[0] < 16 || settled[1] > 20 {
		t.Error("want at least 85% of capacity, at most 3% refused, a limit of 16 to 20")
	}
}

// Over real connections: from 8 to 256 in flight, within 1.30 times the ideal time.
func TestRampAgainstServer(t *testing.T) {
	measuring(t)
	const n, most, delay = 10_000, 256, 50 * time.Millisecond
	s := chattest.NewServer(t, chattest.Options{Delay: delay, Instant: true})
	m, err := openai.New(openai.Config{BaseURL: s.URL, Model: "fake"})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	l := limited.New(m, limited.Config{Max: most})
	start := time.Now()
	var next atomic.Int64
	var wg sync.WaitGroup
	for range most {
		wg.Go(func() {
			for next.Add(1) <= n {
				if _, err := l.Generate(t.Context(), chattest.Ask("x")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	ideal := float64(n) / most * delay.Seconds()
	limit, _ := l.State()
	t.Logf("%.3f × ideal, %d in flight at most, limit %d", time.Since(start).Seconds()/ideal, s.Highest(), limit)
	if limit != most {
		t.Errorf("the limit stopped at %d", limit)
	}
	if took := time.Since(start).Seconds(); took > 1.30*ideal {
		t.Errorf("%.3f × ideal, more than 1.30", took/ideal)
	}
}
