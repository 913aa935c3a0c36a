package teval

import (
	"math"
	"math/big"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"deft/eval"
	"deft/pyvalue"
)

// step is one action of a plan, its arguments as Python would print them.
type step struct {
	id   int64
	name string
	args string
}

// finish ends a plan; it is no action.
const finish = "FinishAction"

// readSteps reads a list of actions. One that is not an object, or lacks a name, an integer id or
// args, spoils the whole list.
func readSteps(v pyvalue.Value) ([]step, bool) {
	if v.Kind != pyvalue.List {
		return nil, false
	}
	steps := make([]step, 0, len(v.Items))
	for _, item := range v.Items {
		name, hasName := item.Get("name")
		id, hasID := item.Get("id")
		args, hasArgs := item.Get("args")
		n, integer := toInt(id)
		if !hasName || !hasID || !hasArgs || !integer {
			return nil, false
		}
		steps = append(steps, step{n, pyvalue.Str(name), pyvalue.Str(args)})
	}
	return steps, true
}

// arrange sorts steps by id and drops a final FinishAction.
func arrange(steps []step) []step {
	steps = append([]step(nil), steps...)
	sort.SliceStable(steps, func(i, j int) bool { return steps[i].id < steps[j].id })
	if n := len(steps); n > 0 && steps[n-1].name == finish {
		steps = steps[:n-1]
	}
	return steps
}

// toInt is Python's int(): of numbers, which are cut to whole ones, and of text. What lies beyond
// int64 is taken to its end.
func toInt(v pyvalue.Value) (int64, bool) {
	switch v.Kind {
	case pyvalue.Bool:
		return int64(v.Num), true
	case pyvalue.Int:
		return parseInt(v.Text), true
	case pyvalue.Float:
		if math.IsNaN(v.Num) || math.IsInf(v.Num, 0) {
			return 0, false
		}
		n, _ := big.NewFloat(v.Num).Int64()
		return n, true
	case pyvalue.String, pyvalue.Bytes:
		return intText(v.Text)
	}
	return 0, false
}

func parseInt(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64) // out of range gives the end of the range
	return n
}

// intText reads an int as Python does: white space around, a sign, digits of any script, single
// underscores between them, at most 4,300 digits.
func intText(s string) (int64, bool) {
	s = strip(s)
	digits := make([]byte, 0, min(len(s), 64))
	for i, r := range s {
		switch {
		case i == 0 && (r == '+' || r == '-'):
			digits = append(digits, byte(r))
		case r == '_':
			if i == 0 || i+1 == len(s) || !isDigit(s[i-1]) || !isDigit(s[i+1]) {
				return 0, false
			}
		default:
			d, ok := digitOf(r)
			if !ok {
				return 0, false
			}
			digits = append(digits, '0'+d)
		}
	}
	plain := strings.TrimLeft(string(digits), "+-")
	if plain == "" || len(plain) > 4300 {
		return 0, false
	}
	return parseInt(string(digits)), true
}

// isDigit: a byte of a character beyond ASCII passes here, and is judged when its turn comes.
func isDigit(b byte) bool { return b >= '0' && b <= '9' || b >= 0x80 }

// digitOf gives the value of a decimal digit of any script; their ranges begin at a zero.
func digitOf(r rune) (byte, bool) {
	if r >= '0' && r <= '9' {
		return byte(r - '0'), true
	}
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return byte((r - rune(t.Lo)) % 10), true
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return byte((r - rune(t.Lo)) % 10), true
		}
	}
	return 0, false
}

// readPlan reads a reply: JSON from the first [ to the last ], or text in which every sentence or
// line that names a known tool is an action, with the whole part as its arguments.
func readPlan(reply, format string, tools []string, mode eval.Compat) []step {
	if format == formatJSON {
		v, ok := readValue(reply, '[', ']')
		if !ok {
			return nil
		}
		steps, _ := readSteps(v)
		return steps
	}
	var steps []step
	for _, part := range strings.Split(strings.ReplaceAll(reply, ". ", "\n"), "\n") {
		if name := firstTool(part, tools, mode); name != "" {
			steps = append(steps, step{int64(len(steps)), name, part})
		}
	}
	return steps
}

// firstTool gives the known tool whose name begins first in part. Where one name is the beginning
// of another, the longer is meant; the reference takes the one listed first.
func firstTool(part string, tools []string, mode eval.Compat) string {
	at, found := len(part)+1, ""
	for _, name := range tools {
		if name == "" {
			continue
		}
		i := strings.Index(part, name)
		if i >= 0 && (i < at || i == at && mode != eval.CompatReference && len(name) > len(found)) {
			at, found = i, name
		}
	}
	return found
}

// planScore is what a plan's comparison gives, all in [0,1].
type planScore struct{ precision, recall, f1 float64 }

// comparePlans matches pred, arranged, with gold, arranged, given the similarity of their steps.
func comparePlans(similarity [][]float64, pred, gold int, threshold float64, mode eval.Compat) planScore {
	if pred == 0 || gold == 0 {
		return planScore{}
	}
	l := orderedMatches(similarity, gold, threshold)
	if l == 0 && mode == eval.CompatReference {
		l = 1 // its dynamic programme begins at one
	}
	if l == 0 {
		return planScore{}
	}
	p, r := float64(l)/float64(pred), float64(l)/float64(gold)
	return planScore{p, r, 2 * p * r / (p + r)}
}
