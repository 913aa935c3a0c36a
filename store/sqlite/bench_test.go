//go:build unix

package sqlite_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"deft/eval"
	"deft/store"
	"deft/store/sqlite"
	"deft/store/storetest"
)

func benchStore(b *testing.B) *sqlite.Store {
	b.Helper()
	st, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "deft.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = st.Close() })
	return st
}

func benchRun(b *testing.B, st store.Store, id string) {
	b.Helper()
	if err := st.CreateRun(b.Context(), storetest.NewRun(id)); err != nil {
		b.Fatal(err)
	}
}

func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// measure runs do for one batch after another and reports CPU and wall time a sample.
func measure(b *testing.B, prepare func(n int), do func(n int) error) {
	var w watch
	n := 0
	for b.Loop() {
		prepare(n)
		w.time(b, func() error { return do(n) })
		n++
	}
	w.report(b, "")
}

// watch times batches. Beside the mean of the CPU time it reports a good batch's wall time (of fifty, the
// second best): on a machine that others use too, that is nearer to the truth.
type watch struct {
	used time.Duration
	each []time.Duration
}

func (w *watch) time(b *testing.B, do func() error) {
	c, t := cpu(), time.Now()
	if err := do(); err != nil {
		b.Fatal(err)
	}
	w.each = append(w.each, time.Since(t))
	w.used += cpu() - c
}

func (w *watch) report(b *testing.B, what string) {
	slices.Sort(w.each)
	b.ReportMetric(float64(w.used.Nanoseconds())/1e3/float64(len(w.each)*batch), what+"cpu-µs/sample")
	b.ReportMetric(float64(w.each[len(w.each)/50].Nanoseconds())/1e3/batch, what+"good-µs/sample")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkAdd(b *testing.B) {
	st := benchStore(b)
	benchRun(b, st, "r")
	var in []store.Item
	measure(b, func(n int) { in = items(n * batch) }, func(int) error { return st.AddSamples(b.Context(), "r", in) })
}

// The samples are stored already, for another run.
func BenchmarkAddKnown(b *testing.B) {
	st := benchStore(b)
	benchRun(b, st, "first")
	in := items(0)
	if err := st.AddSamples(b.Context(), "first", in); err != nil {
		b.Fatal(err)
	}
	measure(b, func(n int) { benchRun(b, st, fmt.Sprint("r", n)) }, func(n int) error { return st.AddSamples(b.Context(), fmt.Sprint("r", n), in) })
}

func BenchmarkCopySamples(b *testing.B) {
	st := benchStore(b)
	benchRun(b, st, "first")
	if err := st.AddSamples(b.Context(), "first", items(0)); err != nil {
		b.Fatal(err)
	}
	measure(b, func(n int) { benchRun(b, st, fmt.Sprint("r", n)) }, func(n int) error { return st.CopySamples(b.Context(), "first", fmt.Sprint("r", n)) })
}

// filled is a store with 40 batches of samples and, if done, their transcripts.
func filled(b *testing.B, done bool) (*sqlite.Store, int) {
	const n = 40
	st := benchStore(b)
	benchRun(b, st, "r")
	for i := range n {
		if err := st.AddSamples(b.Context(), "r", items(i*batch)); err != nil {
			b.Fatal(err)
		}
		if done {
			if err := st.Commit(b.Context(), "r", attempts(i*batch)); err != nil {
				b.Fatal(err)
			}
		}
	}
	return st, n
}

func BenchmarkPending(b *testing.B) {
	st, max := filled(b, false)
	measure(b, func(int) {}, func(n int) error {
		ws, err := st.Pending(b.Context(), "r", 0, int64(n%max*batch)-1, batch)
		if err == nil && len(ws) != batch {
			err = fmt.Errorf("%d pending", len(ws))
		}
		return err
	})
}

func BenchmarkListSamples(b *testing.B) {
	st, max := filled(b, false)
	measure(b, func(int) {}, func(n int) error {
		_, err := st.ListSamples(b.Context(), "r", int64(n%max*batch)-1, batch)
		return err
	})
}

func BenchmarkCommit2KB(b *testing.B) {
	st := benchStore(b)
	benchRun(b, st, "r")
	var in []eval.Transcript
	measure(b, func(n int) {
		in = attempts(n * batch)
		if err := st.AddSamples(b.Context(), "r", items(n*batch)); err != nil {
			b.Fatal(err)
		}
	}, func(int) error { return st.Commit(b.Context(), "r", in) })
}

func BenchmarkTranscripts(b *testing.B) {
	st, max := filled(b, true)
	measure(b, func(int) {}, func(n int) error {
		ts, err := st.Transcripts(b.Context(), "r", int64(n%max*batch), int64(n%max*batch+batch))
		if err == nil && len(ts) != batch {
			err = fmt.Errorf("%d transcripts", len(ts))
		}
		return err
	})
}

func BenchmarkPutScores(b *testing.B) {
	st, max := filled(b, false)
	var in []eval.Score
	measure(b, func(n int) {
		in = verdicts(n % max * batch)
		for i := range in {
			in[i].Scorer = fmt.Sprint("scorer", n/max)
		}
	}, func(int) error { return st.PutScores(b.Context(), "r", in) })
}

func BenchmarkScores(b *testing.B) {
	st, max := filled(b, false)
	for i := range max {
		if err := st.PutScores(b.Context(), "r", verdicts(i*batch)); err != nil {
			b.Fatal(err)
		}
	}
	measure(b, func(int) {}, func(n int) error {
		_, err := st.Scores(b.Context(), "r", "sealtools/default", int64(n%max*batch), int64(n%max*batch+batch))
		return err
	})
}

// Opening a new store, and closing it.
func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		st, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "deft.db"))
		if err != nil {
			b.Fatal(err)
		}
		if err := st.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// A whole run: samples of 1 KB registered, then given out and committed with transcripts of 2 KB, 512
// at a time. Time is that of the store alone.
func BenchmarkRun(b *testing.B) {
	st := benchStore(b)
	const batches = 40
	var add, pending, commit watch
	n := 0
	for b.Loop() {
		run := fmt.Sprint("r", n)
		benchRun(b, st, run)
		for i := range batches {
			in := items((n*batches + i) * batch) // no sample twice
			for k := range in {
				in[k].Index = int64(i*batch + k)
			}
			add.time(b, func() error { return st.AddSamples(b.Context(), run, in) })
		}
		for i := range batches {
			out := attempts((n*batches + i) * batch)
			pending.time(b, func() error {
				_, err := st.Pending(b.Context(), run, 0, int64(i*batch)-1, batch)
				return err
			})
			commit.time(b, func() error { return st.Commit(b.Context(), run, out) })
		}
		n++
	}
	add.report(b, "add-")
	pending.report(b, "pending-")
	commit.report(b, "commit-")
}
