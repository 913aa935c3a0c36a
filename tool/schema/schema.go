// Package schema checks the arguments of a call against its tool's document and names everything
// that is wrong, each fault with the path of the value it is about.
//
// A document's parameters are JSON Schema as published tools write it, which is often not quite
// JSON Schema: types such as "dict" or "float", "required": true inside a property. Such dialects
// are read for what they mean (see dialect.go). A parameter that the document does not mention is
// a fault unless the document says otherwise, because a model that invents one is wrong even
// where a validator would let it pass.
package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"deft/tool"
)

// maxCached bounds the compiled documents kept; a process that meets more starts over.
const maxCached = 8192

// Checker checks values against schemas and keeps what it compiled, by the schema's text.
// The zero value is not ready: use New. It is safe for concurrent use.
type Checker struct {
	mu       sync.RWMutex
	compiled map[string]*compiled
}

type compiled struct {
	schema *jsonschema.Schema
	err    error
}

// New makes an empty Checker.
func New() *Checker { return &Checker{compiled: map[string]*compiled{}} }

// Arguments checks a call's arguments against the parameters of spec and gives every fault, in
// the order of their paths; none when the arguments are right. Absent arguments count as {}.
// The error says that the document itself is not a usable schema.
func (c *Checker) Arguments(spec tool.Spec, call tool.Call) ([]Fault, error) {
	s, err := c.compile(spec.Parameters, true)
	if err != nil {
		return nil, fmt.Errorf("parameters of tool %s: %w", spec.Name, err)
	}
	if call.Malformed != "" {
		return []Fault{{Kind: NotJSON, Detail: "the arguments are not JSON"}}, nil
	}
	body := call.Arguments
	if len(body) == 0 {
		body = json.RawMessage("{}")
	}
	return check(s, body, true), nil
}

// Result checks a tool's result against the result schema of spec, if it has one.
func (c *Checker) Result(spec tool.Spec, content json.RawMessage) ([]Fault, error) {
	if len(spec.Result) == 0 {
		return nil, nil
	}
	s, err := c.compile(spec.Result, false)
	if err != nil {
		return nil, fmt.Errorf("result of tool %s: %w", spec.Name, err)
	}
	return check(s, content, false), nil
}

// Document says whether the schemas of spec can be used at all.
func (c *Checker) Document(spec tool.Spec) error {
	if _, err := c.compile(spec.Parameters, true); err != nil {
		return fmt.Errorf("parameters of tool %s: %w", spec.Name, err)
	}
	if len(spec.Result) == 0 {
		return nil
	}
	if _, err := c.compile(spec.Result, false); err != nil {
		return fmt.Errorf("result of tool %s: %w", spec.Name, err)
	}
	return nil
}

func (c *Checker) compile(text json.RawMessage, arguments bool) (*jsonschema.Schema, error) {
	key := string(text)
	if !arguments {
		key = "result " + key // the same text, read without the closed-object rule at its root
	}
	c.mu.RLock()
	found, ok := c.compiled[key]
	c.mu.RUnlock()
	if ok {
		return found.schema, found.err
	}
	found = &compiled{}
	found.schema, found.err = compile(text, arguments)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.compiled) >= maxCached {
		c.compiled = map[string]*compiled{}
	}
	c.compiled[key] = found
	return found.schema, found.err
}

func compile(text json.RawMessage, arguments bool) (*jsonschema.Schema, error) {
	if len(text) == 0 {
		text = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		return nil, fmt.Errorf("the schema is not JSON: %w", err)
	}
	if path, ok := unreadableNumber(doc); ok {
		return nil, fmt.Errorf("the schema has a number out of any range at %s", path)
	}
	doc = normalize(doc, arguments)
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	compiler.AssertFormat()
	const name = "mem:///tool.json"
	if err := compiler.AddResource(name, doc); err != nil {
		return nil, err
	}
	return compiler.Compile(name)
}

// noLoader keeps a tool document from reading files or the network through $ref.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("reference to %s: a tool's schema must be complete in itself", url)
}

func check(s *jsonschema.Schema, body json.RawMessage, arguments bool) []Fault {
	if deeper(body) {
		return []Fault{{Kind: TooDeep, Detail: fmt.Sprintf("lists and objects nest deeper than %d levels", maxNesting)}}
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(body)))
	if err != nil {
		return []Fault{{Kind: NotJSON, Detail: "not JSON: " + err.Error()}}
	}
	if _, ok := value.(map[string]any); !ok && arguments {
		return []Fault{{Kind: WrongType, Detail: "arguments are " + typeName(value) + ", want object"}}
	}
	if path, ok := unreadableNumber(value); ok {
		return []Fault{{Kind: OutOfRange, Path: path, Detail: "the number is beyond any range"}}
	}
	err = s.Validate(value)
	if err == nil {
		return nil
	}
	var failed *jsonschema.ValidationError
	if !errors.As(err, &failed) {
		return []Fault{{Kind: Other, Detail: err.Error()}}
	}
	return faults(failed)
}

// unreadableNumber finds a number whose exponent or length would make exact arithmetic on it
// expensive, and gives its path; no parameter of any tool means such a number.
func unreadableNumber(v any) (path string, found bool) {
	switch v := v.(type) {
	case json.Number:
		return "", !plainNumber(string(v))
	case []any:
		for i, item := range v {
			if p, ok := unreadableNumber(item); ok {
				return "/" + strconv.Itoa(i) + p, true
			}
		}
	case map[string]any:
		for k, item := range v {
			if p, ok := unreadableNumber(item); ok {
				return "/" + k + p, true
			}
		}
	}
	return "", false
}

func plainNumber(s string) bool {
	if len(s) > 400 {
		return false
	}
	i := strings.IndexAny(s, "eE")
	return i < 0 || len(strings.TrimLeft(s[i+1:], "+-0")) <= 3
}
