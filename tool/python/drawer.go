package python

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"

	"go.starlark.net/starlark"

	"deft/tool/workspace"
)

// drawer holds the files of a workspace for a Starlark program, which has no files of its own.
type drawer struct{ files map[string]string }

// serveShared runs a program that came with files, and sends what they are after it by descriptor 3.
func serveShared(ctx context.Context, in io.Reader, steps uint64, limit int, out io.Writer) int {
	code, files, err := readProgram(bufio.NewReader(in))
	if err != nil {
		fmt.Fprintf(out, "read the program: %v\n", err)
		return 2
	}
	d := &drawer{files: make(map[string]string, len(files))}
	for _, f := range files {
		d.files[f.Name] = string(f.Data)
	}
	exit := 0
	if err := interpret(ctx, code, steps, limit, out, d); err != nil {
		fmt.Fprintln(out, err)
		exit = 1
	}
	_ = d.send() // what did not come whole, or was too much, is seen at the other end
	return exit
}

func (d *drawer) send() error {
	to := os.NewFile(3, "files")
	if to == nil {
		return fmt.Errorf("descriptor 3 is not open")
	}
	w := bufio.NewWriter(to)
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		if err := writeFiles(w, []workspace.File{{Name: name, Data: []byte(d.files[name])}}); err != nil {
			return err
		}
	}
	if err := json.NewEncoder(w).Encode(frame{End: true}); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return to.Close()
}

// into adds the functions that reach the files; a nil drawer adds none.
func (d *drawer) into(names starlark.StringDict) starlark.StringDict {
	if d == nil {
		return names
	}
	for name, f := range map[string]func(*starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error){
		"list_files": d.list, "read_file": d.read, "write_file": d.write, "delete_file": d.remove,
	} {
		names[name] = starlark.NewBuiltin(name, func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return f(b, args, kwargs)
		})
	}
	return names
}

func (d *drawer) list(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackArgs(b.Name(), args, kwargs); err != nil {
		return nil, err
	}
	var out []starlark.Value
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		out = append(out, starlark.String(name))
	}
	return starlark.NewList(out), nil
}

func (d *drawer) read(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "path", &name); err != nil {
		return nil, err
	}
	text, ok := d.files[path.Clean(name)]
	if !ok {
		return nil, fmt.Errorf("read_file: there is no file %q", name)
	}
	return starlark.String(text), nil
}

// write keeps the file. Whether the workspace takes it is decided when the program has ended.
func (d *drawer) write(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name, text string
	var appending bool
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "path", &name, "content", &text, "append?", &appending); err != nil {
		return nil, err
	}
	name = path.Clean(name)
	if appending {
		text = d.files[name] + text
	}
	d.files[name] = text
	return starlark.None, nil
}

func (d *drawer) remove(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "path", &name); err != nil {
		return nil, err
	}
	if _, ok := d.files[path.Clean(name)]; !ok {
		return nil, fmt.Errorf("delete_file: there is no file %q", name)
	}
	delete(d.files, path.Clean(name))
	return starlark.None, nil
}
