package retrieve

import (
	"unicode"
	"unicode/utf8"
)

// Words gives the words that index and queries are made of: runs of letters, digits and the marks
// on them, in lower case. Where a script writes no spaces (Han, Hiragana, Katakana) every
// character is a word. Bytes that are not UTF-8 separate words.
func Words(text string) []string {
	var words []string
	var word []byte
	for i := 0; ; {
		var ok bool
		word, i, ok = nextWord(word[:0], text, i)
		if !ok {
			return words
		}
		words = append(words, string(word))
	}
}

// ascii maps a byte to its lower case if it belongs to a word, else to 0.
var ascii = [utf8.RuneSelf]byte{
	'0': '0', '1': '1', '2': '2', '3': '3', '4': '4', '5': '5', '6': '6', '7': '7', '8': '8', '9': '9',
	'a': 'a', 'b': 'b', 'c': 'c', 'd': 'd', 'e': 'e', 'f': 'f', 'g': 'g', 'h': 'h', 'i': 'i', 'j': 'j',
	'k': 'k', 'l': 'l', 'm': 'm', 'n': 'n', 'o': 'o', 'p': 'p', 'q': 'q', 'r': 'r', 's': 's', 't': 't',
	'u': 'u', 'v': 'v', 'w': 'w', 'x': 'x', 'y': 'y', 'z': 'z',
	'A': 'a', 'B': 'b', 'C': 'c', 'D': 'd', 'E': 'e', 'F': 'f', 'G': 'g', 'H': 'h', 'I': 'i', 'J': 'j',
	'K': 'k', 'L': 'l', 'M': 'm', 'N': 'n', 'O': 'o', 'P': 'p', 'Q': 'q', 'R': 'r', 'S': 's', 'T': 't',
	'U': 'u', 'V': 'v', 'W': 'w', 'X': 'x', 'Y': 'y', 'Z': 'z',
}

// nextWord appends to word the next word of text from byte i on, and returns where it ends. ok is
// false at the end of the text.
func nextWord(word []byte, text string, i int) (_ []byte, next int, ok bool) {
	for i < len(text) && text[i] < utf8.RuneSelf && ascii[text[i]] == 0 {
		i++
	}
	for ; i < len(text); i++ {
		c := text[i]
		if c >= utf8.RuneSelf {
			return nextRunes(word, text, i)
		}
		l := ascii[c]
		if l == 0 {
			return word, i + 1, true // words before this byte only: it is passed over
		}
		word = append(word, l)
	}
	return word, i, len(word) > 0
}

// nextRunes is nextWord from a byte on that is not ASCII.
func nextRunes(word []byte, text string, i int) (_ []byte, next int, ok bool) {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError || !unicode.In(r, unicode.L, unicode.N, unicode.M):
			if len(word) > 0 {
				return word, i + size, true
			}
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			if len(word) > 0 {
				return word, i, true
			}
			return utf8.AppendRune(word, r), i + size, true
		default:
			word = utf8.AppendRune(word, unicode.ToLower(r))
		}
		i += size
	}
	return word, i, len(word) > 0
}
