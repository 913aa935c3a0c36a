// Package sqlite keeps runs in one SQLite file, which several processes may use at once.
//
// Tool documents and samples are stored once by their hash, transcripts whole, scores apart by
// (run, scorer, sample, trial). One connection writes, in short transactions; a few others read
// beside it. No read transaction outlives a call, so the write-ahead log is written back and stays
// small however long a run is.
package sqlite

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"os"
	"path/filepath"
	"sync"
	"time"

	"deft/store"
)

// readers is how many connections read at once.
const readers = 4

// Store is a store.Store in an SQLite file. It is also a store.Locker and a store.SampleCopier.
//
// Samples it returns share the memory of their tools' schemas and tags: they are for reading.
type Store struct {
	path  string
	locks locks
	cache cache

	mu     sync.Mutex // held by the writer
	writer *conn
	buf    []byte // what is waiting to be inserted
	stored bool   // the last sample added was there already

	idle   chan *conn // of the readers; nil stands for one that is still to be opened
	closed chan struct{}
	once   sync.Once
}

var (
	_ store.Store        = (*Store)(nil)
	_ store.Locker       = (*Store)(nil)
	_ store.SampleCopier = (*Store)(nil)
)

var errClosed = errors.New("the store is closed")

// Open opens the store in the file at path and creates it, with its folder, where there is none.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(abs), 0o755); err != nil {
		return nil, fmt.Errorf("open store %s: %w: name another store", path, err)
	}
	s := &Store{path: abs, idle: make(chan *conn, readers), closed: make(chan struct{})}
	s.cache.seed = maphash.MakeSeed()
	// While another process makes the file into a database, SQLite turns us away at once.
	for start := time.Now(); ; {
		s.writer, err = create(abs)
		if code(err) != busy || time.Since(start) > patience {
			break
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
	if err != nil {
		if code(err) == 0 {
			return nil, fmt.Errorf("open store %s: %w", abs, err)
		}
		return nil, fmt.Errorf("open %w", s.explain(err))
	}
	// Locks lie beside the file itself, whichever link to it was given.
	if s.locks.path, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", abs, err), s.writer.close())
	}
	for range readers {
		s.idle <- nil
	}
	return s, nil
}

// create opens the file for writing and brings its schema up to date.
func create(path string) (*conn, error) {
	sync := synced
	if i, err := os.Stat(path); err != nil || i.Size() == 0 {
		sync = unsynced
	}
	k, err := dial(path, sync)
	if err != nil {
		return nil, err
	}
	if err = migrate(k); err == nil {
		err = k.script(synced)
	}
	if err != nil {
		return nil, errors.Join(err, k.close())
	}
	return k, nil
}

// Close ends every lock and closes the file. Calls under way are waited for.
func (s *Store) Close() error {
	var err error
	s.once.Do(func() {
		close(s.closed)
		for range readers {
			if k := <-s.idle; k != nil {
				err = errors.Join(err, k.close())
			}
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		// The last connection to close writes the log back.
		err = errors.Join(err, s.writer.close())
		s.writer = nil
		s.locks.releaseAll()
	})
	return s.explain(err)
}

// write runs do in a write transaction.
func (s *Store) write(ctx context.Context, do func(k *conn) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.writer == nil {
		return errClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.buf = s.buf[:0]; cap(s.buf) > 4*maxBuffer {
		s.buf = nil // the last call had something large
	}
	err := s.writer.transact(func() error { return do(s.writer) })
	if err != nil {
		// Ids given in a transaction that was rolled back are given again.
		s.cache.forget()
	}
	return s.explain(err)
}

// read runs do with a connection for reading.
func (s *Store) read(ctx context.Context, do func(k *conn) error) error {
	var k *conn
	select {
	case <-s.closed:
		return errClosed
	default:
	}
	select {
	case k = <-s.idle:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closed:
		return errClosed
	}
	if k == nil {
		var err error
		if k, err = dial(s.path, synced); err != nil {
			s.idle <- nil
			return s.explain(err)
		}
	}
	defer func() { s.idle <- k }()
	return s.explain(do(k))
}
