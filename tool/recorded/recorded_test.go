package recorded

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"deft/tool"
)

// counter gives another result each time, in bytes that re-encoding would change.
type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) Call(_ context.Context, call tool.Call) (tool.Result, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	r := tool.Result{CallID: call.ID, Content: json.RawMessage(fmt.Sprintf(`{"b" : 1.00, "a":"<%d> `+"\xff"+`"}`, c.n))}
	if c.n%3 == 0 {
		r.Fault, r.Truncated = tool.FaultFailed, true
	}
	return r, nil
}

func stored(t interface{ Fatal(...any) }, l *Log) (*Log, string) {
	var b bytes.Buffer
	if err := l.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	again, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	return again, text
}

// TestReplayIsByteIdentical makes random calls of several attempts, and the same again offline.
func TestReplayIsByteIdentical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type made struct {
			at   Place
			call tool.Call
		}
		calls := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) made {
			return made{
				Place{rapid.SampledFrom([]string{"s1", "s2"}).Draw(t, "sample"), rapid.IntRange(0, 1).Draw(t, "trial")},
				tool.Call{Name: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "tool"), Arguments: json.RawMessage(rapid.SampledFrom([]string{`{}`, `{"x":1}`, `{"x":1.0}`, ``, `{`}).Draw(t, "args"))},
			}
		}), 0, 30).Draw(t, "calls")
		run := func(l *Log, inner tool.Executor, m Mode) (out []tool.Result) {
			open := map[Place]tool.Executor{}
			for i, c := range calls {
				if open[c.at] == nil {
					open[c.at] = l.Executor(inner, c.at, m)
				}
				c.call.ID = fmt.Sprint(i)
				r, err := open[c.at].Call(context.Background(), c.call)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, r)
			}
			return out
		}
		log := NewLog()
		live := run(log, &counter{}, Record)
		again, text := stored(t, log)
		if d := cmp.Diff(live, run(again, nil, Replay)); d != "" {
			t.Errorf("the replay differs (-live +replay):\n%s", d)
		}
		if _, twice := stored(t, again); twice != text {
			t.Error("a log that was read is written differently")
		}
	})
}

func TestArgumentsAreComparedAsJSON(t *testing.T) {
	log := NewLog()
	live := &counter{}
	call := func(args string) tool.Call { return tool.Call{Name: "a", Arguments: json.RawMessage(args)} }
	want, err := log.Executor(live, Place{}, Record).Call(context.Background(), call(`{"x":1,"y":[2]}`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := log.Executor(nil, Place{}, Replay).Call(context.Background(), call(` { "y" : [ 2 ], "x" : 1 } `))
	if err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("%s %v", got.Content, err)
	}
	_, err = log.Executor(nil, Place{Sample: "other", Trial: 1}, Replay).Call(context.Background(), call(`{"x":1.0,"y":[2]}`))
	var missing *Missing
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "sample other, trial 1") {
		t.Errorf("error %v", err)
	}
	x := log.Executor(live, Place{}, Complete)
	for range 2 { // the first is recorded, the second is not
		if _, err := x.Call(context.Background(), call(`{"x":1,"y":[2]}`)); err != nil {
			t.Fatal(err)
		}
	}
	if live.n != 2 || log.Len() != 2 {
		t.Errorf("%d live calls, %d kept, want 2 and 2", live.n, log.Len())
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"sample":"s","tool":"a","arguments":"{}","content":"e30="}`)
	f.Add("{")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		again, one := stored(t, l)
		if _, two := stored(t, again); one != two {
			t.Errorf("%q then %q", one, two)
		}
	})
}

// TestFollow: what was kept before a process died is there again, and later results count.
func TestFollow(t *testing.T) {
	var file bytes.Buffer
	log := NewLog()
	log.Follow(&file)
	n := 0
	live := call(func(tool.Call) tool.Result { n++; return tool.Result{Content: json.RawMessage(fmt.Sprint(n))} })
	for range 2 { // a second attempt at the same sample
		x := log.Executor(live, Place{Sample: "s"}, Record)
		for range 3 {
			if _, err := x.Call(context.Background(), tool.Call{Name: "f"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if log.Err() != nil || bytes.Count(file.Bytes(), []byte("\n")) != 6 {
		t.Fatalf("%v, %q", log.Err(), &file)
	}
	again, err := Read(&file)
	if err != nil || again.Len() != 3 {
		t.Fatal(again, err)
	}
	r, err := again.Executor(nil, Place{Sample: "s"}, Replay).Call(context.Background(), tool.Call{Name: "f"})
	if err != nil || string(r.Content) != "4" {
		t.Errorf("%s, %v; the second attempt's result counts", r.Content, err)
	}
	log.Follow(full{})
	if _, err := log.Executor(live, Place{}, Record).Call(context.Background(), tool.Call{Name: "f"}); err != nil || log.Err() == nil {
		t.Errorf("a full disk: %v, %v", err, log.Err())
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

type call func(tool.Call) tool.Result

func (f call) Call(_ context.Context, c tool.Call) (tool.Result, error) { return f(c), nil }
