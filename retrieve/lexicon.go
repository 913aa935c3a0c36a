package retrieve

import "bytes"

// lexicon numbers words from 0 in the order in which they are first added. It is a hash table with
// linear probing over words kept in one buffer: a third of the time of a map[string]int32 here.
type lexicon struct {
	slots []slot // a power of two of them, at most half in use
	words []byte
	ends  []int32 // by id: where the word ends in words
}

type slot struct {
	hash uint32
	id   int32 // plus 1; 0 is free
}

func newLexicon() *lexicon { return &lexicon{slots: make([]slot, 1<<10)} }

func (l *lexicon) word(id int32) []byte {
	from := int32(0)
	if id > 0 {
		from = l.ends[id-1]
	}
	return l.words[from:l.ends[id]]
}

// probe gives the slot of word, or the free one where it belongs.
func (l *lexicon) probe(word []byte, hash uint32) *slot {
	mask := uint32(len(l.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := &l.slots[i]
		if s.id == 0 || s.hash == hash && bytes.Equal(l.word(s.id-1), word) {
			return s
		}
	}
}

func (l *lexicon) find(word []byte) (id int32, ok bool) {
	s := l.probe(word, hashWord(word))
	return s.id - 1, s.id != 0
}

func (l *lexicon) add(word []byte) int32 {
	hash := hashWord(word)
	s := l.probe(word, hash)
	if s.id != 0 {
		return s.id - 1
	}
	l.words = append(l.words, word...)
	l.ends = append(l.ends, int32(len(l.words)))
	*s = slot{hash: hash, id: int32(len(l.ends))}
	id := s.id - 1
	if 2*len(l.ends) > len(l.slots) {
		l.grow()
	}
	return id
}

func (l *lexicon) grow() {
	old := l.slots
	l.slots = make([]slot, 2*len(old))
	mask := uint32(len(l.slots) - 1)
	for _, s := range old {
		if s.id == 0 {
			continue
		}
		i := s.hash & mask
		for l.slots[i].id != 0 {
			i = (i + 1) & mask
		}
		l.slots[i] = s
	}
}

// hashWord is FNV-1a with its bits mixed once more, as tables of a power of two need.
func hashWord(word []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range word {
		h = (h ^ uint32(c)) * 16777619
	}
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>12
}
