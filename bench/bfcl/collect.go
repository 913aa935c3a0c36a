package bfcl

import "strings"

// The functions here find what stands inside the collections of Java and JavaScript, in the places
// where the released code finds it with regular expressions, which stand above them. They take time
// linear in the text: where a search fails they remember how far it would fail again.

// blanks gives the offset of the first byte of s[i:] that is no white space.
func blanks(s string, i int) int {
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	return i
}

func isBlank(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' || b == '\f' }

// trimEnd gives the offset behind s[from:to] without the white space at its end.
func trimEnd(s string, from, to int) int {
	for to > from && isBlank(s[to-1]) {
		to--
	}
	return to
}

// words gives the offset behind the letters, digits and underscores at s[i].
func words(s string, i int) int {
	for i < len(s) && identByte(s[i]) && s[i] != '$' {
		i++
	}
	return i
}

// lineEnd gives the offset of the line break behind s[i], or of the end.
func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}

// creation finds the next `new\s+` and class from s[from] on: where it starts, and the offset behind
// it. start is -1 when there is none.
func creation(s string, from int, class string) (start, behind int) {
	for {
		n := strings.Index(s[from:], "new")
		if n < 0 {
			return -1, 0
		}
		start = from + n
		if at := blanks(s, start+3); at > start+3 && strings.HasPrefix(s[at:], class) {
			return start, at + len(class)
		}
		from = start + 1
	}
}

// new\s+ArrayList<\w*>\(Arrays\.asList\((.+?)\)\)
func javaAsList(s string) (items string, ok bool) {
	const head = ">(Arrays.asList("
	failed := 0
	for start, at := creation(s, 0, "ArrayList<"); start >= 0; start, at = creation(s, start+1, "ArrayList<") {
		at = words(s, at)
		if !strings.HasPrefix(s[at:], head) {
			continue
		}
		if at += len(head); at >= len(s) || s[at] == '\n' || at < failed {
			continue
		}
		end := lineEnd(s, at)
		if n := strings.Index(s[at+1:end], "))"); n >= 0 {
			return s[at : at+1+n], true
		}
		failed = end
	}
	return "", false
}

// (?s)new\s+ArrayList<\w*>\(\)\s*\{\{\s*(.+?)\s*\}\}
func javaAdds(s string) (body string, ok bool) {
	for start, at := creation(s, 0, "ArrayList<"); start >= 0; start, at = creation(s, start+1, "ArrayList<") {
		if at = words(s, at); !strings.HasPrefix(s[at:], ">()") {
			continue
		}
		if at = blanks(s, at+3); !strings.HasPrefix(s[at:], "{{") {
			continue
		}
		open := at + 2
		at = blanks(s, open)
		if !strings.Contains(s[at:], "}}") {
			return "", false
		}
		// One character at least is taken; of nothing but white space that is its last.
		for first := max(open, at-1); at >= first; at-- {
			if n := strings.Index(s[at+1:], "}}"); n >= 0 {
				return s[at:trimEnd(s, at+1, at+1+n)], true
			}
		}
	}
	return "", false
}

// add\((.+?)\)
func eachAdd(s string, f func(item string)) {
	failed := 0
	for from := 0; ; {
		n := strings.Index(s[from:], "add(")
		if n < 0 {
			return
		}
		at := from + n + len("add(")
		from += n + 1
		if at >= len(s) || s[at] == '\n' || at < failed {
			continue
		}
		end := lineEnd(s, at)
		if n = strings.IndexByte(s[at+1:end], ')'); n < 0 {
			failed = end
			continue
		}
		f(s[at : at+1+n])
		from = at + 1 + n + 1
	}
}

// new\s+ArrayList<\w*>\(\)
func javaEmptyList(s string) bool {
	for start, at := creation(s, 0, "ArrayList<"); start >= 0; start, at = creation(s, start+1, "ArrayList<") {
		if at = words(s, at); strings.HasPrefix(s[at:], ">()") {
			return true
		}
	}
	return false
}

// new\s+\w+\[\]\s*\{(.*?)\}
func javaArrayItems(s string) (items string, ok bool) {
	failed := 0
	for start, at := creation(s, 0, ""); start >= 0; start, at = creation(s, start+1, "") {
		name := at
		if at = words(s, at); at == name || !strings.HasPrefix(s[at:], "[]") {
			continue
		}
		if at = blanks(s, at+2); at >= len(s) || s[at] != '{' || at+1 < failed {
			continue
		}
		at++
		end := lineEnd(s, at)
		if n := strings.IndexByte(s[at:end], '}'); n >= 0 {
			return s[at : at+n], true
		}
		failed = end
	}
	return "", false
}

