package report

import (
	"fmt"
	"math"
	"strconv"
)

// None is how a value that could not be computed is shown.
const None = "–"

// Percent writes a value in [0,1] with one decimal: "82.1%". Only 1 is "100.0%" and only 0 is
// "0.0%", since rounding would hide that something was right or wrong; nil is None.
func Percent(v *float64) string {
	if v == nil {
		return None
	}
	return percent(*v) + "%"
}

func percent(v float64) string {
	text := strconv.FormatFloat(100*v, 'f', 1, 64)
	switch {
	case text == "100.0" && v < 1:
		return "99.9"
	case text == "0.0" && v > 0:
		return "<0.1"
	case text == "-0.0":
		return "0.0"
	}
	return text
}

// PercentRange writes an interval in percent: "80.1–84.2"; empty when there is none.
func (iv Intervals) PercentRange(name string) string {
	v, ok := iv[name]
	if !ok {
		return ""
	}
	return percent(v[0]) + "–" + percent(v[1])
}

// Points writes a difference of values in [0,1] as signed percentage points: "+1.2".
func Points(d float64) string {
	text := strconv.FormatFloat(100*d, 'f', 1, 64)
	switch {
	case text == "-0.0" || text == "0.0":
		return "0.0"
	case d > 0:
		return "+" + text
	}
	return text
}

// Number writes a diagnostic: at most three decimals, and four significant digits for the small.
func Number(v *float64) string {
	if v == nil {
		return None
	}
	if x := math.Abs(*v); x >= 1000 || x == math.Trunc(x) {
		return strconv.FormatFloat(*v, 'f', -1, 64)
	} else if x < 0.01 {
		return strconv.FormatFloat(*v, 'g', 4, 64)
	}
	return strconv.FormatFloat(math.Round(*v*1000)/1000, 'f', -1, 64)
}

// PValue writes a probability: "0.034", or "<0.001".
func PValue(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}

// Shared says in a sentence on which samples a comparison rests.
func Shared(c *Comparison) string {
	s := fmt.Sprintf("%d samples scored in both runs", c.Samples)
	if c.Samples == 0 {
		s = "no sample is scored in both runs: there is nothing to compare"
	}
	if c.OnlyBase > 0 || c.OnlyOther > 0 {
		s += fmt.Sprintf("; left out: %d only in the first, %d only in the second", c.OnlyBase, c.OnlyOther)
	}
	if !c.SameData {
		s += "; the runs' data differ, so that equal ids may be different samples"
	}
	return s
}
