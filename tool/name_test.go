package tool

import (
	"strings"
	"testing"
)

func TestCleanName(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "get_item": "get_item", "get item!": "get_item", "a/b.c": "a_b_c", "post_/items": "post_items", "--x": "x", "äö": "", "é1": "1",
		strings.Repeat("a", 100): strings.Repeat("a", 64),
	} {
		if got := CleanName(in); got != want {
			t.Errorf("CleanName(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestUnique(t *testing.T) {
	n, long := Names{}, strings.Repeat("a", 70)
	for _, want := range []string{long[:64], long[:62] + "_2", long[:62] + "_3"} {
		if got := n.Unique(long); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
