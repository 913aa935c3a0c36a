// Package cached keeps a model's replies on disk, so that a run made again asks nothing again.
//
// The key of an entry is the SHA-256 of a JSON array of
//
//	version of this layout, name of the model as configured,
//	sample, trial, role, turn,
//	messages, tools, sampling (with the seed), schema
//
// A run's id is not in it: a second run with the same settings finds the first one's replies. The
// trial is: trials of a sample are separate draws and never share an entry, and neither do two
// samples or turns that happen to ask the same. The model's name is how an endpoint is shown to
// users and holds no key or password; nothing else about the endpoint is stored.
//
// Entries are files DIR/xx/yyyy….json, xx being the first two digits of the key. Each is written
// to the side and renamed, so that processes can share a folder. An entry that cannot be read, or
// whose checksum is wrong, counts as absent and is written anew. Errors are never kept.
package cached

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"deft/chat"
	"deft/tool"
)

// version of the layout of keys and entries. Entries of another version are never found.
const version = 1

// Config of New.
type Config struct {
	// Dir is the folder of the cache; it is made when the first entry is written.
	Dir string
	// Name is the model as configured, such as "openai/NAME" or "http://host/v1#NAME", without secrets.
	Name string
	// Problem, when set, is told the first time that an entry could not be written. The replies
	// themselves are not affected.
	Problem func(error)
}

// Model is the decorator. It is safe for concurrent use, also by several processes.
type Model struct {
	inner chat.Model
	cfg   Config

	hits, misses atomic.Int64
	told         atomic.Bool
}

// New wraps inner. Put it above everything that costs: retries, limits, prices.
func New(inner chat.Model, c Config) *Model { return &Model{inner: inner, cfg: c} }

// Stats says how many requests were answered from disk and how many were asked.
func (m *Model) Stats() (hits, misses int) { return int(m.hits.Load()), int(m.misses.Load()) }

// Generate gives the kept reply, or asks and keeps the reply. A kept reply has the tokens, the
// latency and the served model of the exchange it comes from, and a cost of 0 where that had one.
func (m *Model) Generate(ctx context.Context, r chat.Request) (chat.Response, error) {
	if err := ctx.Err(); err != nil {
		return chat.Response{}, err
	}
	key, err := m.key(r)
	if err != nil { // a request that is not JSON has no key; the model may still take it
		return m.inner.Generate(ctx, r)
	}
	path := filepath.Join(m.cfg.Dir, key[:2], key[2:]+".json")
	if response, ok := read(path, key); ok {
		m.hits.Add(1)
		if response.Usage.CostUSD != nil {
			response.Usage.CostUSD = new(float64)
		}
		return response, nil
	}
	m.misses.Add(1)
	response, err := m.inner.Generate(ctx, r)
	if err != nil {
		return response, err
	}
	if err := write(path, key, response); err != nil && m.cfg.Problem != nil && !m.told.Swap(true) {
		m.cfg.Problem(fmt.Errorf("replies are not cached: %w: check %s, or run with --no-cache", err, m.cfg.Dir))
	}
	return response, nil
}

// Preflight is the inner model's.
func (m *Model) Preflight(ctx context.Context) error {
	if p, ok := m.inner.(chat.Preflighter); ok {
		return p.Preflight(ctx)
	}
	return nil
}

// key is the hash of everything that determines the reply.
func (m *Model) key(r chat.Request) (string, error) {
	h := sha256.New()
	e := json.NewEncoder(h)
	err := e.Encode([]any{
		version, m.cfg.Name, r.Key.Sample, r.Key.Trial, r.Key.Role, r.Key.Turn,
		r.Messages, r.Tools, r.Sampling, r.Schema,
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// entry is a file. Sum is the SHA-256 of Reply as it stands in the file.
type entry struct {
	Key   string          `json:"key"`
	Sum   string          `json:"sum"`
	Reply json.RawMessage `json:"reply"`
}

// kept is a reply as stored: arguments are texts, so that JSON's writer does not touch them.
type kept struct {
	chat.Response
	Arguments []string `json:"arguments,omitempty"`
}

func read(path, key string) (chat.Response, bool) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return chat.Response{}, false
	}
	var e entry
	if json.Unmarshal(raw, &e) != nil || e.Key != key || e.Sum != sum(e.Reply) {
		return chat.Response{}, false
	}
	var k kept
	if json.Unmarshal(e.Reply, &k) != nil || len(k.Arguments) != len(k.Message.ToolCalls) {
		return chat.Response{}, false
	}
	for i, a := range k.Arguments {
		if a != "" {
			k.Message.ToolCalls[i].Arguments = json.RawMessage(a)
		}
	}
	return k.Response, true
}

func write(path, key string, r chat.Response) error {
	k := kept{Response: r}
	calls := make([]tool.Call, len(r.Message.ToolCalls))
	for i, c := range r.Message.ToolCalls {
		k.Arguments = append(k.Arguments, string(c.Arguments))
		c.Arguments = nil
		calls[i] = c
	}
	k.Message.ToolCalls = calls
	reply, err := marshal(k)
	if err != nil {
		return err
	}
	raw, err := marshal(entry{Key: key, Sum: sum(reply), Reply: reply})
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".new-*")
	if errors.Is(err, os.ErrNotExist) {
		if err = os.MkdirAll(dir, 0o700); err == nil {
			f, err = os.CreateTemp(dir, ".new-*")
		}
	}
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

func sum(reply []byte) string {
	s := sha256.Sum256(reply)
	return hex.EncodeToString(s[:])
}
