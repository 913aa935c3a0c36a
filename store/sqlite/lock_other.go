//go:build !unix || solaris || illumos || aix

package sqlite

import (
	"errors"
	"io/fs"
	"os"
)

// lockFile opens name. Where there is no flock, a file that a process has open cannot be removed
// (Windows), so that a file which can be removed has no holder.
func lockFile(name string) (f *os.File, ok bool, err error) {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, false, nil
	}
	return f, err == nil, err
}

// probeFile says whether another process has name.
func probeFile(name string) bool {
	err := os.Remove(name)
	return err != nil && !errors.Is(err, fs.ErrNotExist)
}

func unlockFile(f *os.File, name string) {
	_ = f.Close()
	_ = os.Remove(name)
}
