package app

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed template
var templateFiles embed.FS

// InitTask writes a task to start from into dir, which is made when missing. Files that are there
// already are an error, and nothing is written. It returns the paths written.
func (a *App) InitTask(dir string) ([]string, error) {
	entries, err := fs.ReadDir(templateFiles, "template")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if _, err := os.Lstat(filepath.Join(dir, e.Name())); !errors.Is(err, fs.ErrNotExist) {
			return nil, Usagef("%s is there already; name a new folder", filepath.Join(dir, e.Name()))
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the task's folder: %w", err)
	}
	var written []string
	for _, e := range entries {
		body, err := templateFiles.ReadFile("template/" + e.Name())
		if err != nil {
			return written, err
		}
		path := filepath.Join(dir, e.Name())
		if err := os.WriteFile(path, body, 0o644); err != nil {
			return written, fmt.Errorf("write the task: %w", err)
		}
		written = append(written, path)
	}
	return written, nil
}
