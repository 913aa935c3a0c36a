package schema

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deft/tool"
)

const booking = `{"type":"object","properties":{
 "city":{"type":"string","minLength":2},
 "date":{"type":"string","format":"date"},
 "time":{"type":"string","pattern":"^[0-2][0-9]:[0-5][0-9]$"},
 "people":{"type":"integer","minimum":1,"maximum":12},
 "area":{"type":"string","enum":["bar","terrace"]},
 "tags":{"type":"array","items":{"type":"string"},"maxItems":2,"uniqueItems":true},
 "guest":{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"number"}},"required":["name"]}},
 "required":["city","people"]}`

func TestArguments(t *testing.T) {
	c := New()
	spec := tool.Spec{Name: "book", Parameters: json.RawMessage(booking)}
	for _, tc := range []struct {
		args string
		want []string // kind and path
	}{
		{`{"city":"Oslo","people":2}`, nil},
		{`{"city":"Oslo","people":2.0,"date":"2026-03-10","time":"19:30","area":"bar","tags":["a","b"],"guest":{"name":"Ann","age":3.5}}`, nil},
		{``, []string{"missing_required /city", "missing_required /people"}},
		{`{"people":2,"town":"Oslo"}`, []string{"missing_required /city", "unknown_parameter /town"}},
		{`{"city":1,"people":"2"}`, []string{"wrong_type /city", "wrong_type /people"}},
		{`{"city":"Oslo","people":2.5}`, []string{"wrong_type /people"}},
		{`{"city":"Oslo","people":true}`, []string{"wrong_type /people"}},
		{`{"city":"Oslo","people":13,"area":"roof"}`, []string{"not_in_enum /area", "out_of_range /people"}},
		{`{"city":"O","people":0}`, []string{"bad_length /city", "out_of_range /people"}},
		{`{"city":"Oslo","people":1,"date":"10 March","time":"7pm"}`, []string{"bad_format /date", "bad_format /time"}},
		{`{"city":"Oslo","people":1,"tags":["a","a","b"]}`, []string{"bad_length /tags", "duplicate /tags"}},
		{`{"city":"Oslo","people":1,"tags":["a",2]}`, []string{"wrong_type /tags/1"}},
		{`{"city":"Oslo","people":1,"guest":{"age":"x","a/b":1}}`, []string{"wrong_type /guest/age", "unknown_parameter /guest/a~1b", "missing_required /guest/name"}},
		{`{"city":null,"people":1}`, []string{"wrong_type /city"}},
		{`["Oslo"]`, []string{"wrong_type "}},
		{`{"city":`, []string{"not_json "}},
		{`{"city":"Oslo","people":1e999999999}`, []string{"out_of_range /people"}},
		{`{"city":"Oslo","people":1} {}`, []string{"not_json "}},
	} {
		faults, err := c.Arguments(spec, tool.Call{Name: "book", Arguments: json.RawMessage(tc.args)})
		if err != nil {
			t.Fatalf("%s: %v", tc.args, err)
		}
		if diff := cmp.Diff(tc.want, kinds(faults)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tc.args, diff)
		}
	}
	faults, err := c.Arguments(spec, tool.Call{Name: "book", Malformed: "city=Oslo"})
	if err != nil || len(faults) != 1 || faults[0].Kind != NotJSON {
		t.Errorf("malformed arguments: %v, %v", faults, err)
	}
}

