package chat

import (
	"fmt"
	"time"
)

// ErrorClass sorts what can go wrong between us and a model's server.
type ErrorClass string

// Classes of errors. Which of them are worth another try: see Retryable.
const (
	ErrRateLimited ErrorClass = "rate_limited"       // 429
	ErrServer      ErrorClass = "server_error"       // 5xx, 408, 409
	ErrTimeout     ErrorClass = "timeout"            // no complete answer in time
	ErrConnection  ErrorClass = "connection"         // refused, reset, closed early
	ErrMalformed   ErrorClass = "malformed_response" // truncated or invalid JSON, no choices
	ErrAuth        ErrorClass = "auth"               // 401, 403
	ErrNotFound    ErrorClass = "not_found"          // 404: no such model or path
	ErrContext     ErrorClass = "context_overflow"   // the request is longer than the model takes
	ErrBadRequest  ErrorClass = "bad_request"        // any other 4xx
	ErrBudget      ErrorClass = "budget_spent"       // the user's limit on cost is reached
	ErrTooLarge    ErrorClass = "reply_too_large"    // the reply passed our size limit
)

// Error is a failed exchange with a model. Hint says in one sentence what the user can do.
type Error struct {
	Class      ErrorClass
	Status     int           // HTTP status, 0 when there was none
	RetryAfter time.Duration // what the server asked for, 0 when it said nothing
	Hint       string
	Err        error
}

// Error gives the class, the status, the cause and the hint on one line.
func (e *Error) Error() string {
	s := string(e.Class)
	if e.Status != 0 {
		s = fmt.Sprintf("%s (HTTP %d)", s, e.Status)
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	if e.Hint != "" {
		s += ". " + e.Hint
	}
	return s
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Retryable says whether the same request may succeed later.
func (e *Error) Retryable() bool {
	switch e.Class {
	case ErrRateLimited, ErrServer, ErrTimeout, ErrConnection, ErrMalformed:
		return true
	}
	return false
}
