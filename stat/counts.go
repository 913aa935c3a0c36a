package stat

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"sort"
)

// Counts is a table of additive counts: one row a sample, one column a count. Equal rows are kept
// once, as a pattern, since scores of samples repeat: 100,000 samples with the same few outcomes
// take 4 bytes each, and resampling works on patterns.
//
// The zero value is an empty table. It is not safe for concurrent writing.
type Counts struct {
	names    []string
	column   map[string]int
	patterns []float64 // row-major, width() wide; column 0 is the weight
	of       []uint32  // row → pattern
	times    []uint32  // pattern → rows that have it
	slots    []uint32  // open addressing: pattern+1, 0 is free
	seed     maphash.Seed
	row      []float64
	bytes    []byte
}

// Add appends a row and gives its number. Weight is how many attempts the row stands for: a sample
// of several trials is one row of summed counts, so that resampling draws whole samples. Columns
// come into being as they are first named; earlier rows have 0 there.
func (c *Counts) Add(weight int, counts map[string]float64) int {
	c.addColumns(counts)
	if cap(c.row) < c.width() {
		c.row = make([]float64, c.width())
	}
	row := c.row[:c.width()]
	clear(row)
	row[0] = float64(weight)
	for name, v := range counts {
		row[c.column[name]] = v + 0 // -0 becomes 0: they are one pattern
	}
	p := c.pattern(row)
	c.of = append(c.of, p)
	c.times[p]++
	return len(c.of) - 1
}

// Len is the number of rows.
func (c *Counts) Len() int { return len(c.of) }

// Patterns is the number of distinct rows.
func (c *Counts) Patterns() int { return len(c.times) }

// Names are the columns in the order of Sums, which is that of their first appearance (by name
// among those that appear together).
func (c *Counts) Names() []string { return c.names }

// Row gives the counts of row i in the order of Names, and its weight. The slice is not to be changed.
func (c *Counts) Row(i int) (weight int, counts []float64) {
	w := c.width()
	at := int(c.of[i]) * w
	return int(c.patterns[at]), c.patterns[at+1 : at+w : at+w]
}

// Sum adds up rows; nil means all of them.
func (c *Counts) Sum(rows []int) Sums {
	sums := newSums(1, len(c.names))
	row := make([]float64, c.width())
	for p, times := range c.multiplicities(rows) {
		for j, v := range c.patterns[p*len(row) : (p+1)*len(row)] {
			row[j] += v * float64(times)
		}
	}
	sums.put(0, row)
	return sums
}

func (c *Counts) width() int { return len(c.names) + 1 }

func (c *Counts) addColumns(counts map[string]float64) {
	var fresh []string
	for name := range counts {
		if _, ok := c.column[name]; !ok {
			fresh = append(fresh, name)
		}
	}
	if len(fresh) == 0 {
		return
	}
	sort.Strings(fresh)
	if c.column == nil {
		c.column = map[string]int{}
	}
	before := c.width()
	for _, name := range fresh {
		c.names = append(c.names, name)
		c.column[name] = len(c.names)
	}
	after := c.width()
	wide := make([]float64, len(c.times)*after, max(len(c.times)*after, 64))
	for p := range c.times {
		copy(wide[p*after:], c.patterns[p*before:(p+1)*before])
	}
	c.patterns = wide
	c.rehash(len(c.slots))
}

// pattern finds or adds the pattern equal to row.
func (c *Counts) pattern(row []float64) uint32 {
	if 2*(len(c.times)+1) > len(c.slots) {
		c.rehash(max(64, 4*len(c.times)))
	}
	mask := uint64(len(c.slots) - 1)
	for at := c.hash(row) & mask; ; at = (at + 1) & mask {
		s := c.slots[at]
		if s == 0 {
			c.times = append(c.times, 0)
			c.patterns = append(c.patterns, row...)
			c.slots[at] = uint32(len(c.times))
			return uint32(len(c.times) - 1)
		}
		if equalRows(c.patterns[int(s-1)*len(row):int(s)*len(row)], row) {
			return s - 1
		}
	}
}

func (c *Counts) rehash(size int) {
	if size == 0 {
		return
	}
	if c.slots == nil {
		c.seed = maphash.MakeSeed() // never seen in results: patterns are numbered by appearance
	}
	power := 64
	for power < size {
		power *= 2
	}
	c.slots = make([]uint32, power)
	w := c.width()
	mask := uint64(power - 1)
	for p := range c.times {
		at := c.hash(c.patterns[p*w:(p+1)*w]) & mask
		for c.slots[at] != 0 {
			at = (at + 1) & mask
		}
		c.slots[at] = uint32(p + 1)
	}
}

func (c *Counts) hash(row []float64) uint64 {
	c.bytes = c.bytes[:0]
	for _, v := range row {
		c.bytes = binary.LittleEndian.AppendUint64(c.bytes, math.Float64bits(v))
	}
	return maphash.Bytes(c.seed, c.bytes)
}

func equalRows(a, b []float64) bool {
	for i, v := range a {
		if math.Float64bits(v) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}

// multiplicities says how often each pattern occurs among rows (nil: all).
func (c *Counts) multiplicities(rows []int) []uint32 {
	if rows == nil {
		return c.times
	}
	times := make([]uint32, len(c.times))
	for _, i := range rows {
		times[c.of[i]]++
	}
	return times
}
