package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"deft/tool"
	"deft/tool/guarded"
)

// TestMain plays an odd server when it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if mode, ok := strings.CutPrefix(os.Args[1], "-odd="); ok {
			play(mode)
			return
		}
	}
	goleak.VerifyTestMain(m)
}

func play(mode string) {
	switch mode {
	case "garbage":
		fmt.Println("Welcome to my server!")
		time.Sleep(time.Minute)
	case "silent":
		time.Sleep(time.Minute)
	case "exit":
		fmt.Fprintln(os.Stderr, "no licence found")
		os.Exit(3)
	case "flood":
		for {
			_, _ = os.Stdout.Write(make([]byte, 1<<16))
		}
	case "chatty":
		fmt.Print("Welcome to my server!\n\n[INFO] {listening}\n{\"level\": 30, \"msg\": \"ready\"}\n")
		go func() {
			for {
				fmt.Println("[debug] still here")
				time.Sleep(time.Millisecond)
			}
		}()
		_ = server().Run(context.Background(), &sdk.StdioTransport{})
	case "parent": // leaves a grandchild that holds the pipes
		c := exec.Command("sleep", "60")
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		_ = c.Start()
		_ = server().Run(context.Background(), &sdk.StdioTransport{})
	default:
		_ = server().Run(context.Background(), &sdk.StdioTransport{})
	}
}

// server has tools that misbehave.
func server() *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "odd"}, &sdk.ServerOptions{PageSize: 3})
	object := json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}}}`)
	add := func(name string, hints *sdk.ToolAnnotations, f func(context.Context, string) (*sdk.CallToolResult, error)) {
		s.AddTool(&sdk.Tool{Name: name, Description: "does " + name, InputSchema: object, Annotations: hints}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			var args struct{ Path string }
			_ = json.Unmarshal(r.Params.Arguments, &args)
			return f(ctx, args.Path)
		})
	}
	text := func(s string) *sdk.CallToolResult {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: s}}}
	}
	add("ok", nil, func(context.Context, string) (*sdk.CallToolResult, error) { return text("fine"), nil })
	add("json.value", nil, func(context.Context, string) (*sdk.CallToolResult, error) {
		return text(` {"n": 12345678901234567890.10}`), nil
	})
	add("blocks", nil, func(context.Context, string) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "a"}, &sdk.ImageContent{MIMEType: "image/png", Data: []byte("png")}}}, nil
	})
	add("fail", nil, func(context.Context, string) (*sdk.CallToolResult, error) {
		r := text("no such city")
		r.IsError = true
		return r, nil
	})
	add("refuse", nil, func(context.Context, string) (*sdk.CallToolResult, error) { return nil, errors.New("refused <here>") })
	add("die", nil, func(context.Context, string) (*sdk.CallToolResult, error) {
		fmt.Fprintln(os.Stderr, "disk full, my key is "+os.Getenv("WANTED"))
		os.Exit(1)
		return nil, nil
	})
	add("die_first", &sdk.ToolAnnotations{ReadOnlyHint: true}, func(_ context.Context, path string) (*sdk.CallToolResult, error) {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			_ = f.Close()
			os.Exit(1)
		}
		return text("second life"), nil
	})
	add("stuck", nil, func(context.Context, string) (*sdk.CallToolResult, error) { time.Sleep(time.Minute); return nil, nil })
	add("huge", nil, func(context.Context, string) (*sdk.CallToolResult, error) {
		return text(strings.Repeat("x", 4<<20)), nil
	})
	add("env", nil, func(context.Context, string) (*sdk.CallToolResult, error) {
		b, err := json.Marshal(os.Environ())
		return text(string(b)), err
	})
	return s
}

func odd(t *testing.T, mode string, change func(*Config)) (*Server, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Command: []string{self, "-odd=" + mode}, Getenv: os.Getenv, ConnectTimeout: 20 * time.Second, MaxMessage: 1 << 20}
	if change != nil {
		change(&cfg)
	}
	s, err := Open(context.Background(), cfg)
	if err == nil {
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	return s, err
}

func call(t *testing.T, x tool.Executor, name, args string) tool.Result {
	t.Helper()
	r, err := x.Call(context.Background(), tool.Call{ID: "1", Name: name, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r
}

func TestAllPagesAreListed(t *testing.T) {
	s, err := odd(t, "server", nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, spec := range s.Specs() {
		names = append(names, spec.Name)
	}
	slices.Sort(names)
	if got, want := strings.Join(names, " "), "blocks die die_first env fail huge json_value ok refuse stuck"; got != want {
		t.Errorf("tools %s, want %s", got, want)
	}
}

func TestCalls(t *testing.T) {
	s, err := odd(t, "server", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, args, fault, want string }{
		{"ok", `{}`, "", `"fine"`},
		{"json_value", `{}`, "", `{"n":12345678901234567890.10}`},
		{"blocks", `{}`, "", `["a",{"bytes":3,"mime_type":"image/png","sha256":"8f8cbb7dcf46`},
		{"fail", `{}`, tool.FaultFailed, `no such city`},
		{"refuse", `{}`, tool.FaultFailed, `refused <here>`},
		{"ok", `{"nosuch":1}`, tool.FaultInvalidArguments, "unknown_parameter"},
		{"nosuch", `{}`, tool.FaultUnknownTool, "json_value"},
		{"die", `{}`, tool.FaultUnavailable, "may have been carried out"},
		{"ok", `{}`, "", `"fine"`}, // after its death it is started again
		{"huge", `{}`, tool.FaultTooLarge, "1048576"},
		{"ok", `{}`, "", `"fine"`},
		{"die_first", fmt.Sprintf(`{"path":%q}`, filepath.Join(t.TempDir(), "mark")), "", `"second life"`},
	} {
		start := time.Now()
		r := call(t, s, c.name, c.args)
		if r.Fault != c.fault || !strings.Contains(string(r.Content), c.want) {
			t.Errorf("%s %s: %q %s, want %q %s", c.name, c.args, r.Fault, r.Content, c.fault, c.want)
		}
		if took := time.Since(start); took > 40*time.Second {
			t.Errorf("%s took %v", c.name, took)
		}
	}
}

