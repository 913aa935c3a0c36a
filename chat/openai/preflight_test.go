package openai

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"deft/chat"
	"deft/chat/chattest"
)

func TestPreflight(t *testing.T) {
	slow := chattest.NewServer(t, chattest.Options{Delay: time.Minute})
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the server notices the client's end only then
		<-r.Context().Done()
	}))
	t.Cleanup(hanging.Close)
	guarded := chattest.NewServer(t, chattest.Options{Key: "right", Models: []string{"fake", "small-model", "large-model"}})
	fault := func(n int, f chattest.Fault) string {
		return chattest.NewServer(t, chattest.Options{Fault: chattest.First(n, f)}).URL
	}
	for _, c := range []struct {
		name        string
		config      Config
		class       chat.ErrorClass // empty: all is well
		says        string
		immediately bool
	}{
		{"well", Config{BaseURL: guarded.URL, Key: "right"}, "", "", true},
		{"wrong key", Config{BaseURL: guarded.URL, Key: "wrong"}, chat.ErrAuth, "Check the key in OPENAI_API_KEY", true},
		{"no key", Config{BaseURL: guarded.URL, KeyName: "MY_KEY"}, chat.ErrAuth, "set MY_KEY", true},
		{"unknown model", Config{BaseURL: guarded.URL, Key: "right", Model: "smal-model"}, chat.ErrNotFound, "The server has small-model, large-model, fake.", true},
		{"dead", Config{BaseURL: "http://127.0.0.1:1/v1"}, chat.ErrConnection, "Is the server running", true},
		{"hangs", Config{BaseURL: hanging.URL}, chat.ErrTimeout, "Is it a model server", false},
		{"slow but alive", Config{BaseURL: slow.URL}, "", "", false},
		{"wrong path", Config{BaseURL: answering(t, 200, map[string]string{"Content-Type": "text/html"}, "<html>")}, chat.ErrMalformed, "usually ends in /v1", false},
		{"not found", Config{BaseURL: answering(t, 404, nil, "404 page not found")}, chat.ErrNotFound, "Check the model's name", true},
		{"busy", Config{BaseURL: fault(99, chattest.Busy)}, "", "", true},
		{"one failure", Config{BaseURL: fault(1, chattest.ServerError)}, "", "", false},
		{"one reset", Config{BaseURL: fault(1, chattest.Reset)}, "", "", false},
		{"fails", Config{BaseURL: fault(99, chattest.ServerError)}, chat.ErrServer, "look at its log", false},
		{"reasoning model", Config{BaseURL: answering(t, 400, nil, `{"error":{"message":"Could not finish the message because max_tokens or model output limit was reached."}}`)}, "", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := open(t, c.config)
			start := time.Now()
			err := m.Preflight(t.Context())
			took := time.Since(start)
			if took > 2*time.Second || c.immediately && took > time.Second {
				t.Errorf("took %s", took)
			}
			if c.class == "" {
				if err != nil {
					t.Errorf("got %v", err)
				}
				return
			}
			if e := failureOf(t, err); e.Class != c.class || e.Hint == "" || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want class %s and %q", err, c.class, c.says)
			}
		})
	}
}

func TestPreflightEndsWithItsContext(t *testing.T) {
	s := chattest.NewServer(t, chattest.Options{Fault: func(chattest.Request) chattest.Fault { return chattest.Hang }})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	start := time.Now()
	if err := open(t, Config{BaseURL: s.URL}).Preflight(ctx); err == nil || time.Since(start) > time.Second {
		t.Errorf("after %s: %v", time.Since(start), err)
	}
}

// Parameters a model refuses are left out from then on, and said so.
func TestRefusedParameters(t *testing.T) {
	var bodies []string
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := make([]byte, r.ContentLength)
		_, _ = r.Body.Read(body)
		bodies = append(bodies, string(body))
		refuse := func(message string) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"error":{"message":"` + message + `"}}`))
		}
		switch {
		case strings.Contains(string(body), `"max_tokens"`):
			refuse("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")
		case strings.Contains(string(body), `"response_format"`):
			refuse("This response_format type is unavailable now")
		case strings.Contains(string(body), `"temperature"`):
			refuse("Unsupported value: 'temperature' does not support 0 with this model.")
		default:
			_, _ = w.Write([]byte(`{"choices":[{"message":{"content":"ok"}}]}`))
		}
	}))
	defer h.Close()
	m := open(t, Config{BaseURL: h.URL + "/v1"})
	zero := 0.0
	r := chattest.Ask("x")
	r.Sampling = chat.Sampling{Temperature: &zero, MaxTokens: 9}
	r.Schema = json.RawMessage(`{"type":"object"}`)
	for range 2 {
		if got, err := m.Generate(t.Context(), r); err != nil || got.Message.Content != "ok" {
			t.Fatalf("got %+v, %v", got, err)
		}
	}
	if len(bodies) != 5 || !strings.Contains(bodies[4], `"max_completion_tokens":9`) || strings.Join(m.Dropped(), ",") != "temperature,response_format" {
		t.Errorf("dropped %v after %d requests:\n%s", m.Dropped(), len(bodies), strings.Join(bodies, "\n"))
	}
}
