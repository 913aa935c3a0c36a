package core

import (
	"fmt"
	"sort"

	"deft/tool/schema"
)

// Error classes, in the order in which the first of a sample names its verdict.
const (
	classUnreadable      = "unreadable_reply"    // the reply could not be read as calls or an answer
	classNeedless        = "call_not_needed"     // a call where none was needed (no_tool)
	classUnfitting       = "call_of_unfit_tool"  // a call where no tool does what is asked (no_fitting_tool)
	classAbstained       = "no_call"             // nothing called where a tool fits
	classUnknownTool     = "unknown_tool"        // a tool that was not offered
	classWrongTool       = "wrong_tool"          // another offered tool in place of the right one
	classMissingCall     = "missing_call"        // one of the calls was not made
	classExtraCall       = "extra_call"          // a call beyond those asked for
	classBadArguments    = "malformed_arguments" // the arguments are no JSON object
	classMissingRequired = "missing_required"    // a required parameter was left out
	classMissingOptional = "missing_optional"    // an optional one that the query asks for
	classUnknownParam    = "unknown_parameter"   // one that the tool does not have
	classUnaskedParam    = "unasked_parameter"   // an optional one that nobody asked for
	classWrongType       = "wrong_type"          // a value of a type that the document does not allow
	classInvalidValue    = "invalid_value"       // outside the document's enum, range or format
	classWrongReference  = "wrong_reference"     // a reference to another result, or none where one is due
	classWrongValue      = "wrong_value"         // allowed, but not what the query says
)

// difference is one thing in which the calls made differ from the gold calls.
type difference struct {
	Class string `json:"class"`
	Tool  string `json:"tool,omitempty"`
	Param string `json:"parameter,omitempty"`
	Want  any    `json:"want,omitempty"`
	Got   any    `json:"got,omitempty"`
}

// tally is what the metrics are made of.
type tally struct {
	toolsRight, toolsMade, toolsGold    int
	paramsRight, paramsMade, paramsGold int
	differences                         []difference
}

// compare counts and lists differences, after match.
func (m *matcher) compare(offered map[string]bool, faults func(i int) []schema.Fault) tally {
	t := tally{toolsMade: len(m.made), toolsGold: len(m.gold)}
	taken := make([]bool, len(m.gold))
	for i, g := range m.place {
		if g < 0 {
			continue
		}
		taken[g] = true
		t.toolsRight++
		m.compareArguments(&t, i, m.gold[g][m.way[i]], faults(i))
	}
	left := 0
	for g, ways := range m.gold {
		if !taken[g] {
			left++
			t.paramsGold += len(ways[0].args)
		}
	}
	for i, g := range m.place {
		if g >= 0 {
			continue
		}
		t.paramsMade += len(m.made[i].args)
		class := classExtraCall
		switch {
		case !offered[m.made[i].name]:
			class = classUnknownTool
		case left > 0:
			class = classWrongTool
		}
		left--
		t.differences = append(t.differences, difference{Class: class, Tool: m.made[i].name})
	}
	for g, ways := range m.gold {
		if !taken[g] {
			t.differences = append(t.differences, difference{Class: classMissingCall, Tool: ways[0].name})
		}
	}
	return t
}

// compareArguments counts the arguments of one call. A parameter that is left at its default, or
// given the default, counts as right where it is asked for and not at all where it is not.
func (m *matcher) compareArguments(t *tally, i int, w way, faults []schema.Fault) {
	call, doc := m.made[i], m.documents[w.name]
	t.paramsGold += len(w.args)
	if call.broken {
		t.differences = append(t.differences, difference{Class: classBadArguments, Tool: w.name})
		return
	}
	for _, name := range sortedKeys(w.args) {
		value, given := call.args[name]
		switch {
		case given && m.accepts(i, name, w.args[name], value):
			t.paramsMade++
			t.paramsRight++
		case given:
			t.paramsMade++
			t.differences = append(t.differences, difference{m.wrong(name, w.args[name], value, faults), w.name, name, w.args[name][0], short(value)})
		case m.defaultAccepted(doc, name, w.args[name]):
			t.paramsMade++
			t.paramsRight++
		default:
			class := classMissingOptional
			for _, r := range doc.Required {
				if r == name {
					class = classMissingRequired
				}
			}
			t.differences = append(t.differences, difference{Class: class, Tool: w.name, Param: name, Want: w.args[name][0]})
		}
	}
	for _, name := range sortedKeys(call.args) {
		if _, asked := w.args[name]; asked || doc.isDefault(name, call.args[name]) {
			continue
		}
		t.paramsMade++
		class := classUnaskedParam
		if _, known := doc.Properties[name]; !known {
			class = classUnknownParam
		}
		t.differences = append(t.differences, difference{Class: class, Tool: w.name, Param: clip(name), Got: short(call.args[name])})
	}
}

func (m *matcher) defaultAccepted(doc document, name string, accepted []any) bool {
	for _, want := range accepted {
		if doc.isDefault(name, want) {
			return true
		}
	}
	return false
}

// wrong says in which way a value is wrong.
func (m *matcher) wrong(name string, accepted []any, value any, faults []schema.Fault) string {
	isReference := func(v any) bool {
		text, ok := v.(string)
		if ok {
			_, ok = parseReference(text)
		}
		return ok
	}
	if isReference(value) || isReference(accepted[0]) {
		return classWrongReference
	}
	for _, f := range faults {
		if f.Path != "/"+name && !under(f.Path, "/"+name) {
			continue
		}
		if f.Kind == schema.WrongType {
			return classWrongType
		}
		return classInvalidValue
	}
	return classWrongValue
}

func under(path, root string) bool {
	return len(path) > len(root) && path[:len(root)] == root && path[len(root)] == '/'
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// short keeps what a model wrote from filling the store: beyond some characters only the start.
func short(v any) any {
	if s, ok := v.(string); ok {
		return clip(s)
	}
	text := fmt.Sprint(v)
	if len(text) > maxShown {
		return clip(text)
	}
	return v
}

const maxShown = 300

func clip(s string) string {
	if len(s) <= maxShown {
		return s
	}
	n := maxShown
	for n > 0 && s[n]&0xC0 == 0x80 { // do not cut inside a character
		n--
	}
	return s[:n] + "…"
}
