package mcp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// messages reads what a server writes to its standard output and leaves out the lines that are no
// messages: many servers greet or log there, though only messages belong there, and the usual
// clients read over it. What is left out goes to other. A line of more than limit bytes is passed
// on as it comes, for the reader of messages to refuse.
type messages struct {
	io.Closer
	lines *bufio.Reader
	limit int
	other io.Writer
	rest  []byte // of what is passed on
	raw   bool
	err   error
}

func newMessages(r io.ReadCloser, limit int, other io.Writer) *messages {
	return &messages{Closer: r, lines: bufio.NewReaderSize(r, 64<<10), limit: limit, other: other}
}

// Read gives the next bytes of messages.
func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		if m.err != nil {
			return 0, m.err
		}
		if m.raw {
			return m.lines.Read(p)
		}
		m.next()
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// shownLine is how much is kept of a line that is no message, in bytes.
const shownLine = 500

// next reads one line.
func (m *messages) next() {
	var line []byte
	for {
		part, err := m.lines.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull) && len(line) <= m.limit:
			continue
		case errors.Is(err, bufio.ErrBufferFull):
			m.raw, m.rest = true, line
			return
		}
		m.err = err
		break
	}
	if isMessage(line) {
		m.rest = line
		return
	}
	if said := bytes.TrimSpace(line[:min(len(line), shownLine)]); len(said) > 0 {
		_, _ = m.other.Write(append(bytes.Clone(said), '\n'))
	}
}

// isMessage says whether a line may be one of JSON-RPC, which names its version in every message.
func isMessage(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && (line[0] == '{' || line[0] == '[') && bytes.Contains(line, []byte(`"jsonrpc"`))
}
