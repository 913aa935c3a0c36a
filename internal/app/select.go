package app

import (
	"iter"
	"path"

	"deft/eval"
)

// selected limits a task's samples to those whose id or a group matches the glob only (empty: all),
// and of these to the first limit (0: all).
func selected(samples func() iter.Seq2[eval.Sample, error], only string, limit int) func() iter.Seq2[eval.Sample, error] {
	return func() iter.Seq2[eval.Sample, error] {
		return func(yield func(eval.Sample, error) bool) {
			n := 0
			for s, err := range samples() {
				if err == nil && !matches(only, s) {
					continue
				}
				if !yield(s, err) || err != nil {
					return
				}
				if n++; n == limit {
					return
				}
			}
		}
	}
}

func matches(pattern string, s eval.Sample) bool {
	if pattern == "" {
		return true
	}
	if ok, _ := path.Match(pattern, s.ID); ok {
		return true
	}
	for _, g := range s.Groups {
		if ok, _ := path.Match(pattern, g); ok {
			return true
		}
	}
	return false
}
