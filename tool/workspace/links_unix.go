//go:build unix

package workspace

import (
	"io/fs"
	"syscall"
)

// names says how many names a file has: a second one may lie outside the folder.
func names(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink) //nolint:unconvert // 16 or 32 bits wide on some systems
	}
	return 1
}
