// Package world is the synthetic world that every tool of the library asks and changes: cities,
// hotels, flights, films, companies, mails and the rest, consistent with each other and made from
// a seed. It is offline: nothing here reads a file, a clock or the network.
//
// A Base holds the tables of one seed. Each table is made when it is first asked for and is then
// shared, read-only, by all who opened that seed. A World is one sample's view of a Base: it
// starts empty, and the first write to a table gives that World its own copy of that table.
// Geography and language (coordinates, currencies, words) are the same in every seed; whatever
// people make (hotels, prices, news, matches, weather) differs.
package world

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
)

// Row is one entity of a table. Key is its identifier, unique in the table.
type Row interface{ Key() string }

// Table describes a table of rows of type T: its name and how a seed makes it. A Table holds no
// rows; it is the handle with which rows are read from and written to a World.
type Table[T Row] struct {
	Name string
	Make func(b *Base) []T
}

// Base is the shared part of all worlds of one seed. It is safe for concurrent use.
type Base struct {
	Seed  uint64
	mu    sync.Mutex
	slots map[string]*slot
}

type slot struct {
	once  sync.Once
	rows  any
	index map[string]int
}

// NewBase prepares the tables of a seed without making any.
func NewBase(seed uint64) *Base { return &Base{Seed: seed, slots: map[string]*slot{}} }

// World is what one sample sees. It is not safe for concurrent use.
type World struct {
	base *Base
	own  map[string]overlay
	made map[string]int
	draw uint64
}

// Open gives a fresh view of b, in constant time and space.
func Open(b *Base) *World { return &World{base: b} }

// Base is the shared part of w.
func (w *World) Base() *Base { return w.base }

type overlay interface{ changes() map[string]any }

type copied[T Row] struct {
	rows  []T
	index map[string]int
	dirty map[string]bool
}

func (c *copied[T]) changes() map[string]any {
	out := make(map[string]any, len(c.dirty))
	for id := range c.dirty {
		out[id] = nil
		if i, ok := c.index[id]; ok {
			out[id] = state(c.rows[i])
		}
	}
	return out
}

// state is what a snapshot sees of a row: the row, or all of it where tools hide a part.
func state(row Row) any {
	if hidden, ok := row.(interface{ State() any }); ok {
		return hidden.State()
	}
	return row
}

// Base gives the rows as the seed made them. The slice is shared: never write to it.
func (t Table[T]) Base(b *Base) []T { return t.slot(b).rows.([]T) }

func (t Table[T]) slot(b *Base) *slot {
	b.mu.Lock()
	s, ok := b.slots[t.Name]
	if !ok {
		s = &slot{}
		b.slots[t.Name] = s
	}
	b.mu.Unlock()
	s.once.Do(func() {
		rows := t.Make(b)
		s.rows, s.index = rows, indexOf(rows)
	})
	return s
}

func indexOf[T Row](rows []T) map[string]int {
	index := make(map[string]int, len(rows))
	for i := range rows {
		index[rows[i].Key()] = i
	}
	return index
}

// All gives every row that w sees, in a fixed order. The slice may be shared: never write to it.
func (t Table[T]) All(w *World) []T {
	if c, ok := w.own[t.Name]; ok {
		return c.(*copied[T]).rows
	}
	return t.Base(w.base)
}

// Get finds a row by its key. The row is a copy, but slices inside it are shared.
func (t Table[T]) Get(w *World, key string) (T, bool) {
	rows, index := []T(nil), map[string]int(nil)
	if c, ok := w.own[t.Name]; ok {
		rows, index = c.(*copied[T]).rows, c.(*copied[T]).index
	} else {
		s := t.slot(w.base)
		rows, index = s.rows.([]T), s.index
	}
	if i, ok := index[key]; ok {
		return rows[i], true
	}
	var zero T
	return zero, false
}

// First gives the first row for which match holds.
func (t Table[T]) First(w *World, match func(*T) bool) (T, bool) {
	rows := t.All(w)
	for i := range rows {
		if match(&rows[i]) {
			return rows[i], true
		}
	}
	var zero T
	return zero, false
}

// Where gives the rows for which match holds, in table order.
func (t Table[T]) Where(w *World, match func(*T) bool) []T {
	var out []T
	rows := t.All(w)
	for i := range rows {
		if match(&rows[i]) {
			out = append(out, rows[i])
		}
	}
	return out
}

func (t Table[T]) write(w *World) *copied[T] {
	if c, ok := w.own[t.Name]; ok {
		return c.(*copied[T])
	}
	s := t.slot(w.base)
	c := &copied[T]{rows: slices.Clone(s.rows.([]T)), index: maps.Clone(s.index), dirty: map[string]bool{}}
	if w.own == nil {
		w.own = map[string]overlay{}
	}
	w.own[t.Name] = c
	return c
}

// Put replaces the row that has the same key, or appends it.
func (t Table[T]) Put(w *World, row T) {
	c, key := t.write(w), row.Key()
	c.dirty[key] = true
	if i, ok := c.index[key]; ok {
		c.rows[i] = row
		return
	}
	c.index[key] = len(c.rows)
	c.rows = append(c.rows, row)
}

// Delete removes the row with that key and says whether there was one.
func (t Table[T]) Delete(w *World, key string) bool {
	if _, ok := t.Get(w, key); !ok {
		return false
	}
	c := t.write(w)
	c.rows = slices.Delete(c.rows, c.index[key], c.index[key]+1)
	c.index = indexOf(c.rows)
	c.dirty[key] = true
	return true
}

// NextID makes an identifier for a new row: the prefix and a number that w did not give before.
// Rows of the base count from 1, new ones from 5001.
func (w *World) NextID(prefix string) string {
	if w.made == nil {
		w.made = map[string]int{}
	}
	w.made[prefix]++
	return fmt.Sprintf("%s%04d", prefix, 5000+w.made[prefix])
}

// Rand gives a generator for the next random act in w: the same acts in the same order draw the same.
func (w *World) Rand() *rand.Rand {
	w.draw++
	return rand.New(rand.NewPCG(w.base.Seed, w.draw))
}

// Changes gives, by table and key, every row that w wrote; a deleted row is nil.
func (w *World) Changes() map[string]map[string]any {
	out := map[string]map[string]any{}
	for name, o := range w.own {
		if c := o.changes(); len(c) > 0 {
			out[name] = c
		}
	}
	return out
}
