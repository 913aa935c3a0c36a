package bfcl

import (
	"strings"
	"unicode"
)

// finalSigma writes Σ at the end of a word as ς, as Unicode's lower case has it (SpecialCasing,
// Final_Sigma): a letter before it, none behind it, marks and the like apart.
func finalSigma(s string) string {
	runes := []rune(s)
	var b strings.Builder
	letterBefore := false
	for i, r := range runes {
		if r == 'Σ' && letterBefore && !letterFollows(runes[i+1:]) {
			b.WriteRune('ς')
		} else {
			b.WriteRune(r)
		}
		if !ignorable(r) {
			letterBefore = cased(r)
		}
	}
	return b.String()
}

func letterFollows(rs []rune) bool {
	for _, r := range rs {
		if !ignorable(r) {
			return cased(r)
		}
	}
	return false
}

func cased(r rune) bool {
	return unicode.IsUpper(r) || unicode.IsLower(r) || unicode.IsTitle(r) || unicode.Is(unicode.Other_Lowercase, r) || unicode.Is(unicode.Other_Uppercase, r)
}

func ignorable(r rune) bool {
	return strings.ContainsRune("'.:··‘’․\u00ad", r) || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}
