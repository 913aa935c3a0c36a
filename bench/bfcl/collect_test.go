package bfcl

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// patterns are the regular expressions of the released code.
type patterns struct {
	asList, adds, add, emptyList, arrayItems, puts, put, emptyMap, rows, row, newArray *regexp.Regexp
}

func releasedPatterns() patterns {
	return patterns{
		asList:     regexp.MustCompile(`new\s+ArrayList<\w*>\(Arrays\.asList\((.+?)\)\)`),
		adds:       regexp.MustCompile(`(?s)new\s+ArrayList<\w*>\(\)\s*\{\{\s*(.+?)\s*\}\}`),
		add:        regexp.MustCompile(`add\((.+?)\)`),
		emptyList:  regexp.MustCompile(`new\s+ArrayList<\w*>\(\)`),
		arrayItems: regexp.MustCompile(`new\s+\w+\[\]\s*\{(.*?)\}`),
		puts:       regexp.MustCompile(`(?s)new\s+HashMap<.*?>\s*\(\)\s*\{\s*\{?\s*(.*?)\s*\}?\s*\}`),
		put:        regexp.MustCompile(`put\("(.*?)",\s*(.*?)\)`),
		emptyMap:   regexp.MustCompile(`new\s+HashMap<.*?>\s*\(\)`),
		rows:       regexp.MustCompile(`^(?:\[\s*\[.*?\]\s*(?:,\s*\[.*?\]\s*)*\]|\bnew\s+Array\(\s*\[.*?\]\s*(?:,\s*\[.*?\]\s*)*\))`),
		row:        regexp.MustCompile(`\[(.*?)\]`),
		newArray:   regexp.MustCompile(`^new\s+Array\(`),
	}
}

// compareCollections holds what is found by hand against the regular expressions.
func compareCollections(t *testing.T, r patterns, text string) {
	t.Helper()
	one := func(name string, p *regexp.Regexp, f func(string) (string, bool)) {
		m := p.FindStringSubmatch(text)
		got, ok := f(text)
		if ok != (m != nil) || ok && got != m[len(m)-1] {
			t.Errorf("%s in %q: %q %v, want %q", name, text, got, ok, m)
		}
	}
	one("asList", r.asList, javaAsList)
	one("adds", r.adds, javaAdds)
	one("array", r.arrayItems, javaArrayItems)
	one("puts", r.puts, javaPuts)
	one("rows", r.rows, jsRows)
	all := func(name string, p *regexp.Regexp, f func(string, func(...string))) {
		var want, got [][]string
		for _, m := range p.FindAllStringSubmatch(text, -1) {
			want = append(want, m[1:])
		}
		f(text, func(parts ...string) { got = append(got, parts) })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s in %q (-want +got):\n%s", name, text, diff)
		}
	}
	all("add", r.add, func(s string, f func(...string)) { eachAdd(s, func(item string) { f(item) }) })
	all("put", r.put, func(s string, f func(...string)) { eachPut(s, func(key, value string) { f(key, value) }) })
	all("row", r.row, func(s string, f func(...string)) { eachRow(s, func(row string) { f(row) }) })
	if got, want := javaEmptyList(text), r.emptyList.MatchString(text); got != want {
		t.Errorf("empty list in %q: %v", text, got)
	}
	if got, want := javaEmptyMap(text), r.emptyMap.MatchString(text); got != want {
		t.Errorf("empty map in %q: %v", text, got)
	}
	if got, want := jsNewArray(text), r.newArray.FindString(text); got != want {
		t.Errorf("new Array in %q: %q", text, got)
	}
}

var collections = []string{
	`new ArrayList<String>(Arrays.asList("a", "b"))`, "new ArrayList<>(Arrays.asList(\n))", `new ArrayList<>(Arrays.asList())))`, "new ArrayList<>(Arrays.asList(a\nnew ArrayList<>(Arrays.asList(b))",
	`newnew ArrayList<A>() {{ add(1); add("x)"); }}`, `new ArrayList<>(){{}}`, `new ArrayList<>(){{  }}`, `new ArrayList<>(){{ }} }}`, `new ArrayList<>(){{ a }  }}`, "new ArrayList<>() {{\nadd(\n1);add(2)\n}}", `new ArrayList<>(){{}}}`,
	`new ArrayList<>(){{é}}`, `new ArrayList<A>(`, `new int[]{1, 2}`, `new int [] {1}`, `new int[] {}`, "new a[]{\nnew b[]{1}", `new new a[]{x}`, `new HashMap<String, Integer>() {{ put("x", 1); put("y", "z"); }}`,
	`new HashMap<>() { { put("a",  b) } }`, `new HashMap<>(){`, `new HashMap<a>b>  ( ){}`, `new HashMap<a>b>(){ x }`, "new HashMap<\n>()", "new HashMap<a\nnew HashMap<b>\n()", `put("a", "b", "c")put("d",`, "put(\"a\",\n b)", "put(\"a\", b\n put(\"c\", d)",
	`[[1, 2], [3]]`, `[ [1] , [2] ]x`, `[[1], 2]`, `[[1]] ]`, `[[1], [2`, "[[1],\n[2]]", "[[1\n]]", `[[a]b], [c]]`, `new Array([1], [2])`, `new  Array( [1] )`, `new Array(1)`, `[[], []]`, `[[a], [b] c]]`, `[a[b]c]`, "[a\n[b]", `newArray([1])`,
}

func TestCollections(t *testing.T) {
	r := releasedPatterns()
	for _, text := range collections {
		compareCollections(t, r, text)
	}
}

func FuzzCollections(f *testing.F) {
	for _, text := range collections {
		f.Add(text)
	}
	r := releasedPatterns()
	f.Fuzz(func(t *testing.T, text string) { compareCollections(t, r, text) })
}
