package teval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"deft/chat"
	"deft/eval"
)

// Case is one entry of a T-Eval file. Which of the two meta fields a file has depends on its kind.
type Case struct {
	Template    json.RawMessage `json:"template,omitempty"`
	Meta        *PlanMeta       `json:"meta,omitempty"`      // Plan
	MetaData    *FormatMeta     `json:"meta_data,omitempty"` // all others
	GroundTruth json.RawMessage `json:"ground_truth"`
	Prompt      json.RawMessage `json:"origin_prompt"`
	Prediction  json.RawMessage `json:"prediction,omitempty"`
}

// PlanMeta says how a plan is asked for and which tools it may use.
type PlanMeta struct {
	PromptType string   `json:"prompt_type"`
	Tools      []string `json:"API_list"`
}

// FormatMeta says in which format a reply is asked for: json, or string (Instruct) or str.
type FormatMeta struct {
	ResponseFormat string `json:"response_format"`
}

// Message is one message of a prompt; roles are system, user, assistant and function.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
	Name    string `json:"name,omitempty"`
}

// sample makes a case a Sample: its id is KIND/id, its groups the kind (with _zh for Chinese).
func (c *Case) sample(k kind, chinese bool, id string) (eval.Sample, error) {
	g := gold{Kind: k.name, Truth: c.GroundTruth}
	asked := k.format
	if c.Meta != nil {
		g.Tools = c.Meta.Tools
		if c.Meta.PromptType != "" {
			asked = c.Meta.PromptType
		}
	} else if c.MetaData != nil && c.MetaData.ResponseFormat != "" {
		asked = c.MetaData.ResponseFormat
	}
	switch asked {
	case "json":
		g.Format = formatJSON
	case "str", "string":
		g.Format = formatString
	default:
		return eval.Sample{}, fmt.Errorf("response format %q; json, str and string are known", asked)
	}
	if k.name == "review_str" && g.Format != formatString || k.name == "reason_retrieve_understand_json" && g.Format != formatJSON {
		return eval.Sample{}, fmt.Errorf("response format %q in a file of %s cases", asked, k.format)
	}
	if k.name == "instruct" {
		g.Template = c.Template
		if len(g.Template) == 0 {
			return eval.Sample{}, errors.New("no template")
		}
	}
	if len(c.GroundTruth) == 0 {
		return eval.Sample{}, errors.New("no ground_truth")
	}
	if _, err := g.read(); err != nil {
		return eval.Sample{}, err
	}
	messages, err := readPrompt(c.Prompt)
	if err != nil {
		return eval.Sample{}, fmt.Errorf("origin_prompt: %w", err)
	}
	body, err := json.Marshal(g)
	if err != nil {
		return eval.Sample{}, err
	}
	group := k.group(chinese)
	return eval.Sample{ID: group + "/" + id, Groups: []string{group}, Messages: messages, Gold: body}, nil
}

// group is the name of a file's cases in ids and reports.
func (k kind) group(chinese bool) string {
	if chinese {
		return k.name + "_zh"
	}
	return k.name
}

// readPrompt reads a list of messages, which some releases keep as text.
func readPrompt(raw json.RawMessage) ([]chat.Message, error) {
	if text := []byte(nil); len(raw) > 0 && raw[0] == '"' {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, err
		}
		text = []byte(s)
		raw = text
	}
	var list []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
		Name    string          `json:"name"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("not a list of messages: %w", err)
	}
	if len(list) == 0 {
		return nil, errors.New("no messages")
	}
	out := make([]chat.Message, len(list))
	for i, m := range list {
		switch m.Role {
		case chat.System, chat.User, chat.Assistant, roleFunction:
		default:
			return nil, fmt.Errorf("message %d has the role %q; system, user, assistant and function are known", i, m.Role)
		}
		out[i] = chat.Message{Role: m.Role, Content: textOf(m.Content), Name: m.Name}
	}
	return out, nil
}

// textOf gives a JSON string's text, and any other value as JSON.
func textOf(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(bytes.TrimSpace(raw))
}
