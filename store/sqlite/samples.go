package sqlite

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"deft/eval"
	"deft/store"
	"deft/store/wire"
	"deft/tool"
)

// digest is the SHA-256 of a sample.
type digest [sha256.Size]byte

// entry is a line of run_samples.
type entry struct {
	index  int64
	name   string
	sample int64 // samples.id
}

// AddSamples registers items. A sample that replaces one of another id takes along the attempts and
// scores of that one; with the same id they stay.
func (s *Store) AddSamples(ctx context.Context, run string, items []store.Item) error {
	return s.write(ctx, func(k *conn) error {
		if err := s.cache.fresh(k); err != nil {
			return err
		}
		row, err := rowOf(k, run)
		if err != nil {
			return err
		}
		entries := make([]entry, len(items))
		for i := range items {
			if entries[i], err = s.entry(k, &items[i]); err != nil {
				return fmt.Errorf("add sample %q to run %q: %w", items[i].Sample.ID, run, err)
			}
		}
		if entries, err = s.unregistered(ctx, k, row, entries); err != nil {
			return err
		}
		for _, e := range entries {
			if err := s.register(k, row, e); err != nil {
				return fmt.Errorf("add sample %q to run %q: %w", e.name, run, err)
			}
		}
		if _, err = k.exec("UPDATE runs SET samples = samples + ? WHERE id = ?", int64(len(entries)), row); err != nil {
			return err
		}
		return s.cache.save(k)
	})
}

// entry stores the sample of an item, unless it is there.
func (s *Store) entry(k *conn, it *store.Item) (e entry, err error) {
	if err := checkIndex(it.Index); err != nil {
		return e, err
	}
	e = entry{index: it.Index, name: clean(it.Sample.ID)}
	buf := append(s.buf[:0], '[')
	for i := range it.Sample.Tools {
		id, err := s.toolID(k, &it.Sample.Tools[i])
		if err != nil {
			return e, fmt.Errorf("tool %q: %w", it.Sample.Tools[i].Name, err)
		}
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = strconv.AppendInt(buf, id, 10)
	}
	buf = append(buf, ']')
	n := len(buf)
	bare := it.Sample
	bare.Tools = nil
	if buf, err = wire.AppendSample(buf, &bare); err != nil {
		return e, err
	}
	s.buf = buf
	e.sample, err = s.sampleID(k, digest(sha256.Sum256(buf)), view(buf[:n]), view(buf[n:]))
	return e, err
}

// view is b as a string that shares its memory, for arguments of statements: the driver copies them.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// sampleID gives the row of the sample with hash h, and stores it where there is none.
func (s *Store) sampleID(k *conn, h digest, tools, body string) (int64, error) {
	if id, ok := s.cache.samples[h]; ok {
		return id, nil
	}
	// Two samples may share the first 8 bytes of their hashes; the second then goes to the next number.
	for short := int64(binary.BigEndian.Uint64(h[:8])); ; short++ {
		id, err := s.sampleAt(k, short, h, tools, body)
		if err != nil || id != 0 {
			put(&s.cache.samples, h, id)
			return id, err
		}
	}
}

// sampleAt gives the row of a sample if it is, or can be stored, at short; else 0. New samples and
// stored ones mostly come in rows: what the last one was decides whether to try inserting first.
func (s *Store) sampleAt(k *conn, short int64, h digest, tools, body string) (int64, error) {
	for range 2 {
		if s.stored {
			id, taken, err := int64(0), false, error(nil)
			err = k.query(context.Background(), "SELECT id, hash FROM samples WHERE short = ?", []value{short}, func(r []value) error {
				taken = true
				if b, _ := r[1].([]byte); string(b) == string(h[:]) {
					id = integer(r[0])
				}
				return nil
			})
			if err != nil || taken {
				return id, err
			}
		}
		n, err := k.changed("INSERT INTO samples (id, short, hash, tools, body) VALUES (?,?,?,?,?) ON CONFLICT (short) DO NOTHING",
			s.cache.lastSample+1, short, h[:], tools, body)
		if err != nil {
			return 0, err
		}
		s.stored = n == 0
		if n > 0 {
			s.cache.lastSample++
			return s.cache.lastSample, nil
		}
	}
	return 0, errors.New("a sample can neither be stored nor found: the file is damaged")
}

// toolID stores a document, unless it is there.
func (s *Store) toolID(k *conn, t *tool.Spec) (int64, error) {
	e := s.cache.tool(t)
	if e.epoch == s.cache.epoch {
		return e.id, nil
	}
	id, ok, err := k.number("SELECT id FROM tools WHERE hash = ?", e.hash)
	if err == nil && !ok {
		var body []byte
		if body, err = wire.AppendSpec(nil, t); err != nil {
			return 0, err
		}
		id = s.cache.lastTool + 1
		if _, err = k.exec("INSERT INTO tools (id, hash, body) VALUES (?,?,?)", id, e.hash, view(body)); err == nil {
			s.cache.lastTool++
		}
	}
	if err == nil {
		e.id, e.epoch = id, s.cache.epoch
	}
	return id, err
}

