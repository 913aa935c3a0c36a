package local

// panel is how many outputs a packed matrix holds side by side: two AVX2 registers of float32.
const panel = 16

// packed is a matrix of k × n laid out for the kernel: panels of 16 columns, each k rows of 16
// consecutive values, the last panel filled up with zeros.
type packed struct {
	k, n int
	data []float32
}

// width is n rounded up to whole panels: the row length of a product's memory.
func (p *packed) width() int { return padded(p.n) }

func padded(n int) int { return (n + panel - 1) / panel * panel }

// packRows packs the transpose of w, n rows of k values with the given stride: y = x·wᵀ is what
// a dense layer computes, and what attention computes of queries and keys.
func packRows(p *packed, w []float32, n, k, stride int) {
	p.reset(k, n)
	for j := range n {
		row := w[j*stride : j*stride+k]
		to := p.data[j/panel*panel*k+j%panel:]
		for i, v := range row {
			to[i*panel] = v
		}
	}
}

// packColumns packs w itself, k rows of n values with the given stride: attention times values.
func packColumns(p *packed, w []float32, k, n, stride int) {
	p.reset(k, n)
	for i := range k {
		row := w[i*stride : i*stride+n]
		for j := 0; j < n; j += panel {
			copy(p.data[j*k+i*panel:j*k+i*panel+panel], row[j:min(j+panel, n)])
		}
	}
}

func (p *packed) reset(k, n int) {
	size := k * padded(n)
	if cap(p.data) < size {
		p.data = make([]float32, size)
	}
	p.k, p.n, p.data = k, n, p.data[:size]
	if n%panel != 0 {
		clear(p.data[size-k*panel:])
	}
}

// multiply computes c = a·b for rows rows of a. Rows of a begin every aStride values, those of c
// every cStride, which must be at least b.width(): the filling is written too.
func multiply(c []float32, cStride int, a []float32, aStride, rows int, b *packed) {
	if rows == 0 || b.k == 0 {
		return
	}
	_ = a[(rows-1)*aStride+b.k-1]
	_ = c[(rows-1)*cStride+b.width()-1]
	for j := 0; j < b.n; j += panel {
		block := b.data[j*b.k : (j+panel)*b.k]
		i := 0
		for ; i+6 <= rows; i += 6 {
			kernel6(b.k, a[i*aStride:], aStride, block, c[i*cStride+j:], cStride)
		}
		for ; i < rows; i++ {
			kernel1(b.k, a[i*aStride:], block, c[i*cStride+j:])
		}
	}
}

// plain1 is the kernel in Go: 16 sums over k of one row.
func plain1(k int, a, b, c []float32) {
	var s [panel]float32
	a = a[:k]
	for _, x := range a {
		row := b[:panel:panel]
		for j := range s {
			s[j] += x * row[j]
		}
		b = b[panel:]
	}
	copy(c[:panel], s[:])
}
