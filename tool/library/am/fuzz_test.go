package am

import (
	"encoding/json"
	"math"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"deft/tool/library/define"
	"deft/tool/library/expr"
	"deft/tool/library/world"
)

// base is shared by the runs of a fuzz test: each run opens its own world on it.
func base() *world.Base { return world.NewBase(1) }

// checkFiles holds the workspace to its bounds: paths inside it, no file beside a folder of the
// same name, sizes as they are and within the limits.
func checkFiles(t *testing.T, w *world.World) {
	t.Helper()
	all := world.Files.All(w)
	if len(all) > maxFiles {
		t.Errorf("%d files", len(all))
	}
	for _, f := range all {
		if clean := path.Clean(f.Path); clean != f.Path || path.IsAbs(f.Path) || f.Path == ".." || strings.HasPrefix(f.Path, "../") || f.Path == "." || !utf8.ValidString(f.Path) {
			t.Errorf("a file at %q", f.Path)
		}
		if f.Kind == "text" && (len(f.Text) > maxText || f.Bytes != len(f.Text)) {
			t.Errorf("%q has %d bytes and says %d", f.Path, len(f.Text), f.Bytes)
		}
	}
}

func FuzzShell(f *testing.F) {
	for _, s := range []string{"cat notes/note01.txt | sort -r | uniq -c > a.txt", "tr a-z A-Z < x", "cut -d , -f 2 data/expenses1.csv", "echo 'a b' \"c\" >> notes/note01.txt", "mv notes/note01.txt ../x", "grep -iv '' notes/note02.txt|wc -l", "head -n-1 data/expenses1.csv", "cp a b c", "rm .", "ls notes >"} {
		f.Add(s)
	}
	b := base()
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 500 {
			return // what the document admits
		}
		w, again := world.Open(b), world.Open(b)
		out, wrote, err := shell(w, line)
		if len(out) > 2*maxText || err == nil && wrote != "" && out != "" {
			t.Errorf("%q printed %d bytes and wrote %q", line, len(out), wrote)
		}
		if out2, wrote2, err2 := shell(again, line); out != out2 || wrote != wrote2 || (err == nil) != (err2 == nil) {
			t.Errorf("%q gave %.100q %q, then %.100q %q", line, out, wrote, out2, wrote2)
		}
		checkFiles(t, w)
	})
}

func FuzzProgram(f *testing.F) {
	for _, s := range []string{"sum = 0\nfor i = 1 to 10\n  sum = sum + i\nend\nprint sum", "while n > 1\nif n % 2 = 0\nn = n / 2\nelse\nn = 3*n+1\nend\nend", "s = 'a'\nwhile true\ns = s + s\nend", "for i = 1 to 1e18\nend", "print values(1)", "x == 1", "if 1\nend", "else", "for = 1 to 2\nend", "print 'a' like '%a%'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, code string) {
		if len(code) > 4000 {
			return
		}
		m := machine{vars: map[string]any{"n": 6.0}}
		err := m.run(code)
		if m.out.Len() > maxOutput+len(code)*maxValue {
			t.Errorf("%d bytes of output", m.out.Len())
		}
		for name, v := range m.vars {
			if s, ok := v.(string); ok && len(s) > maxValue {
				t.Errorf("%s holds %d bytes", name, len(s))
			}
			if _, err := json.Marshal(v); err != nil {
				t.Errorf("%s = %v: %v", name, v, err)
			}
			if n, err := expr.Parse(name); err == nil && n.Op != "name" {
				t.Errorf("%q became a name", name)
			}
		}
		if err == nil && m.used > maxOperations {
			t.Errorf("%d operations", m.used)
		}
	})
}

func FuzzQuery(f *testing.F) {
	f.Add("day,item,amount\n1,rent,700\n2,tea,3", "amount > 5 and item like 'r%'", "item", "amount*2", "-total")
	f.Add("a,a\n\"x", "a", "", "", "")
	f.Add("a\n1\nnan\n", "a in (1,2)", "a", "", "count")
	f.Add("\n\n", "", "", "", "-")
	f.Fuzz(func(t *testing.T, text, where, group, value, order string) {
		if len(text) > 4000 || len(where) > 300 || len(value) > 200 {
			return
		}
		out, err := query{where, group, value, order, 20}.run(text)
		if err != nil {
			return
		}
		if len(out.Rows) > 20 || group == "" && len(out.Rows) > out.Matched {
			t.Errorf("%d rows of %d", len(out.Rows), out.Matched)
		}
		if _, err := json.Marshal(out); err != nil {
			t.Errorf("%v: %v", out, err)
		}
	})
}

