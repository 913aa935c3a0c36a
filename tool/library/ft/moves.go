package ft

import (
	"math"

	"deft/tool/library/world"
)

// returns are the relative changes from close to close.
func returns(bars []world.Bar) []float64 {
	var out []float64
	for i := 1; i < len(bars); i++ {
		out = append(out, bars[i].Close/bars[i-1].Close-1)
	}
	return out
}

// swing is the standard deviation of the changes from bar to bar, and the deepest fall from a
// peak, both in percent.
func swing(bars []world.Bar) (deviation, fall float64) {
	if r := returns(bars); len(r) > 1 {
		_, d := spread(r)
		deviation = world.Round(100*d, 3)
	}
	peak := 0.0
	for _, b := range bars {
		peak = math.Max(peak, b.Close)
		fall = math.Max(fall, 100*(1-b.Close/peak))
	}
	return deviation, world.Round(fall, 2)
}
