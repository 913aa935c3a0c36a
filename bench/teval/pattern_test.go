package teval

import (
	"testing"

	"deft/eval"
	"deft/pyvalue"
)

// TestReferencePattern: what the released code makes of markers that a regular expression or
// str.format does not take as they stand. want is action and arguments; "" where it reads nothing.
func TestReferencePattern(t *testing.T) {
	for _, c := range []struct{ name, start, toAction, toArgs, end, reply, want string }{
		{"brackets swallow the action", "T ", "\n[", "]\nI ", "", "T x\n[N.n]\nI {'k': 1}", ""},
		{"two values for three parts", "T ", "\n[", "]\nI ", "", "T x\n.\nI {'k': 1}", "{'k': 1} {}"},
		{"one value, by its characters", "T ", "[", "", "]", "T abc)", "b {}"},
		{"one value too short for an action", "T ", "[", "", "]", "T a)", ""},
		{"no value, a text of two characters", "T[", "", "", "]", "T.", ". {}"},
		{"no value, the whole text by its characters", "TN[", "", "", "]", "TN.", "N {}"},
		{"braces are a part of their own", "T ", "\ntool{1} ", "\nI ", "", "T x\ntool{1} N.n\nI {'k': 1}", "N.n {'k': 1}"},
		{"and move those behind them", "T{0} ", "\nA ", "\nI ", "", "T7 x\nA N.n\nI {}", "N.n {}"},
		{"braces around a part take its place", "T ", "\nA ", "\n{", "}", "T x\nA N.n\n{{'k': 1}}", ""},
		{"a single brace: as it stands", "T{ ", "\nA ", "\nI ", "", "T{ x\nA N.n\nI {'k': 1}", "N.n {'k': 1}"},
		{"more parts than three", "(T)", "(A)", "I", "", "T xA N.nI {'k': 1}", "x {}"},
	} {
		l := layout{ThoughtStart: c.start, ThoughtEnd: c.toAction, ActionEnd: c.toArgs, ArgsEnd: c.end}
		r, ok := readRequest(c.reply, formatString, l, eval.CompatReference)
		got := ""
		if ok {
			got = r.action.Text + " " + pyvalue.Str(r.args)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
