package archive

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"deft/eval"
	"deft/store"
	"deft/store/wire"
	"deft/tool"
)

// maxLine bounds what one line may take of memory.
const maxLine = 512 << 20

// Imported says what an import did with each run, in the order of the file.
type Imported struct {
	Runs []string // added
	Same []string // there already, equal in everything
}

// Import adds the runs of an archive to st. An error names the line, and the run that the line belongs
// to is not added; runs before it are. A run whose id is there already with other content is
// store.ErrExists.
func Import(ctx context.Context, r io.Reader, st store.Store) (Imported, error) {
	im := importer{ctx: ctx, st: st}
	err := im.read(r)
	if err != nil {
		err = errors.Join(fmt.Errorf("import: line %d: %w", im.line, err), im.discard())
	}
	return im.out, err
}

// importer reads line after line.
type importer struct {
	ctx  context.Context
	st   store.Store
	line int
	head *header
	out  Imported
	seen []string
	cur  *section // the run that is being read
}

// section is what is known of a run whose end has not come yet.
type section struct {
	run    store.Run
	counts counts
	tools  map[string]tool.Spec
	stage  int // of the kind of the last line: they come in order

	// Waiting to be stored.
	items       []store.Item
	transcripts []eval.Transcript
	scores      []eval.Score

	// The run is there already: its lines, which must be the same.
	stored func() (line []byte, err error, ok bool)
	stop   func()
}

func (im *importer) read(r io.Reader) error {
	br := bufio.NewReaderSize(r, 1<<16)
	if magic, err := br.Peek(2); err == nil && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(br)
		if err != nil {
			return fmt.Errorf("gzip: %w", err)
		}
		br = bufio.NewReaderSize(z, 1<<16)
	}
	for {
		im.line++
		l, err := readLine(br)
		if errors.Is(err, io.EOF) && len(l) == 0 {
			return im.finish()
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err := im.take(l); err != nil {
			return err
		}
	}
}

func readLine(br *bufio.Reader) ([]byte, error) {
	var long []byte
	for {
		part, err := br.ReadSlice('\n')
		if err == nil && long == nil {
			return part, nil
		}
		if len(long)+len(part) > maxLine {
			return nil, fmt.Errorf("it is longer than %d MB", maxLine>>20)
		}
		long = append(long, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return long, err
		}
	}
}

func (im *importer) finish() error {
	switch {
	case im.head == nil:
		return errors.New("the file is empty")
	case im.cur != nil:
		return fmt.Errorf("the file ends within run %q: it was cut off", im.cur.run.ID)
	case len(im.seen) != len(im.head.Runs):
		return fmt.Errorf("the file ends after %d of %d runs: it was cut off", len(im.seen), len(im.head.Runs))
	}
	return nil
}

// The kinds of lines within a run, in their order. A tool may come between samples.
var stages = map[string]int{"tool": 1, "sample": 1, "transcript": 2, "score": 3, "end": 4}

// take deals with one line.
func (im *importer) take(l []byte) error {
	kind, body, ok := cut(l)
	if !ok {
		return errors.New(`it is not an object with one key, {"kind":…}, of an archive of runs`)
	}
	if im.head == nil {
		if kind != "archive" {
			return fmt.Errorf("an archive of runs begins with \"archive\", not %q", kind)
		}
		return im.begin(body)
	}
	if kind == "run" {
		return im.open(l, body)
	}
	stage, known := stages[kind]
	switch {
	case !known:
		return fmt.Errorf("unknown kind %q", kind)
	case im.cur == nil:
		return fmt.Errorf("a %q outside of a run", kind)
	case stage < im.cur.stage:
		return fmt.Errorf("a %q after what comes behind it in a run", kind)
	}
	s := im.cur
	if s.stored != nil {
		if err := s.same(l); err != nil {
			return err
		}
		if kind == "end" {
			s.stop()
			im.out.Same = append(im.out.Same, s.run.ID)
			im.cur = nil
		}
		return nil
	}
	if stage > s.stage || len(s.items)+len(s.transcripts)+len(s.scores) >= page {
		if err := im.flush(); err != nil {
			return err
		}
	}
	s.stage = stage
	var err error
	switch kind {
	case "tool":
		err = s.tool(body)
	case "sample":
		err = s.sample(body)
	case "transcript":
		var t eval.Transcript
		t, err = wire.Transcript(string(body))
		s.transcripts, s.counts.Transcripts = append(s.transcripts, t), s.counts.Transcripts+1
	case "score":
		var sc eval.Score
		sc, err = wire.Score(string(body))
		s.scores, s.counts.Scores = append(s.scores, sc), s.counts.Scores+1
	case "end":
		err = im.end(body)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	return nil
}

// cut takes {"kind":body} apart; whether body is JSON is left to who reads it.
func cut(l []byte) (kind string, body []byte, ok bool) {
	l = bytes.TrimSpace(l)
	rest, ok := bytes.CutPrefix(l, []byte(`{"`))
	if !ok {
		return "", nil, false
	}
	name, body, ok := bytes.Cut(rest, []byte(`":`))
	if !ok || bytes.ContainsAny(name, "\"\\") {
		return "", nil, false
	}
	body, ok = bytes.CutSuffix(body, []byte("}"))
	return string(name), body, ok
}

// strict reads body into v and wants every field to be known.
func strict(body []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more follows the value")
	}
	return nil
}

