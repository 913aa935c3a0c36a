package protocol_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"deft/chat"
	"deft/protocol"
	"deft/protocol/protocoltest"
	"deft/tool"
)

// carries says what each protocol has a place for; a new protocol needs a line here.
var carries = map[string]protocoltest.Carries{
	"native":    {Thought: true, Answer: true, Several: true},
	"json":      {Thought: true, Answer: true, Several: true},
	"react":     {Thought: true, Answer: true, Several: true},
	"python":    {Thought: true, Answer: true, Several: true},
	"hermes":    {Thought: true, Answer: true, Several: true},
	"xml":       {Thought: true, Answer: true, Several: true},
	"sealtools": {Several: true},
}

func open(t testing.TB, name string) protocol.Protocol {
	t.Helper()
	p, err := protocol.New(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestConformance(t *testing.T) {
	for _, name := range protocol.Names() {
		t.Run(name, func(t *testing.T) {
			c, ok := carries[name]
			if !ok {
				t.Fatalf("no line for %s in the table", name)
			}
			p := open(t, name)
			if p.Name() != name {
				t.Errorf("New(%q) is named %q", name, p.Name())
			}
			protocoltest.Run(t, p, c)
		})
	}
}

func TestUnknownProtocolListsTheKnown(t *testing.T) {
	_, err := protocol.New("jsn", nil)
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range protocol.Names() {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q does not name %s", err, name)
		}
	}
}

func TestPromptsCanBeReplaced(t *testing.T) {
	own := fstest.MapFS{"protocol/json.tmpl": {Data: []byte("My tools: {{.Tools}}")}}
	p, err := protocol.New("json", own)
	if err != nil {
		t.Fatal(err)
	}
	wire, _ := p.Render([]chat.Message{{Role: chat.User, Content: "hi"}}, []tool.Spec{{Name: "f"}})
	if want := `My tools: {"name": "f"}`; wire[0].Content != want {
		t.Errorf("system message %q, want %q", wire[0].Content, want)
	}
	if a, b := protocol.PromptHash(p), protocol.PromptHash(open(t, "json")); a == b || a == "" {
		t.Errorf("hashes %q and %q do not tell the templates apart", a, b)
	}
	own["protocol/json.tmpl"].Data = []byte("{{.Toolz}}")
	if _, err := protocol.New("json", own); err == nil || !strings.Contains(err.Error(), "Toolz") {
		t.Errorf("a broken template gives %v", err)
	}
}

func TestCheckNames(t *testing.T) {
	tools := []tool.Spec{{Name: "get_weather"}}
	step := protocol.Step{Calls: []tool.Call{{Name: `get\_weather`}, {Name: "get_weather"}, {Name: "nope"}}}
	got := protocol.CheckNames(step, tools)
	want := protocol.Step{
		Calls:  []tool.Call{{Name: "get_weather"}, {Name: "get_weather"}, {Name: "nope"}},
		Faults: []protocol.Fault{{Kind: protocol.FaultEscapedUnderscore, Detail: `get\_weather`}, {Kind: protocol.FaultUnknownTool, Detail: "nope"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if step.Calls[0].Name != `get\_weather` {
		t.Error("the argument was changed")
	}
}
