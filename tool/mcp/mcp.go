// Package mcp makes tools of a Model Context Protocol server, one that runs as a child process
// (standard input and output) or one that is reached over streamable HTTP.
//
//	s, err := mcp.Open(ctx, mcp.Config{Command: []string{"npx", "-y", "some-server"}, Getenv: getenv})
//	defer s.Close()
//	result, err := s.Call(ctx, tool.Call{Name: s.Specs()[0].Name, Arguments: …})
//
// What a server does wrong is a fault of the call: an error of its own, silence, garbage, too much
// output, death. A dead server is started or connected to again, once a call.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"deft/tool"
	"deft/tool/guarded"
	"deft/tool/outbound"
	"deft/tool/schema"
)

// Defaults of Config.
const (
	DefaultConnectTimeout = 60 * time.Second
	DefaultMaxMessage     = 8 << 20
)

// maxTools bounds how many tools one server may list.
const maxTools = 2000

// Config says where the server is. Exactly one of Command and URL is set.
type Config struct {
	// Command starts the server. It gets PATH, HOME, LANG, TMPDIR and the like, and the variables
	// that Env names; nothing else, so no keys unless the user names them.
	Command []string
	Env     []string
	Dir     string

	// URL is the endpoint of a streamable HTTP server, without a password. Headers maps names of
	// headers to the variables that hold their values; Bearer names the variable of a token.
	URL          string
	Headers      map[string]string
	Bearer       string
	AllowHosts   []string
	AllowPrivate bool

	// Getenv reads variables; nil: none is set.
	Getenv func(string) string
	// Specs are the tools as listed before. Nil: the server is asked.
	Specs []tool.Spec

	ConnectTimeout time.Duration
	MaxMessage     int // bytes of one message of the server
	// Limits of calls; zero values give the defaults of package guarded.
	Limits guarded.Config
}

// Server is a connected server with its tools.
type Server struct {
	*guarded.Executor
	specs   []tool.Spec
	skipped []string
}

// Open connects and, unless the tools are given, lists them all. Close the server after use.
func Open(ctx context.Context, cfg Config) (*Server, error) {
	if (len(cfg.Command) == 0) == (cfg.URL == "") {
		return nil, errors.New("an MCP server is either a command or a URL")
	}
	if cfg.Getenv == nil {
		cfg.Getenv = func(string) string { return "" }
	}
	if cfg.ConnectTimeout <= 0 {
		cfg.ConnectTimeout = DefaultConnectTimeout
	}
	if cfg.MaxMessage <= 0 {
		cfg.MaxMessage = DefaultMaxMessage
	}
	if err := cfg.checkURL(); err != nil {
		return nil, err
	}
	c := &caller{cfg: cfg, remote: map[string]remoteTool{}}
	s := &Server{specs: cfg.Specs}
	if cfg.Specs == nil {
		limited, cancel := context.WithTimeout(ctx, cfg.ConnectTimeout)
		defer cancel()
		var err error
		if s.specs, s.skipped, err = c.list(limited); err != nil {
			_ = c.Close()
			if ctx.Err() == nil && limited.Err() != nil {
				err = fmt.Errorf("%s did not answer within %v%s", cfg.where(), cfg.ConnectTimeout, c.said())
			}
			return nil, err
		}
	}
	for _, spec := range s.specs {
		name := spec.Tags["mcp_name"]
		if name == "" {
			name = spec.Name
		}
		c.remote[spec.Name] = remoteTool{name, spec.Tags["repeatable"] == "true"}
	}
	s.Executor = guarded.New(c, s.specs, cfg.Limits)
	return s, nil
}

// Specs are the documents of the server's tools, in its order. Tags: "mcp_name" is the server's
// own name for the tool, "repeatable" is "true" where it says that calling twice does no harm.
func (s *Server) Specs() []tool.Spec { return slices.Clone(s.specs) }

// Skipped says which listed tools cannot be used, and why.
func (s *Server) Skipped() []string { return s.skipped }

func (cfg Config) checkURL() error {
	if cfg.URL == "" {
		return nil
	}
	u, err := url.Parse(cfg.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return errors.New("the address of an MCP server is an http or https URL")
	}
	if u.User != nil {
		return errors.New("the address of an MCP server holds a password; name a variable with --bearer or --header instead")
	}
	return nil
}

