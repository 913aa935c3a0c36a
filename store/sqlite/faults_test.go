package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	modernc "modernc.org/sqlite"

	"database/sql/driver"

	"deft/eval"
	"deft/internal/race"
	"deft/store"
	"deft/store/sqlite"
	"deft/store/storetest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	st, err := sqlite.Open(context.Background(), path)
	must(t, err)
	t.Cleanup(func() { _ = st.Close() })
	return st
}

// script runs SQL on a database file behind the store's back.
func script(t testing.TB, path, sql string) {
	t.Helper()
	c, err := new(modernc.Driver).Open(path)
	must(t, err)
	_, err = c.(driver.ExecerContext).ExecContext(t.Context(), sql, nil)
	must(t, err)
	must(t, c.Close())
}

func refused(t *testing.T, path string, says ...string) {
	t.Helper()
	st, err := sqlite.Open(t.Context(), path)
	if err == nil {
		_ = st.Close()
		t.Errorf("%s was opened", path)
		return
	}
	for _, s := range append(says, path) {
		if !strings.Contains(err.Error(), s) {
			t.Errorf("error %q does not say %q", err, s)
		}
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }

	must(t, os.WriteFile(path("text"), []byte(strings.Repeat("This is no database. ", 100)), 0o644))
	refused(t, path("text"), "not a database", "name another store")

	script(t, path("foreign"), "CREATE TABLE t (x); PRAGMA user_version = 1")
	refused(t, path("foreign"), "another program")
	script(t, path("marked"), "PRAGMA application_id = 7; CREATE TABLE t (x)")
	refused(t, path("marked"), "another program")

	must(t, open(t, path("newer")).Close())
	script(t, path("newer"), "PRAGMA user_version = 99")
	refused(t, path("newer"), "newer deft", "schema 99", "update deft")

	must(t, os.Mkdir(path("folder"), 0o755))
	refused(t, path("folder"), "name another store")
	refused(t, filepath.Join(path("text"), "below.db"), "name another store")
}

func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deft.db")
	st := open(t, path)
	fill(t, st, "a", 500)
	must(t, st.Close())
	whole, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, whole[:len(whole)/2], 0o644))
	st, err = sqlite.Open(t.Context(), path)
	if err == nil {
		_, err = st.Transcripts(t.Context(), "a", 0, 500)
		_ = st.Close()
	}
	if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("got error %v, want one that names the file and says that it is damaged", err)
	}
}

// fill makes a run whose n samples are all done.
func fill(t testing.TB, st store.Store, run string, n int) {
	t.Helper()
	must(t, st.CreateRun(context.Background(), storetest.NewRun(run)))
	must(t, st.AddSamples(context.Background(), run, storetest.NewItems(0, n)))
	must(t, st.Commit(context.Background(), run, done(0, n)))
}

func done(from, to int) (out []eval.Transcript) {
	for i := from; i < to; i++ {
		out = append(out, storetest.NewTranscript(i, 0, ""))
	}
	return out
}

func TestPathWithOddCharacters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new folder", "a b%20?#x&_pragma=foo(1);é.db")
	fill(t, open(t, path), "a", 3)
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	if rs, err := open(t, path).ListRuns(t.Context()); err != nil || len(rs) != 1 {
		t.Errorf("%d runs, error %v", len(rs), err)
	}
}

// What is in the log when a process dies is found by the next, up to where the log is torn.
func TestTornLog(t *testing.T) {
	dir := t.TempDir()
	st := open(t, filepath.Join(dir, "live.db"))
	must(t, st.CreateRun(t.Context(), storetest.NewRun("a")))
	must(t, st.AddSamples(t.Context(), "a", storetest.NewItems(0, 100)))
	for i := range 100 {
		must(t, st.Commit(t.Context(), "a", done(i, i+1)))
	}
	read := func(suffix string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, "live.db"+suffix))
		must(t, err)
		return b
	}
	db, wal := read(""), read("-wal")
	last := -1
	for i, cut := range []int{0, 10, 31, 32, 1000, len(wal) / 4, len(wal) / 2, len(wal) - 5000, len(wal) - 1, len(wal)} {
		path := filepath.Join(dir, fmt.Sprintf("copy%d.db", i))
		must(t, os.WriteFile(path, db, 0o644))
		torn := bytes.Clone(wal)
		for k := cut; k < len(torn); k++ {
			torn[k] = byte(k * 7) // as blocks that never reached the disk may look
		}
		must(t, os.WriteFile(path+"-wal", torn[:min(cut+3000, len(torn))], 0o644))
		n := 0
		if again, err := sqlite.Open(t.Context(), path); err != nil {
			t.Errorf("cut at %d: %v", cut, err)
		} else {
			if r, err := again.Run(t.Context(), "a"); err == nil {
				ts, err := again.Transcripts(t.Context(), "a", 0, 100)
				must(t, err)
				if n = r.Done; n != len(ts) {
					t.Errorf("cut at %d: %d are counted and %d there", cut, n, len(ts))
				}
			} else if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("cut at %d: %v", cut, err)
			}
			must(t, again.Close())
		}
		if n < last {
			t.Errorf("cut at %d: %d transcripts, fewer than with less of the log (%d)", cut, n, last)
		}
		last = n
	}
	if last != 100 {
		t.Errorf("%d transcripts with the whole log, want 100", last)
	}
}

