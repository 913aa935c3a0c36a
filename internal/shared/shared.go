// Package shared finds the public data sets that tests compare against. They are not part of the
// repository: DEFT_SHARED names their folder, by default ../shared beside the checkout.
package shared

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Data gives the path of elem below the shared data folder. Where it is missing the test is
// skipped with a message, or fails when CI is set.
func Data(t testing.TB, elem ...string) string {
	t.Helper()
	dir := os.Getenv("DEFT_SHARED")
	if dir == "" {
		_, file, _, _ := runtime.Caller(0)
		dir = filepath.Join(filepath.Dir(file), "..", "..", "..", "shared")
	}
	path := filepath.Join(append([]string{dir, "data"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("public data missing: %v (set DEFT_SHARED)", err)
		}
		t.Skipf("public data missing: %v (set DEFT_SHARED)", err)
	}
	return path
}
