package pl

import (
	"math"
	"strconv"
)

func abs(x float64) float64 { return math.Abs(x) }

// number writes a number without needless zeros.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// decimal reads a plain number up to a million.
func decimal(s string) (float64, bool) {
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsNaN(x) && x >= 0 && x <= 1e6
}
