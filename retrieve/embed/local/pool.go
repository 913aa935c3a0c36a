package local

import "math"

// pool makes one vector of n token vectors, the modes that are set one after the other.
func (p pooling) pool(x []float32, stride, n, hidden int) []float32 {
	sum := make([]float64, hidden)
	top := append([]float32(nil), x[:hidden]...)
	for i := range n {
		for j, v := range x[i*stride : i*stride+hidden] {
			sum[j] += float64(v)
			top[j] = max(top[j], v)
		}
	}
	var out []float32
	scaled := func(by float64) {
		for _, s := range sum {
			out = append(out, float32(s*by))
		}
	}
	// In the order in which sentence-transformers concatenates them.
	if p.CLS {
		out = append(out, x[:hidden]...)
	}
	if p.Max {
		out = append(out, top...)
	}
	if p.Mean {
		scaled(1 / float64(n))
	}
	if p.MeanSqrt {
		scaled(1 / math.Sqrt(float64(n)))
	}
	return out
}
