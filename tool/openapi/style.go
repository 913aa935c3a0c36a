package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
)

// value is an argument as parameters are written: a text, a list of texts, or names with texts.
// Deeper values are written as JSON.
type value struct {
	text   string
	list   []string
	fields []pair
	kind   byte // 's' text, 'l' list, 'f' fields
}

type pair struct{ name, text string }

// read decodes an argument. Numbers stay as they were written.
func read(raw json.RawMessage) (value, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return value{kind: 's'}, nil
	}
	switch raw[0] {
	case '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return value{}, err
		}
		v := value{kind: 'l'}
		for _, item := range items {
			v.list = append(v.list, plain(item))
		}
		return v, nil
	case '{':
		fields, err := members(raw)
		return value{kind: 'f', fields: fields}, err
	}
	return value{kind: 's', text: plain(raw)}, nil
}

// members gives an object's entries in the order written; of a repeated name the last counts.
func members(raw json.RawMessage) ([]pair, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var out []pair
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, ok := t.(string)
		if !ok {
			return nil, errors.New("not an object")
		}
		var skip json.RawMessage
		if err := d.Decode(&skip); err != nil {
			return nil, err
		}
		if item, ok := all[name]; ok {
			out = append(out, pair{name, plain(item)})
			delete(all, name)
		}
	}
	return out, nil
}

// plain is a JSON scalar as text: a string without quotes, null as nothing. The rest stays JSON.
func plain(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	var s string
	switch {
	case len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil:
		return s
	case string(raw) == "null":
		return ""
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

// escape writes a text for the query: all but letters, digits and "-_.~" as %XX.
func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// keep writes a text for the query with the characters that have a meaning in URLs, but for those
// that would end the value.
func keep(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if strings.IndexByte(":/?[]@!$'()*,;", text[i]) >= 0 {
			b.WriteByte(text[i])
			continue
		}
		b.WriteString(escape(text[i : i+1]))
	}
	return b.String()
}

// joined writes the parts of a list or of fields with sep, each part escaped by esc; assign stands
// between name and text of a field.
func (v value) joined(sep, assign string, esc func(string) string) string {
	var parts []string
	switch v.kind {
	case 'l':
		for _, item := range v.list {
			parts = append(parts, esc(item))
		}
	case 'f':
		for _, f := range v.fields {
			parts = append(parts, esc(f.name)+assign+esc(f.text))
		}
	default:
		return esc(v.text)
	}
	return strings.Join(parts, sep)
}

// assign is what stands between name and text of an object's entry.
func (p Param) assign(explode, otherwise string) string {
	if p.Explode {
		return explode
	}
	return otherwise
}

// query writes a parameter of the query as "name=value" pairs (OpenAPI 3.0.3, "Style Values").
func (p Param) query(raw json.RawMessage) ([]string, error) {
	esc := escape
	if p.Reserved {
		esc = keep
	}
	name := escape(p.Name) + "="
	if p.JSON {
		return []string{name + escape(string(raw))}, nil
	}
	v, err := read(raw)
	if err != nil {
		return nil, err
	}
	sep := map[string]string{"spaceDelimited": "%20", "pipeDelimited": "%7C"}[p.Style]
	switch {
	case v.kind == 's':
		return []string{name + esc(v.text)}, nil
	case p.Style == "deepObject" && v.kind == 'f':
		return deep(p.Name, raw)
	case p.Explode && v.kind == 'l':
		var out []string
		for _, item := range v.list {
			out = append(out, name+esc(item))
		}
		return out, nil
	case p.Explode && v.kind == 'f':
		var out []string
		for _, f := range v.fields {
			out = append(out, escape(f.name)+"="+esc(f.text))
		}
		return out, nil
	}
	sep = orDefault(sep, ",")
	return []string{name + v.joined(sep, sep, esc)}, nil
}

// deep writes name[key]=value, with further brackets for objects inside objects.
func deep(name string, raw json.RawMessage) ([]string, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, err
	}
	order, err := members(raw)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, f := range order {
		item, inner := bytes.TrimSpace(all[f.name]), name+"["+f.name+"]"
		if len(item) > 0 && item[0] == '{' {
			more, err := deep(inner, item)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
			continue
		}
		out = append(out, escape(inner)+"="+escape(f.text))
	}
	return out, nil
}

// path writes a parameter of the path.
func (p Param) path(raw json.RawMessage) (string, error) {
	v, err := read(raw)
	if err != nil {
		return "", err
	}
	if p.JSON {
		v = value{kind: 's', text: string(raw)}
	}
	var text string
	switch p.Style {
	case "label":
		text = "." + v.joined(p.assign(".", ","), p.assign("=", ","), url.PathEscape)
	case "matrix":
		switch name := url.PathEscape(p.Name); {
		case p.Explode && v.kind == 'l':
			for _, item := range v.list {
				text += ";" + name + "=" + url.PathEscape(item)
			}
		case p.Explode && v.kind == 'f':
			text = ";" + v.joined(";", "=", url.PathEscape)
		default:
			text = ";" + name + "=" + v.joined(",", ",", url.PathEscape)
		}
	default:
		text = v.joined(",", p.assign("=", ","), url.PathEscape)
	}
	if text == "" {
		return "", errors.New("is empty, and a part of the path cannot be")
	}
	decoded, err := url.PathUnescape(text)
	if err != nil {
		return "", err
	}
	for _, part := range strings.FieldsFunc(decoded, func(r rune) bool { return r == '/' || r == '\\' }) {
		if part == ".." || part == "." {
			return "", errors.New("would lead to another path")
		}
	}
	return text, nil
}

// header writes a parameter of the header, or of a cookie.
func (p Param) header(raw json.RawMessage) (string, error) {
	v, err := read(raw)
	if err != nil {
		return "", err
	}
	if p.JSON {
		v = value{kind: 's', text: string(raw)}
	}
	esc := func(s string) string { return s }
	if p.In == "cookie" {
		esc = escape
	}
	text := v.joined(",", p.assign("=", ","), esc)
	for i := 0; i < len(text); i++ {
		if text[i] < 0x20 && text[i] != '\t' || text[i] == 0x7f {
			return "", errors.New("holds control characters, which a header cannot")
		}
	}
	return text, nil
}
