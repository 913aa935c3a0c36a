// Package workspace gives a sample one folder in which its agent may keep files, and tools to read
// and write them. No name leads out of the folder: the operating system resolves every path beneath
// it (os.Root), and only regular files with a single name are opened.
package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"syscall"
	"unicode"
	"unicode/utf8"
)

// Limits bound a folder. Zero values give the defaults.
type Limits struct {
	Bytes int64 // of all files together; default 16 MiB
	Files int   // files and folders; default 1000
	Read  int   // bytes one read gives; default 64 KiB
	Depth int   // folders within folders; default 16
}

func (l Limits) withDefaults() Limits {
	if l.Bytes == 0 {
		l.Bytes = 16 << 20
	}
	if l.Files == 0 {
		l.Files = 1000
	}
	if l.Read == 0 {
		l.Read = 64 << 10
	}
	if l.Depth == 0 {
		l.Depth = 16
	}
	return l
}

// maxName is the length of one path element that every file system takes, in bytes.
const maxName = 200

// Errors of a Folder that callers tell apart.
var (
	// ErrRefused: a name that leaves the folder, is no name, or is no regular file.
	ErrRefused = errors.New("refused")
	// ErrQuota: the write would pass the limit on bytes or files.
	ErrQuota = errors.New("no room left in the workspace")
)

// Folder is one sample's folder. It is safe for concurrent use.
type Folder struct {
	limits Limits
	path   string
	root   *os.Root

	mu sync.Mutex // one write at a time, so that the quota holds
}

// New makes a fresh folder in parent ("": the system's place for temporary files). Close removes it.
func New(parent string, l Limits) (*Folder, error) {
	dir, err := os.MkdirTemp(parent, "deft-workspace-*")
	if err != nil {
		return nil, fmt.Errorf("make a workspace: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the workspace: %w", err), os.Remove(dir))
	}
	return &Folder{limits: l.withDefaults(), path: dir, root: root}, nil
}

// Close removes the folder with all it holds.
func (f *Folder) Close() error {
	err := f.root.Close()
	if rerr := os.RemoveAll(f.path); rerr != nil {
		return fmt.Errorf("remove the workspace: %w", rerr)
	}
	return err
}

// clean checks a name as a model wrote it and gives it in its shortest form, "." for the folder.
func (f *Folder) clean(name string) (string, error) {
	switch {
	case name == "":
		return ".", nil
	case len(name) > maxName*f.limits.Depth || !utf8.ValidString(name):
		return "", fmt.Errorf("%w: not a usable file name", ErrRefused)
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || r == '\\' || r == ':' }):
		return "", fmt.Errorf("%w: a file name holds a character that is not allowed", ErrRefused)
	case path.IsAbs(name):
		return "", fmt.Errorf("%w: give a path relative to the workspace", ErrRefused)
	}
	name = path.Clean(name)
	if name == ".." || strings.HasPrefix(name, "../") || !fs.ValidPath(name) {
		return "", fmt.Errorf("%w: the path leaves the workspace", ErrRefused)
	}
	elements := strings.Split(name, "/")
	if len(elements) > f.limits.Depth {
		return "", fmt.Errorf("%w: more than %d folders deep", ErrRefused, f.limits.Depth)
	}
	for _, e := range elements {
		if len(e) > maxName {
			return "", fmt.Errorf("%w: a name of more than %d bytes", ErrRefused, maxName)
		}
	}
	return name, nil
}

// open opens a regular file for reading. Opening does not wait for the other end of a pipe, and
// what was opened is looked at afterwards, so that nothing can be put in its place between.
func (f *Folder) open(name string) (*os.File, fs.FileInfo, error) {
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, explain(name, err)
	}
	info, err := file.Stat()
	if err == nil && (!info.Mode().IsRegular() || names(info) > 1) {
		err = fmt.Errorf("%w: %s is not an ordinary file", ErrRefused, name)
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return file, info, nil
}

// explain drops the system's path from an error and names an escape as what it is.
func explain(name string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s: %w", name, fs.ErrExist)
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("%w: %s: %w", ErrRefused, name, p.Err)
	}
	return fmt.Errorf("%w: %s: %w", ErrRefused, name, err)
}

