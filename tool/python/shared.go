package python

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"deft/tool"
	"deft/tool/builtin"
	"deft/tool/workspace"
)

// Shared is a runner whose programs see the files of a folder.
type Shared struct {
	Runner *Runner
	Folder *workspace.Folder
}

// Run runs one program with the folder's files: in CPython they are in the current folder, in Starlark
// read_file, write_file, list_files and delete_file reach them. The program works on a copy in memory.
// When it ends by itself, also with an error, the ordinary files of the copy take the place of the
// folder's; links and the like are left out and named. A program that was stopped, or that leaves more
// than the folder may hold, changes nothing, and the Outcome says so.
func (s *Shared) Run(ctx context.Context, code string) (o Outcome, err error) {
	if refused, ok := s.Runner.refusal(ctx, code); !ok {
		return refused, ctx.Err()
	}
	names, err := s.Folder.Exchange(func(files []workspace.File) ([]workspace.File, error) {
		var now []workspace.File
		var back error
		o, now, back, err = s.run(ctx, code, files)
		switch {
		case err != nil:
			return nil, err
		case o.Exit < 0 || o.Fault == tool.FaultTimeout || errors.Is(back, errFrames):
			o.unchanged(tool.FaultFailed, "")
			return nil, nil
		case back != nil:
			o.unchanged(tool.FaultTooLarge, back.Error())
			return nil, nil
		}
		return now, nil
	})
	if errors.Is(err, workspace.ErrQuota) {
		o.unchanged(tool.FaultTooLarge, err.Error())
		return o, nil
	}
	o.LeftOut = append(o.LeftOut, names[:min(len(names), maxLeft)]...)
	return o, err
}

// unchanged says that the program's files were not kept, and why.
func (o *Outcome) unchanged(fault, why string) {
	if o.Fault == "" {
		o.Fault = fault
	}
	for _, more := range []string{why, "the workspace stays as it was"} {
		if more != "" && o.Detail != "" {
			o.Detail += "; "
		}
		o.Detail += more
	}
}

// run gives the program the files, and reads what it leaves; back says what is wrong with that.
func (s *Shared) run(ctx context.Context, code string, files []workspace.File) (o Outcome, now []workspace.File, back, err error) {
	limits := s.Folder.Limits()
	var in bytes.Buffer
	if err := writeProgram(&in, code, files, limits.Files); err != nil {
		return o, nil, nil, fmt.Errorf("give a program its files: %w", err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		return o, nil, nil, fmt.Errorf("give a program its files: %w", err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		now, o.LeftOut, back = readFiles(r, limits)
		_ = r.Close() // a program that goes on sending is told to stop
	}()
	done, err := s.Runner.start(ctx, &in, &sharing{limits, w})
	_ = w.Close() // the sandbox is gone, and with it every other end of the pipe
	<-read
	left := o.LeftOut
	o = done
	o.LeftOut = left
	return o, now, back, err
}

// sharing is what a sandbox needs beside its program: the limits of the files, and where they go after.
type sharing struct {
	limits workspace.Limits
	out    *os.File
}

// tmpfs is the size of the memory that holds the files, in bytes: blocks are whole pages.
func (s *sharing) tmpfs() int64 { return s.limits.Bytes + int64(s.limits.Files)*4096 }

// SharedSpec documents the tool for programs that see the files of a folder.
func (r *Runner) SharedSpec() tool.Spec {
	about := "Run a Python program and get what it prints. There is no network. The files of the workspace are in the current folder, and what the program writes there stays."
	if r.engine == Starlark {
		about = "Run a program in Starlark, a small dialect of Python, and get what it prints. There are functions, loops, lists, dicts, " +
			"and the modules json and math; there is no import, class, try, or f-string. read_file(path), write_file(path, text), " +
			"list_files() and delete_file(path) reach the files of the workspace."
	}
	s := r.Spec()
	s.Description = about
	return s
}

// SharedTools is the checked table of the one tool. Its result is an Outcome, as that of Tools.
func (r *Runner) SharedTools() (*builtin.Set[*Shared], error) {
	spec := r.SharedSpec()
	return builtin.New([]tool.Spec{spec}, map[string]builtin.Func[*Shared]{
		spec.Name: func(ctx context.Context, s *Shared, args json.RawMessage) (any, error) {
			var a struct {
				Code string `json:"code"`
			}
			if err := json.Unmarshal(args, &a); err != nil {
				return nil, builtin.Failed("%s", err)
			}
			return s.Run(ctx, a.Code)
		},
	}, builtin.Options{Timeout: 2 * r.limits.Time})
}
