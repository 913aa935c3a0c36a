package stat

import (
	"math"
	"strings"
	"unicode"
)

// Words splits text for the overlap measures: words of letters and digits in lower case; each Han,
// Hiragana, Katakana or Hangul character is a word of its own. On ASCII text it is the tokenizer of
// the rouge-score package without stemming.
func Words(text string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			flush()
			words = append(words, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			word.WriteRune(unicode.ToLower(r))
		default:
			flush()
		}
	}
	flush()
	return words
}

// Overlap is how much of one text is in another: all in [0,1].
type Overlap struct{ Precision, Recall, F1 float64 }

func overlap(common, candidate, reference int) Overlap {
	if common == 0 {
		return Overlap{}
	}
	p, r := float64(common)/float64(candidate), float64(common)/float64(reference)
	return Overlap{p, r, 2 * p * r / (p + r)}
}

// RougeN is ROUGE-N of a candidate against one reference (Lin 2004): the n-grams that both have,
// each as often as in both. It is 0 when either is shorter than n words.
func RougeN(candidate, reference []string, n int) Overlap {
	c, r := grams(candidate, n), grams(reference, n)
	common := 0
	for g, k := range c {
		common += min(k, r[g])
	}
	return overlap(common, len(candidate)-n+1, len(reference)-n+1)
}

// RougeL is ROUGE-L (Lin 2004) on whole texts, by their longest common subsequence. Its cost is the
// product of the lengths: the reference should be the short one.
func RougeL(candidate, reference []string) Overlap {
	return overlap(LongestCommon(candidate, reference), len(candidate), len(reference))
}

// grams counts the runs of n words, joined by a byte that no word of Words has.
func grams(words []string, n int) map[string]int {
	count := map[string]int{}
	for i := 0; n > 0 && i+n <= len(words); i++ {
		count[strings.Join(words[i:i+n], "\x00")]++
	}
	return count
}

// bleuOrder is the longest n-gram of BLEU.
const bleuOrder = 4

// BLEU holds the additive counts of BLEU-4 over a corpus (Papineni et al. 2002): sum them over
// samples, then ask for the Score.
type BLEU struct {
	Matches, Totals [bleuOrder]int // clipped n-gram matches, n-grams of the candidates; for n from 1
	Candidate       int            // words of the candidates
	Reference       int            // words of the references closest in length, the shorter of two
}

// BLEUOf counts one candidate against its references.
func BLEUOf(candidate []string, references [][]string) BLEU {
	b := BLEU{Candidate: len(candidate)}
	for i, r := range references {
		closer := abs(len(r)-b.Candidate) - abs(b.Reference-b.Candidate)
		if i == 0 || closer < 0 || closer == 0 && len(r) < b.Reference {
			b.Reference = len(r)
		}
	}
	for n := 1; n <= bleuOrder; n++ {
		most := map[string]int{}
		for _, r := range references {
			for g, k := range grams(r, n) {
				most[g] = max(most[g], k)
			}
		}
		for g, k := range grams(candidate, n) {
			b.Matches[n-1] += min(k, most[g])
			b.Totals[n-1] += k
		}
	}
	return b
}

func abs(x int) int { return max(x, -x) }

// Add sums two corpora's counts.
func (b BLEU) Add(c BLEU) BLEU {
	for i := range bleuOrder {
		b.Matches[i] += c.Matches[i]
		b.Totals[i] += c.Totals[i]
	}
	b.Candidate += c.Candidate
	b.Reference += c.Reference
	return b
}

// Score is the geometric mean of the four precisions times the brevity penalty, in [0,1]. Without
// smoothing it is 0 as soon as one length of n-gram never matches; with it, one is added to matches
// and totals for n above 1 (Lin and Och 2004), which suits single sentences.
func (b BLEU) Score(smooth bool) float64 {
	if b.Candidate == 0 {
		return 0
	}
	var sum float64
	for i := range bleuOrder {
		match, total := float64(b.Matches[i]), float64(b.Totals[i])
		if smooth && i > 0 {
			match, total = match+1, total+1
		}
		if match == 0 || total == 0 {
			return 0
		}
		sum += math.Log(match/total) / bleuOrder
	}
	if b.Candidate < b.Reference {
		sum += 1 - float64(b.Reference)/float64(b.Candidate)
	}
	return math.Exp(sum)
}
