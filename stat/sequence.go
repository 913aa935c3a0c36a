package stat

import (
	"cmp"
	"slices"
)

// LongestIncreasing gives the positions of a longest strictly increasing subsequence of xs, in
// O(n log n) by patience sorting (Fredman 1975). Of several it is the one whose values end lowest.
func LongestIncreasing(xs []int) []int {
	if len(xs) == 0 {
		return nil
	}
	var tails []int // tails[k]: where the lowest end of an increasing subsequence of length k+1 is
	before := make([]int, len(xs))
	for i, x := range xs {
		k, same := slices.BinarySearchFunc(tails, x, func(at, x int) int { return cmp.Compare(xs[at], x) })
		if same {
			continue // the earlier one of equals stays
		}
		before[i] = -1
		if k > 0 {
			before[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	out := make([]int, len(tails))
	for k, i := len(tails)-1, tails[len(tails)-1]; k >= 0; k, i = k-1, before[i] {
		out[k] = i
	}
	return out
}

// LongestCommon is the length of a longest common subsequence of a and b, in O(len(a)·len(b)) time
// and O(min) memory.
func LongestCommon[T comparable](a, b []T) int {
	if len(a) < len(b) {
		a, b = b, a
	}
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			up := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(up, row[j])
			}
			diagonal = up
		}
	}
	return row[len(b)]
}
