package tooleyes

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"deft/eval"
	"deft/solver/agent"
	"deft/tool"
	"deft/tool/library"
)

var (
	show   = flag.String("show", "", "print what the steps of queries whose id starts so return")
	update = flag.Bool("update", false, "write the state that the gold trajectories leave into the queries")
)

// play makes the calls of q's gold trajectory in a fresh world and gives what they returned.
func play(t *testing.T, lib *library.Library, q *Query) (results []tool.Result, env eval.Environment) {
	t.Helper()
	env, err := openEnvironment(lib, q.Place, q.User, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range q.Steps {
		r, err := env.Call(context.Background(), tool.Call{ID: fmt.Sprint("c", i), Name: s.Tool, Arguments: s.Arguments})
		if err != nil {
			t.Fatalf("%s, step %d: %v", q.ID, i+1, err)
		}
		results = append(results, r)
	}
	return results, env
}

// TestGold plays every gold trajectory: each call succeeds, the answer states every fact, every
// fact that is not computed was seen, and the world is left as the query says.
func TestGold(t *testing.T) {
	lib := library.New()
	for _, sc := range Scenarios() {
		name := "queries/" + sc + ".jsonl"
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list, err := parseQueries(name, body)
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			if q := &list[i]; scenario(lib, q.Place) != sc {
				t.Errorf("%s: %q is no subcategory of %s", q.ID, q.Place, sc)
			} else {
				checkGold(t, lib, q)
			}
		}
		if *update {
			writeQueries(t, name, list)
		}
	}
}

// TestDemonstrations holds the demonstrations to what queries are held to.
func TestDemonstrations(t *testing.T) {
	list, err := parseQueries("demonstrations.jsonl", demonstrationLines)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != MaxShots {
		t.Errorf("%d demonstrations, not %d", len(list), MaxShots)
	}
	lib := library.New()
	for i := range list {
		checkGold(t, lib, &list[i])
	}
}

func checkGold(t *testing.T, lib *library.Library, q *Query) {
	t.Helper()
	results, env := play(t, lib, q)
	var seen strings.Builder
	for i, r := range results {
		s := q.Steps[i]
		if *show != "" && strings.HasPrefix(q.ID, *show) {
			fmt.Printf("%s step %d: %s %s\n  %s%s\n", q.ID, i+1, s.Tool, s.Arguments, r.Fault, r.Content)
		}
		if r.Fault != "" {
			t.Errorf("%s, step %d: %s %s: %s %s", q.ID, i+1, s.Tool, s.Arguments, r.Fault, r.Content)
		}
		fmt.Fprintf(&seen, "%s\n%s\n", s.Arguments, r.Content)
	}
	for _, f := range q.Facts {
		if !f.In(q.Answer) {
			t.Errorf("%s: the answer does not state %s", q.ID, f)
		}
		if !f.Computed && !anywhere(f.In, seen.String()) {
			t.Errorf("%s: %s was not seen in any observation (is it computed?)", q.ID, f)
		}
	}
	if gaveUp(q.Answer) != q.Impossible {
		t.Errorf("%s: impossible is %v, but the answer is %q", q.ID, q.Impossible, q.Answer)
	}
	state, err := env.Snapshot(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(state, []byte("{}")) || bytes.Equal(state, []byte("null")) {
		state = nil
	}
	if *update {
		q.State = state
	} else if !sameJSON(state, q.State) {
		t.Errorf("%s: the world is left as %.300s, the query says %.300s (go test ./bench/tooleyes -run TestGold -update writes it)", q.ID, state, q.State)
	}
}

// anywhere applies in to overlapping windows of a long text.
func anywhere(in func(string) bool, text string) bool {
	for ; len(text) > 4000; text = text[3000:] {
		if in(text) {
			return true
		}
	}
	return in(text)
}

func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	p, _ := json.Marshal(x)
	q, _ := json.Marshal(y)
	return bytes.Equal(p, q)
}

func writeQueries(t *testing.T, name string, list []Query) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, q := range list {
		if err := e.Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestSet counts what the set promises.
func TestSet(t *testing.T) {
	list, err := readQueries()
	if err != nil {
		t.Fatal(err)
	}
	lib := library.New()
	ids, texts := map[string]bool{}, map[string]bool{}
	scenarios, places := map[string]int{}, map[string]bool{}
	var several, asking, impossible float64
	for _, q := range list {
		scenarios[scenario(lib, q.Place)]++
		places[q.Place] = true
		several += indicator(q.calls() > 1)
		asking += indicator(q.asks())
		impossible += indicator(q.Impossible)
		if ids[q.ID] || texts[q.Query] {
			t.Errorf("%s: id or text given twice", q.ID)
		}
		ids[q.ID], texts[q.Query] = true, true
		if calls := len(q.Steps); calls+1 > agent.DefaultTurns {
			t.Errorf("%s: %d steps and finish are more than %d turns", q.ID, calls, agent.DefaultTurns)
		}
	}
	for s, n := range map[string]int{"TG": 58, "DU": 49, "RS": 56, "PL": 70, "IR": 54, "AM": 45, "FT": 50} { // Table 1
		if scenarios[s] != n {
			t.Errorf("%s has %d queries, want %d", s, scenarios[s], n)
		}
	}
	for _, l := range lib.Tools() {
		if place := l.Category + "/" + l.Subcategory; !places[place] {
			t.Errorf("no query for %s", place)
		}
	}
	n := float64(len(list))
	if len(list) != size || several/n < .6 || asking/n < .15 || impossible == 0 {
		t.Errorf("%v queries, %v of several calls, %v that ask, %v impossible", n, several, asking, impossible)
	}
}
