package openai

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"deft/chat"
	"deft/tool"
)

// reply is what we read of a completion. go-openai's own types lack "reasoning" and arguments
// that are an object, which some servers send.
type reply struct {
	Model   string          `json:"model"`
	Choices []choice        `json:"choices"`
	Error   json.RawMessage `json:"error"`
	Usage   struct {
		Prompt     float64 `json:"prompt_tokens"`
		Completion float64 `json:"completion_tokens"`
	} `json:"usage"`
}

type choice struct {
	Message struct {
		Content          text          `json:"content"`
		Refusal          text          `json:"refusal"`
		ReasoningContent text          `json:"reasoning_content"`
		Reasoning        text          `json:"reasoning"`
		ToolCalls        []calledTool  `json:"tool_calls"`
		FunctionCall     *calledByName `json:"function_call"` // the form before tool_calls
	} `json:"message"`
	FinishReason text `json:"finish_reason"`
}

type calledTool struct {
	ID       text         `json:"id"`
	Function calledByName `json:"function"`
}

type calledByName struct {
	Name      text `json:"name"`
	Arguments text `json:"arguments"`
}

// text reads a JSON string, nothing from null, the texts of a list of parts, and any other value
// as it is written.
type text string

func (t *text) UnmarshalJSON(raw []byte) error {
	switch {
	case raw[0] == '"':
		return json.Unmarshal(raw, (*string)(t))
	case bytes.Equal(raw, []byte("null")):
		return nil
	case raw[0] == '[':
		var parts []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		if json.Unmarshal(raw, &parts) == nil {
			var b strings.Builder
			for _, p := range parts {
				if p.Type == "text" || p.Type == "output_text" {
					b.WriteString(p.Text)
				}
			}
			*t = text(b.String())
			return nil
		}
	}
	*t = text(raw)
	return nil
}

// decode reads a completion. A body that is not one is chat.ErrMalformed.
func (m *Model) decode(header http.Header, body []byte, n *names) (chat.Response, error) {
	if !utf8.Valid(body) {
		return chat.Response{}, m.malformed("a reply that is not UTF-8", header)
	}
	var r reply
	if err := json.Unmarshal(body, &r); err != nil {
		return chat.Response{}, m.malformed("a reply that is not a completion in JSON: "+err.Error(), header)
	}
	if len(r.Choices) == 0 {
		if len(r.Error) > 0 && !bytes.Equal(r.Error, []byte("null")) {
			return m.errorWithin(header, body)
		}
		return chat.Response{}, m.malformed("a reply without choices", header)
	}
	c := &r.Choices[0]
	if c.FinishReason == "error" {
		return chat.Response{}, &chat.Error{Class: chat.ErrServer, Status: http.StatusOK, Err: m.says("%s broke the reply off with an error", m.shown)}
	}
	out := chat.Response{
		Message: chat.Message{Role: chat.Assistant},
		Usage:   chat.Usage{InputTokens: tokens(r.Usage.Prompt), OutputTokens: tokens(r.Usage.Completion)},
		Model:   r.Model,
	}
	thought, answer := splitReasoning(string(c.Message.Content))
	given := string(c.Message.ReasoningContent)
	if given == "" {
		given = string(c.Message.Reasoning)
	}
	if given != "" && thought != "" {
		given += "\n"
	}
	out.Message.Reasoning, out.Message.Content = given+thought, answer
	if answer == "" {
		out.Message.Content = string(c.Message.Refusal)
	}
	calls := c.Message.ToolCalls
	if len(calls) == 0 && c.Message.FunctionCall != nil && c.Message.FunctionCall.Name != "" {
		calls = []calledTool{{Function: *c.Message.FunctionCall}}
	}
	for _, t := range calls {
		out.Message.ToolCalls = append(out.Message.ToolCalls, call(t, n))
	}
	out.Finish = finish(string(c.FinishReason), len(calls) > 0)
	return out, nil
}

// errorWithin reads an error sent with status 200, as relaying services do.
func (m *Model) errorWithin(header http.Header, body []byte) (chat.Response, error) {
	status := http.StatusInternalServerError
	if code, err := strconv.Atoi(readMessage(header, body).code); err == nil && code >= 400 && code < 600 {
		status = code
	}
	f := m.failure(status, header, body)
	if f.filtered {
		return chat.Response{Message: chat.Message{Role: chat.Assistant}, Finish: chat.FinishFilter}, nil
	}
	return chat.Response{}, f.err
}

func (m *Model) malformed(what string, header http.Header) error {
	e := &chat.Error{Class: chat.ErrMalformed, Status: http.StatusOK, Err: m.says("%s sent %s", m.shown, what)}
	if strings.Contains(header.Get("Content-Type"), "html") {
		e.Err = m.says("%s sent a web page, not an API reply", m.shown)
		e.Hint = "Check the base URL: it usually ends in /v1."
	}
	return e
}

// call reads one call. Arguments that are not JSON are kept as text.
func call(t calledTool, n *names) tool.Call {
	c := tool.Call{ID: string(t.ID), Name: n.original(string(t.Function.Name))}
	arguments := strings.TrimSpace(string(t.Function.Arguments))
	switch {
	case arguments == "":
		c.Arguments = json.RawMessage("{}") // how some servers write a call without arguments
	case json.Valid([]byte(arguments)):
		c.Arguments = json.RawMessage(arguments)
	default:
		c.Malformed = string(t.Function.Arguments)
	}
	return c
}

func tokens(n float64) int {
	if !(n > 0 && n < 1e12) {
		return 0
	}
	return int(n)
}

// finish maps the reasons servers give. An unknown one counts as a normal end.
func finish(reason string, calls bool) chat.Finish {
	switch strings.ToLower(reason) {
	case "length", "max_tokens", "model_length", "model_context_window_exceeded":
		return chat.FinishLength
	case "content_filter", "safety", "refusal", "recitation", "prohibited_content", "blocklist", "spii":
		return chat.FinishFilter
	}
	if calls {
		return chat.FinishToolCalls
	}
	return chat.FinishStop
}

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// splitReasoning takes the thinking off the start of a content. A block never closed is all
// thinking. A closing tag without an opening one ends thinking that began in the prompt, as chat
// templates of reasoning models have it. A content without tags is returned unchanged.
func splitReasoning(content string) (thought, answer string) {
	rest := strings.TrimLeft(content, " \t\r\n")
	if !strings.HasPrefix(rest, thinkOpen) {
		before, after, found := strings.Cut(content, thinkClose)
		if !found || strings.Contains(before, thinkOpen) {
			return "", content
		}
		return strings.TrimSpace(before), strings.TrimLeft(after, " \t\r\n")
	}
	var thoughts []string
	for strings.HasPrefix(rest, thinkOpen) {
		block, after, found := strings.Cut(rest[len(thinkOpen):], thinkClose)
		if block = strings.TrimSpace(block); block != "" {
			thoughts = append(thoughts, block)
		}
		if !found {
			return strings.Join(thoughts, "\n"), ""
		}
		rest = strings.TrimLeft(after, " \t\r\n")
	}
	return strings.Join(thoughts, "\n"), rest
}
