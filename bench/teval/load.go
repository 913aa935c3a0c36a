package teval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"deft/eval"
)

// file is one of the eight files, found in the user's folder.
type file struct {
	path    string
	kind    kind
	chinese bool
}

// find lists the files of T-Eval at path, a folder or one file, in the order of kinds. With loose,
// names may carry a model's name, as recorded outputs do.
func find(path string, loose bool) ([]file, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	names, dir := []string{filepath.Base(path)}, filepath.Dir(path)
	if info.IsDir() {
		dir, names = path, nil
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if !e.IsDir() {
				names = append(names, e.Name())
			}
		}
	}
	var out []file
	for _, n := range names {
		if k, chinese, ok := kindOf(n, loose); ok {
			out = append(out, file{filepath.Join(dir, n), k, chinese})
		}
	}
	rank := map[string]int{}
	for i, k := range kinds() {
		rank[k.name] = i
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if a.chinese != b.chinese {
			return b.chinese
		}
		return rank[a.kind.name] < rank[b.kind.name]
	})
	return out, nil
}

// openFiles finds the data files at path. None, or two of one kind, is an error.
func openFiles(path string) ([]file, error) {
	files, err := find(path, false)
	if err != nil {
		return nil, fmt.Errorf("open T-Eval data: %w", err)
	}
	if len(files) == 0 {
		var names []string
		for _, k := range kinds() {
			names = append(names, k.name+"_v2.json")
		}
		return nil, fmt.Errorf("no T-Eval data at %s: looked for any of %s (or the same with _zh)", path, strings.Join(names, ", "))
	}
	for i := 1; i < len(files); i++ {
		if a, b := files[i-1], files[i]; a.kind.name == b.kind.name && a.chinese == b.chinese {
			return nil, fmt.Errorf("both %s and %s hold %s cases: keep one of them in the folder", a.path, b.path, a.kind.name)
		}
	}
	return files, nil
}

// samples iterates over the cases of files, which are read as they are needed.
func samples(files []file) func() iter.Seq2[eval.Sample, error] {
	return func() iter.Seq2[eval.Sample, error] {
		return func(yield func(eval.Sample, error) bool) {
			for _, f := range files {
				for entry, err := range entries(f.path) {
					var s eval.Sample
					if err == nil {
						s, err = entry.Case.sample(f.kind, f.chinese, entry.id)
						if err != nil {
							err = fmt.Errorf("%s: case %s: %w", f.path, entry.id, err)
						}
					}
					if !yield(s, err) || err != nil {
						return
					}
				}
			}
		}
	}
}

// entry is one case of a file with its id.
type entry struct {
	id string
	Case
}

// entries reads a file's one JSON object case by case: files of 100 MB are not held in memory. An
// error ends the iteration; it names the file and the line.
func entries(path string) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(entry{}, err)
			return
		}
		defer f.Close()
		lines := &lineCounter{r: f}
		d := json.NewDecoder(lines)
		fail := func(what string, err error) {
			var syntax *json.SyntaxError
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				err = errors.New("the file ends too early; is the download complete?")
			} else if errors.As(err, &syntax) {
				err = fmt.Errorf("not JSON: %w", err)
			}
			yield(entry{}, fmt.Errorf("%s:%d: %s: %w", path, lines.at(d.InputOffset()), what, err))
		}
		if t, err := d.Token(); err != nil || t != json.Delim('{') {
			if err == nil {
				err = errors.New("a T-Eval file is one JSON object of cases by id")
			}
			fail("read", err)
			return
		}
		seen := map[string]bool{}
		for d.More() {
			t, err := d.Token()
			if err != nil {
				fail("read", err)
				return
			}
			e := entry{id: t.(string)} // keys of an object are strings
			if seen[e.id] {
				fail("case "+e.id, errors.New("the id occurs twice"))
				return
			}
			seen[e.id] = true
			if err := d.Decode(&e.Case); err != nil {
				fail("case "+e.id, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
		if _, err := d.Token(); err != nil {
			fail("read", err)
		}
	}
}

// lineCounter remembers where lines begin, so that an offset can be told as a line.
type lineCounter struct {
	r      io.Reader
	offset int64
	starts []int64
}

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			l.starts = append(l.starts, l.offset+int64(i)+1)
		}
	}
	l.offset += int64(n)
	return n, err
}

// at gives the line, counted from 1, of a byte.
func (l *lineCounter) at(offset int64) int {
	return 1 + sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset })
}
