package sealtools

import (
	"errors"
	"fmt"
	"strings"
)

// What can be wrong with a field beside its JSON.
var (
	errMissing = errors.New("missing")
	errEmpty   = errors.New("empty")
	errTwice   = errors.New("given twice")
)

// fault is what is wrong with one field of a line; path is like "parameters.city.type".
type fault struct {
	path string
	err  error
}

func (f *fault) Error() string { return f.path + ": " + f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// fieldError says in which field err arose; nil stays nil.
func fieldError(field string, err error) error {
	if err == nil {
		return nil
	}
	var inner *fault
	if !errors.As(err, &inner) {
		return &fault{path: field, err: err}
	}
	if !strings.HasPrefix(inner.path, "[") {
		field += "."
	}
	return &fault{path: field + inner.path, err: inner.err}
}

// itemError says in which element of a list err arose; nil stays nil.
func itemError(i int, err error) error {
	if err == nil {
		return nil
	}
	return fieldError(fmt.Sprintf("[%d]", i), err)
}
