package teval

import (
	"regexp"
	"strings"
)

// matchPattern is the reference's way: the template is a regular expression in which the three
// parts are (.*), so that a marker with a special character does not stand for itself. Markers in
// square brackets may swallow a part, braces add one: the values that the expression does give are
// dealt out in order. A template that is no expression is matched literally.
func (l layout) matchPattern(reply string) (action, args string, ok bool) {
	template := l.ThoughtStart + "{thought}" + l.ThoughtEnd + l.ActionStart + "{action}" + l.ActionEnd + l.ArgsStart + "{args}" + l.ArgsEnd
	fields, ok := replacementFields(template)
	if !ok {
		return l.match(reply)
	}
	source := template
	for _, f := range fields {
		source = strings.ReplaceAll(source, "{"+f+"}", "(.*)")
	}
	pattern, err := regexp.Compile("(?s)" + source)
	if err != nil {
		return l.match(reply)
	}
	m := pattern.FindStringSubmatch(reply)
	if m == nil {
		return "", "", false
	}
	values := m[1:]
	if len(m) <= 2 { // Python's findall then gives one text, which is dealt out by its characters
		values = strings.Split(m[len(m)-1], "")
	}
	ok = false // the reference stops where no value is left for the action
	for i := 0; i < min(len(fields), len(values)); i++ {
		switch fields[i] {
		case "action":
			action, ok = values[i], true
		case "args":
			args = values[i]
		}
	}
	return action, args, ok
}

// replacementFields gives the names between braces as Python's str.format reads them: {{ and }} are
// none, and a name ends before ! or :. ok is false where Python refuses the text.
func replacementFields(text string) (names []string, ok bool) {
	for i := 0; i < len(text); i++ {
		if text[i] != '{' && text[i] != '}' {
			continue
		}
		if i+1 < len(text) && text[i+1] == text[i] {
			i++
			continue
		}
		if text[i] == '}' {
			return nil, false
		}
		start, depth := i+1, 1
		for i++; i < len(text); i++ {
			if text[i] == '{' {
				depth++
			} else if text[i] == '}' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		if depth > 0 {
			return nil, false
		}
		name := text[start:i]
		if end := strings.IndexAny(name, "!:"); end >= 0 {
			name = name[:end]
		}
		names = append(names, name)
	}
	return names, true
}
