package local

import "golang.org/x/sys/cpu"

// avx6 computes c[i][0:16] = Σ a[i][l]·b[l][0:16] over l < k for six rows; strides in values.
//
//go:noescape
func avx6(k int, a *float32, aStride int, b *float32, c *float32, cStride int)

// avx1 does the same for one row.
//
//go:noescape
func avx1(k int, a *float32, b *float32, c *float32)

func fast() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

func kernel6(k int, a []float32, aStride int, b []float32, c []float32, cStride int) {
	if fast() {
		avx6(k, &a[0], aStride, &b[0], &c[0], cStride)
		return
	}
	for i := range 6 {
		plain1(k, a[i*aStride:], b, c[i*cStride:])
	}
}

func kernel1(k int, a, b, c []float32) {
	if fast() {
		avx1(k, &a[0], &b[0], &c[0])
		return
	}
	plain1(k, a, b, c)
}
