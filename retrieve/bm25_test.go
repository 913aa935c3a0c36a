package retrieve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func build(t testing.TB, c Config, docs ...string) *BM25 {
	t.Helper()
	b, err := NewBuilder(c)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range docs {
		if got := b.Add(d); got != i {
			t.Fatalf("document %d got the number %d", i, got)
		}
	}
	return b.Index()
}

// plain computes every document's score from the formula, with nothing precomputed.
func plain(k1, b float64, docs []string, query string) []float64 {
	words := make([][]string, len(docs))
	total := 0
	for i, d := range docs {
		words[i] = Words(d)
		total += len(words[i])
	}
	mean := float64(total) / float64(len(docs))
	count := func(in []string, w string) (n float64) {
		for _, x := range in {
			if x == w {
				n++
			}
		}
		return n
	}
	scores := make([]float64, len(docs))
	for _, q := range Words(query) {
		df := 0.0
		for _, w := range words {
			if slices.Contains(w, q) {
				df++
			}
		}
		idf := math.Log(1 + (float64(len(docs))-df+0.5)/(df+0.5))
		for i, w := range words {
			if f := count(w, q); f > 0 {
				scores[i] += idf * f * (k1 + 1) / (f + k1*(1-b+b*float64(len(w))/mean))
			}
		}
	}
	return scores
}

// checkAgainstPlain holds a search against the plain formula: every hit has its document's score,
// the order is right, and no document left out scores more than the last hit.
func checkAgainstPlain(t *testing.T, want []float64, got []Hit, k int) {
	t.Helper()
	const eps = 1e-9
	matching := 0
	for _, s := range want {
		if s > 0 {
			matching++
		}
	}
	if len(got) != min(k, matching) {
		t.Fatalf("%d hits, want %d of %d matching documents", len(got), min(k, matching), matching)
	}
	in := map[int]bool{}
	for i, h := range got {
		if in[h.Doc] {
			t.Fatalf("document %d found twice", h.Doc)
		}
		in[h.Doc] = true
		if math.Abs(h.Score-want[h.Doc]) > eps*(1+want[h.Doc]) {
			t.Fatalf("document %d scores %v, the formula gives %v", h.Doc, h.Score, want[h.Doc])
		}
		if i > 0 && (h.Score > got[i-1].Score || h.Score == got[i-1].Score && h.Doc < got[i-1].Doc) {
			t.Fatalf("hits %v and %v are out of order", got[i-1], h)
		}
	}
	for d, s := range want {
		if !in[d] && len(got) > 0 && s > got[len(got)-1].Score+eps*(1+s) {
			t.Fatalf("document %d scores %v and was left out; the last hit is %v", d, s, got[len(got)-1])
		}
	}
}

func TestSearchIsThePlainFormula(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		vocabulary := 1 + r.IntN(40)
		text := func(words int) string {
			var b strings.Builder
			for range words {
				// Squaring makes a few words common, as in language.
				f := r.Float64()
				fmt.Fprintf(&b, "w%d ", int(f*f*float64(vocabulary)))
			}
			return b.String()
		}
		docs := make([]string, 1+r.IntN(120))
		for i := range docs {
			docs[i] = text(r.IntN(15))
			if i > 0 && r.IntN(4) == 0 {
				docs[i] = docs[r.IntN(i)] // equal documents tie exactly
			}
		}
		k1, b := 0.5+r.Float64()*2, r.Float64()
		x := build(t, Config{K1: k1, B: &b}, docs...)
		for range 10 {
			query := text(1+r.IntN(12)) + "unknown"
			k := 1 + r.IntN(len(docs)+3)
			checkAgainstPlain(t, plain(k1, b, docs, query), x.Search(nil, query, k), k)
		}
	}
}

func TestTiesGoToTheEarlierDocument(t *testing.T) {
	docs := []string{"x y", "a b", "a c", "a b", "a b", "z"}
	x := build(t, Config{}, docs...)
	for k := 1; k <= 3; k++ {
		var got []int
		for _, h := range x.Search(nil, "a b", k) {
			got = append(got, h.Doc)
		}
		if diff := cmp.Diff([]int{1, 3, 4}[:k], got); diff != "" {
			t.Errorf("k=%d: %s", k, diff)
		}
	}
}

