package sqlite

import (
	"errors"
	"fmt"
	"syscall"

	modernc "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"deft/store"
)

var errForeign = errors.New("it is an SQLite database of another program: name another store")

const (
	busy       = sqlite3.SQLITE_BUSY
	constraint = sqlite3.SQLITE_CONSTRAINT
)

// code gives SQLite's result code of err, without its extension, or 0.
func code(err error) int {
	if e, ok := errors.AsType[*modernc.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

// explain adds the path and what the user can do to an error of the database.
func (s *Store) explain(err error) error {
	if err == nil {
		return nil
	}
	switch code(err) {
	case 0:
		if errors.Is(err, syscall.ENOSPC) {
			return s.full(err)
		}
		return err
	case sqlite3.SQLITE_FULL:
		return s.full(err)
	case sqlite3.SQLITE_IOERR:
		// Where the shared index of the WAL cannot grow, SQLite reports no more than an I/O error.
		if diskFull(s.path) {
			return s.full(err)
		}
		return fmt.Errorf("store %s: the disk failed: %w. What was stored before is intact; when the disk works again, continue with --resume", s.path, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		if diskFull(s.path) {
			return s.full(err)
		}
		return fmt.Errorf("store %s: cannot be written (%w): make the file and its folder writable, or name another store", s.path, err)
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("store %s: not a database (%w): name another store", s.path, err)
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("store %s: the file is damaged (%w): restore a copy of it, or name another store and import exported runs", s.path, err)
	case busy:
		return fmt.Errorf("store %s: another process has kept it locked for %v (%w): end that process or try again", s.path, patience, err)
	}
	return fmt.Errorf("store %s: %w", s.path, err)
}

func (s *Store) full(err error) error {
	return fmt.Errorf("store %s: %w (%w). What was stored before is intact; free some space, then continue with --resume", s.path, store.ErrFull, err)
}
