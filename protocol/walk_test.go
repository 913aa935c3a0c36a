package protocol

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// readWalk takes JSON apart with walk.
func readWalk(j []byte) any {
	switch {
	case isObject(j):
		m := map[string]any{}
		for w := walkOf(j); w.next(); {
			m[string(w.key)] = readWalk(w.value())
		}
		return m
	case isList(j):
		l := []any{}
		for w := walkOf(j); w.next(); {
			l = append(l, readWalk(w.value()))
		}
		return l
	case isString(j):
		return unquote(j)
	}
	var v any
	if json.Unmarshal(j, &v) != nil {
		return "not JSON: " + string(j)
	}
	return v
}

var walkTexts = []string{
	`[]`, `{}`, `[1]`, `[1,"a",null,[true],{"a":{}}]`, "{ \"a\" : [ 1 , 2 ] ,\n\t\"b\\u0041\\\\\" : \"\\\"]}\" }\r\n", `{"":""}`, `["\ud83d\ude00\ud83d","\/\b\f\n\r\t"]`, `[-1.5e+3]`, ` 1`,
	`[1 2]`, `[1,]`, `[,1]`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, `[`, `{`, `{"`, `{"a`, `{"a":`, `{"a":"`, `["\`, `[[`, `[}`, `]`, ``, `"`, `"\u12"`, `{"a":1]`, `[1}`, `[1`, "[\x00]", `{"a" "b"}`,
}

// Valid JSON is taken apart as encoding/json does; anything else neither panics nor hangs.
func compareWalk(t *testing.T, text string) {
	j := []byte(strings.Trim(text, " \n\r\t"))
	got := readWalk(j)
	if !json.Valid(j) {
		return
	}
	var want any
	if err := json.Unmarshal(j, &want); err != nil {
		return // a number that is no float
	}
	if !reflect.DeepEqual(got, want) && strings.ToValidUTF8(text, "") == text {
		t.Errorf("%q: %v, want %v", text, got, want)
	}
}

func TestWalk(t *testing.T) {
	for _, text := range walkTexts {
		compareWalk(t, text)
	}
}

func FuzzWalk(f *testing.F) {
	for _, text := range walkTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		compareWalk(t, text)
	})
}
