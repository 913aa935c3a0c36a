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
func (sh shape) calls(text string) Step {
	text, thought := splitThinking(text)
	if strings.TrimSpace(text) == "" {
		return Step{Thought: thought, Faults: []Fault{{Kind: FaultEmpty, Detail: "the reply is empty", Fatal: true}}}
	}
	found, failed := sh.find(text)
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

// find looks for the structures that hold the calls: a list, or objects one after another. A
// structure that was clearly meant as calls and cannot be read fails the reply.
func (sh shape) find(text string) (found []candidate, failed *Fault) {
	f := newFinder(text)
	var other *candidate
	for f.next() {
		at := f.pos
		c, fault := f.try()
		switch {
		case fault != nil:
			if failed == nil && sh.meant(text[at:]) {
				failed = fault
			}
		case sh.holds(c.value):
			if isList(c.value) && len(found) == 0 {
				return []candidate{c}, nil
			}
			if failed == nil && isObject(c.value) {
				found = append(found, c)
			}
		case other == nil && (len(c.value) == 2 || sh.always):
			other = &c
		}
	}
	if failed != nil {
		return nil, failed
	}
	if len(found) == 0 && other != nil && (sh.always || strings.TrimSpace(outside(text)) == text[other.start:other.end]) {
		return []candidate{*other}, nil
	}
	return found, nil
}

// holds says whether the structure is what this shape calls calls.
func (sh shape) holds(j []byte) bool {
	yes := false
	if isList(j) {
		elements(j, func(v json.RawMessage) bool {
			yes = isObject(v) && sh.isCall(v)
			return !yes
		})
		return yes
	}
	return sh.isCall(j) || wrapped(j) != nil
}

func (sh shape) isCall(j []byte) bool {
	name, rest := false, false
	members(j, func(key string, v json.RawMessage) bool {
		name = name || has(sh.name, key) && (isString(v) || sh.always)
		rest = rest || has(sh.arguments, key) || key == "responses"
		if key == "function" && isObject(v) {
			name, rest = true, true
		}
		return !name || !rest
	})
	return name && (rest || isOnlyName(j))
}

// isOnlyName says whether j has one member: a call without arguments may leave them out.
func isOnlyName(j []byte) bool {
	n := 0
	members(j, func(string, json.RawMessage) bool { n++; return n < 2 })
	return n == 1
}

// wrapped gives the members of an object {"thought", "calls", "answer"}; nil when it is none.
func wrapped(j []byte) map[string]json.RawMessage {
	m := map[string]json.RawMessage{}
	known := isObject(j)
	members(j, func(key string, v json.RawMessage) bool {
		switch key {
		case "thought", "answer":
			known = known && isString(v)
		case "calls":
			known = known && isList(v)
		case "tool_calls":
			known, key = known && isList(v), "calls"
		default:
			known = false
		}
		m[key] = v
		return known
	})
	if !known || m["calls"] == nil && m["answer"] == nil {
		return nil
	}
	return m
}

// meant says whether text opens like a structure of calls.
func (sh shape) meant(text string) bool {
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
func (sh shape) step(found []candidate) Step {
	var step Step
	for _, c := range found {
		j := []byte(c.value)
		if m := wrapped(j); m != nil {
			step.Thought, step.Answer = unquote(m["thought"]), unquote(m["answer"])
			if j = m["calls"]; j == nil {
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
			j = append(append([]byte{'['}, j...), ']')
		}
		sh.list(j, &step)
	}
	return step
}

func (sh shape) list(j []byte, step *Step) {
	bad, items := 0, 0
	elements(j, func(v json.RawMessage) bool {
		items++
		call, faults, ok := sh.call(v)
		step.Faults = append(step.Faults, faults...)
		if !ok {
			bad++
			return true
		}
		step.Calls = append(step.Calls, call)
		return true
	})
	if bad > 0 {
		fatal := bad == items
		step.Faults = append(step.Faults, Fault{Kind: FaultWrongShape, Fatal: fatal, Detail: fmt.Sprintf("%d of %d items are no calls", bad, items)})
	}
}

// call reads one call. ok is false when it has no name.
func (sh shape) call(j json.RawMessage) (c tool.Call, faults []Fault, ok bool) {
	if !isObject(j) {
		return c, nil, false
	}
	var arguments json.RawMessage
	nameKey, argumentsKey := len(sh.name), len(sh.arguments)
	members(j, func(key string, v json.RawMessage) bool {
		if key == "function" && isObject(v) {
			inner, fs, good := sh.call(v)
			c.Name, arguments, c.Malformed, ok = inner.Name, inner.Arguments, inner.Malformed, good
			faults = append(faults, fs...)
			nameKey, argumentsKey = -1, -1
			return false
		}
		if i := index(sh.name, key); i >= 0 && i <= nameKey {
			nameKey, ok = i, true
			if c.Name = string(v); isString(v) {
				c.Name = unquote(v)
			}
		}
		if i := index(sh.arguments, key); i >= 0 && i <= argumentsKey {
			argumentsKey, arguments = i, v
		}
		return true
	})
	if !ok {
		return tool.Call{}, nil, false
	}
	if nameKey == -1 {
		c.Arguments = arguments
		return c, append(faults, Fault{Kind: FaultWrongShape, Detail: "the call is wrapped in \"function\""}), true
	}
	if nameKey > 0 {
		faults = append(faults, Fault{Kind: FaultWrongShape, Detail: fmt.Sprintf("the name is under %q, not %q", sh.name[nameKey], sh.name[0])})
	}
	if argumentsKey > 0 && argumentsKey < len(sh.arguments) {
		faults = append(faults, Fault{Kind: FaultWrongShape, Detail: fmt.Sprintf("the arguments are under %q, not %q", sh.arguments[argumentsKey], sh.arguments[0])})
	}
	fs := setArguments(&c, arguments, sh.arguments[0])
	return c, append(faults, fs...), true
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
func (sh shape) around(text string, found []candidate) (around string, fenced bool) {
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

func index(keys []string, key string) int {
	for i, k := range keys {
		if k == key {
			return i
		}
	}
	return -1
}

func has(keys []string, key string) bool { return index(keys, key) >= 0 }