func FuzzPages(f *testing.F) {
	for _, s := range []string{"all", "1-2,3", "3-1", "1-99999999999999999999", "-1", "1,,2", " 2 - 3 ", "1-2-3"} {
		f.Add(s, 5, 2)
	}
	f.Fuzz(func(t *testing.T, text string, n, every int) {
		if n < 1 || n > 60 || every < 1 || every > 60 || len(text) > 200 {
			return
		}
		pages, err := pagesOf(text, n)
		if err == nil && (len(pages) == 0 || slices.Min(pages) < 1 || slices.Max(pages) > n) {
			t.Errorf("%q of %d pages gives %v", text, n, pages)
		}
		for _, mode := range []string{"every", "remove", "ranges"} {
			parts, err := partsOf(mode, text, every, n)
			if err != nil {
				continue
			}
			for _, p := range parts {
				if len(p) == 0 || slices.Min(p) < 1 || slices.Max(p) > n {
					t.Errorf("%s %q of %d pages gives %v", mode, text, n, parts)
				}
			}
		}
	})
}

func FuzzAddress(f *testing.F) {
	for _, s := range []string{"https://Shop.example:443/a/../b?q=green+tea#top", "http://[::1]:80/%2e%2e/x", "http://a.example/%zz", "https://tiny.example/abc", "HTTP://A.EXAMPLE", "https://u:p@h.example:99999/?a=1;b=2", "https://h.example/?%", "https://xn--/"} {
		f.Add(s)
	}
	w := world.Open(base())
	f.Fuzz(func(t *testing.T, text string) {
		u, err := webAddress("url", text)
		if err != nil || len(text) > 2000 {
			return
		}
		one := takeApart(w, u, addressParts{})
		u, err = webAddress("url", one.Normal)
		if err != nil {
			t.Fatalf("the normal form of %q is %q: %v", text, one.Normal, err)
		}
		if two := takeApart(w, u, addressParts{}); two.Normal != one.Normal {
			t.Errorf("%q becomes %q, then %q", text, one.Normal, two.Normal)
		}
		if _, err := url.QueryUnescape(one.Encoded); err != nil {
			t.Errorf("%q cannot be decoded: %v", one.Encoded, err)
		}
	})
}

func FuzzUnits(f *testing.F) {
	for line := range strings.SplitSeq(units, "\n") {
		f.Add(strings.Fields(strings.Split(line, "|")[1])[0], "KM ", 3.5)
	}
	f.Fuzz(func(t *testing.T, from, to string, x float64) {
		a, ok1 := unitNamed(from)
		b, ok2 := unitNamed(to)
		if !ok1 || !ok2 || a.dimension != b.dimension || math.Abs(x) > 1e12 || math.IsNaN(x) {
			return
		}
		there := (x*a.factor + a.offset - b.offset) / b.factor
		if back := (there*b.factor + b.offset - a.offset) / a.factor; math.Abs(back-x) > 1e-6*(1+math.Abs(x)+math.Abs(a.offset)/a.factor+math.Abs(b.offset)/a.factor) {
			t.Errorf("%v %s is %v %s is %v %s", x, from, there, to, back, from)
		}
	})
}

// FuzzFunction takes a function through everything that the calculator does with one.
func FuzzFunction(f *testing.F) {
	for _, s := range []string{"x^2 - 2", "1/x", "x^x", "sin(x)/x", "2(x+1)!", "if(x > 1, x, -x)", "x and x", "''"} {
		f.Add(s, -3.0, 3.0)
	}
	tools := map[string]*define.Built{}
	for _, t := range calculatorTools() {
		tools[t.Name] = t.Build(define.Shapes{})
	}
	w := world.Open(base())
	f.Fuzz(func(t *testing.T, text string, from, to float64) {
		if math.IsNaN(from+to) || math.IsInf(from+to, 0) {
			return
		}
		for _, operation := range []string{"simplify", "differentiate", "integrate", "zeros", "tangent"} {
			args, err := json.Marshal(map[string]any{"operation": operation, "function": text, "from": from, "to": to})
			if err != nil {
				t.Fatal(err)
			}
			r := tools["analyze_function"].Call(w, args)
			var out struct{ Formula string }
			if err := json.Unmarshal(r.Content, &out); err != nil {
				t.Fatalf("%s gave %s: %v", args, r.Content, err)
			}
			if r.Fault != "" || out.Formula == "" || operation != "simplify" {
				continue
			}
			checkSimplified(t, text, out.Formula)
		}
	})
}

// checkSimplified: a formula reads back as it was written, and the simplified function has the same
// value wherever the first has one.
func checkSimplified(t *testing.T, text, formula string) {
	n, err := expr.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	switch s, err := expr.Parse(formula); {
	case err == nil && s.String() != formula:
		t.Fatalf("%q became %q, which reads as %q", text, formula, s)
	case err != nil && len(formula) <= 4000 && !strings.Contains(err.Error(), "nested"):
		t.Fatalf("%q became %q: %v", text, formula, err)
	}
	for _, x := range []float64{0.5, 2} {
		at := func(string) (any, bool) { return x, true }
		a, err1 := n.Number(at)
		b, err2 := n.Simplify().Number(at)
		if err1 == nil && math.Abs(a) < 1e15 && (err2 != nil || math.Abs(a-b) > 1e-6*(1+math.Abs(a))) {
			t.Fatalf("%q is %v at %v, simplified %q is %v (%v)", text, a, x, formula, b, err2)
		}
	}
}
