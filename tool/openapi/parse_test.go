package openapi

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/tool"
	"deft/tool/schema"
)

var update = flag.Bool("update", false, "write the golden files anew")

func shop(t testing.TB) *Document { return document(t, "testdata/shop.yaml") }

func document(t testing.TB, file string) *Document {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Parse(text, "")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestParseGolden(t *testing.T) {
	got, err := json.MarshalIndent(shop(t), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/shop.golden.json"
	if *update {
		if err := os.WriteFile(golden, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.TrimSpace(string(want)), string(got)); d != "" {
		t.Errorf("the document differs (-want +got); -update writes it anew:\n%s", d)
	}
}

func TestStoredDocumentIsTheSame(t *testing.T) {
	d := shop(t)
	b, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	// encoding/json writes <, > and & of schemas as escapes, so compare what they mean.
	other, err := json.Marshal(again)
	if err != nil || string(other) != string(b) {
		t.Errorf("decoding and encoding again changed the document: %v", err)
	}
}

// TestNothingIsLost counts arguments: three parameters called id stay three arguments.
func TestNothingIsLost(t *testing.T) {
	for _, o := range shop(t).Operations {
		var doc struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if err := json.Unmarshal(o.Spec.Parameters, &doc); err != nil {
			t.Fatal(err)
		}
		bound := map[string]bool{}
		for _, p := range o.Params {
			bound[p.Arg] = true
		}
		n := len(o.Params)
		if o.Body != nil && o.Body.Whole != "" {
			bound[o.Body.Whole] = true
			n++
		} else if o.Body != nil {
			for _, f := range o.Body.Fields {
				bound[f.Arg] = true
				n++
			}
		}
		if n != len(bound) || n != len(doc.Properties) {
			t.Errorf("%s: %d bindings, %d distinct, %d properties", o.Spec.Name, n, len(bound), len(doc.Properties))
		}
		for name := range doc.Properties {
			if !bound[name] {
				t.Errorf("%s: property %q is bound to nothing", o.Spec.Name, name)
			}
		}
	}
}

func TestArgumentsOfMergedSchemas(t *testing.T) {
	d, c := shop(t), schema.New()
	var spec tool.Spec
	for _, s := range d.Specs() {
		if s.Name == "post_items" {
			spec = s
		}
	}
	for args, want := range map[string]string{
		`{"name":"a","price":null,"parent":{"name":"b","price":1}}`: "",
		`{"name":"a","kind":"on","code":"x","secret":"s"}`:          "",
		`{"price":1}`:                     "missing_required",
		`{"name":"a","id":"1"}`:           "unknown_parameter", // read-only
		`{"name":"a","price":0}`:          "out_of_range",
		`{"name":"a","parent":{}}`:        "missing_required",
		`{"name":"a","kind":"off"}`:       "no_alternative",
		`{"name":"","parent":{"name":1}}`: "bad_length wrong_type",
	} {
		faults, err := c.Arguments(spec, tool.Call{Arguments: json.RawMessage(args)})
		if err != nil {
			t.Fatal(err)
		}
		var kinds []string
		for _, f := range faults {
			kinds = append(kinds, string(f.Kind))
		}
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("%s: faults %q, want %q", args, got, want)
		}
	}
}

func TestRefusedDocuments(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"external file":  {`{"openapi":"3.0.0","info":{"title":"","version":""},"paths":{"/a":{"$ref":"other.yaml#/a"}}}`, "external"},
		"external url":   {`{"openapi":"3.0.0","info":{"title":"","version":""},"paths":{"/a":{"get":{"responses":{"200":{"description":"","content":{"application/json":{"schema":{"$ref":"http://169.254.169.254/x"}}}}}}}}}`, "external"},
		"missing scheme": {`{"openapi":"3.0.0","info":{"title":"","version":""},"paths":{"/a":{"get":{"security":[{"k":[]}],"responses":{}}}}}`, `"k", which the document does not describe`},
		"nothing":        {``, "OpenAPI document"},
		"not a document": {`[1]`, "OpenAPI document"},
		"no paths":       {`{"openapi":"3.0.0","info":{"title":"","version":""}}`, "no paths"},
		"host by path":   {`{"openapi":"3.0.0","info":{"title":"","version":""},"servers":[{"url":"http://a.example"}],"paths":{"@evil.example/a":{"get":{"responses":{}}}}}`, "slash"},
		"endless parts":  {`{"openapi":"3.0.0","info":{"title":"","version":""},"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}},"responses":{}}}},"components":{"schemas":{"A":{"allOf":[{"$ref":"#/components/schemas/B"}]},"B":{"allOf":[{"$ref":"#/components/schemas/A"}]}}}}`, "itself"},
	} {
		if _, err := Parse([]byte(c.text), ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

// foreign is the folder of the OpenAPI library's own test documents in the module cache.
func foreign(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/getkin/kin-openapi").Output()
	dir := filepath.Join(strings.TrimSpace(string(out)), "openapi3", "testdata")
	if _, serr := os.Stat(dir); err != nil || serr != nil {
		t.Skipf("the OpenAPI library's test documents are not there: %v %v", err, serr)
	}
	return dir
}

// TestForeignDocuments imports real documents that others wrote: lxkns (Apache 2.0, 2,000 lines)
// and an e-mail platform's API of 334 operations (1.5 MB), both from the module cache.
func TestForeignDocuments(t *testing.T) {
	dir := foreign(t)
	name := regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$`)
	for file, want := range map[string]struct{ tools, skipped int }{
		"lxkns.yaml":            {3, 0},
		"oai_v3_stoplight.json": {334, 0},
	} {
		t.Run(file, func(t *testing.T) {
			if testing.Short() && file != "lxkns.yaml" {
				t.Skip("1.5 MB take seconds")
			}
			text, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Skip(err)
			}
			d, err := Parse(text, "https://api.example/openapi.json")
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: %d tools, %d skipped: %.400q", d.Title, len(d.Operations), len(d.Skipped), d.Skipped)
			if len(d.Operations) != want.tools || len(d.Skipped) != want.skipped {
				t.Errorf("%d tools, %d skipped, want %d and %d", len(d.Operations), len(d.Skipped), want.tools, want.skipped)
			}
			seen, c, results := map[string]bool{}, schema.New(), 0
			for _, s := range d.Specs() {
				if seen[s.Name] || !name.MatchString(s.Name) {
					t.Errorf("the name %q is not unique or has odd characters", s.Name)
				}
				seen[s.Name] = true
				if s.Description == "" {
					t.Errorf("%s has no description", s.Name)
				}
				if err := c.Document(s); err != nil {
					t.Error(err)
				}
				if len(s.Result) > 0 {
					results++
				}
			}
			if results == 0 {
				t.Error("no tool has a result schema")
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/shop.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	if old, err := os.ReadFile("testdata/depot.yaml"); err == nil {
		f.Add(string(old))
	}
	f.Add(`{"openapi":"3.1.0","info":{"title":"","version":""},"paths":{"/{a}":{"get":{"parameters":[{"name":"a","in":"path","schema":true}],"responses":{}}}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse([]byte(text), "https://a.example/x")
		if err != nil {
			return
		}
		c := schema.New()
		for _, s := range d.Specs() {
			if err := c.Document(s); err != nil {
				t.Error(err)
			}
		}
	})
}
