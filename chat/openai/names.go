package openai

import (
	"strconv"

	"deft/tool"
)

// maxName is the length of the longest function name every API takes: ^[a-zA-Z0-9_-]{1,64}$.
const maxName = 64

// names maps the tools of one request to names an API takes, and back. Names that are allowed
// already stay; the others are rewritten, and numbered where two would be equal.
type names struct {
	sent    []string          // by index of the tool; nil when every name stays as it is
	back    map[string]string // sent name → tool name, for rewritten ones
	forward map[string]string // tool name → sent name, for rewritten ones
	taken   map[string]bool
	tools   []tool.Spec
}

func newNames(tools []tool.Spec) *names {
	n := &names{tools: tools}
	clean := true
	taken := make(map[string]bool, len(tools))
	for _, t := range tools {
		if !isAllowed(t.Name) || taken[t.Name] {
			clean = false
		}
		taken[t.Name] = true
	}
	if clean {
		n.taken = taken
		return n
	}
	n.sent = make([]string, len(tools))
	n.taken = make(map[string]bool, len(tools))
	for i, t := range tools { // allowed names first, so that no rewritten one takes theirs
		if isAllowed(t.Name) && !n.taken[t.Name] {
			n.sent[i], n.taken[t.Name] = t.Name, true
		}
	}
	for i, t := range tools {
		if n.sent[i] == "" {
			n.sent[i] = n.add(t.Name)
		}
	}
	return n
}

// wire is the name sent for the tool at index i.
func (n *names) wire(i int) string {
	if n.sent == nil {
		return n.tools[i].Name
	}
	return n.sent[i]
}

// forHistory is the name sent for a call in the conversation, whether or not such a tool exists.
func (n *names) forHistory(name string) string {
	if s, ok := n.forward[name]; ok {
		return s
	}
	if isAllowed(name) {
		return name
	}
	return n.add(name)
}

// original is the tool's name for a name in a reply.
func (n *names) original(sent string) string {
	if name, ok := n.back[sent]; ok {
		return name
	}
	return sent
}

func (n *names) add(name string) string {
	base := allowed(name)
	s := base
	for i := 2; n.taken[s]; i++ {
		suffix := "_" + strconv.Itoa(i)
		s = base[:min(len(base), maxName-len(suffix))] + suffix
	}
	n.taken[s] = true
	if n.back == nil {
		n.back, n.forward = map[string]string{}, map[string]string{}
	}
	n.back[s] = name
	if _, ok := n.forward[name]; !ok && !isAllowed(name) {
		n.forward[name] = s
	}
	return s
}

func isAllowed(name string) bool {
	if name == "" || len(name) > maxName {
		return false
	}
	for i := 0; i < len(name); i++ {
		if !allowedByte(name[i]) {
			return false
		}
	}
	return true
}

func allowedByte(c byte) bool {
	return c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// allowed rewrites a name: each run of other characters becomes one underscore.
func allowed(name string) string {
	out := make([]byte, 0, min(len(name), maxName))
	gap := false
	for i := 0; i < len(name) && len(out) < maxName; i++ {
		switch c := name[i]; {
		case allowedByte(c):
			out, gap = append(out, c), false
		case !gap:
			out, gap = append(out, '_'), true
		}
	}
	if len(out) == 0 {
		return "_"
	}
	return string(out)
}
