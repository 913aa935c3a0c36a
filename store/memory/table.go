package memory

import (
	"maps"
	"slices"
	"sort"
)

// place is an attempt: a sample's index and a trial.
type place struct {
	index int64
	trial int
}

// table keeps a value a place, found by index without looking at the others.
type table[V any] map[int64]map[int]V

func (t table[V]) get(p place) V { return t[p.index][p.trial] }

func (t table[V]) put(p place, v V) {
	if t[p.index] == nil {
		t[p.index] = map[int]V{}
	}
	t[p.index][p.trial] = v
}

// within gives the values at the indices from <= index < to of a sorted list, by index and trial.
func (t table[V]) within(order []int64, from, to int64) (out []V) {
	for _, index := range order[first(order, from):first(order, to)] {
		for _, trial := range slices.Sorted(maps.Keys(t[index])) {
			out = append(out, t[index][trial])
		}
	}
	return out
}

// first gives the position of the first index that is at least from.
func first(order []int64, from int64) int {
	return sort.Search(len(order), func(i int) bool { return order[i] >= from })
}
