package pyvalue_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"deft/pyvalue"
)

// cpython is one line of testdata/cpython.jsonl: what CPython 3.11 makes of a random text. Calls is
// the repr of the list of calls by the rules of Options.Minus, null where they cannot be read.
type cpython struct {
	Text    string
	OK      bool
	Unparse *string
	Calls   *string
}

func readCPython(t testing.TB) []cpython {
	t.Helper()
	f, err := os.Open("testdata/cpython.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cs []cpython
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c cpython
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("line %d: %v", len(cs)+1, err)
		}
		cs = append(cs, c)
	}
	if len(cs) < 1000 || lines.Err() != nil {
		t.Fatalf("%d cases, %v", len(cs), lines.Err())
	}
	return cs
}

func TestAgainstCPython(t *testing.T) {
	for _, c := range readCPython(t) {
		text, err := pyvalue.Unparse(c.Text)
		if (err == nil) != c.OK {
			t.Errorf("%q: CPython parses it: %v; here: %v", c.Text, c.OK, err)
			continue
		}
		if c.Unparse != nil && text != *c.Unparse {
			t.Errorf("unparse %q\n got %s\nwant %s", c.Text, text, *c.Unparse)
		}
		calls, err := pyvalue.ParseCalls(c.Text, pyvalue.Options{Minus: true})
		switch {
		case err != nil && c.Calls != nil:
			t.Errorf("calls of %q: %v, want %s", c.Text, err, *c.Calls)
		case err == nil && c.Calls == nil:
			t.Errorf("calls of %q: %s, want an error", c.Text, reprCalls(calls))
		case err == nil && reprCalls(calls) != *c.Calls:
			t.Errorf("calls of %q\n got %s\nwant %s", c.Text, reprCalls(calls), *c.Calls)
		}
	}
}

func reprCalls(calls []pyvalue.Call) string {
	l := pyvalue.Value{Kind: pyvalue.List}
	for _, c := range calls {
		v := pyvalue.Value{Kind: pyvalue.Dict, Items: []pyvalue.Value{pyvalue.StringOf(c.Name), c.Arguments}}
		if c.Text != "" {
			v = pyvalue.StringOf(c.Text)
		}
		l.Items = append(l.Items, v)
	}
	return pyvalue.Repr(l)
}
