// Package endpoint encodes texts with any server that speaks OpenAI's /v1/embeddings.
package endpoint

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"deft/retrieve/embed"
)

// Config says which server and model to ask. BaseURL and Model are required.
type Config struct {
	// BaseURL up to and including the version: "http://localhost:8080/v1".
	BaseURL string
	Model   string
	// Key is sent as a bearer token; empty: none. It appears in no error, name or log.
	Key string
	// Batch is how many texts go in one request; 0 means 64.
	Batch int
	// Attempts on a failure that may pass; 0 means 6.
	Attempts int
	// Client; nil means one with a timeout of two minutes a request.
	Client *http.Client
	// Sleep waits between attempts; nil means really waiting. Tests replace it.
	Sleep func(ctx context.Context, d time.Duration) error
}

// Encoder asks the server. It is safe for concurrent use.
type Encoder struct {
	c    Config
	name string
	url  string
}

// maxReply bounds one reply: 2,048 vectors of 4,096 numbers written out take about 100 MB.
const maxReply = 256 << 20

// New checks the configuration and fills in its defaults. It asks nothing of the server.
func New(c Config) (*Encoder, error) {
	if c.BaseURL == "" || c.Model == "" {
		return nil, errors.New("an embeddings endpoint needs a base URL and a model: http://localhost:8080/v1#NAME")
	}
	u, err := url.Parse(c.BaseURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, errors.New("the base URL of the embeddings endpoint is not of the form http://HOST:PORT/v1") // it may hold a password: not repeated
	}
	target := u.JoinPath("embeddings").String()
	u.User, u.RawQuery = nil, "" // either may be a secret
	if c.Batch <= 0 {
		c.Batch = 64
	}
	if c.Attempts <= 0 {
		c.Attempts = 6
	}
	if c.Client == nil {
		c.Client = &http.Client{Timeout: 2 * time.Minute}
	}
	if c.Sleep == nil {
		c.Sleep = sleep
	}
	return &Encoder{c, strings.TrimRight(u.String(), "/") + "#" + c.Model, target}, nil
}

// Name is BASE_URL#MODEL, the URL without any password or query.
func (e *Encoder) Name() string { return e.name }

// String is Name, so that printing an encoder shows no key.
func (e *Encoder) String() string { return e.Name() }

// Encode asks in batches. Vectors are checked and brought to unit norm. An empty text is sent as
// one space, because servers refuse empty ones.
func (e *Encoder) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for from := 0; from < len(texts); from += e.c.Batch {
		batch := texts[from:min(from+e.c.Batch, len(texts))]
		vectors, err := e.batch(ctx, batch)
		if err != nil {
			return nil, fmt.Errorf("embed texts %d to %d of %d with %s: %w", from, from+len(batch)-1, len(texts), e.Name(), err)
		}
		out = append(out, vectors...)
	}
	if len(out) > 0 {
		if err := embed.Check(out, len(texts)); err != nil {
			return nil, fmt.Errorf("embed with %s: %w", e.Name(), err)
		}
	}
	return out, nil
}

// passing is an error after which the same request may succeed.
type passing struct {
	error
	after time.Duration
}

func (p passing) Unwrap() error { return p.error }

func (e *Encoder) batch(ctx context.Context, texts []string) ([][]float32, error) {
	input := make([]string, len(texts))
	for i, t := range texts {
		if input[i] = t; t == "" {
			input[i] = " "
		}
	}
	body, err := json.Marshal(map[string]any{"model": e.c.Model, "input": input, "encoding_format": "float"})
	if err != nil {
		return nil, err
	}
	wait := time.Second / 2
	for attempt := 1; ; attempt++ {
		vectors, err := e.once(ctx, body, len(texts))
		var p passing
		if err == nil || !errors.As(err, &p) || ctx.Err() != nil {
			return vectors, err
		}
		if attempt == e.c.Attempts {
			return nil, fmt.Errorf("gave up after %d attempts: %w", attempt, err)
		}
		if err := e.c.Sleep(ctx, max(wait, min(p.after, time.Minute))); err != nil {
			return nil, err
		}
		wait = min(2*wait, 20*time.Second)
	}
}

func (e *Encoder) once(ctx context.Context, body []byte, n int) ([][]float32, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if e.c.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.c.Key)
	}
	resp, err := e.c.Client.Do(req)
	if err != nil {
		var at *url.Error
		if errors.As(err, &at) {
			err = at.Err // without the URL, which may hold a password
		}
		return nil, passing{fmt.Errorf("%w. Is the server running?", err), 0}
	}
	defer resp.Body.Close()
	reply, err := io.ReadAll(io.LimitReader(resp.Body, maxReply))
	if err != nil {
		return nil, passing{fmt.Errorf("read the reply: %w", err), 0}
	}
	if resp.StatusCode != http.StatusOK {
		return nil, e.status(resp, reply)
	}
	var parsed struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(reply, &parsed); err != nil {
		return nil, passing{fmt.Errorf("the reply is no embeddings JSON: %w", err), 0}
	}
	vectors := make([][]float32, n)
	for _, d := range parsed.Data {
		if d.Index < 0 || d.Index >= n || vectors[d.Index] != nil {
			return nil, passing{fmt.Errorf("the reply has index %d out of place for %d texts", d.Index, n), 0}
		}
		vectors[d.Index] = d.Embedding
	}
	if err := embed.Check(vectors, n); err != nil {
		return nil, passing{fmt.Errorf("the reply's vectors are unusable: %w", err), 0}
	}
	for _, v := range vectors {
		embed.Normalize(v)
	}
	return vectors, nil
}

// status makes the error of a reply that is not 200, with the beginning of what the server said.
func (e *Encoder) status(resp *http.Response, reply []byte) error {
	said := string(reply[:min(len(reply), 1<<16)])
	if e.c.Key != "" {
		said = strings.ReplaceAll(said, e.c.Key, "[key]") // some servers repeat it
	}
	said = strings.ToValidUTF8(said[:min(len(said), 300)], "?")
	err := fmt.Errorf("HTTP %d: %s", resp.StatusCode, strings.TrimSpace(said))
	switch s := resp.StatusCode; {
	case s == 408 || s == 409 || s == 429 || s >= 500:
		seconds, _ := strconv.ParseFloat(resp.Header.Get("Retry-After"), 64)
		return passing{err, time.Duration(max(0, min(seconds, 3600)) * float64(time.Second))}
	case s == 401 || s == 403:
		return fmt.Errorf("%w. Check the key of this endpoint", err)
	case s == 404:
		return fmt.Errorf("%w. Check the model's name and that the base URL ends in /v1", err)
	}
	return err
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
