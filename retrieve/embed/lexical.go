package embed

import (
	"context"
	"math"
	"strings"
	"unicode"
)

// lexicalDim is the length of a lexical vector. Short texts have up to a few hundred features;
// at this length a chance collision moves a cosine by about 0.02.
const lexicalDim = 2048

// Lexical is the built-in encoder: texts are alike when they share words, parts of words and
// pairs of adjacent words. It knows nothing of meaning ("car" and "automobile" have cosine 0),
// costs microseconds and gives the same vectors on every machine.
//
// A text is cut into tokens: runs of letters and digits, split also at underscores, at digits and
// where camelCase turns; every Chinese, Japanese or Korean character on its own; the empty
// brackets {} and []; other punctuation one character at a time. Each token has an energy (1 for
// words, 0.25 for function words, 0.15 for punctuation), of which half goes to the token itself
// and half is shared by its character 3- and 4-grams with word boundaries. Two adjacent words add a
// pair of energy 0.2. A feature seen c times counts 1+ln(c)-fold. Features are hashed with a sign
// (FNV-1a, finished by a bit mixer) into 2048 places, and the vector is brought to unit norm.
type Lexical struct{}

// Name is "lexical-1"; the number changes whenever the vectors do.
func (Lexical) Name() string { return "lexical-1" }

// Encode never fails but for a cancelled context.
func (Lexical) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = lexical(t)
	}
	return out, nil
}

// feature is a hashed feature's place in the vector and what it weighs.
type feature struct {
	energy float64
	count  int
}

func lexical(text string) []float32 {
	tokens := lexicalTokens(text)
	seen := make(map[uint64]int, 8*len(tokens))
	hashes := make([]uint64, 0, 8*len(tokens))
	features := make([]feature, 0, 8*len(tokens))
	add := func(h uint64, energy float64) {
		if i, ok := seen[h]; ok {
			features[i].count++
			features[i].energy = max(features[i].energy, energy)
			return
		}
		seen[h] = len(features)
		hashes = append(hashes, h)
		features = append(features, feature{energy, 1})
	}
	previous := ""
	for _, t := range tokens {
		energy := tokenEnergy(t)
		if !isWord(t) {
			add(hash("p", t, ""), energy)
			previous = ""
			continue
		}
		grams := ngrams(t)
		add(hash("w", t, ""), energy/2)
		for _, g := range grams {
			add(hash("g", g, ""), energy/2/float64(len(grams)))
		}
		if previous != "" {
			add(hash("b", previous, t), 0.2*min(energy, tokenEnergy(previous)))
		}
		previous = t
	}
	// Summed in the order of first sight: map order would change the last bits.
	v := make([]float64, lexicalDim)
	for i, f := range features {
		amplitude := math.Sqrt(f.energy) * (1 + math.Log(float64(f.count)))
		if hashes[i]>>63 == 1 {
			amplitude = -amplitude
		}
		v[hashes[i]%lexicalDim] += amplitude
	}
	out := make([]float32, lexicalDim)
	for i, x := range v {
		out[i] = float32(x)
	}
	Normalize(out)
	return out
}

// maxGramRunes bounds the part of one token that is cut into n-grams.
const maxGramRunes = 64

// ngrams gives the character 3- and 4-grams of "^token$".
func ngrams(token string) []string {
	r := []rune("^" + token + "$")
	if len(r) > maxGramRunes {
		r = r[:maxGramRunes]
	}
	out := make([]string, 0, 2*len(r))
	for n := 3; n <= 4; n++ {
		for i := 0; i+n <= len(r); i++ {
			out = append(out, string(r[i:i+n]))
		}
	}
	return out
}

func isWord(t string) bool {
	for _, r := range t {
		return unicode.IsLetter(r) || unicode.IsNumber(r)
	}
	return false
}

func tokenEnergy(t string) float64 {
	switch {
	case t == "{}" || t == "[]":
		return 1 // "no arguments" is something to agree on
	case !isWord(t):
		return 0.15 // that two texts are both a dictionary counts as it does with neural encoders
	case functionWord(t):
		return 0.25
	}
	return 1
}

// functionWord says whether an English word carries grammar rather than content.
func functionWord(t string) bool {
	switch t {
	case "a", "an", "the", "and", "or", "of", "to", "in", "on", "at", "by", "for", "from", "with", "as", "is", "are",
		"was", "be", "been", "it", "its", "this", "that", "these", "those", "i", "we", "you", "he", "she", "they",
		"me", "my", "our", "your", "their", "do", "does", "did", "have", "has", "had", "will", "would", "should",
		"can", "could", "so", "then", "than", "if", "but", "not", "no", "there", "here", "which", "what", "who",
		"s", "t", "ll", "am", "into", "about", "up", "now", "also", "need", "needs", "next", "let":
		return true
	}
	return false
}

// lexicalTokens cuts lower-cased tokens out of text, as described at Lexical.
func lexicalTokens(text string) []string {
	var out []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, strings.ToLower(b.String()))
			b.Reset()
		}
	}
	var last rune
	for i, r := range text {
		switch {
		case isIdeograph(r):
			flush()
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsMark(r):
			camel := unicode.IsUpper(r) && unicode.IsLower(last)
			if camel || unicode.IsNumber(last) {
				flush()
			}
			b.WriteRune(r)
		case unicode.IsNumber(r):
			if !unicode.IsNumber(last) {
				flush()
			}
			b.WriteRune(r)
		case (r == '{' || r == '[') && strings.HasPrefix(text[i+1:], closing(r)):
			flush()
			out = append(out, string(r)+closing(r))
		case (r == '}' || r == ']') && i > 0 && text[i-1] == opening(r):
			// already taken with its opening bracket
		default:
			flush()
			if r != '_' && !unicode.IsSpace(r) && !unicode.IsControl(r) && r != unicode.ReplacementChar {
				out = append(out, string(r))
			}
		}
		last = r
	}
	flush()
	return out
}

func closing(r rune) string {
	if r == '{' {
		return "}"
	}
	return "]"
}

func opening(r rune) byte {
	if r == '}' {
		return '{'
	}
	return '['
}

func isIdeograph(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// hash is FNV-1a over the three parts, each closed by a zero byte, with a final mix of the bits
// (FNV's high bits alone are too regular to serve as signs).
func hash(kind, a, b string) uint64 {
	h := uint64(14695981039346656037)
	for _, part := range [...]string{kind, a, b} {
		for i := 0; i < len(part); i++ {
			h = (h ^ uint64(part[i])) * 1099511628211
		}
		h *= 1099511628211
	}
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
