package stat

import (
	"math"
	"math/bits"
)

// Swap draws replicates of the table in which each row, by the toss of a coin, exchanges its
// columns with those of its pair: pairs[j] is the column, in the order of Names, that column j
// changes places with (itself: it stays). Under the hypothesis that the two systems of a pair
// differ by chance only, every replicate is as likely as the table itself. This is approximate
// randomization (Noreen 1989), for differences of functions of sums such as F1 (Yeh 2000).
// rows nil means all of them.
func (c *Counts) Swap(rows []int, pairs []int, replicates int, seed uint64) Sums {
	times := c.multiplicities(rows)
	all := c.Sum(rows)
	weight, base := all.At(0)
	sums := newSums(replicates, len(c.names))
	row := make([]float64, c.width())
	for r := range replicates {
		random := stream(seed, r)
		row[0] = float64(weight)
		copy(row[1:], base)
		for p, n := range times {
			if n == 0 {
				continue
			}
			swapped := float64(random.heads(int(n)))
			if swapped == 0 {
				continue
			}
			x := c.patterns[p*c.width()+1 : (p+1)*c.width()]
			for j, other := range pairs {
				row[j+1] += swapped * (x[other] - x[j])
			}
		}
		sums.put(r, row)
	}
	return sums
}

// heads tosses n fair coins.
func (r *random) heads(n int) int {
	if n > 64 {
		return r.binomial(n, 0.5)
	}
	return bits.OnesCount64(r.next() >> (64 - n))
}

// RandomizationP is the two-sided p value of an observed difference among those of replicates
// under the null hypothesis: (1 + how many are at least as far from 0) / (1 + replicates), which is
// never 0 (Davison and Hinkley 1997, eq. 4.11). NaN differences count as far. Differences that
// equal the observed one but for rounding count as equal.
func RandomizationP(observed float64, null []float64) float64 {
	if math.IsNaN(observed) {
		return math.NaN()
	}
	far := 1
	limit := math.Abs(observed) * (1 - 1e-9)
	for _, d := range null {
		if !(math.Abs(d) < limit) {
			far++
		}
	}
	return float64(far) / float64(1+len(null))
}

// McNemar is the exact two-sided p value that two systems are equally often right, from how many
// samples only the one and only the other got right: a sign test (McNemar 1947, exact form). It is
// 1 when they never differ.
func McNemar(onlyA, onlyB int) float64 { return SignTest(onlyA, onlyB) }

// SignTest is the exact two-sided p value of plus positive and minus negative differences when
// both signs are equally likely: twice the smaller tail of the binomial distribution, at most 1.
func SignTest(plus, minus int) float64 {
	n, k := plus+minus, min(plus, minus)
	var tail float64
	for i := 0; i <= k; i++ {
		tail += math.Exp(logFactorial(float64(n)) - logFactorial(float64(i)) - logFactorial(float64(n-i)) - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}

// PermutationP is the two-sided p value that paired differences have mean 0, by flipping signs: over
// all 2^n flips when there are at most 18 differences other than 0 (exact), else over replicates
// seeded ones. It is 1 when all differences are 0.
func PermutationP(differences []float64, replicates int, seed uint64) float64 {
	var ds []float64
	var observed float64
	for _, d := range differences {
		if d != 0 {
			ds = append(ds, d)
			observed += d
		}
	}
	if len(ds) == 0 {
		return 1
	}
	limit := math.Abs(observed) * (1 - 1e-9)
	if len(ds) <= 18 {
		far, all := 0, 1<<len(ds)
		for flips := range all {
			if math.Abs(flipped(ds, uint64(flips))) >= limit {
				far++
			}
		}
		return float64(far) / float64(all)
	}
	null := make([]float64, replicates)
	for r := range null {
		random := stream(seed, r)
		for at := 0; at < len(ds); at += 64 {
			null[r] += flipped(ds[at:min(at+64, len(ds))], random.next())
		}
	}
	return RandomizationP(observed, null)
}

func flipped(ds []float64, flips uint64) float64 {
	var sum float64
	for i, d := range ds {
		if flips>>i&1 == 1 {
			d = -d
		}
		sum += d
	}
	return sum
}
