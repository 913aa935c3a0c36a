package stat

import (
	"math"
	"math/bits"
)

// random is SplitMix64 (Steele, Lea, Flood 2014): one addition and two multiplications a number, so
// that it is inlined into the resampling loops, and any seed gives a good stream.
type random struct{ state uint64 }

// stream gives the generator number i of a seed. Streams of one seed are independent of the order
// in which they are used, which makes parallel resampling deterministic.
func stream(seed uint64, i int) random {
	r := random{state: seed ^ 0xd1b54a32d192ed03*uint64(i+1)}
	r.state = r.next() ^ r.next()<<1
	return r
}

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below gives a number in [0,n). The bias of the plain multiplication, n/2^64, cannot be observed.
func (r *random) below(n int) int {
	hi, _ := bits.Mul64(r.next(), uint64(n))
	return int(hi)
}

// float gives a number in (0,1), never either end.
func (r *random) float() float64 { return (float64(r.next()>>11) + 0.5) / (1 << 53) }

// binomial draws the number of successes in n trials of probability p.
func (r *random) binomial(n int, p float64) int {
	switch {
	case n <= 0 || p <= 0:
		return 0
	case p >= 1:
		return n
	case p > 0.5:
		return n - r.binomial(n, 1-p)
	case float64(n)*p < 10:
		return r.binomialInversion(n, p)
	}
	return r.binomialRejection(n, p)
}

// binomialInversion walks up the distribution function from 0; its cost grows with n*p.
func (r *random) binomialInversion(n int, p float64) int {
	q := 1 - p
	odds := p / q
	mass := math.Exp(float64(n) * math.Log1p(-p))
	u := r.float()
	for k := 0; k < n; k++ {
		if u < mass {
			return k
		}
		u -= mass
		mass *= odds * float64(n-k) / float64(k+1)
		if mass == 0 && u >= mass && float64(k) > float64(n)*p { // the tail below what a float holds
			return k
		}
	}
	return n
}

// binomialRejection is the transformed rejection with squeeze (BTRS) of Hörmann, "The generation
// of binomial random variates", J. Stat. Comput. Simul. 46 (1993). It needs n*p >= 10 and p <= 1/2,
// and its cost does not grow with n.
func (r *random) binomialRejection(n int, p float64) int {
	fn := float64(n)
	spread := math.Sqrt(fn * p * (1 - p))
	b := 1.15 + 2.53*spread
	a := -0.0873 + 0.0248*b + 0.01*p
	c := fn*p + 0.5
	squeeze := 0.92 - 4.2/b
	alpha := (2.83 + 5.1/b) * spread
	mode := math.Floor((fn + 1) * p)
	for {
		u := r.float() - 0.5
		v := r.float()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*a/us+b)*u + c)
		if k < 0 || k > fn {
			continue
		}
		if us >= 0.07 && v <= squeeze {
			return int(k)
		}
		v = math.Log(v * alpha / (a/(us*us) + b))
		if v <= logBinomialRatio(fn, p, k, mode) {
			return int(k)
		}
	}
}

// logBinomialRatio is log(P(k)/P(mode)) of the binomial distribution of n and p.
func logBinomialRatio(n, p, k, mode float64) float64 {
	return logFactorial(mode) + logFactorial(n-mode) - logFactorial(k) - logFactorial(n-k) +
		(k-mode)*math.Log(p/(1-p))
}

// logFactorial is log(k!) for k >= 0, by Stirling's series above 9 (relative error below 1e-12).
func logFactorial(k float64) float64 {
	if k < 10 {
		product := 1.0
		for i := 2.0; i <= k; i++ {
			product *= i
		}
		return math.Log(product)
	}
	inv := 1 / k
	square := inv * inv
	return (k+0.5)*math.Log(k) - k + 0.91893853320467274178 + inv*(1.0/12-square*(1.0/360-square*(1.0/1260-square/1680)))
}
