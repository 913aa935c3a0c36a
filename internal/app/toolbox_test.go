package app

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"deft/bench/core"
	"deft/chat"
	"deft/chat/chattest"
	"deft/eval"
	"deft/tool"
)

// counted is an MCP server over HTTP that counts how often it was connected to and called.
func counted(t *testing.T) (url string, sessions, calls *atomic.Int64) {
	t.Helper()
	sessions, calls = &atomic.Int64{}, &atomic.Int64{}
	server := sdk.NewServer(&sdk.Implementation{Name: "x"}, &sdk.ServerOptions{InitializedHandler: func(context.Context, *sdk.InitializedRequest) { sessions.Add(1) }})
	server.AddTool(&sdk.Tool{Name: "count", InputSchema: json.RawMessage(`{"type":"object","properties":{"by":{"type":"integer"}},"required":["by"]}`)},
		func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: fmt.Sprintf(`{"count":%d}`, calls.Add(1))}}}, nil
		})
	s := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	t.Cleanup(s.Close)
	return s.URL, sessions, calls
}

// errands writes a task of n samples, each of which calls count, and gives its folder.
func errands(t *testing.T, n int, tools string) string {
	t.Helper()
	dir := t.TempDir()
	var samples strings.Builder
	for i := range n {
		fmt.Fprintf(&samples, `{"id": "s%d", "query": "Count by %d.", "calls": [{"tool": "count", "args": {"by": [%d]}}]}`+"\n", i, i, i)
	}
	for name, text := range map[string]string{"task.yaml": "name: errands\ntools: [" + tools + "]\n", "samples.jsonl": samples.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestOneConnectionARun: all attempts of a run share one connection, which ends with the run; nothing
// is called for the floor and ceiling beside a report, or by a dry run.
func TestOneConnectionARun(t *testing.T) {
	url, sessions, calls := counted(t)
	a, _ := desk(t, false, "", core.Folder())
	if _, err := a.ImportMCP(context.Background(), ImportRequest{Name: "counter", Command: []string{url}, AllowPrivate: true}); err != nil {
		t.Fatal(err)
	}
	before := sessions.Load()
	dir := errands(t, 60, "counter")
	req := EvalRequest{Tasks: []string{dir}, Models: []string{"oracle"}, Settings: Settings{Trials: 1, Seed: 1}, Execution: Execution{Concurrency: 16}}
	if _, err := a.DryRun(context.Background(), req); err != nil || sessions.Load() != before {
		t.Fatalf("a dry run: %v, %d connections", err, sessions.Load()-before)
	}
	out, err := a.Eval(context.Background(), req)
	if err != nil || *out[0].Result.Metrics["accuracy"] != 1 {
		t.Fatalf("%v, %+v", err, out)
	}
	if s, c := sessions.Load()-before, calls.Load(); s != 1 || c != 60 {
		t.Errorf("%d connections and %d calls for 60 attempts", s, c)
	}
	out[0].Run.Model = "other" // of which floor and ceiling would be shown
	a.Bounds(context.Background(), out)
	if calls.Load() != 60 || out[0].Floor != nil || out[0].Ceiling != nil {
		t.Errorf("%d calls, floor %v, ceiling %v: tools were called for a comparison", calls.Load(), out[0].Floor, out[0].Ceiling)
	}
}

// TestChangedServer: tools that are no longer what was imported end the command before the run.
func TestChangedServer(t *testing.T) {
	url, _, _ := counted(t)
	a, _ := desk(t, false, "", core.Folder())
	if _, err := a.ImportMCP(context.Background(), ImportRequest{Name: "counter", Command: []string{url}, AllowPrivate: true}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(a.sourcesDir(), "counter.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), `"by"`, `"with"`)), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := errands(t, 1, "counter")
	samples := `{"id": "a", "query": "Hello.", "calls": []}`
	if err := os.WriteFile(filepath.Join(dir, "samples.jsonl"), []byte(samples), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = a.Eval(context.Background(), EvalRequest{Tasks: []string{dir}, Models: []string{"oracle"}, Settings: Settings{Trials: 1}})
	if err == nil || !strings.Contains(err.Error(), "the tool count is no longer what it was when it was imported") {
		t.Error(err)
	}
}

// TestKilledRecording: a recording of which the end is torn is completed by the next run with it.
func TestKilledRecording(t *testing.T) {
	url, _, calls := counted(t)
	a, _ := desk(t, false, "", core.Folder())
	if _, err := a.ImportMCP(context.Background(), ImportRequest{Name: "counter", Command: []string{url}, AllowPrivate: true}); err != nil {
		t.Fatal(err)
	}
	kept := t.TempDir()
	req := EvalRequest{Tasks: []string{errands(t, 20, "counter")}, Models: []string{"oracle"}, Settings: Settings{Trials: 1, Seed: 1}, Execution: Execution{Record: kept}}
	if _, err := a.Eval(context.Background(), req); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(kept, recordedCalls)
	whole, err := os.ReadFile(file)
	if err != nil || calls.Load() != 20 {
		t.Fatal(err, calls.Load())
	}
	if err := os.WriteFile(file, whole[:len(whole)-30], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Eval(context.Background(), req); err != nil || calls.Load() != 21 {
		t.Errorf("%v, %d calls; one was torn", err, calls.Load())
	}
	req.Execution = Execution{Replay: kept}
	if out, err := a.Eval(context.Background(), req); err != nil || calls.Load() != 21 || *out[0].Result.Metrics["accuracy"] != 1 {
		t.Errorf("%v, %d calls", err, calls.Load())
	}
}

// TestSimulatedToolsOfAFolder: documents of tools.json run when a model plays them, and their
// exchanges are in the transcript.
func TestSimulatedToolsOfAFolder(t *testing.T) {
	server := chattest.NewServer(t, chattest.Options{Answer: func(r chattest.Request) chat.Response {
		return chat.Response{Message: chat.Message{Content: `{"order": "sent"}`}}
	}})
	a, _ := desk(t, false, "", core.Folder())
	dir := filepath.Join(t.TempDir(), "shop")
	if _, err := a.InitTask(dir); err != nil {
		t.Fatal(err)
	}
	req := EvalRequest{Tasks: []string{dir}, Models: []string{"oracle"}, Settings: Settings{Trials: 1, Seed: 1, Turns: 4}, Execution: Execution{Timeout: time.Minute}}
	if _, err := a.Eval(context.Background(), req); err == nil || !strings.Contains(err.Error(), "do not run") {
		t.Errorf("documents alone ran: %v", err)
	}
	req.Settings.Simulator = server.URL + "#player"
	out, err := a.Eval(context.Background(), req)
	if err != nil || *out[0].Result.Metrics["accuracy"] != 1 {
		t.Fatal(err, out)
	}
	asked := server.Requests()
	if asked < 6 { // five calls and the preflight
		t.Errorf("the player was asked %d times", asked)
	}
	st, err := a.Store(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	ts, err := st.Transcripts(context.Background(), out[0].Run.ID, 0, 1)
	if err != nil || len(ts) != 1 {
		t.Fatal(err)
	}
	if played := ts[0].Replies(chat.RoleTool); len(played) != 1 || played[0].Content != `{"order": "sent"}` {
		t.Errorf("the transcript has the player's replies %+v", played)
	}
}

// TestHostileCalls sends calls of every wrong kind to worlds in which tools of all kinds run. Nothing
// may panic, fail the sample, leave the workspace's parent other than it was, or take long.
func TestHostileCalls(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 600
	}
	url, _, _ := counted(t)
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, `{"path":%q}`, r.URL.Path) }))
	defer api.Close()
	a, _ := desk(t, false, "", core.Folder())
	ctx := context.Background()
	document := filepath.Join(t.TempDir(), "api.json")
	err := os.WriteFile(document, []byte(`{"openapi":"3.0.0","info":{"title":"x","version":"1"},"servers":[{"url":"`+api.URL+`"}],"paths":{"/x/{id}":{"get":{"operationId":"fetch",
		"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],"responses":{"200":{"description":"ok"}}}}}}`), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.ImportOpenAPI(ctx, ImportRequest{Name: "api", Location: document, AllowPrivate: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.ImportMCP(ctx, ImportRequest{Name: "counter", Command: []string{url}, AllowPrivate: true}); err != nil {
		t.Fatal(err)
	}
	box, err := a.toolbox(false, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var specs []tool.Spec
	for _, s := range []string{"api", "counter", "workspace", "AM"} {
		found, err := box.Find(s)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, found...)
	}
	if err := box.start(ctx, Execution{}); err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	hostile := []string{
		"", "null", "[]", "{", "\x00", "{\"path\":\"../../etc/passwd\"}", `{"path":"/etc/passwd","content":"x"}`, `{"path":"a/../../b","content":"x"}`, `{"path":"` + strings.Repeat("d/", 5000) + `x","content":""}`,
		`{"path":"x","content":"` + strings.Repeat("x", 100_000) + `"}`, `{"path":5}`, `{"id":"../../admin"}`, `{"id":"a?b#c\r\nHost: x"}`, `{"id":""}`, `{"by":1e400}`, `{"by":"1"}`, `{"by":1,"more":2}`,
		strings.Repeat("[", 100_000), `{"a":` + strings.Repeat(`{"a":`, 2000) + "1" + strings.Repeat("}", 2001), `{"path":"\ud800","content":"\u0000"}`, `{"code":"` + strings.Repeat("while 1\\n", 400) + `"}`,
		`{"by":1}`, `{"id":"ok"}`, `{"path":"ok.txt","content":"fine"}`, `{"path":"ok.txt"}`, `{"command":"cat /etc/passwd | rm -rf / > x"}`, "\xff\xfe", `{"__proto__":{}}`,
	}
	names := []string{"", "nosuch", "finish", "ask_to_user", "write_file\x00", strings.Repeat("n", 100_000), "Write_File", "../read_file"}
	for _, s := range specs {
		names = append(names, s.Name)
	}
	var workers sync.WaitGroup
	var faults, fine atomic.Int64
	for w := range 8 {
		workers.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(w)))
			world, err := box.Open(ctx, specs, uint64(w))
			if err != nil {
				t.Error(err)
				return
			}
			world.(eval.Attached).Attach(&eval.Attempt{Key: chat.Key{Sample: fmt.Sprint(w)}})
			for range n / 8 {
				c := tool.Call{ID: "c", Name: names[rng.IntN(len(names))]}
				if text := hostile[rng.IntN(len(hostile))]; json.Valid([]byte(text)) {
					c.Arguments = json.RawMessage(text)
				} else {
					c.Malformed = text
				}
				start := time.Now()
				r, err := world.Call(ctx, c)
				switch {
				case err != nil:
					t.Errorf("%.40q %.100s: %v", c.Name, c.Arguments, err)
				case len(r.Content) > 0 && !json.Valid(r.Content):
					t.Errorf("%.40q %.100s gave %.100s", c.Name, c.Arguments, r.Content)
				case strings.Contains(string(r.Content), "root:x:"):
					t.Errorf("%.40q %.100s read a file outside", c.Name, c.Arguments)
				case time.Since(start) > 20*time.Second:
					t.Errorf("%.40q %.100s took %v", c.Name, c.Arguments, time.Since(start))
				case r.Fault != "":
					faults.Add(1)
				default:
					fine.Add(1)
				}
			}
			if err := world.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	workers.Wait()
	if err := box.close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("%d folders are left, %v", len(left), err)
	}
	if faults.Load() == 0 || fine.Load() == 0 {
		t.Errorf("%d faults and %d results", faults.Load(), fine.Load())
	}
	t.Logf("%d faults, %d results", faults.Load(), fine.Load())
}
