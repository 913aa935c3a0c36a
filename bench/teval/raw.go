package teval

import (
	"deft/chat"
	"deft/protocol"
	"deft/tool"
)

// raw is the protocol of data that bring their own prompts: messages pass as they are, and the reply
// is its text. The role function, which today's endpoints no longer take, is sent as user, as the
// reference sends it.
type raw struct{}

// Name of the protocol.
func (raw) Name() string { return "raw" }

// Render passes messages on and sends no tools: the prompts describe them.
func (raw) Render(messages []chat.Message, _ []tool.Spec) ([]chat.Message, []tool.Spec) {
	out := make([]chat.Message, len(messages))
	for i, m := range messages {
		if m.Role == roleFunction {
			m.Role = chat.User
		}
		out[i] = m
	}
	return out, nil
}

// Parse takes the whole text as the answer.
func (raw) Parse(reply chat.Message) protocol.Step {
	s := protocol.Step{Thought: reply.Reasoning, Answer: reply.Content}
	if reply.Content == "" {
		s.Faults = []protocol.Fault{{Kind: protocol.FaultEmpty, Fatal: true}}
	}
	return s
}

// Format is the inverse of Parse.
func (raw) Format(s protocol.Step) chat.Message {
	return chat.Message{Role: chat.Assistant, Reasoning: s.Thought, Content: s.Answer}
}

// roleFunction is the role under which the data show what a tool returned.
const roleFunction = "function"
