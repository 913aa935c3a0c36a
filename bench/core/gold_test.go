package core

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/bench/core/world"
	"deft/eval"
	"deft/tool"
)

// TestGoldRuns makes every gold call, and each of its accepted variants, in the sample's
// environment: arguments must fit the documents, tools must succeed, results must fit theirs.
func TestGoldRuns(t *testing.T) {
	box, err := world.Load()
	if err != nil {
		t.Fatal(err)
	}
	_, list := openSuite(t, eval.Options{})
	for _, s := range list {
		var gold Gold
		if err := json.Unmarshal(s.Gold, &gold); err != nil {
			t.Fatal(err)
		}
		first := runGold(t, box, s, gold)
		if diff := cmp.Diff(first, runGold(t, box, s, gold)); diff != "" {
			t.Errorf("%s: the same calls give other results the second time:\n%s", s.ID, diff)
		}
		for i, g := range gold.Calls {
			for _, variant := range variants(g) {
				changed := Gold{Calls: append([]GoldCall{}, gold.Calls...)}
				changed.Calls[i] = variant
				runGold(t, box, s, changed)
			}
		}
	}
}

// variants gives g with each accepted value but the first put first, and its alternatives.
func variants(g GoldCall) []GoldCall {
	out := append([]GoldCall{}, g.Or...)
	for name, accepted := range g.Args {
		for _, value := range accepted[1:] {
			v := GoldCall{Tool: g.Tool, Args: map[string][]json.RawMessage{}}
			for k, a := range g.Args {
				v.Args[k] = a
			}
			v.Args[name] = []json.RawMessage{value}
			out = append(out, v)
		}
	}
	return out
}

func runGold(t *testing.T, box *world.Toolbox, s eval.Sample, gold Gold) []string {
	t.Helper()
	env := newEnvironment(box, s, 1)
	var results []string
	for i, g := range gold.Calls {
		c, err := g.call(i + 1)
		if err != nil {
			t.Fatalf("%s: %v", s.ID, err)
		}
		r, err := env.Call(context.Background(), c)
		if err != nil || r.Fault != "" {
			t.Errorf("%s: %s(%s) = %s %s, %v", s.ID, c.Name, c.Arguments, r.Fault, r.Content, err)
			return nil
		}
		spec, _ := box.Spec(c.Name)
		if faults, err := box.Checker().Result(spec, r.Content); err != nil || len(faults) > 0 {
			t.Errorf("%s: result %s of %s: %v, %v", s.ID, r.Content, c.Name, faults, err)
		}
		results = append(results, string(r.Content))
	}
	return results
}

func TestReferences(t *testing.T) {
	results := []json.RawMessage{json.RawMessage(`{"id":"A-1","list":[{"n":1},{"n":2.50}]}`), json.RawMessage(`{"price":12.50}`)}
	for _, tc := range []struct {
		text string
		want string // "" where it is no reference, "!" where it leads nowhere
	}{
		{"$1.id", `"A-1"`}, {"${1.id}", `"A-1"`}, {" $2.price ", `12.50`}, {"$1.list.1.n", `2.50`}, {"$1.list", `[{"n":1},{"n":2.50}]`},
		{"$3.id", "!"}, {"$1.name", "!"}, {"$1.list.7.n", "!"}, {"$1.id.x", "!"},
		{"$1.50", ""}, {"$0.id", ""}, {"$1", ""}, {"1.id", ""}, {"$9999.id", ""}, {"$1.id please", ""}, {"{$1.id", ""}, {"${1.id", ""}, {"$-1.id", ""}, {"$1.", ""},
	} {
		r, ok := parseReference(tc.text)
		if !ok {
			if tc.want != "" {
				t.Errorf("%q is not read as a reference", tc.text)
			}
			continue
		}
		got, err := r.lookUp(results)
		if err != nil {
			got = json.RawMessage("!")
		}
		if string(got) != tc.want {
			t.Errorf("%q stands for %s, want %q", tc.text, got, tc.want)
		}
	}
	c, err := resolve(tool.Call{Arguments: json.RawMessage(`{"a":"$1.id","b":"$2.price","c":"costs $1.id","d":3}`)}, results)
	if err != nil || string(c.Arguments) != `{"a":"A-1","b":12.50,"c":"costs $1.id","d":3}` {
		t.Errorf("resolved to %s, %v", c.Arguments, err)
	}
}

func FuzzReferences(f *testing.F) {
	f.Add("$1.id", `{"id":[1,{"x":null}]}`)
	f.Fuzz(func(t *testing.T, text, result string) {
		r, ok := parseReference(text)
		if !ok {
			return
		}
		if r.call < 0 || r.path == "" {
			t.Fatalf("%q reads as %+v", text, r)
		}
		if found, err := r.lookUp([]json.RawMessage{json.RawMessage(result)}); err == nil && !json.Valid(found) {
			t.Fatalf("%q finds %q in %q", text, found, result)
		}
	})
}
