//go:build !unix

package python

import (
	"runtime/debug"
	"time"
)

// confine can only ask the garbage collector to keep the process small on this system.
func confine(memory int64, _ time.Duration) error {
	debug.SetMemoryLimit(memory)
	return nil
}
