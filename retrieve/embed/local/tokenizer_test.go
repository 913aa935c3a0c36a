package local

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAddedTokens compares with what testdata/added.py got from the Python package tokenizers.
func TestAddedTokens(t *testing.T) {
	tokenizer, err := readTokenizer(os.DirFS("testdata/added"), true)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile("testdata/added/ids.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Text  string  `json:"text"`
		Times int     `json:"times"`
		IDs   []int32 `json:"ids"`
	}
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) == 0 {
		t.Fatal(err, len(cases))
	}
	for _, c := range cases {
		if d := cmp.Diff(c.IDs, tokenizer.encode(strings.Repeat(c.Text, c.Times), 96)); d != "" {
			t.Errorf("ids of %q (-python +here):\n%s", c.Text, d)
		}
	}
}
