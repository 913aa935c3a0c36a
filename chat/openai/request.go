package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	goopenai "github.com/sashabaranov/go-openai"

	"deft/chat"
	"deft/tool"
)

// request is go-openai's with the fields it cannot say replaced: the shallower field wins.
type request struct {
	goopenai.ChatCompletionRequest
	Messages    []message `json:"messages"`
	MaxTokens   int       `json:"max_tokens,omitempty"` // deprecated by OpenAI, and all that other servers know
	Temperature *float64  `json:"temperature,omitempty"`
	TopP        *float64  `json:"top_p,omitempty"`
}

// message always has a content: servers refuse one without, even beside an empty result.
type message struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"`
	Name       string     `json:"name,omitempty"`
	ToolCalls  []toolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

type toolCall struct {
	ID       string            `json:"id"`
	Type     goopenai.ToolType `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

// encode gives the body of a request.
func (m *Model) encode(r chat.Request, n *names, q quirk) ([]byte, error) {
	out := request{Messages: messages(r.Messages, n)}
	out.Model = m.cfg.Model
	out.Stop = r.Sampling.Stop
	if q&quirkNoTemperature == 0 {
		out.Temperature = r.Sampling.Temperature
	}
	if q&quirkNoTopP == 0 {
		out.TopP = r.Sampling.TopP
	}
	if r.Sampling.Seed != nil && q&quirkNoSeed == 0 {
		// Some servers keep a seed in 32 signed bits.
		seed := int(*r.Sampling.Seed & 0x7fffffff)
		out.Seed = &seed
	}
	if q&quirkCompletionTokens != 0 {
		out.MaxCompletionTokens = r.Sampling.MaxTokens
	} else {
		out.MaxTokens = r.Sampling.MaxTokens
	}
	if len(r.Schema) > 0 && !json.Valid(r.Schema) {
		return nil, config("the schema asked of the reply is not JSON", "Check the task's reply schema.")
	}
	if len(r.Schema) > 0 && q&quirkNoSchema == 0 {
		out.ResponseFormat = &goopenai.ChatCompletionResponseFormat{
			Type: goopenai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &goopenai.ChatCompletionResponseFormatJSONSchema{
				Name: "reply", Schema: r.Schema, Strict: strictSchema(r.Schema, 0),
			},
		}
	}
	buffer := bytes.NewBuffer(make([]byte, 0, sizeOf(r)))
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(out); err != nil {
		return nil, config("the request for sample %s cannot be written as JSON: %w", "Check the sample's messages and tools.", r.Key.Sample, err)
	}
	if len(r.Tools) == 0 {
		return buffer.Bytes(), nil
	}
	return m.appendTools(buffer.Bytes(), r.Tools, n)
}

// appendTools adds the tools to the end of a body. They are most of it and known to be valid and
// compact, so that encoding/json would only read them again.
func (m *Model) appendTools(body []byte, tools []tool.Spec, n *names) ([]byte, error) {
	body = append(body[:len(body)-len("}\n")], `,"tools":[`...)
	for i, t := range tools {
		parameters, err := m.schemas.normal(t.Parameters)
		if err != nil {
			return nil, config("tool %q: its parameters are not a JSON Schema object: %w", "Correct the tool's document.", t.Name, err)
		}
		if i > 0 {
			body = append(body, ',')
		}
		body = append(append(body, `{"type":"function","function":{"name":"`...), n.wire(i)...)
		if t.Description != "" {
			body = appendText(append(body, `","description":`...), t.Description)
			body = append(body, `,"parameters":`...)
		} else {
			body = append(body, `","parameters":`...)
		}
		body = append(append(body, parameters...), "}}"...)
	}
	return append(body, "]}"...), nil
}

// appendText appends a JSON string. Plain text needs no encoder.
func appendText(out []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return append(out, encode(s)...)
		}
	}
	return append(append(append(out, '"'), s...), '"')
}

// sizeOf guesses the size of a request's body, so that it grows once.
func sizeOf(r chat.Request) int {
	n := 512
	for i := range r.Messages {
		n += len(r.Messages[i].Content)*9/8 + 64
	}
	for i := range r.Tools {
		n += len(r.Tools[i].Parameters)*5/4 + len(r.Tools[i].Description) + 128
	}
	return n
}

// messages gives the conversation as the API wants it: calls and results without an id get one by
// their order, names are the mapped ones. Reasoning is not sent back.
func messages(in []chat.Message, n *names) []message {
	out := make([]message, 0, len(in))
	var open []string // ids given to calls whose result has not come yet
	next := 0
	for _, m := range in {
		w := message{Role: m.Role, Content: m.Content}
		if m.Role == chat.User || m.Role == chat.System {
			w.Name = participant(m.Name)
		}
		if len(m.ToolCalls) > 0 {
			open = open[:0]
		}
		for _, c := range m.ToolCalls {
			id := c.ID
			if id == "" {
				next++
				id = fmt.Sprintf("call%05d", next) // nine letters and digits, which one API insists on
			}
			open = append(open, id)
			wc := toolCall{ID: id, Type: goopenai.ToolTypeFunction}
			wc.Function.Name, wc.Function.Arguments = n.forHistory(c.Name), arguments(c)
			w.ToolCalls = append(w.ToolCalls, wc)
		}
		if m.Role == chat.Tool {
			w.ToolCallID = m.ToolCallID
			if w.ToolCallID == "" && len(open) > 0 {
				w.ToolCallID = open[0]
			}
			open = without(open, w.ToolCallID)
		}
		out = append(out, w)
	}
	return out
}

func without(ids []string, id string) []string {
	for i, v := range ids {
		if v == id {
			return append(ids[:i:i], ids[i+1:]...)
		}
	}
	return ids
}

// arguments writes a call's arguments as the JSON text servers insist on. What the model wrote
// without it being JSON is kept as a value, because servers refuse a conversation that holds it raw.
func arguments(c tool.Call) string {
	if c.Malformed != "" {
		text, err := json.Marshal(map[string]string{"malformed_arguments": c.Malformed})
		if err == nil {
			return string(text)
		}
	}
	if len(c.Arguments) == 0 {
		return "{}"
	}
	return string(c.Arguments)
}

// participant makes a message's name one the API takes, or drops it.
func participant(name string) string {
	if name == "" {
		return ""
	}
	return strings.Trim(allowed(name), "_")
}
