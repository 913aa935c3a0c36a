//go:build unix

package python

import (
	"syscall"
	"time"
)

// runtimeMemory is what the interpreter's process needs for itself.
const runtimeMemory = 128 << 20

// confine bounds this process for good: the data it may hold, its time, and no files.
func confine(memory int64, limit time.Duration) error {
	set := func(resource int, most uint64) error {
		return syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most})
	}
	if err := set(syscall.RLIMIT_DATA, uint64(memory)+runtimeMemory); err != nil {
		return err
	}
	if err := set(syscall.RLIMIT_CPU, uint64(limit/time.Second)+2); err != nil {
		return err
	}
	if err := set(syscall.RLIMIT_CORE, 0); err != nil {
		return err
	}
	return set(syscall.RLIMIT_FSIZE, 0)
}
