package storetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"deft/chat"
	"deft/eval"
	"deft/store"
)

// texts that have hurt somebody's storage before.
var texts = []string{
	"", "\x00", "a\x00b", "\xff\xfe", "a\xc3", "\xed\xa0\x80", "\u2028\u2029", "<script>&amp;</script>", `"\"\\`, "\x1b[31mred\x1b[0m",
	"line\nline\r\n\ttab", "'; DROP TABLE runs; --", "𝒳😀é", "\ufeffbom", "\ufffd", "%s%n", "\x7f\x01\x1f", strings.Repeat("ab\\", 300),
}

// viaJSON is v as encoding/json brings it back: bytes that are not UTF-8 become U+FFFD. Documents
// within v keep their bytes.
func viaJSON[T any](t testing.TB, v T) (out T) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	must(t, e.Encode(v))
	must(t, json.Unmarshal(b.Bytes(), &out))
	return out
}

func testHostile(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	for n, s := range texts {
		run := NewRun(fmt.Sprintf("r%d/%s", n, viaJSON(t, s)))
		run.Model, run.ServedModel = viaJSON(t, s), viaJSON(t, s)
		must(t, st.CreateRun(ctx, run))
		equal(t, "run", value(st.Run(ctx, run.ID))(t), run)

		sample := NewSample(n)
		sample.ID += s
		sample.Groups = []string{s, s + "x"}
		sample.Messages = append(sample.Messages, chat.Message{Role: s, Content: s, Reasoning: s, Name: s, ToolCallID: s})
		sample.Tools[0].Description += s
		sample.Tools[0].Tags = map[string]string{s: s}
		must(t, st.AddSamples(ctx, run.ID, []store.Item{{Index: 0, Sample: sample}}))
		want := viaJSON(t, sample)
		equal(t, "sample", value(st.Sample(ctx, run.ID, sample.ID))(t), want)
		w := value(st.Pending(ctx, run.ID, 0, -1, 1))(t)
		equal(t, "pending", w[0].Sample, want)

		// The id may be the one given, or the one read back.
		for trial, id := range []string{sample.ID, w[0].Sample.ID} {
			tr := NewTranscript(n, trial, "")
			tr.Key.Sample = id
			tr.Events[1].Message.Content = s
			tr.Events[1].Message.ToolCalls[1].Malformed = s
			tr.Events[4].Note = s
			must(t, st.Commit(ctx, run.ID, []eval.Transcript{tr}))
			equal(t, "transcript", value(st.Transcripts(ctx, run.ID, 0, 1))(t)[trial], viaJSON(t, tr))
			sc := NewScore(n, trial, "scorer "+viaJSON(t, s))
			sc.Key.Sample, sc.ErrorType, sc.Classes = id, s, []string{s}
			sc.Counts = map[string]float64{s: 1, "b": -0.5}
			sc.Missing = map[string]string{s: s}
			must(t, st.PutScores(ctx, run.ID, []eval.Score{sc}))
			equal(t, "score", value(st.Scores(ctx, run.ID, sc.Scorer, 0, 1))(t)[trial], viaJSON(t, sc))
			equal(t, "scorer", value(st.Scorers(ctx, run.ID))(t), []string{sc.Scorer})
		}
	}
}

func testLarge(t *testing.T, p Place) {
	if testing.Short() {
		t.Skip("10 MB messages")
	}
	st, ctx := open(t, p), t.Context()
	big := strings.Repeat("0123456789\"\n<é", 10<<20/16)
	sample := NewSample(0)
	sample.Messages[0].Content = big
	must(t, st.CreateRun(ctx, NewRun("a")))
	must(t, st.AddSamples(ctx, "a", []store.Item{{Sample: sample}}))
	tr := NewTranscript(0, 0, "")
	tr.Events[1].Message.Content = big
	must(t, st.Commit(ctx, "a", []eval.Transcript{tr}))
	if got := value(st.Sample(ctx, "a", sample.ID))(t); got.Messages[0].Content != big {
		t.Error("the sample's message came back changed")
	}
	if got := value(st.Transcripts(ctx, "a", 0, 1))(t); got[0].Events[1].Message.Content != big {
		t.Error("the reply came back changed")
	}
}

