// Package chattest is what tests of models need: a fake OpenAI-compatible server that can fail in
// every way real ones do (NewServer), and suites that every endpoint (TestEndpoint) and every
// decorator (TestDecorator) must pass.
package chattest

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deft/chat"
	"deft/tool"
)

// Options of a fake server. The zero value answers every request at once with "ok: " and the last
// message's content.
type Options struct {
	// Delay is how long every answer takes.
	Delay time.Duration
	// Answer gives the reply; nil: the echo above. Finish, Usage and Model are filled in when empty.
	Answer func(Request) chat.Response
	// Fault says how a request fails; nil or NoFault: it does not.
	Fault func(Request) Fault
	// Models is the list of GET /v1/models; others are refused with 404. Empty: any model is served.
	Models []string
	// Key, when set, is the only key accepted.
	Key string
	// Capacity, when positive, is how many requests are served at a time; more get 429 at once.
	Capacity int
	// Instant answers every request with the same bytes without reading what it asks, and counts
	// no prompts: for measuring clients.
	Instant bool
}

// Request is what the server was asked, read back from the wire. Tool documents hold what was
// sent, not what the client was given.
type Request struct {
	chat.Request
	Model  string
	Body   []byte
	Header http.Header
	// Try counts the requests with this prompt, this one included, from 1.
	Try int
}

// Prompt is the content of the last message.
func (r Request) Prompt() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return r.Messages[len(r.Messages)-1].Content
}

// Server is a fake server. It is an http.Handler for the paths of an API under /v1.
type Server struct {
	URL string // the base URL for clients, ending in /v1; set by NewServer

	options Options
	stopped chan struct{}
	fixed   []byte

	requests atomic.Int64
	refused  atomic.Int64
	inFlight atomic.Int64
	highest  atomic.Int64

	mu    sync.Mutex
	tries map[string]int
}

// New makes a server that listens nowhere; it is served by the caller.
func New(o Options) *Server {
	s := &Server{options: o, stopped: make(chan struct{}), tries: map[string]int{}}
	s.fixed = completion("fake", chat.Response{Message: chat.Message{Content: "ok"}, Usage: chat.Usage{InputTokens: 10, OutputTokens: 1}})
	return s
}

// NewServer starts a server on the loopback interface that ends with the test.
func NewServer(tb testing.TB, o Options) *Server {
	tb.Helper()
	s := New(o)
	h := httptest.NewServer(s)
	s.URL = h.URL + "/v1"
	tb.Cleanup(func() {
		close(s.stopped)
		h.CloseClientConnections()
		h.Close()
	})
	return s
}

// Requests is the number of completions asked for so far, failed ones included.
func (s *Server) Requests() int { return int(s.requests.Load()) }

// Refused is the number of requests refused for Options.Capacity.
func (s *Server) Refused() int { return int(s.refused.Load()) }

// Highest is the largest number of requests that were served at the same time.
func (s *Server) Highest() int { return int(s.highest.Load()) }

// Tries is how often a prompt was sent: the content of the last message.
func (s *Server) Tries(prompt string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tries[prompt]
}

// Prompts gives the number of tries of every prompt seen.
func (s *Server) Prompts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make(map[string]int, len(s.tries))
	for k, v := range s.tries {
		out[k] = v
	}
	return out
}

// ServeHTTP answers GET /v1/models and POST /v1/chat/completions.
func (s *Server) ServeHTTP(w http.ResponseWriter, h *http.Request) {
	if s.options.Key != "" && h.Header.Get("Authorization") != "Bearer "+s.options.Key {
		fail(w, http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: "+strings.TrimPrefix(h.Header.Get("Authorization"), "Bearer "))
		return
	}
	switch h.URL.Path {
	case "/v1/models":
		s.models(w)
	case "/v1/chat/completions":
		s.complete(w, h)
	default:
		fail(w, http.StatusNotFound, "", "no such path: "+h.URL.Path)
	}
}

func (s *Server) models(w http.ResponseWriter) {
	type model struct {
		ID string `json:"id"`
	}
	list := []model{}
	for _, m := range s.options.Models {
		list = append(list, model{m})
	}
	write(w, http.StatusOK, map[string]any{"object": "list", "data": list})
}

func (s *Server) complete(w http.ResponseWriter, h *http.Request) {
	s.requests.Add(1)
	n := s.inFlight.Add(1)
	defer s.inFlight.Add(-1)
	if s.options.Capacity > 0 && n > int64(s.options.Capacity) {
		s.refused.Add(1)
		fail(w, http.StatusTooManyRequests, "rate_limit_exceeded", "too many requests at a time")
		return
	}
	for {
		highest := s.highest.Load()
		if n <= highest || s.highest.CompareAndSwap(highest, n) {
			break
		}
	}
	body, err := io.ReadAll(h.Body)
	if err != nil {
		return
	}
	if s.options.Instant {
		if s.wait(h.Context(), s.options.Delay) {
			reply(w, s.fixed)
		}
		return
	}
	r, err := readRequest(body)
	if err != nil {
		fail(w, http.StatusBadRequest, "", "the request is not JSON: "+err.Error())
		return
	}
	r.Header = h.Header
	s.mu.Lock()
	s.tries[r.Prompt()]++
	r.Try = s.tries[r.Prompt()]
	s.mu.Unlock()
	if !s.serves(r.Model) {
		fail(w, http.StatusNotFound, "model_not_found", "The model `"+r.Model+"` does not exist")
		return
	}
	if s.options.Fault != nil {
		if f := s.options.Fault(r); f != NoFault && s.inject(w, h, f) {
			return
		}
	}
	if !s.wait(h.Context(), s.options.Delay) {
		return
	}
	reply(w, completion(r.Model, s.answer(r)))
}

func (s *Server) serves(model string) bool {
	for _, m := range s.options.Models {
		if m == model {
			return true
		}
	}
	return len(s.options.Models) == 0
}

func (s *Server) answer(r Request) chat.Response {
	if s.options.Answer != nil {
		return s.options.Answer(r)
	}
	return chat.Response{Message: chat.Message{Content: "ok: " + r.Prompt()}}
}

// wait is false when the client left or the server stopped before the time was over.
func (s *Server) wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
	case <-s.stopped:
	}
	return false
}

