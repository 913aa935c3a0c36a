package teval

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deft/eval"
	"deft/internal/shared"
)

// TestOwnSet checks what the embedded set promises: its size, its variety, and that every path is sound.
func TestOwnSet(t *testing.T) {
	apis, paths, err := Own()
	if err != nil {
		t.Fatal(err)
	}
	known, tools := map[string]API{}, map[string]bool{}
	for _, a := range apis {
		known[a.Name] = a
		tool, _, ok := strings.Cut(a.Name, ".")
		if !ok || a.Description == "" || len(a.Returns) == 0 {
			t.Errorf("%s is not fully documented", a.Name)
		}
		tools[tool] = true
		for _, b := range apis {
			if a.Name != b.Name && strings.HasPrefix(b.Name, a.Name) {
				t.Errorf("%s begins like %s: text plans could not tell them apart", b.Name, a.Name)
			}
		}
	}
	reviews, used, ids, failed := map[string]int{}, map[string]bool{}, map[string]bool{}, 0
	for i := range paths {
		p := &paths[i]
		if err := p.Verify(known); err != nil {
			t.Error(err)
		}
		if len(p.Steps) < 2 || len(p.Steps) > 7 || ids[p.ID] {
			t.Errorf("path %s has %d steps, or its id twice", p.ID, len(p.Steps))
		}
		ids[p.ID] = true
		hasError := false
		for _, s := range p.Steps {
			reviews[s.Review]++
			used[s.Name] = true
			hasError = hasError || s.Review != reviewSuccess
		}
		if hasError {
			failed++
		}
	}
	t.Logf("%d paths, %d with an error, %d functions of %d tools, reviews %v", len(paths), failed, len(apis), len(tools), reviews)
	if len(paths) < 60 || len(tools) < 12 || len(used) != len(apis) || 5*failed < len(paths) {
		t.Errorf("%d paths (%d with errors), %d tools, %d of %d functions used", len(paths), failed, len(tools), len(used), len(apis))
	}
	for _, r := range []string{"A", "B", "C", "D", "E"} {
		if reviews[r] < 20 {
			t.Errorf("review %s occurs %d times, want at least 20", r, reviews[r])
		}
	}
}

// TestOwnToolsAreOurs: none of them is among the published documents.
func TestOwnToolsAreOurs(t *testing.T) {
	raw, err := os.ReadFile(shared.Data(t, "teval", "api_descrip.json"))
	if err != nil {
		t.Fatal(err)
	}
	var published []struct {
		Name string `json:"name"`
		List []struct {
			Name        string `json:"name"`
			Description string `json:"description"`
		} `json:"api_list"`
	}
	if err := json.Unmarshal(raw, &published); err != nil {
		t.Fatal(err)
	}
	taken := map[string]bool{}
	for _, p := range published {
		taken[p.Name] = true
		for _, a := range p.List {
			taken[p.Name+"."+a.Name], taken[a.Description] = true, true
		}
	}
	apis, _, err := Own()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range apis {
		tool, _, _ := strings.Cut(a.Name, ".")
		if taken[tool] || taken[a.Name] || taken[a.Description] {
			t.Errorf("%s is one of the published tools", a.Name)
		}
	}
}

// TestExtractedFilesReadBack writes the eight files, opens them as a user's data and compares every
// sample with the embedded one.
func TestExtractedFilesReadBack(t *testing.T) {
	dir := t.TempDir()
	writeOwn(t, dir, nil)
	fromFiles, err := Benchmark().Open(t.Context(), eval.Options{Data: dir})
	if err != nil {
		t.Fatal(err)
	}
	embedded, err := Benchmark().Open(t.Context(), eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := collect(t, fromFiles), collect(t, embedded)
	if len(a) != len(b) || len(a) != ownSamples {
		t.Fatalf("%d samples from files, %d embedded, %d promised", len(a), len(b), ownSamples)
	}
	for i := range a {
		x, _ := json.Marshal(a[i])
		y, _ := json.Marshal(b[i])
		if string(x) != string(y) {
			t.Fatalf("sample %s differs:\n%s\n%s", a[i].ID, x, y)
		}
	}
}

// writeOwn writes the embedded cases as the eight files, with a prediction each if predict is given.
func writeOwn(t testing.TB, dir string, predict func(file, id string, c Case) string) {
	t.Helper()
	x, err := NewExtractor(nil)
	if err != nil {
		t.Fatal(err)
	}
	apis, paths, err := Own()
	if err != nil {
		t.Fatal(err)
	}
	files, err := x.Files(paths, apis)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if predict != nil {
			for i := range f.Cases {
				body, err := json.Marshal(predict(f.Name, f.Cases[i].ID, f.Cases[i].Case))
				if err != nil {
					t.Fatal(err)
				}
				f.Cases[i].Prediction = body
			}
		}
		w, err := os.Create(filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteTo(w); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func collect(t testing.TB, task *eval.Task) []eval.Sample {
	t.Helper()
	var out []eval.Sample
	for s, err := range task.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}
