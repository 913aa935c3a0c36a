package stat

import (
	"math"
	"runtime"
	"sync"
)

// Replicates is how many bootstrap samples the reports draw.
const Replicates = 1000

// Sums are summed counts, one set a replicate.
type Sums struct {
	columns int
	weights []int
	values  []float64
}

// Len is the number of replicates.
func (s Sums) Len() int { return len(s.weights) }

// At gives the sums of replicate r in the order of Counts.Names, and its summed weight: how many
// attempts it holds.
func (s Sums) At(r int) (weight int, counts []float64) {
	return s.weights[r], s.values[r*s.columns : (r+1)*s.columns : (r+1)*s.columns]
}

func newSums(replicates, columns int) Sums {
	return Sums{columns: columns, weights: make([]int, replicates), values: make([]float64, replicates*columns)}
}

func (s Sums) put(r int, row []float64) {
	s.weights[r] = int(row[0] + 0.5)
	copy(s.values[r*s.columns:(r+1)*s.columns], row[1:])
}

// Bootstrap draws replicates samples with replacement of as many rows as given (nil: all rows) and
// sums each. The percentile interval of a metric over these sums is its bootstrap interval (Efron
// and Tibshirani 1993, ch. 13). The result depends on the rows and the seed alone, not on the
// number of processors.
//
// To compare two systems on the same samples, put the counts of both in one row under different
// names: each replicate then draws the same samples for both.
func (c *Counts) Bootstrap(rows []int, replicates int, seed uint64) Sums {
	d := newUrn(c, c.multiplicities(rows))
	sums := newSums(replicates, len(c.names))
	if d.n == 0 {
		return sums
	}
	workers := max(1, min(runtime.GOMAXPROCS(0), replicates*d.n/100_000))
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			var drawn [2][]uint32
			var row [2][]float64
			for i := range drawn {
				drawn[i], row[i] = make([]uint32, len(d.times)), make([]float64, 4*len(d.blocks))
			}
			for r := 2 * w; r < replicates; r += 2 * workers {
				for i := range drawn {
					random := stream(seed, r+i)
					d.draw(&random, drawn[i])
				}
				d.sum(drawn[0], drawn[1], row[0], row[1])
				for i := range min(2, replicates-r) {
					sums.put(r+i, row[i])
				}
			}
		})
	}
	group.Wait()
	return sums
}

// urn holds n rows that follow the patterns, the p-th of them times[p] times.
type urn struct {
	n     int
	times []int
	// blocks hold the patterns four columns at a time: block b has columns 4b to 4b+3 of every
	// pattern, so that a sum walks memory in order.
	blocks [][][4]float64
	of     []uint32 // row → pattern; nil when there are few patterns: then draws are binomial
}

func newUrn(c *Counts, times []uint32) *urn {
	d := &urn{blocks: make([][][4]float64, (c.width()+3)/4)}
	for p, k := range times {
		if k == 0 {
			continue
		}
		d.n += int(k)
		d.times = append(d.times, int(k))
		row := c.patterns[p*c.width() : (p+1)*c.width()]
		for b := range d.blocks {
			var x [4]float64
			copy(x[:], row[4*b:])
			d.blocks[b] = append(d.blocks[b], x)
		}
	}
	if 12*len(d.times) > d.n { // a binomial draw costs about as much as a dozen draws of a row
		d.list()
	}
	return d
}

func (d *urn) list() {
	d.of = make([]uint32, 0, d.n)
	for p, times := range d.times {
		for range times {
			d.of = append(d.of, uint32(p))
		}
	}
}

// draw says how often each pattern occurs among n rows drawn with replacement.
func (d *urn) draw(r *random, drawn []uint32) {
	clear(drawn)
	if d.of != nil {
		d.drawRows(r, drawn)
		return
	}
	// A multinomial draw is a chain of binomial ones, each conditional on those before it.
	left, mass := d.n, d.n
	for p, times := range d.times {
		if times == mass {
			drawn[p] = uint32(left)
			return
		}
		k := r.binomial(left, float64(times)/float64(mass))
		drawn[p] = uint32(k)
		left, mass = left-k, mass-times
	}
}

// drawRows draws row by row, two from each random number: the bias, n/2^32, cannot be observed.
func (d *urn) drawRows(r *random, drawn []uint32) {
	of, n := d.of, uint64(d.n)
	for range d.n / 2 {
		x := r.next()
		drawn[of[(x>>32)*n>>32]]++
		drawn[of[(x&math.MaxUint32)*n>>32]]++
	}
	if d.n%2 == 1 {
		drawn[of[(r.next()>>32)*n>>32]]++
	}
}

// sum adds up the patterns as often as drawn, in two replicates at once: reading the patterns is
// what takes the time.
func (d *urn) sum(drawnA, drawnB []uint32, sumA, sumB []float64) {
	for b, block := range d.blocks {
		var a0, a1, a2, a3, b0, b1, b2, b3 float64
		drawnA, drawnB := drawnA[:len(block)], drawnB[:len(block)]
		for p := range block {
			x := &block[p]
			ka, kb := float64(int32(drawnA[p])), float64(int32(drawnB[p]))
			a0 += x[0] * ka
			b0 += x[0] * kb
			a1 += x[1] * ka
			b1 += x[1] * kb
			a2 += x[2] * ka
			b2 += x[2] * kb
			a3 += x[3] * ka
			b3 += x[3] * kb
		}
		sumA[4*b], sumA[4*b+1], sumA[4*b+2], sumA[4*b+3] = a0, a1, a2, a3
		sumB[4*b], sumB[4*b+1], sumB[4*b+2], sumB[4*b+3] = b0, b1, b2, b3
	}
}
