//go:build unix && !solaris && !illumos && !aix

package sqlite

import (
	"errors"
	"os"
	"syscall"
)

// lockFile opens name and locks it; ok is false when another process has it.
func lockFile(name string) (f *os.File, ok bool, err error) {
	for {
		if f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
			return nil, false, err
		}
		if ok, err = tryLock(f, syscall.LOCK_EX); err != nil || !ok {
			return nil, false, errors.Join(err, f.Close())
		}
		// The former holder may have removed the file between our opening and locking it: then the
		// lock is on a file that nobody else will find.
		a, aerr := f.Stat()
		b, berr := os.Stat(name)
		if aerr == nil && berr == nil && os.SameFile(a, b) {
			return f, true, nil
		}
		_ = f.Close()
	}
}

// probeFile says whether another process has locked name. It asks for a shared lock, so that two who
// look at the same time do not take each other for a holder.
func probeFile(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	ok, err := tryLock(f, syscall.LOCK_SH)
	return err == nil && !ok
}

func unlockFile(f *os.File, name string) {
	_ = os.Remove(name)
	_ = f.Close() // which unlocks it
}

func tryLock(f *os.File, how int) (bool, error) {
	for {
		switch err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); err {
		case nil:
			return true, nil
		case syscall.EINTR:
		case syscall.EWOULDBLOCK:
			return false, nil
		default:
			return false, err
		}
	}
}
