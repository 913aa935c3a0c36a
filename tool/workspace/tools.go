package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"unicode/utf8"

	"deft/tool"
	"deft/tool/builtin"
)

type pathArgs struct {
	Path string `json:"path"`
}

type readArgs struct {
	Path   string `json:"path"`
	Offset int64  `json:"offset"`
}

type writeArgs struct {
	Path    string `json:"path"`
	Content string `json:"content"`
	Append  bool   `json:"append"`
}

// Specs documents the tools of a workspace.
func Specs() []tool.Spec {
	doc := func(name, description, parameters string) tool.Spec {
		return tool.Spec{Name: name, Description: description, Parameters: json.RawMessage(parameters)}
	}
	const file = `"path":{"type":"string","description":"Path within the workspace, such as notes/today.txt."}`
	return []tool.Spec{
		doc("list_files", "List the files and folders in a folder of the workspace.",
			`{"type":"object","properties":{"path":{"type":"string","description":"A folder; empty for the whole workspace.","default":""}}}`),
		doc("read_file", "Read a text file of the workspace.",
			`{"type":"object","properties":{`+file+`,"offset":{"type":"integer","minimum":0,"default":0,"description":"Byte to start from."}},"required":["path"]}`),
		doc("write_file", "Write a text file in the workspace, replacing what it held.",
			`{"type":"object","properties":{`+file+`,"content":{"type":"string"},"append":{"type":"boolean","default":false,"description":"Add to the end instead."}},"required":["path","content"]}`),
		doc("delete_file", "Delete a file or an empty folder of the workspace.",
			`{"type":"object","properties":{`+file+`},"required":["path"]}`),
	}
}

// Tools is the checked table of the workspace's tools; it serves any number of folders:
//
//	exec := tools.Executor(folder)
func Tools() (*builtin.Set[*Folder], error) {
	return builtin.New(Specs(), map[string]builtin.Func[*Folder]{
		"list_files":  builtin.Typed(list),
		"read_file":   builtin.Typed(read),
		"write_file":  builtin.Typed(write),
		"delete_file": builtin.Typed(remove),
	}, builtin.Options{})
}

func list(_ context.Context, f *Folder, a pathArgs) (map[string]any, error) {
	entries, err := f.List(a.Path)
	return map[string]any{"entries": entries}, report(err)
}

func read(_ context.Context, f *Folder, a readArgs) (map[string]any, error) {
	data, size, err := f.Read(a.Path, a.Offset)
	if err != nil {
		return nil, report(err)
	}
	end := a.Offset + int64(len(data))
	for cut := 1; end < size && cut < utf8.UTFMax && len(data) > cut && !utf8.Valid(data); cut++ { // not inside a character
		if whole := data[:len(data)-cut]; utf8.Valid(whole) {
			data, end = whole, end-int64(cut)
		}
	}
	if !utf8.Valid(data) {
		return nil, builtin.Failed("%s is not a text file", a.Path)
	}
	out := map[string]any{"content": string(data), "size": size}
	if end < size {
		out["next_offset"] = end
	}
	return out, nil
}

func write(_ context.Context, f *Folder, a writeArgs) (map[string]any, error) {
	if err := f.Write(a.Path, []byte(a.Content), a.Append); err != nil {
		return nil, report(err)
	}
	return map[string]any{"written": len(a.Content)}, nil
}

func remove(_ context.Context, f *Folder, a pathArgs) (map[string]any, error) {
	if err := f.Remove(a.Path); err != nil {
		return nil, report(err)
	}
	return map[string]any{"deleted": true}, nil
}

// report names the fault of an error.
func report(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrQuota):
		return &builtin.Failure{Fault: tool.FaultTooLarge, Message: err.Error()}
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrExist):
		return &builtin.Failure{Fault: tool.FaultFailed, Message: err.Error()}
	case errors.Is(err, ErrRefused):
		return &builtin.Failure{Fault: tool.FaultRefused, Message: err.Error()}
	}
	return builtin.Failed("%s", err)
}
