package sealtools

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// scanner reads one JSON text strictly, without building anything: strings and values come out as
// parts of the text. encoding/json takes eight times as long for the 2.5 MB of tools.
type scanner struct {
	src string
	pos int
}

// maxDepth bounds nesting; the format needs three levels.
const maxDepth = 500

func (s *scanner) fail(want string) error {
	if s.pos >= len(s.src) {
		return fmt.Errorf("the text ends where %s should be", want)
	}
	r, _ := utf8.DecodeRuneInString(s.src[s.pos:])
	return fmt.Errorf("%q at byte %d where %s should be", r, s.pos+1, want)
}

// next skips white space and gives the byte that follows, 0 at the end.
func (s *scanner) next() byte {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; c {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return c
		}
	}
	return 0
}

// end checks that nothing follows.
func (s *scanner) end() error {
	if s.next() != 0 || s.pos < len(s.src) {
		return s.fail("the end of the line")
	}
	return nil
}

// record reads a text that is one object with each of the keys once; field reads the value of one.
// Other members are passed over. Errors name the field.
func (s *scanner) record(keys []string, field func(key string) error) error {
	seen := 0
	err := s.object(func(key string) error {
		k := slices.Index(keys, key)
		switch {
		case k < 0:
			_, err := s.value()
			return err
		case seen>>k&1 == 1:
			return fieldError(key, errTwice)
		}
		seen |= 1 << k
		return fieldError(key, field(key))
	})
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return err
	}
	for k, key := range keys {
		if seen>>k&1 == 0 {
			return fieldError(key, errMissing)
		}
	}
	return nil
}

// object calls member for each key, with the scanner at its value, which member must read.
func (s *scanner) object(member func(key string) error) error {
	if s.next() != '{' {
		return s.fail("an object")
	}
	s.pos++
	if s.next() == '}' {
		s.pos++
		return nil
	}
	for {
		key, err := s.text()
		if err != nil {
			return err
		}
		if s.next() != ':' {
			return s.fail(`":"`)
		}
		s.pos++
		if err := member(key); err != nil {
			return err
		}
		switch s.next() {
		case ',':
			s.pos++
		case '}':
			s.pos++
			return nil
		default:
			return s.fail(`"," or "}"`)
		}
	}
}

// list calls item for each element, with the scanner at it; item must read it.
func (s *scanner) list(item func(i int) error) error {
	if s.next() != '[' {
		return s.fail("a list")
	}
	s.pos++
	if s.next() == ']' {
		s.pos++
		return nil
	}
	for i := 0; ; i++ {
		if err := item(i); err != nil {
			return err
		}
		switch s.next() {
		case ',':
			s.pos++
		case ']':
			s.pos++
			return nil
		default:
			return s.fail(`"," or "]"`)
		}
	}
}

// text reads a string. Where it has no escapes the result is a part of the source.
func (s *scanner) text() (string, error) {
	if s.next() != '"' {
		return "", s.fail("a string")
	}
	start := s.pos
	escaped, err := s.skipText()
	if err != nil {
		return "", err
	}
	raw := s.src[start:s.pos]
	if !escaped {
		return raw[1 : len(raw)-1], nil
	}
	var text string
	if err := json.Unmarshal([]byte(raw), &text); err != nil {
		return "", fmt.Errorf("string at byte %d: %w", start+1, err)
	}
	return text, nil
}

// skipText moves behind a string.
func (s *scanner) skipText() (escaped bool, err error) {
	for i := s.pos + 1; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '"':
			s.pos = i + 1
			return escaped, nil
		case c == '\\':
			escaped = true
			i++
			if i < len(s.src) && strings.IndexByte(`"\/bfnrtu`, s.src[i]) < 0 {
				s.pos = i
				return false, s.fail("an escape")
			}
			for j := i + 1; j <= i+4 && i < len(s.src) && s.src[i] == 'u'; j++ {
				if j >= len(s.src) || !hexDigit(s.src[j]) {
					s.pos = j
					return false, s.fail("four hexadecimal digits")
				}
			}
		case c < ' ':
			s.pos = i
			return false, s.fail("the rest of a string")
		}
	}
	s.pos = len(s.src)
	return false, s.fail("the end of a string")
}

func hexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// value reads any value and gives its text.
func (s *scanner) value() (string, error) {
	s.next()
	start := s.pos
	if err := s.skip(0); err != nil {
		return "", err
	}
	return s.src[start:s.pos], nil
}

var errDeep = errors.New("nested too deeply")

func (s *scanner) skip(depth int) error {
	if depth > maxDepth {
		return errDeep
	}
	switch c := s.next(); {
	case c == '"':
		_, err := s.skipText()
		return err
	case c == '{':
		return s.object(func(string) error { return s.skip(depth + 1) })
	case c == '[':
		return s.list(func(int) error { return s.skip(depth + 1) })
	case c == '-' || '0' <= c && c <= '9':
		return s.skipNumber()
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(s.src[s.pos:], word) {
			s.pos += len(word)
			return nil
		}
	}
	return s.fail("a value")
}

func (s *scanner) skipNumber() error {
	if s.src[s.pos] == '-' {
		s.pos++
	}
	if s.pos < len(s.src) && s.src[s.pos] == '0' {
		s.pos++
	} else if !s.digits() {
		return s.fail("a digit")
	}
	if s.pos < len(s.src) && s.src[s.pos] == '.' {
		s.pos++
		if !s.digits() {
			return s.fail("a digit")
		}
	}
	if s.pos < len(s.src) && s.src[s.pos]|0x20 == 'e' {
		s.pos++
		if s.pos < len(s.src) && (s.src[s.pos] == '+' || s.src[s.pos] == '-') {
			s.pos++
		}
		if !s.digits() {
			return s.fail("a digit")
		}
	}
	return nil
}

func (s *scanner) digits() bool {
	start := s.pos
	for s.pos < len(s.src) && '0' <= s.src[s.pos] && s.src[s.pos] <= '9' {
		s.pos++
	}
	return s.pos > start
}
