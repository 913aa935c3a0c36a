// Package retrieve finds documents for a query: an exact BM25 index, and the recall figures by
// which retrievers are compared.
//
// Documents are numbered in the order in which they were added; what a document is made of is the
// caller's business.
package retrieve

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"
)

// Config sets BM25's two constants. The zero value gives the defaults.
type Config struct {
	// K1 bounds what repeating a term in a document can add; 0 means 1.2. It must not be negative.
	K1 float64
	// B is how far a document's length counts, from 0 (not at all) to 1; nil means 0.75.
	B *float64
}

// Hit is a document found: its number, and its score (above 0).
type Hit struct {
	Doc   int
	Score float64
}

// BM25 is an index of a fixed set of documents. Its scores are exact:
//
//	score(q, d) = Σ over the words t of q, repeated ones repeatedly:
//	              idf(t) · f(t,d)·(k1+1) / (f(t,d) + k1·(1 − b + b·|d|/avg))
//	idf(t)      = ln(1 + (N − n(t) + 0.5) / (n(t) + 0.5))
//
// with f(t,d) the occurrences of t in d, |d| the words of d, avg their mean over all N documents
// and n(t) the documents that hold t. This idf, Lucene's, stays above 0 for words that most
// documents hold, where the original one (Robertson and Spärck Jones) turns negative.
//
// A BM25 is safe for concurrent use.
type BM25 struct {
	docs  int
	terms *lexicon
	// The postings of term t: doc[from[t]:from[t+1]], ascending, and what t adds to each one's score.
	from   []int32
	doc    []int32
	impact []float64
	// Terms that many documents hold also have a column of what they add to every document; the
	// others have column -1. peak is the most a term adds to any document.
	column []int32
	dense  [][]float64
	peak   []float64
	pool   sync.Pool // of *scratch
}

// A term is common when more than 1/commonShare of the documents hold it. Those are a few words of
// little weight, and three quarters of all postings a query in plain language would visit. Their
// columns take at most commonShare times the room of their postings.
const commonShare = 2

// scratch is what one search needs; it is used again by later ones.
type scratch struct {
	score  []float64 // by document; all zero between searches
	times  []int32   // by term: occurrences in the query; all zero between searches
	terms  []int32   // the query's terms, in order of first occurrence
	common []common  // those of them that are common, by descending peak
	close  []int32   // documents that can still win
	word   []byte
	heap   []Hit
}

// common is a common term in a query.
type common struct {
	impacts []float64 // by document
	times   float64
	peak    float64 // the most it can give
	rest    float64 // the most that those after it can give together
}

// Len is the number of documents.
func (x *BM25) Len() int { return x.docs }

// Search appends to dst the at most k documents that score highest for the query, the best first;
// of equal scores the document added first. Documents without a word of the query are never found,
// so there may be fewer than k.
func (x *BM25) Search(dst []Hit, query string, k int) []Hit {
	if k <= 0 || x.docs == 0 {
		return dst
	}
	s := x.pool.Get().(*scratch)
	defer x.pool.Put(s)
	s.readQuery(x, query)
	k = min(k, x.docs)
	s.common = s.common[:0]
	var seed []int32
	for _, t := range s.terms {
		times := float64(s.times[t])
		if x.column[t] >= 0 {
			s.common = append(s.common, common{impacts: x.dense[x.column[t]], times: times, peak: times * x.peak[t]})
			continue
		}
		docs, impacts := x.doc[x.from[t]:x.from[t+1]], x.impact[x.from[t]:x.from[t+1]]
		impacts = impacts[:len(docs)]
		for i, d := range docs {
			s.score[d] += times * impacts[i]
		}
		if len(docs) >= k && (seed == nil || len(docs) < len(seed)) {
			seed = docs
		}
	}
	s.selectTop(k, s.orderCommon(), s.floorOf(seed, k))
	clear(s.score)
	for _, t := range s.terms {
		s.times[t] = 0
	}
	return append(dst, s.heap...)
}

// orderCommon sorts the common terms, those that can give most first, and returns how much they can
// give together. Sums made in another order differ in their last bits, so that is rounded up.
func (s *scratch) orderCommon() (rest float64) {
	slices.SortStableFunc(s.common, func(a, b common) int { return cmp.Compare(b.peak, a.peak) })
	for i := len(s.common) - 1; i >= 0; i-- {
		s.common[i].rest = rest
		rest += s.common[i].peak * (1 + 1e-9)
	}
	return rest
}

