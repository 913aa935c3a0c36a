package core

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deft/tool"
)

// Gold is the right answer to a sample: the calls to make, in any order; none means that the
// model must not call anything.
type Gold struct {
	Calls []GoldCall `json:"calls"`
}

// GoldCall is one call to make. Each argument lists the values accepted for it, the first being
// the one that the oracle gives. A text "$N.field" refers to the result of the N-th gold call,
// counted from 1. Or holds calls that may be made instead.
type GoldCall struct {
	Tool string                       `json:"tool"`
	Args map[string][]json.RawMessage `json:"args"`
	Or   []GoldCall                   `json:"or,omitempty"`
}

// maxGoldCalls bounds the calls of a sample: matching takes time exponential in it.
const maxGoldCalls = 10

// call is the call as the oracle makes it.
func (g GoldCall) call(n int) (tool.Call, error) {
	args := make(map[string]json.RawMessage, len(g.Args))
	for name, accepted := range g.Args {
		if len(accepted) == 0 {
			return tool.Call{}, fmt.Errorf("gold call %d of %s: parameter %s accepts no value", n, g.Tool, name)
		}
		args[name] = accepted[0]
	}
	body, err := json.Marshal(args)
	if err != nil {
		return tool.Call{}, fmt.Errorf("gold call %d of %s: %w", n, g.Tool, err)
	}
	return tool.Call{ID: fmt.Sprintf("call_%d", n), Name: g.Tool, Arguments: body}, nil
}

// names says whether a gold call or one of its alternatives calls the tool.
func (g Gold) names(tool string) bool {
	return slices.ContainsFunc(g.Calls, func(c GoldCall) bool {
		return slices.ContainsFunc(c.ways(), func(w GoldCall) bool { return w.Tool == tool })
	})
}

// ways are the call and its alternatives.
func (g GoldCall) ways() []GoldCall { return append([]GoldCall{g}, g.Or...) }

// reference is a value that stands for a field of an earlier call's result.
type reference struct {
	call int // counted from 0
	path string
}

// parseReference reads "$N.field", field being a name, or names and list positions with dots
// between. It also takes braces around the whole, as in "${1.id}".
func parseReference(s string) (reference, bool) {
	s = strings.TrimSpace(s)
	rest, ok := strings.CutPrefix(s, "$")
	if !ok {
		return reference{}, false
	}
	if inner, ok := strings.CutPrefix(rest, "{"); ok {
		if rest, ok = strings.CutSuffix(inner, "}"); !ok {
			return reference{}, false
		}
	}
	number, path, ok := strings.Cut(rest, ".")
	if !ok || len(number) > 3 || !startsName(path) {
		return reference{}, false
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return reference{}, false
	}
	return reference{n - 1, path}, true
}

// startsName keeps amounts such as "$1.50" from being references.
func startsName(path string) bool {
	if path == "" || len(path) > 200 {
		return false
	}
	for i, r := range path {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		if !letter && (i == 0 || r != '.' && (r < '0' || r > '9')) {
			return false
		}
	}
	return true
}

// lookUp finds a reference's field in the results of the calls made so far.
func (r reference) lookUp(results []json.RawMessage) (json.RawMessage, error) {
	if r.call >= len(results) {
		return nil, fmt.Errorf("$%d refers to a call that has not been made yet", r.call+1)
	}
	value := results[r.call]
	for _, step := range strings.Split(r.path, ".") {
		var fields map[string]json.RawMessage
		if json.Unmarshal(value, &fields) == nil && fields[step] != nil {
			value = fields[step]
			continue
		}
		var items []json.RawMessage
		at, err := strconv.Atoi(step)
		if err != nil || json.Unmarshal(value, &items) != nil || at < 0 || at >= len(items) {
			return nil, fmt.Errorf("the result of call %d has no %s", r.call+1, r.path)
		}
		value = items[at]
	}
	return value, nil
}

// resolve puts the values that references stand for into the top level of a call's arguments.
func resolve(c tool.Call, results []json.RawMessage) (tool.Call, error) {
	var args map[string]json.RawMessage
	if json.Unmarshal(c.Arguments, &args) != nil {
		return c, nil // not an object: the executor says so
	}
	changed := false
	for name, value := range args {
		var text string
		if json.Unmarshal(value, &text) != nil {
			continue
		}
		r, ok := parseReference(text)
		if !ok {
			continue
		}
		found, err := r.lookUp(results)
		if err != nil {
			return c, fmt.Errorf("%s: %w", name, err)
		}
		args[name], changed = found, true
	}
	if !changed {
		return c, nil
	}
	body, err := json.Marshal(args)
	if err != nil {
		return c, err
	}
	c.Arguments = body
	return c, nil
}