// (?s)new\s+HashMap<.*?>\s*\(\)\s*\{\s*\{?\s*(.*?)\s*\}?\s*\}
func javaPuts(s string) (body string, ok bool) {
	start, at := creation(s, 0, "HashMap<")
	if start < 0 {
		return "", false
	}
	for { // the first that is no beginning of a match rules out all later ones
		n := strings.IndexByte(s[at:], '>')
		if n < 0 {
			return "", false
		}
		at += n + 1
		i := blanks(s, at)
		if !strings.HasPrefix(s[i:], "()") {
			continue
		}
		if i = blanks(s, i+2); i >= len(s) || s[i] != '{' {
			continue
		}
		if i = blanks(s, i+1); i < len(s) && s[i] == '{' {
			i = blanks(s, i+1)
		}
		if n = strings.IndexByte(s[i:], '}'); n < 0 {
			return "", false
		}
		return s[i:trimEnd(s, i, i+n)], true
	}
}

// put\("(.*?)",\s*(.*?)\)
func eachPut(s string, f func(key, value string)) {
	failed, stop := 0, 0
	for from := 0; ; {
		n := strings.Index(s[from:], `put("`)
		if n < 0 {
			return
		}
		at := from + n + len(`put("`)
		from += n + 1
		if at < failed {
			continue
		}
		end := lineEnd(s, at)
		found := false
		for key := at; !found; {
			if n = strings.Index(s[key:end], `",`); n < 0 {
				break
			}
			key += n
			value := blanks(s, key+2)
			if stop < value {
				for stop = value; stop < len(s) && s[stop] != ')' && s[stop] != '\n'; stop++ {
				}
			}
			if stop < len(s) && s[stop] == ')' {
				found = true
				f(s[at:key], s[value:stop])
				from = stop + 1
			}
			key++
		}
		if !found {
			failed = end
		}
	}
}

// new\s+HashMap<.*?>\s*\(\)
func javaEmptyMap(s string) bool {
	failed := 0
	for start, at := creation(s, 0, "HashMap<"); start >= 0; start, at = creation(s, start+1, "HashMap<") {
		if at < failed {
			continue
		}
		end := lineEnd(s, at)
		for {
			n := strings.IndexByte(s[at:end], '>')
			if n < 0 {
				break
			}
			at += n + 1
			if strings.HasPrefix(s[blanks(s, at):], "()") {
				return true
			}
		}
		failed = end
	}
	return false
}

// ^(?:\[\s*\[.*?\]\s*(?:,\s*\[.*?\]\s*)*\]|\bnew\s+Array\(\s*\[.*?\]\s*(?:,\s*\[.*?\]\s*)*\))
func jsRows(s string) (rows string, ok bool) {
	i, end := 1, byte(']')
	if head := jsNewArray(s); head != "" {
		i, end = len(head), ')'
	} else if !strings.HasPrefix(s, "[") {
		return "", false
	}
	if i = blanks(s, i); i >= len(s) || s[i] != '[' {
		return "", false
	}
	for i++; i < len(s) && s[i] != '\n'; i++ {
		if s[i] != ']' {
			continue
		}
		// The row ends here if the whole ends or another row begins behind it; otherwise the
		// bracket belongs to it.
		behind := blanks(s, i+1)
		if behind >= len(s) {
			continue
		}
		if s[behind] == end {
			return s[:behind+1], true
		}
		if next := blanks(s, behind+1); s[behind] == ',' && next < len(s) && s[next] == '[' {
			i = next
		}
	}
	return "", false
}

// \[(.*?)\]
func eachRow(s string, f func(row string)) {
	for {
		n := strings.IndexByte(s, '[')
		if n < 0 {
			return
		}
		s = s[n+1:]
		if n = strings.IndexAny(s, "]\n"); n < 0 {
			return
		}
		if s[n] == ']' {
			f(s[:n])
		}
		s = s[n+1:]
	}
}

// ^new\s+Array\(
func jsNewArray(s string) string {
	if !strings.HasPrefix(s, "new") {
		return ""
	}
	if at := blanks(s, 3); at > 3 && strings.HasPrefix(s[at:], "Array(") {
		return s[:at+len("Array(")]
	}
	return ""
}
