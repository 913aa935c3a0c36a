package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"deft/internal/cli"
	"deft/internal/race"
	"deft/tool/python"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"deft": func() { os.Exit(cli.Main()) }, "adder": serveAdder})
}

// TestScript runs the real command line: each file in testdata/script is one user's story.
func TestScript(t *testing.T) {
	update := os.Getenv("UPDATE_SCRIPTS") != ""
	encoders, err := filepath.Abs("../../retrieve/embed/local/testdata") // tiny models
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: update,
		Condition: func(name string) (bool, error) {
			switch name {
			case "race":
				return race.Enabled, nil
			case "cpython": // works in the sandbox here
				_, err := python.New(context.Background(), python.Config{Engine: python.CPython})
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"servers": servers, "samescores": sameScores},
		Setup: func(e *testscript.Env) error {
			e.Setenv("DEFT_HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("ENCODERS", encoders)
			e.Values["servers"] = running{}
			return nil
		},
	})
}
