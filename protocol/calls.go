package protocol

import (
	"encoding/json"
	"fmt"
	"strings"

	"deft/tool"
)

// shape says under which keys a call has its name and its arguments: first what the format asks
// for, then what models write instead, which is read with a wrong_shape fault.
type shape struct {
	name, arguments []string
	// always means that every reply is a list of calls, and plain text never an answer.
	always bool
}

// calls reads a reply that should be a list of calls of the shape.
func (sh *shape) calls(text string) Step {
	text, thought := splitThinking(text)
	if strings.TrimSpace(text) == "" {
		return Step{Thought: thought, Faults: []Fault{{Kind: FaultEmpty, Detail: "the reply is empty", Fatal: true}}}
	}
	var few [2]candidate
	found, failed := sh.find(text, few[:0])
	if failed != nil {
		return Step{Thought: thought, Faults: []Fault{*failed}}
	}
	if len(found) == 0 {
		if sh.always {
			return Step{Thought: thought, Faults: []Fault{{Kind: FaultBadJSON, Detail: "the reply holds no list of calls", Fatal: true}}}
		}
		return Step{Thought: thought, Answer: strings.TrimSpace(text)}
	}
	step := sh.step(found)
	around, fenced := sh.around(text, found)
	if around != "" && step.Thought == "" && thought == "" {
		thought = around
	}
	if around == "" && fenced {
		around = fence
	}
	if step.Thought == "" {
		step.Thought = thought
	}
	whole := candidate{}
	for _, c := range found {
		whole.escaped = whole.escaped || c.escaped
		if whole.mended == "" {
			whole.mended = c.mended
		}
	}
	step.Faults = append(whole.faults(around), step.Faults...)
	return step
}

// find looks for the structures that hold the calls, a list or objects one after another, and
// appends them to found. A structure that was clearly meant as calls and cannot be read fails the
// reply.
func (sh *shape) find(text string, found []candidate) (_ []candidate, failed *Fault) {
	f := newFinder(text)
	var other *candidate
	for f.next() {
		at := f.at
		c, ok := f.try()
		switch {
		case !ok:
			if failed == nil && sh.meant(text[at:]) {
				failed = f.fault()
			}
		case sh.holds(&c):
			if isList(c.value) && len(found) == 0 {
				return append(found, c), nil
			}
			if failed == nil && isObject(c.value) {
				found = append(found, c)
			}
		case other == nil && (len(c.value) == 2 || sh.always):
			first := c
			other = &first
		}
	}
	if failed != nil {
		return nil, failed
	}
	if len(found) == 0 && other != nil && (sh.always || strings.TrimSpace(outside(text)) == text[other.start:other.end]) {
		return append(found, *other), nil
	}
	return found, nil
}

// holds says whether the structure is what this shape calls calls.
func (sh *shape) holds(c *candidate) bool {
	if isList(c.value) {
		for w := walkOf(c.value); w.next(); {
			if w.first() == '{' && sh.isCall(c.value[w.at:]) {
				return true
			}
		}
		return false
	}
	return c.wrapped() || sh.isCall(c.value)
}

// isCall says whether the object at the start of j is a call.
func (sh *shape) isCall(j []byte) bool {
	name, rest, n := false, false, 0
	for w := walkOf(j); w.next(); n++ {
		name = name || has(sh.name, w.key) && (w.first() == '"' || sh.always)
		rest = rest || has(sh.arguments, w.key) || string(w.key) == "responses"
		if name && rest || string(w.key) == "function" && w.first() == '{' {
			return true
		}
	}
	return name && n == 1 // a call without arguments may leave them out
}

// wrapper is an object {"thought", "calls", "answer"}, each of which may be absent.
type wrapper struct{ thought, calls, answer json.RawMessage }

// wrapped says whether the candidate is a wrapper, and keeps its members.
func (c *candidate) wrapped() bool {
	if c.inner.calls != nil || c.inner.answer != nil {
		return true
	}
	if !isObject(c.value) {
		return false
	}
	var in wrapper
	for w := walkOf(c.value); w.next(); {
		known := false
		switch string(w.key) {
		case "thought":
			in.thought, known = w.value(), w.first() == '"'
		case "answer":
			in.answer, known = w.value(), w.first() == '"'
		case "calls", "tool_calls":
			in.calls, known = w.value(), w.first() == '['
		}
		if !known {
			return false
		}
	}
	c.inner = in
	return in.calls != nil || in.answer != nil
}

// meant says whether text opens like a structure of calls.
func (sh *shape) meant(text string) bool {
	text = strings.TrimLeft(text[:min(len(text), 80)], " \n\r\t[({")
	text = strings.TrimLeft(text, "\"'")
	for _, key := range append(append([]string{"tool_calls", "calls"}, sh.name...), sh.arguments...) {
		rest, ok := strings.CutPrefix(text, key)
		if rest = strings.TrimLeft(rest, "\"' \t"); ok && strings.HasPrefix(rest, ":") {
			return true
		}
	}
	return false
}

// step reads the calls out of the structures found.
func (sh *shape) step(found []candidate) Step {
	var step Step
	for i := range found {
		c := &found[i]
		j := []byte(c.value)
		if c.wrapped() {
			step.Thought, step.Answer = unquote(c.inner.thought), unquote(c.inner.answer)
			if j = c.inner.calls; j == nil {
				continue
			}
		} else if isObject(j) {
			if len(j) == 2 {
				step.Faults = append(step.Faults, Fault{Kind: FaultWrongShape, Detail: "{} in place of a list"})
				continue
			}
			if !sh.isCall(j) {
				step.Faults = append(step.Faults, Fault{Kind: FaultWrongShape, Detail: "not a call: " + shorten(string(j)), Fatal: true})
				continue
			}
			step.Faults = append(step.Faults, Fault{Kind: FaultWrongShape, Detail: "a call outside a list"})
		}
		sh.list(j, &step)
	}
	return step
}

