package archive_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/eval"
	"deft/store"
	"deft/store/archive"
	"deft/store/memory"
	"deft/store/sqlite"
	"deft/store/storetest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fill gives st the runs "a" (with errors, two trials and two scorers), "b" (random values) and "c" (nothing).
func fill(t testing.TB, st store.Store) {
	t.Helper()
	ctx := t.Context()
	a, b, c := storetest.NewRun("a"), storetest.NewRun("b"), storetest.NewRun("c")
	b.Status, c.Status = store.StatusInterrupted, store.StatusFailed
	c.Config, c.Ended = nil, c.Started.Add(5)
	for _, r := range []store.Run{a, b, c} {
		must(t, st.CreateRun(ctx, r))
	}
	const n = 300 // more than a page
	must(t, st.AddSamples(ctx, "a", storetest.NewItems(0, n)))
	must(t, st.AddSamples(ctx, "a", []store.Item{{Index: 5000, Sample: storetest.NewSample(5000)}}))
	var ts []eval.Transcript
	for i := n - 1; i >= 0; i-- {
		fault := ""
		if i%5 == 0 {
			fault = "timeout"
		}
		ts = append(ts, storetest.NewTranscript(i, 0, fault), storetest.NewTranscript(i, 1, ""))
	}
	must(t, st.Commit(ctx, "a", ts))
	must(t, st.PutScores(ctx, "a", []eval.Score{storetest.NewScore(1, 0, "z"), storetest.NewScore(280, 0, "z")}))
	must(t, st.PutScores(ctx, "a", []eval.Score{storetest.NewScore(1, 0, "y")}))
	g := storetest.Random{Rand: rand.New(rand.NewPCG(7, 8))}
	for i := range 30 {
		s := g.Sample()
		s.ID += fmt.Sprint(i)
		must(t, st.AddSamples(ctx, "b", []store.Item{{Index: int64(i * 3), Sample: s}}))
		tr := g.Transcript()
		tr.Key.Sample, tr.Key.Trial = s.ID, 0
		must(t, st.Commit(ctx, "b", []eval.Transcript{tr}))
		sc := g.Score()
		sc.Key, sc.Scorer = tr.Key, "sc"
		must(t, st.PutScores(ctx, "b", []eval.Score{sc}))
	}
}

func export(t testing.TB, st store.Store, runs ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, archive.Export(t.Context(), &b, st, runs...))
	return b.Bytes()
}

func open(t testing.TB) store.Store {
	t.Helper()
	st, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "deft.db"))
	must(t, err)
	t.Cleanup(func() { _ = st.Close() })
	return st
}

func TestRoundTrip(t *testing.T) {
	from, to := open(t), open(t)
	fill(t, from)
	file := export(t, from, "b", "a", "c")
	got, err := archive.Import(t.Context(), bytes.NewReader(file), to)
	must(t, err)
	if d := cmp.Diff(archive.Imported{Runs: []string{"b", "a", "c"}}, got); d != "" {
		t.Errorf("imported (-want +got):\n%s", d)
	}
	if again := export(t, to, "b", "a", "c"); !bytes.Equal(file, again) {
		t.Error("what was imported is exported differently")
	}
	for _, id := range []string{"a", "b", "c"} {
		compare(t, from, to, id)
	}

	// Again, by gzip: all are the same, and nothing changes.
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, err = w.Write(file)
	must(t, err)
	must(t, w.Close())
	got, err = archive.Import(t.Context(), &z, to)
	must(t, err)
	if d := cmp.Diff(archive.Imported{Same: []string{"b", "a", "c"}}, got); d != "" {
		t.Errorf("imported again (-want +got):\n%s", d)
	}
}

// compare reads a run through the contract from both stores.
func compare(t *testing.T, a, b store.Store, id string) {
	t.Helper()
	ctx := t.Context()
	read := func(st store.Store) (all []any) {
		r, err := st.Run(ctx, id)
		must(t, err)
		if r.Usage.CostUSD != nil { // summed in another order
			*r.Usage.CostUSD = 0
		}
		items, err := st.ListSamples(ctx, id, -1, 1<<20)
		must(t, err)
		ts, err := st.Transcripts(ctx, id, 0, 1<<20)
		must(t, err)
		scorers, err := st.Scorers(ctx, id)
		must(t, err)
		all = append(all, r, items, ts, scorers)
		for _, s := range scorers {
			ss, err := st.Scores(ctx, id, s, 0, 1<<20)
			must(t, err)
			all = append(all, ss)
		}
		return all
	}
	left, right := read(a), read(b)
	if reflect.DeepEqual(left, right) { // of which cmp needs seconds to be sure
		return
	}
	if d := cmp.Diff(left, right); d != "" {
		t.Errorf("run %s (-exported +imported):\n%s", id, d)
	}
}

