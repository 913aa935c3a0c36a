// Package archtest holds the rules of the code's structure as tests: which package may import
// which, that everything is documented, and that every flag has a help text.
package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// pkg is what `go list -json` says of a package.
type pkg struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Doc        string
	GoFiles    []string
}

func list(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Standard,Imports,Doc,GoFiles", "deft/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// layers gives, for each package of the spine, the packages of ours that it may import. A package
// may import what is below it only; "x/..." stands for x and everything under it.
var layers = map[string][]string{
	"deft/pyvalue":  {},
	"deft/stat":     {},
	"deft/retrieve": {}, "deft/retrieve/embed": {},
	"deft/prompt":       {},
	"deft/tool":         {"deft/pyvalue", "deft/stat", "deft/retrieve"},
	"deft/chat":         {"deft/tool"},
	"deft/protocol":     {"deft/tool", "deft/chat", "deft/prompt", "deft/pyvalue"},
	"deft/eval":         {"deft/tool", "deft/chat", "deft/protocol", "deft/prompt", "deft/retrieve/embed"},
	"deft/store":        {"deft/eval", "deft/chat", "deft/tool"},
	"deft/runner":       {"deft/store", "deft/eval", "deft/chat", "deft/tool", "deft/protocol"},
	"deft/internal/env": {},
}

// contracts may use nothing but the standard library and what layers gives them.
var contracts = []string{
	"deft/pyvalue", "deft/stat", "deft/retrieve", "deft/prompt", "deft/tool", "deft/chat", "deft/protocol", "deft/eval", "deft/store",
}

// forbidden gives imports that no package under a prefix may have.
var forbidden = map[string][]string{
	"deft/runner": {"deft/bench", "deft/solver", "deft/judge"},
	"deft/report": {"deft/bench", "deft/runner", "deft/internal/app", "deft/internal/cli"},
	"deft/bench":  {"deft/runner", "deft/report", "deft/store", "deft/internal/app", "deft/internal/cli"},
	"deft/solver": {"deft/bench", "deft/runner", "deft/store"},
	"deft/judge":  {"deft/bench", "deft/runner", "deft/store"},
	"deft/tool":   {"deft/chat/openai", "deft/bench", "deft/runner", "deft/internal/app"},
	"deft/chat":   {"deft/protocol", "deft/eval", "deft/bench", "deft/runner"},
}

func TestImports(t *testing.T) {
	isContract := map[string]bool{}
	for _, c := range contracts {
		isContract[c] = true
	}
	for _, p := range list(t) {
		allowed, layered := layers[p.ImportPath]
		for _, imp := range p.Imports {
			ours := imp == "deft" || strings.HasPrefix(imp, "deft/")
			if layered && ours && !contains(allowed, imp) {
				t.Errorf("%s must not import %s: an arrow points upwards or sideways", p.ImportPath, imp)
			}
			if isContract[p.ImportPath] && !ours && strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") {
				t.Errorf("%s is a contract and must not import %s", p.ImportPath, imp)
			}
			for under, bad := range forbidden {
				if !within(p.ImportPath, under) {
					continue
				}
				for _, b := range bad {
					if within(imp, b) {
						t.Errorf("%s must not import %s", p.ImportPath, imp)
					}
				}
			}
		}
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func within(path, under string) bool { return path == under || strings.HasPrefix(path, under+"/") }

func TestNames(t *testing.T) {
	for _, p := range list(t) {
		switch name := p.ImportPath[strings.LastIndex(p.ImportPath, "/")+1:]; name {
		case "utils", "util", "common", "helpers", "helper", "types", "models", "misc", "lib", "shared_types":
			t.Errorf("%s: a package is named for what it holds, not %q", p.ImportPath, name)
		}
		if p.Doc == "" && len(p.GoFiles) > 0 {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}
