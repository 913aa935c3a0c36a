package am

import (
	"fmt"
	"strings"
)

func joined(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

func grep(lines []string, pattern string, flags map[string]string) string {
	if flags["i"] != "" {
		pattern = strings.ToLower(pattern)
	}
	var out []string
	for _, l := range lines {
		in := l
		if flags["i"] != "" {
			in = strings.ToLower(l)
		}
		if strings.Contains(in, pattern) != (flags["v"] != "") {
			out = append(out, l)
		}
	}
	if flags["c"] != "" {
		return fmt.Sprintln(len(out))
	}
	return joined(out)
}

func uniq(lines []string, count bool) []string {
	var out []string
	for i := 0; i < len(lines); {
		n := 1
		for i+n < len(lines) && lines[i+n] == lines[i] {
			n++
		}
		if count {
			out = append(out, fmt.Sprintf("%d %s", n, lines[i]))
		} else {
			out = append(out, lines[i])
		}
		i += n
	}
	return out
}

// translate replaces each character of the first set by the one at its place in the second.
func translate(text string, sets []string, remove bool) string {
	from, to := ranges(sets[0]), []rune(nil)
	if !remove {
		to = ranges(sets[1])
	}
	table := map[rune]rune{}
	for i, c := range from {
		switch {
		case len(to) == 0:
			table[c] = -1
		case i < len(to):
			table[c] = to[i]
		default:
			table[c] = to[len(to)-1]
		}
	}
	return strings.Map(func(c rune) rune {
		if r, ok := table[c]; ok {
			return r
		}
		return c
	}, text)
}

// ranges writes out a set of characters such as a-z.
func ranges(set string) []rune {
	var out []rune
	r := []rune(set)
	for i := 0; i < len(r); i++ {
		if i+2 < len(r) && r[i+1] == '-' && r[i] < r[i+2] && r[i+2]-r[i] < 256 {
			for c := r[i]; c <= r[i+2]; c++ {
				out = append(out, c)
			}
			i += 2
			continue
		}
		out = append(out, r[i])
	}
	return out
}
