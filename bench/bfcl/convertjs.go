package bfcl

import (
	"strings"

	"deft/pyvalue"
)

func (c converter) javascript(text, typ, item string) pyvalue.Value {
	if len(text) > 1<<20 {
		return pyvalue.StringOf(text)
	}
	switch typ {
	case "String":
		if quotedWith(text, `"'`) {
			return pyvalue.StringOf(strip(text))
		}
	case "integer":
		if n, ok := integer(text, ""); ok {
			return n
		}
	case "float":
		if f, ok := decimal(text, "", false); ok {
			return f
		}
	case "Bigint":
		if n, ok := integer(text, "n"); ok {
			return n
		}
	case "Boolean":
		if text == "true" || text == "false" {
			return pyvalue.BoolOf(text == "true")
		}
	case "array":
		return c.jsArray(trim(text), item)
	case "dict":
		return c.jsObject(trim(text))
	}
	return pyvalue.StringOf(text)
}

func (c converter) jsArray(text, item string) pyvalue.Value {
	list := pyvalue.Value{Kind: pyvalue.List}
	if rows, ok := jsRows(text); ok {
		eachRow(rows, func(row string) {
			cells := trim(row)
			if len(list.Items) == 0 {
				cells = strings.TrimPrefix(cells, "[")
			}
			inner := pyvalue.Value{Kind: pyvalue.List, Items: make([]pyvalue.Value, 0, 1+strings.Count(cells, ","))}
			for more := true; more; {
				var cell string
				cell, cells, more = strings.Cut(cells, ",")
				inner.Items = append(inner.Items, jsAny(trim(cell)))
			}
			list.Items = append(list.Items, inner)
		})
		return list
	}
	elements, ok := c.jsElements(text)
	if !ok {
		return pyvalue.StringOf(text)
	}
	if elements = trim(elements); elements == "" {
		return list
	}
	parts := c.split(elements)
	list.Items = make([]pyvalue.Value, 0, len(parts))
	for _, e := range parts {
		e = trim(e)
		if item == "" {
			list.Items = append(list.Items, jsAny(e))
			continue
		}
		if !knownJS(item) {
			return pyvalue.StringOf(text)
		}
		list.Items = append(list.Items, c.javascript(e, item, ""))
	}
	return list
}

// jsElements gives what stands between the brackets of an array. The released code ends it at the
// first closing bracket; otherwise it is the last one.
func (c converter) jsElements(text string) (string, bool) {
	open, closing := "[", "]"
	if !strings.HasPrefix(text, open) {
		if open = jsNewArray(text); open == "" {
			return "", false
		}
		closing = ")"
	}
	rest := text[len(open):]
	end := strings.Index(rest, closing)
	if !c.exact && strings.HasSuffix(rest, closing) {
		end = len(rest) - 1
	}
	if end < 0 || c.exact && strings.Contains(rest[:end], "\n") {
		return "", false
	}
	return rest[:end], true
}

func knownJS(typ string) bool {
	_, ok := javascript.kindOf(typ)
	return ok
}

func (c converter) jsObject(text string) pyvalue.Value {
	if text == "{}" {
		return pyvalue.Value{Kind: pyvalue.Dict}
	}
	if !strings.HasPrefix(text, "{") {
		return pyvalue.StringOf(text)
	}
	if !c.exact {
		if d, ok := c.jsMembers(text); ok {
			return d
		}
	}
	end := strings.IndexByte(text, '}')
	if end < 0 || strings.Contains(text[:end], "\n") {
		return pyvalue.StringOf(text)
	}
	var items []pyvalue.Value
	for rest := text[1:end]; rest != ""; {
		key, after, ok := cutKey(rest)
		if !ok {
			break
		}
		value, next := cutValue(strings.TrimLeft(after, " \t\r\f\v"))
		rest = next
		items = append(items, pyvalue.StringOf(strings.Trim(trim(key), `'"`)), c.jsMember(trim(value)))
	}
	return pyvalue.DictOf(items)
}

// cutKey takes everything up to the last colon before the value: at least one character that is
// no colon, then the colon.
func cutKey(s string) (key, after string, ok bool) {
	s = strings.TrimLeft(s, ":")
	i := strings.IndexByte(s, ':')
	if i < 1 {
		return "", "", false
	}
	return s[:i], s[i+1:], true
}

// cutValue takes a value up to the first comma behind which another key stands.
func cutValue(s string) (value, rest string) {
	for at := 0; ; {
		i := strings.IndexByte(s[at:], ',')
		if i < 0 {
			return s, ""
		}
		comma := at + i
		segment := s[comma+1:]
		if n := strings.IndexByte(segment, ','); n >= 0 {
			segment = segment[:n]
		}
		if colon := strings.LastIndexByte(segment, ':'); colon >= 1 {
			rest = strings.TrimLeft(s[comma+1:], " \t\r\n\f\v")
			return s[:comma], rest
		}
		at = comma + 1
	}
}

func (c converter) jsMember(value string) pyvalue.Value {
	if c.depth++; c.depth > maxNest {
		return pyvalue.StringOf(value)
	}
	switch {
	case strings.HasPrefix(value, "[") && strings.HasSuffix(value, "]"):
		return c.jsArray(value, "")
	case strings.HasPrefix(value, "{") && strings.HasSuffix(value, "}"):
		return c.jsObject(value)
	}
	return jsAny(strings.Trim(value, `'"`))
}

// jsMembers reads an object with nested brackets and commas inside strings. ok is false where the
// text is no plain object.
func (c converter) jsMembers(text string) (pyvalue.Value, bool) {
	var items []pyvalue.Value
	if !strings.HasSuffix(text, "}") {
		return pyvalue.Value{}, false
	}
	for _, part := range c.split(text[1 : len(text)-1]) {
		part = trim(part)
		if part == "" {
			continue
		}
		key, value, ok := cutKey(part)
		if !ok {
			return pyvalue.Value{}, false
		}
		value = trim(value)
		v := c.jsMember(value)
		if quotedWith(value, `"'`) && len(value) > 1 {
			v = pyvalue.StringOf(strip(value))
		}
		items = append(items, pyvalue.StringOf(strings.Trim(trim(key), `'"`)), v)
	}
	return pyvalue.DictOf(items), true
}

// jsAny reads a literal whose type is not known.
func jsAny(text string) pyvalue.Value {
	text = trim(text)
	switch {
	case text == "true" || text == "false":
		return pyvalue.BoolOf(text == "true")
	case quotedWith(text, `"'`):
		return pyvalue.StringOf(strip(text))
	}
	return anyNumber(text)
}
