package python

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"deft/tool/workspace"
)

// Program and files travel to a sandbox, and files back from it, as lines of JSON each followed by as
// many bytes as it announces. What comes back is as hostile as the program.

// header is the first line of what goes in.
type header struct {
	Code  int `json:"code"`  // bytes of the program, which follow
	Files int `json:"files"` // frames after it
	Most  int `json:"most"`  // files that may come back
}

// frame announces a file. The last line of what comes back has End set, and names what was left out.
type frame struct {
	Name string   `json:"name,omitempty"`
	Size int64    `json:"size"`
	End  bool     `json:"end,omitempty"`
	Left []string `json:"left,omitempty"`
}

// maxLine bounds one line of JSON, in bytes.
const maxLine = 64 << 10

// errFrames: what came back is not what a sandbox sends that ended by itself.
var errFrames = errors.New("the files did not come back whole")

// errTooMuch: more came back than the workspace takes.
var errTooMuch = errors.New("more files or bytes than the workspace takes")

func writeProgram(w io.Writer, code string, files []workspace.File, most int) error {
	e := json.NewEncoder(w)
	if err := e.Encode(header{len(code), len(files), most}); err != nil {
		return err
	}
	if _, err := io.WriteString(w, code); err != nil {
		return err
	}
	return writeFiles(w, files)
}

func writeFiles(w io.Writer, files []workspace.File) error {
	e := json.NewEncoder(w)
	for _, f := range files {
		if err := e.Encode(frame{Name: f.Name, Size: int64(len(f.Data))}); err != nil {
			return err
		}
		if _, err := w.Write(f.Data); err != nil {
			return err
		}
	}
	return nil
}

// readProgram reads what writeProgram wrote.
func readProgram(r *bufio.Reader) (code string, files []workspace.File, err error) {
	var h header
	if err := readLine(r, &h); err != nil {
		return "", nil, err
	}
	text := make([]byte, h.Code)
	if _, err := io.ReadFull(r, text); err != nil {
		return "", nil, err
	}
	for range h.Files {
		var f frame
		if err := readLine(r, &f); err != nil {
			return "", nil, err
		}
		data := make([]byte, f.Size)
		if _, err := io.ReadFull(r, data); err != nil {
			return "", nil, err
		}
		files = append(files, workspace.File{Name: f.Name, Data: data})
	}
	return string(text), files, nil
}

// readFiles reads what comes back, at most so many files and bytes.
func readFiles(in io.Reader, l workspace.Limits) (files []workspace.File, left []string, err error) {
	r := bufio.NewReader(in)
	files = []workspace.File{}
	room := l.Bytes
	for {
		var f frame
		if err := readLine(r, &f); err != nil {
			return nil, nil, errors.Join(errFrames, err)
		}
		if f.End {
			return files, f.Left[:min(len(f.Left), maxLeft)], nil
		}
		if f.Size < 0 || f.Size > room || len(files) >= l.Files {
			return nil, nil, errTooMuch
		}
		room -= f.Size
		data := make([]byte, f.Size)
		if _, err := io.ReadFull(r, data); err != nil {
			return nil, nil, errors.Join(errFrames, err)
		}
		files = append(files, workspace.File{Name: f.Name, Data: data})
	}
}

// maxLeft is how many names of things left out are told.
const maxLeft = 20

func readLine(r *bufio.Reader, v any) error {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return fmt.Errorf("a line of more than %d bytes", maxLine)
		}
		if err == nil {
			return json.Unmarshal(line, v)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}
