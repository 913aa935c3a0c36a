package openai

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"deft/chat"
	"deft/chat/chattest"
	"deft/chat/retried"
)

func open(t testing.TB, c Config) *Model {
	t.Helper()
	if c.Model == "" {
		c.Model = "fake"
	}
	m, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	return m
}

func TestEndpoint(t *testing.T) {
	chattest.TestEndpoint(t, func(t *testing.T, base string, timeout time.Duration) chat.Model {
		return open(t, Config{BaseURL: base, Timeout: timeout})
	})
}

// answering serves one fixed answer to every request.
func answering(t testing.TB, status int, header map[string]string, body string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for k, v := range header {
			w.Header().Set(k, v)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

func failureOf(t *testing.T, err error) *chat.Error {
	t.Helper()
	var e *chat.Error
	if !errors.As(err, &e) {
		t.Fatalf("not a *chat.Error: %v", err)
	}
	return e
}

func TestErrorClasses(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		status int
		header map[string]string
		body   string
		class  chat.ErrorClass
		says   string
		wait   time.Duration
	}{
		{"wrong key", 401, nil, `{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}`, chat.ErrAuth, "set OPENAI_API_KEY", 0},
		{"forbidden", 403, nil, `{"error":"no"}`, chat.ErrAuth, "says: no", 0},
		{"google's wrong key", 400, nil, `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]`, chat.ErrAuth, "not valid", 0},
		{"no credit", 429, nil, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`, chat.ErrAuth, "billing", 0},
		{"no such model", 404, nil, `{"error":{"message":"The model does not exist","code":"model_not_found"}}`, chat.ErrNotFound, "Check the model's name", 0},
		{"litellm's unknown model", 400, nil, `{"error":{"message":"Invalid model name passed in model=x","code":"400"}}`, chat.ErrNotFound, "Invalid model name", 0},
		{"rate", 429, map[string]string{"Retry-After": "7"}, `{"error":{"message":"slow down"}}`, chat.ErrRateLimited, "--concurrency", 7 * time.Second},
		{"rate with a date", 429, map[string]string{"Retry-After": "Fri, 01 May 2026 12:00:30 GMT"}, `{}`, chat.ErrRateLimited, "", 30 * time.Second},
		{"rate with a past date", 503, map[string]string{"Retry-After": "Fri, 01 May 2026 11:00:30 GMT"}, `{}`, chat.ErrServer, "", 0},
		{"rate in milliseconds", 429, map[string]string{"Retry-After-Ms": "1500", "Retry-After": "2"}, ``, chat.ErrRateLimited, "", 1500 * time.Millisecond},
		{"google's delay", 429, nil, `{"error":{"message":"quota","details":[{"@type":"x"},{"retryDelay":"34s"}]}}`, chat.ErrRateLimited, "", 34 * time.Second},
		{"odd delay", 429, map[string]string{"Retry-After": "-5"}, ``, chat.ErrRateLimited, "", 0},
		{"huge delay", 429, map[string]string{"Retry-After": "1e99"}, ``, chat.ErrRateLimited, "", 24 * time.Hour},
		{"request timeout", 408, nil, ``, chat.ErrServer, "", 0},
		{"conflict", 409, nil, ``, chat.ErrServer, "", 0},
		{"overloaded", 529, nil, `{"error":{"message":"Overloaded"}}`, chat.ErrServer, "Overloaded", 0},
		{"gateway's page", 502, map[string]string{"Content-Type": "text/html"}, `<html><h1>Bad Gateway`, chat.ErrServer, "a web page", 0},
		{"openai overflow", 400, nil, `{"error":{"message":"too long","code":"context_length_exceeded"}}`, chat.ErrContext, "--retrieve", 0},
		{"vllm overflow", 400, nil, `{"object":"error","message":"This model's maximum context length is 4096 tokens."}`, chat.ErrContext, "", 0},
		{"anthropic overflow", 400, nil, `{"error":{"message":"prompt is too long: 205000 tokens > 200000 maximum"}}`, chat.ErrContext, "", 0},
		{"google overflow", 400, nil, `[{"error":{"message":"The input token count (2000000) exceeds the maximum number of tokens allowed (1048576)."}}]`, chat.ErrContext, "", 0},
		{"llama.cpp overflow", 400, nil, `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`, chat.ErrContext, "", 0},
		{"ollama overflow", 500, nil, `{"error":{"message":"the input length exceeds the context length"}}`, chat.ErrContext, "", 0},
		{"fastapi's list", 422, nil, `{"detail":[{"loc":["body"],"msg":"field required"}]}`, chat.ErrBadRequest, "field required", 0},
		{"bad request", 400, nil, `{"error":{"message":"bad tool"}}`, chat.ErrBadRequest, "bad tool", 0},
		{"redirect", 301, map[string]string{"Location": "https://new.example/v1"}, ``, chat.ErrBadRequest, "https://new.example/v1", 0},
		{"web page", 200, map[string]string{"Content-Type": "text/html"}, `<html>hello`, chat.ErrMalformed, "usually ends in /v1", 0},
		{"error with status 200", 200, nil, `{"error":{"message":"upstream down","code":502}}`, chat.ErrServer, "upstream down", 0},
		{"rate with status 200", 200, nil, `{"error":{"message":"slow","code":429},"choices":[]}`, chat.ErrRateLimited, "slow", 0},
		{"null", 200, nil, `null`, chat.ErrMalformed, "without choices", 0},
		{"a list", 200, nil, `[]`, chat.ErrMalformed, "not a completion", 0},
		{"nothing", 200, nil, ``, chat.ErrMalformed, "not a completion", 0},
		{"broken off", 200, nil, `{"choices":[{"finish_reason":"error","message":{"content":"x"}}]}`, chat.ErrServer, "broke the reply off", 0},
		{"hostile", 400, nil, `{"error":{"message":"\u001b[2Ja\u0000b\u202e` + strings.Repeat("x", 100000) + `"}}`, chat.ErrBadRequest, " [2Ja b", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := open(t, Config{BaseURL: answering(t, c.status, c.header, c.body), Now: func() time.Time { return now }})
			_, err := m.Generate(t.Context(), chattest.Ask("x"))
			e := failureOf(t, err)
			if e.Class != c.class || e.Status != c.status && c.status != 200 || e.RetryAfter != c.wait {
				t.Errorf("class %s, status %d, wait %s: %v", e.Class, e.Status, e.RetryAfter, e)
			}
			if text := e.Error(); !strings.Contains(text, c.says) || len(text) > 1000 || strings.ContainsAny(text, "\x1b\x00\u202e") {
				t.Errorf("text %q lacks %q, or is not fit to print", text, c.says)
			}
		})
	}
}

func TestFiltered(t *testing.T) {
	for _, base := range []string{
		answering(t, 400, nil, `{"error":{"message":"filtered","code":"content_filter"}}`),
		answering(t, 200, nil, `{"choices":[{"finish_reason":"content_filter","message":{"content":null}}]}`),
	} {
		r, err := open(t, Config{BaseURL: base}).Generate(t.Context(), chattest.Ask("x"))
		if err != nil || r.Finish != chat.FinishFilter || r.Message.Content != "" {
			t.Errorf("got %+v, %v", r, err)
		}
	}
}

func TestTooLarge(t *testing.T) {
	s := chattest.NewServer(t, chattest.Options{Fault: func(chattest.Request) chattest.Fault { return chattest.Large }})
	m := open(t, Config{BaseURL: s.URL, MaxReply: 1 << 20})
	_, err := m.Generate(t.Context(), chattest.Ask("x"))
	if e := failureOf(t, err); e.Class != chat.ErrTooLarge || e.Retryable() {
		t.Errorf("got %v", err)
	}
	// The same without a Content-Length.
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 40 {
			_, _ = w.Write(make([]byte, 64<<10))
			w.(http.Flusher).Flush()
		}
	}))
	defer h.Close()
	_, err = open(t, Config{BaseURL: h.URL, MaxReply: 1 << 20}).Generate(t.Context(), chattest.Ask("x"))
	if e := failureOf(t, err); e.Class != chat.ErrTooLarge {
		t.Errorf("got %v", err)
	}
}

// TestKeyIsNeverShown lets servers send the key back in every place an error text may come from.
func TestKeyIsNeverShown(t *testing.T) {
	const key = "sk-secret+value/1234567890"
	raw := func(reply string) string {
		h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			c, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_, _ = c.Write([]byte(reply))
				_ = c.Close()
			}
		}))
		t.Cleanup(h.Close)
		return h.URL
	}
	bases := []string{
		answering(t, 301, map[string]string{"Location": "http://h/?key=" + key}, ""),
		answering(t, 200, nil, key),
		answering(t, 200, nil, `{"choices":"`+key+`"}`),
		answering(t, 200, nil, `{"error":{"message":"`+key+`"}}`),
		raw("HTTP/1.1 abc " + key + "\r\n\r\n"),
		raw(key + "\r\n\r\n"),
		raw("HTTP/1.1 200 OK\r\nContent-Length: " + key + "\r\n\r\n"),
		"http://user:" + url.QueryEscape(key) + "@127.0.0.1:1/v1?key=" + url.QueryEscape(key),
		"http://127.0.0.1:1/v1?key=" + key,
	}
	for _, status := range []int{400, 401, 403, 404, 422, 429, 500, 503} {
		for _, body := range []string{
			`{"error":{"message":"bad key ` + key + `"}}`, `{"error":"` + key + `"}`, key, `{"detail":"Bearer ` + key + `"}`,
			`{"error":{"message":"` + strings.Repeat("x", 380) + key + `"}}`, `{"unknown":"` + key + `"}`,
			strings.Repeat("y", 64<<10-40) + key, strings.Repeat("y ", 32<<10-5) + key,
			`{"error":{"code":"` + key + `","type":"` + key + `","message":"` + strings.ReplaceAll(key, "/", `\/`) + `"}}`,
		} {
			bases = append(bases, answering(t, status, nil, body))
		}
	}
	for i, base := range bases {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			m := open(t, Config{BaseURL: base, Model: "m", Key: key, Timeout: 5 * time.Second})
			m.pause = time.Millisecond
			_, failed := retried.New(m, retried.Config{Attempts: 2, Base: time.Millisecond}).Generate(t.Context(), chattest.Ask("x"))
			if failed == nil {
				t.Error("no error")
			}
			for _, err := range []error{failed, m.Preflight(t.Context())} {
				for e := err; e != nil; e = errors.Unwrap(e) {
					if text := fmt.Sprintf("%v %+v %#v %q", e, e, e, e); strings.Contains(text, key[:12]) {
						t.Errorf("the key is shown: %s", text)
					}
				}
			}
			if text := fmt.Sprintf("%v %+v %#v", m.cfg, m.cfg, m.cfg); strings.Contains(text, key) {
				t.Errorf("configuration: %s", text)
			}
		})
	}
}

func TestConfiguration(t *testing.T) {
	for _, c := range []Config{
		{BaseURL: "localhost:8000", Model: "m"}, {BaseURL: "ftp://h", Model: "m"}, {BaseURL: "http://", Model: "m"},
		{BaseURL: "http://h"}, {Model: "m", Key: "sk-\nx"}, {Model: "\xff"},
	} {
		m, err := New(c)
		if err == nil {
			t.Errorf("%+v: accepted as %v", c, m.cfg)
			continue
		}
		if e := failureOf(t, err); e.Hint == "" {
			t.Errorf("no hint: %v", err)
		}
	}
}

// Faults of the first tries are overcome by retried; lasting ones end as errors, never as replies.
func TestFaultMatrix(t *testing.T) {
	for _, fault := range chattest.Faults {
		for _, times := range []int{2, 100} {
			t.Run(fmt.Sprintf("%s/%d", fault, times), func(t *testing.T) {
				t.Parallel()
				s := chattest.NewServer(t, chattest.Options{Fault: chattest.First(times, fault)})
				m := retried.New(open(t, Config{BaseURL: s.URL, Timeout: 100 * time.Millisecond}), retried.Config{Attempts: 3, Base: time.Millisecond, Patience: 2 * time.Second})
				if fault == chattest.Large {
					m = retried.New(open(t, Config{BaseURL: s.URL}), retried.Config{})
				}
				r, err := m.Generate(t.Context(), chattest.Ask("p"))
				switch {
				case fault.Answers():
					if err != nil || s.Tries("p") != 1 {
						t.Errorf("an odd but whole reply: %d tries, %v", s.Tries("p"), err)
					}
				case times == 2:
					if err != nil || r.Message.Content != "ok: p" || s.Tries("p") != 3 {
						t.Errorf("%d tries, got %q, %v", s.Tries("p"), r.Message.Content, err)
					}
				default:
					if e := failureOf(t, err); !e.Retryable() || !strings.HasPrefix(err.Error(), "after 3 attempts") || s.Tries("p") != 3 {
						t.Errorf("%d tries, %v", s.Tries("p"), err)
					}
				}
			})
		}
	}
}

// A base URL without a path works whether or not the API lies under /v1.
func TestBaseWithoutPath(t *testing.T) {
	s := chattest.NewServer(t, chattest.Options{Models: []string{"fake"}})
	bare := strings.TrimSuffix(s.URL, "/v1")
	m := open(t, Config{BaseURL: bare + "/"})
	for range 2 {
		if _, err := m.Generate(t.Context(), chattest.Ask("x")); err != nil {
			t.Fatal(err)
		}
	}
	_, err := open(t, Config{BaseURL: bare, Model: "none"}).Generate(t.Context(), chattest.Ask("x"))
	if e := failureOf(t, err); e.Class != chat.ErrNotFound || !strings.Contains(err.Error(), "none") {
		t.Errorf("got %v", err)
	}
}