// unregistered gives those of the entries that are not in the run as they are, and takes out of it
// what they replace.
func (s *Store) unregistered(ctx context.Context, k *conn, row int64, entries []entry) ([]entry, error) {
	increasing := true
	for i := 1; i < len(entries); i++ {
		increasing = increasing && entries[i-1].index < entries[i].index
	}
	if !increasing {
		entries = latest(entries)
	}
	old, err := registered(ctx, k, row, entries, increasing)
	if err != nil || len(old) == 0 {
		return entries, err
	}
	out := make([]entry, 0, len(entries))
	for _, e := range entries {
		was, ok := old[e.index]
		if ok && was == e {
			continue
		}
		if ok {
			if err := s.unregister(ctx, k, row, e.index, was.name != e.name); err != nil {
				return nil, err
			}
		}
		out = append(out, e)
	}
	return out, nil
}

// registered gives what is in the run at the indices of entries.
func registered(ctx context.Context, k *conn, row int64, entries []entry, increasing bool) (map[int64]entry, error) {
	out := map[int64]entry{}
	note := func(r []value) error {
		e := entry{index: indexOf(integer(r[0])), name: text(r[1]), sample: integer(r[2])}
		out[e.index] = e
		return nil
	}
	const sql = "SELECT slot, name, sample FROM run_samples WHERE slot >= ? AND slot < ?"
	if n := len(entries); increasing && n > 0 && entries[n-1].index-entries[0].index < int64(4*n) {
		first, end := span(row, entries[0].index, entries[n-1].index+1)
		return out, k.query(ctx, sql, []value{first, end}, note)
	}
	for _, e := range entries {
		first, end := span(row, e.index, e.index+1)
		if err := k.query(ctx, sql, []value{first, end}, note); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// latest keeps the last of the entries that share an index.
func latest(entries []entry) []entry {
	at := make(map[int64]int, len(entries))
	out := make([]entry, 0, len(entries))
	for _, e := range entries {
		if i, ok := at[e.index]; ok {
			out[i] = e
			continue
		}
		at[e.index] = len(out)
		out = append(out, e)
	}
	return out
}

// unregister takes the sample at index out of a run, with what was attempted on it if attempts is set.
func (s *Store) unregister(ctx context.Context, k *conn, row, index int64, attempts bool) error {
	first, end := span(row, index, index+1)
	if _, err := k.exec("DELETE FROM run_samples WHERE slot = ?", first); err != nil {
		return err
	}
	if _, err := k.exec("UPDATE runs SET samples = samples - 1 WHERE id = ?", row); err != nil {
		return err
	}
	if _, err := k.exec("UPDATE counters SET generation = generation + 1"); err != nil {
		return err
	}
	s.cache.forget()
	if !attempts {
		return nil
	}
	var lost tally
	err := k.query(ctx, "SELECT done, input_tokens, output_tokens, cost FROM attempts WHERE slot >= ? AND slot < ?", []value{first, end},
		func(r []value) error { lost.remove(attemptOf(r)); return nil })
	if err != nil {
		return err
	}
	if err := lost.save(k, row); err != nil {
		return err
	}
	if _, err := k.exec("DELETE FROM attempts WHERE slot >= ? AND slot < ?", first, end); err != nil {
		return err
	}
	if _, err := k.exec("DELETE FROM transcripts WHERE slot >= ? AND slot < ?", first, end); err != nil {
		return err
	}
	scorings, err := scoringsOf(ctx, k, row)
	if err != nil {
		return err
	}
	for _, id := range scorings {
		first, end := span(id, index, index+1)
		if _, err := k.exec("DELETE FROM scores WHERE slot >= ? AND slot < ?", first, end); err != nil {
			return err
		}
	}
	return nil
}

// register adds an entry to a run.
func (s *Store) register(k *conn, row int64, e entry) error {
	at := slot(row, e.index, 0)
	if _, err := k.exec("INSERT INTO run_samples (slot, run, name, sample) VALUES (?,?,?,?)", at, row, e.name, e.sample); err != nil {
		other, ok, ferr := k.number("SELECT slot FROM run_samples WHERE run = ? AND name = ?", row, e.name)
		if ferr == nil && ok && other != at {
			return fmt.Errorf("it is there twice, at index %d and at %d: give each sample its own id", indexOf(other), e.index)
		}
		return err
	}
	put(&s.cache.places, place{row, e.name}, at)
	return nil
}

// CopySamples registers the samples of run from for run to, at the same indices.
func (s *Store) CopySamples(ctx context.Context, from, to string) error {
	return s.write(ctx, func(k *conn) error {
		src, err := rowOf(k, from)
		if err != nil {
			return err
		}
		dst, err := rowOf(k, to)
		if err != nil {
			return err
		}
		if _, ok, err := k.number("SELECT 1 FROM run_samples WHERE run = ? LIMIT 1", dst); err != nil || ok {
			if err == nil {
				err = fmt.Errorf("copy samples to run %q: it has samples already", to)
			}
			return err
		}
		first, end := whole(src)
		n, err := k.changed("INSERT INTO run_samples (slot, run, name, sample) SELECT slot + ?, ?, name, sample FROM run_samples WHERE slot >= ? AND slot < ?",
			slot(dst, 0, 0)-slot(src, 0, 0), dst, first, end)
		if err != nil {
			return err
		}
		_, err = k.exec("UPDATE runs SET samples = samples + ? WHERE id = ?", n, dst)
		return err
	})
}

// ListSamples gives up to limit items after an index, in order.
func (s *Store) ListSamples(ctx context.Context, run string, after int64, limit int) (out []store.Item, err error) {
	err = s.read(ctx, func(k *conn) error {
		row, err := rowOf(k, run)
		if err != nil {
			return err
		}
		first, end := span(row, next(after), maxIndex+1)
		out, err = s.items(ctx, k, `SELECT r.slot, s.tools, s.body FROM run_samples r JOIN samples s ON s.id = r.sample
			WHERE r.slot >= ? AND r.slot < ? ORDER BY r.slot LIMIT ?`, first, end, int64(max(limit, 0)))
		return err
	})
	return out, err
}

// next is the index after one that may be any number.
func next(after int64) int64 {
	if after >= maxIndex {
		return maxIndex + 1
	}
	return max(after, -1) + 1
}

// Sample gives one sample by its id, or store.ErrNotFound.
func (s *Store) Sample(ctx context.Context, run, id string) (out eval.Sample, err error) {
	err = s.read(ctx, func(k *conn) error {
		row, err := rowOf(k, run)
		if err != nil {
			return err
		}
		items, err := s.items(ctx, k, `SELECT r.slot, s.tools, s.body FROM run_samples r JOIN samples s ON s.id = r.sample
			WHERE r.run = ? AND r.name = ?`, row, clean(id))
		if err != nil {
			return err
		}
		if len(items) == 0 {
			return fmt.Errorf("sample %q of run %q: %w", id, run, store.ErrNotFound)
		}
		out = items[0].Sample
		return nil
	})
	return out, err
}

// items reads rows of slot, tools and body.
func (s *Store) items(ctx context.Context, k *conn, sql string, args ...value) ([]store.Item, error) {
	var out []store.Item
	var tools []string
	err := k.query(ctx, sql, args, func(r []value) error {
		sample, err := wire.Sample(text(r[2]))
		if err != nil {
			return fmt.Errorf("sample at index %d: %w", indexOf(integer(r[0])), err)
		}
		out = append(out, store.Item{Index: indexOf(integer(r[0])), Sample: sample})
		tools = append(tools, text(r[1]))
		return nil
	})
	for i := range out {
		if err == nil {
			out[i].Sample.Tools, err = s.specs(ctx, k, tools[i])
		}
	}
	return out, err
}

// specs reads the documents whose ids are listed as a JSON array.
func (s *Store) specs(ctx context.Context, k *conn, list string) ([]tool.Spec, error) {
	list = strings.Trim(list, "[]")
	if list == "" {
		return nil, nil
	}
	out := make([]tool.Spec, 0, strings.Count(list, ",")+1)
	for f := range strings.SplitSeq(list, ",") {
		id, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("list of tools: %w", err)
		}
		spec := s.cache.spec(id)
		if spec == nil {
			if spec, err = s.loadSpec(ctx, k, id); err != nil {
				return nil, err
			}
		}
		out = append(out, *spec)
	}
	return out, nil
}

func (s *Store) loadSpec(ctx context.Context, k *conn, id int64) (*tool.Spec, error) {
	var spec *tool.Spec
	err := k.query(ctx, "SELECT body FROM tools WHERE id = ?", []value{id}, func(r []value) error {
		t, err := wire.Spec(text(r[0]))
		spec = &t
		s.cache.putSpec(id, spec, len(text(r[0])))
		return err
	})
	if err == nil && spec == nil {
		err = errors.New("a tool document is gone: the run was deleted meanwhile")
	}
	return spec, err
}

// clean is s as it comes back from JSON: each byte that is not UTF-8 becomes U+FFFD.
func clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}
