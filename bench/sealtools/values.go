package sealtools

import (
	"strings"

	"deft/pyvalue"
)

// equalValues says whether two JSON values print alike in Python: str(a) == str(b). So 40.7 equals
// "40.7" and 40.70, and 1 does not equal 1.0.
func equalValues(a, b string) bool {
	if a == b {
		return true
	}
	if plainText(a) && plainText(b) {
		return false
	}
	return pythonText(a) == pythonText(b)
}

// plainText says whether v is a string without escapes, which stands in the JSON as it is.
func plainText(v string) bool {
	return v != "" && v[0] == '"' && strings.IndexByte(v, '\\') < 0
}

// pythonText gives what str() gives in Python for a JSON value. Text that is no JSON stays as it is.
func pythonText(v string) string {
	if plainText(v) {
		return v[1 : len(v)-1]
	}
	value, err := pyvalue.FromJSONString(v)
	if err != nil {
		return v
	}
	return pyvalue.Str(value)
}

// lookup finds a parameter by name.
func lookup(in []member, name string) (member, bool) {
	for _, m := range in {
		if m.name == name {
			return m, true
		}
	}
	return member{}, false
}

// equalParameters counts the predicted parameters that are in gold with an equal value.
func equalParameters(gold, predicted []member) int {
	n := 0
	for _, p := range predicted {
		if g, ok := lookup(gold, p.name); ok && equalValues(g.json, p.json) {
			n++
		}
	}
	return n
}
