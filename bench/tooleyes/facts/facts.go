// Package facts checks whether a text states a fact: a name, a number or a day. It is the
// deterministic check of an agent's final answer; it reads text, and judges nothing else about it.
package facts

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// MaxText is how many bytes of an answer are read: who says everything has stated nothing.
const MaxText = 4000

// Fact is one thing that a text must state. Exactly one of Any, Number and Date is set.
type Fact struct {
	// Any: one of these texts, as whole words, whatever their case, accents, spacing and marks.
	Any []string `json:"any,omitempty"`
	// Number, in digits, or as a word up to twelve, at most Within away. Within 0: exactly, or for
	// a number with a fraction, to the places given here.
	Number *float64 `json:"number,omitempty"`
	Within float64  `json:"within,omitempty"`
	// Date as YYYY-MM-DD: that form, or day and month by name in either order, the year optional.
	Date string `json:"date,omitempty"`
	// Computed: the value is in no observation; the agent must work it out.
	Computed bool `json:"computed,omitempty"`
}

// Check says what is wrong with the fact itself.
func (f Fact) Check() error {
	set := 0
	if len(f.Any) > 0 {
		set++
		for _, a := range f.Any {
			if normal(a) == " " {
				return errors.New("fact: an accepted text holds no letter or digit")
			}
		}
	}
	if f.Number != nil {
		set++
	}
	if f.Date != "" {
		set++
		if _, err := time.Parse(time.DateOnly, f.Date); err != nil {
			return fmt.Errorf("fact: %w", err)
		}
	}
	if set != 1 {
		return errors.New("fact: exactly one of any, number and date is needed")
	}
	if f.Within < 0 || f.Within > 0 && f.Number == nil {
		return errors.New("fact: within is the tolerance of a number, 0 or more")
	}
	return nil
}

// String shows the fact to a person.
func (f Fact) String() string {
	switch {
	case f.Number != nil:
		return strconv.FormatFloat(*f.Number, 'g', -1, 64)
	case f.Date != "":
		return f.Date
	}
	return strings.Join(f.Any, " / ")
}

// In says whether text states the fact. Only the first MaxText bytes are read.
func (f Fact) In(text string) bool {
	if len(text) > MaxText {
		text = text[:MaxText]
	}
	switch {
	case f.Number != nil:
		return slices.ContainsFunc(numbers(text), func(n float64) bool { return math.Abs(n-*f.Number) <= f.tolerance() })
	case f.Date != "":
		return dateIn(f.Date, text)
	}
	words := normal(text)
	owned := normal(possessive().Replace(text + " "))
	return slices.ContainsFunc(f.Any, func(a string) bool {
		a = normal(a)
		return strings.Contains(words, a) || strings.Contains(owned, a)
	})
}

// possessive takes the ending off "Ada's", so that the name alone is found.
func possessive() *strings.Replacer {
	var pairs []string
	for _, mark := range []string{"'s", "’s"} {
		for _, end := range []string{" ", ".", ",", ";", ":", "!", "?", ")", "\n"} {
			pairs = append(pairs, mark+end, end)
		}
	}
	return strings.NewReplacer(pairs...)
}

// tolerance of a number: as given, else half a unit of the last place written.
func (f Fact) tolerance() float64 {
	if f.Within > 0 {
		return f.Within + 1e-9
	}
	_, fraction, _ := strings.Cut(strconv.FormatFloat(*f.Number, 'f', -1, 64), ".")
	if fraction == "" {
		return 1e-9
	}
	return 0.5*math.Pow10(-len(fraction)) + 1e-9
}

// normal gives the words of a text between single spaces, in lower case and without accents or
// marks; a space opens and closes it, so that whole words can be looked for.
func normal(text string) string {
	var b strings.Builder
	space := true
	b.WriteByte(' ')
	for _, r := range norm.NFD.String(text) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			b.WriteRune(unicode.ToLower(r))
			space = false
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’':
			// belongs to its word
		case !space:
			b.WriteByte(' ')
			space = true
		}
	}
	if !space {
		b.WriteByte(' ')
	}
	return b.String()
}