// where names the server in messages, without what may be secret.
func (cfg Config) where() string {
	if cfg.URL == "" {
		return "the MCP server " + cfg.Command[0]
	}
	u, err := url.Parse(cfg.URL)
	if err != nil {
		return "the MCP server"
	}
	return "the MCP server at " + u.Host
}

// passed are the variables that every child needs to run at all.
var passed = []string{"PATH", "HOME", "USER", "LANG", "LC_ALL", "TMPDIR", "TEMP", "SYSTEMROOT", "PATHEXT", "COMSPEC", "APPDATA", "LOCALAPPDATA", "USERPROFILE"}

// environment is what the child gets.
func (cfg Config) environment() []string {
	var out []string
	for _, name := range slices.Concat(passed, cfg.Env) {
		if v := cfg.Getenv(name); v != "" {
			out = append(out, name+"="+v)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// transport connects to the server; the process is nil for HTTP.
func (cfg Config) transport() (mcp.Transport, *process, error) {
	if cfg.URL == "" {
		p, err := start(cfg.Command, cfg.environment(), cfg.Dir)
		if err != nil {
			return nil, nil, err
		}
		return &mcp.IOTransport{Reader: newMessages(p.stdout, cfg.MaxMessage, p.stderr), Writer: p.stdin, MaxLineLength: cfg.MaxMessage}, p, nil
	}
	u, err := url.Parse(cfg.URL)
	if err != nil {
		return nil, nil, errors.New("the address of the MCP server is not a URL")
	}
	client := outbound.Policy{Hosts: append([]string{u.Host}, cfg.AllowHosts...), Private: cfg.AllowPrivate}.Client()
	client.Transport = &headed{inner: client.Transport, cfg: cfg, host: u.Host, limit: int64(cfg.MaxMessage)}
	return &mcp.StreamableClientTransport{Endpoint: cfg.URL, HTTPClient: client, MaxRetries: 1, DisableStandaloneSSE: true, MaxEventSize: cfg.MaxMessage}, nil, nil
}

// headed adds the credentials to requests to the server itself, and bounds plain replies.
type headed struct {
	inner http.RoundTripper
	cfg   Config
	host  string
	limit int64
}

// RoundTrip sends one request.
func (h *headed) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == h.host {
		r = r.Clone(r.Context())
		if v := h.cfg.Getenv(h.cfg.Bearer); h.cfg.Bearer != "" && v != "" {
			r.Header.Set("Authorization", "Bearer "+v)
		}
		for name, variable := range h.cfg.Headers {
			if v := h.cfg.Getenv(variable); v != "" {
				r.Header.Set(name, v)
			}
		}
	}
	response, err := h.inner.RoundTrip(r)
	if err == nil && !isStream(response) {
		response.Body = &bounded{ReadCloser: response.Body, left: h.limit}
	}
	return response, err
}

// CloseIdleConnections passes on what http.Client asks.
func (h *headed) CloseIdleConnections() {
	if c, ok := h.inner.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// spec is the document of a listed tool.
func spec(t *mcp.Tool, names tool.Names, checker *schema.Checker) (tool.Spec, error) {
	parameters, err := json.Marshal(t.InputSchema)
	if err != nil {
		return tool.Spec{}, fmt.Errorf("its parameters are not JSON: %w", err)
	}
	s := tool.Spec{Description: t.Description, Parameters: parameters, Tags: map[string]string{"mcp_name": t.Name}}
	if t.InputSchema == nil {
		s.Parameters = nil
	}
	if t.OutputSchema != nil {
		if s.Result, err = json.Marshal(t.OutputSchema); err != nil {
			return tool.Spec{}, fmt.Errorf("its result schema is not JSON: %w", err)
		}
	}
	if s.Description == "" {
		s.Description = t.Title
	}
	if a := t.Annotations; a != nil && (a.ReadOnlyHint || a.IdempotentHint) {
		s.Tags["repeatable"] = "true"
	}
	s.Name = tool.CleanName(t.Name)
	if s.Name == "" {
		s.Name = "tool"
	}
	if err := checker.Document(s); err != nil {
		if s.Result = nil; checker.Document(s) != nil {
			return tool.Spec{}, err
		}
	}
	s.Name = names.Unique(s.Name)
	return s, nil
}
