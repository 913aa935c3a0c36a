package bfcl

import (
	"strconv"
	"strings"

	"deft/pyvalue"
)

// convert reads a literal of the category's language as the documented type. What is no such
// literal stays a string, and then fails the check of its type.
func (k *checker) convert(p *parameter, text string) pyvalue.Value {
	c := converter{exact: k.reference}
	item := ""
	if p.lists && (k.reference || p.item != "any") {
		item = p.item
	}
	if k.category.language == java {
		return c.java(text, p.typ, item)
	}
	return c.javascript(text, p.typ, item)
}

// converter reads literals. exact are the rules of the released code, which cuts collections at
// every comma; otherwise commas inside strings and brackets do not separate.
type converter struct {
	exact bool
	depth int // of the objects and arrays around
}

func (c converter) java(text, typ, item string) pyvalue.Value {
	if len(text) > 1<<20 {
		return pyvalue.StringOf(text)
	}
	switch typ {
	case "byte", "short", "integer":
		if n, ok := integer(text, ""); ok {
			return n
		}
	case "long":
		if n, ok := integer(text, "lL"); ok {
			return n
		}
	case "float":
		if f, ok := decimal(text, "fF", true); ok {
			return f
		}
	case "double":
		if f, ok := decimal(text, "", true); ok {
			return f
		}
	case "boolean":
		if text == "true" || text == "false" {
			return pyvalue.BoolOf(text == "true")
		}
	case "ArrayList":
		return c.javaArrayList(text, item)
	case "Array":
		return c.javaArray(text, item)
	case "HashMap":
		return c.javaHashMap(text)
	}
	return pyvalue.StringOf(text)
}

func (c converter) javaArrayList(text, item string) pyvalue.Value {
	if items, ok := javaAsList(text); ok {
		return c.javaItems(c.split(items), item, false)
	}
	if body, ok := javaAdds(text); ok {
		var parts []string
		eachAdd(body, func(part string) { parts = append(parts, part) })
		return c.javaItems(parts, item, false)
	}
	if javaEmptyList(text) {
		return pyvalue.Value{Kind: pyvalue.List}
	}
	return pyvalue.StringOf(text)
}

func (c converter) javaArray(text, item string) pyvalue.Value {
	items, ok := javaArrayItems(text)
	if !ok {
		return pyvalue.StringOf(text)
	}
	return c.javaItems(c.split(items), item, true)
}

// javaItems reads the items of a collection. An array keeps the quotes of its strings in the
// released code, and drops empty items.
func (c converter) javaItems(parts []string, item string, array bool) pyvalue.Value {
	list := pyvalue.Value{Kind: pyvalue.List, Items: make([]pyvalue.Value, 0, len(parts))}
	for _, part := range parts {
		part = trim(part)
		switch {
		case array && part == "":
			continue
		case (item == "char" || item == "String") && (!array || !c.exact && quotedWith(part, "\"'")):
			list.Items = append(list.Items, pyvalue.StringOf(strip(part)))
		case item != "":
			list.Items = append(list.Items, c.java(part, item, ""))
		default:
			list.Items = append(list.Items, javaAny(part))
		}
	}
	return list
}

func (c converter) javaHashMap(text string) pyvalue.Value {
	if body, ok := javaPuts(text); ok {
		var items []pyvalue.Value
		eachPut(body, func(key, value string) { items = append(items, pyvalue.StringOf(key), javaAny(trim(value))) })
		return pyvalue.DictOf(items)
	}
	if javaEmptyMap(text) {
		return pyvalue.Value{Kind: pyvalue.Dict}
	}
	return pyvalue.StringOf(text)
}

// javaAny reads a literal whose type is not known.
func javaAny(text string) pyvalue.Value {
	switch {
	case text == "true" || text == "false":
		return pyvalue.BoolOf(text == "true")
	case quotedWith(text, `"`):
		return pyvalue.StringOf(strip(text))
	}
	if n, ok := integer(text, "lL"); ok {
		return n
	}
	if f, ok := decimal(text, "fF", true); ok {
		return f
	}
	return anyNumber(text)
}

