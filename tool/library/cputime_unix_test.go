//go:build unix

package library

import (
	"syscall"
	"time"
)

// cpuTime is the processor time of this process: unlike the clock it does not count the work of
// others on the same machine.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