func (im *importer) begin(body []byte) error {
	var h header
	if err := json.Unmarshal(body, &h); err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	switch {
	case h.Format != format:
		return fmt.Errorf("the format is %q, not %q", h.Format, format)
	case h.Version > version:
		return fmt.Errorf("the archive is of version %d and this deft knows %d: update deft", h.Version, version)
	case h.Version < 1:
		return fmt.Errorf("the archive says version %d", h.Version)
	}
	im.head = &h
	return nil
}

// open begins a run.
func (im *importer) open(l, body []byte) error {
	if im.cur != nil {
		return fmt.Errorf("run %q has no end before the next begins", im.cur.run.ID)
	}
	var r runLine
	if err := strict(body, &r); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	r.Run.Config = nil
	if r.Config != "" {
		r.Run.Config = json.RawMessage(r.Config)
	}
	switch {
	case r.ID == "" || r.Started.IsZero():
		return errors.New("run: it has no id or no start")
	case slices.Contains(im.seen, r.ID):
		return fmt.Errorf("run %q is there twice", r.ID)
	case !slices.Contains(im.head.Runs, r.ID):
		return fmt.Errorf("run %q is not among those that the first line names", r.ID)
	case r.Status != store.StatusDone && r.Status != store.StatusFailed && r.Status != store.StatusInterrupted:
		return fmt.Errorf("run %q: unknown status %q", r.ID, r.Status)
	}
	s := &section{run: r.Run, counts: counts{Run: r.ID}, tools: map[string]tool.Spec{}}
	im.seen = append(im.seen, r.ID)
	_, err := im.st.Run(im.ctx, r.ID)
	switch {
	case err == nil:
		s.stored, s.stop = iter.Pull2(lines(im.ctx, im.st, r.ID))
		im.cur = s
		return s.same(l)
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	// Running until it is complete, so that nobody takes half a run for a whole one.
	start := r.Run
	start.Status = store.StatusRunning
	if err := im.st.CreateRun(im.ctx, start); err != nil {
		return err
	}
	im.cur = s
	return nil
}

// same wants the next line of the stored run to be l.
func (s *section) same(l []byte) error {
	want, err, ok := s.stored()
	if err != nil {
		return fmt.Errorf("read run %q: %w", s.run.ID, err)
	}
	if !ok || !bytes.Equal(bytes.TrimSpace(want), bytes.TrimSpace(l)) {
		return fmt.Errorf("run %q: %w, with other content: remove it first (deft runs rm) or import into another store", s.run.ID, store.ErrExists)
	}
	return nil
}

func (s *section) tool(body []byte) error {
	var l toolLine
	if err := strict(body, &l); err != nil {
		return err
	}
	spec, err := wire.Spec(string(l.Spec))
	if err != nil {
		return err
	}
	if h := spec.Hash(); h != l.Hash {
		return fmt.Errorf("the document of %q has the hash %s, not %s: it was changed", spec.Name, h, l.Hash)
	}
	s.tools[l.Hash] = spec
	return nil
}

func (s *section) sample(body []byte) error {
	var l sampleLine
	if err := strict(body, &l); err != nil {
		return err
	}
	sample, err := wire.Sample(string(l.Sample))
	if err != nil {
		return err
	}
	if len(sample.Tools) > 0 {
		return fmt.Errorf("sample %q has tools in itself", sample.ID)
	}
	for _, h := range l.Tools {
		spec, ok := s.tools[h]
		if !ok {
			return fmt.Errorf("sample %q has the tool %s, whose document does not come before it", sample.ID, h)
		}
		sample.Tools = append(sample.Tools, spec)
	}
	s.items = append(s.items, store.Item{Index: l.Index, Sample: sample})
	s.counts.Samples++
	return nil
}

// flush stores what is waiting. It comes with the line after those.
func (im *importer) flush() error {
	s := im.cur
	var err error
	if len(s.items) > 0 {
		err = im.st.AddSamples(im.ctx, s.run.ID, s.items)
	}
	if err == nil && len(s.transcripts) > 0 {
		err = im.st.Commit(im.ctx, s.run.ID, s.transcripts)
	}
	if err == nil && len(s.scores) > 0 {
		err = im.st.PutScores(im.ctx, s.run.ID, s.scores)
	}
	if err != nil {
		return fmt.Errorf("or one of the %d before it: %w", len(s.items)+len(s.transcripts)+len(s.scores), err)
	}
	s.items, s.transcripts, s.scores = nil, nil, nil
	return nil
}

// end closes a run.
func (im *importer) end(body []byte) error {
	var want counts
	if err := strict(body, &want); err != nil {
		return err
	}
	s := im.cur
	if want != s.counts {
		return fmt.Errorf("%+v were expected, %+v came: lines are missing or were added", want, s.counts)
	}
	if err := im.st.SaveRun(im.ctx, s.run); err != nil {
		return err
	}
	got, err := im.st.Run(im.ctx, s.run.ID)
	if err != nil {
		return err
	}
	if got.Samples != want.Samples || got.Done+got.Errors != want.Transcripts {
		return fmt.Errorf("of %d samples and %d transcripts, %d and %d are different ones: some come twice", want.Samples, want.Transcripts, got.Samples, got.Done+got.Errors)
	}
	im.out.Runs = append(im.out.Runs, s.run.ID)
	im.cur = nil
	return nil
}

// discard removes a run that came in part.
func (im *importer) discard() error {
	s := im.cur
	im.cur = nil
	switch {
	case s == nil:
		return nil
	case s.stored != nil:
		s.stop()
		return nil
	}
	if err := im.st.DeleteRun(context.WithoutCancel(im.ctx), s.run.ID); err != nil {
		return fmt.Errorf("remove the part of run %q that was imported: %w", s.run.ID, err)
	}
	return nil
}
