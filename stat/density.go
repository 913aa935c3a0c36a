package stat

import "math"

// Density estimates the density of the distribution of xs at each point of at, with a Gaussian
// kernel of the given bandwidth; 0 means Scott's (1992), sd·n^(-1/5), as scipy's gaussian_kde. The
// densities are NaN when there is no bandwidth: for fewer than two values or equal ones.
func Density(xs, at []float64, bandwidth float64) []float64 {
	if bandwidth <= 0 {
		_, sd := MeanSD(xs)
		bandwidth = sd * math.Pow(float64(len(xs)), -0.2)
	}
	out := make([]float64, len(at))
	for i, x := range at {
		if !(bandwidth > 0) || len(xs) == 0 {
			out[i] = math.NaN()
			continue
		}
		for _, v := range xs {
			z := (x - v) / bandwidth
			out[i] += math.Exp(-z * z / 2)
		}
		out[i] /= float64(len(xs)) * bandwidth * math.Sqrt(2*math.Pi)
	}
	return out
}
