package storetest

import (
	"strings"
	"testing"

	"deft/eval"
	"deft/store"
)

func testSamples(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 0)
	must(t, st.AddSamples(ctx, "a", NewItems(5, 12)))
	must(t, st.AddSamples(ctx, "a", NewItems(0, 5)))
	all := NewItems(0, 12)
	equal(t, "all", value(st.ListSamples(ctx, "a", -1, 100))(t), all)
	equal(t, "page", value(st.ListSamples(ctx, "a", 3, 4))(t), all[4:8])
	equal(t, "after the end", len(value(st.ListSamples(ctx, "a", 1<<62, 4))(t)), 0)
	equal(t, "from far before", value(st.ListSamples(ctx, "a", -1<<63, 1))(t), all[:1])
	equal(t, "none", len(value(st.ListSamples(ctx, "a", -1, 0))(t)), 0)
	equal(t, "by id", value(st.Sample(ctx, "a", "s00007"))(t), NewSample(7))
	_, err := st.Sample(ctx, "a", "s7")
	fails(t, "unknown sample", err, store.ErrNotFound)
	equal(t, "counted", value(st.Run(ctx, "a"))(t).Samples, 12)

	must(t, st.AddSamples(ctx, "a", all)) // again: nothing changes
	equal(t, "counted", value(st.Run(ctx, "a"))(t).Samples, 12)
	equal(t, "all", value(st.ListSamples(ctx, "a", -1, 100))(t), all)

	// Indices need not be dense.
	must(t, st.AddSamples(ctx, "a", []store.Item{{Index: 1 << 20, Sample: NewSample(20)}, {Index: 50, Sample: NewSample(30)}}))
	got := value(st.ListSamples(ctx, "a", 11, 5))(t)
	equal(t, "sparse", got, []store.Item{{Index: 50, Sample: NewSample(30)}, {Index: 1 << 20, Sample: NewSample(20)}})
	for _, bad := range []int64{-1, 1 << 62} {
		if err := st.AddSamples(ctx, "a", []store.Item{{Index: bad, Sample: NewSample(99)}}); err == nil {
			t.Errorf("index %d was taken", bad)
		}
	}
}

func testSamplesReplaced(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 4)
	must(t, st.Commit(ctx, "a", transcripts(0, 4, 0)))
	must(t, st.PutScores(ctx, "a", scores(0, 4, 0, "sc")))

	// Another gold, the same id: what was attempted stays.
	gold := NewSample(1)
	gold.Gold = []byte(`"other"`)
	must(t, st.AddSamples(ctx, "a", []store.Item{{Index: 1, Sample: gold}}))
	equal(t, "new gold", value(st.Sample(ctx, "a", gold.ID))(t), gold)
	equal(t, "done", value(st.Run(ctx, "a"))(t).Done, 4)

	// Another id: its attempts and scores go.
	must(t, st.AddSamples(ctx, "a", []store.Item{{Index: 2, Sample: NewSample(77)}}))
	r := value(st.Run(ctx, "a"))(t)
	equal(t, "samples, done", []int{r.Samples, r.Done}, []int{4, 3})
	equal(t, "pending", ids(t, st, "a", 0, 9), []string{"s00077"})
	equal(t, "transcripts", len(value(st.Transcripts(ctx, "a", 0, 9))(t)), 3)
	equal(t, "scores", len(value(st.Scores(ctx, "a", "sc", 0, 9))(t)), 3)
	_, err := st.Sample(ctx, "a", "s00002")
	fails(t, "the replaced one", err, store.ErrNotFound)
	fails(t, "commit to the replaced one", st.Commit(ctx, "a", transcripts(2, 3, 0)), store.ErrNotFound)

	// Two samples change places in one call; an index given twice in a call ends with the last.
	must(t, st.AddSamples(ctx, "a", []store.Item{{Index: 0, Sample: NewSample(3)}, {Index: 3, Sample: NewSample(0)}}))
	equal(t, "swapped", []string{value(st.ListSamples(ctx, "a", -1, 1))(t)[0].Sample.ID, value(st.ListSamples(ctx, "a", 2, 1))(t)[0].Sample.ID}, []string{"s00003", "s00000"})
	must(t, st.AddSamples(ctx, "a", []store.Item{{Index: 8, Sample: NewSample(8)}, {Index: 8, Sample: NewSample(9)}}))
	equal(t, "last of two", value(st.ListSamples(ctx, "a", 7, 1))(t)[0].Sample.ID, "s00009")
	equal(t, "samples", value(st.Run(ctx, "a"))(t).Samples, 5)
}

