package openai

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object in the order it was written: the order of parameters is part of a prompt.
type object []member

type member struct {
	key   string
	value json.RawMessage
}

// members reads a valid JSON object; ok is false for any other value. Of a repeated key the last
// value counts.
func members(raw json.RawMessage) (o object, ok bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	index := map[string]int{}
	for d.More() {
		t, err := d.Token()
		key, isText := t.(string)
		var value json.RawMessage
		if err != nil || !isText || d.Decode(&value) != nil {
			return nil, false
		}
		if i, again := index[key]; again {
			o[i].value = value
			continue
		}
		index[key] = len(o)
		o = append(o, member{key, value})
	}
	return o, true
}

func (o object) get(key string) (json.RawMessage, bool) {
	for i := range o {
		if o[i].key == key {
			return o[i].value, true
		}
	}
	return nil, false
}

func (o object) has(key string) bool {
	_, ok := o.get(key)
	return ok
}

func (o *object) set(key string, value json.RawMessage) {
	for i := range *o {
		if (*o)[i].key == key {
			(*o)[i].value = value
			return
		}
	}
	*o = append(*o, member{key, value})
}

func (o *object) prepend(key string, value json.RawMessage) {
	*o = append(object{{key, value}}, *o...)
}

func (o *object) drop(key string) {
	for i := range *o {
		if (*o)[i].key == key {
			*o = append((*o)[:i:i], (*o)[i+1:]...)
			return
		}
	}
}

func (o object) json() json.RawMessage {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, encode(m.key)...), ':')
		out = append(out, m.value...)
	}
	return append(out, '}')
}

// encode writes texts and lists of valid JSON, which cannot fail.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return json.RawMessage("null")
	}
	return bytes.TrimSpace(b.Bytes())
}
