// Package baseline plays without a language model: it chooses tools by the words that a request
// shares with their documents, and fills in parameters by type and description. It is the floor
// that every report shows beside a model's figures.
//
// It sees what a model sees, the messages and the tools, and knows no benchmark: its tables hold
// function words, numbers, calendars, units and currencies of English, nothing else.
package baseline

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/tool"
)

// Baseline makes models. It keeps the tool documents it has read, by their text; it is safe for
// concurrent use.
type Baseline struct {
	mu   sync.RWMutex
	docs map[docKey]*document
}

// docKey is a document's text; the schema stands for itself, so that nothing needs hashing.
type docKey struct{ name, description, parameters string }

// maxDocuments bounds what is kept; a larger set of tools is read anew from time to time.
const maxDocuments = 20000

// New makes a Baseline that has read nothing yet.
func New() *Baseline { return &Baseline{docs: map[docKey]*document{}} }

// Model is an eval.ModelFor: the model for one sample, which writes its replies in protocol p. Of
// the sample it uses messages and tools alone.
func (b *Baseline) Model(s eval.Sample, p protocol.Protocol) (chat.Model, error) {
	if p == nil {
		return nil, fmt.Errorf("sample %s: the baseline needs a protocol to write in", s.ID)
	}
	m := &model{protocol: p, messages: s.Messages, docs: make([]*document, len(s.Tools))}
	for i, t := range s.Tools {
		m.docs[i] = b.document(t)
	}
	return m, nil
}

func (b *Baseline) document(t tool.Spec) *document {
	key := docKey{t.Name, t.Description, string(t.Parameters)}
	b.mu.RLock()
	d := b.docs[key]
	b.mu.RUnlock()
	if d != nil {
		return d
	}
	d = readDocument(t)
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.docs) >= maxDocuments {
		b.docs = map[docKey]*document{}
	}
	b.docs[key] = d
	return d
}

// model plays one sample.
type model struct {
	protocol protocol.Protocol
	messages []chat.Message
	docs     []*document
}

// Generate replies: with calls at first, and, once observations are there, with those.
func (m *model) Generate(_ context.Context, r chat.Request) (chat.Response, error) {
	messages := m.messages
	if len(messages) == 0 || r.Key.Turn > 0 {
		messages = r.Messages
	}
	step := m.step(messages, r.Key.Turn)
	finish := chat.FinishStop
	if len(step.Calls) > 0 {
		finish = chat.FinishToolCalls
	}
	return chat.Response{Message: m.protocol.Format(step), Finish: finish, Model: "baseline"}, nil
}

func (m *model) step(messages []chat.Message, turn int) protocol.Step {
	last := -1
	for i := range messages {
		if messages[i].Role == chat.User || messages[i].Role == chat.Tool {
			last = i
		}
	}
	if last < 0 {
		return protocol.Step{Answer: "There is no request to answer."}
	}
	if turn > 0 || messages[last].Role == chat.Tool {
		return m.conclude(messages[last].Content)
	}
	var system strings.Builder
	for i := range messages[:last] {
		if messages[i].Role == chat.System {
			system.WriteString(messages[i].Content)
			system.WriteByte('\n')
		}
	}
	q := readQuery(messages[last].Content, system.String())
	var step protocol.Step
	for i, c := range m.plan(q) {
		body, err := json.Marshal(c.args)
		if err != nil { // arguments are JSON of our own making
			continue
		}
		step.Calls = append(step.Calls, tool.Call{ID: fmt.Sprintf("call_%d", i+1), Name: c.doc.name, Arguments: body})
	}
	switch finish := m.finish(); {
	case finish == nil && len(step.Calls) == 0:
		step.Answer = "I have no tool for this."
	case finish != nil && len(step.Calls) == 0:
		return m.end(finish, "No tool shares its words with the request.", "I cannot handle the task: I have no tool for this.")
	case finish != nil: // an agent thinks aloud
		step.Thought = "The words of the request fit the tool " + step.Calls[0].Name + " best."
	}
	return step
}

// maxAnswer bounds the observation repeated as an answer, in bytes.
const maxAnswer = 2000

// conclude answers with what was observed, through the tool "finish" where there is one.
func (m *model) conclude(observed string) protocol.Step {
	if len(observed) > maxAnswer {
		observed = strings.ToValidUTF8(observed[:maxAnswer], "")
	}
	if strings.TrimSpace(observed) == "" {
		observed = "Done."
	}
	if d := m.finish(); d != nil {
		return m.end(d, "The tool has answered, so I pass on what it said.", observed)
	}
	return protocol.Step{Answer: observed}
}

// finish is the tool with which an agent ends; nil where there is none.
func (m *model) finish() *document {
	for _, d := range m.docs {
		if strings.EqualFold(d.name, "finish") {
			return d
		}
	}
	return nil
}

// end calls finish with an answer in its first text parameter.
func (m *model) end(finish *document, thought, answer string) protocol.Step {
	args := map[string]any{}
	for _, p := range finish.params {
		if p.kind == kindString && len(args) == 0 {
			args[p.name] = answer
		}
	}
	body, err := json.Marshal(args)
	if err != nil { // texts always encode
		return protocol.Step{Answer: answer}
	}
	return protocol.Step{Thought: thought, Calls: []tool.Call{{ID: "call_1", Name: finish.name, Arguments: body}}}
}
