// Package protocoltest is the conformance suite that every protocol passes: nothing a model may
// write makes it panic or slow, and what it writes itself it reads back unchanged.
package protocoltest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"deft/chat"
	"deft/internal/race"
	"deft/protocol"
	"deft/tool"
)

// Carries says what a protocol has a place for beside calls.
type Carries struct {
	Thought bool // a thought beside calls
	Answer  bool // an answer instead of calls
	Several bool // more than one call in a reply
}

// Tools is what the suite shows: one tool with nested parameters and one without any.
func Tools() []tool.Spec {
	return []tool.Spec{
		{Name: "find_flights", Description: "Finds flights between two cities.\nPrices are in euros.", Parameters: json.RawMessage(
			`{"type":"object","properties":{"from":{"type":"string","description":"city of departure"},"to":{"type":"string","enum":["Oslo","Rome"]},` +
				`"stops":{"type":"integer","default":0},"options":{"type":"object","properties":{"class":{"type":"string"}}},"days":{"type":"array","items":{"type":"integer"}}},"required":["from","to"]}`)},
		{Name: "now", Description: "Gives the time."},
	}
}

// Run runs the suite on p.
func Run(t *testing.T, p protocol.Protocol, c Carries) {
	t.Run("RoundTrip", func(t *testing.T) { roundTrip(t, p, c) })
	t.Run("Render", func(t *testing.T) { render(t, p) })
	t.Run("Native", func(t *testing.T) { native(t, p) })
	t.Run("Empty", func(t *testing.T) {
		if s := p.Parse(chat.Message{}); s.Readable() || !hasFault(s, protocol.FaultEmpty) {
			t.Errorf("an empty reply gives %+v, want a fatal fault %s", s, protocol.FaultEmpty)
		}
	})
	t.Run("Hostile", func(t *testing.T) { hostile(t, p, c) })
}

func hasFault(s protocol.Step, kind protocol.FaultKind) bool {
	return slices.ContainsFunc(s.Faults, func(f protocol.Fault) bool { return f.Kind == kind })
}

// Equal compares steps: arguments as JSON values with numbers as written, the rest exactly.
func Equal(a, b protocol.Step) string {
	return cmp.Diff(a, b, cmpopts.EquateEmpty(), cmp.Transformer("json", func(j json.RawMessage) any {
		d := json.NewDecoder(strings.NewReader(string(j)))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			return string(j)
		}
		return v
	}))
}

func roundTrip(t *testing.T, p protocol.Protocol, c Carries) {
	rapid.Check(t, func(t *rapid.T) {
		step := stepGen(c).Draw(t, "step")
		reply := p.Format(step)
		back := p.Parse(reply)
		if diff := Equal(step, back); diff != "" {
			t.Fatalf("step changed (-written +read):\n%s\nreply:\n%s", diff, reply.Content)
		}
	})
}

func stepGen(c Carries) *rapid.Generator[protocol.Step] {
	return rapid.Custom(func(t *rapid.T) protocol.Step {
		var s protocol.Step
		if c.Thought {
			s.Thought = prose().Draw(t, "thought")
		}
		if c.Answer && rapid.Bool().Draw(t, "answers") {
			for s.Answer == "" {
				s.Answer = prose().Draw(t, "answer")
			}
			return s
		}
		most := 1
		if c.Several {
			most = 4
		}
		for range rapid.IntRange(1, most).Draw(t, "calls") {
			s.Calls = append(s.Calls, tool.Call{
				Name:      rapid.StringMatching(`[a-zA-Z_][a-zA-Z0-9_]{0,8}(\.([a-z_]{1,5}|from|is))?`).Draw(t, "name"),
				Arguments: json.RawMessage(object(2).Draw(t, "arguments")),
			})
		}
		return s
	})
}

// prose is text without white space around it, as every protocol trims it.
func prose() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		words := rapid.SliceOfN(rapid.OneOf(
			rapid.String(),
			rapid.SampledFrom([]string{"It's", `"so"`, "[1]", "{}", "[", "}", "<b>", "Action:", "Final Answer:", "Thought:", "f(x=1)", "```json", "\n", `\_`,
				`[{"name": "a", "arguments": {}}]`, "<tool_call>", "</tool_call>", "[f(a=1)]", "<call name=\"x\">", "<think>", "</think>", "&lt;"}),
		), 0, 6).Draw(t, "words")
		return strings.TrimSpace(strings.ToValidUTF8(strings.Join(words, " "), ""))
	})
}

