//go:build linux || darwin || freebsd

package sqlite

import (
	"path/filepath"
	"syscall"
)

// diskFull says whether the disk under path has less room left than one small transaction needs.
func diskFull(path string) bool {
	var s syscall.Statfs_t
	if syscall.Statfs(filepath.Dir(path), &s) != nil {
		return false
	}
	return s.Bavail*uint64(s.Bsize) < 128<<10
}
