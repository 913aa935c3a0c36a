package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"deft/store"
)

func testRuns(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	equal(t, "no runs", value(st.ListRuns(ctx))(t), []store.Run(nil))
	a, b, c := NewRun("a"), NewRun("b"), NewRun("c")
	b.Started = a.Started.Add(time.Nanosecond)
	c.Started = a.Started.Add(-time.Hour).In(time.FixedZone("far", 5*3600))
	c.Config, c.Ended = nil, c.Started.Add(time.Minute)
	for _, r := range []store.Run{a, b, c} {
		must(t, st.CreateRun(ctx, r))
	}
	equal(t, "newest first", value(st.ListRuns(ctx))(t), []store.Run{b, a, c})
	equal(t, "one run", value(st.Run(ctx, "c"))(t), c)
	fails(t, "create again", st.CreateRun(ctx, a), store.ErrExists)
	if err := st.CreateRun(ctx, store.Run{}); err == nil {
		t.Error("a run without an id was created")
	}

	changed := a
	changed.Status, changed.Ended, changed.Data, changed.ServedModel, changed.Wall = store.StatusFailed, a.Started.Add(time.Hour), "sha256:ef", "other", 7.5
	want := changed
	changed.Task, changed.Seed, changed.Samples, changed.Done, changed.Config = "no", 1, 5, 5, nil // must not be written
	must(t, st.SaveRun(ctx, changed))
	equal(t, "saved", value(st.Run(ctx, "a"))(t), want)
}

func testUnknownRun(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	_, err := st.Run(ctx, "x")
	fails(t, "Run", err, store.ErrNotFound)
	if err != nil && !strings.Contains(err.Error(), `"x"`) {
		t.Errorf("error %q does not name the run", err)
	}
	fails(t, "SaveRun", st.SaveRun(ctx, NewRun("x")), store.ErrNotFound)
	fails(t, "DeleteRun", st.DeleteRun(ctx, "x"), store.ErrNotFound)
	fails(t, "AddSamples", st.AddSamples(ctx, "x", NewItems(0, 1)), store.ErrNotFound)
	_, err = st.ListSamples(ctx, "x", -1, 1)
	fails(t, "ListSamples", err, store.ErrNotFound)
	_, err = st.Sample(ctx, "x", "s")
	fails(t, "Sample", err, store.ErrNotFound)
	_, err = st.Pending(ctx, "x", 0, -1, 1)
	fails(t, "Pending", err, store.ErrNotFound)
	fails(t, "Commit", st.Commit(ctx, "x", nil), store.ErrNotFound)
	_, err = st.Transcripts(ctx, "x", 0, 1)
	fails(t, "Transcripts", err, store.ErrNotFound)
	fails(t, "PutScores", st.PutScores(ctx, "x", nil), store.ErrNotFound)
	_, err = st.Scores(ctx, "x", "s", 0, 1)
	fails(t, "Scores", err, store.ErrNotFound)
	_, err = st.Scorers(ctx, "x")
	fails(t, "Scorers", err, store.ErrNotFound)
}

func testDelete(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 3)
	must(t, st.Commit(ctx, "a", transcripts(0, 3, 0)))
	must(t, st.PutScores(ctx, "a", scores(0, 3, 0, "sc")))
	must(t, st.DeleteRun(ctx, "a"))
	_, err := st.Run(ctx, "a")
	fails(t, "Run", err, store.ErrNotFound)
	equal(t, "list", value(st.ListRuns(ctx))(t), []store.Run(nil))

	// The id is free again, and nothing of the old run shines through.
	withRun(t, st, "a", 3)
	if got := ids(t, st, "a", 0, 10); len(got) != 3 {
		t.Errorf("pending after delete and create: %v, want all 3", got)
	}
	equal(t, "transcripts", len(value(st.Transcripts(ctx, "a", 0, 9))(t)), 0)
	equal(t, "scorers", len(value(st.Scorers(ctx, "a"))(t)), 0)
	equal(t, "scores", len(value(st.Scores(ctx, "a", "sc", 0, 9))(t)), 0)
}

// What two runs share stays when one of them goes, for both kinds of shared things.
func testDeleteKeepsShared(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 20)
	withRun(t, st, "b", 10)
	must(t, st.Commit(ctx, "b", transcripts(0, 10, 0)))
	want := value(st.Transcripts(ctx, "b", 0, 10))(t)
	must(t, st.DeleteRun(ctx, "a"))
	equal(t, "samples of b", value(st.ListSamples(ctx, "b", -1, 100))(t), NewItems(0, 10))
	equal(t, "transcripts of b", value(st.Transcripts(ctx, "b", 0, 10))(t), want)
	// What only a had was removed and can be added anew.
	withRun(t, st, "c", 20)
	equal(t, "samples of c", value(st.ListSamples(ctx, "c", -1, 100))(t), NewItems(0, 20))
}

