package library

import (
	"deft/internal/race"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestBinaryGrowth: the library with its world adds at most 10 MB to a program. The program without
// it has what every deft has anyway: the contract of tools, HTTP and JSON.
func TestBinaryGrowth(t *testing.T) {
	if testing.Short() || race.Enabled {
		t.Skip("builds two programs")
	}
	gobin, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command to build with")
	}
	size := func(imports, use string) int64 {
		dir := t.TempDir()
		source, binary := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
		code := fmt.Sprintf("package main\n\nimport (\n\t\"fmt\"\n\t\"deft/tool/openapi\"\n%s)\n\nfunc main() {\n\tfmt.Println(openapi.Parse)\n%s}\n", imports, use)
		if err := os.WriteFile(source, []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
		build := exec.CommandContext(t.Context(), gobin, "build", "-trimpath", "-ldflags=-s -w", "-o", binary, source)
		if text, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		info, err := os.Stat(binary)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	without := size("", "")
	with := size("\t\"deft/tool/library\"\n", "\tenv, err := library.New().Open(1)\n\tfmt.Println(env, err)\n")
	t.Logf("%.1f MB with the library, %.1f MB without: it adds %.1f MB", float64(with)/1e6, float64(without)/1e6, float64(with-without)/1e6)
	if with-without > 10e6 {
		t.Errorf("the library adds %d bytes", with-without)
	}
}