func TestDialects(t *testing.T) {
	c := New()
	for _, tc := range []struct {
		name, schema, args string
		want               []string
	}{
		{"dict and float", `{"type":"dict","properties":{"x":{"type":"float"}},"required":["x"]}`, `{"x":1}`, nil},
		{"float refuses text", `{"type":"dict","properties":{"x":{"type":"float"}}}`, `{"x":"1"}`, []string{"wrong_type /x"}},
		{"tuple", `{"type":"dict","properties":{"x":{"type":"tuple","items":{"type":"int"}}}}`, `{"x":[1,"2"]}`, []string{"wrong_type /x/1"}},
		{"any", `{"type":"dict","properties":{"x":{"type":"any"}}}`, `{"x":[1,{}]}`, nil},
		{"no type at all", `{"properties":{"x":{"type":"str"}}}`, `{"x":2,"y":1}`, []string{"wrong_type /x", "unknown_parameter /y"}},
		{"required in the property", `{"properties":{"x":{"type":"str","required":true},"y":{"type":"str","required":false}}}`, `{}`, []string{"missing_required /x"}},
		{"nullable", `{"properties":{"x":{"type":"string","nullable":true}}}`, `{"x":null}`, nil},
		{"no parameters", ``, `{"x":1}`, []string{"unknown_parameter /x"}},
		{"empty properties", `{"type":"object","properties":{}}`, `{"x":1}`, []string{"unknown_parameter /x"}},
		{"opened", `{"type":"object","properties":{"x":{"type":"string"}},"additionalProperties":true}`, `{"y":1}`, nil},
		{"free dict inside", `{"properties":{"x":{"type":"dict"}}}`, `{"x":{"a":1}}`, nil},
		{"closed dict inside", `{"properties":{"x":{"type":"dict","properties":{"a":{"type":"int"}}}}}`, `{"x":{"b":1}}`, []string{"unknown_parameter /x/b"}},
		{"list of types", `{"properties":{"x":{"type":["str","int"]}}}`, `{"x":1.5}`, []string{"wrong_type /x"}},
		{"any of types", `{"properties":{"x":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}`, `{"x":[]}`, []string{"wrong_type /x"}},
		{"any of values", `{"properties":{"x":{"anyOf":[{"enum":["a"]},{"type":"integer","minimum":3}]}}}`, `{"x":1}`, []string{"no_alternative /x"}},
		{"enum that is no list", `{"properties":{"x":{"type":"string","enum":"a, b"}}}`, `{"x":"c"}`, nil},
	} {
		spec := tool.Spec{Name: "t", Parameters: json.RawMessage(tc.schema)}
		faults, err := c.Arguments(spec, tool.Call{Arguments: json.RawMessage(tc.args)})
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if diff := cmp.Diff(tc.want, kinds(faults)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tc.name, diff)
		}
	}
}

func TestResultIsOpenAndDocumentsAreChecked(t *testing.T) {
	c := New()
	spec := tool.Spec{Name: "t", Result: json.RawMessage(`{"type":"array","items":{"type":"integer"}}`)}
	if faults, err := c.Result(spec, json.RawMessage(`[1,"x"]`)); err != nil || len(faults) != 1 || faults[0].Path != "/1" {
		t.Errorf("result: %v, %v", faults, err)
	}
	for _, bad := range []string{`{"type":`, `{"$ref":"file:///etc/passwd"}`, `{"properties":{"x":{"minimum":"a"}}}`, `{"properties":{"x":{"minimum":1e99999999}}}`, `{"properties":{"x":{"type":"string","pattern":"("}}}`} {
		err := c.Document(tool.Spec{Name: "odd", Parameters: json.RawMessage(bad)})
		if err == nil || !strings.Contains(err.Error(), "odd") {
			t.Errorf("%s: error %v, want one that names the tool", bad, err)
		}
	}
}

