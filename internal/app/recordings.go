package app

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/tool"
)

// findRecordings recognises the benchmark's own layout, else the general one: a JSONL file, a
// folder of JSONL files, or a folder of such folders, one a model.
func findRecordings(b eval.Benchmark, paths []string) ([]eval.Recording, error) {
	var all []eval.Recording
	for _, path := range paths {
		if b.Outputs != nil {
			rs, ok, err := b.Outputs(path)
			if err != nil {
				return nil, err
			}
			if ok {
				all = append(all, rs...)
				continue
			}
		}
		rs, err := generalRecordings(path)
		if err != nil {
			return nil, err
		}
		all = append(all, rs...)
	}
	return all, nil
}

func generalRecordings(path string) ([]eval.Recording, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, Usagef("recorded outputs: %w", err)
	}
	if !info.IsDir() {
		return []eval.Recording{jsonlRecording(modelName(path), []string{path})}, nil
	}
	files, err := filepath.Glob(filepath.Join(path, "*.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", path, err)
	}
	if len(files) > 0 {
		return []eval.Recording{jsonlRecording(filepath.Base(path), files)}, nil
	}
	var all []eval.Recording
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", path, err)
	}
	for _, e := range entries {
		files, err := fs.Glob(os.DirFS(path), e.Name()+"/*.jsonl")
		if err != nil || len(files) == 0 {
			continue
		}
		for i := range files {
			files[i] = filepath.Join(path, filepath.FromSlash(files[i]))
		}
		all = append(all, jsonlRecording(e.Name(), files))
	}
	if len(all) == 0 {
		return nil, Usagef("%s holds no recorded outputs; looked for *.jsonl in it and in its folders, "+
			`a line being {"id": …, "output": "text"} or {"id": …, "tool_calls": [{"name": …, "arguments": {…}}]}`, path)
	}
	return all, nil
}

func modelName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

func jsonlRecording(model string, files []string) eval.Recording {
	slices.Sort(files)
	return eval.Recording{Model: model, Replies: func() iter.Seq2[eval.Recorded, error] {
		return func(yield func(eval.Recorded, error) bool) {
			for _, f := range files {
				if !readJSONL(f, yield) {
					return
				}
			}
		}
	}}
}

// recordedLine is the general form of one recorded reply.
type recordedLine struct {
	ID        *string `json:"id"`
	Output    *string `json:"output"`
	ToolCalls *[]struct {
		ID        string          `json:"id"`
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"tool_calls"`
	Usage  chat.Usage `json:"usage"`
	Millis float64    `json:"ms"`
}

// readJSONL yields the replies of one file. It returns false when the iteration has ended.
func readJSONL(file string, yield func(eval.Recorded, error) bool) bool {
	f, err := os.Open(file)
	if err != nil {
		return yield(eval.Recorded{}, fmt.Errorf("read recorded outputs: %w", err))
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return yield(eval.Recorded{}, fmt.Errorf("read %s: %w", file, err))
		}
		if len(strings.TrimSpace(string(line))) > 0 {
			where := fmt.Sprintf("%s:%d", file, n)
			rec, perr := parseRecorded(line, where)
			if !yield(rec, perr) || perr != nil {
				return false
			}
		}
		if err != nil {
			return true
		}
	}
}

func parseRecorded(line []byte, where string) (eval.Recorded, error) {
	var l recordedLine
	if err := json.Unmarshal(line, &l); err != nil {
		return eval.Recorded{}, Usagef("%s: %w; a line is {\"id\": …, \"output\": \"text\"} or {\"id\": …, \"tool_calls\": […]}", where, err)
	}
	if l.ID == nil {
		return eval.Recorded{}, Usagef("%s: the field \"id\" is missing", where)
	}
	if l.Output == nil && l.ToolCalls == nil {
		return eval.Recorded{}, Usagef("%s: neither \"output\" nor \"tool_calls\" is given for %q", where, *l.ID)
	}
	rec := eval.Recorded{Sample: *l.ID, Where: where, Usage: l.Usage, Millis: l.Millis}
	if l.Output != nil {
		rec.Reply.Content = *l.Output
	}
	if l.ToolCalls != nil {
		rec.Reply.ToolCalls = make([]tool.Call, 0, len(*l.ToolCalls))
		for _, c := range *l.ToolCalls {
			rec.Reply.ToolCalls = append(rec.Reply.ToolCalls, recordedCall(c.ID, c.Name, c.Arguments))
		}
		if len(*l.ToolCalls) == 0 && rec.Reply.Content == "" {
			rec.Reply.Content = "[]" // no call was made: as an empty list every protocol reads so
		}
	}
	return rec, nil
}

// recordedCall takes arguments as a JSON value or, as servers send them, as JSON inside a string.
func recordedCall(id, name string, arguments json.RawMessage) tool.Call {
	c := tool.Call{ID: id, Name: name, Arguments: arguments}
	var text string
	if len(arguments) > 0 && arguments[0] == '"' && json.Unmarshal(arguments, &text) == nil {
		if json.Valid([]byte(text)) {
			c.Arguments = json.RawMessage(text)
		} else {
			c.Arguments, c.Malformed = nil, text
		}
	}
	return c
}
