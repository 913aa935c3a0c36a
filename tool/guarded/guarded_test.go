package guarded

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"deft/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type run func(context.Context, tool.Call) (tool.Result, error)

func (f run) Call(ctx context.Context, c tool.Call) (tool.Result, error) { return f(ctx, c) }

var specs = []tool.Spec{
	{Name: "go", Parameters: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`)},
	{Name: "any"},
}

func good(body string) run {
	return func(context.Context, tool.Call) (tool.Result, error) {
		return tool.Result{Content: json.RawMessage(body)}, nil
	}
}

func TestFaults(t *testing.T) {
	never := run(func(context.Context, tool.Call) (tool.Result, error) {
		t.Error("the tool was called")
		return tool.Result{}, nil
	})
	for _, c := range []struct {
		what        string
		inner       run
		call        tool.Call
		fault, says string
	}{
		{"fine", good(`{"a":1}`), tool.Call{Name: "go", Arguments: json.RawMessage(`{"n":1}`)}, "", `{"a":1}`},
		{"no content", good(``), tool.Call{Name: "any"}, "", ``},
		{"unknown", never, tool.Call{Name: "stop"}, tool.FaultUnknownTool, "any, go"},
		{"missing", never, tool.Call{Name: "go"}, tool.FaultInvalidArguments, "missing_required at /n"},
		{"not JSON", never, tool.Call{Name: "go", Malformed: "n=1"}, tool.FaultInvalidArguments, "not JSON"},
		{"many faults", never, tool.Call{Name: "go", Arguments: json.RawMessage(`{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}`)}, tool.FaultInvalidArguments, "and 2 more"},
		{"huge arguments", never, tool.Call{Name: "any", Arguments: json.RawMessage(`["` + strings.Repeat("x", maxArguments) + `"]`)}, tool.FaultInvalidArguments, "bytes"},
		{"deep arguments", never, tool.Call{Name: "any", Arguments: json.RawMessage(strings.Repeat("[", 5000) + strings.Repeat("]", 5000))}, tool.FaultInvalidArguments, "deeper than 100"},
		{"odd result", good(`{`), tool.Call{Name: "any"}, tool.FaultFailed, "not JSON"},
		{"slow", func(ctx context.Context, _ tool.Call) (tool.Result, error) {
			<-ctx.Done()
			return tool.Result{}, ctx.Err()
		}, tool.Call{Name: "any"}, tool.FaultTimeout, "within 20ms"},
	} {
		x := New(c.inner, specs, Config{Timeout: 20 * time.Millisecond})
		c.call.ID = "7"
		r, err := x.Call(context.Background(), c.call)
		if err != nil || r.Fault != c.fault || !strings.Contains(string(r.Content), c.says) || r.CallID != "7" {
			t.Errorf("%s: %+v %s %v", c.what, r, r.Content, err)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestErrorsEndTheSample(t *testing.T) {
	broken := errors.New("broken")
	x := New(run(func(context.Context, tool.Call) (tool.Result, error) { return tool.Result{}, broken }), specs, Config{})
	if _, err := x.Call(context.Background(), tool.Call{Name: "any"}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	x = New(run(func(context.Context, tool.Call) (tool.Result, error) { panic("oh") }), specs, Config{})
	if _, err := x.Call(context.Background(), tool.Call{Name: "any"}); err == nil || !strings.Contains(err.Error(), "panicked") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	x = New(run(func(context.Context, tool.Call) (tool.Result, error) { cancel(); return tool.Result{}, nil }), specs, Config{})
	for range 2 {
		if _, err := x.Call(ctx, tool.Call{Name: "any"}); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	}
}

// TestCut checks that a long result becomes a JSON string within the limit, whatever is in it.
func TestCut(t *testing.T) {
	for _, text := range []string{`"` + strings.Repeat("é", 400) + `"`, `["` + strings.Repeat(`\"`, 400) + `"]`, `"` + strings.Repeat(`\u0001`, 300) + `"`, `{"a":"` + strings.Repeat("<", 500) + `"}`} {
		for _, limit := range []int{2, 3, 10, 64, 255} {
			x := New(good(text), specs, Config{MaxResult: limit})
			r, err := x.Call(context.Background(), tool.Call{Name: "any"})
			var s string
			if err != nil || !r.Truncated || len(r.Content) > limit || json.Unmarshal(r.Content, &s) != nil {
				t.Errorf("limit %d: %v %v %q", limit, err, r.Truncated, r.Content)
			}
			if limit == 255 && len(s) < 20 {
				t.Errorf("limit %d kept only %q", limit, s)
			}
		}
	}
}

func TestConcurrency(t *testing.T) {
	var now, most atomic.Int64
	x := New(run(func(context.Context, tool.Call) (tool.Result, error) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		time.Sleep(time.Millisecond)
		now.Add(-1)
		return tool.Result{}, nil
	}), specs, Config{Concurrent: 3})
	var wg sync.WaitGroup
	for i := range 60 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if r, err := x.Call(context.Background(), tool.Call{ID: fmt.Sprint(i), Name: "any"}); err != nil || r.CallID != fmt.Sprint(i) {
				t.Error(r, err)
			}
		}()
	}
	wg.Wait()
	if n := most.Load(); n > 3 || n < 2 {
		t.Errorf("%d calls at once, want 3", n)
	}
}

// TestStuckTool calls a tool that ignores its context: the call still ends in time, the stuck one
// keeps its slot, and Close says that it did not end.
func TestStuckTool(t *testing.T) {
	release := make(chan struct{})
	x := New(run(func(context.Context, tool.Call) (tool.Result, error) {
		<-release
		return tool.Result{}, nil
	}), specs, Config{Timeout: 10 * time.Millisecond, Concurrent: 1, Grace: 10 * time.Millisecond})
	r, err := x.Call(context.Background(), tool.Call{Name: "any"})
	if err != nil || r.Fault != tool.FaultTimeout {
		t.Fatal(r, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := x.Call(ctx, tool.Call{Name: "any"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a second call beside the stuck one: %v", err)
	}
	if err := x.Close(); err == nil {
		t.Error("Close did not tell of the stuck call")
	}
	close(release)
	if err := x.Close(); err != nil {
		t.Error(err)
	}
}