// TestStuckTool shows that one call that hangs does not keep others from being answered.
func TestStuckTool(t *testing.T) {
	s, err := odd(t, "server", func(c *Config) { c.Limits = guarded.Config{Timeout: time.Second} })
	if err != nil {
		t.Fatal(err)
	}
	if r := call(t, s, "stuck", `{}`); r.Fault != tool.FaultTimeout || !strings.Contains(string(r.Content), "within 1s") {
		t.Errorf("%q %s", r.Fault, r.Content)
	}
	if r := call(t, s, "ok", `{}`); r.Fault != "" {
		t.Errorf("%q %s", r.Fault, r.Content)
	}
}

func TestEnvironmentIsMinimal(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-secret")
	t.Setenv("WANTED", "yes")
	s, err := odd(t, "server", func(c *Config) { c.Env = []string{"WANTED"} })
	if err != nil {
		t.Fatal(err)
	}
	got := string(call(t, s, "env", `{}`).Content)
	if strings.Contains(got, "sk-secret") || !strings.Contains(got, `"WANTED=yes"`) || !strings.Contains(got, `"PATH=`) {
		t.Errorf("the child's environment is %s", got)
	}
}

func TestServersThatAreNone(t *testing.T) {
	for mode, want := range map[string]string{"garbage": "Welcome to my server!", "silent": "did not answer within", "exit": "no licence found", "flood": ""} {
		t.Run(mode, func(t *testing.T) {
			start := time.Now()
			_, err := odd(t, mode, func(c *Config) { c.ConnectTimeout = 3 * time.Second })
			if err == nil || !strings.Contains(err.Error(), want) || time.Since(start) > 20*time.Second {
				t.Errorf("after %v: %v", time.Since(start), err)
			}
		})
	}
	if _, err := Open(context.Background(), Config{Command: []string{"/nowhere/at-all"}}); err == nil || !strings.Contains(err.Error(), "/nowhere/at-all") {
		t.Error(err)
	}
	for _, u := range []string{"ftp://x", "http://u:p@x/", "x"} {
		if _, err := Open(context.Background(), Config{URL: u}); err == nil || strings.Contains(err.Error(), "u:p") {
			t.Error(u, err)
		}
	}
}

