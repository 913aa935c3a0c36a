package openapi

import (
	"strings"
	"testing"
)

// TestImpliedToken: a document without a word on authentication takes a token that is sent where it
// is set; an operation that says it needs none gets none.
func TestImpliedToken(t *testing.T) {
	const text = `{"openapi":"3.0.0","info":{"title":"","version":""},"paths":{"/a":{"get":{"operationId":"a","responses":{}}},
		"/b":{"get":{"operationId":"b","security":[],"responses":{}}}}}`
	for _, c := range []struct {
		vars       map[string]string
		name, want string
	}{
		{map[string]string{"DEFT_TOOLS_HUB_TOKEN": "tok-en"}, "a", `"auth":"Bearer [secret]"`},
		{map[string]string{"DEFT_TOOLS_HUB_TOKEN": "tok-en"}, "b", `"auth":""`},
		{nil, "a", `"auth":""`},
	} {
		d, err := Parse([]byte(text), "")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(d.Variables("hub"), " "); got != "DEFT_TOOLS_HUB_TOKEN" {
			t.Errorf("variables %q", got)
		}
		x := open(t, d, echo(t).URL, Config{Source: "hub", AllowPrivate: true, Getenv: env(c.vars)})
		if r := call(t, x, c.name, `{}`); r.Fault != "" || !strings.Contains(string(r.Content), c.want) {
			t.Errorf("%s with %v: %q %s, want %s", c.name, c.vars, r.Fault, r.Content, c.want)
		}
	}
}
