package teval

import (
	"strings"
	"unicode"

	"deft/eval"
	"deft/pyvalue"
)

// request is a tool call as an Instruct reply writes it. action may be any value in JSON.
type request struct {
	action pyvalue.Value
	args   pyvalue.Value // a Dict, empty where the reply's arguments cannot be used
}

// readRequest reads a reply in the case's format. ok is false when it does not have that format.
func readRequest(reply string, format string, l layout, mode eval.Compat) (request, bool) {
	if format == formatJSON {
		return readJSONRequest(unfence(reply), l)
	}
	var action, args string
	var ok bool
	if mode == eval.CompatReference {
		action, args, ok = l.matchPattern(unfence(reply))
	} else if action, args, ok = l.match(reply); !ok {
		action, args, ok = l.match(unfence(reply))
	}
	if !ok {
		return request{}, false
	}
	r := request{action: pyvalue.StringOf(strip(action)), args: pyvalue.Value{Kind: pyvalue.Dict}}
	if v, err := pyvalue.ParseLiteral(strip(args)); err == nil && v.Kind == pyvalue.Dict {
		r.args = v
	}
	return r, true
}

// readJSONRequest asks for the three keys; the whole reply must be the value.
func readJSONRequest(reply string, l layout) (request, bool) {
	v, ok := readValue(reply, 0, 0)
	if !ok || !v.Has(l.Thought) {
		return request{}, false
	}
	action, ok := v.Get(l.Action)
	if !ok {
		return request{}, false
	}
	args, ok := v.Get(l.Args)
	if !ok {
		return request{}, false
	}
	if args.Kind != pyvalue.Dict {
		args = pyvalue.Value{Kind: pyvalue.Dict}
	}
	return request{action, args}, true
}

// match finds action and args between the template's markers, taken literally. Where a marker comes
// several times, thought and then action reach as far as they can, as in the greedy pattern of the
// reference. White space at the outer edges of the first and the last marker may be missing: replies
// arrive stripped.
func (l layout) match(reply string) (action, args string, ok bool) {
	start := strings.TrimLeftFunc(l.ThoughtStart, unicode.IsSpace)
	end := strings.TrimRightFunc(l.ArgsEnd, unicode.IsSpace)
	at := strings.Index(reply, start)
	if at < 0 {
		return "", "", false
	}
	rest := reply[at+len(start):]
	if at = strings.LastIndex(rest, end); at < 0 {
		return "", "", false
	}
	rest = rest[:at]
	toArgs, toAction := l.ActionEnd+l.ArgsStart, l.ThoughtEnd+l.ActionStart
	if at = strings.LastIndex(rest, toArgs); at < 0 {
		return "", "", false
	}
	args = rest[at+len(toArgs):]
	rest = rest[:at]
	if at = strings.LastIndex(rest, toAction); at < 0 {
		return "", "", false
	}
	return rest[at+len(toAction):], args, true
}

// argumentScore is (name equal + gold arguments with an equal value) / (gold arguments + 1). An
// absent argument counts as the empty string.
func (r request) argumentScore(t truth) float64 {
	right := 0
	if pyvalue.Equal(r.action, pyvalue.StringOf(t.name)) {
		right++
	}
	for i := 0; i+1 < len(t.args.Items); i += 2 {
		got, ok := r.args.Get(t.args.Items[i].Text)
		if !ok {
			got = pyvalue.StringOf("")
		}
		if pyvalue.Equal(got, t.args.Items[i+1]) {
			right++
		}
	}
	return float64(right) / float64(t.args.Len()+1)
}
