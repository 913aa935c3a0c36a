package protocol

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"

	"deft/prompt"
	"deft/pyvalue"
	"deft/tool"
)

// newPython makes the protocol whose calls are a Python list: [f(a=1, b="x")]. An answer is plain
// text.
func newPython(set *prompt.Set) Protocol {
	decoders := new(pyvalue.Pool)
	parsePython := func(text string) Step {
		d := decoders.Get()
		defer decoders.Put(d)
		return parsePython(d, text)
	}
	return &text{name: "python", prompts: set, documents: documentsPython, parse: parsePython, format: func(s Step) string {
		if len(s.Calls) == 0 {
			return withThinking(s.Thought, plainAnswer(s.Answer, parsePython))
		}
		return withThinking(s.Thought, string(appendCalls(nil, s.Calls, func(out []byte, _ int, c tool.Call) []byte {
			return appendPythonCall(out, c)
		})))
	}}
}

func appendPythonCall(out []byte, c tool.Call) []byte {
	out = append(append(out, c.Name...), '(')
	args := appendArguments(nil, c)
	if !isObject(args) {
		return append(appendPython(append(out, "**"...), args), ')')
	}
	first := true
	comma := func() {
		if !first {
			out = append(out, ", "...)
		}
		first = false
	}
	odd := []byte{'{'}
	for w := walkOf(args); w.next(); {
		key, v := string(w.key), w.value()
		if identifier(key) {
			comma()
			out = appendPython(append(append(out, key...), '='), v)
			continue
		}
		if len(odd) > 1 {
			odd = append(odd, ", "...)
		}
		odd = append(pyvalue.AppendRepr(odd, pyvalue.StringOf(key)), ": "...)
		odd = appendPython(odd, v)
	}
	if len(odd) > 1 {
		comma()
		out = append(append(append(out, "**"...), odd...), '}')
	}
	return append(out, ')')
}

func identifier(s string) bool {
	for i := 0; i < len(s); i++ {
		if !wordByte(s[i]) || s[i] == '$' || i == 0 && s[i] >= '0' && s[i] <= '9' {
			return false
		}
	}
	return s != ""
}

// appendPython writes JSON as a Python literal, numbers as they are.
func appendPython(out []byte, j json.RawMessage) []byte {
	switch {
	case isObject(j):
		out = append(out, '{')
		start := len(out)
		for w := walkOf(j); w.next(); {
			if len(out) > start {
				out = append(out, ", "...)
			}
			out = append(pyvalue.AppendRepr(out, pyvalue.StringOf(string(w.key))), ": "...)
			out = appendPython(out, w.value())
		}
		return append(out, '}')
	case isList(j):
		out = append(out, '[')
		start := len(out)
		for w := walkOf(j); w.next(); {
			if len(out) > start {
				out = append(out, ", "...)
			}
			out = appendPython(out, w.value())
		}
		return append(out, ']')
	case isString(j):
		return pyvalue.AppendRepr(out, pyvalue.StringOf(unquote(j)))
	}
	switch string(j) {
	case "true":
		return append(out, "True"...)
	case "false":
		return append(out, "False"...)
	case "null":
		return append(out, "None"...)
	}
	return append(out, j...)
}

func parsePython(d *pyvalue.Decoder, text string) Step {
	rest, thought := splitThinking(text)
	if strings.TrimSpace(rest) == "" {
		return emptyReply(thought)
	}
	if answer, ok := markedAnswer(rest); ok {
		return Step{Thought: thought, Answer: answer}
	}
	code := strings.TrimSpace(rest)
	calls, err := pythonCalls(d, code)
	if err != nil && strings.Contains(code, fence) {
		if bare := outside(code); bare != "" {
			code = bare
			calls, err = pythonCalls(d, code)
		}
	}
	start, end := 0, len(code)
	if err != nil {
		if start = listStart(code); start >= 0 {
			end = start + 1 + strings.LastIndexByte(code[start:], ']')
			if end > start+1 && (start > 0 || end < len(code)) {
				calls, err = pythonCalls(d, code[start:end])
			}
		}
	}
	switch {
	case err != nil && start < 0:
		return Step{Thought: thought, Answer: strings.TrimSpace(rest)}
	case err != nil:
		kind := FaultBadJSON
		var se *pyvalue.SyntaxError
		if errors.As(err, &se) && se.Offset >= end-start {
			kind = FaultTruncated
		}
		return Step{Thought: thought, Faults: []Fault{{Kind: kind, Detail: "no list of calls: " + err.Error(), Fatal: true}}}
	}
	step := Step{Thought: thought}
	if around := strings.TrimSpace(code[:start] + "\n" + code[end:]); around != "" {
		step.Faults = append(step.Faults, Fault{Kind: FaultRedundantText, Detail: shorten(around)})
		if step.Thought == "" {
			step.Thought = around
		}
	} else if strings.Contains(rest, fence) && !strings.Contains(code, fence) {
		step.Faults = append(step.Faults, Fault{Kind: FaultRedundantText, Detail: fence})
	}
	if code[start] != '[' {
		step.Faults = append(step.Faults, Fault{Kind: FaultWrongShape, Detail: "calls outside a list"})
	}
	if len(calls) > 0 && calls[0].Escaped {
		step.Faults = append(step.Faults, Fault{Kind: FaultEscapedUnderscore, Detail: `\_ in the reply`})
	}
	if len(calls) == 0 {
		return step
	}
	step.Calls = make([]tool.Call, len(calls))
	out := make([]byte, 0, len(code))
	for i := range calls {
		var faults []Fault
		out, step.Calls[i], faults = pythonCall(out, &calls[i])
		step.Faults = append(step.Faults, faults...)
	}
	return step
}

