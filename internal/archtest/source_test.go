package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// eachFile parses every Go file of the product (no tests) and passes it on.
func eachFile(t *testing.T, use func(path string, fset *token.FileSet, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != root || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		use(path, fset, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestExportedIsDocumented(t *testing.T) {
	eachFile(t, func(path string, fset *token.FileSet, f *ast.File) {
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
					t.Errorf("%s: %s has no comment", fset.Position(d.Pos()), d.Name.Name)
				}
			case *ast.GenDecl:
				if d.Tok != token.TYPE {
					continue
				}
				for _, s := range d.Specs {
					ts := s.(*ast.TypeSpec)
					if ts.Name.IsExported() && d.Doc == nil && ts.Doc == nil {
						t.Errorf("%s: type %s has no comment", fset.Position(ts.Pos()), ts.Name.Name)
					}
				}
			}
		}
	})
}

// exportedReceiver is false for methods of unexported types, which no reader of the docs sees, and
// for the methods that every error and wrapper has.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	if d.Name.Name == "Error" || d.Name.Name == "String" {
		return false
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if index, ok := t.(*ast.IndexExpr); ok {
		t = index.X
	}
	id, ok := t.(*ast.Ident)
	return ok && id.IsExported()
}

func TestNoInit(t *testing.T) {
	eachFile(t, func(path string, fset *token.FileSet, f *ast.File) {
		for _, decl := range f.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == "init" {
				t.Errorf("%s: init functions hide what happens at start", fset.Position(d.Pos()))
			}
		}
	})
}

// TestProcessState keeps what the process was given in internal/env.
func TestProcessState(t *testing.T) {
	banned := map[string]bool{"Getenv": true, "LookupEnv": true, "Args": true, "Stdin": true, "Stdout": true, "Stderr": true, "Exit": true}
	eachFile(t, func(path string, fset *token.FileSet, f *ast.File) {
		rel, _ := filepath.Rel(root, path)
		rel = filepath.ToSlash(rel)
		if strings.HasPrefix(rel, "internal/env/") || strings.HasPrefix(rel, "internal/shared/") || strings.HasPrefix(rel, "cmd/") {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if id, ok := sel.X.(*ast.Ident); ok && id.Name == "os" && banned[sel.Sel.Name] {
				t.Errorf("%s: os.%s is read through internal/env", fset.Position(n.Pos()), sel.Sel.Name)
			}
			return true
		})
	})
}

func TestGoFilesHaveNoLeftovers(t *testing.T) {
	words := []string{"TO" + "DO", "FIX" + "ME", "not " + "implemented"}
	eachFile(t, func(path string, _ *token.FileSet, _ *ast.File) {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			if strings.Contains(string(b), w) {
				t.Errorf("%s holds %q", path, w)
			}
		}
	})
}
