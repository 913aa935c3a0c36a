package report

import (
	"bytes"
	"encoding/json"
	"strings"

	"deft/chat"
	"deft/tool"
)

// MessageText is a message as a person reads it: what it says, then its calls, a line each.
func MessageText(m *chat.Message) string {
	var parts []string
	if m.Content != "" {
		parts = append(parts, m.Content)
	}
	for i := range m.ToolCalls {
		parts = append(parts, CallText(&m.ToolCalls[i]))
	}
	if len(parts) == 0 {
		return "(empty)"
	}
	return strings.Join(parts, "\n")
}

// CallText is a call on one line: "→ name(arguments)", with arguments as the model wrote them.
func CallText(c *tool.Call) string {
	arguments := string(c.Arguments)
	if c.Malformed != "" {
		arguments = c.Malformed
	}
	return "→ " + c.Name + "(" + arguments + ")"
}

// JSONText is JSON indented over several lines; null is empty, and what is no JSON stays as it is.
func JSONText(raw json.RawMessage) string {
	var b bytes.Buffer
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}
