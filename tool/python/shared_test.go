package python

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"deft/tool"
	"deft/tool/workspace"
)

func desk(t *testing.T, r *Runner, l workspace.Limits) (*Shared, string) {
	t.Helper()
	parent := t.TempDir()
	f, err := workspace.New(parent, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return &Shared{r, f}, parent
}

func read(t *testing.T, f *workspace.Folder, name string) string {
	t.Helper()
	data, _, err := f.Read(name, 0)
	if err != nil {
		return "no: " + err.Error()
	}
	return string(data)
}

// TestSharedFiles: what tools write a program reads, and what a program leaves tools read.
func TestSharedFiles(t *testing.T) {
	programs := map[Engine]string{
		CPython: `import os
print(open("notes/in.txt").read(), sorted(os.listdir(".")))
os.makedirs("out/deep")
open("out/deep/a.txt", "w").write("made")
open("notes/in.txt", "a").write(" and more")
open("b.bin", "wb").write(bytes(range(256)))
os.remove("gone.txt")`,
		Starlark: `print(read_file("notes/in.txt"), sorted(list_files()))
write_file("out/deep/a.txt", "made")
write_file("./notes/in.txt", " and more", append=True)
write_file("b.bin", "x")
delete_file("gone.txt")`,
	}
	for name, r := range engines(t, Limits{}) {
		s, _ := desk(t, r, workspace.Limits{})
		for file, text := range map[string]string{"notes/in.txt": "hällo", "gone.txt": "x", "kept.txt": "kept"} {
			if err := s.Folder.Write(file, []byte(text), false); err != nil {
				t.Fatal(err)
			}
		}
		o, err := s.Run(context.Background(), programs[name])
		if err != nil || o.Fault != "" || !strings.HasPrefix(o.Output, "hällo [") || len(o.LeftOut) > 0 {
			t.Fatalf("%s: %+v, %v", name, o, err)
		}
		for file, want := range map[string]string{"out/deep/a.txt": "made", "notes/in.txt": "hällo and more", "kept.txt": "kept", "gone.txt": "no: gone.txt: file does not exist"} {
			if got := read(t, s.Folder, file); got != want {
				t.Errorf("%s: %s holds %q, want %q", name, file, got, want)
			}
		}
		o, err = s.Run(context.Background(), "fail()")
		if err != nil || o.Fault != tool.FaultFailed || read(t, s.Folder, "kept.txt") != "kept" {
			t.Errorf("%s: a program that fails: %+v, %v", name, o, err)
		}
		set, err := r.SharedTools()
		if err != nil {
			t.Fatal(err)
		}
		got, err := set.Executor(s).Call(context.Background(), tool.Call{Name: "run_python", Arguments: []byte(`{"code":"print(7)"}`)})
		if err != nil || string(got.Content) != fmt.Sprintf(`{"engine":%q,"output":"7\n","exit":0}`, name) {
			t.Errorf("%s: %s %v", name, got.Content, err)
		}
	}
}

// cpython gives the engine that can make links, or skips.
func cpython(t *testing.T, l Limits) *Runner {
	t.Helper()
	r, err := New(context.Background(), Config{Engine: CPython, Limits: l})
	if err != nil {
		t.Skip(err)
	}
	return r
}

// TestSharedEscapes: links and the like that a program makes never reach the workspace, whose tools
// would follow them.
func TestSharedEscapes(t *testing.T) {
	r := cpython(t, Limits{})
	s, parent := desk(t, r, workspace.Limits{})
	secret := filepath.Join(parent, "secret.txt")
	if err := os.WriteFile(secret, []byte("sesame"), 0o666); err != nil {
		t.Fatal(err)
	}
	o, err := s.Run(context.Background(), `import os, socket
os.symlink("`+secret+`", "file")
os.symlink("../secret.txt", "up")
os.symlink("`+parent+`", "folder")
os.symlink("/", "root")
os.symlink("root/etc", "chain")
open("plain", "w").write("p")
os.link("plain", "second")
os.mkfifo("pipe")
socket.socket(socket.AF_UNIX).bind("sock")
os.mkdir("empty")
open("a\nb", "w").write("x")
open("a\\b", "w").write("x")
open(b"\xff\xfe", "w").write("x")
open("good", "w").write("good")`)
	if err != nil || o.Fault != "" {
		t.Fatal(o, err)
	}
	for _, name := range []string{"file", "up", "folder", "root", "chain", "second", "plain", "pipe", "sock", "a\nb", "a\\b"} {
		if !strings.Contains("|"+strings.Join(o.LeftOut, "|")+"|", "|"+name+"|") {
			t.Errorf("%q is not said to be left out: %q", name, o.LeftOut)
		}
	}
	tools, err := workspace.Tools()
	if err != nil {
		t.Fatal(err)
	}
	exec := tools.Executor(s.Folder)
	for _, call := range []tool.Call{
		{Name: "read_file", Arguments: []byte(`{"path":"file"}`)}, {Name: "read_file", Arguments: []byte(`{"path":"up"}`)},
		{Name: "read_file", Arguments: []byte(`{"path":"folder/secret.txt"}`)}, {Name: "read_file", Arguments: []byte(`{"path":"chain/passwd"}`)},
		{Name: "list_files", Arguments: []byte(`{"path":"folder"}`)}, {Name: "delete_file", Arguments: []byte(`{"path":"folder/secret.txt"}`)},
		{Name: "read_file", Arguments: []byte(`{"path":"pipe"}`)},
	} {
		got, err := exec.Call(context.Background(), call)
		if err != nil || got.Fault == "" || bytes.Contains(got.Content, []byte("sesame")) {
			t.Errorf("%s %s: %s %s %v", call.Name, call.Arguments, got.Fault, got.Content, err)
		}
	}
	if got, err := exec.Call(context.Background(), tool.Call{Name: "write_file", Arguments: []byte(`{"path":"file","content":"mine"}`)}); err != nil || got.Fault != "" {
		t.Errorf("the name of a link is free: %s %v", got.Content, err)
	}
	if b, err := os.ReadFile(secret); err != nil || string(b) != "sesame" {
		t.Errorf("the secret is %q, %v", b, err)
	}
	err = filepath.WalkDir(parent, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !d.Type().IsRegular() {
			t.Errorf("%s is a %s", p, d.Type())
		}
		return err
	})
	if err != nil || read(t, s.Folder, "good") != "good" {
		t.Error(err)
	}
}

