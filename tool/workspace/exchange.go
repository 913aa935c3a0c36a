package workspace

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
)

// File is one file of a folder, whole.
type File struct {
	Name string // relative, with slashes
	Data []byte
}

// Limits are those of the folder, defaults filled in.
func (f *Folder) Limits() Limits { return f.limits }

// Exchange lends all ordinary files to use, in the order of their names, and makes the folder hold
// what it gives back instead; nil leaves the folder as it is, as an error does. Nothing else reads or
// writes meanwhile. Names that no file here can have are left out and returned. Files beyond the
// limits are ErrQuota, and the folder stays as it was.
func (f *Folder) Exchange(use func([]File) ([]File, error)) (refused []string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	old, err := f.files()
	if err != nil {
		return nil, err
	}
	given, err := use(old)
	if err != nil || given == nil {
		return nil, err
	}
	given, refused, err = f.accept(given)
	if err != nil {
		return nil, err
	}
	return refused, f.replace(old, given)
}

// files reads every ordinary file.
func (f *Folder) files() ([]File, error) {
	var out []File
	err := fs.WalkDir(f.root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		file, info, err := f.open(p)
		if errors.Is(err, ErrRefused) {
			return nil
		}
		if err != nil {
			return err
		}
		data, err := io.ReadAll(io.LimitReader(file, info.Size()))
		out = append(out, File{p, data})
		return errors.Join(err, file.Close())
	})
	if err != nil {
		return nil, fmt.Errorf("read the workspace: %w", err)
	}
	return out, nil
}

// accept sorts out names that are none, and checks the limits. Of two files of one name the last
// counts; a file that stands where others need a folder is left out.
func (f *Folder) accept(given []File) (good []File, refused []string, err error) {
	byName := map[string]File{}
	folders := map[string]bool{}
	for _, g := range given {
		name, err := f.clean(g.Name)
		if err != nil || name == "." || name != g.Name {
			refused = append(refused, g.Name)
			continue
		}
		byName[name] = g
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	var size int64
	for name, g := range byName {
		if folders[name] {
			refused = append(refused, name)
			continue
		}
		size += int64(len(g.Data))
		good = append(good, g)
	}
	if size > f.limits.Bytes || len(good)+len(folders) > f.limits.Files {
		return nil, nil, fmt.Errorf("%w: there would be %d bytes in %d files and folders, more than %d or %d",
			ErrQuota, size, len(good)+len(folders), f.limits.Bytes, f.limits.Files)
	}
	slices.SortFunc(good, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	slices.Sort(refused)
	return good, refused, nil
}

// replace removes what is gone, with the folders that it leaves empty, and writes what is new.
func (f *Folder) replace(old, now []File) error {
	kept := map[string][]byte{}
	for _, n := range now {
		kept[n.Name] = n.Data
	}
	before := map[string][]byte{}
	for _, o := range old {
		before[o.Name] = o.Data
		if _, ok := kept[o.Name]; ok {
			continue
		}
		if err := f.root.Remove(o.Name); err != nil {
			return explain(o.Name, err)
		}
		for dir := path.Dir(o.Name); dir != "." && f.root.Remove(dir) == nil; dir = path.Dir(dir) {
		}
	}
	for _, n := range now {
		if data, ok := before[n.Name]; ok && bytes.Equal(data, n.Data) {
			continue
		}
		if err := f.put(n.Name, n.Data); err != nil {
			return err
		}
	}
	return nil
}
