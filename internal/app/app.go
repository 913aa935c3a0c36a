package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"deft/eval"
	"deft/internal/env"
	"deft/store"
	"deft/store/sqlite"
)

// App is what commands act through.
type App struct {
	Env        *env.State
	Benchmarks []eval.Benchmark
	// StorePath is the database file; empty: deft.db in the data folder.
	StorePath string
	// Notice receives short messages for the user beside results (standard error).
	Notice io.Writer
}

// Store opens the database, making it and its folder when missing. The caller closes it.
func (a *App) Store(ctx context.Context) (store.Store, error) {
	path := a.StorePath
	if path == "" {
		path = filepath.Join(a.Env.DataDir(), "deft.db")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of the store: %w; --store PATH chooses another place", err)
	}
	return sqlite.Open(ctx, path)
}

// WithStore opens the store, calls use and closes it.
func (a *App) WithStore(ctx context.Context, use func(store.Store) error) (err error) {
	st, err := a.Store(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := st.Close(); err == nil && cerr != nil {
			err = fmt.Errorf("close the store: %w", cerr)
		}
	}()
	return use(st)
}
