package am

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"deft/tool/library/define"
	"deft/tool/library/world"
)

const maxPages = 500

type documentInput struct {
	Path     string `json:"file_path" doc:"Document in the workspace" min:"1" max:"120"`
	Password string `json:"password,omitempty" doc:"Password, when the document is protected" max:"60"`
	Output   string `json:"output_path,omitempty" doc:"Where to write the result; without it a name is made from the document's" max:"120"`
}

type document struct {
	Path  string `json:"file_path"`
	Pages int    `json:"pages"`
	Bytes int    `json:"bytes"`
}

func unlocked(f world.File, password string) error {
	if f.Password != "" && f.Password != password {
		return define.Fail("locked", "%s is protected; give its password", f.Path)
	}
	return nil
}

// open gives a document with pages and marks of its own, ready to be changed.
func open(w *world.World, in documentInput) (world.File, error) {
	f, err := load(w, "file_path", in.Path)
	if err != nil {
		return f, err
	}
	if f.Kind != "pdf" {
		return f, define.Fail("not_a_document", "%s is a file of kind %s, not a PDF document", f.Path, f.Kind)
	}
	f.Pages, f.Marks = slices.Clone(f.Pages), slices.Clone(f.Marks)
	return f, unlocked(f, in.Password)
}

// save writes a document to output or, when that is empty, beside the original with a suffix.
func save(w *world.World, f world.File, output, suffix string) (document, error) {
	if output == "" {
		output = strings.TrimSuffix(f.Path, path.Ext(f.Path)) + "-" + suffix + ".pdf"
	}
	p, err := location("output_path", output)
	if err != nil {
		return document{}, err
	}
	if !strings.EqualFold(path.Ext(p), ".pdf") {
		return document{}, define.Invalid("output_path", "must end in .pdf")
	}
	if len(f.Pages) > maxPages {
		return document{}, define.Fail("too_large", "the document would have %d pages; at most %d are accepted", len(f.Pages), maxPages)
	}
	f.Path, f.Kind = p, "pdf"
	f, err = store(w, f)
	return document{f.Path, len(f.Pages), f.Bytes}, err
}

