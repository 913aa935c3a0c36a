package am

import (
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

// Bounds of a workspace, so that a sample's world stays small.
const (
	maxFiles = 400
	maxText  = 60000 // bytes of one file
)

const fileHint = "read_workspace_file with the path of a folder lists its files"

// number reads a constant of a table or a number of a model; what is none is 0.
func number(s string) float64 {
	x, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || x-x != 0 { // infinite, or not a number
		return 0
	}
	return x
}

// location is the path in its shortest form; it stays inside the workspace.
func location(param, p string) (string, error) {
	c := path.Clean(strings.ReplaceAll(strings.TrimSpace(p), "\\", "/"))
	if path.IsAbs(c) || c == ".." || strings.HasPrefix(c, "../") {
		return "", define.Refused("%s must be a path inside the workspace, such as notes/plan.txt", param)
	}
	if strings.ContainsAny(c, "\x00\n\r*?\"<>|:") || !utf8.ValidString(c) {
		return "", define.Invalid(param, "holds a character that is not allowed in a path")
	}
	return c, nil
}

func load(w *world.World, param, p string) (world.File, error) {
	c, err := location(param, p)
	if err != nil {
		return world.File{}, err
	}
	f, ok := world.Files.Get(w, c)
	if !ok {
		return f, define.NotFound("file", c, fileHint)
	}
	return f, nil
}

// store writes a file with today's date and its size.
func store(w *world.World, f world.File) (world.File, error) {
	if f.Path == "." {
		return f, define.Invalid("output_path", "must name a file")
	}
	if _, ok := world.Files.Get(w, f.Path); !ok && len(world.Files.All(w)) >= maxFiles {
		return f, define.Fail("workspace_full", "the workspace holds %d files and takes no more", maxFiles)
	}
	for _, o := range world.Files.All(w) {
		if strings.HasPrefix(o.Path, f.Path+"/") || strings.HasPrefix(f.Path, o.Path+"/") {
			return f, define.Fail("is_a_folder", "%s cannot be both a file and a folder", f.Path)
		}
	}
	f.Modified = world.Today
	switch f.Kind {
	case "text":
		f.Bytes = len(f.Text)
	case "pdf":
		f.Bytes = world.PDFBytes(f)
	}
	if f.Kind == "text" && f.Bytes > maxText {
		return f, define.Fail("too_large", "the file would have %d bytes; at most %d are accepted", f.Bytes, maxText)
	}
	world.Files.Put(w, f)
	return f, nil
}

func workspaceTools() []define.Tool {
	return []define.Tool{
		define.Act("write_workspace_file", "Writes text to a file of the workspace: replaces it, appends to it, or refuses when it exists.",
			func(w *world.World, in struct {
				Path string `json:"file_path" doc:"Path in the workspace" min:"1" max:"120"`
				Text string `json:"text" doc:"Text to write" max:"20000"`
				Mode string `json:"mode" doc:"What to do with what is there" enum:"replace,append,create" default:"replace"`
			}) (out struct {
				Path    string `json:"file_path"`
				Bytes   int    `json:"bytes"`
				Lines   int    `json:"lines"`
				Created bool   `json:"created" doc:"Whether the file is new"`
			}, err error) {
				p, err := location("file_path", in.Path)
				if err != nil {
					return out, err
				}
				f, exists := world.Files.Get(w, p)
				switch {
				case exists && in.Mode == "create":
					return out, define.Fail("exists", "%s exists; use mode replace or append", p)
				case exists && f.Kind != "text":
					return out, define.Fail("not_text", "%s is not a text file", p)
				case in.Mode == "append":
					in.Text = f.Text + in.Text
				}
				f.Path, f.Kind, f.Text = p, "text", in.Text
				if f, err = store(w, f); err != nil {
					return out, err
				}
				out.Path, out.Bytes, out.Lines, out.Created = f.Path, f.Bytes, countLines(f.Text), !exists
				return out, nil
			}, `{"file_path":"notes/plan.txt","text":"call the bank\n"}`, `{"file_path":"notes/note01.txt","text":"and milk\n","mode":"append"}`),
		define.View("read_workspace_file", "Reads a file of the workspace, whole or some of its lines or pages; for a folder it lists what is in it.",
			func(w *world.World, in struct {
				Path     string `json:"file_path" doc:"Path of a file or a folder; . is the whole workspace" max:"120" default:"."`
				First    int    `json:"first" doc:"First line, page or entry to give" min:"1" max:"100000" default:"1"`
				Count    int    `json:"count" doc:"Most lines, pages or entries to give" min:"1" max:"500" default:"100"`
				Password string `json:"password,omitempty" doc:"Password of a protected document" max:"60"`
			}) (out struct {
				Path  string   `json:"file_path"`
				Kind  string   `json:"kind" enum:"text,pdf,image,folder"`
				Bytes int      `json:"bytes"`
				Total int      `json:"total" doc:"Lines, pages or entries there are"`
				Lines []string `json:"lines" doc:"Lines, texts of pages, or paths"`
			}, err error) {
				p, err := location("file_path", in.Path)
				if err != nil {
					return out, err
				}
				f, ok := world.Files.Get(w, p)
				var all []string
				switch {
				case !ok:
					f = world.File{Path: p, Kind: "folder"}
					for _, o := range world.Files.All(w) {
						if p == "." || strings.HasPrefix(o.Path, p+"/") {
							all = append(all, o.Path)
							f.Bytes += o.Bytes
						}
					}
					if all == nil {
						return out, define.NotFound("file", p, fileHint)
					}
				case f.Kind == "pdf":
					if err := unlocked(f, in.Password); err != nil {
						return out, err
					}
					for _, l := range f.Pages {
						all = append(all, l.Text)
					}
				default:
					all = linesOf(f.Text)
				}
				from := min(in.First-1, len(all))
				out.Path, out.Kind, out.Bytes, out.Total = f.Path, f.Kind, f.Bytes, len(all)
				out.Lines = all[from:min(from+in.Count, len(all))]
				return out, nil
			}, `{}`, `{"file_path":"notes/note01.txt"}`, `{"file_path":"docs/report01.pdf","first":2,"count":1}`),
	}
}

// linesOf splits a text into lines; a final line feed ends the last line.
func linesOf(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func countLines(text string) int { return len(linesOf(text)) }