// pythonCalls reads calls; a call without brackets must have keywords, or it may as well be prose.
func pythonCalls(d *pyvalue.Decoder, code string) ([]pyvalue.Call, error) {
	calls, err := d.Calls(code, pyvalue.Options{Lenient: true})
	if err != nil {
		return nil, err
	}
	for i := range calls {
		c := &calls[i]
		if c.Name == "" {
			return nil, errors.New("a call of something that has no name")
		}
		if len(c.Positional) > 0 && len(c.Arguments.Items) == 0 && !strings.HasPrefix(strings.TrimSpace(code), "[") {
			return nil, errors.New("a call without keywords")
		}
	}
	return calls, nil
}

// listStart finds a bracket behind which a call begins; -1 for none.
func listStart(code string) int {
	for i := 0; i < len(code); {
		k := strings.IndexByte(code[i:], '[')
		if k < 0 {
			break
		}
		i += k + 1
		n := i
		for n < len(code) && (code[n] == ' ' || code[n] == '\n') {
			n++
		}
		name := n
		for n < len(code) && (wordByte(code[n]) || code[n] == '.' || code[n] == '\\') {
			n++
		}
		if n > name && n < len(code) && code[n] == '(' {
			return i - 1
		}
		i = max(i, name)
	}
	return -1
}

// pythonCall turns a call into JSON, its arguments behind what out holds.
func pythonCall(out []byte, c *pyvalue.Call) (_ []byte, call tool.Call, faults []Fault) {
	start := len(out)
	out = append(out, '{')
	put := func(key string, value *pyvalue.Value) {
		if len(out) > start+1 {
			out = append(out, ',')
		}
		out = append(appendString(out, key), ':')
		out = valueJSON(out, value)
	}
	for i := 0; i+1 < len(c.Arguments.Items); i += 2 {
		value := &c.Arguments.Items[i+1]
		switch key := &c.Arguments.Items[i]; {
		case key.Kind == pyvalue.String:
			put(key.Text, value)
		case value.Kind == pyvalue.Dict: // **{"odd key": 1}
			for k := 0; k+1 < len(value.Items); k += 2 {
				put(pyvalue.Str(value.Items[k]), &value.Items[k+1])
			}
		default:
			faults = append(faults, Fault{Kind: FaultWrongShape, Detail: "arguments unpacked from " + shorten(pyvalue.Repr(*value))})
		}
	}
	if len(c.Positional) > 0 {
		faults = append(faults, Fault{Kind: FaultWrongShape, Detail: "positional arguments in the call of " + shorten(c.Name)})
	}
	out = append(out, '}')
	return out, tool.Call{Name: c.Name, Arguments: out[start:len(out):len(out)]}, faults
}

// valueJSON writes a Python value as JSON: numbers as they were written, tuples and sets as lists,
// what JSON lacks as text.
func valueJSON(out []byte, v *pyvalue.Value) []byte {
	switch v.Kind {
	case pyvalue.None:
		return append(out, "null"...)
	case pyvalue.Bool:
		return strconv.AppendBool(out, v.Num != 0)
	case pyvalue.Int:
		return append(out, v.Text...)
	case pyvalue.Float:
		if v.Text != "" {
			if text, ok := jsonNumber(v.Text); ok {
				return append(out, text...)
			}
		}
		if !math.IsNaN(v.Num) && !math.IsInf(v.Num, 0) {
			return pyvalue.AppendRepr(out, *v)
		}
	case pyvalue.String, pyvalue.Bytes:
		return appendString(out, v.Text)
	case pyvalue.List, pyvalue.Tuple, pyvalue.Set:
		out = append(out, '[')
		for i := range v.Items {
			if i > 0 {
				out = append(out, ',')
			}
			out = valueJSON(out, &v.Items[i])
		}
		return append(out, ']')
	case pyvalue.Dict:
		out = append(out, '{')
		for i := 0; i+1 < len(v.Items); i += 2 {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(appendString(out, pyvalue.Str(v.Items[i])), ':')
			out = valueJSON(out, &v.Items[i+1])
		}
		return append(out, '}')
	}
	return appendString(out, pyvalue.Str(*v))
}
