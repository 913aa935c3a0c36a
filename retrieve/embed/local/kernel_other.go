//go:build !amd64

package local

func kernel6(k int, a []float32, aStride int, b []float32, c []float32, cStride int) {
	for i := range 6 {
		plain1(k, a[i*aStride:], b, c[i*cStride:])
	}
}

func kernel1(k int, a, b, c []float32) { plain1(k, a, b, c) }
