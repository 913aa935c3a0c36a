package retrieve

import (
	"cmp"
	"math"
	"slices"
)

// selectTop puts the k best documents with a score above 0 into s.heap, the best first.
//
// s.score holds what the rare terms gave; s.common are the terms still to be added, which can give
// rest at most. Only documents whose score so far is within rest of a k-th best score can still
// win, and only for them are the common terms looked up. The scores are those that adding
// everything to everyone would give. floor is a score that k documents exceed, or 0.
func (s *scratch) selectTop(k int, rest, floor float64) {
	best := topK{hits: s.heap[:0], k: k, floor: floor}
	s.firstPass(&best, rest)
	if rest > 0 {
		// The whole scores of those ahead so far: the k-th best of all is no less than their least.
		floor := 0.0
		if len(best.hits) == k {
			floor = s.whole(best.hits[0].Doc)
			for _, h := range best.hits[1:] {
				floor = min(floor, s.whole(h.Doc))
			}
		}
		best = topK{hits: best.hits[:0], k: k}
		for _, d := range s.close {
			if s.score[d]+rest >= floor {
				s.finish(&best, int(d), rest, floor)
			}
		}
	}
	s.heap = best.hits
	slices.SortFunc(s.heap, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Doc, b.Doc))
	})
}

// floorOf gives a score that at least k of the documents exceed by what they have so far: just
// below the k-th best of them. The documents of the query's rarest term are mostly far ahead, so
// that all others can be held against a high floor from the start.
func (s *scratch) floorOf(docs []int32, k int) float64 {
	if len(docs) == 0 {
		return 0
	}
	top := topK{hits: s.heap[:0], k: k}
	for _, d := range docs {
		top.offer(int(d), s.score[d])
	}
	s.heap = top.hits
	return math.Nextafter(top.floor, 0)
}

// firstPass offers every document with its score so far, and keeps in s.close those that were
// within rest of the k-th best when they were seen.
func (s *scratch) firstPass(best *topK, rest float64) {
	s.close = s.close[:0]
	limit := best.floor - rest
	for d := 0; d < len(s.score); d++ {
		if limit >= 0 {
			if d = skip(s.score, d, limit); d == len(s.score) {
				return
			}
		} else if s.score[d] <= limit {
			continue
		}
		if rest > 0 {
			s.close = append(s.close, int32(d))
		}
		if score := s.score[d]; score > best.floor {
			best.offer(d, score)
			limit = best.floor - rest
		}
	}
}

// skip gives the first index from d on whose score is above limit, or len(score). All are at least
// 0, so that they compare as their bits do, eight at a time: most scores are skipped here.
func skip(score []float64, d int, limit float64) int {
	l := int64(math.Float64bits(limit))
	for d+8 <= len(score) {
		b := score[d : d+8 : d+8]
		above := (l - int64(math.Float64bits(b[0]))) | (l - int64(math.Float64bits(b[1]))) |
			(l - int64(math.Float64bits(b[2]))) | (l - int64(math.Float64bits(b[3]))) |
			(l - int64(math.Float64bits(b[4]))) | (l - int64(math.Float64bits(b[5]))) |
			(l - int64(math.Float64bits(b[6]))) | (l - int64(math.Float64bits(b[7])))
		if above < 0 {
			break
		}
		d += 8
	}
	for d < len(score) && score[d] <= limit {
		d++
	}
	return d
}

// whole is the document's score with the common terms added.
func (s *scratch) whole(doc int) float64 {
	score := s.score[doc]
	for _, c := range s.common {
		score += c.times * c.impacts[doc]
	}
	return score
}

// finish adds the common terms to the document's score for as long as it can still win.
func (s *scratch) finish(best *topK, doc int, rest, floor float64) {
	score := s.score[doc]
	floor = max(floor, best.floor)
	for i := range s.common {
		c := &s.common[i]
		if score+rest < floor {
			return
		}
		score += c.times * c.impacts[doc]
		rest = c.rest
	}
	best.offer(doc, score)
}

// topK keeps the best k hits of those offered in order of documents. It is a heap with the worst
// of the best on top, so that most offers cost one comparison.
type topK struct {
	hits  []Hit
	k     int
	floor float64 // what a score must exceed to get in
}

func (t *topK) offer(doc int, score float64) {
	if score <= t.floor {
		return // of equal scores the earlier document stays
	}
	if len(t.hits) < t.k {
		t.hits = append(t.hits, Hit{Doc: doc, Score: score})
		if len(t.hits) < t.k {
			return
		}
		for i := t.k/2 - 1; i >= 0; i-- {
			sink(t.hits, i)
		}
	} else {
		t.hits[0] = Hit{Doc: doc, Score: score}
		sink(t.hits, 0)
	}
	t.floor = t.hits[0].Score
}

// worse orders the heap: a lower score, or of equal ones the later document.
func worse(a, b *Hit) bool {
	return a.Score < b.Score || a.Score == b.Score && a.Doc > b.Doc
}

func sink(h []Hit, i int) {
	moving := h[i]
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && worse(&h[c+1], &h[c]) {
			c++
		}
		if !worse(&h[c], &moving) {
			break
		}
		h[i] = h[c]
		i = c
	}
	h[i] = moving
}
