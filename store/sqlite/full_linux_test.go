package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"deft/eval"
	"deft/store"
	"deft/store/sqlite"
	"deft/store/storetest"
)

// tmpfs mounts a disk of 8 MB, or skips the test where that is not allowed.
func tmpfs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("mounting a small disk is not allowed here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

func remount(t *testing.T, dir string, flags uintptr, size string) {
	t.Helper()
	must(t, syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|flags, "size="+size))
}

func full(t *testing.T, what string, err error, path string) {
	t.Helper()
	if !errors.Is(err, store.ErrFull) {
		t.Fatalf("%s on a full disk: got error %v, want %v", what, err, store.ErrFull)
	}
	for _, s := range []string{path, "--resume", "space"} {
		if !strings.Contains(err.Error(), s) {
			t.Errorf("error %q does not say %q", err, s)
		}
	}
}

func TestFullDisk(t *testing.T) {
	dir := tmpfs(t)
	path := filepath.Join(dir, "deft.db")
	st := open(t, path)
	const n = 800 // of 16 KB
	large := func(from, to int) []eval.Transcript {
		ts := done(from, to)
		for i := range ts {
			ts[i].Events[1].Message.Content = strings.Repeat("A long answer.\n", 1000)
		}
		return ts
	}
	must(t, st.CreateRun(t.Context(), storetest.NewRun("r")))
	must(t, st.AddSamples(t.Context(), "r", storetest.NewItems(0, n)))
	stored, err := 0, error(nil)
	for ; stored < n; stored += 20 {
		if err = st.Commit(t.Context(), "r", large(stored, stored+20)); err != nil {
			break
		}
	}
	full(t, "commit", err, path)
	if stored == 0 {
		t.Fatal("nothing fitted")
	}
	full(t, "commit again", st.Commit(t.Context(), "r", large(stored, stored+20)), path)

	// What is there can be read, now and by the next process, and the run goes on once there is room.
	check := func(st *sqlite.Store) {
		t.Helper()
		r, err := st.Run(t.Context(), "r")
		must(t, err)
		ts, err := st.Transcripts(t.Context(), "r", 0, n)
		must(t, err)
		if r.Done != stored || len(ts) != stored {
			t.Errorf("%d done and %d transcripts, want %d", r.Done, len(ts), stored)
		}
	}
	check(st)
	_ = st.Close() // writing the log back may fail too
	st, err = sqlite.Open(t.Context(), path)
	if err == nil {
		check(st)
		_ = st.Close()
	} else {
		full(t, "open", err, path)
	}
	remount(t, dir, 0, "64m")
	st = open(t, path)
	check(st)
	for ; stored < n; stored += 20 {
		must(t, st.Commit(t.Context(), "r", large(stored, stored+20)))
	}
	check(st)
}

func TestFullBeforeOpen(t *testing.T) {
	dir := tmpfs(t)
	must(t, os.WriteFile(filepath.Join(dir, "ballast"), make([]byte, 8<<20-4096), 0o644))
	path := filepath.Join(dir, "deft.db")
	_, err := sqlite.Open(t.Context(), path)
	full(t, "open", err, path)
	must(t, os.Remove(filepath.Join(dir, "ballast")))
	fill(t, open(t, path), "a", 10)
}

func TestReadOnlyFolder(t *testing.T) {
	dir := tmpfs(t)
	path := filepath.Join(dir, "deft.db")
	st := open(t, path)
	fill(t, st, "a", 3)
	must(t, st.Close())
	remount(t, dir, syscall.MS_RDONLY, "8m")
	if _, err := sqlite.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "writable") || !strings.Contains(err.Error(), path) {
		t.Errorf("a store that was there: got error %v", err)
	}
	_, err := sqlite.Open(t.Context(), filepath.Join(dir, "new.db"))
	if err == nil || !strings.Contains(err.Error(), "writable") || !strings.Contains(err.Error(), "new.db") {
		t.Errorf("a new store: got error %v", err)
	}
	_, err = sqlite.Open(t.Context(), filepath.Join(dir, "sub", "new.db"))
	if err == nil || !strings.Contains(err.Error(), "name another store") {
		t.Errorf("a new folder: got error %v", err)
	}
}
