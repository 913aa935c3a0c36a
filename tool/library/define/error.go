package define

import (
	"encoding/json"
	"errors"
	"fmt"

	"deft/tool"
)

// Error is what a tool answers when it cannot do what was asked: a code to branch on and a
// sentence that says what to do next.
type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Param   string `json:"parameter,omitempty"`
}

// Error is the sentence, with the parameter it is about.
func (e *Error) Error() string {
	if e.Param == "" {
		return e.Message
	}
	return e.Param + " " + e.Message
}

// Fail is an error with a code of the tool's own, such as "sold_out".
func Fail(code, format string, a ...any) error {
	return &Error{Code: code, Message: fmt.Sprintf(format, a...)}
}

// NotFound says that there is no such thing; hint names the tool or list that knows which exist.
func NotFound(what, id, hint string) error {
	return &Error{Code: "not_found", Message: fmt.Sprintf("there is no %s %s; %s", what, clip(id), hint)}
}

// Invalid says what is wrong with one parameter.
func Invalid(param, format string, a ...any) error {
	return &Error{Code: "invalid_argument", Param: param, Message: fmt.Sprintf(format, a...)}
}

// Refused says that the tool will not do this, however it is asked.
func Refused(format string, a ...any) error {
	return &Error{Code: "refused", Message: fmt.Sprintf(format, a...)}
}

// faulty is the result that carries err. An error that is not an Error is the tool's own and
// becomes code "failed".
func faulty(err error) tool.Result {
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Code: "failed", Message: err.Error()}
	}
	fault := tool.FaultFailed
	switch e.Code {
	case "invalid_argument":
		fault = tool.FaultInvalidArguments
	case "refused":
		fault = tool.FaultRefused
	}
	content, err := json.Marshal(map[string]*Error{"error": e})
	if err != nil { // strings and a fixed struct always encode
		content = []byte(`{"error":{"code":"failed"}}`)
	}
	return tool.Result{Content: content, Fault: fault}
}