// Random samples, transcripts and scores come back as encoding/json would bring them back.
func testRandom(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	const n = 60
	must(t, st.CreateRun(ctx, NewRun("a")))
	g := Random{rand.New(rand.NewPCG(1, 2))}
	var items []store.Item
	var ts []eval.Transcript
	var ss []eval.Score
	for i := range n {
		s := g.Sample()
		s.ID = fmt.Sprintf("%d %s", i, s.ID)
		items = append(items, store.Item{Index: int64(i), Sample: s})
		tr := g.Transcript()
		tr.Key.Sample, tr.Key.Trial = s.ID, i%3
		ts = append(ts, tr)
		sc := g.Score()
		sc.Key, sc.Scorer = tr.Key, "sc"
		ss = append(ss, sc)
	}
	must(t, st.AddSamples(ctx, "a", items))
	must(t, st.Commit(ctx, "a", ts))
	must(t, st.PutScores(ctx, "a", ss))
	for i, got := range value(st.ListSamples(ctx, "a", -1, n))(t) {
		equal(t, "sample", got.Sample, viaJSON(t, items[i].Sample))
	}
	for i, got := range value(st.Transcripts(ctx, "a", 0, n))(t) {
		equal(t, "transcript", got, viaJSON(t, ts[i]))
	}
	for i, got := range value(st.Scores(ctx, "a", "sc", 0, n))(t) {
		equal(t, "score", got, viaJSON(t, ss[i]))
	}
}

// Several workers take work and commit it while others read; each attempt ends completed once.
func testConcurrent(t *testing.T, p Place) {
	st, ctx := open(t, p), t.Context()
	const n, workers = 80, 4
	withRun(t, st, "a", n)
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := w; i < n; i += workers {
				for _, fault := range []string{"x", ""} {
					if err := st.Commit(ctx, "a", []eval.Transcript{NewTranscript(i, 0, fault), NewTranscript(n-1-i, 1, fault)}); err != nil {
						t.Error(err)
						return
					}
				}
				if err := st.PutScores(ctx, "a", []eval.Score{NewScore(i, 0, "sc")}); err != nil {
					t.Error(err)
					return
				}
			}
		})
		all.Go(func() {
			for range 8 {
				ts, err := st.Transcripts(ctx, "a", 0, n)
				if err != nil {
					t.Error(err)
					return
				}
				r, err := st.Run(ctx, "a")
				if err != nil || r.Done+r.Errors < len(ts) {
					t.Errorf("run counts %d+%d, err %v; before that %d transcripts were there", r.Done, r.Errors, err, len(ts))
					return
				}
				if _, err := st.Pending(ctx, "a", 0, int64(w), 20); err != nil {
					t.Error(err)
					return
				}
				if _, err := st.ListRuns(ctx); err != nil {
					t.Error(err)
					return
				}
			}
		})
		all.Go(func() { // other runs come and go meanwhile
			run := fmt.Sprintf("other%d", w)
			for range 2 {
				if err := st.CreateRun(ctx, NewRun(run)); err != nil {
					t.Error(err)
					return
				}
				if err := st.AddSamples(ctx, run, NewItems(0, n+10*w)); err != nil {
					t.Error(err)
					return
				}
				if err := st.DeleteRun(ctx, run); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	r := value(st.Run(ctx, "a"))(t)
	equal(t, "done, errors", []int{r.Done, r.Errors}, []int{2 * n, 0})
	equal(t, "scores", len(value(st.Scores(ctx, "a", "sc", 0, n))(t)), n)
	equal(t, "samples", value(st.ListSamples(ctx, "a", -1, n))(t), NewItems(0, n))
}
