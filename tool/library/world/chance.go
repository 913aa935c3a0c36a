package world

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// gen is the generator with which one table is made.
type gen struct {
	*rand.Rand
	b *Base
}

func (b *Base) gen(table string) gen {
	return gen{rand.New(rand.NewPCG(b.Seed, hash(0, table))), b}
}

// between gives an integer from lo to hi, both included.
func (g gen) between(lo, hi int) int { return lo + g.IntN(hi-lo+1) }

// real gives a number from lo to hi with the given decimals.
func (g gen) real(lo, hi float64, decimals int) float64 {
	return Round(lo+(hi-lo)*g.Float64(), decimals)
}

func (g gen) chance(p float64) bool { return g.Float64() < p }

func pick[T any](g gen, list []T) T { return list[g.IntN(len(list))] }

// some gives n different members of list, in list order; fewer when the list is shorter.
func some[T any](g gen, list []T, n int) []T {
	out := make([]T, 0, n)
	for i := range list {
		left, need := len(list)-i, n-len(out)
		if need > 0 && g.IntN(left) < need {
			out = append(out, list[i])
		}
	}
	return out
}

// unique calls make until it gives a name not seen yet; after 40 tries it numbers the name.
func unique(seen map[string]bool, make func() string) string {
	name := ""
	for range 40 {
		if name = make(); !seen[name] {
			seen[name] = true
			return name
		}
	}
	for i := 2; ; i++ {
		if n := fmt.Sprintf("%s %d", name, i); !seen[n] {
			seen[n] = true
			return n
		}
	}
}

func id(prefix string, i int) string { return fmt.Sprintf("%s%04d", prefix, i+1) }

// words splits a list that is written with spaces, list one that is written with bars.
func words(s string) []string { return strings.Fields(s) }
func list(s string) []string  { return strings.Split(s, "|") }

// lines splits a table written as text: one row a line, fields between bars.
func lines(s string) [][]string {
	var out [][]string
	for line := range strings.SplitSeq(strings.TrimSpace(s), "\n") {
		out = append(out, strings.Split(line, "|"))
	}
	return out
}

// Round rounds x to a number of decimals, away from zero at halves.
func Round(x float64, decimals int) float64 {
	p := math.Pow10(decimals)
	if r := math.Round(x*p) / p; !math.IsInf(r, 0) && !math.IsNaN(r) {
		return r
	}
	return x
}

func hash(seed uint64, s string) uint64 {
	h := seed ^ 14695981039346656037
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	h ^= h >> 30
	h *= 0xbf58476d1ce4e5b9
	h ^= h >> 27
	h *= 0x94d049bb133111eb
	return h ^ h>>31
}

// Hash is a number that depends only on the seed, the key and n.
func (b *Base) Hash(key string, n int) uint64 {
	h := hash(b.Seed, key) + uint64(n)*0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Unit is a number in [0,1) that depends only on the seed, the key and n.
func (b *Base) Unit(key string, n int) float64 { return float64(b.Hash(key, n)>>11) / (1 << 53) }

// Upto is an integer in [0,n) that depends only on the seed, the key and i.
func (b *Base) Upto(n int, key string, i int) int { return int(b.Hash(key, i) % uint64(n)) }

// Noise is a smooth function of x in [-1,1], random over distances above 1.
func (b *Base) Noise(key string, x float64) float64 {
	i := math.Floor(x)
	f := x - i
	f = f * f * (3 - 2*f)
	lo, hi := b.Unit(key, int(i)), b.Unit(key, int(i)+1)
	return 2*(lo+(hi-lo)*f) - 1
}

func split(s string) []string  { return strings.Split(s, ";") }
func commas(s string) []string { return strings.Split(s, ",") }

// Indefinite is a word with its indefinite article: "an Italian", "a French".
func Indefinite(word string) string {
	if word != "" && strings.ContainsRune("AEIOaeio", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

func plural(word string) string {
	if stem, ok := strings.CutSuffix(word, "y"); ok {
		return stem + "ies"
	}
	return word + "s"
}
