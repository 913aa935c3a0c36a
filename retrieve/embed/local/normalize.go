package local

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalizer is BERT's clean-up of text before it is cut into words.
type normalizer struct {
	clean   bool // drop control characters, make white space a space
	chinese bool // put spaces around ideographs
	accents bool // drop accents
	lower   bool
}

// block is how much text is normalised at a time: enough for the token limit of any model, so that
// of a text of many megabytes only the beginning is ever looked at.
const block = 1 << 14

// each calls yield with the normalised parts of text in order, until it returns false. No word
// spans two of them.
func (n normalizer) each(text string, yield func(part string) bool) {
	for text != "" {
		part := text
		if len(part) > block {
			part = part[:cut(part)]
		}
		text = text[len(part):]
		if !yield(n.apply(part)) {
			return
		}
	}
}

// cut gives the place after the first white space beyond block, where no word and no accent can
// be torn apart, or the whole length.
func cut(text string) int {
	for i, r := range text[block:] {
		if unicode.IsSpace(r) {
			return block + i + utf8.RuneLen(r)
		}
	}
	return len(text)
}

func (n normalizer) apply(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 16)
	for _, r := range text {
		if n.clean {
			if r == 0 || r == unicode.ReplacementChar || isControl(r) {
				continue
			}
			if unicode.IsSpace(r) {
				r = ' '
			}
		}
		if n.chinese && isChinese(r) {
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
			continue
		}
		b.WriteRune(r)
	}
	text = b.String()
	if n.accents {
		text = strings.Map(dropMark, norm.NFD.String(text))
	}
	if n.lower {
		text = lower(text)
	}
	return text
}

func dropMark(r rune) rune {
	if unicode.Is(unicode.Mn, r) {
		return -1
	}
	return r
}

// lower maps each character alone, as Rust's char::to_lowercase does: İ becomes i with a dot above.
func lower(text string) string {
	text = strings.ReplaceAll(text, "İ", "i\u0307")
	return strings.Map(unicode.ToLower, text)
}

// split yields runs between white space and punctuation, and each punctuation character alone.
func split(text string, yield func(string) bool) bool {
	from := 0
	for i, r := range text {
		space, punct := unicode.IsSpace(r), isPunct(r)
		if !space && !punct {
			continue
		}
		if from < i && !yield(text[from:i]) {
			return false
		}
		from = i + utf8.RuneLen(r)
		if punct && !yield(text[i:from]) {
			return false
		}
	}
	return from >= len(text) || yield(text[from:])
}

func isControl(r rune) bool {
	if r == '\t' || r == '\n' || r == '\r' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co)
}

func isPunct(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= '!' && r <= '/' || r >= ':' && r <= '@' || r >= '[' && r <= '`' || r >= '{' && r <= '~'
	}
	return unicode.IsPunct(r)
}

// isChinese has the ranges of the reference tokenizer, including the one that begins 0x100 late.
func isChinese(r rune) bool {
	switch {
	case r < 0x3400:
		return false
	case r <= 0x4dbf, 0x4e00 <= r && r <= 0x9fff, 0xf900 <= r && r <= 0xfaff, 0x20000 <= r && r <= 0x2a6df,
		0x2a700 <= r && r <= 0x2b73f, 0x2b740 <= r && r <= 0x2b81f, 0x2b920 <= r && r <= 0x2ceaf, 0x2f800 <= r && r <= 0x2fa1f:
		return true
	}
	return false
}
