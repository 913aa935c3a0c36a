package mcp

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"deft/tool"
	"deft/tool/outbound"
	"deft/tool/schema"
)

// caller holds the connection and makes a new one when it broke.
type caller struct {
	cfg    Config
	remote map[string]remoteTool

	mu      sync.Mutex
	current *link
	closed  bool
	last    string // what a server said that could not be connected to
}

type remoteTool struct {
	name       string
	repeatable bool
}

// link is one connection with its process, if it has one.
type link struct {
	session *mcp.ClientSession
	process *process
	dead    chan struct{} // closed when the connection has ended
	why     error         // read after dead
}

// connect gives the living connection, or makes one.
func (c *caller) connect(ctx context.Context) (*link, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, errors.New("the connection was closed")
	}
	if c.current != nil {
		select {
		case <-c.current.dead:
			c.current.close()
			c.current = nil
		default:
			return c.current, nil
		}
	}
	ctx, cancel := context.WithTimeout(ctx, c.cfg.ConnectTimeout)
	defer cancel()
	transport, p, err := c.cfg.transport()
	if err != nil {
		return nil, err
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "deft", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	session, err := client.Connect(ctx, transport, nil)
	if err != nil {
		said := ""
		if p != nil {
			p.stop()
			said = c.cfg.heard(p)
			c.last = said
		}
		return nil, fmt.Errorf("connect to %s: %w%s", c.cfg.where(), outbound.Cause(err), said)
	}
	l := &link{session: session, process: p, dead: make(chan struct{})}
	go func() {
		l.why = session.Wait()
		close(l.dead)
	}()
	c.current = l
	return l, nil
}

// heard is what the server wrote besides messages, for the user, without the values of the variables
// that it was given.
func (cfg Config) heard(p *process) string {
	if p == nil {
		return ""
	}
	s := p.stderr.String()
	for _, name := range cfg.Env {
		if v := cfg.Getenv(name); len(v) >= 4 {
			s = strings.ReplaceAll(s, v, "[secret]")
		}
	}
	if s == "" {
		return ""
	}
	return "; it said: " + s
}

// said is what the server wrote besides messages, for a message to the user.
func (c *caller) said() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current == nil {
		return c.last
	}
	return c.cfg.heard(c.current.process)
}

// close ends the connection and the process, and waits for both.
func (l *link) close() {
	ended := make(chan struct{})
	go func() {
		_ = l.session.Close() // a server that does not say goodbye is no error of ours
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(time.Second):
	}
	if l.process != nil {
		l.process.stop()
	}
	select {
	case <-ended:
	case <-time.After(6 * time.Second): // the library gives up a farewell over HTTP after five
	}
}

// Close ends connection and process.
func (c *caller) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	if c.current != nil {
		c.current.close()
		c.current = nil
	}
	return nil
}

// list asks for all pages of tools.
func (c *caller) list(ctx context.Context) (specs []tool.Spec, skipped []string, err error) {
	l, err := c.connect(ctx)
	if err != nil {
		return nil, nil, err
	}
	names, checker := tool.Names{}, schema.New()
	for t, err := range l.session.Tools(ctx, nil) {
		if err != nil {
			return nil, nil, fmt.Errorf("list the tools of %s: %w", c.cfg.where(), outbound.Cause(err))
		}
		if len(specs)+len(skipped) >= maxTools {
			return nil, nil, fmt.Errorf("%s lists more than %d tools", c.cfg.where(), maxTools)
		}
		s, err := spec(t, names, checker)
		if err != nil {
			skipped = append(skipped, fmt.Sprintf("%.100s: %v", t.Name, err))
			continue
		}
		specs = append(specs, s)
	}
	if len(specs) == 0 {
		return nil, skipped, fmt.Errorf("%s has no tools that can be used %s", c.cfg.where(), strings.Join(skipped, "; "))
	}
	return specs, skipped, nil
}

// Call performs one call. When the connection ends under it, the call is made once more only if
// it cannot have been carried out, or the server says that twice does no harm.
func (c *caller) Call(ctx context.Context, call tool.Call) (tool.Result, error) {
	t := c.remote[call.Name]
	for again := false; ; again = true {
		l, err := c.connect(ctx)
		if err != nil {
			if reason, ok := outbound.IsRefused(err); ok {
				return call.Fail(tool.FaultRefused, reason), nil
			}
			return call.Fail(tool.FaultUnavailable, err.Error()), nil
		}
		arguments := call.Arguments
		if len(arguments) == 0 {
			arguments = json.RawMessage("{}")
		}
		r, err := l.session.CallTool(ctx, &mcp.CallToolParams{Name: t.name, Arguments: arguments})
		if err == nil {
			return result(call, r), nil
		}
		if ctx.Err() != nil {
			return call.Fail(tool.FaultTimeout, call.Name+" did not answer in time"), nil
		}
		var own *jsonrpc.Error
		if errors.As(err, &own) {
			return refused(call, own), nil
		}
		if reason, ok := outbound.IsRefused(err); ok {
			return call.Fail(tool.FaultRefused, reason), nil
		}
		if !again && (t.repeatable || errors.Is(err, mcp.ErrSessionMissing)) && l.ended() {
			continue
		}
		return c.broken(call, l, err), nil
	}
}

