// Package tool is the contract for tools: what a tool is (Spec), how it is called (Call) and what
// it answers (Result). It knows nothing of models or benchmarks; executors live in packages below it.
package tool

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
)

// Spec documents one tool as a model sees it.
type Spec struct {
	// ID is unique within a library, "category/subcategory/name"; empty means Name.
	ID          string `json:"id,omitempty"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	// Parameters is a JSON Schema of type object; Result is the schema of the result, if known.
	Parameters json.RawMessage `json:"parameters,omitempty"`
	Result     json.RawMessage `json:"result,omitempty"`
	// Tags carry what a library knows beside the document: scenario, category, field.
	Tags map[string]string `json:"tags,omitempty"`
}

// Hash identifies the document by its content, Tags included: "sha256:" and 64 hex digits.
func (s Spec) Hash() string {
	b := make([]byte, 0, 64+len(s.ID)+len(s.Name)+len(s.Description)+len(s.Parameters)+len(s.Result))
	b = appendField(b, s.ID)
	b = appendField(b, s.Name)
	b = appendField(b, s.Description)
	b = appendField(b, s.Parameters)
	b = appendField(b, s.Result)
	for _, name := range slices.Sorted(maps.Keys(s.Tags)) {
		b = appendField(b, name)
		b = appendField(b, s.Tags[name])
	}
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// appendField writes a field with its length, so that no two documents give the same bytes.
func appendField[T string | json.RawMessage](b []byte, field T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(field))), field...)
}

// Call asks for one tool. Arguments is a JSON value with numbers as the model wrote them.
// A model may send arguments that are not JSON: then Arguments is nil and Malformed holds the text.
type Call struct {
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Malformed string          `json:"malformed,omitempty"`
}

// Faults an executor may report. They are data about the call, never Go errors.
const (
	FaultUnknownTool      = "unknown_tool"
	FaultInvalidArguments = "invalid_arguments"
	FaultTimeout          = "timeout"
	FaultTooLarge         = "too_large"
	FaultRefused          = "refused"     // a host, path or action that is not allowed
	FaultUnavailable      = "unavailable" // the tool's own service is down
	FaultFailed           = "failed"      // the tool ran and reported an error of its own
)

// Result is what a call gave. Content is a JSON value; Fault is empty when the call succeeded.
type Result struct {
	CallID    string          `json:"call_id,omitempty"`
	Content   json.RawMessage `json:"content,omitempty"`
	Fault     string          `json:"fault,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
}

// Executor performs calls. A call that fails is a Result with a Fault; an error means that the
// executor itself is broken or ctx ended, and ends the sample.
type Executor interface {
	Call(ctx context.Context, c Call) (Result, error)
}
