package mcp

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestMessages(t *testing.T) {
	for name, c := range map[string]struct{ in, out, other string }{
		"messages":    {"{\"jsonrpc\":\"2.0\"}\n[ {\"jsonrpc\":1}]\r\n", "{\"jsonrpc\":\"2.0\"}\n[ {\"jsonrpc\":1}]\r\n", ""},
		"between":     {"hi\n{\"jsonrpc\":1}\n[INFO] jsonrpc\n", "{\"jsonrpc\":1}\n", "hi\n|[INFO] jsonrpc\n|"},
		"log in JSON": {"{\"msg\":\"a \\\"jsonrpc\\\" b\"}\n  {\"jsonrpc\":1}", "  {\"jsonrpc\":1}", "{\"msg\":\"a \\\"jsonrpc\\\" b\"}\n|"},
		"no end":      {"hello", "", "hello\n|"},
		"nothing":     {"", "", ""},
	} {
		for _, slow := range []bool{false, true} {
			var r io.Reader = strings.NewReader(c.in)
			if slow {
				r = iotest.OneByteReader(r)
			}
			other := &calls{}
			m := newMessages(io.NopCloser(r), 40, other)
			got, err := io.ReadAll(m)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if string(got) != c.out || other.String() != c.other {
				t.Errorf("%s: %q and %q, want %q and %q", name, got, other.String(), c.out, c.other)
			}
		}
	}
	// A line over the limit that does not end is passed on without being kept.
	m := newMessages(io.NopCloser(io.LimitReader(endless{}, 10<<20)), 1<<20, io.Discard)
	n, err := io.Copy(io.Discard, m)
	if err != nil || n != 10<<20 {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// calls keeps what is written, with a bar after each call.
type calls struct{ bytes.Buffer }

func (c *calls) Write(b []byte) (int, error) {
	c.Buffer.Write(b)
	c.WriteByte('|')
	return len(b), nil
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
