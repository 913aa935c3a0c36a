package schema

import "encoding/json"

// maxNesting is how deep arguments and results may nest. No tool needs a tenth of it, and checking a
// value may cost the square of its depth: every fault names the whole path.
const maxNesting = 100

// deeper says whether lists and objects of text, which need not be JSON, nest deeper than maxNesting.
func deeper(text json.RawMessage) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			if depth++; depth > maxNesting {
				return true
			}
		case ']', '}':
			depth--
		}
	}
	return false
}
