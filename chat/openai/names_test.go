package openai

import (
	"regexp"
	"strings"
	"testing"

	"deft/tool"
)

func TestNames(t *testing.T) {
	long := strings.Repeat("a", 64)
	for _, c := range []struct{ in, want []string }{
		{[]string{"a", "b_c-D9"}, []string{"a", "b_c-D9"}},
		{[]string{"math.add", "math add", "math_add"}, []string{"math_add_2", "math_add_3", "math_add"}},
		{[]string{"", "日本", "é"}, []string{"_", "__2", "__3"}},
		{[]string{long, long + "b", long + "c"}, []string{long, long[:62] + "_2", long[:62] + "_3"}},
		{[]string{"same", "same"}, []string{"same", "same_2"}},
		{[]string{"a..b", "x/y:z"}, []string{"a_b", "x_y_z"}},
	} {
		var tools []tool.Spec
		for _, n := range c.in {
			tools = append(tools, tool.Spec{Name: n})
		}
		n := newNames(tools)
		for i := range c.in {
			if got := n.wire(i); got != c.want[i] {
				t.Errorf("%q of %q: sent as %q, want %q", c.in[i], c.in, got, c.want[i])
			}
			if got := n.original(c.want[i]); got != c.in[i] {
				t.Errorf("%q of %q: back as %q", c.want[i], c.in, got)
			}
		}
	}
	n := newNames([]tool.Spec{{Name: "a.b"}, {Name: "fine"}})
	if n.forHistory("a.b") != "a_b" || n.forHistory("fine") != "fine" || n.forHistory("gone.b") != "gone_b" || n.forHistory("a b") != "a_b_2" {
		t.Error("names of calls in the history")
	}
	if n.original("never seen") != "never seen" {
		t.Error("a name nobody sent must stay")
	}
}

func FuzzNames(f *testing.F) {
	f.Add("a.b\na b\na_b\n\n日本")
	valid := regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		var tools []tool.Spec
		for _, name := range strings.Split(text, "\n") {
			tools = append(tools, tool.Spec{Name: name})
		}
		n := newNames(tools)
		seen := map[string]bool{}
		for i, s := range tools {
			w := n.wire(i)
			if !valid.MatchString(w) || seen[w] || n.original(w) != s.Name {
				t.Fatalf("%q is sent as %q and comes back as %q", s.Name, w, n.original(w))
			}
			seen[w] = true
			if h := n.forHistory(s.Name); !seen[h] && !valid.MatchString(h) {
				t.Fatalf("%q stands in the history as %q", s.Name, h)
			}
		}
	})
}
