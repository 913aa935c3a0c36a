package sealtools

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"deft/retrieve"
	"deft/tool"
)

// toolFile holds the tools, one a line.
const toolFile = "tool.jsonl"

// splitNames are the splits in the order in which they run; each is the file NAME.jsonl.
var splitNames = [...]string{"dev", "test_in_domain", "test_out_domain"}

const splitSuffix = ".jsonl"

// data is where a data set lies and which of its files there are.
type data struct {
	files fs.FS
	dir   string   // as the user named it, for messages; empty for the embedded one
	have  []string // splits present, in the order of splitNames
	tools bool     // whether tool.jsonl is there
}

// locate recognises a data set by its files' names in path, a folder or one of the files.
func locate(path string) (*data, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open Seal-Tools data: %w", err)
	}
	dir, only := path, ""
	if !info.IsDir() {
		dir, only = filepath.Dir(path), filepath.Base(path)
		if only != toolFile && !slices.Contains(splitNames[:], strings.TrimSuffix(only, splitSuffix)) {
			return nil, fmt.Errorf("%s is not named like a file of Seal-Tools: %s", path, fileNames())
		}
	}
	d := &data{files: os.DirFS(dir), dir: dir}
	if err := d.list(only); err != nil {
		return nil, err
	}
	return d, nil
}

func fileNames() string {
	var names []string
	for _, s := range splitNames {
		names = append(names, s+splitSuffix)
	}
	return toolFile + " and any of " + strings.Join(names, ", ")
}

// list finds out which files there are; if only is a split's file, no other split counts.
func (d *data) list(only string) error {
	there := func(name string) bool {
		info, err := fs.Stat(d.files, name)
		return err == nil && !info.IsDir()
	}
	d.tools = there(toolFile)
	for _, s := range splitNames {
		if (only == "" || only == toolFile || only == s+splitSuffix) && there(s+splitSuffix) {
			d.have = append(d.have, s)
		}
	}
	if len(d.have) == 0 {
		found := "nothing of it is there"
		if d.tools {
			found = "only " + toolFile + " is there, which has no instances"
		}
		return fmt.Errorf("no Seal-Tools data in %s: looked for %s; %s", d.dir, fileNames(), found)
	}
	return nil
}

// choose gives the splits to run: the one named; "test", both tests; "all"; by default every test
// split there is, else dev.
func (d *data) choose(name string) ([]string, error) {
	var want []string
	switch name {
	case "", "test":
		want = splitNames[1:]
	case "all":
		want = splitNames[:]
	default:
		want = []string{name}
	}
	var out []string
	for _, s := range want {
		if slices.Contains(d.have, s) {
			out = append(out, s)
		}
	}
	if len(out) == 0 && name == "" {
		out = d.have
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("Seal-Tools data in %s has no split %q: there are %s (and test, all)", d.dir, name, strings.Join(d.have, ", "))
	}
	return out, nil
}

// where names a place in a file for messages.
func (d *data) where(file string, line int) string {
	if d.dir != "" {
		file = filepath.Join(d.dir, file)
	}
	return fmt.Sprintf("%s:%d", file, line)
}

var errUTF8 = errors.New("not UTF-8")

// lines calls use for every line that is not blank, without its line break. Errors get file and line.
func (d *data) lines(ctx context.Context, file string, use func(line string) error) error {
	f, err := d.files.Open(file)
	if err != nil {
		return fmt.Errorf("open Seal-Tools data: %w", err)
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		line, err := r.ReadString('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("read %s: %w", d.where(file, n), err)
		}
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if line = strings.Trim(line, " \t\r\n"); line != "" {
			fault := ctx.Err()
			if fault == nil && !utf8.ValidString(line) {
				fault = errUTF8
			}
			if fault == nil {
				fault = use(line)
			}
			if errors.Is(fault, errStop) {
				return errStop
			}
			if fault != nil {
				return fmt.Errorf("%s: %w", d.where(file, n), fault)
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// errStop ends lines early without a place.
var errStop = errors.New("stop")

// loadPool reads and indexes all tools.
func (d *data) loadPool(ctx context.Context) (*pool, error) {
	p := &pool{tools: make([]document, 0, 4096), byName: make(map[string]int, 4096)}
	b, err := retrieve.NewBuilder(retrieve.Config{})
	if err != nil {
		return nil, err
	}
	var r documents
	var parts []string
	err = d.lines(ctx, toolFile, func(line string) error {
		doc, err := r.parse(line)
		if err != nil {
			return err
		}
		if i, there := p.byName[doc.name]; there {
			return fieldError("api_name", fmt.Errorf("%q is the name of tool %d already", doc.name, i+1))
		}
		p.byName[doc.name] = len(p.tools)
		p.tools = append(p.tools, doc)
		parts = ourDocument(parts[:0], &doc)
		b.Add(parts...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	p.specs = make([]atomic.Pointer[tool.Spec], len(p.tools))
	p.bm25 = b.Index()
	return p, nil
}

// check reads every line of the splits, so that a run does not meet a malformed one half way.
// With onlyGold, every gold tool must be in the pool.
func (d *data) check(ctx context.Context, splits []string, known func(name string) bool) error {
	first := map[string]string{} // id: where
	for _, split := range splits {
		n := 0
		err := d.lines(ctx, split+splitSuffix, func(line string) error {
			in, err := parseInstance(line)
			if err != nil {
				return err
			}
			if _, there := first[in.id]; there {
				return fieldError("id", fmt.Errorf("%q is the id of an instance of %s already", in.id, first[in.id]))
			}
			first[in.id] = split + splitSuffix
			for i, c := range in.calls {
				if !known(c.name) {
					return fieldError("calling", itemError(i, fieldError("api", fmt.Errorf("no tool %q in %s", c.name, toolFile))))
				}
			}
			n++
			return nil
		})
		if err != nil {
			return err
		}
		if n == 0 {
			return fmt.Errorf("%s holds no instances", d.where(split+splitSuffix, 1))
		}
	}
	return nil
}
