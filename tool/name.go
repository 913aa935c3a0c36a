package tool

import (
	"fmt"
	"strings"
)

// MaxName is the longest name of a tool that the common endpoints take, in bytes.
const MaxName = 64

// CleanName writes text with the characters that endpoints take in the names of tools: letters,
// digits, "_" and "-", at most MaxName of them. Runs of others become one "_". It may be empty.
func CleanName(text string) string {
	b := make([]byte, 0, MaxName)
	gap := false
	for _, r := range text {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			if gap && len(b) > 0 && r != '_' && b[len(b)-1] != '_' {
				b = append(b, '_')
			}
			gap = false
			b = append(b, byte(r))
		} else {
			gap = true
		}
		if len(b) >= MaxName {
			break
		}
	}
	return strings.TrimLeft(string(b[:min(len(b), MaxName)]), "-")
}

// Names are names that are taken.
type Names map[string]bool

// Unique takes base, with a number at its end where base is taken; at most MaxName bytes.
func (n Names) Unique(base string) string {
	name := base[:min(len(base), MaxName)]
	for i := 2; n[name]; i++ {
		end := fmt.Sprintf("_%d", i)
		name = base[:min(len(base), MaxName-len(end))] + end
	}
	n[name] = true
	return name
}