// Read gives up to Limits.Read bytes of a file from offset on, and the file's size.
func (f *Folder) Read(name string, offset int64) (data []byte, size int64, err error) {
	if name, err = f.clean(name); err != nil {
		return nil, 0, err
	}
	file, info, err := f.open(name)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	if offset < 0 || offset > info.Size() {
		return nil, info.Size(), fmt.Errorf("%w: offset %d is outside the file's %d bytes", ErrRefused, offset, info.Size())
	}
	data, err = io.ReadAll(io.NewSectionReader(file, offset, int64(f.limits.Read)))
	if err != nil {
		return nil, info.Size(), fmt.Errorf("read %s: %w", name, err)
	}
	return data, info.Size(), nil
}

// Write makes or replaces a file, with the folders it is in; appending, it adds to its end. The
// file has its old content or its new one, never a part.
func (f *Folder) Write(name string, data []byte, appending bool) error {
	name, err := f.clean(name)
	if err != nil {
		return err
	}
	if name == "." {
		return fmt.Errorf("%w: give the file a name", ErrRefused)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var old int64
	if file, info, err := f.open(name); err == nil {
		old = info.Size()
		if appending && old+int64(len(data)) > f.limits.Bytes {
			return errors.Join(fmt.Errorf("%w: %s would have more than %d bytes", ErrQuota, name, f.limits.Bytes), file.Close())
		}
		if appending {
			before, err := io.ReadAll(io.LimitReader(file, old))
			if err != nil {
				return errors.Join(fmt.Errorf("read %s: %w", name, err), file.Close())
			}
			data = append(before, data...)
		}
		if err := file.Close(); err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	used, files, err := f.usage()
	if err != nil {
		return err
	}
	if used-old+int64(len(data)) > f.limits.Bytes || files+strings.Count(name, "/")+1 > f.limits.Files {
		return fmt.Errorf("%w: %d of %d bytes and %d of %d files are used", ErrQuota, used, f.limits.Bytes, files, f.limits.Files)
	}
	return f.put(name, data)
}

// put writes beside the file and renames, which replaces a link instead of following it.
func (f *Folder) put(name string, data []byte) error {
	if dir := path.Dir(name); dir != "." {
		if err := f.root.MkdirAll(dir, 0o700); err != nil {
			return explain(dir, err)
		}
	}
	side := path.Join(path.Dir(name), ".new-"+fmt.Sprintf("%x", len(data)))
	_ = f.root.Remove(side) // left by a write that failed
	file, err := f.root.OpenFile(side, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return explain(name, err)
	}
	_, err = file.Write(data)
	if cerr := file.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = f.root.Rename(side, name)
	}
	if err != nil {
		_ = f.root.Remove(side)
		return explain(name, err)
	}
	return nil
}

// usage counts what is in the folder. Links count as files and are not followed.
func (f *Folder) usage() (size int64, files int, err error) {
	err = fs.WalkDir(f.root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == "." {
			return err
		}
		files++
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return nil
	})
	if err != nil {
		return 0, 0, fmt.Errorf("measure the workspace: %w", err)
	}
	return size, files, nil
}

// Remove removes a file or an empty folder; of a link, the link.
func (f *Folder) Remove(name string) error {
	name, err := f.clean(name)
	if err != nil {
		return err
	}
	if name == "." {
		return fmt.Errorf("%w: the workspace itself stays", ErrRefused)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.root.Remove(name); err != nil {
		return explain(name, err)
	}
	return nil
}

// Entry is one file or folder of a listing.
type Entry struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	Folder bool   `json:"folder,omitempty"`
}

// List gives what is in a folder ("" the workspace itself), by name, without links and the like.
func (f *Folder) List(name string) ([]Entry, error) {
	name, err := f.clean(name)
	if err != nil {
		return nil, err
	}
	found, err := fs.ReadDir(f.root.FS(), name)
	if err != nil {
		return nil, explain(name, err)
	}
	out := []Entry{}
	for _, d := range found {
		if info, err := d.Info(); err == nil && (info.Mode().IsRegular() || info.IsDir()) {
			e := Entry{Name: d.Name(), Folder: info.IsDir()}
			if !e.Folder {
				e.Size = info.Size()
			}
			out = append(out, e)
		}
	}
	return out, nil
}