func object(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		keys := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-zA-Z_][a-zA-Z0-9_]{0,6}`), 0, 4, rapid.ID[string]).Draw(t, "keys")
		var b strings.Builder
		b.WriteByte('{')
		for i, k := range keys {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quote(k) + ":" + value(depth).Draw(t, "value"))
		}
		return b.String() + "}"
	})
}

func value(depth int) *rapid.Generator[string] {
	scalar := rapid.OneOf(
		rapid.SampledFrom([]string{"true", "false", "null", "0", "-0.0", "1e21", "1.50", "12345678901234567890123", "-7", "1E-5"}),
		rapid.Map(rapid.String(), quote),
		rapid.Map(rapid.SampledFrom([]string{"it's", "a\nb", "\t x ", `C:\new`, `\_`, "</tool_call>", "'", `"`, "''", "Action Input: {}", "]", "})", "<x>&amp;", "```", "", " ", "5", "true", "null", "[1]", "]]>"}), quote),
	)
	if depth == 0 {
		return scalar
	}
	list := rapid.Map(rapid.SliceOfN(rapid.Deferred(func() *rapid.Generator[string] { return value(depth - 1) }), 0, 3), func(vs []string) string {
		return "[" + strings.Join(vs, ",") + "]"
	})
	return rapid.OneOf(scalar, scalar, list, rapid.Deferred(func() *rapid.Generator[string] { return object(depth - 1) }))
}

func quote(s string) string {
	j, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always marshals
	}
	return string(j)
}

func render(t *testing.T, p protocol.Protocol) {
	conversation := []chat.Message{
		{Role: chat.System, Content: "Speak Norwegian."},
		{Role: chat.User, Content: "What time is it?"},
		{Role: chat.Assistant, ToolCalls: []tool.Call{{ID: "c1", Name: "now", Arguments: json.RawMessage(`{"zone":"CET"}`)}}},
		{Role: chat.Tool, ToolCallID: "c1", Name: "now", Content: `{"time":"12:31"}`},
	}
	before := slices.Clone(conversation)
	wire, shown := p.Render(conversation, Tools())
	if diff := cmp.Diff(before, conversation); diff != "" {
		t.Errorf("Render changed its argument:\n%s", diff)
	}
	var all strings.Builder
	for _, m := range wire {
		all.WriteString(m.Role + ": " + m.Content + "\n")
		for _, c := range m.ToolCalls {
			all.WriteString(c.Name + string(c.Arguments))
		}
	}
	for _, want := range []string{"Speak Norwegian.", "What time is it?", "now", "CET", "12:31"} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%q was lost in rendering:\n%s", want, all.String())
		}
	}
	if len(shown) > 0 {
		return // the tools travel beside the text
	}
	for _, want := range []string{"find_flights", "city of departure", "stops", "options", "class", "Gives the time."} {
		if !strings.Contains(wire[0].Content, want) {
			t.Errorf("the system message does not show %q:\n%s", want, wire[0].Content)
		}
	}
	for i, m := range wire {
		if m.Role == chat.Tool || len(m.ToolCalls) > 0 {
			t.Errorf("message %d is native: %+v", i, m)
		}
	}
	if again, _ := p.Render(conversation, Tools()); cmp.Diff(wire, again) != "" {
		t.Error("rendering twice gives two results")
	}
}

// native: whatever the protocol, calls beside the text are calls.
func native(t *testing.T, p protocol.Protocol) {
	calls := []tool.Call{{ID: "x", Name: "now", Arguments: json.RawMessage(`{"a":1.0}`)}}
	s := p.Parse(chat.Message{Role: chat.Assistant, Content: "One moment.", ToolCalls: calls})
	if diff := Equal(protocol.Step{Thought: "One moment.", Calls: calls}, s); diff != "" {
		t.Errorf("native calls (-want +got):\n%s", diff)
	}
}

// hostile: a megabyte of anything is read in well under a second, and never panics.
func hostile(t *testing.T, p protocol.Protocol, c Carries) {
	if testing.Short() || race.Enabled {
		t.Skip("a megabyte of each hostile text")
	}
	sample := p.Format(protocol.Step{Calls: []tool.Call{{Name: "f", Arguments: json.RawMessage(`{"a":[1,"x"]}`)}}}).Content
	for _, text := range []string{"{}", "[{}]", "[[]]", "{\"name\": {}}", "{\"calls\": {}}", "{\"calls\": []}", "()", "[()]", "<call/>", "<tool_call>{}</tool_call>", "{[]}", "[{[]: {}}]", "{\"function\": {}}", "[{\"function\": {\"function\": {}}}]"} {
		p.Parse(chat.Message{Content: text})
	}
	for _, unit := range append([]string{"[", "{", "(", `["`, `{"a":`, "[{", "'", `"`, `\`, "<", "```", "<think>", "f(", "f(a=", "a.", "-", "Action:", "Thought: ",
		"<tool_call>", "<call name=\"a\">", " ", "\n", `[{"name":`, `[{"api":`, `{"name": "x", `, "# ", "/*", "“", "\xff", "]", "1", "1_", "\"\"\"", "' '", "&#", "[x](", "a=", "x, ", "<a>", "</"},
		sample, sample+" ", strings.TrimRight(sample, "]})>")) {
		if unit == "" {
			continue
		}
		text := strings.Repeat(unit, 1<<20/len(unit))
		start := time.Now()
		p.Parse(chat.Message{Content: text})
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%d bytes of %q took %v", len(text), unit, took)
		}
	}
}
