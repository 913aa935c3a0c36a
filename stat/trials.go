package stat

import "math"

// PassAtK estimates the chance that at least one of k attempts succeeds, from c successes in n
// attempts: 1 - C(n-c,k)/C(n,k), unbiased (Chen et al. 2021, "Evaluating Large Language Models
// Trained on Code", eq. 1). It is NaN unless 1 <= k <= n and 0 <= c <= n.
func PassAtK(n, c, k int) float64 {
	if k < 1 || k > n || c < 0 || c > n {
		return math.NaN()
	}
	return 1 - chooseRatio(n-c, n, k)
}

// PassHatK estimates the chance that all of k attempts succeed, from c successes in n attempts:
// C(c,k)/C(n,k), unbiased (Yao et al. 2024, "τ-bench", section 4). It is NaN unless 1 <= k <= n and
// 0 <= c <= n.
func PassHatK(n, c, k int) float64 {
	if k < 1 || k > n || c < 0 || c > n {
		return math.NaN()
	}
	return chooseRatio(c, n, k)
}

// chooseRatio is C(a,k)/C(b,k) for a <= b, by factors, so that nothing overflows.
func chooseRatio(a, b, k int) float64 {
	ratio := 1.0
	for i := range k {
		if a-i <= 0 {
			return 0
		}
		ratio *= float64(a-i) / float64(b-i)
	}
	return ratio
}
