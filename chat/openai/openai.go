// Package openai asks models behind an OpenAI-compatible chat completions endpoint: OpenAI itself,
// vLLM, llama.cpp, Ollama, LiteLLM, and the compatible endpoints of Anthropic and Google.
//
// The request is go-openai's ChatCompletionRequest. Its client is not used, because it cannot say
// what an evaluation must say: it leaves out a temperature of 0 and empty contents, refuses some
// parameters by the model's name, reads replies of any size, and drops the "reasoning" field and
// the Retry-After header. BenchmarkGoOpenAI beside BenchmarkGenerate shows what it would cost.
//
// A failed exchange is a *chat.Error. No error text ever holds the key, even when a server sends
// it back.
package openai

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"deft/chat"
)

// Defaults of Config.
const (
	DefaultBaseURL  = "https://api.openai.com/v1"
	DefaultTimeout  = 5 * time.Minute
	DefaultMaxReply = 16 << 20
)

// Config says where a model is and how to ask it.
type Config struct {
	// BaseURL is the endpoint without "/chat/completions"; empty: DefaultBaseURL. A URL without any
	// path is tried as it is and, when the server answers 404, with "/v1". A user and password in it
	// are sent as basic authentication; a query is kept (Azure's api-version).
	BaseURL string
	// Model is the name the server knows.
	Model string
	// Key is sent as a bearer token; empty: none is sent. It is never printed.
	Key string `json:"-"`
	// KeyName is where the user sets the key, for hints: "OPENAI_API_KEY".
	KeyName string
	// Timeout bounds one request with its reply; 0: DefaultTimeout.
	Timeout time.Duration
	// MaxReply is the largest reply body read, in bytes; 0: DefaultMaxReply.
	MaxReply int64
	// Transport carries the requests; nil: one of the model's own, NewTransport.
	Transport http.RoundTripper
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

// String names the endpoint without its key.
func (c Config) String() string { return c.BaseURL + "#" + c.Model }

// GoString is String: %#v must not show the key either.
func (c Config) GoString() string { return c.String() }

// Model is one model behind one endpoint. It is safe for concurrent use.
type Model struct {
	cfg       Config
	base      string // without query, user and trailing slash
	query     string // "?…" or empty
	shown     string // the base as errors name it
	noPath    bool   // the base has no path: "/v1" is tried on 404
	transport http.RoundTripper
	header    http.Header
	secrets   []string
	schemas   schemaCache

	withV1  atomic.Bool
	quirks  atomic.Uint32 // parameters the server refused, see quirks.go
	ownPool bool
	pause   time.Duration // between the tries of Preflight
}

// New checks the configuration and makes the model; nothing is sent. Errors are *chat.Error.
func New(c Config) (*Model, error) {
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	if c.Timeout <= 0 {
		c.Timeout = DefaultTimeout
	}
	if c.MaxReply <= 0 {
		c.MaxReply = DefaultMaxReply
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.KeyName == "" {
		c.KeyName = "OPENAI_API_KEY"
	}
	c.Key = strings.TrimSpace(c.Key)
	m := &Model{cfg: c, transport: c.Transport, pause: 150 * time.Millisecond, header: http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json"}, "User-Agent": {"deft"},
	}}
	if err := m.setBase(c.BaseURL); err != nil {
		return nil, err
	}
	if c.Model == "" {
		return nil, config("no model is named for %s", "Give a model's name, such as openai/NAME or BASE_URL#NAME.", m.shown)
	}
	if !utf8.ValidString(c.Model) {
		return nil, config("the model's name %q is not UTF-8", "Check the model's name.", c.Model)
	}
	if c.Key != "" {
		if strings.ContainsFunc(c.Key, func(r rune) bool { return r < ' ' || r > '~' }) {
			return nil, &chat.Error{
				Class: chat.ErrAuth, Err: fmt.Errorf("the key in %s has characters a header cannot carry", c.KeyName),
				Hint: "Set " + c.KeyName + " again, without line breaks or quotes.",
			}
		}
		m.header.Set("Authorization", "Bearer "+c.Key)
		m.secrets = append(m.secrets, c.Key, url.QueryEscape(c.Key), base64.StdEncoding.EncodeToString([]byte(c.Key)))
	}
	if m.transport == nil {
		m.transport, m.ownPool = NewTransport(), true
	}
	// api.openai.com takes the new name for every model, and its newer models take only that.
	if strings.HasPrefix(m.base, "https://api.openai.com/") {
		m.quirks.Store(uint32(quirkCompletionTokens))
	}
	return m, nil
}

func (m *Model) setBase(raw string) error {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		// The text may hold a password, so it is not repeated.
		return config("the base URL is not an http or https URL", "Give one like http://localhost:8000/v1.")
	}
	if u.User != nil {
		password, _ := u.User.Password()
		if m.cfg.Key == "" {
			m.header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password)))
		}
		m.secrets = append(m.secrets, password)
		u.User = nil
	}
	if u.RawQuery != "" {
		m.query = "?" + u.RawQuery
		for _, values := range u.Query() {
			for _, v := range values {
				if len(v) >= 16 { // long enough to be a key, unlike an API version
					m.secrets = append(m.secrets, v)
				}
			}
		}
		u.RawQuery = ""
	}
	u.Fragment = ""
	m.base = strings.TrimRight(u.String(), "/")
	m.noPath = strings.Trim(u.Path, "/") == ""
	m.shown = m.base
	m.cfg.BaseURL = m.base
	return nil
}

func config(format, hint string, args ...any) error {
	return &chat.Error{Class: chat.ErrBadRequest, Err: fmt.Errorf(format, args...), Hint: hint}
}

// Generate makes one exchange. A reply cut at the token limit has Finish chat.FinishLength; one
// withheld by the service's content filter has chat.FinishFilter, also where the service says so
// with an error status. When ctx ends, its error is returned, not a *chat.Error.
func (m *Model) Generate(ctx context.Context, r chat.Request) (chat.Response, error) {
	names := newNames(r.Tools)
	for {
		quirks := quirk(m.quirks.Load())
		body, err := m.encode(r, names, quirks)
		if err != nil {
			return chat.Response{}, err
		}
		response, err := m.exchange(ctx, body, names)
		if err != nil && m.learn(err, quirks) {
			continue
		}
		return response, err
	}
}

// exchange posts a body and reads the reply.
func (m *Model) exchange(ctx context.Context, body []byte, names *names) (chat.Response, error) {
	start := m.cfg.Now()
	status, header, reply, err := m.send(ctx, http.MethodPost, "/chat/completions", body)
	if err != nil {
		return chat.Response{}, err
	}
	took := m.cfg.Now().Sub(start)
	if status != http.StatusOK {
		f := m.failure(status, header, reply)
		if f.filtered {
			return chat.Response{Message: chat.Message{Role: chat.Assistant}, Finish: chat.FinishFilter, Latency: took}, nil
		}
		return chat.Response{}, f.err
	}
	response, err := m.decode(header, reply, names)
	response.Latency = took
	return response, err
}

// Close drops the idle connections of a transport the model made for itself.
func (m *Model) Close() error {
	if t, ok := m.transport.(*http.Transport); ok && m.ownPool {
		t.CloseIdleConnections()
	}
	return nil
}
