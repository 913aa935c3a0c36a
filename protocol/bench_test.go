package protocol_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"deft/chat"
	"deft/protocol"
	"deft/tool"
)

// ordinary is what models give: one or two calls with a few plain arguments each.
func ordinary() []tool.Call {
	return []tool.Call{
		{Name: "get_current_weather", Arguments: json.RawMessage(`{"location":"Boston, MA","unit":"fahrenheit","days":[1,2,3],"options":{"hourly":true,"limit":10.50}}`)},
		{Name: "math.factorial", Arguments: json.RawMessage(`{"number":5}`)},
	}
}

// BenchmarkParse reads, with each protocol, a reply as models give them and one of about 10 KB.
func BenchmarkParse(b *testing.B) {
	long := []tool.Call{}
	for len(long) < 110 {
		long = append(long, ordinary()...)
	}
	for _, name := range protocol.Names() {
		p := open(b, name)
		for _, size := range []struct {
			name  string
			calls []tool.Call
		}{{"ordinary", ordinary()}, {"long", long}} {
			step := protocol.Step{Thought: "The user asks for the weather and a number.", Calls: size.calls}
			if name == "sealtools" {
				step.Thought = ""
			}
			reply := p.Format(step)
			bytes := len(reply.Content)
			for _, c := range reply.ToolCalls {
				bytes += len(c.Name) + len(c.Arguments)
			}
			b.Run(name+"/"+size.name, func(b *testing.B) {
				b.SetBytes(int64(bytes))
				b.ReportAllocs()
				for b.Loop() {
					if got := p.Parse(reply); len(got.Calls) != len(size.calls) || len(got.Faults) > 0 {
						b.Fatalf("%d calls, %v", len(got.Calls), got.Faults)
					}
				}
			})
		}
	}
}

// BenchmarkSealReference reads a reply as the released code of Seal-Tools does.
func BenchmarkSealReference(b *testing.B) {
	text := open(b, "sealtools").Format(protocol.Step{Calls: ordinary()}).Content
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if calls, ok := protocol.ParseSealReference(text); !ok || len(calls) != 2 {
			b.Fatalf("%d calls", len(calls))
		}
	}
}

// BenchmarkNoCalls reads a reply that calls nothing, and one wrapped in words and a fence.
func BenchmarkNoCalls(b *testing.B) {
	for _, r := range []struct{ name, text string }{
		{"answer", "The weather in Boston will be fine for the next three days: mild in the mornings, warm (about 70 °F) from noon on, and the factorial of 5 is 120."},
		{"fence", "Here is the call you need:\n```json\n[{\"name\": \"get_current_weather\", \"arguments\": {\"location\": \"Boston, MA\", \"unit\": \"fahrenheit\"}}]\n```\n"},
	} {
		for _, name := range []string{"json", "hermes"} {
			p := open(b, name)
			b.Run(fmt.Sprintf("%s/%s", name, r.name), func(b *testing.B) {
				b.SetBytes(int64(len(r.text)))
				b.ReportAllocs()
				for b.Loop() {
					p.Parse(chat.Message{Content: r.text})
				}
			})
		}
	}
}

// BenchmarkHostile reads a megabyte of what makes careless readers quadratic.
func BenchmarkHostile(b *testing.B) {
	const size = 1 << 20
	for _, t := range []struct{ name, text string }{
		{"brackets", strings.Repeat("[", size)}, {"deep", strings.Repeat("[", 250) + strings.Repeat("1,", size/2) + strings.Repeat("]", 250)},
		{"unclosed", `[{"name": "` + strings.Repeat("x", size)}, {"quotes", `[{"name": ` + strings.Repeat(`" `, size/2)}, {"open", strings.Repeat(`[{"name": "f", "arguments": {"a": "`, size/34)},
	} {
		for _, name := range []string{"json", "react", "python"} {
			p := open(b, name)
			text := t.text
			if name == "react" {
				text = "Action: f\nAction Input: " + text
			}
			b.Run(name+"/"+t.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					p.Parse(chat.Message{Content: text})
				}
			})
		}
	}
}