// TestSharedQuota: a program cannot leave more than the folder may hold, and what it leaves otherwise
// counts in full or not at all.
func TestSharedQuota(t *testing.T) {
	limits := workspace.Limits{Bytes: 1 << 20, Files: 50}
	python := map[string]string{
		"many bytes":              "for i in range(40): open(str(i), 'wb').write(b'x' * 100000)",
		"many files":              "for i in range(60): open(str(i), 'w')",
		"floods":                  "import os\ni = 0\nwhile i < 20000:\n    open(str(i), 'w')\n    i += 1",
		"holes":                   "for i in range(30): open(str(i), 'wb').truncate(8 << 20)",
		"deep":                    "import os\nfor i in range(300):\n    os.mkdir('d')\n    os.chdir('d')\nopen('x', 'w').write('x')",
		"too slow":                "open('x', 'w').write('x')\nwhile True: pass",
		"kills":                   "import os\nopen('x', 'w').write('x')\nos.kill(os.getppid(), 9)\nimport time\ntime.sleep(9)",
		"lies":                    "import os, struct\nfd = os.open('/proc/%d/fd/4' % os.getppid(), os.O_WRONLY)\nos.write(fd, b'{\"name\":\"../../../tmp/x\",\"size\":1}\\nx{\"name\":\"/etc/x\",\"size\":1}\\nx{\"name\":\"lie\",\"size\":1}\\nx{\"end\":true}\\n')",
		"lies larger":             "import os\nfd = os.open('/proc/%d/fd/4' % os.getppid(), os.O_WRONLY)\nos.write(fd, b'{\"name\":\"x\",\"size\":99999999999999}\\n')",
		"lies longer":             "import os\nfd = os.open('/proc/%d/fd/4' % os.getppid(), os.O_WRONLY)\nwhile True: os.write(fd, b'x' * 65536)",
		"a file that is a folder": "import os\nfd = os.open('/proc/%d/fd/4' % os.getppid(), os.O_WRONLY)\nos.write(fd, b'{\"name\":\"first\",\"size\":1}\\nx{\"name\":\"first/b\",\"size\":1}\\nx{\"end\":true}\\n')",
	}
	star := map[string]string{
		"many bytes": "for i in range(40): write_file(str(i), 'x' * 100000)",
		"many files": "for i in range(60): write_file(str(i), '')",
		"names":      "for n in ['../x', '/etc/x', 'a\\\\b', '', '.', 'a\\nb', '../../tmp/y']: write_file(n, 'x')",
		"too slow":   "write_file('x', 'x')\nwhile True: pass",
	}
	for name, r := range engines(t, Limits{Time: time.Second}) {
		programs := python
		if name == Starlark {
			programs = star
		}
		for what, code := range programs {
			s, parent := desk(t, r, limits)
			if err := s.Folder.Write("first", []byte("first"), false); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			o, err := s.Run(context.Background(), code)
			if err != nil || time.Since(start) > 6*time.Second {
				t.Errorf("%s, %s: %v after %v", name, what, err, time.Since(start))
			}
			var size int64
			files := 0
			err = filepath.WalkDir(parent, func(p string, d fs.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() {
					info, _ := d.Info()
					size, files = size+info.Size(), files+1
				}
				return err
			})
			if err != nil || size > limits.Bytes || files > limits.Files {
				t.Errorf("%s, %s: %d bytes in %d files, %v", name, what, size, files, err)
			}
			whole := o.Fault == "" || len(o.LeftOut) > 0 || strings.Contains(o.Detail, "exit code")
			if !whole && (read(t, s.Folder, "first") != "first" || files != 1 || !strings.Contains(o.Detail, "the workspace stays as it was")) {
				t.Errorf("%s, %s: %d files after %+v", name, what, files, o)
			}
			t.Logf("%s, %s: %d bytes in %d files; %s %s, left out %.80q", name, what, size, files, o.Fault, o.Detail, o.LeftOut)
			if left, err := os.ReadDir(parent); err != nil || len(left) != 1 {
				t.Errorf("%s, %s: beside the workspace are %d things", name, what, len(left)-1)
			}
		}
	}
}