// Two stores on one file: what one remembers of rows must not outlive their deletion by the other.
func TestOtherStoreDeletes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deft.db")
	a, b := open(t, path), open(t, path)
	ctx := t.Context()
	for round := range 3 {
		run := fmt.Sprint("run", round)
		fill(t, a, run, 20)
		if got, err := b.ListSamples(ctx, run, -1, 50); err != nil || len(got) != 20 || len(got[0].Sample.Tools) != 2 {
			t.Fatalf("round %d: the other store reads %d samples, error %v", round, len(got), err)
		}
		must(t, b.DeleteRun(ctx, run))
		if err := a.Commit(ctx, run, done(0, 1)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("round %d: commit to a deleted run: %v", round, err)
		}
	}
	// A sample replaced behind the first store's back.
	fill(t, a, "x", 3)
	must(t, b.AddSamples(ctx, "x", []store.Item{{Index: 1, Sample: storetest.NewSample(9)}}))
	if err := a.Commit(ctx, "x", done(1, 2)); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("commit to a replaced sample: %v", err)
	}
	must(t, a.Commit(ctx, "x", []eval.Transcript{storetest.NewTranscript(9, 0, "")}))
}

// A lock holds whichever way the file is reached.
func TestLockThroughLink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "deft.db"), filepath.Join(dir, "link.db")
	a := open(t, path)
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	b := open(t, link)
	fill(t, a, "r", 1)
	release, err := a.Lock(t.Context(), "r")
	must(t, err)
	if _, err := b.Lock(t.Context(), "r"); !errors.Is(err, store.ErrLocked) {
		t.Errorf("lock through the link: error %v, want %v", err, store.ErrLocked)
	}
	release()
	release, err = b.Lock(t.Context(), "r")
	must(t, err)
	release()
}

// Deleting the last run leaves nothing.
func TestDeleteLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deft.db")
	st := open(t, path)
	fill(t, st, "a", 2100) // more than a chunk
	must(t, st.PutScores(t.Context(), "a", []eval.Score{storetest.NewScore(1, 0, "x")}))
	must(t, st.DeleteRun(t.Context(), "a"))
	must(t, st.Close())
	c, err := new(modernc.Driver).Open(path)
	must(t, err)
	defer c.Close()
	for _, table := range []string{"runs", "run_samples", "samples", "tools", "attempts", "transcripts", "scorings", "scores"} {
		rows, err := c.(driver.QueryerContext).QueryContext(t.Context(), "SELECT count(*) FROM "+table, nil)
		must(t, err)
		row := make([]driver.Value, 1)
		must(t, rows.Next(row))
		if row[0] != int64(0) {
			t.Errorf("%s has %v rows", table, row[0])
		}
		must(t, rows.Close())
	}
	if left, _ := filepath.Glob(path + ".run*"); len(left) > 0 {
		t.Errorf("lock files are left: %v", left)
	}
}

func TestOpenTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deft.db")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			st, err := sqlite.Open(context.Background(), path)
			if err != nil {
				t.Error(err)
				return
			}
			if err := st.CreateRun(context.Background(), storetest.NewRun(fmt.Sprint(i))); err != nil {
				t.Error(err)
			}
			if err := st.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if rs, err := open(t, path).ListRuns(t.Context()); err != nil || len(rs) != 8 {
		t.Errorf("%d runs, error %v; want 8", len(rs), err)
	}
}

func TestUseAfterClose(t *testing.T) {
	st := open(t, filepath.Join(t.TempDir(), "deft.db"))
	fill(t, st, "a", 1)
	must(t, st.Close())
	must(t, st.Close())
	if _, err := st.ListRuns(t.Context()); err == nil {
		t.Error("a closed store lists runs")
	}
	if err := st.Commit(t.Context(), "a", done(0, 1)); err == nil {
		t.Error("a closed store commits")
	}
}

// The log is written back while a run goes on, also when others read all the time.
func TestLogStaysSmall(t *testing.T) {
	if testing.Short() || race.Enabled {
		t.Skip("writes 100 MB")
	}
	path := filepath.Join(t.TempDir(), "deft.db")
	st := open(t, path)
	must(t, st.CreateRun(t.Context(), storetest.NewRun("r")))
	largest := int64(0)
	for n := range 80 {
		must(t, st.AddSamples(t.Context(), "r", items(n*batch)))
		must(t, st.Commit(t.Context(), "r", attempts(n*batch)))
		_, err := st.Transcripts(t.Context(), "r", 0, 100)
		must(t, err)
		if i, err := os.Stat(path + "-wal"); err == nil {
			largest = max(largest, i.Size())
		}
	}
	if largest > 64<<20 {
		t.Errorf("the log grew to %d MB", largest>>20)
	}
}