// An id at two indices is a fault of the data; nothing of the call is kept.
func testSamplesTwice(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 3)
	err := st.AddSamples(ctx, "a", []store.Item{{Index: 3, Sample: NewSample(3)}, {Index: 4, Sample: NewSample(1)}})
	if err == nil || !strings.Contains(err.Error(), "s00001") {
		t.Errorf("got error %v, want one that names the sample", err)
	}
	equal(t, "samples", value(st.Run(ctx, "a"))(t).Samples, 3)
	equal(t, "listed", value(st.ListSamples(ctx, "a", -1, 9))(t), NewItems(0, 3))
	must(t, st.AddSamples(ctx, "a", NewItems(3, 5)))
	equal(t, "listed", value(st.ListSamples(ctx, "a", -1, 9))(t), NewItems(0, 5))
}

func testCopySamples(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	c, ok := st.(store.SampleCopier)
	if !ok {
		t.Skip("not a store.SampleCopier")
	}
	withRun(t, st, "a", 12)
	withRun(t, st, "b", 0)
	must(t, st.Commit(ctx, "a", transcripts(0, 4, 0)))
	must(t, c.CopySamples(ctx, "a", "b"))
	equal(t, "samples", value(st.ListSamples(ctx, "b", -1, 99))(t), NewItems(0, 12))
	r := value(st.Run(ctx, "b"))(t)
	equal(t, "samples, done", []int{r.Samples, r.Done}, []int{12, 0})
	must(t, st.Commit(ctx, "b", transcripts(5, 6, 0)))
	equal(t, "committed", len(value(st.Transcripts(ctx, "b", 5, 6))(t)), 1)
	if err := c.CopySamples(ctx, "a", "b"); err == nil {
		t.Error("samples were copied over others")
	}
	fails(t, "unknown", c.CopySamples(ctx, "x", "b"), store.ErrNotFound)
	must(t, st.DeleteRun(ctx, "a"))
	equal(t, "samples", value(st.ListSamples(ctx, "b", -1, 99))(t), NewItems(0, 12))
}

func testPending(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 25)
	equal(t, "all, in pages", len(ids(t, st, "a", 0, 7)), 25)
	w := value(st.Pending(ctx, "a", 0, 3, 1))(t)
	equal(t, "whole", w, []store.Work{{Item: store.Item{Index: 4, Sample: NewSample(4)}}})
	var want []string
	for i := range 25 {
		switch i % 3 {
		case 0:
			must(t, st.Commit(ctx, "a", transcripts(i, i+1, 0)))
		case 1:
			must(t, st.Commit(ctx, "a", []eval.Transcript{NewTranscript(i, 0, "server gone")}))
			fallthrough
		default:
			want = append(want, NewSample(i).ID)
		}
	}
	equal(t, "what is left", ids(t, st, "a", 0, 4), want)
	must(t, st.Commit(ctx, "a", transcripts(0, 25, 0)))
	equal(t, "nothing left", len(ids(t, st, "a", 0, 4)), 0)
}

func testPendingTrials(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	withRun(t, st, "a", 6)
	must(t, st.Commit(ctx, "a", append(transcripts(0, 3, 0), transcripts(2, 6, 1)...)))
	equal(t, "trial 0", ids(t, st, "a", 0, 9), []string{"s00003", "s00004", "s00005"})
	equal(t, "trial 1", ids(t, st, "a", 1, 9), []string{"s00000", "s00001"})
	equal(t, "trial 2", len(ids(t, st, "a", 2, 9)), 6)
	if _, err := st.Pending(ctx, "a", -1, -1, 1); err == nil {
		t.Error("trial -1 was taken")
	}
}

func transcripts(from, to, trial int) []eval.Transcript {
	var out []eval.Transcript
	for i := from; i < to; i++ {
		out = append(out, NewTranscript(i, trial, ""))
	}
	return out
}

func scores(from, to, trial int, scorer string) []eval.Score {
	var out []eval.Score
	for i := from; i < to; i++ {
		out = append(out, NewScore(i, trial, scorer))
	}
	return out
}
