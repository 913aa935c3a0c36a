package world

import (
	"context"
	"math"
	"net/mail"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"deft/tool/builtin"
)

// Tools of scenario DU, data understanding.

// wordEntry is a line of the dictionary: definition, part of speech, synonyms, rhymes.
type wordEntry [4]any

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
}

func round(x float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(x*p) / p
}

type textArg struct{ Text string }

func countWords(_ context.Context, _ *World, a textArg) (object, error) {
	sentences := 0
	for _, part := range strings.FieldsFunc(a.Text, func(r rune) bool { return r == '.' || r == '!' || r == '?' }) {
		if strings.TrimSpace(part) != "" {
			sentences++
		}
	}
	return object{"words": len(strings.Fields(a.Text)), "characters": utf8.RuneCountInString(a.Text), "sentences": sentences}, nil
}

func analyzeSentiment(_ context.Context, _ *World, a textArg) (object, error) {
	good := strings.Fields("good great wonderful love happy fine popular best excellent amazing friendly delicious perfect thank hope enjoyed")
	bad := strings.Fields("bad terrible awful rude dirty slow annoying broken worst problem unhappy cracks hate cold disappointing late")
	score := 0
	for _, w := range wordsOf(a.Text) {
		if slices.Contains(good, w) {
			score++
		}
		if slices.Contains(bad, w) {
			score--
		}
	}
	label := "neutral"
	if score > 0 {
		label = "positive"
	} else if score < 0 {
		label = "negative"
	}
	return object{"label": label, "score": round(math.Tanh(float64(score)/2), 2)}, nil
}

func extractKeywords(_ context.Context, _ *World, a struct {
	Text  string
	Limit int
}) (object, error) {
	counts := map[string]int{}
	var order []string
	for _, w := range wordsOf(a.Text) {
		if len(w) < 5 {
			continue
		}
		if counts[w] == 0 {
			order = append(order, w)
		}
		counts[w]++
	}
	sort.SliceStable(order, func(i, j int) bool { return counts[order[i]] > counts[order[j]] })
	return object{"keywords": append([]string{}, order[:min(a.Limit, len(order))]...)}, nil
}

// compareTexts gives the Jaccard similarity of the two sets of words.
func compareTexts(_ context.Context, _ *World, a struct{ First, Second string }) (object, error) {
	in := map[string]int{}
	for _, w := range wordsOf(a.First) {
		in[w] |= 1
	}
	for _, w := range wordsOf(a.Second) {
		in[w] |= 2
	}
	both := 0
	for _, m := range in {
		if m == 3 {
			both++
		}
	}
	return object{"similarity": round(float64(both)/float64(max(len(in), 1)), 2)}, nil
}

func describeNumbers(_ context.Context, _ *World, a struct{ Numbers []float64 }) (object, error) {
	sorted := slices.Sorted(slices.Values(a.Numbers))
	n := len(sorted)
	sum := 0.0
	for _, x := range sorted {
		sum += x
	}
	mean := sum / float64(n)
	squares := 0.0
	for _, x := range sorted {
		squares += (x - mean) * (x - mean)
	}
	deviation := 0.0
	if n > 1 {
		deviation = math.Sqrt(squares / float64(n-1))
	}
	return object{
		"count": n, "mean": round(mean, 4), "median": round((sorted[(n-1)/2]+sorted[n/2])/2, 4),
		"standard_deviation": round(deviation, 4), "minimum": sorted[0], "maximum": sorted[n-1],
	}, nil
}

func extrapolateSeries(_ context.Context, _ *World, a struct {
	Values []float64
	Steps  int
}) (object, error) {
	n := float64(len(a.Values))
	var sx, sy, sxx, sxy float64
	for i, y := range a.Values {
		x := float64(i)
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	slope := (n*sxy - sx*sy) / (n*sxx - sx*sx)
	start := (sy - slope*sx) / n
	out := make([]float64, a.Steps)
	for i := range out {
		out[i] = round(start+slope*(n+float64(i)), 4)
	}
	return object{"forecast": out}, nil
}

func predictAge(_ context.Context, _ *World, a struct {
	Name string `json:"first_name"`
}) (object, error) {
	return object{"age": 18 + draw(60, "age", a.Name)}, nil
}

func predictNationality(_ context.Context, _ *World, a struct {
	Name string `json:"family_name"`
}) (object, error) {
	countries := []string{"Ireland", "Poland", "Italy", "Finland", "Vietnam", "Brazil", "Ghana", "Turkey"}
	return object{"country": choose(countries, "nation", a.Name), "probability": round(0.4+float64(draw(55, "p", a.Name))/100, 2)}, nil
}

func validateEmail(_ context.Context, _ *World, a struct{ Email string }) (object, error) {
	parsed, err := mail.ParseAddress(a.Email)
	switch {
	case err != nil || parsed.Address != a.Email:
		return object{"valid": false, "reason": "not of the form name@domain"}, nil
	case !strings.Contains(a.Email[strings.LastIndex(a.Email, "@"):], "."):
		return object{"valid": false, "reason": "the domain has no dot"}, nil
	}
	return object{"valid": true, "reason": "well formed"}, nil
}

// validateIBAN checks ISO 13616: the number, turned and spelled in digits, leaves 1 modulo 97.
func validateIBAN(_ context.Context, _ *World, a struct{ IBAN string }) (object, error) {
	s := strings.ToUpper(strings.ReplaceAll(a.IBAN, " ", ""))
	if len(s) < 15 || len(s) > 34 {
		return object{"valid": false, "country_code": s[:min(2, len(s))]}, nil
	}
	rest := 0
	for _, r := range s[4:] + s[:4] {
		switch {
		case r >= '0' && r <= '9':
			rest = (rest*10 + int(r-'0')) % 97
		case r >= 'A' && r <= 'Z':
			rest = (rest*100 + int(r-'A') + 10) % 97
		default:
			return object{"valid": false, "country_code": strings.ToValidUTF8(s[:2], "")}, nil
		}
	}
	return object{"valid": rest == 1, "country_code": s[:2]}, nil
}

// validateCard is Luhn's check.
func validateCard(_ context.Context, _ *World, a struct{ Number string }) (object, error) {
	s := strings.ReplaceAll(a.Number, " ", "")
	sum := 0
	for i := range len(s) {
		d := int(s[len(s)-1-i] - '0')
		if d < 0 || d > 9 {
			return nil, builtin.Failed("a card number has digits only")
		}
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	network := "unknown"
	switch {
	case strings.HasPrefix(s, "4"):
		network = "Visa"
	case strings.HasPrefix(s, "5"):
		network = "Mastercard"
	case strings.HasPrefix(s, "34"), strings.HasPrefix(s, "37"):
		network = "American Express"
	}
	return object{"valid": len(s) >= 12 && sum%10 == 0, "network": network}, nil
}

type wordArg struct{ Word string }

func (w *World) entry(word string) (wordEntry, error) {
	e, ok := w.Lexicon[strings.ToLower(strings.TrimSpace(word))]
	if !ok {
		return e, builtin.Failed("the dictionary has no entry %q", word)
	}
	return e, nil
}

func defineWord(_ context.Context, w *World, a wordArg) (object, error) {
	e, err := w.entry(a.Word)
	return object{"definition": e[0], "part_of_speech": e[1]}, err
}

func findSynonyms(_ context.Context, w *World, a wordArg) (object, error) {
	e, err := w.entry(a.Word)
	return object{"synonyms": e[2]}, err
}

func findRhymes(_ context.Context, w *World, a wordArg) (object, error) {
	e, err := w.entry(a.Word)
	return object{"rhymes": e[3]}, err
}
