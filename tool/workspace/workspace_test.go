//go:build unix

package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"deft/tool"
)

func folder(t *testing.T, l Limits) *Folder {
	t.Helper()
	f, err := New(t.TempDir(), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func TestFolder(t *testing.T) {
	f := folder(t, Limits{Read: 5})
	if err := f.Write("a/b/notes.txt", []byte("hello"), false); err != nil {
		t.Fatal(err)
	}
	if err := f.Write("a/b/notes.txt", []byte(" there"), true); err != nil {
		t.Fatal(err)
	}
	data, size, err := f.Read("a/./b/../b/notes.txt", 6)
	if err != nil || string(data) != "there" || size != 11 {
		t.Errorf("read %q of %d bytes, %v; want there, 11", data, size, err)
	}
	entries, err := f.List("a/b")
	if err != nil || len(entries) != 1 || entries[0] != (Entry{Name: "notes.txt", Size: 11}) {
		t.Errorf("the folder lists %+v, %v", entries, err)
	}
	if err := f.Remove("a"); err == nil {
		t.Error("a folder with files was removed")
	}
	if err := f.Remove("a/b/notes.txt"); err != nil {
		t.Error(err)
	}
	if _, _, err := f.Read("a/b/notes.txt", 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a removed file gives %v", err)
	}
}

func TestNamesThatLeave(t *testing.T) {
	f := folder(t, Limits{})
	for _, name := range []string{
		"..", "../x", "a/../../x", "/etc/passwd", "//etc/passwd", "a/../../../etc/passwd", "\x00", "a\x00b", "a\nb", `..\x`, `C:\x`,
		"C:x", "\xff\xfe", strings.Repeat("a", 300), strings.Repeat("a/", 40) + "b", strings.Repeat("x", 1<<20), "./../x", "....//../../x",
	} {
		if err := f.Write(name, []byte("x"), false); !errors.Is(err, ErrRefused) {
			t.Errorf("writing %.40q gave %v, want a refusal", name, err)
		}
		if _, _, err := f.Read(name, 0); !errors.Is(err, ErrRefused) {
			t.Errorf("reading %.40q gave %v, want a refusal", name, err)
		}
		if err := f.Remove(name); !errors.Is(err, ErrRefused) {
			t.Errorf("removing %.40q gave %v, want a refusal", name, err)
		}
	}
	if err := f.Remove("."); !errors.Is(err, ErrRefused) {
		t.Errorf("removing the workspace gave %v", err)
	}
}

// TestLinks puts every kind of link and special file into the folder, as no tool can, and finds
// that none of them is followed.
func TestLinks(t *testing.T) {
	f := folder(t, Limits{})
	outside := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(f.path, name) }
	for _, err := range []error{
		os.Symlink(outside, at("absolute")), os.Symlink("../../../../../../../../etc/passwd", at("relative")), os.Symlink(filepath.Dir(outside), at("dir")),
		os.Link(outside, at("hard")), os.Symlink("loop", at("loop")), syscall.Mkfifo(at("pipe"), 0o600), os.Symlink("/dev/zero", at("zero")), os.Symlink("/proc/self", at("proc")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"absolute", "relative", "dir/secret", "hard", "loop", "pipe", "zero", "proc/environ"} {
		start := time.Now()
		if data, _, err := f.Read(name, 0); err == nil {
			t.Errorf("%s gave %q", name, data)
		}
		_ = f.Write(name, []byte("overwritten"), false)
		_ = f.Write(name, []byte("overwritten"), true)
		if took := time.Since(start); took > time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	got, err := os.ReadFile(outside)
	if err != nil || string(got) != "secret" {
		t.Errorf("the file outside now holds %q, %v", got, err)
	}
	if left, err := os.ReadDir(filepath.Dir(outside)); err != nil || len(left) != 1 {
		t.Errorf("the folder outside holds %d files, %v; want 1", len(left), err)
	}
}

// TestRace swaps a folder for a link to the outside while files in it are written and read.
func TestRace(t *testing.T) {
	f := folder(t, Limits{})
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "x"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var swapping sync.WaitGroup
	swapping.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			d := filepath.Join(f.path, "d")
			_ = os.RemoveAll(d)
			if i%2 == 0 {
				_ = os.Symlink(outside, d)
			} else {
				_ = os.Mkdir(d, 0o700)
			}
		}
	})
	for end := time.Now().Add(300 * time.Millisecond); time.Now().Before(end); {
		_ = f.Write("d/x", []byte("mine"), false)
		if data, _, err := f.Read("d/x", 0); err == nil && string(data) != "mine" {
			t.Errorf("read %q", data)
		}
		_ = f.Remove("d/x")
	}
	close(stop)
	swapping.Wait()
	if got, err := os.ReadFile(filepath.Join(outside, "x")); err != nil || string(got) != "secret" {
		t.Errorf("the file outside holds %q, %v", got, err)
	}
}

