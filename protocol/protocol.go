// Package protocol holds the ways in which tools are shown to a model and its calls are read back.
//
// A solver keeps one canonical conversation: assistant messages with ToolCalls, tool results as
// messages of role tool. A Protocol renders that conversation into what goes over the wire, reads
// a reply into a Step, and writes a Step as the reply an obedient model would have given.
package protocol

import (
	"deft/chat"
	"deft/tool"
)

// Step is what one reply says: a thought, an answer or calls, and everything wrong with its form.
// A reply that could not be read has at least one Fault with Fatal set, and no calls.
type Step struct {
	Thought string      `json:"thought,omitempty"`
	Answer  string      `json:"answer,omitempty"`
	Calls   []tool.Call `json:"calls,omitempty"`
	Faults  []Fault     `json:"faults,omitempty"`
}

// Readable is false when a fault kept the reply's calls from being read.
func (s Step) Readable() bool {
	for _, f := range s.Faults {
		if f.Fatal {
			return false
		}
	}
	return true
}

// FaultKind names what is wrong with a reply's form.
type FaultKind string

// Kinds of faults.
const (
	FaultEmpty             FaultKind = "empty"              // nothing to read
	FaultTruncated         FaultKind = "truncated"          // the text ends inside a structure
	FaultMissingKeyword    FaultKind = "missing_keyword"    // a marker such as "Action Input:" is absent
	FaultRedundantText     FaultKind = "redundant_text"     // text where the format has none
	FaultBadJSON           FaultKind = "bad_json"           // neither JSON nor a Python literal
	FaultWrongShape        FaultKind = "wrong_shape"        // readable, but not what the format asks
	FaultUnknownTool       FaultKind = "unknown_tool"       // a name that is not among the tools
	FaultEscapedUnderscore FaultKind = "escaped_underscore" // `\_` in a name
	FaultRepaired          FaultKind = "repaired"           // read only after mending its syntax
)

// Fault is one deviation from the format. Fatal means that no calls could be read because of it.
type Fault struct {
	Kind   FaultKind `json:"kind"`
	Detail string    `json:"detail,omitempty"`
	Fatal  bool      `json:"fatal,omitempty"`
}

// Protocol is one way of showing tools and reading calls. It holds no state of a conversation.
type Protocol interface {
	// Name is the name users type after --protocol.
	Name() string
	// Render turns the canonical conversation and tools into the messages and tools to send.
	// The slices given are not changed.
	Render(messages []chat.Message, tools []tool.Spec) ([]chat.Message, []tool.Spec)
	// Parse reads one reply. It never fails: what is wrong is in Step.Faults.
	Parse(reply chat.Message) Step
	// Format writes the step as a reply in this protocol: Parse(Format(s)) gives s again.
	Format(step Step) chat.Message
}
