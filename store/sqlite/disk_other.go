//go:build !(linux || darwin || freebsd)

package sqlite

// diskFull cannot be told here; SQLite's own code for a full disk is used alone.
func diskFull(string) bool { return false }
