package protocol

import (
	"encoding/json"
	"strings"

	"deft/chat"
	"deft/tool"
)

// native leaves tools and calls to the server: they travel beside the text.
type native struct{}

func (native) Name() string { return "native" }

func (native) Render(messages []chat.Message, tools []tool.Spec) ([]chat.Message, []tool.Spec) {
	return messages, tools
}

// Parse takes the calls beside the text. Text beside calls is the thought; without calls it is
// the answer. A model whose server leaves calls in the text has not called: see the text protocols.
func (native) Parse(reply chat.Message) Step {
	if len(reply.ToolCalls) > 0 {
		return nativeCalls(reply)
	}
	rest, thought := splitThinking(reply.Content)
	step := Step{Thought: reply.Reasoning, Answer: strings.TrimSpace(rest)}
	if step.Thought == "" {
		step.Thought = thought
	}
	if step.Answer == "" {
		step.Faults = []Fault{{Kind: FaultEmpty, Detail: "neither text nor calls", Fatal: true}}
	}
	return step
}

// Format puts a thought where Parse finds it: in the text beside calls, else in Reasoning.
func (native) Format(step Step) chat.Message {
	if len(step.Calls) > 0 {
		return chat.Message{Role: chat.Assistant, Content: step.Thought, ToolCalls: step.Calls}
	}
	return chat.Message{Role: chat.Assistant, Content: step.Answer, Reasoning: step.Thought}
}

// nativeCalls reads a reply that carries calls beside its text.
func nativeCalls(reply chat.Message) Step {
	rest, inline := splitThinking(reply.Content)
	var thoughts []string
	for _, t := range []string{strings.TrimSpace(reply.Reasoning), inline, strings.TrimSpace(rest)} {
		if t != "" {
			thoughts = append(thoughts, t)
		}
	}
	step := Step{Thought: strings.Join(thoughts, "\n"), Calls: make([]tool.Call, len(reply.ToolCalls))}
	for i, c := range reply.ToolCalls {
		switch {
		case c.Malformed != "":
			step.Faults = append(step.Faults, Fault{Kind: FaultBadJSON, Detail: "arguments of " + shorten(c.Name) + ": " + shorten(c.Malformed)})
		case len(c.Arguments) == 0:
			c.Arguments = json.RawMessage("{}")
		case firstByte(c.Arguments) != '{':
			step.Faults = append(step.Faults, Fault{Kind: FaultWrongShape, Detail: "arguments of " + shorten(c.Name) + " are no object"})
		}
		if c.Name == "" {
			step.Faults = append(step.Faults, Fault{Kind: FaultWrongShape, Detail: "a call without a name"})
		}
		step.Calls[i] = c
	}
	return step
}

func firstByte(j []byte) byte {
	for _, c := range j {
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
	}
	return 0
}
