package term

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestSafe(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                    "plain",
		"日本語 é 👩‍💻":                "日本語 é 👩‍💻",
		"\x1b]0;title\x07\x1b[31m": `\x1b]0;title\x07\x1b[31m`,
		"a\nb\r\tc":                `a\nb\r\tc`,
		"\u009b31m":                `\u009b31m`,
		"\u202eevil":               `\u202eevil`,
		"\xff\xfe":                 `\xff\xfe`,
		"\x7f\x00":                 `\x7f\x00`,
		"\ufffd stays":             "\ufffd stays",
		"zero\u200bwidth":          `zero\u200bwidth`,
		"\U000e0041":               `\U000e0041`,
	} {
		if got := Safe(in); got != want {
			t.Errorf("Safe(%q) = %q, want %q", in, got, want)
		}
	}
	if got := SafeLines("a\r\nb\tc\x1b"); got != "a\nb    c\\x1b" {
		t.Errorf("SafeLines: %q", got)
	}
}

func FuzzSafe(f *testing.F) {
	f.Add("a\x1b[2Jb")
	f.Add("\xc3\x28\u202e")
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range Safe(s) {
			if unicode.IsControl(r) || r >= 0x202a && r <= 0x202e {
				t.Fatalf("%q has %q left", s, r)
			}
		}
		if !utf8.ValidString(SafeLines(s)) || strings.ContainsRune(SafeLines(s), '\x1b') {
			t.Fatalf("%q is not safe", s)
		}
	})
}
