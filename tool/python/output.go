package python

import (
	"strings"
	"sync"
	"unicode"
)

// capped keeps the first bytes written to it and takes the rest without keeping it, so that a
// program that prints too much is not stopped by a full pipe.
type capped struct {
	mu    sync.Mutex
	limit int
	kept  []byte
	more  bool
}

func (c *capped) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	room := c.limit - len(c.kept)
	if len(p) > room {
		c.kept, c.more = append(c.kept, p[:room]...), true
	} else {
		c.kept = append(c.kept, p...)
	}
	return len(p), nil
}

// text gives what was kept as valid UTF-8 without control characters other than line breaks and tabs.
func (c *capped) text() (text string, truncated bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	clean := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(string(c.kept), "\uFFFD"))
	return clean, c.more
}
