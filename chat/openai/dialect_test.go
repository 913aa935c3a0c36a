package openai

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestSchemas(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"none", ``, noParameters},
		{"null", `null`, noParameters},
		{"empty", `{}`, `{"properties":{},"type":"object"}`},
		{"as it should be", `{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"integer"}},"required":["a"]}`, `{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"integer"}},"required":["a"]}`},
		{"dict", `{"type":"dict","properties":{"x":{"type":"float"},"y":{"type":"tuple","items":{"type":"int"}},"z":{"type":"any"}}}`, `{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"array","items":{"type":"integer"}},"z":{"type":"string"}}}`},
		{"missing type", `{"properties":{"a":{"description":"d"},"b":{"enum":[1,2]},"c":{"properties":{}},"d":{"items":{}},"e":{"anyOf":[{"type":"str"}]},"f":{"default":true}}}`, `{"properties":{"a":{"type":"string","description":"d"},"b":{"type":"integer","enum":[1,2]},"c":{"type":"object","properties":{}},"d":{"type":"array","items":{"type":"string"}},"e":{"anyOf":[{"type":"string"}]},"f":{"type":"boolean","default":true}},"type":"object"}`},
		{"list without items", `{"type":"object","properties":{"a":{"type":"list"}}}`, `{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}}}`},
		{"items by place", `{"type":"object","properties":{"a":{"type":"array","items":[{"type":"int"},{"type":"str"}]},"b":{"type":"array","items":[{"type":"bool"}]}}}`, `{"type":"object","properties":{"a":{"type":"array","items":{"anyOf":[{"type":"integer"},{"type":"string"}]}},"b":{"type":"array","items":{"type":"boolean"}}}}`},
		{"several types", `{"type":"object","properties":{"a":{"type":["Int","none"]}}}`, `{"type":"object","properties":{"a":{"type":["integer","null"]}}}`},
		{"required inside", `{"type":"object","properties":{"a":{"type":"str","required":true},"b":{"type":"str","required":false}}}`, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"]}`},
		{"required unknown", `{"type":"object","properties":{"a":{"type":"str"}},"required":["a","ghost","a"]}`, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`},
		{"required null", `{"type":"object","properties":{},"required":null}`, `{"type":"object","properties":{}}`},
		{"a parameter named type", `{"type":"object","properties":{"type":{"type":"dict","properties":{}},"items":{"type":"int"},"required":{"type":"bool"}}}`, `{"type":"object","properties":{"type":{"type":"object","properties":{}},"items":{"type":"integer"},"required":{"type":"boolean"}}}`},
		{"values stay", `{"type":"object","properties":{"a":{"type":"dict","properties":{},"default":{"type":"dict"},"enum":[{"type":"float"}]}}}`, `{"type":"object","properties":{"a":{"type":"object","properties":{},"default":{"type":"dict"},"enum":[{"type":"float"}]}}}`},
		{"true is a schema", `{"type":"object","properties":{"a":true},"additionalProperties":false}`, `{"type":"object","properties":{"a":true},"additionalProperties":false}`},
		{"top is a list type", `{"type":"array"}`, `{"type":"object","properties":{}}`},
		{"numbers stay", `{"type":"object","properties":{"a":{"type":"int","maximum":1e400,"default":1.50}}}`, `{"type":"object","properties":{"a":{"type":"integer","maximum":1e400,"default":1.50}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var cache schemaCache
			for range 2 {
				got, err := cache.normal(json.RawMessage(c.in))
				if err != nil || string(got) != c.want {
					t.Errorf("got  %s, %v\nwant %s", got, err, c.want)
				}
			}
		})
	}
	for _, in := range []string{`[]`, `"x"`, `{"a":`, `nope`} {
		var cache schemaCache
		if got, err := cache.normal(json.RawMessage(in)); err == nil {
			t.Errorf("%s was taken as %s", in, got)
		}
	}
}

func TestStrictSchema(t *testing.T) {
	for in, want := range map[string]bool{
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`: true,
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`:                              false,
		`{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`:    false,
		`{"type":"array","items":{"type":"object","properties":{"a":{}}}}`:                                     false,
		`{}`: false,
		`[]`: false,
	} {
		if strictSchema(json.RawMessage(in), 0) != want {
			t.Errorf("%s: not %t", in, want)
		}
	}
}

func FuzzSchema(f *testing.F) {
	f.Add([]byte(`{"type":"dict","properties":{"a":{"type":"list","required":true}},"required":["a"]}`))
	f.Add([]byte(`{"type":["a",null],"items":[[]],"anyOf":{},"enum":7}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		var cache schemaCache
		out, err := cache.normal(in)
		if err != nil {
			return
		}
		var top map[string]json.RawMessage
		if json.Unmarshal(out, &top) != nil || string(top["type"]) != `"object"` {
			t.Fatalf("%s became %s", in, out)
		}
		again, err := cache.normal(out)
		if err != nil || string(again) != string(out) {
			t.Fatalf("%s became %s and then %s", in, out, again)
		}
	})
}

func TestAppendText(t *testing.T) {
	for _, s := range []string{"", "plain text, ~ and <tags> & more", `quo"te`, `back\slash`, "line\nend", "é\xff\x00\u2028", "\x7f"} {
		out := appendText(nil, s)
		var back string
		if err := json.Unmarshal(out, &back); err != nil || back != strings.ToValidUTF8(s, "\uFFFD") {
			t.Errorf("%q became %s: %v", s, out, err)
		}
	}
}
