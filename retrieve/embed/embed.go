// Package embed turns texts into vectors whose cosine says how alike two texts are.
//
// Encoder is the contract; Lexical is the encoder that is always there, without weights or
// network. Others live below this package: endpoint (an OpenAI-compatible server) and local (a
// sentence-transformer in a folder). Disk keeps the vectors of a slow encoder between runs. Scores
// depend on the encoder, so every report names it.
package embed

import (
	"context"
	"fmt"
	"math"
)

// Encoder makes vectors of texts. It is safe for concurrent use and deterministic.
type Encoder interface {
	// Name identifies the encoder with everything that changes its vectors, and holds no secret.
	Name() string
	// Encode gives one vector a text, in order, all of one length. A vector has unit norm, or is
	// zero when the text holds nothing the encoder sees.
	Encode(ctx context.Context, texts []string) ([][]float32, error)
}

// Cosine is the cosine of two vectors, in [-1,1]; exactly 1 for equal vectors, and 0 where one of
// them is zero or their lengths differ.
func Cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	var dot, na, nb float64
	for i, x := range a {
		y := b[i]
		dot += float64(x) * float64(y)
		na += float64(x) * float64(x)
		nb += float64(y) * float64(y)
	}
	if na == 0 || nb == 0 {
		return 0
	}
	return max(-1, min(1, dot/math.Sqrt(na*nb)))
}

// Normalize scales v to unit norm in place; a zero vector stays zero.
func Normalize(v []float32) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return
	}
	scale := 1 / math.Sqrt(sum)
	for i := range v {
		v[i] = float32(float64(v[i]) * scale)
	}
}

// Check says what is wrong with vectors that came from outside for n texts: their number, unequal
// lengths, values that are not finite. Nil: nothing.
func Check(vectors [][]float32, n int) error {
	if len(vectors) != n {
		return fmt.Errorf("%d vectors for %d texts", len(vectors), n)
	}
	for i, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return fmt.Errorf("vector %d has %d values, vector 0 has %d", i, len(v), len(vectors[0]))
		}
		for j, x := range v {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return fmt.Errorf("value %d of vector %d is not a finite number", j, i)
			}
		}
	}
	return nil
}
