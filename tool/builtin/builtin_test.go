package builtin

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"deft/tool"
)

type counter struct{ n int }

type addArgs struct {
	By   int    `json:"by"`
	Note string `json:"note"`
}

var addSpec = tool.Spec{Name: "add", Parameters: json.RawMessage(`{"type":"object","properties":{"by":{"type":"integer","maximum":9},"note":{"type":"string","default":"<none>"}},"required":["by"]}`)}

func add(_ context.Context, c *counter, a addArgs) (map[string]any, error) {
	if a.By == 0 {
		return nil, Failed("adding %d changes nothing", a.By)
	}
	c.n += a.By
	return map[string]any{"n": c.n, "note": a.Note}, nil
}

func TestExecutor(t *testing.T) {
	specs := []tool.Spec{addSpec, {Name: "hang"}, {Name: "boom"}, {Name: "big"}, {Name: "gone"}}
	table := map[string]Func[*counter]{
		"add": Typed(add),
		"hang": func(ctx context.Context, _ *counter, _ json.RawMessage) (any, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		},
		"boom": func(context.Context, *counter, json.RawMessage) (any, error) { panic("boom") },
		"big":  func(context.Context, *counter, json.RawMessage) (any, error) { return strings.Repeat("x", 200), nil },
		"gone": func(context.Context, *counter, json.RawMessage) (any, error) {
			return nil, &Failure{Fault: tool.FaultUnavailable, Message: "closed on Sundays"}
		},
	}
	set, err := New(specs, table, Options{Timeout: 20 * time.Millisecond, Result: 100})
	if err != nil {
		t.Fatal(err)
	}
	world := &counter{}
	exec := set.Executor(world)
	for _, tc := range []struct{ name, args, fault, content string }{
		{"add", `{"by":2}`, "", `{"n":2,"note":"<none>"}`},
		{"add", `{"by":3,"note":"a&b"}`, "", `{"n":5,"note":"a&b"}`},
		{"add", `{"by":0}`, tool.FaultFailed, `{"error":"adding 0 changes nothing"}`},
		{"add", `{"by":10}`, tool.FaultInvalidArguments, `out_of_range at /by`},
		{"add", `{}`, tool.FaultInvalidArguments, `missing_required at /by`},
		{"add", `by=1`, tool.FaultInvalidArguments, `not_json`},
		{"sub", `{}`, tool.FaultUnknownTool, `add, big, boom, gone, hang`},
		{"hang", ``, tool.FaultTimeout, `longer than 20ms`},
		{"big", ``, tool.FaultTooLarge, `202 bytes`},
		{"gone", `{}`, tool.FaultUnavailable, `{"error":"closed on Sundays"}`},
	} {
		r, err := exec.Call(context.Background(), tool.Call{ID: "7", Name: tc.name, Arguments: json.RawMessage(tc.args)})
		if err != nil {
			t.Errorf("%s(%s): %v", tc.name, tc.args, err)
			continue
		}
		if r.Fault != tc.fault || !strings.Contains(string(r.Content), tc.content) || r.CallID != "7" {
			t.Errorf("%s(%s) = %s %s, want %s %s", tc.name, tc.args, r.Fault, r.Content, tc.fault, tc.content)
		}
	}
	if world.n != 5 {
		t.Errorf("the world counts %d, want 5: refused calls must not act", world.n)
	}
	if _, err := exec.Call(context.Background(), tool.Call{Name: "boom"}); err == nil || !strings.Contains(err.Error(), "boom") {
		t.Errorf("a panic gave %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := exec.Call(ended, tool.Call{Name: "add", Arguments: json.RawMessage(`{"by":1}`)}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

func TestNewRefuses(t *testing.T) {
	run := Typed(add)
	for _, tc := range []struct {
		name  string
		specs []tool.Spec
		table map[string]Func[*counter]
		want  string
	}{
		{"no function", []tool.Spec{addSpec}, nil, "no function"},
		{"no document", nil, map[string]Func[*counter]{"add": run}, "no document"},
		{"twice", []tool.Spec{addSpec, addSpec}, map[string]Func[*counter]{"add": run}, "twice"},
		{"broken schema", []tool.Spec{{Name: "add", Parameters: json.RawMessage("{")}}, map[string]Func[*counter]{"add": run}, "read the schema"},
	} {
		if _, err := New(tc.specs, tc.table, Options{}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want %q", tc.name, err, tc.want)
		}
	}
}
