// Package archive writes runs into one file and reads them back without loss: JSON, one document a
// line, as plain text or gzip.
//
// The first line says what the file is: {"archive":{"format":"deft runs","version":1,"runs":["a"]}}.
// Each run follows in this order, every line one object with one key:
//
//	{"run":{…}}           the run, its config as text so that its bytes stay
//	{"tool":{…}}          a tool document, before the first sample that has it
//	{"sample":{"index":0,"tools":["sha256:…"],"sample":{…}}}
//	{"transcript":{…}}    by sample and trial
//	{"score":{…}}         by scorer, the latest last, then by sample and trial
//	{"end":{"run":"a","samples":1,"transcripts":1,"scores":1}}
package archive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"deft/store"
	"deft/store/wire"
)

const (
	format  = "deft runs"
	version = 1
	// page is how many samples are in memory at once.
	page = 256
)

type header struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	Runs    []string `json:"runs"`
}

// runLine is a run with its config as text and without what a store counts.
type runLine struct {
	store.Run
	Config  string    `json:"config,omitempty"`
	Samples *struct{} `json:"samples,omitempty"`
	Done    *struct{} `json:"done,omitempty"`
	Errors  *struct{} `json:"errors,omitempty"`
	Usage   *struct{} `json:"usage,omitempty"`
}

type toolLine struct {
	Hash string          `json:"hash"`
	Spec json.RawMessage `json:"spec"`
}

type sampleLine struct {
	Index  int64           `json:"index"`
	Tools  []string        `json:"tools,omitempty"`
	Sample json.RawMessage `json:"sample"` // without its tools
}

// counts close a run, so that a file that was cut off is found out.
type counts struct {
	Run         string `json:"run"`
	Samples     int    `json:"samples"`
	Transcripts int    `json:"transcripts"`
	Scores      int    `json:"scores"`
}

// Export writes runs to w, in the order given; an unknown id is store.ErrNotFound and nothing is
// written. A run that is still running is written as interrupted, with what is stored so far.
func Export(ctx context.Context, w io.Writer, st store.Store, runs ...string) error {
	for i, id := range runs {
		if _, err := st.Run(ctx, id); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		if slices.Contains(runs[:i], id) {
			return fmt.Errorf("export: run %q is named twice", id)
		}
	}
	head, err := line(nil, "archive", header{format, version, runs})
	if err != nil {
		return err
	}
	if _, err := w.Write(head); err != nil {
		return fmt.Errorf("export: write: %w", err)
	}
	for _, id := range runs {
		for l, err := range lines(ctx, st, id) {
			if err != nil {
				return fmt.Errorf("export run %q: %w", id, err)
			}
			if _, err := w.Write(l); err != nil {
				return fmt.Errorf("export run %q: write: %w", id, err)
			}
		}
	}
	return nil
}

// line appends {"kind":v} and the end of the line to b.
func line(b []byte, kind string, v any) ([]byte, error) {
	b = begin(b, kind)
	buf := bytes.NewBuffer(b)
	e := json.NewEncoder(buf)
	e.SetEscapeHTML(false) // which would change the bytes of documents
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	return append(bytes.TrimSuffix(buf.Bytes(), []byte("\n")), "}\n"...), nil
}

func begin(b []byte, kind string) []byte {
	b = append(b, `{"`...)
	b = append(b, kind...)
	return append(b, `":`...)
}

// lines iterates over the lines of one run; a line is valid until the next.
func lines(ctx context.Context, st store.Store, id string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		w := lineWriter{ctx: ctx, st: st, end: counts{Run: id}, yield: yield, tools: map[string]bool{}}
		if err := w.run(); err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// errStopped: whoever iterates wants no more lines.
var errStopped = fmt.Errorf("stopped")

// lineWriter passes the lines of a run on.
type lineWriter struct {
	ctx   context.Context
	st    store.Store
	yield func([]byte, error) bool
	end   counts
	buf   []byte
	tools map[string]bool // hashes written
	pages [][2]int64      // the indices of the samples, as half-open ranges of up to page samples
}

func (w *lineWriter) emit(b []byte, err error) error {
	if err != nil {
		return err
	}
	w.buf = b
	if !w.yield(b, nil) {
		return errStopped
	}
	return nil
}

func (w *lineWriter) run() error {
	r, err := w.st.Run(w.ctx, w.end.Run)
	if err != nil {
		return err
	}
	if r.Status == store.StatusRunning {
		r.Status = store.StatusInterrupted
	}
	l := runLine{Run: r, Config: string(r.Config)}
	if err := w.emit(line(w.buf[:0], "run", l)); err != nil {
		return err
	}
	for _, part := range []func() error{w.samples, w.transcripts, w.scores} {
		if err := part(); err != nil {
			return err
		}
	}
	return w.emit(line(w.buf[:0], "end", w.end))
}

func (w *lineWriter) samples() error {
	for after := int64(-1); ; {
		items, err := w.st.ListSamples(w.ctx, w.end.Run, after, page)
		if err != nil || len(items) == 0 {
			return err
		}
		after = items[len(items)-1].Index
		w.pages = append(w.pages, [2]int64{items[0].Index, after + 1})
		for i := range items {
			if err := w.sample(&items[i]); err != nil {
				return fmt.Errorf("sample %q: %w", items[i].Sample.ID, err)
			}
		}
	}
}

func (w *lineWriter) sample(it *store.Item) error {
	l := sampleLine{Index: it.Index}
	for i := range it.Sample.Tools {
		t := &it.Sample.Tools[i]
		h := t.Hash()
		l.Tools = append(l.Tools, h)
		if w.tools[h] {
			continue
		}
		w.tools[h] = true
		spec, err := wire.AppendSpec(nil, t)
		if err != nil {
			return err
		}
		if err := w.emit(line(w.buf[:0], "tool", toolLine{h, spec})); err != nil {
			return err
		}
	}
	bare := it.Sample
	bare.Tools = nil
	body, err := wire.AppendSample(nil, &bare)
	if err != nil {
		return err
	}
	l.Sample = body
	w.end.Samples++
	return w.emit(line(w.buf[:0], "sample", l))
}

func (w *lineWriter) transcripts() error {
	for _, p := range w.pages {
		ts, err := w.st.Transcripts(w.ctx, w.end.Run, p[0], p[1])
		if err != nil {
			return err
		}
		for i := range ts {
			if err := emit(w, "transcript", wire.AppendTranscript, &ts[i]); err != nil {
				return err
			}
		}
		w.end.Transcripts += len(ts)
	}
	return nil
}

func (w *lineWriter) scores() error {
	scorers, err := w.st.Scorers(w.ctx, w.end.Run)
	if err != nil {
		return err
	}
	slices.Reverse(scorers)
	for _, scorer := range scorers {
		for _, p := range w.pages {
			ss, err := w.st.Scores(w.ctx, w.end.Run, scorer, p[0], p[1])
			if err != nil {
				return err
			}
			for i := range ss {
				if err := emit(w, "score", wire.AppendScore, &ss[i]); err != nil {
					return err
				}
			}
			w.end.Scores += len(ss)
		}
	}
	return nil
}

func emit[T any](w *lineWriter, kind string, write func([]byte, *T) ([]byte, error), v *T) error {
	b, err := write(begin(w.buf[:0], kind), v)
	if err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	return w.emit(append(b, "}\n"...), nil)
}
