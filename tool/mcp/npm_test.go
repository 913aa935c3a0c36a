package mcp

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deft/tool"
)

// npmServer is a server that others wrote and publish, which shows every feature of the protocol.
const npmServer = "@modelcontextprotocol/server-everything@2026.8.31"

// install fetches it from the npm registry into a temporary folder and gives its script. Without
// npm or the registry the test is skipped.
func install(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("installs a package")
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("npm is not installed")
	}
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "npm", "install", "--prefix", dir, "--no-audit", "--no-fund", "--ignore-scripts", npmServer)
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("the npm registry cannot be reached: %v\n%s", err, out)
	}
	return filepath.Join(dir, "node_modules", "@modelcontextprotocol", "server-everything", "dist", "index.js")
}

// TestServerFromNPM uses a foreign server over standard input and output, and over HTTP.
func TestServerFromNPM(t *testing.T) {
	script := install(t)
	t.Run("stdio", func(t *testing.T) {
		s, err := Open(context.Background(), Config{Command: []string{"node", script, "stdio"}, Getenv: os.Getenv})
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}()
		everything(t, s)
	})
	t.Run("http", func(t *testing.T) {
		address := serve(t, script)
		s, err := Open(context.Background(), Config{URL: "http://" + address + "/mcp", AllowPrivate: true})
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}()
		everything(t, s)
	})
}

// serve starts the server on a free port, waits until it listens, and stops it after the test.
func serve(t *testing.T, script string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	_, port, _ := net.SplitHostPort(address)
	c := exec.Command("node", script, "streamableHttp")
	c.Env = append(os.Environ(), "PORT="+port)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	for range 600 {
		if conn, err := net.Dial("tcp", address); err == nil {
			_ = conn.Close()
			return address
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("the server does not listen: %s", out.String())
	return ""
}

func everything(t *testing.T, s *Server) {
	t.Helper()
	names := map[string]tool.Spec{}
	for _, spec := range s.Specs() {
		names[spec.Name] = spec
	}
	t.Logf("%d tools: %v", len(names), names["echo"].Description)
	for _, c := range []struct{ name, args, fault, want string }{
		{"echo", `{"message":"hello there"}`, "", "hello there"},
		{"get-sum", `{"a":2,"b":40}`, "", "42"},
		{"echo", `{}`, tool.FaultInvalidArguments, "missing_required at /message"},
		{"get-sum", `{"a":"two","b":1}`, tool.FaultInvalidArguments, "wrong_type at /a"},
		{"get-tiny-image", `{}`, "", `"mime_type":"image/png"`},
		{"get-structured-content", `{"location":"New York"}`, "", `"temperature":`},
	} {
		if _, ok := names[c.name]; !ok {
			t.Errorf("no tool %s among %s", c.name, list(names))
			continue
		}
		r := call(t, s, c.name, c.args)
		if r.Fault != c.fault || !strings.Contains(string(r.Content), c.want) {
			t.Errorf("%s %s: %q %.300s, want %q %s", c.name, c.args, r.Fault, r.Content, c.fault, c.want)
		}
	}
}

func list(names map[string]tool.Spec) string {
	var out []string
	for n := range names {
		out = append(out, n)
	}
	return fmt.Sprint(out)
}
