package storetest

import (
	"testing"

	"deft/chat"
	"deft/eval"
	"deft/store"
)

func testCommit(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 3)
	get := func() []eval.Transcript { return value(st.Transcripts(ctx, "a", 0, 3))(t) }
	first := NewTranscript(1, 0, "timeout")
	must(t, st.Commit(ctx, "a", []eval.Transcript{first}))
	equal(t, "an error is kept", get(), []eval.Transcript{first})
	second := NewTranscript(1, 0, "reset")
	must(t, st.Commit(ctx, "a", []eval.Transcript{second}))
	equal(t, "a later error replaces it", get(), []eval.Transcript{second})
	good := NewTranscript(1, 0, "")
	must(t, st.Commit(ctx, "a", []eval.Transcript{good}))
	equal(t, "a completed one replaces errors", get(), []eval.Transcript{good})
	must(t, st.Commit(ctx, "a", []eval.Transcript{first}))
	equal(t, "an error does not replace a completed one", get(), []eval.Transcript{good})
	late := NewTranscript(1, 0, "")
	late.Stop = eval.StopTurnLimit
	must(t, st.Commit(ctx, "a", []eval.Transcript{late}))
	equal(t, "the first completed one stays", get(), []eval.Transcript{good})

	// The same rules within one call.
	other := NewTranscript(2, 0, "")
	must(t, st.Commit(ctx, "a", []eval.Transcript{NewTranscript(2, 0, "x"), other, NewTranscript(2, 0, "y")}))
	equal(t, "in one call", get(), []eval.Transcript{good, other})
	r := value(st.Run(ctx, "a"))(t)
	equal(t, "done, errors", []int{r.Done, r.Errors}, []int{2, 0})
	must(t, st.Commit(ctx, "a", nil))
}

func testCommitUnknown(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 3)
	withRun(t, st, "b", 5)
	fails(t, "a sample of another run", st.Commit(ctx, "a", transcripts(4, 5, 0)), store.ErrNotFound)
	fails(t, "its score", st.PutScores(ctx, "a", scores(4, 5, 0, "sc")), store.ErrNotFound)
	for _, trial := range []int{-1, 1 << 40} {
		if err := st.Commit(ctx, "a", transcripts(0, 1, trial)); err == nil {
			t.Errorf("trial %d was taken", trial)
		}
	}
}

// A call is stored whole or not at all.
func testCommitAtomic(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 3)
	fails(t, "Commit", st.Commit(ctx, "a", append(transcripts(0, 3, 0), NewTranscript(9, 0, ""))), store.ErrNotFound)
	equal(t, "transcripts", len(value(st.Transcripts(ctx, "a", 0, 9))(t)), 0)
	r := value(st.Run(ctx, "a"))(t)
	equal(t, "done, errors", []int{r.Done, r.Errors}, []int{0, 0})
	fails(t, "PutScores", st.PutScores(ctx, "a", append(scores(0, 3, 0, "sc"), NewScore(9, 0, "sc"))), store.ErrNotFound)
	equal(t, "scores", len(value(st.Scores(ctx, "a", "sc", 0, 9))(t)), 0)
	must(t, st.Commit(ctx, "a", transcripts(0, 3, 0)))
	equal(t, "transcripts", len(value(st.Transcripts(ctx, "a", 0, 9))(t)), 3)
}

