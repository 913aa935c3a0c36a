package chattest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"
)

// The server is checked by a plain HTTP client, so that client and server do not share a mistake.
func TestServer(t *testing.T) {
	s := NewServer(t, Options{Models: []string{"m"}, Key: "k", Fault: First(1, ServerError)})
	post := func(model, prompt string) (int, map[string]any) {
		t.Helper()
		body, _ := json.Marshal(map[string]any{"model": model, "messages": []any{map[string]string{"role": "user", "content": prompt}}})
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/chat/completions", bytes.NewReader(body))
		r.Header.Set("Authorization", "Bearer k")
		w, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Body.Close()
		raw, _ := io.ReadAll(w.Body)
		var v map[string]any
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		return w.StatusCode, v
	}
	if code, _ := post("m", "p"); code != 500 {
		t.Errorf("first try: %d", code)
	}
	code, v := post("m", "p")
	if code != 200 || v["choices"].([]any)[0].(map[string]any)["message"].(map[string]any)["content"] != "ok: p" {
		t.Errorf("second try: %d %v", code, v)
	}
	if code, _ := post("unknown", "q"); code != 404 {
		t.Errorf("unknown model: %d", code)
	}
	if s.Tries("p") != 2 || s.Requests() != 3 || len(s.Prompts()) != 2 {
		t.Errorf("counted %v, %d requests", s.Prompts(), s.Requests())
	}
	r, err := http.Get(s.URL + "/models")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != 401 {
		t.Errorf("without a key: %d", r.StatusCode)
	}
}
