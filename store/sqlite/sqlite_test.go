package sqlite_test

import (
	"context"
	"path/filepath"
	"testing"

	"deft/store"
	"deft/store/sqlite"
	"deft/store/storetest"
)

// file is a storetest.Place.
type file string

func (f file) Open(ctx context.Context) (store.Store, error) { return sqlite.Open(ctx, string(f)) }

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Place { return file(filepath.Join(t.TempDir(), "deft.db")) })
}
