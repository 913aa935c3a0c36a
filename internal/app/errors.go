package app

import "fmt"

// UsageError is a mistake in what the user typed (exit code 2).
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e *UsageError) Unwrap() error { return e.Err }

// Usagef makes a UsageError.
func Usagef(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// InterruptedError says that a run was stopped before its end and can be resumed (exit code 130).
type InterruptedError struct{ Run string }

func (e *InterruptedError) Error() string {
	if e.Run == "" {
		return "interrupted before anything was asked"
	}
	return fmt.Sprintf("interrupted; everything answered so far is stored. Go on with: deft eval --resume %s", e.Run)
}

// ThresholdError says that a threshold of the user's was missed (exit code 3).
type ThresholdError struct{ Message string }

func (e *ThresholdError) Error() string { return e.Message }