// Hostile arguments cost no more than their length: deep ones are refused as a whole.
func TestDepth(t *testing.T) {
	c := New()
	open := tool.Spec{Name: "t", Parameters: json.RawMessage(`{"type":"object","properties":{"x":{}}}`)}
	nested := func(depth int) string { return `{"x":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + "}" }
	for _, tc := range []struct {
		args string
		want []string
	}{
		{nested(99), nil},
		{nested(100), []string{"too_deep "}},
		{`{"x":"` + strings.Repeat(`[\"{`, 200) + `"}`, nil},
		{nested(9000), []string{"too_deep "}},
		{`{"x":` + strings.Repeat("[", 1<<20), []string{"too_deep "}},
		{`{"x":` + strings.Repeat(`{"a":[`, 49) + strings.Repeat("1e999999,", 100000) + "1" + strings.Repeat("]}", 49) + "}", []string{"out_of_range /x" + strings.Repeat("/a/0", 49)}},
	} {
		start := time.Now()
		faults, err := c.Arguments(open, tool.Call{Arguments: json.RawMessage(tc.args)})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tc.want, kinds(faults)); diff != "" {
			t.Errorf("%.40q of %d bytes: (-want +got)\n%s", tc.args, len(tc.args), diff)
		}
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%.40q of %d bytes took %v", tc.args, len(tc.args), took)
		}
	}
}

func kinds(faults []Fault) []string {
	var out []string
	for _, f := range faults {
		out = append(out, string(f.Kind)+" "+f.Path)
	}
	return out
}

func FuzzArguments(f *testing.F) {
	f.Add(booking, `{"city":"Oslo","people":2}`)
	f.Add(`{"type":"dict","properties":{"x":{"$ref":"#"}}}`, `{"x":{"x":1e400}}`)
	f.Add(`{"anyOf":[{"type":"object"}]}`, `{"":null}`)
	c := New()
	f.Fuzz(func(t *testing.T, parameters, args string) {
		spec := tool.Spec{Name: "t", Parameters: json.RawMessage(parameters)}
		first, err := c.Arguments(spec, tool.Call{Arguments: json.RawMessage(args)})
		again, err2 := c.Arguments(spec, tool.Call{Arguments: json.RawMessage(args)})
		if (err == nil) != (err2 == nil) {
			t.Fatalf("first %v, then %v", err, err2)
		}
		for _, fault := range first {
			if fault.Kind == "" {
				t.Fatalf("a fault without a kind: %+v", fault)
			}
		}
		if len(kinds(first)) != len(kinds(again)) {
			t.Fatalf("first %v, then %v", first, again)
		}
	})
}

func BenchmarkArguments(b *testing.B) {
	c := New()
	spec := tool.Spec{Name: "book", Parameters: json.RawMessage(booking)}
	call := tool.Call{Arguments: json.RawMessage(`{"city":"Oslo","people":2,"date":"2026-03-10","area":"bar"}`)}
	b.ReportAllocs()
	for b.Loop() {
		if faults, err := c.Arguments(spec, call); err != nil || len(faults) > 0 {
			b.Fatal(faults, err)
		}
	}
}

// TestNearestAlternative: of several alternatives the one that was meant is spoken of.
func TestNearestAlternative(t *testing.T) {
	spec := tool.Spec{Name: "pay", Parameters: json.RawMessage(`{"type":"object","properties":{"source":{"anyOf":[
		{"type":"null"},
		{"type":"object","required":["object","sort"],"properties":{"object":{"const":"bank"},"sort":{"type":"string"}}},
		{"type":"object","required":["object","name","cvc"],"properties":{"object":{"const":"card"},"name":{"type":"string"},"cvc":{"type":"integer"}}}]}}}`)}
	for args, want := range map[string]string{
		`{"source":{"object":"card","name":1,"cvc":"123"}}`: "no_alternative at /source: fits none of the alternatives; by the nearest, wrong_type at /source/cvc: is string, want integer, wrong_type at /source/name: is number, want string",
		`{"source":{"object":"bank"}}`:                      "no_alternative at /source: fits none of the alternatives; by the nearest, missing_required at /source/sort: required, but not given",
		`{"source":7}`:                                      "wrong_type at /source: is number, want null; is number, want object; is number, want object",
		`{"source":null}`:                                   "",
	} {
		faults, err := New().Arguments(spec, tool.Call{Arguments: json.RawMessage(args)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range faults {
			got = append(got, f.String())
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s: %s, want %s", args, strings.Join(got, " | "), want)
		}
	}
}

// TestAlternativesInsideAlternatives: what is said of them stays short however deep they go.
func TestAlternativesInsideAlternatives(t *testing.T) {
	spec := tool.Spec{Name: "find", Parameters: json.RawMessage(`{"type":"object","properties":{"f":{"$ref":"#/$defs/f"}},"$defs":{"f":{"anyOf":[
		{"type":"string"},
		{"type":"object","required":["a","b"],"properties":{"a":{"$ref":"#/$defs/f"},"b":{"$ref":"#/$defs/f"}}}]}}}`)}
	value := `7`
	for range 12 {
		value = `{"a":` + value + `,"b":` + value + `}`
	}
	faults, err := New().Arguments(spec, tool.Call{Arguments: json.RawMessage(`{"f":` + value + `}`)})
	if err != nil || len(faults) != 1 || len(faults[0].String()) > 1000 {
		t.Errorf("%d faults, %v, %.300v", len(faults), err, faults)
	}
}