// list adds the calls of a list, or one call, to the step.
func (sh *shape) list(j []byte, step *Step) {
	if isObject(j) {
		if call, _, faults, ok := sh.call(j); ok {
			step.Calls = append(step.Calls, call)
			step.Faults = append(step.Faults, faults...)
		} else {
			step.Faults = append(step.Faults, Fault{Kind: FaultWrongShape, Fatal: true, Detail: "1 of 1 items are no calls"})
		}
		return
	}
	bad, items := 0, 0
	for w := walkOf(j); w.next(); {
		items++
		call, length, faults, ok := sh.call(j[w.at:])
		if length > 0 {
			w.past = w.at + length
		}
		step.Faults = append(step.Faults, faults...)
		if !ok {
			bad++
			continue
		}
		if step.Calls == nil { // a guess at how many calls there are, from the length of the first
			step.Calls = make([]tool.Call, 0, 1+(len(j)-w.end())/(length+8))
		}
		step.Calls = append(step.Calls, call)
	}
	if bad > 0 {
		fatal := bad == items
		step.Faults = append(step.Faults, Fault{Kind: FaultWrongShape, Fatal: fatal, Detail: fmt.Sprintf("%d of %d items are no calls", bad, items)})
	}
}

// call reads the call at the start of j and gives its length there, 0 when that is not known. ok is
// false when it has no name.
func (sh *shape) call(j []byte) (c tool.Call, length int, faults []Fault, ok bool) {
	if !isObject(j) {
		return c, 0, nil, false
	}
	var arguments json.RawMessage
	nameKey, argumentsKey := len(sh.name), len(sh.arguments)
	w := walkOf(j)
	for w.next() {
		if string(w.key) == "function" && w.first() == '{' {
			c, _, faults, ok = sh.call(j[w.at:])
			if !ok {
				return tool.Call{}, 0, nil, false
			}
			return c, 0, append(faults, Fault{Kind: FaultWrongShape, Detail: "the call is wrapped in \"function\""}), true
		}
		if i := index(sh.name, w.key); i >= 0 && i <= nameKey {
			nameKey, ok = i, true
			if v := w.value(); isString(v) {
				c.Name = unquote(v)
			} else {
				c.Name = string(v)
			}
		}
		if i := index(sh.arguments, w.key); i >= 0 && i <= argumentsKey {
			argumentsKey, arguments = i, w.value()
		}
	}
	if !ok {
		return tool.Call{}, 0, nil, false
	}
	if nameKey > 0 {
		faults = append(faults, Fault{Kind: FaultWrongShape, Detail: fmt.Sprintf("the name is under %q, not %q", sh.name[nameKey], sh.name[0])})
	}
	if argumentsKey > 0 && argumentsKey < len(sh.arguments) {
		faults = append(faults, Fault{Kind: FaultWrongShape, Detail: fmt.Sprintf("the arguments are under %q, not %q", sh.arguments[argumentsKey], sh.arguments[0])})
	}
	fs := setArguments(&c, arguments, sh.arguments[0])
	return c, w.end(), append(faults, fs...), true
}

// setArguments fills the call's arguments from JSON; a string is read as the text of an object.
func setArguments(c *tool.Call, j json.RawMessage, key string) []Fault {
	switch {
	case j == nil:
		c.Arguments = json.RawMessage("{}")
		return []Fault{{Kind: FaultMissingKeyword, Detail: fmt.Sprintf("call of %s without %q", shorten(c.Name), key)}}
	case isObject(j):
		c.Arguments = j
		return nil
	case isString(j):
		text := unquote(j)
		x := Extract(text)
		if isObject(x.Value) && x.Before == "" && x.After == "" {
			c.Arguments = x.Value
			return []Fault{{Kind: FaultWrongShape, Detail: "arguments as text"}}
		}
		c.Malformed = text
		return []Fault{{Kind: FaultWrongShape, Detail: "arguments are text: " + shorten(text)}}
	}
	c.Arguments = j
	return []Fault{{Kind: FaultWrongShape, Detail: "arguments are no object: " + shorten(string(j))}}
}

// around gives the text outside the structures found, and whether they stood in a code fence.
func (sh *shape) around(text string, found []candidate) (around string, fenced bool) {
	if len(found) == 1 && strings.TrimSpace(text[:found[0].start]) == "" && strings.TrimSpace(text[found[0].end:]) == "" {
		return "", false
	}
	var b strings.Builder
	at := 0
	for _, c := range found {
		between := strings.TrimSpace(text[at:c.start])
		if at > 0 && (between == "," || between == ";") {
			between = ""
		}
		b.WriteString(between)
		b.WriteByte('\n')
		at = c.end
	}
	b.WriteString(text[at:])
	rest := b.String()
	return outside(rest), strings.Contains(rest, fence)
}

func index(keys []string, key []byte) int {
	for i, k := range keys {
		if k == string(key) {
			return i
		}
	}
	return -1
}

func has(keys []string, key []byte) bool { return index(keys, key) >= 0 }
