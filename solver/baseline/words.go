package baseline

import (
	"strings"
	"unicode"
)

// splitName turns a name such as get_userName or weather.byCity into words.
func splitName(name string) string {
	var b strings.Builder
	var before rune
	for _, r := range name {
		switch {
		case r == '_' || r == '.' || r == '-' || r == '/':
			b.WriteByte(' ')
		case unicode.IsUpper(r) && unicode.IsLower(before):
			b.WriteByte(' ')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

// stems gives the stems of a text's words, function words too.
func stems(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), notWord) {
		out = append(out, stem(w))
	}
	return out
}

func contentStems(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), notWord) {
		if len(w) > 1 && !isFunctionWord(w) {
			out = append(out, stem(w))
		}
	}
	return out
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// stem cuts the commonest endings of English, the way of Porter's first steps.
func stem(w string) string {
	if len(w) < 4 {
		return w
	}
	for _, end := range []string{"ations", "ation", "ities", "ions", "ings", "ies", "ing", "ion", "ity", "est", "ers", "er", "ed", "es", "ly", "s", "e", "y"} {
		if rest, ok := strings.CutSuffix(w, end); ok && len(rest) >= 3 {
			if n := len(rest); n > 3 && rest[n-1] == rest[n-2] && rest[n-1] != 's' && rest[n-1] != 'l' {
				rest = rest[:n-1] // running: run
			}
			return rest
		}
	}
	return w
}

// isFunctionWord says whether a word carries grammar rather than content.
func isFunctionWord(w string) bool {
	switch w {
	case "a", "an", "the", "this", "that", "these", "those", "some", "any", "each", "every", "all", "both", "no", "not", "only", "own", "same", "such",
		"i", "me", "my", "mine", "we", "us", "our", "you", "your", "he", "him", "his", "she", "her", "it", "its", "they", "them", "their", "one", "ones",
		"who", "whom", "whose", "what", "which", "when", "where", "why", "how",
		"am", "is", "are", "was", "were", "be", "been", "being", "do", "does", "did", "doing", "done", "have", "has", "had", "having", "don", "isn", "ll", "re", "ve",
		"can", "could", "will", "would", "shall", "should", "may", "might", "must", "let", "lets",
		"of", "to", "in", "on", "at", "by", "for", "from", "with", "about", "into", "onto", "over", "under", "between", "through", "during", "against", "than", "as", "per", "up", "down", "out", "off",
		"and", "or", "but", "nor", "so", "if", "then", "because", "while", "until", "since", "also", "too", "very", "just", "there", "here",
		"please", "want", "need", "like", "get", "give", "gives", "given", "tell", "show", "make", "makes", "use", "used", "using", "return", "returns", "go", "going",
		"something", "somebody", "whether", "other", "another", "more", "most", "many", "much", "e", "g", "eg", "etc", "user", "users", "example":
		return true
	}
	return false
}

// smallNumber reads number words up to twelve, and a few beyond.
func smallNumber(w string) (int, bool) {
	for i, name := range [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"} {
		if w == name {
			return i, true
		}
	}
	switch w {
	case "fifteen":
		return 15, true
	case "twenty":
		return 20, true
	case "thirty":
		return 30, true
	case "fifty":
		return 50, true
	case "hundred":
		return 100, true
	}
	return 0, false
}

// unitName spells out an abbreviated unit as documents do.
func unitName(w string) string {
	switch w {
	case "kg", "kilo", "kilos":
		return "kilogram"
	case "g", "gr":
		return "gram"
	case "lb", "lbs":
		return "pound"
	case "km":
		return "kilometre"
	case "m":
		return "metre"
	case "cm":
		return "centimetre"
	case "mm":
		return "millimetre"
	case "mi":
		return "mile"
	case "ft":
		return "feet"
	case "l":
		return "litre"
	case "ml":
		return "millilitre"
	case "h", "hr", "hrs":
		return "hour"
	case "min", "mins":
		return "minute"
	case "s", "sec":
		return "second"
	case "%", "pct":
		return "percent"
	case "kilometer", "kilometers":
		return "kilometre"
	case "meter", "meters":
		return "metre"
	case "liter", "liters":
		return "litre"
	}
	return w
}

// currencyCode gives the ISO 4217 code of a currency's everyday name or sign.
func currencyCode(w string) (string, bool) {
	switch w {
	case "euro", "euros", "€":
		return "EUR", true
	case "dollar", "dollars", "bucks", "$":
		return "USD", true
	case "pound", "pounds", "sterling", "quid", "£":
		return "GBP", true
	case "yen", "¥":
		return "JPY", true
	case "franc", "francs":
		return "CHF", true
	case "yuan", "renminbi":
		return "CNY", true
	case "rupee", "rupees", "₹":
		return "INR", true
	case "krona", "kronor":
		return "SEK", true
	case "krone", "kroner":
		return "NOK", true
	case "won":
		return "KRW", true
	case "rouble", "rubles", "ruble", "roubles":
		return "RUB", true
	case "real", "reais":
		return "BRL", true
	case "peso", "pesos":
		return "MXN", true
	case "lira":
		return "TRY", true
	case "zloty", "złoty", "zlotys":
		return "PLN", true
	}
	return "", false
}
