package openai

import (
	"errors"
	"strings"

	"deft/chat"
)

// quirk is a set of request parameters that a server refused and that are left out, or named
// otherwise, from then on. Without this, models that fix their temperature could not be measured.
type quirk uint32

const (
	quirkCompletionTokens quirk = 1 << iota // max_completion_tokens in place of max_tokens
	quirkNoTemperature
	quirkNoTopP
	quirkNoSeed
	quirkNoSchema // no response_format: the reply is read tolerantly all the same
)

var droppable = []struct {
	name string
	bit  quirk
}{
	{"temperature", quirkNoTemperature},
	{"top_p", quirkNoTopP},
	{"seed", quirkNoSeed},
	{"response_format", quirkNoSchema},
}

// learn says whether err is the server's refusal of a parameter that can be left out, and
// remembers it. sent is what was left out already when the request was made.
func (m *Model) learn(err error, sent quirk) bool {
	var e *chat.Error
	if !errors.As(err, &e) || e.Class != chat.ErrBadRequest || e.Status != 400 && e.Status != 422 || e.Err == nil {
		return false
	}
	text := strings.ToLower(e.Err.Error())
	var bit quirk
	if strings.Contains(text, "max_completion_tokens") && strings.Contains(text, "max_tokens") {
		bit = quirkCompletionTokens
	} else if strings.Contains(text, "response_format") || strings.Contains(text, "json_schema") {
		bit = quirkNoSchema // said in many ways: not supported, unavailable now, must be text
	} else if strings.Contains(text, "support") || strings.Contains(text, "deprecated") || strings.Contains(text, "unknown name") {
		for _, d := range droppable {
			if strings.Contains(text, "'"+d.name+"'") || strings.Contains(text, "`"+d.name+"`") || strings.Contains(text, `"`+d.name+`"`) {
				bit = d.bit
				break
			}
		}
	}
	if bit == 0 || sent&bit != 0 {
		return false
	}
	m.quirks.Or(uint32(bit))
	return true
}

// Dropped lists the sampling parameters the server refused so far and that are no longer sent.
func (m *Model) Dropped() []string {
	var out []string
	for _, d := range droppable {
		if quirk(m.quirks.Load())&d.bit != 0 {
			out = append(out, d.name)
		}
	}
	return out
}