func TestEqualDocumentsTieExactly(t *testing.T) {
	docs := make([]string, 50)
	for i := range docs {
		docs[i] = "the cat sat on the mat with the hat"
	}
	x := build(t, Config{}, docs...)
	got := x.Search(nil, "hat cat the the mat on", 5)
	for i, h := range got {
		if h.Doc != i || h.Score != got[0].Score {
			t.Errorf("hit %d is %v", i, h)
		}
	}
}

func TestSearchWithNothingToFind(t *testing.T) {
	empty := build(t, Config{})
	x := build(t, Config{}, "", "a b")
	for _, c := range []struct {
		x     *BM25
		query string
		k     int
	}{{empty, "a", 5}, {x, "", 5}, {x, "?!", 5}, {x, "zebra", 5}, {x, "a", 0}, {x, "a", -1}} {
		if got := c.x.Search(nil, c.query, c.k); len(got) != 0 {
			t.Errorf("%q, k=%d: %v", c.query, c.k, got)
		}
	}
	if got := x.Search([]Hit{{Doc: 9, Score: 9}}, "a", 1); len(got) != 2 || got[0].Doc != 9 || got[1].Doc != 1 {
		t.Errorf("appended: %v", got)
	}
}

func TestConfigOutOfRange(t *testing.T) {
	f := func(x float64) *float64 { return &x }
	for _, c := range []Config{{K1: -1}, {K1: math.NaN()}, {K1: math.Inf(1)}, {B: f(-0.1)}, {B: f(1.1)}, {B: f(math.NaN())}} {
		if _, err := NewBuilder(c); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	if _, err := NewBuilder(Config{B: f(0)}); err != nil {
		t.Error(err)
	}
}

func TestSearchesAtOnceDoNotMix(t *testing.T) {
	docs := make([]string, 200)
	for i := range docs {
		docs[i] = fmt.Sprintf("the word w%d and w%d", i, i%7)
	}
	x := build(t, Config{}, docs...)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 200 {
				d := (i*31 + g) % len(docs)
				if got := x.Search(nil, fmt.Sprintf("the w%d", d), 3); d >= 7 && got[0].Doc != d {
					t.Errorf("query for %d found %v", d, got)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Book a TABLE, for 2!", []string{"book", "a", "table", "for", "2"}},
		{"PM2.5-level", []string{"pm2", "5", "level"}},
		{"  ", nil},
		{"Ünïcode ÉTÉ x", []string{"ünïcode", "été", "x"}},
		{"天気x予報", []string{"天", "気", "x", "予", "報"}},
		{"caf\u0065\u0301 é", []string{"cafe\u0301", "é"}},
		{"a\xffb", []string{"a", "b"}},
		{"\xff", nil},
		{"한국어 날씨", []string{"한국어", "날씨"}},
	} {
		if diff := cmp.Diff(c.want, Words(c.text)); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
	}
}

func FuzzSearch(f *testing.F) {
	f.Add("the quick brown fox", "lazy dog\nthe fox\nthe the dog", 2)
	f.Add("天気 \xff", "天 気\n\n気", 1)
	f.Fuzz(func(t *testing.T, query, text string, k int) {
		docs := strings.Split(text, "\n")
		k = min(max(k, 1), 100)
		checkAgainstPlain(t, plain(1.2, 0.75, docs, query), build(t, Config{}, docs...).Search(nil, query, k), k)
	})
}

func TestRecall(t *testing.T) {
	var r Recall
	Add(&r, []string{"a", "x", "b", "y", "z", "c"}, []string{"a", "b", "c", "a"})
	Add(&r, []string{"x", "q"}, []string{"q"})
	Add(&r, []string{"x"}, nil)
	want := Recall{Queries: 2, Gold: 4, Found: [5]int{1, 3, 3, 4, 4}, All: [5]int{0, 1, 1, 2, 2}}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Error(diff)
	}
	if recall, all := r.At(1); recall != 0.75 || all != 0.5 {
		t.Errorf("at 3: %v, %v", recall, all)
	}
	if recall, all := new(Recall).At(0); recall != 0 || all != 0 {
		t.Error("nothing added is not 0")
	}
}
