package openapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"deft/tool"
	"deft/tool/guarded"
	"deft/tool/outbound"
)

// maxBody is how much of a response is read at most; a longer one is a fault.
const maxBody = 8 << 20

// Config of an executor.
type Config struct {
	// Source is the name under which the user imported the document; it is in the names of the
	// environment variables that hold credentials.
	Source string
	// Getenv reads those variables; nil: none is set.
	Getenv func(string) string
	// AllowHosts may be called beside the servers of the document.
	AllowHosts []string
	// AllowPrivate lets calls reach loopback and private addresses.
	AllowPrivate bool
	// Limits of calls; zero values give the defaults of package guarded.
	Limits guarded.Config
}

// Executor calls the operations of a Document.
type Executor struct {
	*guarded.Executor
}

type caller struct {
	doc    *Document
	byName map[string]*Operation
	cfg    Config
	policy outbound.Policy
	client *http.Client
}

// Executor makes an executor of the document's tools. Close it after use. It fails when an
// operation has no server.
func (d *Document) Executor(cfg Config) (*Executor, error) {
	if cfg.Getenv == nil {
		cfg.Getenv = func(string) string { return "" }
	}
	c := &caller{doc: d, cfg: cfg, byName: make(map[string]*Operation, len(d.Operations))}
	for i := range d.Operations {
		o := &d.Operations[i]
		if u, err := url.Parse(o.Server); err != nil || u.Host == "" {
			return nil, fmt.Errorf("the OpenAPI document does not say on which server %s is; give it with --server URL", o.Spec.Name)
		}
		c.byName[o.Spec.Name] = o
	}
	var secret []string
	for _, s := range d.Schemes {
		if s.Kind == "apiKey" && s.In == "header" {
			secret = append(secret, s.Name)
		}
	}
	c.policy = outbound.Policy{Hosts: append(d.Hosts(), cfg.AllowHosts...), Private: cfg.AllowPrivate}
	c.client = c.policy.Client(secret...)
	return &Executor{guarded.New(c, d.Specs(), cfg.Limits)}, nil
}

// Close ends idle connections.
func (c *caller) Close() error {
	c.client.CloseIdleConnections()
	return nil
}

// Call sends one request. Arguments have been checked against the tool's document.
func (c *caller) Call(ctx context.Context, call tool.Call) (tool.Result, error) {
	o, ok := c.byName[call.Name]
	if !ok {
		return call.Fail(tool.FaultUnknownTool, "there is no such tool"), nil
	}
	r, err := o.request(ctx, call.Arguments)
	var bad *badArgument
	if errors.As(err, &bad) {
		return call.Fail(tool.FaultInvalidArguments, call.Name+": "+bad.Error()), nil
	}
	if err != nil {
		return tool.Result{}, err
	}
	keys, err := c.doc.authenticate(o, r, c.cfg.Source, c.cfg.Getenv)
	if err != nil {
		return call.Fail(tool.FaultRefused, err.Error()), nil
	}
	response, err := c.client.Do(r)
	if err != nil {
		return c.broken(ctx, call, r, keys, err), nil
	}
	defer func() { _ = response.Body.Close() }()
	body, err := outbound.ReadAll(response.Body, maxBody)
	if err != nil {
		return c.broken(ctx, call, r, keys, err), nil
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return c.refusedByServer(call, response, body, keys), nil
	}
	return tool.Result{CallID: call.ID, Content: content(response.Header.Get("Content-Type"), body, keys)}, nil
}

// broken names why there is no response.
func (c *caller) broken(ctx context.Context, call tool.Call, r *http.Request, keys credentials, err error) tool.Result {
	var large *outbound.TooLarge
	var timeout net.Error
	reason, refused := outbound.IsRefused(err)
	switch {
	case refused:
		return call.Fail(tool.FaultRefused, keys.redact(call.Name+": "+reason))
	case errors.As(err, &large):
		return call.Fail(tool.FaultTooLarge, fmt.Sprintf("%s: the response has %v; ask for less", call.Name, large))
	case ctx.Err() != nil, errors.As(err, &timeout) && timeout.Timeout():
		return call.Fail(tool.FaultTimeout, fmt.Sprintf("%s: %s did not answer in time", call.Name, r.URL.Host))
	}
	return call.Fail(tool.FaultUnavailable, keys.redact(fmt.Sprintf("%s: %s cannot be reached: %v", call.Name, r.URL.Host, outbound.Cause(err))))
}

// refusedByServer names what a status other than 2xx means.
func (c *caller) refusedByServer(call tool.Call, response *http.Response, body []byte, keys credentials) tool.Result {
	fault := tool.FaultFailed
	hint := ""
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		fault = tool.FaultUnavailable
	case http.StatusRequestTimeout:
		fault = tool.FaultTimeout
	case http.StatusUnauthorized, http.StatusForbidden:
		if len(keys.names) > 0 {
			hint = " (the credentials are from " + strings.Join(keys.names, " and ") + ")"
		}
	}
	text := strings.ToValidUTF8(keys.redact(strings.TrimSpace(string(body[:min(len(body), maxErrorRead)]))), "�")
	message := fmt.Sprintf("%s: HTTP %d %s%s", call.Name, response.StatusCode, http.StatusText(response.StatusCode), hint)
	if text != "" {
		message += ": " + shortened(text, maxErrorText)
	}
	return call.Fail(fault, message)
}

const (
	maxErrorRead = 64 << 10
	maxErrorText = 2000
)

// content is a response as a JSON value: JSON as it is, other text as a string, nothing as null.
// Of bytes that are no text only type and length are told.
func content(kind string, body []byte, keys credentials) json.RawMessage {
	body = []byte(keys.redact(string(body)))
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")))
	var out any = string(body)
	switch {
	case len(trimmed) == 0:
		return json.RawMessage("null")
	case utf8.Valid(trimmed) && json.Valid(trimmed):
		var b bytes.Buffer
		if json.Compact(&b, trimmed) == nil {
			return b.Bytes()
		}
	case !utf8.Valid(body):
		out = map[string]any{"content_type": kind, "bytes": len(body)}
	}
	text, err := encode(out, 2*maxBody*6)
	if err != nil { // strings and numbers always encode
		return json.RawMessage("null")
	}
	return text
}