func TestExists(t *testing.T) {
	st := memory.New()
	fill(t, st)
	file := export(t, st, "c", "a")
	must(t, st.PutScores(t.Context(), "a", []eval.Score{storetest.NewScore(2, 0, "y")}))
	before := export(t, st, "a", "b", "c")
	got, err := archive.Import(t.Context(), bytes.NewReader(file), st)
	if !errors.Is(err, store.ErrExists) || !strings.Contains(err.Error(), `"a"`) {
		t.Errorf("got error %v, want %v for run a", err, store.ErrExists)
	}
	if d := cmp.Diff(archive.Imported{Same: []string{"c"}}, got); d != "" {
		t.Errorf("imported (-want +got):\n%s", d)
	}
	if !bytes.Equal(before, export(t, st, "a", "b", "c")) {
		t.Error("a refused import changed the store")
	}
}

func TestExportUnknown(t *testing.T) {
	st := memory.New()
	fill(t, st)
	var b bytes.Buffer
	if err := archive.Export(t.Context(), &b, st, "a", "x"); !errors.Is(err, store.ErrNotFound) || b.Len() > 0 {
		t.Errorf("got error %v and %d bytes, want %v and none", err, b.Len(), store.ErrNotFound)
	}
	if err := archive.Export(t.Context(), &b, st, "a", "a"); err == nil {
		t.Error("a run was exported twice")
	}
}

// small is an archive of one run with a line of each kind.
func small(t testing.TB) []string {
	t.Helper()
	st := memory.New()
	ctx := t.Context()
	r := storetest.NewRun("a")
	r.Status = store.StatusRunning
	must(t, st.CreateRun(ctx, r))
	must(t, st.AddSamples(ctx, "a", storetest.NewItems(0, 2)))
	must(t, st.Commit(ctx, "a", []eval.Transcript{storetest.NewTranscript(1, 0, "")}))
	must(t, st.PutScores(ctx, "a", []eval.Score{storetest.NewScore(1, 0, "y")}))
	return strings.SplitAfter(strings.TrimSuffix(string(export(t, st, "a")), "\n"), "\n")
}

func TestMalformed(t *testing.T) {
	lines := small(t)
	var kinds []string
	for _, l := range lines {
		kinds = append(kinds, l[2:strings.Index(l, `":`)])
	}
	want := []string{"archive", "run", "tool", "tool", "sample", "tool", "tool", "sample", "transcript", "score", "end"}
	if d := cmp.Diff(want, kinds); d != "" {
		t.Fatalf("lines (-want +got):\n%s", d)
	}
	refuse := func(name string, line int, says string, changed ...string) {
		t.Helper()
		st := memory.New()
		_, err := archive.Import(t.Context(), strings.NewReader(strings.Join(changed, "")), st)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("line %d:", line)) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got error %v, want one of line %d that says %q", name, err, line, says)
		}
		if rs, _ := st.ListRuns(t.Context()); len(rs) > 0 {
			t.Errorf("%s: a part of a run was left behind", name)
		}
	}
	edit := func(i int, old, with string) []string {
		t.Helper()
		out := append([]string(nil), lines...)
		if !strings.Contains(out[i], old) {
			t.Fatalf("line %d has no %s: %s", i+1, old, out[i])
		}
		out[i] = strings.Replace(out[i], old, with, 1)
		return out
	}
	without := func(i int) []string { return append(append([]string(nil), lines[:i]...), lines[i+1:]...) }

	for n := range lines {
		refuse("cut off", n+1, "", lines[:n]...)
		half := append(append([]string(nil), lines[:n]...), lines[n][:len(lines[n])/2])
		refuse("cut off within a line", n+1, "", half...)
		garbled := append([]string(nil), lines...)
		garbled[n] = strings.Replace(lines[n], "{", "[", 1)
		refuse("not an object", n+1, "", garbled...)
	}
	refuse("empty", 1, "empty")
	refuse("another file", 1, "begins with", "{\"id\":1}\n")
	refuse("no JSON", 1, "not an object", "hello\n")
	refuse("another format", 1, "format", edit(0, "deft runs", "deft walks")...)
	refuse("newer", 1, "update deft", edit(0, `"version":1`, `"version":2`)...)
	refuse("no header", 1, "begins with", without(0)...)
	refuse("no run", 2, "outside", without(1)...)
	refuse("no tool", 4, "does not come before", without(2)...)
	refuse("transcript of a missing sample", 9, "not found", without(7)...)
	refuse("no score", 10, "expected", without(9)...)
	refuse("two scores", 12, "expected", append(append(append([]string(nil), lines[:10]...), lines[9]), lines[10])...)
	refuse("two transcripts", 12, "twice", append(append(append([]string(nil), lines[:9]...), lines[8:10]...), strings.Replace(lines[10], `"transcripts":1`, `"transcripts":2`, 1))...)
	refuse("order", 10, "after", append(append(append([]string(nil), lines[:9]...), lines[7]), lines[9:]...)...)
	refuse("the run twice", 3, "no end", append(append([]string(nil), lines[:2]...), lines[1:]...)...)
	refuse("changed tool", 3, "changed", edit(2, "Does", "Did")...)
	refuse("unknown field", 2, "unknown field", edit(1, `"task":`, `"tusk":`)...)
	refuse("unknown status", 2, "status", edit(1, `"interrupted"`, `"sleeping"`)...)
	refuse("no id", 2, "no id", edit(1, `"run":"a"`, `"run":""`)...)
	refuse("a type", 9, "transcript", edit(8, `"seed":`, `"seed":"x`)...)
	refuse("unknown kind", 9, "unknown kind", edit(8, "transcript", "manuscript")...)
}

