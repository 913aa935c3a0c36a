package simulated

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"deft/chat"
	"deft/tool"
)

var weather = tool.Spec{
	Name: "get_weather", Description: "Tells the weather of a city.",
	Parameters: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`),
	Result:     json.RawMessage(`{"type":"object","properties":{"celsius":{"type":"number"},"sky":{"type":"string"}},"required":["celsius"]}`),
}

// played runs the calls against a model that gives the replies, and returns what it was asked.
func played(t *testing.T, cfg Config, replies []string, calls ...string) ([]tool.Result, []chat.Request) {
	t.Helper()
	p, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var asked []chat.Request
	var out []chat.Message
	for _, r := range replies {
		out = append(out, chat.Message{Content: r})
	}
	script := chat.Script(out...)
	model := chat.ModelFunc(func(ctx context.Context, r chat.Request) (chat.Response, error) {
		asked = append(asked, r)
		return script.Generate(ctx, r)
	})
	x := p.Executor(model, []tool.Spec{weather}, chat.Key{Sample: "s", Trial: 2})
	var results []tool.Result
	for _, args := range calls {
		r, err := x.Call(context.Background(), tool.Call{ID: "9", Name: "get_weather", Arguments: json.RawMessage(args)})
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
	return results, asked
}

func TestReplies(t *testing.T) {
	for name, c := range map[string]struct {
		replies     []string
		fault, want string
		asked       int
	}{
		"json":             {[]string{`{"celsius": 1.50}`}, "", `{"celsius": 1.50}`, 1},
		"fenced":           {[]string{"Here it is:\n```json\n{\"celsius\": 2}\n```"}, "", `{"celsius":2}`, 1},
		"python":           {[]string{`{'celsius': 3, 'sky': 'clear',}`}, "", `3`, 1},
		"error":            {[]string{`{"error":"no such city"}`}, tool.FaultFailed, `{"error":"no such city"}`, 1},
		"prose, then json": {[]string{"It is cold.", `{"celsius":4}`}, "", `{"celsius":4}`, 2},
		"wrong twice":      {[]string{`{"sky":"x"}`, `{"celsius":"hot"}`, `{"celsius":5}`}, "", `{"celsius":5}`, 3},
		"never":            {[]string{"", "no", `[1]`}, tool.FaultFailed, "wrong_type", 3},
	} {
		t.Run(name, func(t *testing.T) {
			results, asked := played(t, Config{}, c.replies, `{"city":"Oslo"}`)
			r := results[0]
			if r.Fault != c.fault || !strings.Contains(string(r.Content), c.want) || r.CallID != "9" || len(asked) != c.asked {
				t.Errorf("%q %s after %d requests", r.Fault, r.Content, len(asked))
			}
			for i, q := range asked {
				if q.Key != (chat.Key{Sample: "s", Trial: 2, Turn: i, Role: chat.RoleTool}) {
					t.Errorf("request %d has the key %+v", i, q.Key)
				}
			}
		})
	}
}

func TestRetryTellsWhatWasWrong(t *testing.T) {
	_, asked := played(t, Config{}, []string{`{"sky":"x"}`, `{"celsius":4}`}, `{"city":"Oslo"}`)
	last := asked[1].Messages
	if len(last) != 4 || last[2].Content != `{"sky":"x"}` || !strings.Contains(last[3].Content, "missing_required at /celsius") {
		t.Errorf("the second request is %+v", last)
	}
	results, asked := played(t, Config{Retries: -1}, []string{`{"sky":"x"}`}, `{"city":"Oslo"}`)
	if len(asked) != 1 || results[0].Fault != tool.FaultFailed {
		t.Errorf("without retries: %d requests, %+v", len(asked), results[0])
	}
}

func TestEarlierCallsAreShown(t *testing.T) {
	_, asked := played(t, Config{}, []string{`{"celsius":4}`, `{"celsius":5}`}, `{"city":"Oslo"}`, `{"city":"Rome"}`)
	if s := asked[0].Messages[0].Content; !strings.Contains(s, "Tells the weather") || strings.Contains(s, "earlier,") {
		t.Errorf("first prompt:\n%s", s)
	}
	if s := asked[1].Messages[0].Content; !strings.Contains(s, `get_weather({"city":"Oslo"}) returned {"celsius":4}`) {
		t.Errorf("second prompt:\n%s", s)
	}
}

func TestWrongArgumentsAskNothing(t *testing.T) {
	results, asked := played(t, Config{}, nil, `{"town":"Oslo"}`)
	if results[0].Fault != tool.FaultInvalidArguments || len(asked) != 0 {
		t.Errorf("%+v after %d requests", results[0], len(asked))
	}
}

func TestModelErrorEndsTheSample(t *testing.T) {
	p, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	down := &chat.Error{Class: chat.ErrConnection}
	x := p.Executor(chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) { return chat.Response{}, down }), []tool.Spec{weather}, chat.Key{})
	_, err = x.Call(context.Background(), tool.Call{Name: "get_weather", Arguments: json.RawMessage(`{"city":"x"}`)})
	if e := (*chat.Error)(nil); !errors.As(err, &e) {
		t.Errorf("error %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{`{"celsius":1}`, "```", `{"error":"x"}`, "[", `{"celsius":1e999999}`, "\xff{"} {
		f.Add(s)
	}
	p, err := New(Config{Retries: -1})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		x := p.Executor(chat.Script(chat.Message{Content: reply}), []tool.Spec{weather}, chat.Key{})
		r, err := x.Call(context.Background(), tool.Call{Name: "get_weather", Arguments: json.RawMessage(`{"city":"x"}`)})
		if err != nil || r.Fault == "" && !json.Valid(r.Content) {
			t.Errorf("%q gave %+v, %v", reply, r, err)
		}
	})
}
