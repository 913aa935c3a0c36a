package openapi

import (
	"encoding/json"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/tool"
)

func depot(t testing.TB) *Document { return document(t, "testdata/depot.yaml") }

// TestSwaggerWire sends the requests of a Swagger 2 document: lists are separated by commas unless
// it says otherwise, fields of forms make a body, and the body is the document's one.
func TestSwaggerWire(t *testing.T) {
	d := depot(t)
	if d.Operations[0].Server != "https://depot.example/v1" || len(d.Skipped) > 0 {
		t.Fatalf("server %s, skipped %q", d.Operations[0].Server, d.Skipped)
	}
	x := open(t, d, echo(t).URL+"/v1", Config{Source: "depot", AllowPrivate: true, Getenv: env(map[string]string{"DEFT_TOOLS_DEPOT_KEY": "k"})})
	for _, c := range []struct {
		name, args, fault string
		want              map[string]string
	}{
		{name: "crates_list", args: `{"colours":["red","blue"],"sizes":[1,2.5],"page":3}`, want: map[string]string{"line": "GET /v1/crates?page=3&colours=red,blue&sizes=1&sizes=2.5"}},
		{name: "crates_list", args: `{"colours":["green"]}`, fault: tool.FaultInvalidArguments},
		{name: "crates_list", args: `{"page":0}`, fault: tool.FaultInvalidArguments},
		{name: "crates_add", args: `{"label":"a","parts":[{"label":"b"}]}`, want: map[string]string{"line": "POST /v1/crates", "type": "application/json", "body": `{"label":"a","parts":[{"label":"b"}]}`}},
		{name: "crates_add", args: `{"parts":[]}`, fault: tool.FaultInvalidArguments},
		{name: "post_crates_id_note", args: `{"id":"7","note":"x y"}`, want: map[string]string{"line": "POST /v1/crates/7/note", "type": "application/x-www-form-urlencoded", "body": "note=x%20y"}},
		{name: "post_crates_id_note", args: `{"id":"7"}`, fault: tool.FaultInvalidArguments},
		{name: "crates_picture", args: `{"id":"7","picture":"p","note":"n"}`, fault: tool.FaultRefused},
	} {
		r := call(t, x, c.name, c.args)
		if r.Fault != c.fault {
			t.Errorf("%s %s: fault %q, want %q: %s", c.name, c.args, r.Fault, c.fault, r.Content)
		}
		if r.Fault != "" || c.fault != "" {
			continue
		}
		var got map[string]string
		if err := json.Unmarshal(r.Content, &got); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for k, v := range got {
			if v == "" {
				delete(got, k)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.name, c.args, diff)
		}
	}
}

// TestFileOfForm sends a file as servers take one, with a file's name, and other fields without.
func TestFileOfForm(t *testing.T) {
	type part struct{ File, Type, Text string }
	got := map[string]part{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil {
			t.Error(err)
		}
		form, err := multipart.NewReader(r.Body, params["boundary"]).ReadForm(1 << 20)
		if err != nil {
			t.Error(err)
			return
		}
		for name, values := range form.Value {
			got[name] = part{Text: strings.Join(values, "|")}
		}
		for name, files := range form.File {
			f, err := files[0].Open()
			if err != nil {
				t.Error(err)
				return
			}
			b := make([]byte, files[0].Size)
			if _, err := f.Read(b); err != nil {
				t.Error(err)
			}
			got[name] = part{files[0].Filename, files[0].Header.Get("Content-Type"), string(b)}
		}
	}))
	defer s.Close()
	vars := env(map[string]string{"DEFT_TOOLS_DEPOT_PERSON_USER": "u", "DEFT_TOOLS_DEPOT_PERSON_PASSWORD": "p"})
	x := open(t, depot(t), s.URL, Config{Source: "depot", AllowPrivate: true, Getenv: vars})
	if r := call(t, x, "crates_picture", `{"id":"7","picture":"a\nb","note":"n"}`); r.Fault != "" {
		t.Fatalf("%s %s", r.Fault, r.Content)
	}
	want := map[string]part{"picture": {"picture", "application/octet-stream", "a\nb"}, "note": {Text: "n"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSwaggerVersions: what is neither OpenAPI 3 nor Swagger 2 is named as what it says it is.
func TestSwaggerVersions(t *testing.T) {
	for text, want := range map[string]string{
		`{"swagger":"1.2","paths":{}}`:    `"1.2"`,
		`{"openapi":"4.0.0","paths":{}}`:  `"4.0.0"`,
		`{"paths":{}}`:                    "neither",
		"swagger: '2.0'\ninfo: {}\n":      "no paths",
		`{"swagger":"2.0","paths":[]}`:    "read the OpenAPI document",
		"'swagger': '2.0'\npaths: {/a: 1": "read the OpenAPI document",
	} {
		if _, err := Parse([]byte(text), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
}

// TestLargeSchema: a schema that is too large with its descriptions becomes a tool without them,
// those of the arguments cut but there.
func TestLargeSchema(t *testing.T) {
	var b strings.Builder
	for i := range 400 {
		b.WriteString(strings.Replace(`"p%":{"type":"object","description":"LONG","properties":{"q":{"type":"string","description":"LONG"}}},`, "%", string(rune('a'+i%26))+strings.Repeat("x", i/26), 1))
	}
	text := `{"openapi":"3.0.0","info":{"title":"","version":""},"servers":[{"url":"http://a.example"}],"paths":{"/a":{"post":{"requestBody":{"required":true,
		"content":{"application/json":{"schema":{"type":"object","properties":{` + strings.TrimRight(b.String(), ",") + `}}}}},"responses":{}}}}}`
	d, err := Parse([]byte(strings.ReplaceAll(text, "LONG", strings.Repeat("word ", 100))), "")
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Properties map[string]struct {
			Description string
			Properties  map[string]struct{ Type, Description string }
		}
	}
	if err := json.Unmarshal(d.Operations[0].Spec.Parameters, &got); err != nil {
		t.Fatal(err)
	}
	p := got.Properties["pa"]
	if len(got.Properties) != 400 || !strings.HasPrefix(p.Description, "word ") || len(p.Description) > maxDescription || p.Properties["q"].Type != "string" {
		t.Errorf("%d arguments, the first %+v", len(got.Properties), p)
	}
	if n := len(d.Operations[0].Spec.Parameters); n > maxSchema {
		t.Errorf("%d bytes", n)
	}
}
