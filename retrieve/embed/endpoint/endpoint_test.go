package endpoint_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"deft/retrieve/embed"
	"deft/retrieve/embed/endpoint"
)

// server embeds a text as (its length, 1) and hands every request to script first, which may answer itself.
func server(t *testing.T, script func(n int, w http.ResponseWriter, input []string) bool) *httptest.Server {
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Model string   `json:"model"`
			Input []string `json:"input"`
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.URL.Path != "/v1/embeddings" || body.Model != "m" {
			t.Errorf("unexpected request %s, model %q: %v", r.URL.Path, body.Model, err)
		}
		if got := r.Header.Get("Authorization"); got != "Bearer sk-secret" {
			t.Errorf("Authorization %q", got)
		}
		n++
		if script != nil && script(n, w, body.Input) {
			return
		}
		var b strings.Builder
		for i := len(body.Input) - 1; i >= 0; i-- { // out of order: the index counts
			if b.Len() > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"index":%d,"embedding":[%d,1]}`, i, len(body.Input[i]))
		}
		fmt.Fprintf(w, `{"data":[%s]}`, b.String())
	}))
	t.Cleanup(s.Close)
	return s
}

func open(t *testing.T, s *httptest.Server, waits *[]time.Duration) *endpoint.Encoder {
	t.Helper()
	e, err := endpoint.New(endpoint.Config{
		BaseURL: s.URL + "/v1/", Model: "m", Key: "sk-secret", Batch: 3, Attempts: 4,
		Sleep: func(_ context.Context, d time.Duration) error {
			*waits = append(*waits, d)
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestBatches(t *testing.T) {
	var sizes []int
	var waits []time.Duration
	s := server(t, func(_ int, _ http.ResponseWriter, input []string) bool {
		sizes = append(sizes, len(input))
		for _, x := range input {
			if x == "" {
				t.Error("an empty text was sent")
			}
		}
		return false
	})
	e := open(t, s, &waits)
	texts := []string{"", "a", "bb", "ccc", "dddd", "eeeee", "ffffff"}
	v, err := e.Encode(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(sizes) != "[3 3 1]" {
		t.Errorf("batches of %v", sizes)
	}
	for i, text := range texts {
		want := []float32{float32(max(1, len(text))), 1}
		embed.Normalize(want)
		if v[i][0] != want[0] || v[i][1] != want[1] {
			t.Errorf("%q: %v, want %v", text, v[i], want)
		}
	}
	if got := fmt.Sprintf("%v %+v %s", e, e, e.Name()); strings.Contains(got, "secret") {
		t.Errorf("the key shows in %s", got)
	}
}

func TestRetries(t *testing.T) {
	tests := []struct {
		name    string
		answer  func(n int, w http.ResponseWriter)
		times   int // answers before the server recovers
		wantErr string
		waits   int
	}{
		{"rate limit", func(_ int, w http.ResponseWriter) { w.Header().Set("Retry-After", "7"); w.WriteHeader(429) }, 2, "", 2},
		{"server error", func(_ int, w http.ResponseWriter) { w.WriteHeader(503) }, 3, "", 3},
		{"for ever", func(_ int, w http.ResponseWriter) { w.WriteHeader(500) }, 9, "gave up after 4 attempts", 3},
		{"no JSON", func(_ int, w http.ResponseWriter) { fmt.Fprint(w, `{"data": [`) }, 1, "", 1},
		{"too few", func(_ int, w http.ResponseWriter) { fmt.Fprint(w, `{"data": []}`) }, 1, "", 1},
		{"index out of range", func(_ int, w http.ResponseWriter) { fmt.Fprint(w, `{"data": [{"index": 5, "embedding": [1]}]}`) }, 1, "", 1},
		{"wrong key", func(_ int, w http.ResponseWriter) {
			w.WriteHeader(401)
			fmt.Fprint(w, strings.Repeat("x", 295)+"sk-secret is wrong")
		}, 9, "Check the key", 0},
		{"unknown model", func(_ int, w http.ResponseWriter) { w.WriteHeader(404) }, 9, "model's name", 0},
		{"bad request", func(_ int, w http.ResponseWriter) { w.WriteHeader(400); fmt.Fprint(w, "too long") }, 9, "too long", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var waits []time.Duration
			s := server(t, func(n int, w http.ResponseWriter, _ []string) bool {
				if n > tt.times {
					return false
				}
				tt.answer(n, w)
				return true
			})
			_, err := open(t, s, &waits).Encode(t.Context(), []string{"a", "b"})
			if tt.wantErr == "" && err != nil || tt.wantErr != "" && (err == nil || !strings.Contains(err.Error(), tt.wantErr)) {
				t.Fatalf("err = %v, want %q", err, tt.wantErr)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("the key shows in %v", err)
			}
			if len(waits) != tt.waits {
				t.Errorf("waited %v, want %d times", waits, tt.waits)
			}
			if tt.name == "rate limit" && waits[0] != 7*time.Second {
				t.Errorf("waited %v, the server asked for 7s", waits[0])
			}
		})
	}
}

func TestNewSaysWhatIsMissing(t *testing.T) {
	for _, c := range []endpoint.Config{{}, {BaseURL: "http://x"}, {BaseURL: "localhost:80", Model: "m"}} {
		if _, err := endpoint.New(c); err == nil || !strings.Contains(err.Error(), "http://") {
			t.Errorf("%+v: err = %v", c, err)
		}
	}
}

func TestNoPasswordShows(t *testing.T) {
	var waits []time.Duration
	e, err := endpoint.New(endpoint.Config{
		BaseURL: "http://user:pa55@127.0.0.1:1/v1?token=t0ken", Model: "m", Attempts: 2,
		Sleep: func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Encode(t.Context(), []string{"a"})
	if err == nil || len(waits) != 1 {
		t.Fatalf("err = %v after %d waits", err, len(waits))
	}
	if s := err.Error() + e.Name() + e.String(); strings.Contains(s, "pa55") || strings.Contains(s, "t0ken") {
		t.Errorf("a secret shows in %s", s)
	}
}
