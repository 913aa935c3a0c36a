package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"deft/store"
)

// locks are this store's holds on runs. A hold is a lock of the operating system on a small file
// beside the database, named for the run's row. It ends with the process, however that dies: no lease
// to refresh, no stale lock to wait for. It holds among the processes of one machine.
type locks struct {
	path string
	mu   sync.Mutex
	own  map[int64]*hold
}

type hold struct {
	f    *os.File
	name string
	// free: taken by creating the run, and Lock may still claim it.
	free bool
}

func (l *locks) file(row int64) string { return fmt.Sprintf("%s.run%d.lock", l.path, row) }

// Lock takes a run for the caller, as store.Locker says.
func (s *Store) Lock(ctx context.Context, run string) (release func(), err error) {
	var row int64
	err = s.read(ctx, func(k *conn) (err error) {
		row, err = rowOf(k, run)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.locks.claim(row, run)
}

// adopt takes a run that was just created.
func (l *locks) adopt(row int64, run string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.take(row, run, true)
}

func (l *locks) claim(row int64, run string) (func(), error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.own[row]
	switch {
	case h == nil:
		if err := l.take(row, run, false); err != nil {
			return nil, err
		}
		h = l.own[row]
	case h.free:
		h.free = false
	default:
		return nil, fmt.Errorf("run %q: %w in this process", run, store.ErrLocked)
	}
	return func() { l.release(row, h) }, nil
}

// take opens and locks the file of a run. l.mu is held.
func (l *locks) take(row int64, run string, free bool) error {
	name := l.file(row)
	f, ok, err := lockFile(name)
	// Someone who only looks whether the run is held is in the way for a moment.
	for try := 0; err == nil && !ok && try < 5; try++ {
		time.Sleep(4 * time.Millisecond)
		f, ok, err = lockFile(name)
	}
	if err != nil {
		return fmt.Errorf("lock run %q: %w", run, err)
	}
	if !ok {
		return fmt.Errorf("run %q: %w%s: wait until it ends, or end it", run, store.ErrLocked, holder(name))
	}
	// For the message above only; the lock itself is what counts.
	host, _ := os.Hostname()
	_, err = f.WriteAt(fmt.Appendf(nil, "process %d on %s\n", os.Getpid(), host), 0)
	if err != nil && !errors.Is(err, os.ErrClosed) {
		_ = f.Truncate(0)
	}
	if l.own == nil {
		l.own = map[int64]*hold{}
	}
	l.own[row] = &hold{f: f, name: name, free: free}
	return nil
}

// holder says who wrote the lock file, as " by process 12 on host", or nothing.
func holder(name string) string {
	b, err := os.ReadFile(name)
	if err != nil || len(b) == 0 || len(b) > 512 {
		return ""
	}
	return " by " + strings.TrimSpace(string(b))
}

// release ends hold h of a run; once it has ended it does nothing.
func (l *locks) release(row int64, h *hold) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.own[row] == h {
		delete(l.own, row)
		h.end()
	}
}

// abandon ends the hold that comes from creating a run, unless Lock has claimed it.
func (l *locks) abandon(row int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.own[row]; h != nil && h.free {
		delete(l.own, row)
		h.end()
	}
}

// end removes the file while it is still locked, so that none are left behind. Whoever had it open
// already finds out and opens a new one: see lockFile.
func (h *hold) end() {
	unlockFile(h.f, h.name)
}

func (l *locks) releaseAll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for row, h := range l.own {
		delete(l.own, row)
		h.end()
	}
}

// held says whether any live process holds a run.
func (l *locks) held(row int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.own[row] != nil {
		return true
	}
	return probeFile(l.file(row))
}
