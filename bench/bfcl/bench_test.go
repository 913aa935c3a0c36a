package bfcl

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deft/eval"
	"deft/internal/shared"
)

// BenchmarkTenModels scores all recorded outputs of ten models, 13,900 samples, reading included.
func BenchmarkTenModels(b *testing.B) {
	dir := shared.Data(b, "bfcl", "v1-2024-08")
	samples := readSamples(b, dir, eval.CompatReference)
	rs, _, err := outputs(filepath.Join(dir, "outputs"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		known := newCache()
		for _, r := range rs {
			s, err := scoring(eval.Options{Compat: eval.CompatReference, Decoding: r.Decoding}, known)
			if err != nil {
				b.Fatal(err)
			}
			for reply, err := range r.Replies() {
				if err != nil {
					b.Fatal(err)
				}
				if _, err := s.Scorer.Score(context.Background(), samples[reply.Sample], reply.Transcript()); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}

func hostileTexts() map[string]string {
	texts := map[string]string{}
	for _, unit := range []string{"[", "{", "(", "f(", "f(a=", "new A(", "new int[]{", "a.", "a<", "'", `"`, "`", "/*", "//", "-", "x -> ", "x => ", "a ? b : ", "{a:", "<tool_call>\n", "f(a=1), ", "f(a=1);\n",
		"a=", "+a", "(a)", "[a", "\\", "é", "/", "async ", "new ", "function(", "List<"} {
		texts[unit] = strings.Repeat(unit, (1<<18)/len(unit))
		texts["f(a="+unit] = "f(a=" + texts[unit]
	}
	return texts
}

// TestHostileReplies: no reply makes a decoder slow.
func TestHostileReplies(t *testing.T) {
	if testing.Short() {
		t.Skip("a quarter of a megabyte of each hostile text")
	}
	for unit, text := range hostileTexts() {
		for name, f := range map[string]func(){
			"java": func() { javaCalls(text) }, "javascript": func() { javascriptCalls(text) },
			"hermes": func() { new(decoder).hermes(text, java) }, "xlam": func() { new(decoder).xlam(text) },
			"conversion": func() { converter{}.java(text, "ArrayList", "String"); converter{}.javascript(text, "dict", "") },
		} {
			start := time.Now()
			f()
			if took := time.Since(start); took > 3*time.Second {
				t.Errorf("%s: %d bytes of %q took %v", name, len(text), unit, took)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(`f(a=new HashMap<String, Integer>() {{ put("x", 1); }}, b=new int[]{1, 2}, c=(int) x -> y + 1)`)
	f.Add("x.f({a: [1, 2], 'b': `t`, ...c}, b = (x) => { return x; }, c = /a[/]b/g)")
	f.Add("<tool_call>\n{'name': 'f', 'arguments': {'a': 1}}\n</tool_call>")
	f.Add(`{"tool_calls": [{"name": "f", "arguments": {"a": [1]}}]}`)
	f.Add(`String[] a = new String[]{"a", "b"}; obj.f(x = y ? 'a' : "b");`)
	f.Fuzz(func(t *testing.T, text string) {
		javaCalls(text)
		javascriptCalls(text)
		new(decoder).hermes(text, javascript)
		new(decoder).xlam(text)
		for _, exact := range []bool{true, false} {
			c := converter{exact: exact}
			for _, typ := range []string{"ArrayList", "Array", "HashMap", "float", "long", "char"} {
				c.java(text, typ, "String")
			}
			for _, typ := range []string{"array", "dict", "String", "Bigint", "float"} {
				c.javascript(text, typ, "integer")
			}
		}
		looksLikeCall(text)
		normalise(text)
	})
}
