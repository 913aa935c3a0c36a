package teval

import (
	"strings"
	"unicode"

	"deft/pyvalue"
)

// cut ends a reply where a chat template's marker shows that a model ran on into the next turn, and
// strips it, as the released code does when it stores a prediction.
func cut(reply string) string {
	for _, marker := range [...]string{"<eoa>", "<TOKENS_UNUSED_1>", "<|im_end|>", "\nuser", "\nassistant", "\nUSER", "[INST]", "<|user|>"} {
		if at := strings.Index(reply, marker); at >= 0 {
			reply = reply[:at]
		}
	}
	return strip(reply)
}

// unfence drops a leading "```json" and all back quotes at both ends.
func unfence(reply string) string {
	return strip(strings.Trim(strings.TrimPrefix(reply, "```json"), "`"))
}

// strip is Python's str.strip().
func strip(s string) string { return strings.TrimFunc(s, isSpace) }

// isSpace is Python's str.isspace of one character: Go's white space and four separators.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// readValue reads a structured reply: what follows "```json" if that is there, from the first open
// to the last end (0: no slicing), as a Python literal, else as JSON, else as JSON after all
// single quotes have been made double ones.
func readValue(text string, open, end byte) (pyvalue.Value, bool) {
	if _, after, fenced := strings.Cut(text, "```json"); fenced {
		text = strings.Trim(after, "`")
	}
	if open != 0 {
		from := strings.IndexByte(text, open)
		if from < 0 {
			return pyvalue.Value{}, false
		}
		to := strings.LastIndexByte(text[from:], end)
		if to < 0 {
			return pyvalue.Value{}, false
		}
		text = text[from : from+to+1]
	}
	if v, err := pyvalue.ParseLiteral(text); err == nil {
		return v, true
	}
	if v, err := pyvalue.FromJSONString(text); err == nil {
		return v, true
	}
	if strings.IndexByte(text, '\'') >= 0 {
		if v, err := pyvalue.FromJSONString(strings.ReplaceAll(text, "'", `"`)); err == nil {
			return v, true
		}
	}
	return pyvalue.Value{}, false
}
