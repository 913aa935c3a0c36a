package schema

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Kind names what is wrong with a value.
type Kind string

// Kinds of faults.
const (
	NotJSON          Kind = "not_json"          // the arguments are not JSON at all
	MissingRequired  Kind = "missing_required"  // a required parameter is absent
	UnknownParameter Kind = "unknown_parameter" // the document has no such parameter
	WrongType        Kind = "wrong_type"        // a value of another JSON type
	NotInEnum        Kind = "not_in_enum"       // not one of the listed values
	OutOfRange       Kind = "out_of_range"      // beyond minimum, maximum or multipleOf
	BadLength        Kind = "bad_length"        // too short or too long a string, list or object
	BadFormat        Kind = "bad_format"        // does not fit format or pattern
	Duplicate        Kind = "duplicate"         // equal items where they must differ
	TooDeep          Kind = "too_deep"          // lists and objects in one another beyond any sense
	NoAlternative    Kind = "no_alternative"    // fits none, or too many, of the alternatives
	Other            Kind = "other"             // another rule of the schema
)

// Fault is one thing wrong. Path is the JSON Pointer of the value it is about, "" the arguments
// as a whole; for a missing or unknown parameter it is where that parameter is or should be.
type Fault struct {
	Kind   Kind   `json:"kind"`
	Path   string `json:"path,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// String is the fault on one line, as an observation may show it.
func (f Fault) String() string {
	if f.Path == "" {
		return fmt.Sprintf("%s: %s", f.Kind, f.Detail)
	}
	return fmt.Sprintf("%s at %s: %s", f.Kind, f.Path, f.Detail)
}

func faults(e *jsonschema.ValidationError) []Fault { return sorted(flatten(nil, e)) }

func sorted(out []Fault) []Fault {
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].Path != out[j].Path {
			return out[i].Path < out[j].Path
		}
		return out[i].Kind < out[j].Kind
	})
	return out
}

// flatten collects the leaves, which say what is wrong; the nodes above only say where.
func flatten(out []Fault, e *jsonschema.ValidationError) []Fault {
	path := pointer(e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		return append(out, alternative(path, e))
	case *kind.Required:
		for _, name := range k.Missing {
			out = append(out, Fault{MissingRequired, path + "/" + escape(name), "required, but not given"})
		}
		return out
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			out = append(out, Fault{UnknownParameter, path + "/" + escape(name), "not a parameter of this tool"})
		}
		return out
	}
	if len(e.Causes) == 0 {
		return append(out, leaf(path, e.ErrorKind))
	}
	for _, cause := range e.Causes {
		out = flatten(out, cause)
	}
	return out
}

// alternative sums up a failed anyOf or oneOf as one fault: a wrong type when every alternative
// fails for the type, else what is wrong by the alternative that is nearest.
func alternative(path string, e *jsonschema.ValidationError) Fault {
	var want []string
	var nearest []Fault
	least, types := -1, true
	for _, cause := range e.Causes {
		found := sorted(flatten(nil, cause))
		far := 0
		for _, f := range found {
			far += distance(f, path)
			types = types && f.Kind == WrongType && f.Path == path
			want = append(want, f.Detail)
		}
		if len(found) > 0 && (least < 0 || far < least) {
			least, nearest = far, found
		}
	}
	switch {
	case len(nearest) == 0:
		return Fault{NoAlternative, path, "fits more than one of the alternatives"}
	case types:
		return Fault{WrongType, path, strings.Join(want, "; ")}
	}
	var said []string
	for i, f := range nearest {
		if i == 3 {
			said = append(said, fmt.Sprintf("and %d more", len(nearest)-i))
			break
		}
		said = append(said, cut(f.String())) // alternatives inside alternatives would add up
	}
	return Fault{NoAlternative, path, "fits none of the alternatives; by the nearest, " + strings.Join(said, ", ")}
}

// otherType is how far an alternative is of which the value has not even the type.
const otherType = 1000

// distance says how much a fault speaks against the alternative being the one that was meant: a
// type of its own much, a property that may tell the alternatives apart more than others.
func distance(f Fault, path string) int {
	switch {
	case f.Path == path && f.Kind == WrongType:
		return otherType
	case f.Kind == NotInEnum:
		return 10
	}
	return 1
}

func leaf(path string, k jsonschema.ErrorKind) Fault {
	switch k := k.(type) {
	case *kind.Type:
		return Fault{WrongType, path, fmt.Sprintf("is %s, want %s", k.Got, strings.Join(k.Want, " or "))}
	case *kind.Enum:
		return Fault{NotInEnum, path, fmt.Sprintf("is %s, want one of %s", short(k.Got), short(k.Want))}
	case *kind.Const:
		return Fault{NotInEnum, path, fmt.Sprintf("is %s, want %s", short(k.Got), short(k.Want))}
	case *kind.Minimum:
		return Fault{OutOfRange, path, "below " + k.Want.RatString()}
	case *kind.Maximum:
		return Fault{OutOfRange, path, "above " + k.Want.RatString()}
	case *kind.ExclusiveMinimum:
		return Fault{OutOfRange, path, "not above " + k.Want.RatString()}
	case *kind.ExclusiveMaximum:
		return Fault{OutOfRange, path, "not below " + k.Want.RatString()}
	case *kind.MultipleOf:
		return Fault{OutOfRange, path, "not a multiple of " + k.Want.RatString()}
	case *kind.MinLength:
		return Fault{BadLength, path, fmt.Sprintf("%d characters, want at least %d", k.Got, k.Want)}
	case *kind.MaxLength:
		return Fault{BadLength, path, fmt.Sprintf("%d characters, want at most %d", k.Got, k.Want)}
	case *kind.MinItems:
		return Fault{BadLength, path, fmt.Sprintf("%d items, want at least %d", k.Got, k.Want)}
	case *kind.MaxItems:
		return Fault{BadLength, path, fmt.Sprintf("%d items, want at most %d", k.Got, k.Want)}
	case *kind.MinProperties:
		return Fault{BadLength, path, fmt.Sprintf("%d entries, want at least %d", k.Got, k.Want)}
	case *kind.MaxProperties:
		return Fault{BadLength, path, fmt.Sprintf("%d entries, want at most %d", k.Got, k.Want)}
	case *kind.Format:
		return Fault{BadFormat, path, "not a valid " + k.Want}
	case *kind.Pattern:
		return Fault{BadFormat, path, "does not match " + k.Want}
	case *kind.UniqueItems:
		return Fault{Duplicate, path, fmt.Sprintf("items %d and %d are equal", k.Duplicates[0], k.Duplicates[1])}
	case *kind.FalseSchema:
		return Fault{UnknownParameter, path, "no value is allowed here"}
	}
	return Fault{Other, path, "breaks the rule " + strings.Join(k.KeywordPath(), "/")}
}

func pointer(location []string) string {
	var b strings.Builder
	for _, step := range location {
		b.WriteByte('/')
		b.WriteString(escape(step))
	}
	return b.String()
}

// escape writes one step of a JSON Pointer (RFC 6901).
func escape(step string) string {
	if !strings.ContainsAny(step, "~/") {
		return step
	}
	return strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1")
}

func short(v any) string {
	body, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	return cut(string(body))
}

// cut keeps the beginning of a text, for a message.
func cut(text string) string {
	const most = 200
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}