func testCounters(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 10)
	check := func(what string, done, errors, in, out int, cost *float64) {
		t.Helper()
		r := value(st.Run(ctx, "a"))(t)
		equal(t, what, []int{r.Samples, r.Done, r.Errors}, []int{10, done, errors})
		equal(t, what+": usage", r.Usage, chat.Usage{InputTokens: in, OutputTokens: out, CostUSD: cost})
		equal(t, what+": listed", value(st.ListRuns(ctx))(t)[0], r)
	}
	usd := func(x float64) *float64 { return &x }
	check("nothing", 0, 0, 0, 0, nil)
	free := NewTranscript(0, 0, "")
	free.Usage.CostUSD = nil
	must(t, st.Commit(ctx, "a", []eval.Transcript{free}))
	check("cost unknown", 1, 0, 100, 10, nil)
	must(t, st.Commit(ctx, "a", []eval.Transcript{NewTranscript(1, 0, "x"), NewTranscript(2, 0, "x"), NewTranscript(3, 0, "")}))
	check("two errors", 2, 2, 100+101+102+103, 40, usd(0.75))
	must(t, st.Commit(ctx, "a", []eval.Transcript{NewTranscript(1, 0, ""), NewTranscript(2, 0, "y"), NewTranscript(3, 0, "z")}))
	check("one tried again", 3, 1, 100+101+102+103, 40, usd(0.75))
	zero := NewTranscript(4, 1, "")
	zero.Usage = chat.Usage{CostUSD: usd(0)}
	must(t, st.Commit(ctx, "a", []eval.Transcript{zero, NewTranscript(4, 2, "")}))
	check("other trials", 5, 1, 100+101+102+103+104, 50, usd(1))
}

func testTranscripts(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 8)
	withRun(t, st, "b", 8)
	must(t, st.Commit(ctx, "a", append(transcripts(0, 8, 1), transcripts(3, 8, 0)...)))
	must(t, st.Commit(ctx, "b", transcripts(0, 8, 0)))
	equal(t, "by index and trial", value(st.Transcripts(ctx, "a", 2, 5))(t), []eval.Transcript{
		NewTranscript(2, 1, ""), NewTranscript(3, 0, ""), NewTranscript(3, 1, ""), NewTranscript(4, 0, ""), NewTranscript(4, 1, ""),
	})
	equal(t, "all", len(value(st.Transcripts(ctx, "a", -1<<63, 1<<63-1))(t)), 13)
	equal(t, "none", len(value(st.Transcripts(ctx, "a", 5, 5))(t)), 0)
	equal(t, "backwards", len(value(st.Transcripts(ctx, "a", 5, 2))(t)), 0)
}

func testScores(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 6)
	must(t, st.PutScores(ctx, "a", append(scores(0, 6, 0, "x"), scores(2, 4, 1, "x")...)))
	must(t, st.PutScores(ctx, "a", scores(0, 3, 0, "y")))
	equal(t, "by index and trial", value(st.Scores(ctx, "a", "x", 1, 4))(t), []eval.Score{
		NewScore(1, 0, "x"), NewScore(2, 0, "x"), NewScore(2, 1, "x"), NewScore(3, 0, "x"), NewScore(3, 1, "x"),
	})
	equal(t, "the other scorer", value(st.Scores(ctx, "a", "y", 0, 9))(t), scores(0, 3, 0, "y"))
	equal(t, "no scorer", len(value(st.Scores(ctx, "a", "z", 0, 9))(t)), 0)
	changed := NewScore(1, 0, "x")
	changed.Valid, changed.Counts = true, map[string]float64{"right": 0.1}
	must(t, st.PutScores(ctx, "a", []eval.Score{changed}))
	equal(t, "replaced", value(st.Scores(ctx, "a", "x", 1, 2))(t), []eval.Score{changed})
	equal(t, "replaced, the others stay", len(value(st.Scores(ctx, "a", "x", 0, 9))(t)), 8)
}

func testScorers(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 3)
	withRun(t, st, "b", 3)
	equal(t, "none", len(value(st.Scorers(ctx, "a"))(t)), 0)
	for _, s := range []string{"x", "y", "z", "y"} {
		must(t, st.PutScores(ctx, "a", scores(0, 2, 0, s)))
	}
	must(t, st.PutScores(ctx, "b", scores(0, 2, 0, "w")))
	equal(t, "latest first", value(st.Scorers(ctx, "a"))(t), []string{"y", "z", "x"})
	must(t, st.PutScores(ctx, "a", scores(2, 3, 0, "y")))
	equal(t, "the latest again", value(st.Scorers(ctx, "a"))(t), []string{"y", "z", "x"})
	equal(t, "of the other run", value(st.Scorers(ctx, "b"))(t), []string{"w"})
}
