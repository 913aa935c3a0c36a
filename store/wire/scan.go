package wire

import "math/bits"

// maxDepth is how deep a document may nest, as in encoding/json.
const maxDepth = 10000

// scanner walks over one JSON value without making anything of it.
type scanner struct {
	// spaces is set when there was white space between tokens.
	spaces bool
	depth  int
}

// scanValue gives the end of the JSON value that starts at s[i], or -1 when there is none.
func scanValue(sc *scanner, s string, i int) int {
	i = scanSpace(sc, s, i)
	if i >= len(s) {
		return -1
	}
	switch c := s[i]; c {
	case '"':
		return scanString(s, i)
	case '{', '[':
		if sc.depth++; sc.depth > maxDepth {
			return -1
		}
		i = scanList(sc, s, i+1, c == '{')
		sc.depth--
		return i
	case 't':
		return scanWord(s, i, "true")
	case 'f':
		return scanWord(s, i, "false")
	case 'n':
		return scanWord(s, i, "null")
	}
	return scanNumber(s, i)
}

// scanList goes on after the opening bracket of an object or an array.
func scanList(sc *scanner, s string, i int, object bool) int {
	closing := byte(']')
	if object {
		closing = '}'
	}
	if i = scanSpace(sc, s, i); i < len(s) && s[i] == closing {
		return i + 1
	}
	for {
		if object {
			if i = scanSpace(sc, s, i); i >= len(s) || s[i] != '"' {
				return -1
			}
			if i = scanString(s, i); i < 0 {
				return -1
			}
			if i = scanSpace(sc, s, i); i >= len(s) || s[i] != ':' {
				return -1
			}
			i++
		}
		if i = scanValue(sc, s, i); i < 0 {
			return -1
		}
		if i = scanSpace(sc, s, i); i >= len(s) {
			return -1
		}
		switch s[i] {
		case closing:
			return i + 1
		case ',':
			i++
		default:
			return -1
		}
	}
}

func scanSpace(sc *scanner, s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r') {
		sc.spaces = true
		i++
	}
	return i
}

func scanWord(s string, i int, word string) int {
	if len(s)-i < len(word) || s[i:i+len(word)] != word {
		return -1
	}
	return i + len(word)
}

// scanString goes from an opening quote to after the closing one. Bytes that are not UTF-8 are let
// pass, as encoding/json lets them.
func scanString(s string, i int) int {
	for i++; ; {
		i = plain(s, i)
		if i >= len(s) {
			return -1
		}
		switch c := s[i]; {
		case c == '"':
			return i + 1
		case c >= 0x80:
			i++
		case c != '\\' || i+1 >= len(s):
			return -1
		default:
			switch s[i+1] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
				i += 2
			case 'u':
				if i+6 > len(s) {
					return -1
				}
				for _, h := range []byte(s[i+2 : i+6]) {
					if hex(h) < 0 {
						return -1
					}
				}
				i += 6
			default:
				return -1
			}
		}
	}
}

func scanNumber(s string, i int) int {
	if i < len(s) && s[i] == '-' {
		i++
	}
	switch {
	case i < len(s) && s[i] == '0':
		i++
	default:
		if i = scanDigits(s, i); i < 0 {
			return -1
		}
	}
	if i < len(s) && s[i] == '.' {
		if i = scanDigits(s, i+1); i < 0 {
			return -1
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		return scanDigits(s, i)
	}
	return i
}

// scanDigits wants at least one digit.
func scanDigits(s string, i int) int {
	first := i
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	if i == first {
		return -1
	}
	return i
}

// hex gives the value of a hexadecimal digit, or -1.
func hex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// plain gives the index from i on of the first byte that a JSON string does not hold as it is: a
// control character, a quote, a backslash or a byte outside ASCII; len(s) when there is none.
func plain(s string, i int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(s); i += 8 {
		w := s[i : i+8]
		x := uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
			uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
		// The top bit of a byte of (x-n) &^ x says that the byte of x is below n; of a difference, that it
		// is zero. A borrow can set it in bytes above such a one only: the lowest is right.
		quote, slash := x^ones*'"', x^ones*'\\'
		if m := (x | (x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash) & tops; m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c >= 0x80 {
			break
		}
	}
	return i
}