func testStatus(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	r := NewRun("a")
	r.Status = store.StatusRunning
	must(t, st.CreateRun(ctx, r))
	equal(t, "created here", value(st.Run(ctx, "a"))(t).Status, store.StatusRunning)
	for _, s := range []store.Status{store.StatusInterrupted, store.StatusFailed, store.StatusDone} {
		r.Status = s
		must(t, st.SaveRun(ctx, r))
		equal(t, "saved", value(st.Run(ctx, "a"))(t).Status, s)
	}
	// Running, but nobody holds it.
	if _, ok := st.(store.Locker); ok {
		r.Status = store.StatusRunning
		must(t, st.SaveRun(ctx, r))
		equal(t, "nobody's", value(st.ListRuns(ctx))(t)[0].Status, store.StatusInterrupted)
	}
}

func testLock(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	l, ok := st.(store.Locker)
	if !ok {
		t.Skip("not a store.Locker")
	}
	_, err := l.Lock(ctx, "a")
	fails(t, "unknown run", err, store.ErrNotFound)
	r := NewRun("a")
	r.Status = store.StatusRunning
	must(t, st.CreateRun(ctx, r))
	must(t, st.CreateRun(ctx, NewRun("b")))
	release := value(l.Lock(ctx, "a"))(t) // by its creator: not refused
	_, err = l.Lock(ctx, "a")
	fails(t, "locked twice", err, store.ErrLocked)
	other := value(l.Lock(ctx, "b"))(t)
	other()
	equal(t, "held", value(st.Run(ctx, "a"))(t).Status, store.StatusRunning)
	fails(t, "delete while locked", st.DeleteRun(ctx, "a"), store.ErrLocked)
	release()
	equal(t, "released", value(st.Run(ctx, "a"))(t).Status, store.StatusInterrupted)
	again := value(l.Lock(ctx, "a"))(t)
	release() // a second time: must not end the new lock
	_, err = l.Lock(ctx, "a")
	fails(t, "after a stale release", err, store.ErrLocked)
	equal(t, "resumed", value(st.Run(ctx, "a"))(t).Status, store.StatusRunning)
	again()
}

func testReopen(t *testing.T, p Place) {
	ctx := t.Context()
	st := value(p.Open(ctx))(t)
	withRun(t, st, "a", 5)
	must(t, st.Commit(ctx, "a", transcripts(0, 2, 0)))
	must(t, st.PutScores(ctx, "a", scores(0, 2, 0, "sc")))
	run := value(st.Run(ctx, "a"))(t)
	ts := value(st.Transcripts(ctx, "a", 0, 5))(t)
	ss := value(st.Scores(ctx, "a", "sc", 0, 5))(t)
	must(t, st.Close())
	st = open(t, p)
	equal(t, "run", value(st.Run(ctx, "a"))(t), run)
	equal(t, "transcripts", value(st.Transcripts(ctx, "a", 0, 5))(t), ts)
	equal(t, "scores", value(st.Scores(ctx, "a", "sc", 0, 5))(t), ss)
	equal(t, "pending", ids(t, st, "a", 0, 2), []string{"s00002", "s00003", "s00004"})
}

func testCanceled(t *testing.T, p Place) {
	st := open(t, p)
	withRun(t, st, "a", 2)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fails(t, "AddSamples", st.AddSamples(ctx, "a", NewItems(2, 3)), context.Canceled)
	fails(t, "Commit", st.Commit(ctx, "a", transcripts(0, 1, 0)), context.Canceled)
	_, err := st.ListSamples(ctx, "a", -1, 5)
	fails(t, "ListSamples", err, context.Canceled)
	equal(t, "samples", len(value(st.ListSamples(t.Context(), "a", -1, 5))(t)), 2)
}

func testManyRuns(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	for i := range 30 {
		r := NewRun(fmt.Sprintf("run%d", i))
		r.Started = r.Started.Add(time.Duration(i*7%30) * time.Second)
		must(t, st.CreateRun(ctx, r))
	}
	rs := value(st.ListRuns(ctx))(t)
	equal(t, "number", len(rs), 30)
	for i := 1; i < len(rs); i++ {
		if rs[i].Started.After(rs[i-1].Started) {
			t.Errorf("run %d started after the one before it in the list", i)
		}
	}
}
