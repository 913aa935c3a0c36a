package world

import (
	"encoding/json"
	"testing"
	"time"
)

func TestCatalog(t *testing.T) {
	for seed := range uint64(3) {
		b := NewBase(seed)
		for _, info := range Catalog(b) {
			if info.Rows < 50 {
				t.Errorf("seed %d: table %s has %d rows", seed, info.Name, info.Rows)
			}
		}
	}
}

func keys[T Row](t *testing.T, b *Base, tb Table[T]) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range tb.Base(b) {
		if r.Key() == "" || seen[r.Key()] {
			t.Errorf("table %s: key %q is empty or repeated", tb.Name, r.Key())
		}
		seen[r.Key()] = true
	}
}

func TestKeysAreUnique(t *testing.T) {
	b := NewBase(5)
	keys(t, b, Hotels)
	keys(t, b, Flights)
	keys(t, b, Trains)
	keys(t, b, Airlines)
	keys(t, b, Aircrafts)
	keys(t, b, Words)
	keys(t, b, Phrases)
	keys(t, b, Coins)
	keys(t, b, Commodities)
	keys(t, b, Collectives)
	keys(t, b, Boards)
	keys(t, b, WebPages)
	keys(t, b, ShortLinks)
	keys(t, b, Networks)
	keys(t, b, Blocks)
	keys(t, b, GivenNames)
	keys(t, b, Funds)
	keys(t, b, Races)
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