// Runs before a fault in the file are kept.
func TestFaultInSecondRun(t *testing.T) {
	st := memory.New()
	fill(t, st)
	lines := strings.SplitAfter(string(export(t, st, "c", "a")), "\n")
	to := memory.New()
	got, err := archive.Import(t.Context(), strings.NewReader(strings.Join(lines[:400], "")), to)
	if err == nil || !strings.Contains(err.Error(), "line 401: the file ends within run \"a\"") {
		t.Errorf("got error %v", err)
	}
	if d := cmp.Diff(archive.Imported{Runs: []string{"c"}}, got); d != "" {
		t.Errorf("imported (-want +got):\n%s", d)
	}
	rs, err := to.ListRuns(t.Context())
	must(t, err)
	if len(rs) != 1 || rs[0].ID != "c" || rs[0].Status != store.StatusFailed {
		t.Errorf("runs %+v, want c alone", rs)
	}
	lines[0] = strings.Replace(lines[0], `"a"`, `"x"`, 1)
	_, err = archive.Import(t.Context(), strings.NewReader(strings.Join(lines, "")), memory.New())
	if err == nil || !strings.Contains(err.Error(), "line 4: run \"a\" is not among") {
		t.Errorf("a run that is not announced: got error %v", err)
	}
}

func TestRunningIsInterrupted(t *testing.T) {
	if l := small(t)[1]; !strings.Contains(l, `"status":"interrupted"`) {
		t.Errorf("the run is written as %s", l)
	}
}

func FuzzImport(f *testing.F) {
	lines := small(f)
	f.Add([]byte(strings.Join(lines, "")))
	f.Add([]byte(strings.Join(lines[:4], "")))
	f.Add([]byte("\x1f\x8b\x08"))
	f.Fuzz(func(t *testing.T, file []byte) {
		st := memory.New()
		got, err := archive.Import(t.Context(), bytes.NewReader(file), st)
		rs, lerr := st.ListRuns(t.Context())
		must(t, lerr)
		if len(rs) != len(got.Runs) {
			t.Fatalf("%d runs imported, %d there (error %v)", len(got.Runs), len(rs), err)
		}
		if err != nil {
			return
		}
		// What was taken goes out and in again unchanged.
		out := export(t, st, got.Runs...)
		to := memory.New()
		if _, err := archive.Import(t.Context(), bytes.NewReader(out), to); err != nil {
			t.Fatalf("%v, of\n%s", err, out)
		}
		if again := export(t, to, got.Runs...); !bytes.Equal(out, again) {
			t.Fatalf("exported\n%s\nimported and exported\n%s", out, again)
		}
	})
}
