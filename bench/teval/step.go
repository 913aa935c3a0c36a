package teval

import (
	"strings"
	"unicode"

	"deft/eval"
	"deft/pyvalue"
)

// turn is one Reason, Retrieve or Understand reply as read: JSON gives all three parts, text the
// one that was asked for.
type turn struct {
	thought string
	name    string
	args    pyvalue.Value // a Dict, empty where the reply's arguments cannot be used
	text    string        // string format: the whole reply
}

// readTurn reads a JSON reply, from the first { to the last }. What is missing is empty.
func readTurn(reply string) (turn, bool) {
	v, ok := readValue(reply, '{', '}')
	if !ok || v.Kind != pyvalue.Dict {
		return turn{}, false
	}
	t := turn{args: pyvalue.Value{Kind: pyvalue.Dict}}
	if thought, ok := v.Get("thought"); ok {
		t.thought = pyvalue.Str(thought)
	}
	if name, ok := v.Get("name"); ok {
		t.name = pyvalue.Str(name)
	}
	if args, ok := v.Get("args"); ok && args.Kind == pyvalue.Dict {
		t.args = args
	}
	return t, true
}

// retrieved says whether a text names the gold tool and no other: no other word.word, and no
// FinishAction unless that is the gold.
func retrieved(text, name string) bool {
	if !strings.Contains(text, name) {
		return false
	}
	if name != finish && strings.Contains(text, finish) {
		return false
	}
	for text != "" {
		var dotted string
		dotted, text = nextDotted(text)
		if dotted != "" && dotted != name {
			return false
		}
	}
	return true
}

// nextDotted gives the first word.word in text, as Python's \w+\.\w+ finds it, and the text after
// it; "" and "" when there is none.
func nextDotted(text string) (dotted, rest string) {
	start := -1 // of the word being read
	dot := -1   // of the dot right after it
	for i, r := range text {
		switch {
		case isWord(r) && dot >= 0:
			end := strings.IndexFunc(text[i:], func(r rune) bool { return !isWord(r) })
			if end < 0 {
				return text[start:], ""
			}
			return text[start : i+end], text[i+end:]
		case isWord(r):
			if start < 0 {
				start = i
			}
		case r == '.' && start >= 0 && dot < 0:
			dot = i
		default:
			start, dot = -1, -1
		}
	}
	return "", ""
}

// isWord is Python's \w: what str.isalnum takes, and the underscore.
func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// understood is the share of gold arguments that the reply has with the same str().
func understood(format string, got turn, want pyvalue.Value, mode eval.Compat) float64 {
	if want.Kind != pyvalue.Dict && (format == formatString || mode != eval.CompatReference) {
		text := got.text
		if format == formatJSON {
			text = pyvalue.Str(got.args)
		}
		return oneIf(unquote(text) == unquoteGold(want, mode))
	}
	args := got.args
	if format == formatString {
		if mode == eval.CompatReference {
			return oneIf(unquote(got.text) == pyvalue.Str(want))
		}
		if v, ok := readValue(got.text, '{', '}'); ok && v.Kind == pyvalue.Dict {
			args = v
		} else if want.Len() == 0 {
			return 0 // nothing readable is not the same as no arguments
		}
	}
	if want.Kind != pyvalue.Dict || want.Len() == 0 {
		return oneIf(args.Len() == 0)
	}
	right := 0
	for i := 0; i+1 < len(want.Items); i += 2 {
		if v, ok := args.Get(want.Items[i].Text); ok && pyvalue.Str(v) == pyvalue.Str(want.Items[i+1]) {
			right++
		}
	}
	n := float64(want.Len())
	if mode == eval.CompatReference {
		n += 1e-5
	}
	return float64(right) / n
}

// unquote drops single, then double quotes at both ends.
func unquote(s string) string { return strings.Trim(strings.Trim(s, "'"), `"`) }

// unquoteGold: the reference strips the reply only, so that a gold text in quotes can never be met.
func unquoteGold(want pyvalue.Value, mode eval.Compat) string {
	if s := pyvalue.Str(want); mode == eval.CompatReference {
		return s
	} else {
		return unquote(strip(s))
	}
}

// readChoice reads a Review reply: after the first ":" or from the start, the first letter.
func readChoice(reply string) (string, bool) {
	reply = strip(reply[strings.IndexByte(reply, ':')+1:])
	if reply == "" || reply[0] < 'A' || reply[0] > 'E' {
		return "", false
	}
	return reply[:1], true
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
