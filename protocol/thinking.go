package protocol

import (
	"reflect"
	"strings"
)

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
	// answerMark opens an answer that would be read as something else without it.
	answerMark = "Answer:"
)

// splitThinking takes a leading <think>…</think> off a reply, as open reasoning models write it.
func splitThinking(text string) (rest, thought string) {
	t := strings.TrimLeft(text, " \n\r\t")
	if !strings.HasPrefix(t, thinkOpen) {
		return text, ""
	}
	if inner, after, ok := strings.Cut(t[len(thinkOpen):], thinkClose); ok {
		return after, strings.TrimSpace(slashes(inner, -1))
	}
	return text, ""
}

// withThinking puts a thought in front of a reply. A closing mark in it gets one more backslash.
func withThinking(thought, reply string) string {
	if thought == "" {
		return reply
	}
	return thinkOpen + slashes(thought, 1) + thinkClose + "\n" + reply
}

// slashes adds or drops one backslash in each `</think>` that is written with any: `<\/think>`.
func slashes(text string, by int) string {
	if !strings.Contains(text, "/think>") {
		return text
	}
	parts := strings.Split(text, "/think>")
	for i := range len(parts) - 1 {
		bare := strings.TrimRight(parts[i], `\`)
		if !strings.HasSuffix(bare, "<") {
			continue
		}
		n := len(parts[i]) - len(bare) + by
		parts[i] = bare + strings.Repeat(`\`, max(n, 0))
	}
	return strings.Join(parts, "/think>")
}

// markedAnswer reads an answer behind its mark.
func markedAnswer(text string) (string, bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), answerMark)
	return strings.TrimSpace(rest), ok
}

// plainAnswer writes an answer so that parse reads it back: with a mark only where it needs one.
func plainAnswer(answer string, parse func(string) Step) string {
	if reflect.DeepEqual(parse(answer), Step{Answer: answer}) {
		return answer
	}
	return answerMark + " " + answer
}
