package openai

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"deft/chat"
)

// NewTransport gives a transport that keeps as many connections to one host as a run has requests
// in flight. It speaks HTTP/1.1: one HTTP/2 connection would make hundreds of requests wait for
// each other's packets.
func NewTransport() *http.Transport {
	protocols := &http.Protocols{}
	protocols.SetHTTP1(true)
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
		IdleConnTimeout:     90 * time.Second,
		MaxIdleConnsPerHost: 4096,
		Protocols:           protocols,
		// Replies are a few KB: inflating them would cost more than reading them.
		DisableCompression: true,
	}
}

// send makes one HTTP exchange within the configured timeout and reads the whole reply. Redirects
// are not followed: they would send the key elsewhere.
func (m *Model) send(ctx context.Context, method, path string, body []byte) (int, http.Header, []byte, error) {
	asked := ctx
	ctx, cancel := context.WithTimeout(ctx, m.cfg.Timeout)
	defer cancel()
	v1 := m.withV1.Load()
	for {
		base := m.base
		if v1 {
			base += "/v1"
		}
		status, header, reply, err := m.roundTrip(ctx, method, base+path+m.query, body)
		if err != nil {
			return 0, nil, nil, m.broken(asked, ctx, err)
		}
		if status == http.StatusNotFound && m.noPath && !v1 {
			v1 = true
			continue
		}
		if v1 && status != http.StatusNotFound {
			m.withV1.Store(true)
		}
		return status, header, reply, nil
	}
}

func (m *Model) roundTrip(ctx context.Context, method, target string, body []byte) (int, http.Header, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	request.Header = m.header
	response, err := m.transport.RoundTrip(request)
	if err != nil {
		return 0, nil, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	reply, err := readAll(response, m.cfg.MaxReply)
	return response.StatusCode, response.Header, reply, err
}

var errTooLarge = errors.New("reply too large")

// readAll reads a body of at most limit bytes.
func readAll(r *http.Response, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, errTooLarge
	}
	if r.ContentLength >= 0 && r.ContentLength <= 1<<20 {
		body := make([]byte, r.ContentLength)
		_, err := io.ReadFull(r.Body, body)
		return body, err
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = errTooLarge
	}
	return body, err
}

// broken turns what the transport reports into an error: the end of the caller's context as it is,
// everything else as a *chat.Error.
func (m *Model) broken(asked, ctx context.Context, err error) error {
	if asked.Err() != nil {
		return &fault{text: "asking " + m.cfg.Model + ": " + asked.Err().Error(), is: asked.Err()}
	}
	e := &chat.Error{Class: chat.ErrConnection}
	var timeout interface{ Timeout() bool }
	var dns *net.DNSError
	switch {
	case errors.Is(err, errTooLarge):
		e.Class = chat.ErrTooLarge
		e.Err = m.says("%s sent a reply of more than %d bytes", m.shown, m.cfg.MaxReply)
		e.Hint = "Limit the reply with --max-tokens."
		return e
	case ctx.Err() != nil:
		e.Class = chat.ErrTimeout
		e.Err = m.says("no complete answer from %s within %s", m.shown, m.cfg.Timeout)
		e.Hint = "Give it longer with --timeout, or lower --concurrency."
		return e
	case errors.As(err, &timeout) && timeout.Timeout():
		e.Class = chat.ErrTimeout
	case errors.As(err, &dns) && dns.IsNotFound:
		e.Hint = "Check the host in the base URL."
	case refused(err):
		e.Hint = "Is the server running at " + m.shown + "?"
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	e.Err = &fault{text: m.clean(m.shown + ": " + err.Error()), is: err}
	return e
}

func refused(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial" && strings.Contains(err.Error(), "refused")
}