// TestSharedHostile runs the hostile programs with a workspace: it stays within its limits, and holds
// ordinary files only.
func TestSharedHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("200 programs, many of which use up their time")
	}
	w := newWorld(t)
	const limit = time.Second
	for name, r := range engines(t, Limits{Time: limit, Output: 4096, Memory: 128 << 20, Processes: 8}) {
		s := make([]*Shared, 4)
		work := make(chan string)
		var workers sync.WaitGroup
		for i := range s {
			s[i], _ = desk(t, r, workspace.Limits{Bytes: 1 << 20, Files: 100})
			workers.Go(func() {
				for code := range work {
					code = strings.ReplaceAll(code, "'/tmp/", "'./")
					start := time.Now()
					o, err := s[i].Run(context.Background(), code)
					took := time.Since(start)
					if err != nil || strings.Contains(o.Output, w.secret) || strings.Contains(o.Output, "ESCAPED") && !strings.Contains(code, "'./") || took > limit+3*time.Second {
						t.Errorf("%s: %.200q: %v, %.300q after %v", name, code, err, o.Output, took)
					}
					if _, err := s[i].Folder.List(""); err != nil {
						t.Errorf("%s: after %.200q: %v", name, code, err)
					}
				}
			})
		}
		for _, code := range hostile(w) {
			work <- code
		}
		close(work)
		workers.Wait()
		for _, one := range s {
			_, err := one.Folder.Exchange(func(files []workspace.File) ([]workspace.File, error) {
				size := 0
				for _, f := range files {
					if size += len(f.Data); bytes.Contains(f.Data, []byte(w.secret)) {
						t.Errorf("%s: %s holds the secret", name, f.Name)
					}
				}
				if size > 1<<20 || len(files) > 100 {
					t.Errorf("%s: %d bytes in %d files", name, size, len(files))
				}
				return nil, nil
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
	if n := w.reached.Load(); n > 0 {
		t.Errorf("the network was reached %d times", n)
	}
	if got, err := os.ReadFile(w.file); err != nil || string(got) != w.secret {
		t.Errorf("the file outside holds %q, %v", got, err)
	}
	if alive := survivors(t); alive != "" {
		t.Errorf("processes outlived their sandbox: %s", alive)
	}
}

// FuzzReadFiles: what a sandbox sends is as hostile as its program.
func FuzzReadFiles(f *testing.F) {
	f.Add([]byte("{\"name\":\"a\",\"size\":1}\nx{\"end\":true}\n"))
	f.Add([]byte("{\"size\":-1}\n"))
	f.Add([]byte("{\"name\":\"a\",\"size\":1e3}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		l := workspace.Limits{Bytes: 1000, Files: 5}
		files, left, err := readFiles(bytes.NewReader(b), l)
		size := 0
		for _, g := range files {
			size += len(g.Data)
		}
		if size > 1000 || len(files) > 5 || len(left) > maxLeft || err != nil && files != nil {
			t.Errorf("%d bytes in %d files, %d left out, %v", size, len(files), len(left), err)
		}
	})
}