// anyNumber is Python's int(text), or float(text), or text.
func anyNumber(text string) pyvalue.Value {
	t := trim(text)
	t = strings.TrimPrefix(t, "+")
	if t == "" || strings.IndexByte("0123456789+-._iInN", t[0]) < 0 {
		return pyvalue.StringOf(text)
	}
	if n, ok := integer(strings.ReplaceAll(t, "_", ""), ""); ok && !badUnderscore(t) {
		return n
	}
	word := strings.ToLower(strings.TrimLeft(t, "-"))
	if !badUnderscore(t) && !strings.ContainsAny(t, "xXpP") && (word == "" || word[0] != 'i' && word[0] != 'n' || word == "inf" || word == "infinity" || word == "nan") {
		if f, err := strconv.ParseFloat(strings.ReplaceAll(t, "_", ""), 64); err == nil || f != 0 {
			return pyvalue.FloatOf(f)
		}
	}
	return pyvalue.StringOf(text)
}

func badUnderscore(t string) bool {
	for i := 0; i < len(t); i++ {
		if t[i] == '_' && (i == 0 || i+1 == len(t) || !digit(t[i-1]) || !digit(t[i+1])) {
			return true
		}
	}
	return false
}

// integer reads -?\d+ and, unless suffixes is "", exactly one of them behind it.
func integer(text, suffixes string) (pyvalue.Value, bool) {
	t := strings.TrimSuffix(text, "\n")
	if suffixes != "" {
		if t == "" || strings.IndexByte(suffixes, t[len(t)-1]) < 0 {
			return pyvalue.Value{}, false
		}
		t = t[:len(t)-1]
	}
	digits := strings.TrimPrefix(t, "-")
	for i := 0; i < len(digits); i++ {
		if !digit(digits[i]) {
			return pyvalue.Value{}, false
		}
	}
	if digits == "" || len(digits) > 4300 {
		return pyvalue.Value{}, false
	}
	if len(digits) > 1 && digits[0] == '0' {
		digits = strings.TrimLeft(digits[:len(digits)-1], "0") + digits[len(digits)-1:]
		if t[0] == '-' {
			digits = "-" + digits
		}
		t = digits
	}
	return pyvalue.IntOfText(t)
}

// decimal reads -?\d+(\.\d+)? with an exponent if allowed, and a suffix if there are any.
func decimal(text, suffixes string, exponent bool) (pyvalue.Value, bool) {
	t := strings.TrimSuffix(text, "\n")
	if suffixes != "" {
		if t == "" || strings.IndexByte(suffixes, t[len(t)-1]) < 0 {
			return pyvalue.Value{}, false
		}
		t = t[:len(t)-1]
	}
	i := 0
	digits := func() bool {
		start := i
		for i < len(t) && digit(t[i]) {
			i++
		}
		return i > start
	}
	if i < len(t) && t[i] == '-' {
		i++
	}
	if !digits() {
		return pyvalue.Value{}, false
	}
	if i < len(t) && t[i] == '.' {
		if i++; !digits() {
			return pyvalue.Value{}, false
		}
	}
	if exponent && i < len(t) && t[i]|32 == 'e' {
		if i++; i < len(t) && (t[i] == '+' || t[i] == '-') {
			i++
		}
		if !digits() {
			return pyvalue.Value{}, false
		}
	}
	if i != len(t) {
		return pyvalue.Value{}, false
	}
	f, err := strconv.ParseFloat(t, 64)
	return pyvalue.FloatOf(f), err == nil || f != 0
}

// trim is Python's str.strip().
func trim(s string) string { return strings.TrimSpace(s) }

// strip drops the first and the last character.
func strip(s string) string { return inner(s) }

func quotedWith(s, quotes string) bool {
	for i := range quotes {
		if strings.HasPrefix(s, quotes[i:i+1]) && strings.HasSuffix(s, quotes[i:i+1]) {
			return true
		}
	}
	return false
}

// split cuts at commas: at every one in the released code, else only outside strings and brackets.
func (c converter) split(text string) []string {
	if c.exact {
		return strings.Split(text, ",")
	}
	var parts []string
	depth, start, quote := 0, 0, byte(0)
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case quote != 0 && b == '\\':
			i++
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'' || b == '`':
			quote = b
		case b == '[' || b == '{' || b == '(':
			depth++
		case b == ']' || b == '}' || b == ')':
			depth--
		case b == ',' && depth == 0:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}