// ended waits a moment for the end of a connection that just failed.
func (l *link) ended() bool {
	select {
	case <-l.dead:
		return true
	case <-time.After(100 * time.Millisecond):
		return false
	}
}

// broken names why a connection failed.
func (c *caller) broken(call tool.Call, l *link, err error) tool.Result {
	text := err.Error()
	ended := l.ended()
	if ended && l.process != nil { // its last words may still be on their way
		select {
		case <-l.process.exited:
		case <-time.After(exitGrace):
		}
	}
	if ended && l.why != nil && l.why.Error() != "" && !strings.Contains(text, l.why.Error()) {
		text += ": " + l.why.Error()
	}
	var large *outbound.TooLarge
	if errors.As(err, &large) || strings.Contains(text, "maximum line length") || strings.Contains(text, "event") && strings.Contains(text, "exceed") {
		return call.Fail(tool.FaultTooLarge, fmt.Sprintf("%s sent a message of more than %d bytes", c.cfg.where(), c.cfg.MaxMessage))
	}
	return call.Fail(tool.FaultUnavailable, fmt.Sprintf("%s failed during the call, which may have been carried out: %.500s%s", c.cfg.where(), text, c.cfg.heard(l.process)))
}

// refused is an error by which the server answered the request itself (JSON-RPC 2.0, section 5.1).
func refused(call tool.Call, e *jsonrpc.Error) tool.Result {
	fault := tool.FaultFailed
	switch e.Code {
	case jsonrpc.CodeInvalidParams:
		fault = tool.FaultInvalidArguments
	case jsonrpc.CodeMethodNotFound:
		fault = tool.FaultUnknownTool
	}
	return call.Fail(fault, fmt.Sprintf("%s: %.2000s", call.Name, e.Message))
}

// result is what a tool gave, as one JSON value. A single text that is a JSON object or list
// counts as that, with its numbers as written; else structured content counts before texts.
func result(call tool.Call, r *mcp.CallToolResult) tool.Result {
	if r.IsError {
		text := "the tool reported an error without words"
		if t := texts(r.Content); t != "" {
			text = t
		}
		return call.Fail(tool.FaultFailed, text)
	}
	if raw := onlyJSON(r.Content); raw != nil {
		return tool.Result{CallID: call.ID, Content: raw}
	}
	var value any
	switch blocks := readable(r.Content); {
	case r.StructuredContent != nil:
		value = r.StructuredContent
	case len(blocks) == 1:
		value = blocks[0]
	case len(blocks) > 1:
		value = blocks
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return call.Fail(tool.FaultFailed, call.Name+" gave something that is not JSON")
	}
	return tool.Result{CallID: call.ID, Content: bytes.TrimRight(b.Bytes(), "\n")}
}

func onlyJSON(content []mcp.Content) json.RawMessage {
	if len(content) != 1 {
		return nil
	}
	t, ok := content[0].(*mcp.TextContent)
	if !ok {
		return nil
	}
	text := strings.TrimSpace(t.Text)
	var b bytes.Buffer
	if text == "" || text[0] != '{' && text[0] != '[' || json.Compact(&b, []byte(text)) != nil {
		return nil
	}
	return b.Bytes()
}

func texts(content []mcp.Content) string {
	var parts []string
	for _, c := range content {
		if t, ok := c.(*mcp.TextContent); ok && t.Text != "" {
			parts = append(parts, t.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// readable gives texts as strings and other blocks as objects. Of pictures and sounds, which no
// model sees here, it keeps kind, length and hash.
func readable(content []mcp.Content) []any {
	var out []any
	for _, c := range content {
		switch c := c.(type) {
		case *mcp.TextContent:
			out = append(out, c.Text)
		case *mcp.ImageContent:
			out = append(out, blob("image", c.MIMEType, c.Data))
		case *mcp.AudioContent:
			out = append(out, blob("audio", c.MIMEType, c.Data))
		case *mcp.EmbeddedResource:
			if c.Resource != nil && len(c.Resource.Blob) > 0 {
				m := blob("resource", c.Resource.MIMEType, c.Resource.Blob)
				m["uri"] = c.Resource.URI
				out = append(out, m)
				continue
			}
			out = append(out, c)
		default:
			out = append(out, c)
		}
	}
	return out
}

func blob(kind, mime string, data []byte) map[string]any {
	sum := sha256.Sum256(data)
	return map[string]any{"type": kind, "mime_type": mime, "bytes": len(data), "sha256": hex.EncodeToString(sum[:])}
}

// bounded fails once a body has given more than its limit.
type bounded struct {
	io.ReadCloser
	left int64
}

// Read reads on until the limit is passed.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, &outbound.TooLarge{}
	}
	return n, err
}

func isStream(r *http.Response) bool {
	return strings.HasPrefix(r.Header.Get("Content-Type"), "text/event-stream")
}