func TestQuota(t *testing.T) {
	f := folder(t, Limits{Bytes: 100, Files: 4})
	if err := f.Write("a", make([]byte, 101), false); !errors.Is(err, ErrQuota) {
		t.Errorf("101 of 100 bytes gave %v", err)
	}
	if err := f.Write("a", make([]byte, 60), false); err != nil {
		t.Error(err)
	}
	if err := f.Write("a", make([]byte, 60), true); !errors.Is(err, ErrQuota) {
		t.Errorf("appending beyond the quota gave %v", err)
	}
	if err := f.Write("a", make([]byte, 90), false); err != nil {
		t.Errorf("replacing a file counts the old one too: %v", err)
	}
	for i := range 3 {
		if err := f.Write(fmt.Sprint("f", i), nil, false); err != nil && i < 3 {
			t.Error(err)
		}
	}
	if err := f.Write("one-more", nil, false); !errors.Is(err, ErrQuota) {
		t.Errorf("a fifth file gave %v", err)
	}
	var writers sync.WaitGroup
	g := folder(t, Limits{Bytes: 1000})
	for i := range 50 {
		writers.Go(func() { _ = g.Write(fmt.Sprint("w", i), make([]byte, 100), false) })
	}
	writers.Wait()
	if used, _, err := g.usage(); err != nil || used != 1000 {
		t.Errorf("50 writers at once filled %d of 1000 bytes, %v", used, err)
	}
}

// TestHostileCalls makes 10,000 calls with every kind of path and argument through the executor:
// no error of the executor itself, and nothing outside has changed.
func TestHostileCalls(t *testing.T) {
	parent := t.TempDir()
	f, err := New(parent, Limits{Bytes: 1 << 16, Files: 50})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	set, err := Tools()
	if err != nil {
		t.Fatal(err)
	}
	exec := set.Executor(f)
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"..", ".", "/", "a", "b", "etc", "passwd", "\x00", "~", "$HOME", "%2e%2e", "…", "..;", "//", "\\", " ", "\u202e", "con", "-rf", "*", strings.Repeat("n", 250)}
	names := []string{"list_files", "read_file", "write_file", "delete_file"}
	n := 10_000
	if testing.Short() {
		n = 1000
	}
	for range n {
		var p strings.Builder
		for range 1 + r.IntN(8) {
			p.WriteString(parts[r.IntN(len(parts))])
			if r.IntN(2) == 0 {
				p.WriteByte('/')
			}
		}
		args, err := json.Marshal(map[string]any{"path": p.String(), "content": strings.Repeat("x", r.IntN(1<<14)), "append": r.IntN(2) == 0, "offset": r.Int64() - r.Int64()})
		if err != nil {
			t.Fatal(err)
		}
		name := names[r.IntN(len(names))]
		if r.IntN(10) > 0 {
			if name != "write_file" {
				args, _ = json.Marshal(map[string]any{"path": p.String()})
			} else {
				args, _ = json.Marshal(map[string]any{"path": p.String(), "content": strings.Repeat("x", r.IntN(1<<14))})
			}
		}
		if r.IntN(50) == 0 {
			args = args[:r.IntN(len(args))]
		}
		if _, err := exec.Call(context.Background(), tool.Call{Name: name, Arguments: args}); err != nil {
			t.Fatalf("%s(%.200q): %v", name, args, err)
		}
	}
	left, err := os.ReadDir(parent)
	if err != nil || len(left) != 1 {
		t.Errorf("beside the workspace there are now %d files, %v", len(left)-1, err)
	}
	if used, files, err := f.usage(); err != nil || used > 1<<16 || files > 50 {
		t.Errorf("%d bytes in %d files, %v: more than the quota", used, files, err)
	}
}

func TestReadCutsBetweenCharacters(t *testing.T) {
	f := folder(t, Limits{Read: 4})
	set, err := Tools()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write("x", []byte("aéあb"), false); err != nil {
		t.Fatal(err)
	}
	var text string
	for offset, rounds := 0.0, 0; ; rounds++ {
		r, err := set.Executor(f).Call(context.Background(), tool.Call{Name: "read_file", Arguments: json.RawMessage(fmt.Sprintf(`{"path":"x","offset":%g}`, offset))})
		if err != nil || r.Fault != "" || rounds > 9 {
			t.Fatalf("%s %s %v", r.Fault, r.Content, err)
		}
		var got map[string]any
		if err := json.Unmarshal(r.Content, &got); err != nil {
			t.Fatal(err)
		}
		text += got["content"].(string)
		next, ok := got["next_offset"].(float64)
		if !ok {
			break
		}
		offset = next
	}
	if text != "aéあb" {
		t.Errorf("read in pieces: %q", text)
	}
}
