package protocol

import (
	"encoding/json"
	"strings"

	"deft/prompt"
	"deft/tool"
)

// Marks of the ReAct format (Yao et al. 2023). Each opens a line.
const (
	markThought     = "Thought:"
	markAction      = "Action:"
	markInput       = "Action Input:"
	markAnswer      = "Final Answer:"
	markObservation = "Observation:"
)

// newReAct makes the text protocol of ReAct: a thought, then an action with its input as JSON, or
// the final answer. Several actions are several pairs of lines.
func newReAct(set *prompt.Set) Protocol {
	return &text{name: "react", prompts: set, documents: documentsJSON, parse: parseReAct, format: formatReAct}
}

func formatReAct(s Step) string {
	var lines []string
	if s.Thought != "" {
		lines = append(lines, markThought+" "+guardMarks(s.Thought))
	}
	for _, c := range s.Calls {
		lines = append(lines, markAction+" "+c.Name, markInput+" "+string(appendArguments(nil, c)))
	}
	if len(s.Calls) == 0 {
		lines = append(lines, markAnswer+" "+s.Answer)
	}
	return strings.Join(lines, "\n")
}

// guardMarks puts a backslash before a mark that opens a line of a thought.
func guardMarks(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		bare := strings.TrimLeft(line, " \t\\*#")
		if mark, _ := lineMark(bare); mark != "" {
			at := len(line) - len(bare)
			lines[i] = line[:at] + `\` + bare
		}
	}
	return strings.Join(lines, "\n")
}

// lineMark gives the mark that opens a line, and the rest behind it.
func lineMark(line string) (mark, rest string) {
	line = strings.TrimLeft(line, " \t*#")
	if line == "" || strings.IndexByte("taof", line[0]|32) < 0 {
		return "", ""
	}
	for _, m := range [...]string{markThought, markInput, markAction, markAnswer, markObservation} {
		if len(line) >= len(m)-1 && line[0]|32 == m[0]|32 && strings.EqualFold(line[:len(m)-1], m[:len(m)-1]) {
			rest := line[len(m)-1:]
			rest = strings.TrimPrefix(rest, "**")
			if after, ok := strings.CutPrefix(strings.TrimLeft(rest, " "), ":"); ok {
				return m, strings.TrimPrefix(after, "**")
			}
		}
	}
	return "", ""
}

// section is what one mark opens.
type section struct{ mark, text string }

// sections cuts a reply at its marks and appends them to out. Behind the final answer there are
// none.
func sections(out []section, text string) []section {
	mark, start := "", 0 // of the section under way
	for at := 0; at < len(text); {
		line, next := text[at:], len(text)
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line, next = line[:n], at+n+1
		}
		if m, after := lineMark(line); m != "" {
			out = append(out, section{mark, body(mark, text[start:at])})
			mark, start = m, at+len(line)-len(after)
			if m == markAnswer {
				return append(out, section{m, strings.TrimSpace(text[start:])})
			}
		}
		at = next
	}
	return append(out, section{mark, body(mark, text[start:])})
}

// body is a section's text without the backslashes that guard marks in it. What stands on the line
// of a mark needs no guard, except behind markThought.
func body(mark, text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return strings.TrimSpace(text)
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if i > 0 || mark == "" || mark == markThought {
			lines[i] = dropGuard(line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func dropGuard(line string) string {
	bare := strings.TrimLeft(line, " \t\\*#")
	at := len(line) - len(bare)
	if at > 0 && line[at-1] == '\\' {
		if mark, _ := lineMark(bare); mark != "" {
			return line[:at-1] + bare
		}
	}
	return line
}

func parseReAct(text string) Step {
	rest, thought := splitThinking(text)
	if strings.TrimSpace(rest) == "" {
		return emptyReply(thought)
	}
	r := reactReader{step: Step{Thought: thought}}
	var few [8]section
	for _, s := range sections(few[:0], rest) {
		if s.mark == markObservation {
			r.fault(FaultRedundantText, "an observation of its own: "+shorten(s.text))
			break // what follows answers an observation that never was
		}
		r.take(s)
	}
	return r.end()
}

// reactReader goes through the sections of a reply.
type reactReader struct {
	step    Step
	waiting bool // an action without its input so far
	answers bool
	fatal   *Fault
}

func (r *reactReader) fault(kind FaultKind, detail string) {
	r.step.Faults = append(r.step.Faults, Fault{Kind: kind, Detail: detail})
}

func (r *reactReader) take(s section) {
	switch s.mark {
	case "", markThought:
		if s.text == "" {
			return
		}
		if r.step.Thought != "" {
			r.step.Thought += "\n"
		}
		if r.step.Thought += s.text; s.mark == "" {
			r.fault(FaultMissingKeyword, "text without "+markThought)
		}
	case markAction:
		r.complete()
		name := strings.Trim(strings.TrimSpace(s.text), "`\"'")
		if first, more, ok := strings.Cut(name, "\n"); ok {
			r.fault(FaultRedundantText, shorten(more))
			name = strings.Trim(strings.TrimSpace(first), "`\"'")
		}
		r.step.Calls = append(r.step.Calls, tool.Call{Name: name})
		r.waiting = true
	case markInput:
		if !r.waiting {
			r.fatal = &Fault{Kind: FaultMissingKeyword, Detail: markInput + " without " + markAction, Fatal: true}
			return
		}
		r.input(s.text)
	case markAnswer:
		r.answers, r.step.Answer = true, s.text
	}
}

func (r *reactReader) input(text string) {
	r.waiting = false
	c := &r.step.Calls[len(r.step.Calls)-1]
	x := Extract(text)
	if x.Value == nil {
		f := x.Faults[len(x.Faults)-1]
		if f.Kind == FaultEmpty {
			c.Arguments = json.RawMessage("{}")
			r.fault(FaultMissingKeyword, "nothing behind "+markInput)
			return
		}
		r.fatal = &f
		return
	}
	r.step.Faults = append(r.step.Faults, x.Faults...)
	r.step.Faults = append(r.step.Faults, setArguments(c, x.Value, markInput)...)
}

// complete gives an action without input no arguments.
func (r *reactReader) complete() {
	if r.waiting {
		r.step.Calls[len(r.step.Calls)-1].Arguments = json.RawMessage("{}")
		r.fault(FaultMissingKeyword, "no "+markInput)
		r.waiting = false
	}
}

func (r *reactReader) end() Step {
	r.complete()
	s := r.step
	for _, c := range s.Calls {
		if c.Name == "" && r.fatal == nil {
			r.fatal = &Fault{Kind: FaultMissingKeyword, Detail: "nothing behind " + markAction, Fatal: true}
		}
	}
	switch {
	case r.fatal != nil:
		s.Calls, s.Answer = nil, ""
		s.Faults = append(s.Faults, *r.fatal)
	case len(s.Calls) > 0 && r.answers:
		s.Faults = append(s.Faults, Fault{Kind: FaultRedundantText, Detail: "an answer beside an action: " + shorten(s.Answer)})
		s.Answer = ""
	case len(s.Calls) > 0 || r.answers:
	case len(s.Faults) == 1 && s.Faults[0].Kind == FaultMissingKeyword: // text without any mark
		s.Thought, s.Answer = "", s.Thought
		s.Faults[0].Detail = "no " + markAnswer
	default:
		s.Faults = append(s.Faults, Fault{Kind: FaultMissingKeyword, Detail: "neither " + markAction + " nor " + markAnswer, Fatal: true})
	}
	return s
}