// readQuery finds the query's known terms, in order of first occurrence: sums are made in that
// order, so that equal inputs give equal bits.
func (s *scratch) readQuery(x *BM25, query string) {
	s.terms = s.terms[:0]
	for i := 0; ; {
		var ok bool
		s.word, i, ok = nextWord(s.word[:0], query, i)
		if !ok {
			return
		}
		id, known := x.terms.find(s.word)
		if !known {
			continue
		}
		if s.times[id]++; s.times[id] == 1 {
			s.terms = append(s.terms, id)
		}
	}
}

// Builder collects documents for an index. Use NewBuilder.
type Builder struct {
	k1, b   float64
	terms   *lexicon
	lengths []int32      // words of each document
	seen    []occurrence // in the order of documents
	last    []int32      // by term: one past its latest entry in seen
	word    []byte
	total   int
}

// occurrence says how often a document holds a term.
type occurrence struct {
	term, doc, count int32
}

// NewBuilder starts an empty index. It fails on constants out of range.
func NewBuilder(c Config) (*Builder, error) {
	b := &Builder{k1: 1.2, b: 0.75, terms: newLexicon()}
	if c.K1 != 0 {
		b.k1 = c.K1
	}
	if c.B != nil {
		b.b = *c.B
	}
	if !(b.k1 >= 0) || math.IsInf(b.k1, 0) {
		return nil, fmt.Errorf("BM25: k1 is %v; it must be 0 or more", b.k1)
	}
	if !(b.b >= 0 && b.b <= 1) {
		return nil, fmt.Errorf("BM25: b is %v; it must be between 0 and 1", b.b)
	}
	return b, nil
}

// Add takes the next document, whose text is the parts one after the other, and returns its number.
func (b *Builder) Add(parts ...string) int {
	doc := len(b.lengths)
	start := len(b.seen)
	words := 0
	for _, part := range parts {
		for i := 0; ; words++ {
			var ok bool
			b.word, i, ok = nextWord(b.word[:0], part, i)
			if !ok {
				break
			}
			id := b.terms.add(b.word)
			if int(id) == len(b.last) {
				b.last = append(b.last, 0)
			}
			if at := int(b.last[id]); at > start {
				b.seen[at-1].count++
				continue
			}
			if len(b.seen) == cap(b.seen) { // doubling: append grows large slices by a quarter only
				b.seen = slices.Grow(b.seen, max(len(b.seen), 1<<10))
			}
			b.seen = append(b.seen, occurrence{term: id, doc: int32(doc), count: 1})
			b.last[id] = int32(len(b.seen))
		}
	}
	b.lengths = append(b.lengths, int32(words))
	b.total += words
	return doc
}

// Index finishes the index. The builder must not be used afterwards.
func (b *Builder) Index() *BM25 {
	n, terms := len(b.lengths), len(b.last)
	x := &BM25{
		docs: n, terms: b.terms,
		from: make([]int32, terms+1), doc: make([]int32, len(b.seen)), impact: make([]float64, len(b.seen)),
		column: make([]int32, terms), peak: make([]float64, terms),
	}
	for _, o := range b.seen {
		x.from[o.term+1]++
	}
	idf := make([]float64, terms)
	for t := range idf {
		df := x.from[t+1]
		idf[t] = math.Log(1 + (float64(n)-float64(df)+0.5)/(float64(df)+0.5))
		x.from[t+1] += x.from[t]
		x.column[t] = -1
		if int(df) > n/commonShare {
			x.column[t] = int32(len(x.dense))
			x.dense = append(x.dense, make([]float64, n))
		}
	}
	b.fill(x, idf)
	x.pool.New = func() any { return &scratch{score: make([]float64, n), times: make([]int32, terms)} }
	return x
}

// fill computes what every term adds to every document.
func (b *Builder) fill(x *BM25, idf []float64) {
	norm := make([]float64, len(b.lengths))
	mean := float64(b.total) / float64(max(len(b.lengths), 1))
	for d, words := range b.lengths {
		norm[d] = b.k1 * (1 - b.b)
		if mean > 0 {
			norm[d] += b.k1 * b.b * float64(words) / mean
		}
	}
	next := slices.Clone(x.from)
	for _, o := range b.seen {
		f := float64(o.count)
		impact := idf[o.term] * f * (b.k1 + 1) / (f + norm[o.doc])
		x.doc[next[o.term]], x.impact[next[o.term]] = o.doc, impact
		next[o.term]++
		x.peak[o.term] = max(x.peak[o.term], impact)
		if c := x.column[o.term]; c >= 0 {
			x.dense[c][o.doc] = impact
		}
	}
}
