package world

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// TestCatalog: each table of entities is in the catalogue, with at least 50 rows that have keys of
// their own.
func TestCatalog(t *testing.T) {
	known := map[string]bool{
		"notebook_variables": true, // the user's own state, not entities
	}
	for seed := range uint64(3) {
		for _, info := range Catalog(NewBase(seed)) {
			known[info.Name] = true
			if info.Rows < 50 || info.Keys != info.Rows {
				t.Errorf("seed %d: table %s has %d rows and %d keys", seed, info.Name, info.Rows, info.Keys)
			}
		}
	}
	sources, err := filepath.Glob("*.go")
	if err != nil || len(sources) < 10 {
		t.Fatal(sources, err)
	}
	// Tables whose name holds a blank are indices of others, not entities.
	declared, found := regexp.MustCompile(`= Table\[\w+\]\{"(\w+)"`), 0
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range declared.FindAllSubmatch(text, -1) {
			if found++; !known[string(m[1])] {
				t.Errorf("%s: table %s is not in the catalogue", name, m[1])
			}
		}
	}
	t.Logf("%d tables", found)
	if found != len(known) {
		t.Errorf("%d tables are declared, %d known", found, len(known))
	}
}

func TestCopyOnWrite(t *testing.T) {
	b := NewBase(1)
	one, two := Open(b), Open(b)
	before, _ := json.Marshal(Jokes.Base(b))
	j, _ := Jokes.Get(one, "1")
	j.Votes = 99999
	Jokes.Put(one, j)
	Jokes.Delete(one, "2")
	if got, _ := Jokes.Get(two, "1"); got.Votes == 99999 {
		t.Error("a write in one world is seen in another")
	}
	if _, ok := Jokes.Get(one, "2"); ok {
		t.Error("a deleted row is still there")
	}
	if after, _ := json.Marshal(Jokes.Base(b)); string(before) != string(after) {
		t.Error("a write changed the shared rows")
	}
	if ch := one.Changes()["jokes"]; len(ch) != 2 || ch["2"] != nil {
		t.Errorf("changes: %v", ch)
	}
}

func TestToday(t *testing.T) {
	if DateOf(Now()) != Today || Today.Weekday() != time.Monday || Today.String() != "2025-06-02" {
		t.Errorf("today is %s, a %s", Today, Today.Weekday())
	}
	for d := Date(-800); d < 22000; d += 97 {
		if d.Weekday() != d.Time().Weekday() {
			t.Fatalf("%s: %s", d, d.Weekday())
		}
	}
}