// readRequest reads a body as the API defines it.
func readRequest(body []byte) (Request, error) {
	var wire struct {
		Model    string `json:"model"`
		Messages []struct {
			Role       string     `json:"role"`
			Content    string     `json:"content"`
			Name       string     `json:"name"`
			ToolCallID string     `json:"tool_call_id"`
			ToolCalls  []wireCall `json:"tool_calls"`
		} `json:"messages"`
		Tools []struct {
			Function tool.Spec `json:"function"`
		} `json:"tools"`
		chat.Sampling
		MaxCompletionTokens int `json:"max_completion_tokens"`
		ResponseFormat      struct {
			JSONSchema struct {
				Schema json.RawMessage `json:"schema"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := json.Unmarshal(body, &wire); err != nil {
		return Request{}, err
	}
	r := Request{Model: wire.Model, Body: body}
	r.Sampling, r.Schema = wire.Sampling, wire.ResponseFormat.JSONSchema.Schema
	r.Sampling.MaxTokens += wire.MaxCompletionTokens
	for _, m := range wire.Messages {
		c := chat.Message{Role: m.Role, Content: m.Content, Name: m.Name, ToolCallID: m.ToolCallID}
		for _, t := range m.ToolCalls {
			c.ToolCalls = append(c.ToolCalls, tool.Call{ID: t.ID, Name: t.Function.Name, Arguments: json.RawMessage(t.Function.Arguments)})
		}
		r.Messages = append(r.Messages, c)
	}
	for _, t := range wire.Tools {
		r.Tools = append(r.Tools, t.Function)
	}
	return r, nil
}

type wireCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

// completion writes a reply as the API defines it.
func completion(model string, r chat.Response) []byte {
	type message struct {
		Role      string     `json:"role"`
		Content   string     `json:"content"`
		Reasoning string     `json:"reasoning_content,omitempty"`
		ToolCalls []wireCall `json:"tool_calls,omitempty"`
	}
	m := message{Role: chat.Assistant, Content: r.Message.Content, Reasoning: r.Message.Reasoning}
	for i, c := range r.Message.ToolCalls {
		w := wireCall{ID: c.ID, Type: "function"}
		if w.ID == "" {
			w.ID = "call_" + strconv.Itoa(i)
		}
		w.Function.Name, w.Function.Arguments = c.Name, string(c.Arguments)+c.Malformed
		m.ToolCalls = append(m.ToolCalls, w)
	}
	if r.Finish == "" {
		r.Finish = chat.FinishStop
		if len(m.ToolCalls) > 0 {
			r.Finish = chat.FinishToolCalls
		}
	}
	if r.Model != "" {
		model = r.Model
	}
	if r.Usage == (chat.Usage{}) {
		r.Usage = chat.Usage{InputTokens: 10, OutputTokens: 1 + len(m.Content)/4}
	}
	body, err := json.Marshal(map[string]any{
		"id": "chatcmpl-fake", "object": "chat.completion", "created": 1700000000, "model": model,
		"choices": []any{map[string]any{"index": 0, "message": m, "finish_reason": r.Finish}},
		"usage": map[string]int{
			"prompt_tokens": r.Usage.InputTokens, "completion_tokens": r.Usage.OutputTokens,
			"total_tokens": r.Usage.InputTokens + r.Usage.OutputTokens,
		},
	})
	if err != nil {
		panic(err) // plain data marshals
	}
	return body
}

func write(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data marshals
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func reply(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

func fail(w http.ResponseWriter, status int, code, message string) {
	write(w, status, map[string]any{"error": map[string]any{"message": message, "type": "invalid_request_error", "code": code}})
}

// reset ends the connection with a TCP reset.
func reset(w http.ResponseWriter) {
	c := hijack(w)
	if t, ok := c.(*net.TCPConn); ok {
		_ = t.SetLinger(0)
	}
	_ = c.Close()
}

func hijack(w http.ResponseWriter) net.Conn {
	c, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	return c
}