func documentTools() []define.Tool {
	return []define.Tool{
		define.Act("compress_pdf", "Makes a PDF document smaller; one that was compressed before stays as it is.",
			func(w *world.World, in documentInput) (out struct {
				document
				Saved int `json:"bytes_saved"`
			}, err error) {
				f, err := open(w, in)
				if err != nil {
					return out, err
				}
				before := f.Bytes
				if !slices.Contains(f.Marks, "compressed") {
					f.Marks = append(f.Marks, "compressed")
				}
				out.document, err = save(w, f, in.Output, "small")
				out.Saved = before - out.Bytes
				return out, err
			}, `{"file_path":"docs/report01.pdf"}`, `{"file_path":"docs/report02.pdf","output_path":"mail/small.pdf"}`),
		define.Act("image_to_pdf", "Puts images of the workspace on the pages of a new PDF document, one on each.",
			func(w *world.World, in struct {
				Images []string `json:"image_paths" doc:"Images in the order of the pages" min:"1" max:"50" each_min:"1" each_max:"120"`
				Output string   `json:"output_path" doc:"Document to write" max:"120" default:"docs/images.pdf"`
			}) (out document, err error) {
				var f world.File
				for _, p := range in.Images {
					image, err := load(w, "image_paths", p)
					if err != nil {
						return out, err
					}
					if image.Kind != "image" {
						return out, define.Fail("not_an_image", "%s is not an image", image.Path)
					}
					f.Pages = append(f.Pages, world.Leaf{Text: "[image: " + image.Text + "]"})
				}
				return save(w, f, in.Output, "")
			}, `{"image_paths":["images/photo01.png"]}`, `{"image_paths":["images/photo02.png","images/photo03.png"],"output_path":"docs/trip.pdf"}`),
		define.Act("merge_pdfs", "Joins PDF documents into one, in the order given.",
			func(w *world.World, in struct {
				Paths    []string `json:"file_paths" doc:"Documents in order" min:"2" max:"20" each_min:"1" each_max:"120"`
				Password string   `json:"password,omitempty" doc:"Password of those that are protected" max:"60"`
				Output   string   `json:"output_path" doc:"Document to write" max:"120" default:"docs/merged.pdf"`
			}) (out document, err error) {
				var f world.File
				for _, p := range in.Paths {
					one, err := open(w, documentInput{Path: p, Password: in.Password})
					if err != nil {
						return out, err
					}
					if f.Pages = append(f.Pages, one.Pages...); len(f.Pages) > maxPages {
						break
					}
				}
				return save(w, f, in.Output, "")
			}, `{"file_paths":["docs/report01.pdf","docs/report02.pdf"]}`, `{"file_paths":["docs/report03.pdf","docs/report03.pdf"],"output_path":"docs/twice.pdf"}`),
		define.Act("text_to_pdf", "Lays a text file or a table of the workspace out as a PDF document with a number of lines on a page.",
			func(w *world.World, in struct {
				Path   string `json:"file_path" doc:"Text file" min:"1" max:"120"`
				Lines  int    `json:"lines_per_page" doc:"Lines on a page" min:"5" max:"100" default:"40"`
				Output string `json:"output_path,omitempty" doc:"Where to write the document; without it a name is made from the file's" max:"120"`
			}) (out document, err error) {
				f, err := load(w, "file_path", in.Path)
				if err != nil {
					return out, err
				}
				if f.Kind != "text" {
					return out, define.Fail("not_text", "%s is not a text file", f.Path)
				}
				lines := linesOf(f.Text)
				doc := world.File{Path: f.Path}
				for from := 0; from == 0 || from < len(lines); from += in.Lines {
					doc.Pages = append(doc.Pages, world.Leaf{Text: strings.Join(lines[from:min(from+in.Lines, len(lines))], "\n")})
				}
				return save(w, doc, in.Output, "print")
			}, `{"file_path":"notes/note01.txt"}`, `{"file_path":"data/expenses1.csv","lines_per_page":6}`),
		define.Act("number_pdf_pages", "Prints page numbers on the pages of a PDF document.",
			func(w *world.World, in struct {
				documentInput
				Start  int    `json:"start" doc:"First number" min:"0" max:"10000" default:"1"`
				Style  string `json:"style" doc:"How to write them" enum:"1,i,1 of n" default:"1"`
				Corner string `json:"position" doc:"Where on the page" enum:"bottom-left,bottom-center,bottom-right,top-right" default:"bottom-center"`
			}) (out struct {
				document
				Numbers []string `json:"numbers" doc:"What is printed on the pages"`
			}, err error) {
				f, err := open(w, in.documentInput)
				if err != nil {
					return out, err
				}
				for i := range f.Pages {
					f.Pages[i].Number = pageNumber(in.Style, in.Start+i, in.Start+len(f.Pages)-1)
					out.Numbers = append(out.Numbers, f.Pages[i].Number)
				}
				f.Marks = mark(f.Marks, "numbered "+in.Corner)
				out.document, err = save(w, f, in.Output, "numbered")
				return out, err
			}, `{"file_path":"docs/report01.pdf"}`, `{"file_path":"docs/report04.pdf","style":"i","start":3}`),
		define.Act("pdf_to_images", "Draws pages of a PDF document as images in a folder of the workspace.",
			func(w *world.World, in struct {
				Path     string `json:"file_path" doc:"Document in the workspace" min:"1" max:"120"`
				Password string `json:"password,omitempty" doc:"Password, when the document is protected" max:"60"`
				Pages    string `json:"pages" doc:"Pages, such as 1-3,5 or all" max:"100" default:"all"`
				DPI      int    `json:"dpi" doc:"Dots per inch" min:"36" max:"600" default:"150"`
				Folder   string `json:"output_dir" doc:"Folder to write to" min:"1" max:"80" default:"images"`
			}) (out struct {
				Images []document `json:"images" doc:"Images with their sizes"`
			}, err error) {
				f, err := open(w, documentInput{Path: in.Path, Password: in.Password})
				if err != nil {
					return out, err
				}
				pages, err := pagesOf(in.Pages, len(f.Pages))
				if err != nil {
					return out, err
				}
				name := strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path))
				for _, n := range pages {
					p, err := location("output_dir", fmt.Sprintf("%s/%s-%d.png", in.Folder, name, n))
					if err != nil {
						return out, err
					}
					// A page of A4 at about a third of a byte for each dot.
					size := int(8.27 * 11.69 * float64(in.DPI*in.DPI) / 3)
					image, err := store(w, world.File{Path: p, Kind: "image", Text: "page: " + f.Pages[n-1].Text, Bytes: size})
					if err != nil {
						return out, err
					}
					out.Images = append(out.Images, document{image.Path, 1, image.Bytes})
				}
				return out, nil
			}, `{"file_path":"docs/report01.pdf","pages":"1-2"}`, `{"file_path":"docs/report05.pdf","dpi":72,"output_dir":"previews"}`),
		define.Act("protect_pdf", "Sets the password without which a PDF document cannot be opened.",
			func(w *world.World, in struct {
				documentInput
				New string `json:"new_password" doc:"Password to set" min:"4" max:"60"`
			}) (out document, err error) {
				f, err := open(w, in.documentInput)
				if err != nil {
					return out, err
				}
				f.Password = in.New
				return save(w, f, in.Output, "protected")
			}, `{"file_path":"docs/report01.pdf","new_password":"harbour7"}`, `{"file_path":"docs/report06.pdf","new_password":"quiet-lake","output_path":"docs/report06.pdf"}`),
		define.Act("rotate_pdf", "Turns pages of a PDF document by a multiple of 90 degrees, clockwise.",
			func(w *world.World, in struct {
				documentInput
				Angle int    `json:"angle" doc:"Degrees: a multiple of 90" min:"-270" max:"270"`
				Pages string `json:"pages" doc:"Pages, such as 1-3,5 or all" max:"100" default:"all"`
			}) (out struct {
				document
				Rotations []int `json:"rotations" doc:"Rotation of every page in degrees"`
			}, err error) {
				if in.Angle%90 != 0 {
					return out, define.Invalid("angle", "must be a multiple of 90")
				}
				f, err := open(w, in.documentInput)
				if err != nil {
					return out, err
				}
				pages, err := pagesOf(in.Pages, len(f.Pages))
				if err != nil {
					return out, err
				}
				for _, n := range pages {
					f.Pages[n-1].Rotation = (f.Pages[n-1].Rotation + in.Angle + 360) % 360
				}
				for _, p := range f.Pages {
					out.Rotations = append(out.Rotations, p.Rotation)
				}
				out.document, err = save(w, f, in.Output, "rotated")
				return out, err
			}, `{"file_path":"docs/report01.pdf","angle":90}`, `{"file_path":"docs/report02.pdf","angle":-90,"pages":"1,3"}`),
		define.Act("split_pdf", "Splits a PDF document: into ranges, into parts of equal length, or by taking pages out.",
			func(w *world.World, in struct {
				Path     string `json:"file_path" doc:"Document in the workspace" min:"1" max:"120"`
				Password string `json:"password,omitempty" doc:"Password, when the document is protected" max:"60"`
				Mode     string `json:"split_mode" doc:"How to split" enum:"ranges,every,remove" default:"every"`
				Pages    string `json:"pages" doc:"Ranges to write or pages to remove, such as 1-2,3" max:"100" default:"1"`
				Every    int    `json:"every" doc:"Pages in a part" min:"1" max:"500" default:"1"`
				Folder   string `json:"output_dir" doc:"Folder to write to" min:"1" max:"80" default:"docs/parts"`
			}) (out struct {
				Parts []document `json:"parts"`
			}, err error) {
				f, err := open(w, documentInput{Path: in.Path, Password: in.Password})
				if err != nil {
					return out, err
				}
				parts, err := partsOf(in.Mode, in.Pages, in.Every, len(f.Pages))
				if err != nil {
					return out, err
				}
				name := strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path))
				for i, pages := range parts {
					one := world.File{Marks: f.Marks, Watermark: f.Watermark, Password: f.Password}
					for _, n := range pages {
						one.Pages = append(one.Pages, f.Pages[n-1])
					}
					d, err := save(w, one, fmt.Sprintf("%s/%s-part%d.pdf", in.Folder, name, i+1), "")
					if err != nil {
						return out, err
					}
					out.Parts = append(out.Parts, d)
				}
				return out, nil
			}, `{"file_path":"docs/report01.pdf"}`, `{"file_path":"docs/report02.pdf","split_mode":"remove","pages":"1"}`, `{"file_path":"docs/report03.pdf","split_mode":"ranges","pages":"1-2,3"}`),
		define.Act("unlock_pdf", "Takes the password off a PDF document.",
			func(w *world.World, in documentInput) (out struct {
				document
				Was bool `json:"was_protected"`
			}, err error) {
				f, err := open(w, in)
				if err != nil {
					return out, err
				}
				out.Was, f.Password = f.Password != "", ""
				out.document, err = save(w, f, in.Output, "open")
				return out, err
			}, `{"file_path":"docs/report01.pdf"}`, `{"file_path":"docs/report07.pdf","output_path":"docs/free.pdf"}`),
		define.Act("watermark_pdf", "Prints a text across every page of a PDF document, or takes it away when the text is empty.",
			func(w *world.World, in struct {
				documentInput
				Text    string `json:"text" doc:"Text across the page" max:"80"`
				Opacity int    `json:"opacity_percent" doc:"Opacity in percent" min:"5" max:"100" default:"30"`
			}) (out struct {
				document
				Watermark string `json:"watermark"`
			}, err error) {
				f, err := open(w, in.documentInput)
				if err != nil {
					return out, err
				}
				f.Watermark, out.Watermark = in.Text, in.Text
				if in.Text != "" {
					f.Marks = mark(f.Marks, fmt.Sprintf("watermark %d%%", in.Opacity))
				}
				out.document, err = save(w, f, in.Output, "marked")
				return out, err
			}, `{"file_path":"docs/report01.pdf","text":"DRAFT"}`, `{"file_path":"docs/report08.pdf","text":"copy","opacity_percent":60}`),
	}
}

// mark notes what was done to a document; the same thing done again replaces the older note.
func mark(marks []string, what string) []string {
	kind, _, _ := strings.Cut(what, " ")
	return append(slices.DeleteFunc(marks, func(m string) bool { return strings.HasPrefix(m, kind+" ") }), what)
}
