package am

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deft/tool/library/define"
)

// pagesOf reads a list of pages and ranges, each at most n.
func pagesOf(text string, n int) ([]int, error) {
	var out []int
	if strings.TrimSpace(text) == "all" {
		text = "1-" + strconv.Itoa(n)
	}
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		a, err := strconv.Atoi(strings.TrimSpace(low))
		b := a
		if err == nil && isRange {
			b, err = strconv.Atoi(strings.TrimSpace(high))
		}
		if err != nil || a < 1 || b < a || b > n {
			return nil, define.Invalid("pages", "must be pages from 1 to %d, such as 1-2,3", n)
		}
		for k := a; k <= b; k++ {
			out = append(out, k)
		}
	}
	return out, nil
}

func partsOf(mode, pages string, every, n int) ([][]int, error) {
	all, err := pagesOf("all", n)
	if err != nil {
		return nil, err
	}
	switch mode {
	case "every":
		return slices.Collect(slices.Chunk(all, every)), nil
	case "remove":
		gone, err := pagesOf(pages, n)
		if err != nil {
			return nil, err
		}
		left := slices.DeleteFunc(all, func(p int) bool { return slices.Contains(gone, p) })
		if len(left) == 0 {
			return nil, define.Invalid("pages", "would leave no page")
		}
		return [][]int{left}, nil
	}
	var out [][]int
	for part := range strings.SplitSeq(pages, ",") {
		p, err := pagesOf(part, n)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func pageNumber(style string, n, last int) string {
	switch style {
	case "i":
		return roman(n)
	case "1 of n":
		return fmt.Sprintf("%d of %d", n, last)
	}
	return strconv.Itoa(n)
}

func roman(n int) string {
	var b strings.Builder
	for _, s := range []struct {
		value int
		text  string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for n >= s.value {
			b.WriteString(s.text)
			n -= s.value
		}
	}
	return b.String()
}
