package python

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deft/internal/race"
	"deft/tool"
)

// childArg makes this test's own binary the child process that runs Starlark.
const childArg = "serve-starlark"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == childArg {
		os.Exit(ServeStarlark(os.Getenv, os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

func child(t *testing.T) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{self, childArg}
}

// engines gives a Runner for each engine that works here.
func engines(t *testing.T, l Limits) map[Engine]*Runner {
	t.Helper()
	out := map[Engine]*Runner{}
	r, err := New(context.Background(), Config{Limits: l, Child: child(t)})
	if err != nil {
		t.Fatal(err)
	}
	if r.Engine() == Starlark {
		t.Logf("CPython is not tested: %s", r.Reason())
	}
	out[r.Engine()] = r
	if race.Enabled { // it takes more memory than the child may have
		delete(out, Starlark)
		return out
	}
	if out[Starlark], err = New(context.Background(), Config{Limits: l, Engine: Starlark, Child: child(t)}); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRun(t *testing.T) {
	for name, r := range engines(t, Limits{Time: 5 * time.Second, Output: 200}) {
		for _, tc := range []struct {
			code, output, fault string
		}{
			{"print(6*7)", "42\n", ""},
			{"def f(n):\n    return 1 if n < 2 else n * f(n - 1)\nprint(f(20))", "2432902008176640000\n", ""},
			{"print(' '.join(sorted({'b': 1, 'a': 2}.keys())))", "a b\n", ""},
			{"print('é', [i for i in range(3)])", "é [0, 1, 2]\n", ""},
			{"", "", ""},
			{"print(1 // 0)", "division", tool.FaultFailed},
			{"print(", "program.py", tool.FaultFailed},
			{"print(undefined_name)", "undefined", tool.FaultFailed},
			{"x = 1\x00", "", tool.FaultInvalidArguments},
			{"x = '\xff'", "", tool.FaultInvalidArguments},
			{"#" + strings.Repeat("x", 1<<20), "", tool.FaultInvalidArguments},
		} {
			o, err := r.Run(context.Background(), tc.code)
			if err != nil {
				t.Errorf("%s: %.40q: %v", name, tc.code, err)
				continue
			}
			if o.Fault != tc.fault || o.Engine != name || !strings.Contains(o.Output, tc.output) || tc.fault == "" && o.Output != tc.output {
				t.Errorf("%s: %.40q gives %+v, want %q and the fault %q", name, tc.code, o, tc.output, tc.fault)
			}
		}
		o, err := r.Run(context.Background(), "for i in range(1000): print('xxxxxxxxxx')")
		if err != nil || !o.Truncated || len(o.Output) != 200 || o.Fault != "" {
			t.Errorf("%s: 11,000 bytes of output gave %d, truncated %v, %s, %v", name, len(o.Output), o.Truncated, o.Fault, err)
		}
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := r.Run(ended, "print(1)"); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: after the end of the context: %v", name, err)
		}
	}
}

func TestTool(t *testing.T) {
	for name, r := range engines(t, Limits{}) {
		set, err := r.Tools()
		if err != nil {
			t.Fatal(err)
		}
		got, err := set.Executor(r).Call(context.Background(), tool.Call{Name: "run_python", Arguments: []byte(`{"code":"print(2**70)"}`)})
		if name == Starlark { // has no power operator
			if err != nil || !strings.Contains(string(got.Content), `"fault":"failed"`) {
				t.Errorf("%s: %s %v", name, got.Content, err)
			}
			continue
		}
		if err != nil || string(got.Content) != `{"engine":"cpython","output":"1180591620717411303424\n","exit":0}` {
			t.Errorf("%s: %s %v", name, got.Content, err)
		}
	}
}

func TestNoEngine(t *testing.T) {
	if _, err := New(context.Background(), Config{Engine: Starlark}); err == nil || !strings.Contains(err.Error(), "Starlark") {
		t.Errorf("without a child process: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	r, err := New(context.Background(), Config{Child: child(t)})
	if err != nil || r.Engine() != Starlark || r.Reason() == "" {
		t.Errorf("without bubblewrap: %+v, %v; want Starlark with a reason", r, err)
	}
	if _, err := New(context.Background(), Config{Engine: CPython, Child: child(t)}); err == nil {
		t.Error("CPython was forced and is not there, yet there was no error")
	}
}

// world is what hostile programs try to reach.
type world struct {
	secret  string // the content of a file outside, and of an environment variable
	file    string
	dir     string
	port    int
	reached atomic.Int32
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{secret: "sesame-7431-open", dir: t.TempDir()}
	if err := os.Chmod(w.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	w.file = filepath.Join(w.dir, "secret.txt")
	if err := os.WriteFile(w.file, []byte(w.secret), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SECRET_KEY", w.secret)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	w.port = l.Addr().(*net.TCPAddr).Port
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			w.reached.Add(1)
			c.Close()
		}
	}()
	return w
}

// TestHostilePrograms runs 200 programs in each engine: none may learn the secret, reach the
// network, leave a file or a process, or take longer than its limit.
func TestHostilePrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("200 programs, many of which use up their time")
	}
	w := newWorld(t)
	programs := hostile(w)
	if len(programs) < 200 {
		t.Fatalf("only %d programs", len(programs))
	}
	const limit = time.Second
	for name, r := range engines(t, Limits{Time: limit, Output: 4096, Memory: 128 << 20, Processes: 8}) {
		work := make(chan string)
		var workers sync.WaitGroup
		var faults sync.Map
		for range 4 {
			workers.Go(func() {
				for code := range work {
					start := time.Now()
					o, err := r.Run(context.Background(), code)
					took := time.Since(start)
					switch {
					case err != nil:
						t.Errorf("%s: %.200q: %v", name, code, err)
					case strings.Contains(o.Output, w.secret):
						t.Errorf("%s: %.200q learned the secret: %.300q", name, code, o.Output)
					case strings.Contains(o.Output, "ESCAPED"):
						t.Errorf("%s: %.200q: %.300q", name, code, o.Output)
					case took > limit+2500*time.Millisecond:
						t.Errorf("%s: %.200q took %v", name, code, took)
					case len(o.Output) > 3*4096:
						t.Errorf("%s: %.200q: %d bytes of output", name, code, len(o.Output))
					}
					n, _ := faults.LoadOrStore(o.Fault, new(atomic.Int32))
					n.(*atomic.Int32).Add(1)
				}
			})
		}
		for _, code := range programs {
			work <- code
		}
		close(work)
		workers.Wait()
		var counts []string
		faults.Range(func(k, v any) bool {
			counts = append(counts, fmt.Sprintf("%q %d", k, v.(*atomic.Int32).Load()))
			return true
		})
		t.Logf("%s: %d programs: %s", name, len(programs), strings.Join(counts, ", "))
	}
	if n := w.reached.Load(); n > 0 {
		t.Errorf("the network was reached %d times", n)
	}
	left, err := os.ReadDir(w.dir)
	if err != nil || len(left) != 1 {
		t.Errorf("the folder outside holds %d files, %v", len(left), err)
	}
	if got, err := os.ReadFile(w.file); err != nil || string(got) != w.secret {
		t.Errorf("the file outside holds %q, %v", got, err)
	}
	if alive := survivors(t); alive != "" {
		t.Errorf("processes outlived their sandbox: %s", alive)
	}
}

// survivors lists processes that still run a program of the tests.
func survivors(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		return ""
	}
	var alive []string
	for range 20 {
		alive = nil
		lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range lines {
			b, err := os.ReadFile(p)
			if err == nil && strings.Contains(string(b), "program.py") && strings.Contains(string(b), "sys.stdin.read()") {
				alive = append(alive, p)
			}
		}
		if len(alive) == 0 {
			return ""
		}
		time.Sleep(100 * time.Millisecond)
	}
	return strings.Join(alive, " ")
}
