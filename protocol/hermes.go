package protocol

import (
	"strings"

	"deft/prompt"
)

const (
	callOpen  = "<tool_call>"
	callClose = "</tool_call>"
)

// newHermes makes the protocol of the Hermes models: each call is a JSON object {"name",
// "arguments"} between <tool_call> tags; an answer is plain text.
func newHermes(set *prompt.Set) Protocol {
	sh := &shape{name: []string{"name", "function", "tool"}, arguments: []string{"arguments", "parameters", "args"}}
	parse := func(text string) Step { return parseHermes(text, sh) }
	return &text{name: "hermes", prompts: set, documents: documentsJSON, parse: parse, format: func(s Step) string {
		if len(s.Calls) == 0 {
			return withThinking(s.Thought, plainAnswer(s.Answer, parse))
		}
		var out []byte
		for _, c := range s.Calls {
			body := append(append([]byte(`{"name": `), appendString(nil, c.Name)...), `, "arguments": `...)
			body = append(appendArguments(body, c), '}')
			out = append(append(append(out, callOpen+"\n"...), escapeAngle(body)...), "\n"+callClose+"\n"...)
		}
		return withThinking(s.Thought, strings.TrimRight(string(out), "\n"))
	}}
}

// escapeAngle keeps tags inside strings of JSON from being read as tags.
func escapeAngle(j []byte) string { return strings.ReplaceAll(string(j), "<", `\u003c`) }

func parseHermes(text string, sh *shape) Step {
	rest, thought := splitThinking(text)
	if strings.TrimSpace(rest) == "" {
		return emptyReply(thought)
	}
	if answer, ok := markedAnswer(rest); ok {
		return Step{Thought: thought, Answer: answer}
	}
	if !strings.Contains(rest, callOpen) {
		step := sh.calls(rest)
		if step.Thought == "" {
			step.Thought = thought
		}
		if len(step.Calls) > 0 {
			step.Faults = append(step.Faults, Fault{Kind: FaultMissingKeyword, Detail: "a call without " + callOpen})
		}
		return step
	}
	step := Step{Thought: thought}
	var outside []string
	for {
		before, body, found := strings.Cut(rest, callOpen)
		if before = strings.TrimSpace(before); before != "" {
			outside = append(outside, before)
		}
		if !found {
			break
		}
		next := strings.Index(body, callOpen)
		reach := body
		if next >= 0 {
			reach = body[:next]
		}
		end := strings.Index(reach, callClose)
		closed := end >= 0
		switch {
		case closed:
			rest = body[end+len(callClose):]
			body = body[:end]
		case next >= 0:
			body, rest = body[:next], body[next:]
		default:
			rest = ""
		}
		if fault := sh.tagged(body, closed, &step); fault != nil {
			return Step{Thought: thought, Faults: append(step.Faults, *fault)}
		}
	}
	around := strings.TrimSpace(strings.Join(outside, "\n"))
	if around != "" {
		step.Faults = append(step.Faults, Fault{Kind: FaultRedundantText, Detail: shorten(around)})
		if step.Thought == "" {
			step.Thought = around
		}
	}
	return step
}

// tagged reads what stands behind one opening tag. A fault returned is fatal.
func (sh *shape) tagged(body string, closed bool, step *Step) *Fault {
	x := Extract(body)
	if x.Value == nil {
		fault := x.Faults[len(x.Faults)-1]
		if !closed {
			fault.Kind = FaultTruncated
		}
		return &fault
	}
	step.Faults = append(step.Faults, x.Faults...)
	if !closed {
		step.Faults = append(step.Faults, Fault{Kind: FaultMissingKeyword, Detail: "no " + callClose})
	}
	if !isObject(x.Value) {
		step.Faults = append(step.Faults, Fault{Kind: FaultWrongShape, Detail: "a list between the tags"})
	}
	before := len(step.Calls)
	sh.list(x.Value, step)
	if len(step.Calls) == before {
		return &Fault{Kind: FaultWrongShape, Detail: "no call between the tags: " + shorten(body), Fatal: true}
	}
	return nil
}

func emptyReply(thought string) Step {
	return Step{Thought: thought, Faults: []Fault{{Kind: FaultEmpty, Detail: "the reply is empty", Fatal: true}}}
}
