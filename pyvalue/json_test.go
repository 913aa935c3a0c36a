package pyvalue_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"deft/pyvalue"
)

func TestValidJSON(t *testing.T) {
	for _, text := range []string{`[]`, `{}`, ` [1, "a" ,null,[true],{"a":{}}] `, `{"a":1,"b":[-1.5e+3,0]}`, `"\u00e9\ud83d"`, `01`, `1.`, `.5`, `1e`, `-`, `-0`, `"\x"`, "\"\n\"", `tru`, `truex`, `nul`, `"a`, `1 `, "\"\xff\"", `[1,2`, `[1,]`, `{"a":1,"b"}`,
		`{"a":1,}`, `{a:1}`, `NaN`, `"\u12"`, `"\`, ``, ` `, `1 2`, `1E5`, `1e+`, `1.5.2`, `+1`, `{"a" 1}`, `[`, `{`, `]`, "\ufeff1", "[\x00]", "1\x00"} {
		if got, want := pyvalue.ValidJSON(text), json.Valid([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000); pyvalue.ValidJSON(deep) {
		t.Error("no limit of depth")
	}
}

// FuzzJSON compares with encoding/json, apart from what Python has of its own: NaN, infinities, lone
// surrogates, and its limits of depth and digits.
func FuzzJSON(f *testing.F) {
	for _, text := range []string{
		`{"a": [1, 2.5e-3, true, null, "\u00e9\ud83d\ude00"]}`, `[-0, 0, -0.0, 1E5, 12345678901234567890, 1e400]`, `{"a": 1, "b": {}, "a": []}`, ` [ ] `, `"\/\b\f\n\r\t\\\""`,
		`[1,]`, `{"a":1,}`, `01`, `-`, `1.`, `"\x"`, "\"\t\"", `{"a" 1}`, `nul`, `tru`, `[1 2]`, `"é`, "\"\xff\"",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := pyvalue.FromJSONString(text)
		var kept pyvalue.Decoder
		_, _ = kept.JSON(`[[1, 2], {"a": "b"}]`)
		if again, errAgain := kept.JSON(text); (err == nil) != (errAgain == nil) || err == nil && pyvalue.Repr(got) != pyvalue.Repr(again) {
			t.Fatalf("%q: a decoder kept gives %s, %v", text, pyvalue.Repr(again), errAgain)
		}
		if check := pyvalue.CheckJSON(text); (check == nil) != (err == nil) || check != nil && check.Error() != err.Error() {
			t.Fatalf("%q: %v, checked: %v", text, err, check)
		}
		if strings.Count(text, "[")+strings.Count(text, "{") < 800 && pyvalue.ValidJSON(text) != json.Valid([]byte(text)) {
			t.Fatalf("%q: valid is %v", text, pyvalue.ValidJSON(text))
		}
		if strings.Contains(text, "NaN") || strings.Contains(text, "Infinity") || !utf8.ValidString(text) || len(text) > 4000 || strings.Count(text, "[")+strings.Count(text, "{") > 800 {
			return
		}
		if valid := json.Valid([]byte(text)); valid != (err == nil) {
			t.Fatalf("%q: valid is %v; here: %v", text, valid, err)
		}
		if err != nil || strings.Contains(text, `\u`) {
			return
		}
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		sameJSON(t, text, got, want)
	})
}

func sameJSON(t *testing.T, text string, got pyvalue.Value, want any) {
	t.Helper()
	ok := false
	switch w := want.(type) {
	case nil:
		ok = got.Kind == pyvalue.None
	case bool:
		ok = got.Kind == pyvalue.Bool && (got.Num == 1) == w
	case string:
		ok = got.Kind == pyvalue.String && got.Text == w
	case json.Number:
		ok = got.Kind == pyvalue.Float && got.Text == w.String() || got.Kind == pyvalue.Int && (got.Text == w.String() || w == "-0" && got.Text == "0")
	case []any:
		if ok = got.Kind == pyvalue.List && len(got.Items) == len(w); ok {
			for i := range w {
				sameJSON(t, text, got.Items[i], w[i])
			}
		}
	case map[string]any:
		if ok = got.Kind == pyvalue.Dict && got.Len() == len(w); ok {
			for k, v := range w {
				member, _ := got.Get(k)
				sameJSON(t, text, member, v)
			}
		}
	}
	if !ok {
		t.Fatalf("%q: %+v, want %v", text, got, want)
	}
}
