package protocol

import (
	"encoding/json"
	"html"
	"strings"

	"deft/prompt"
	"deft/pyvalue"
	"deft/tool"
)

// newXML makes the protocol whose calls are elements: <call name="f"><arg name="a">1</arg></call>.
// A value is JSON, or text that is no JSON and stands for itself. An answer is plain text.
func newXML(set *prompt.Set) Protocol {
	return &text{name: "xml", prompts: set, documents: documentsXML, parse: parseXML, format: func(s Step) string {
		if len(s.Calls) == 0 {
			return withThinking(s.Thought, plainAnswer(s.Answer, parseXML))
		}
		var b strings.Builder
		for i, c := range s.Calls {
			if i > 0 {
				b.WriteByte('\n')
			}
			formatXML(&b, c)
		}
		return withThinking(s.Thought, b.String())
	}}
}

func formatXML(b *strings.Builder, c tool.Call) {
	b.WriteString(`<call name="` + html.EscapeString(c.Name) + `">`)
	if args := appendArguments(nil, c); isObject(args) {
		for w := walkOf(args); w.next(); {
			b.WriteString("\n" + `<arg name="` + html.EscapeString(string(w.key)) + `">` + html.EscapeString(xmlText(w.value())) + "</arg>")
		}
	} else {
		b.WriteString(html.EscapeString(string(args)))
	}
	b.WriteString("\n</call>")
}

// xmlText is a value as an element's text. A string stands bare unless it would be read as JSON.
func xmlText(v json.RawMessage) string {
	if !isString(v) {
		return string(v)
	}
	bare := unquote(v)
	if bare == "" || strings.TrimSpace(bare) != bare || strings.Contains(bare, "\r") || strings.ContainsRune(bare, 0) || strings.ContainsRune(bare, '\ufffd') {
		return string(v)
	}
	if back := xmlValue(nil, bare); !isString(back) || unquote(back) != bare {
		return string(v)
	}
	return bare
}

// xmlValue appends what an element's text, already unescaped, stands for.
func xmlValue(out []byte, text string) []byte {
	text = strings.TrimSpace(text)
	if pyvalue.ValidJSON(text) {
		return append(out, text...)
	}
	switch text {
	case "True":
		return append(out, "true"...)
	case "False":
		return append(out, "false"...)
	case "None":
		return append(out, "null"...)
	}
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{") {
		if x := Extract(text); x.Value != nil && x.Before == "" && x.After == "" {
			return append(out, x.Value...)
		}
	}
	return appendString(out, text)
}

// tag is how an element opens and closes, without the end of the opening tag.
type tag struct{ open, close string }

// element finds the next <name …>…</name> in text. ok is false when there is none; closed when it
// has its end.
func (t tag) element(text string) (before, attributes, body, rest string, ok, closed bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], t.open)
		if i < 0 {
			return text, "", "", "", false, false
		}
		i += from
		after := text[i+len(t.open):]
		from = i + 1
		if after != "" && strings.IndexByte(" \t\r\n>/", after[0]) < 0 {
			continue
		}
		attributes, body, ok = strings.Cut(after, ">")
		if !ok {
			return text[:i], after, "", "", true, false
		}
		if a, empty := strings.CutSuffix(attributes, "/"); empty {
			return text[:i], a, "", body, true, true
		}
		end := strings.Index(body, t.close)
		if end < 0 {
			return text[:i], attributes, body, "", true, false
		}
		return text[:i], attributes, body[:end], body[end+len(t.close):], true, true
	}
}

// attribute gives the value of name="…".
func attribute(attributes, name string) (string, bool) {
	_, after, ok := strings.Cut(attributes, name)
	after, eq := strings.CutPrefix(strings.TrimLeft(after, " \t"), "=")
	after = strings.TrimLeft(after, " \t")
	if !ok || !eq || after == "" || after[0] != '"' && after[0] != '\'' {
		return "", false
	}
	value, _, closed := strings.Cut(after[1:], after[:1])
	return html.UnescapeString(value), closed
}

func parseXML(text string) Step {
	rest, thought := splitThinking(text)
	if strings.TrimSpace(rest) == "" {
		return emptyReply(thought)
	}
	if answer, ok := markedAnswer(rest); ok {
		return Step{Thought: thought, Answer: answer}
	}
	step := Step{Thought: thought}
	var around []string
	for {
		before, attributes, body, after, ok, closed := tag{"<call", "</call>"}.element(rest)
		if before = outside(before); before != "" {
			around = append(around, before)
		}
		if !ok {
			break
		}
		if !closed {
			return Step{Thought: thought, Faults: []Fault{{Kind: FaultTruncated, Detail: "a call without </call>", Fatal: true}}}
		}
		call, faults := xmlCall(attributes, body)
		if call.Name == "" {
			return Step{Thought: thought, Faults: []Fault{{Kind: FaultWrongShape, Detail: "a call without a name", Fatal: true}}}
		}
		step.Calls = append(step.Calls, call)
		step.Faults = append(step.Faults, faults...)
		rest = after
	}
	if len(step.Calls) == 0 {
		step.Answer = strings.TrimSpace(rest)
		return step
	}
	if said := strings.TrimSpace(strings.Join(around, "\n")); said != "" {
		step.Faults = append(step.Faults, Fault{Kind: FaultRedundantText, Detail: shorten(said)})
		if step.Thought == "" {
			step.Thought = said
		}
	}
	return step
}

func xmlCall(attributes, body string) (tool.Call, []Fault) {
	var faults []Fault
	name, _ := attribute(attributes, "name")
	c := tool.Call{Name: name}
	args := append(make([]byte, 0, len(body)), '{')
	for {
		before, attributes, value, rest, ok, closed := tag{"<arg", "</arg>"}.element(body)
		if said := strings.TrimSpace(before); said != "" {
			if len(args) == 1 && !ok {
				return c, append(faults, bareArguments(&c, html.UnescapeString(said))...)
			}
			faults = append(faults, Fault{Kind: FaultRedundantText, Detail: shorten(said)})
		}
		if !ok {
			break
		}
		key, named := attribute(attributes, "name")
		if !named || !closed {
			faults = append(faults, Fault{Kind: FaultWrongShape, Detail: "an argument without name or end: " + shorten(value)})
		}
		if named {
			if len(args) > 1 {
				args = append(args, ',')
			}
			args = append(appendString(args, key), ':')
			args = xmlValue(args, html.UnescapeString(value))
		}
		body = rest
	}
	c.Arguments = append(args, '}')
	return c, faults
}

// bareArguments reads arguments that stand as JSON directly in the call.
func bareArguments(c *tool.Call, text string) []Fault {
	x := Extract(text)
	if x.Value == nil {
		c.Malformed = text
		return []Fault{{Kind: FaultWrongShape, Detail: "text where arguments were expected: " + shorten(text)}}
	}
	return append(setArguments(c, x.Value, "arg"), Fault{Kind: FaultWrongShape, Detail: "JSON in place of <arg> elements"})
}