// TestChildrenAreReaped closes a server whose own child holds the pipes, and looks whether any
// process of the group is left.
func TestChildrenAreReaped(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := start([]string{self, "-odd=parent"}, os.Environ(), "")
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	p.stop()
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("stopping took %v", took)
	}
	for range 100 { // the system needs a moment to take away what was killed
		if err := syscall.Kill(-p.cmd.Process.Pid, 0); errors.Is(err, syscall.ESRCH) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("a process of the server's group is still there")
}

func TestHTTP(t *testing.T) {
	s := server()
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	auth := ""
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		auth = r.Header.Get("Authorization") + r.Header.Get("X-Extra")
		handler.ServeHTTP(w, r)
	}))
	defer web.Close()
	if _, err := Open(context.Background(), Config{URL: web.URL}); err == nil || !strings.Contains(err.Error(), "--allow-private") {
		t.Errorf("a private address: %v", err)
	}
	vars := map[string]string{"TOKEN": "t0ken", "EXTRA": "+x"}
	c, err := Open(context.Background(), Config{
		URL: web.URL, AllowPrivate: true, Bearer: "TOKEN", Headers: map[string]string{"X-Extra": "EXTRA"},
		Getenv: func(n string) string { return vars[n] }, MaxMessage: 1 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	if r := call(t, c, "ok", `{}`); string(r.Content) != `"fine"` || auth != "Bearer t0ken+x" {
		t.Errorf("%+v, credentials %q", r, auth)
	}
	if r := call(t, c, "fail", `{}`); r.Fault != tool.FaultFailed {
		t.Errorf("%+v", r)
	}
	if r := call(t, c, "huge", `{}`); r.Fault == "" {
		t.Errorf("4 MiB passed a limit of 1 MiB")
	} else {
		t.Logf("huge: %s %s", r.Fault, r.Content)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	web.Close()
	dead, err := Open(context.Background(), Config{URL: web.URL, AllowPrivate: true, Specs: []tool.Spec{{Name: "ok"}}})
	if err != nil {
		t.Fatal(err)
	}
	if r := call(t, dead, "ok", `{}`); r.Fault != tool.FaultUnavailable {
		t.Errorf("a dead server: %+v %s", r, r.Content)
	}
	_ = dead.Close()
}

// TestChattyServer: what a server writes between its messages is left out.
func TestChattyServer(t *testing.T) {
	s, err := odd(t, "chatty", nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if r := call(t, s, "json_value", `{}`); string(r.Content) != `{"n":12345678901234567890.10}` {
			t.Fatalf("%q %s", r.Fault, r.Content)
		}
	}
	if r := call(t, s, "huge", `{}`); r.Fault != tool.FaultTooLarge {
		t.Errorf("%q %.200s", r.Fault, r.Content)
	}
}

// TestLastWords: what a server wrote before it died is told, but not the secrets it was given.
func TestLastWords(t *testing.T) {
	t.Setenv("WANTED", "t0p-s3cret")
	s, err := odd(t, "server", func(c *Config) { c.Env = []string{"WANTED"} })
	if err != nil {
		t.Fatal(err)
	}
	got := call(t, s, "die", `{}`)
	if !strings.Contains(string(got.Content), "disk full, my key is [secret]") {
		t.Errorf("%s", got.Content)
	}
}
