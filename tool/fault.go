package tool

import (
	"bytes"
	"encoding/json"
)

// Fail is the Result of a call that failed: fault is one of the Fault constants, and Content is
// {"error": message}, which the model reads.
func (c Call) Fail(fault, message string) Result {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(map[string]string{"error": message}); err != nil { // a string always encodes
		return Result{CallID: c.ID, Fault: fault}
	}
	return Result{CallID: c.ID, Fault: fault, Content: bytes.TrimRight(b.Bytes(), "\n")}
}
