package eval

import (
	"encoding/json"

	"deft/chat"
	"deft/tool"
)

// EventKind says what an Event records.
type EventKind string

// Kinds of events.
const (
	EventPrompt EventKind = "prompt" // messages sent: Keep of the role's last request, then Messages
	EventReply  EventKind = "reply"  // the model's raw reply, with finish, usage and time
	EventCall   EventKind = "call"   // a call handed to the environment
	EventResult EventKind = "result" // what it returned
	EventNote   EventKind = "note"   // what the runtime did on its own, such as inserting text
)

// Event is one thing that happened in an attempt. Raw text stays in it as the model wrote it, so
// that any protocol can be applied later.
type Event struct {
	Kind EventKind `json:"kind"`
	Role string    `json:"role,omitempty"` // the part played by the model asked; empty means agent
	Turn int       `json:"turn"`
	// Prompt: the first Keep messages of the role's previous request stay, Messages follow them.
	Keep     int            `json:"keep,omitempty"`
	Messages []chat.Message `json:"messages,omitempty"`
	// Tools are the hashes of the documents sent beside the messages (native calling).
	Tools []string `json:"tools,omitempty"`
	// Reply.
	Message *chat.Message `json:"message,omitempty"`
	Finish  chat.Finish   `json:"finish,omitempty"`
	Usage   *chat.Usage   `json:"usage,omitempty"`
	Model   string        `json:"model,omitempty"`
	// Call and result.
	Call   *tool.Call   `json:"call,omitempty"`
	Result *tool.Result `json:"result,omitempty"`
	Note   string       `json:"note,omitempty"`
	// Millis is how long the reply or the call took.
	Millis float64 `json:"ms,omitempty"`
}

// Transcript is one attempt, whole. Error is empty when it was completed; a transcript with an
// error is kept, is not scored, and is attempted again on resume.
type Transcript struct {
	Key    chat.Key        `json:"key"` // Turn and Role unset
	Seed   uint64          `json:"seed"`
	Events []Event         `json:"events"`
	State  json.RawMessage `json:"state,omitempty"` // the environment's last snapshot
	Stop   Stop            `json:"stop,omitempty"`
	Error  string          `json:"error,omitempty"`
	Usage  chat.Usage      `json:"usage"`
	Millis float64         `json:"ms,omitempty"`
}

// Replies gives the replies of the model that played role, in order.
func (t *Transcript) Replies(role string) []chat.Message {
	var out []chat.Message
	for _, e := range t.Events {
		if e.Kind == EventReply && (e.Role == role || e.Role == "" && role == chat.RoleAgent) {
			out = append(out, *e.Message)
		}
	}
	return out
}

// Reply gives the agent's last reply; ok is false when there was none.
func (t *Transcript) Reply() (m chat.Message, ok bool) {
	for i := len(t.Events) - 1; i >= 0; i-- {
		e := &t.Events[i]
		if e.Kind == EventReply && (e.Role == "" || e.Role == chat.RoleAgent) {
			return *e.Message, true
		}
	}
	return chat.Message{}, false
}
