package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"

	"deft/chat"
	"deft/chat/chattest"
	"deft/tool"
)

// running are the servers of one script, by the variable that names them.
type running map[string]*httptest.Server

// servers starts what a script talks to: $AGENT, $PERSON and $PLAYER (models of one endpoint), $API (an
// OpenAPI document with its server) and $MCP (an MCP server over HTTP); "servers off" ends them all. Whatever
// they say holds a number that counts up, so that nobody can say the same again.
func servers(ts *testscript.TestScript, neg bool, args []string) {
	on := ts.Value("servers").(running)
	if neg || len(args) > 1 || len(args) == 1 && args[0] != "off" {
		ts.Fatalf("usage: servers [off]")
	}
	for name, s := range on {
		s.CloseClientConnections()
		s.Close()
		delete(on, name)
	}
	if len(args) == 1 {
		return
	}
	var count atomic.Int64
	start := func(name, path string, h http.Handler) {
		s := httptest.NewUnstartedServer(h)
		s.Config.ErrorLog = log.New(io.Discard, "", 0)
		s.Start()
		on[name] = s
		ts.Setenv(name, s.URL+path)
		ts.Defer(s.Close)
	}
	start("MODEL", "/v1", chattest.New(chattest.Options{Answer: func(r chattest.Request) chat.Response { return play(r, count.Add(1)) }}))
	start("API", "/openapi.json", prices(&count))
	start("MCP", "/mcp", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return adder(&count, "add") }, nil))
	for _, name := range []string{"agent", "person", "player"} {
		ts.Setenv(strings.ToUpper(name), ts.Getenv("MODEL")+"#"+name)
	}
}

// play is a model that does what the query says: "do TOOL {…}; TOOL {…}", one call a turn, then
// answers. The models "person" and "player" are a user and a tool.
func play(r chattest.Request, n int64) chat.Response {
	switch r.Model {
	case "person":
		return chat.Response{Message: chat.Message{Content: fmt.Sprintf("I say %d.", n)}}
	case "player":
		return chat.Response{Message: chat.Message{Content: fmt.Sprintf(`{"sent": true, "number": %d}`, n)}}
	}
	turn := 0
	var query string
	for _, m := range r.Messages {
		switch {
		case m.Role == chat.Assistant:
			turn++
		case m.Role == chat.User && query == "":
			query = m.Content
		}
	}
	plan, ok := strings.CutPrefix(query, "do ")
	steps := strings.Split(plan, "; ")
	if !ok || turn >= len(steps) {
		return chat.Response{Message: chat.Message{Content: fmt.Sprintf("Done, %d.", n)}}
	}
	name, arguments, _ := strings.Cut(steps[turn], " ")
	return chat.Response{Message: chat.Message{ToolCalls: []tool.Call{{ID: fmt.Sprint("c", turn), Name: name, Arguments: json.RawMessage(arguments)}}}}
}

// prices is an API with one operation, and its document.
func prices(count *atomic.Int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/openapi.json" {
			fmt.Fprintf(w, `{"item": %q, "cents": %d}`, r.URL.Query().Get("item"), count.Add(1))
			return
		}
		fmt.Fprint(w, `{"openapi":"3.0.3","info":{"title":"Prices","version":"1"},"servers":[{"url":"/"}],"paths":{"/price":{"get":{
			"operationId":"price","summary":"Gives the price of an item.","parameters":[{"name":"item","in":"query","required":true,"schema":{"type":"string"}}],
			"responses":{"200":{"description":"the price"}}}}}}`)
	})
}

// adder is an MCP server with one tool.
func adder(count *atomic.Int64, name string) *sdk.Server {
	server := sdk.NewServer(&sdk.Implementation{Name: "adder"}, nil)
	server.AddTool(&sdk.Tool{
		Name: name, Description: "Adds two numbers.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}`),
	}, func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		var in struct{ A, B int }
		if err := json.Unmarshal(r.Params.Arguments, &in); err != nil {
			return nil, err
		}
		text := fmt.Sprintf(`{"sum": %d, "number": %d, "process": %d}`, in.A+in.B, count.Add(1), os.Getpid())
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil
	})
	return server
}

// serveAdder is the adder as a program of its own.
func serveAdder() {
	var count atomic.Int64
	if err := adder(&count, "sum").Run(context.Background(), &sdk.StdioTransport{}); err != nil {
		os.Exit(1)
	}
}

// sameScores compares the JSON of two runs in all but what tells runs apart: id, time, and what was
// paid.
func sameScores(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: samescores FILE FILE")
	}
	var text [2][]byte
	for i, file := range args {
		var v map[string]any
		if err := json.Unmarshal([]byte(ts.ReadFile(file)), &v); err != nil {
			ts.Fatalf("%s: %v", file, err)
		}
		delete(v, "run")
		if u, ok := v["usage"].(map[string]any); ok {
			delete(u, "wall_s")
			delete(u, "cost_usd")
		}
		if d, ok := v["diagnostics"].(map[string]any); ok {
			delete(d, "seconds")
		}
		b, err := json.MarshalIndent(v, "", " ")
		ts.Check(err)
		text[i] = b
	}
	if same := bytes.Equal(text[0], text[1]); same == neg {
		ts.Fatalf("the same: %v\n%s\n%s", same, text[0], text[1])
	}
}
