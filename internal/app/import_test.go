package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"deft/internal/env"
	"deft/tool"
)

func withTools(t *testing.T, vars map[string]string) *App {
	t.Helper()
	home := t.TempDir()
	return &App{Notice: io.Discard, Env: &env.State{Stdout: io.Discard, Stderr: io.Discard, Now: time.Now, Getenv: func(n string) string {
		if n == "DEFT_HOME" {
			return home
		}
		return vars[n]
	}}}
}

func callTool(t *testing.T, a *App, r CallRequest) tool.Result {
	t.Helper()
	got, err := a.CallTool(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// noSecret looks for a text in everything that was stored.
func noSecret(t *testing.T, a *App, secret string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(a.Env.DataDir(), "tools", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("nothing is stored: %v", err)
	}
	for _, f := range files {
		if b, err := os.ReadFile(f); err != nil || strings.Contains(string(b), secret) {
			t.Errorf("%s holds a secret, or %v", f, err)
		}
	}
}

func TestImportedOpenAPIIsCalled(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/openapi.json" {
			fmt.Fprint(w, `{"openapi":"3.1.0","info":{"title":"Sums","version":"1"},"servers":[{"url":"/api"}],"security":[{"t":[]}],
				"paths":{"/add":{"get":{"operationId":"add","parameters":[{"name":"a","in":"query","required":true,"schema":{"type":"integer"}}],
				"responses":{"200":{"description":"","content":{"application/json":{"schema":{"type":"object"}}}}}}}},
				"components":{"securitySchemes":{"t":{"type":"http","scheme":"bearer"}}}}`)
			return
		}
		fmt.Fprintf(w, `{"path":%q,"auth":%q}`, r.URL.String(), r.Header.Get("Authorization"))
	}))
	defer s.Close()
	a := withTools(t, map[string]string{"DEFT_TOOLS_SUMS_T": "tok-en-123"})
	got, err := a.ImportOpenAPI(context.Background(), ImportRequest{Location: s.URL + "/openapi.json?key=query-secret", AllowPrivate: true})
	if err != nil {
		t.Fatal(err)
	}
	if got.Name != "sums" || len(got.Tools) != 1 || got.Tools[0].ID != "imported/sums/add" || got.Tools[0].Stateful {
		t.Errorf("%+v", got)
	}
	r := callTool(t, a, CallRequest{Name: "add", Arguments: json.RawMessage(`{"a":3}`)})
	if string(r.Content) != `{"path":"/api/add?a=3","auth":"Bearer [secret]"}` {
		t.Errorf("%s %s", r.Fault, r.Content)
	}
	noSecret(t, a, "tok-en-123")
	noSecret(t, a, "query-secret")
}

func TestImportedMCPIsCalled(t *testing.T) {
	server := sdk.NewServer(&sdk.Implementation{Name: "x"}, nil)
	server.AddTool(&sdk.Tool{Name: "say.it", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "said"}}}, nil
	})
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer tok-en-123" {
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	defer s.Close()
	a := withTools(t, map[string]string{"MY_TOKEN": "tok-en-123"})
	if _, err := a.ImportMCP(context.Background(), ImportRequest{Command: []string{s.URL}, AllowPrivate: true}); err == nil {
		t.Error("a server that wants a token was imported without one")
	}
	got, err := a.ImportMCP(context.Background(), ImportRequest{Name: "speaker", Command: []string{s.URL}, Bearer: "MY_TOKEN", AllowPrivate: true})
	if err != nil || got.Tools[0].ID != "imported/speaker/say_it" {
		t.Fatal(got, err)
	}
	if r := callTool(t, a, CallRequest{Name: "say_it", Arguments: json.RawMessage(`{}`)}); string(r.Content) != `"said"` {
		t.Errorf("%s %s", r.Fault, r.Content)
	}
	noSecret(t, a, "tok-en-123")
}

// TestModelPlaysImportedFunction lets an endpoint stand in for a tool that is only documented.
func TestModelPlaysImportedFunction(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"choices":[{"message":{"role":"assistant","content":"{\"sent\": true}"},"finish_reason":"stop"}]}`)
	}))
	defer s.Close()
	a := withTools(t, nil)
	file := filepath.Join(t.TempDir(), "mail tools.json")
	if err := os.WriteFile(file, []byte(`[{"name":"send","parameters":{"type":"object"},"result":{"type":"object","required":["sent"]}}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := a.ImportFunctions(ImportRequest{Location: file})
	if err != nil || got.Name != "mail_tools" {
		t.Fatal(got, err)
	}
	r := callTool(t, a, CallRequest{Name: "send", Arguments: json.RawMessage(`{}`), Model: s.URL + "/v1#m"})
	if r.Fault != "" || string(r.Content) != `{"sent": true}` {
		t.Errorf("%s %s", r.Fault, r.Content)
	}
}

func TestSameNameNeedsTheID(t *testing.T) {
	a := withTools(t, nil)
	file := filepath.Join(t.TempDir(), "f.json")
	if err := os.WriteFile(file, []byte(`[{"name":"go_there"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"one", "two"} {
		if _, err := a.ImportFunctions(ImportRequest{Location: file, Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Tool("go_there"); err == nil || !strings.Contains(err.Error(), "imported/one/go_there, imported/two/go_there") {
		t.Error(err)
	}
	if got, err := a.Tool("imported/two/go_there"); err != nil || got.Subcategory != "two" {
		t.Error(got, err)
	}
	if got, err := a.Tools("go_there"); err != nil || len(got) != 2 {
		t.Error(got, err)
	}
	if err := os.WriteFile(filepath.Join(a.sourcesDir(), "two.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Tools(); err == nil || !strings.Contains(err.Error(), "deft tools remove two") {
		t.Error(err)
	}
	if err := a.RemoveTools("two"); err != nil {
		t.Error(err)
	}
	if _, err := a.Tools(); err != nil {
		t.Error(err)
	}
}
