package world

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// key is what rows are ordered by: a number or a text.
type key struct {
	number float64
	text   string
}

func keyOf(v any) key {
	switch x := v.(type) {
	case string:
		return key{text: x}
	case float64:
		return key{number: x}
	case int:
		return key{number: float64(x)}
	}
	return key{number: float64(reflect.ValueOf(v).Int())}
}

// permutation gives the order of keys; equal ones keep theirs. Sorting positions instead of rows
// keeps one copy of the sorting code for all types of row.
func permutation(keys []key, down bool) []int {
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if down {
			a, b = b, a
		}
		return cmp.Or(cmp.Compare(keys[a].number, keys[b].number), strings.Compare(keys[a].text, keys[b].text))
	})
	return order
}

func arrange[T any, N cmp.Ordered](items []T, by func(T) N, down bool) []T {
	keys := make([]key, len(items))
	for i := range items {
		keys[i] = keyOf(by(items[i]))
	}
	old := slices.Clone(items)
	for i, k := range permutation(keys, down) {
		items[i] = old[k]
	}
	return items
}

// sortedBy orders items by a number or text, ascending; equal ones keep their order.
func sortedBy[T any, N cmp.Ordered](items []T, by func(T) N) []T { return arrange(items, by, false) }

// SortBy orders a fresh slice of rows by a number or text, ascending, and gives it back.
func SortBy[T any, N cmp.Ordered](items []T, by func(T) N) []T { return arrange(items, by, false) }

// TopBy orders a fresh slice of rows by a number, descending, and gives it back.
func TopBy[T any, N cmp.Ordered](items []T, by func(T) N) []T { return arrange(items, by, true) }
