package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deft/internal/race"
	"deft/tool"
	"deft/tool/guarded"
)

// hostile answers the handshake and then whatever comes to its mind.
type hostile struct {
	t    *testing.T
	pick func(int) int
	hits atomic.Int64
}

func (h *hostile) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var q struct {
		ID     json.RawMessage
		Method string
	}
	_ = json.Unmarshal(body, &q)
	w.Header().Set("Content-Type", "application/json")
	switch {
	case r.Method != http.MethodPost:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case q.Method == "initialize":
		w.Header().Set("Mcp-Session-Id", fmt.Sprint(h.pick(1000)))
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"h","version":"1"}}}`, q.ID)
	case q.Method == "tools/call":
		h.hits.Add(1)
		h.answer(w, r, string(q.ID))
	case len(q.ID) == 0:
		w.WriteHeader(http.StatusAccepted)
	default:
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`, q.ID)
	}
}

func (h *hostile) answer(w http.ResponseWriter, r *http.Request, id string) {
	results := []string{
		`{"content":null}`, `{"content":[null]}`, `{"content":[{"type":"nosuch","x":1}]}`, `{"content":[{"type":"text"}],"isError":true}`, `{"content":"x"}`, `7`, `null`, `{}`,
		`{"content":[{"type":"image","data":"!!!"}]}`, `{"content":[{"type":"text","text":"{\"a\":"}]}`, `{"content":[{"type":"resource"}]}`,
		`{"structuredContent":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + `,"content":[]}`, `{"content":[{"type":"text","text":"\ud800` + "\xff" + `"}]}`,
	}
	switch n := h.pick(400); {
	case n == 0: // silence
		<-r.Context().Done()
	case n == 1: // a stream that never ends
		w.Header().Set("Content-Type", "text/event-stream")
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<14)); err != nil {
				return
			}
		}
	case n < 4:
		if c, _, err := w.(http.Hijacker).Hijack(); err == nil {
			_ = c.Close()
		}
	case n < 6:
		http.Redirect(w, r, []string{"http://10.0.0.1/", "file:///etc/passwd", "//evil.example/"}[h.pick(3)], http.StatusTemporaryRedirect)
	case n < 8:
		w.WriteHeader([]int{400, 401, 404, 500, 503, 204}[h.pick(6)])
	case n < 10:
		_, _ = io.WriteString(w, []string{"", "{", "\xff", "[]", `{"jsonrpc":"2.0","id":"other","result":{}}`, strings.Repeat("x", 200_000)}[h.pick(6)])
	case n < 100:
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, id, -32602+h.pick(5), strings.Repeat("é", h.pick(3000)))
	default:
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, results[h.pick(len(results))])
	}
}

// TestHostileServer makes 10,000 calls of a server that answers anything: each ends within its
// limit as a result or a named fault.
func TestHostileServer(t *testing.T) {
	n := 10_000
	if testing.Short() || race.Enabled {
		n = 1_000
	}
	random := rand.New(rand.NewPCG(3, 4))
	var mu sync.Mutex
	h := &hostile{t: t, pick: func(k int) int { mu.Lock(); defer mu.Unlock(); return random.IntN(k) }}
	web := httptest.NewServer(h)
	defer web.Close()
	s, err := Open(context.Background(), Config{
		URL: web.URL, AllowPrivate: true, MaxMessage: 100_000, ConnectTimeout: time.Second,
		Specs:  []tool.Spec{{Name: "a"}, {Name: "b", Tags: map[string]string{"repeatable": "true"}}},
		Limits: guarded.Config{Timeout: 500 * time.Millisecond, MaxResult: 4096, Concurrent: 64},
	})
	if err != nil {
		t.Fatal(err)
	}
	faults := map[string]int{}
	var wg sync.WaitGroup
	var left atomic.Int64
	left.Store(int64(n))
	for range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for left.Add(-1) >= 0 {
				start := time.Now()
				r, err := s.Call(context.Background(), tool.Call{Name: []string{"a", "b"}[h.pick(2)]})
				if err != nil || r.Fault == "" && !json.Valid(r.Content) || len(r.Content) > 8192 {
					t.Errorf("%v, fault %q, %d bytes", err, r.Fault, len(r.Content))
				}
				if took := time.Since(start); took > 20*time.Second {
					t.Errorf("a call took %v", took)
				}
				mu.Lock()
				faults[r.Fault]++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	t.Logf("%d reached the server: %v", h.hits.Load(), faults)
	if h.hits.Load() < int64(n)/2 || faults[""] == 0 || faults[tool.FaultFailed] == 0 {
		t.Error("the calls did not reach the server")
	}
}
