package du

import (
	"math"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

func comparisonTools() []define.Tool {
	return []define.Tool{
		define.Calc("compare_texts", "Compares two texts: edit distance, character and word similarity, and the words that only one of them has.",
			func(_ *world.World, in struct {
				A        string `json:"first" doc:"First text" min:"1" max:"3000"`
				B        string `json:"second" doc:"Second text" min:"1" max:"3000"`
				FoldCase bool   `json:"ignore_case" doc:"Whether upper and lower case are alike" default:"true"`
			}) (out struct {
				Distance   int      `json:"edit_distance" doc:"Insertions, deletions and substitutions of characters"`
				Similarity float64  `json:"similarity" doc:"1 - edit distance / longer length"`
				Jaccard    float64  `json:"word_jaccard" doc:"Shared words / all words"`
				Cosine     float64  `json:"word_cosine" doc:"Cosine of the word counts"`
				OnlyFirst  []string `json:"only_in_first"`
				OnlySecond []string `json:"only_in_second"`
			}, err error) {
				a, b := in.A, in.B
				if in.FoldCase {
					a, b = strings.ToLower(a), strings.ToLower(b)
				}
				x, y := []rune(a), []rune(b)
				out.Distance = editDistance(x, y)
				out.Similarity = 1 - float64(out.Distance)/float64(max(len(x), len(y)))
				ca, cb := counts(tokens(a)), counts(tokens(b))
				out.Jaccard, out.Cosine = overlap(ca, cb)
				out.OnlyFirst, out.OnlySecond = missing(ca, cb), missing(cb, ca)
				return out, nil
			}, `{"first":"the cat sat","second":"the cat sits"}`, `{"first":"Main Street 5","second":"5 main street","ignore_case":false}`),
	}
}

// editDistance is the Levenshtein distance, in time len(a)·len(b).
func editDistance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

func overlap(a, b map[string]int) (jaccard, cosine float64) {
	shared, dot, na, nb := 0, 0, 0, 0
	for w, n := range a {
		na += n * n
		if m, ok := b[w]; ok {
			shared++
			dot += n * m
		}
	}
	for _, m := range b {
		nb += m * m
	}
	if union := len(a) + len(b) - shared; union > 0 {
		jaccard = float64(shared) / float64(union)
	}
	if na > 0 && nb > 0 {
		cosine = min(1, float64(dot)/math.Sqrt(float64(na)*float64(nb)))
	}
	return jaccard, cosine
}

func missing(a, b map[string]int) []string {
	var out []string
	for _, w := range sortedKeys(a) {
		if b[w] == 0 {
			out = append(out, w)
		}
	}
	return out
}
