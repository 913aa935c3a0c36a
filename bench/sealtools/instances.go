package sealtools

import (
	"errors"
	"slices"
	"strings"
)

// instance is one line of a split.
type instance struct {
	id, query string
	calling   string // the gold answer's JSON
	calls     []call
	nested    bool
}

// call is a call with its arguments, each name once. The values are JSON as it was written.
type call struct {
	name       string
	parameters []member
}

// reference opens the name of an earlier call's response; digits follow.
const reference = "API_call_"

var instanceKeys = []string{"id", "query", "calling"}

// parseInstance reads one line. Errors name the field.
func parseInstance(line string) (instance, error) {
	var in instance
	s := scanner{src: line}
	err := s.record(instanceKeys, func(key string) (err error) {
		switch key {
		case "id":
			in.id, err = s.text()
		case "query":
			in.query, err = s.text()
		case "calling":
			s.next()
			start := s.pos
			in.calls, err = s.calls()
			in.calling = s.src[start:s.pos]
		}
		return err
	})
	if err != nil {
		return in, err
	}
	if in.id == "" {
		return in, fieldError("id", errEmpty)
	}
	in.nested = slices.ContainsFunc(in.calls, call.nested)
	return in, nil
}

// nested says whether a value of the call is, or contains, the name of a response.
func (c call) nested() bool {
	return slices.ContainsFunc(c.parameters, func(m member) bool {
		for rest := m.json; ; {
			i := strings.Index(rest, reference)
			if i < 0 {
				return false
			}
			rest = rest[i+len(reference):]
			if rest != "" && '0' <= rest[0] && rest[0] <= '9' {
				return true
			}
		}
	})
}

// calls reads the format's list of calls.
func (s *scanner) calls() (out []call, err error) {
	err = s.list(func(i int) error {
		c, err := s.call()
		out = append(out, c)
		return itemError(i, err)
	})
	return out, err
}

func (s *scanner) call() (call, error) {
	var c call
	named, filled := false, false
	err := s.object(func(key string) (err error) {
		switch key {
		case "api":
			named = true
			c.name, err = s.text()
		case "parameters":
			filled = true
			c.parameters, err = s.members()
		case "responses":
			_, err = s.texts(nil)
		default:
			_, err = s.value()
		}
		return fieldError(key, err)
	})
	switch {
	case err != nil:
		return c, err
	case !named:
		return c, fieldError("api", errMissing)
	case c.name == "":
		return c, fieldError("api", errEmpty)
	case !filled:
		return c, fieldError("parameters", errMissing)
	}
	return c, nil
}

// members reads an object. Of a key given twice the last value counts, at the first one's place,
// as in Python.
func (s *scanner) members() ([]member, error) {
	var out []member
	var at map[string]int // only for many keys
	err := s.object(func(key string) error {
		text, err := s.value()
		if err != nil {
			return fieldError(key, err)
		}
		i := -1
		if at != nil {
			if j, ok := at[key]; ok {
				i = j
			}
		} else {
			i = slices.IndexFunc(out, func(m member) bool { return m.name == key })
		}
		if i >= 0 {
			out[i].json = text
			return nil
		}
		out = append(out, member{key, text})
		switch {
		case at != nil:
			at[key] = len(out) - 1
		case len(out) == 16:
			at = make(map[string]int, 64)
			for j := range out {
				at[out[j].name] = j
			}
		}
		return nil
	})
	return out, err
}

// parseCalls reads a gold answer.
func parseCalls(text string) ([]call, error) {
	s := scanner{src: text}
	calls, err := s.calls()
	if err == nil {
		err = s.end()
	}
	return calls, err
}

var errNoObject = errors.New("no object")

// parseArguments reads the arguments of a predicted call.
func parseArguments(text string) ([]member, error) {
	s := scanner{src: text}
	if s.next() != '{' {
		return nil, errNoObject
	}
	members, err := s.members()
	if err == nil {
		err = s.end()
	}
	return members, err
}
