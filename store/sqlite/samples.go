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

	"deft/eval"
	"deft/store"
	"deft/store/wire"
	"deft/tool"
)

// digest is the SHA-256 of a sample.
type digest [sha256.Size]byte

// packed is an item ready to be written: everything that can be done outside the transaction.
type packed struct {
	index int64
	name  string
	body  string
	hash  digest
	tools []string // hashes
	specs []tool.Spec
}

// AddSamples registers items. A sample that replaces one of another id takes along the attempts and
// scores of that one; with the same id they stay.
func (s *Store) AddSamples(ctx context.Context, run string, items []store.Item) error {
	ps := make([]packed, 0, len(items))
	for i := range items {
		p, err := s.pack(&items[i])
		if err != nil {
			return fmt.Errorf("add samples to run %q: %w", run, err)
		}
		ps = append(ps, p)
	}
	return s.write(ctx, func(k *conn) error {
		if err := s.cache.fresh(k); err != nil {
			return err
		}
		row, err := rowOf(k, run)
		if err != nil {
			return err
		}
		ps, err := s.news(ctx, k, row, ps)
		if err != nil {
			return err
		}
		for i := range ps {
			if err := s.add(k, row, &ps[i]); err != nil {
				return fmt.Errorf("add samples to run %q: %w", run, err)
			}
		}
		_, err = k.exec("UPDATE runs SET samples = samples + ? WHERE id = ?", int64(len(ps)), row)
		return err
	})
}

// pack encodes and hashes one item.
func (s *Store) pack(it *store.Item) (packed, error) {
	p := packed{index: it.Index, name: clean(it.Sample.ID), specs: it.Sample.Tools}
	if err := checkIndex(it.Index); err != nil {
		return p, fmt.Errorf("sample %q: %w", it.Sample.ID, err)
	}
	bare := it.Sample
	bare.Tools = nil
	body, err := wire.AppendSample(nil, &bare)
	if err != nil {
		return p, fmt.Errorf("sample %q: %w", it.Sample.ID, err)
	}
	p.body = string(body)
	body = append(body, 0)
	for i := range p.specs {
		h := s.cache.hash(&p.specs[i])
		p.tools = append(p.tools, h)
		body = append(body, h...)
	}
	p.hash = sha256.Sum256(body)
	return p, nil
}

// news gives those of ps that are not registered as they are, and removes what they replace.
func (s *Store) news(ctx context.Context, k *conn, row int64, ps []packed) ([]packed, error) {
	type old struct {
		name   string
		sample int64
	}
	was := map[int64]old{}
	note := func(r []value) error {
		was[indexOf(integer(r[0]))] = old{text(r[1]), integer(r[2])}
		return nil
	}
	last, sorted := int64(-1), true
	for i := range ps {
		sorted = sorted && ps[i].index > last
		last = ps[i].index
	}
	if !sorted {
		ps = latest(ps)
	}
	if n := len(ps); n > 0 && sorted && ps[n-1].index-ps[0].index < int64(4*n) {
		first, end := span(row, ps[0].index, ps[n-1].index+1)
		err := k.query(ctx, "SELECT slot, name, sample FROM run_samples WHERE slot >= ? AND slot < ?", []value{first, end}, note)
		if err != nil {
			return nil, err
		}
	} else {
		for i := range ps {
			err := k.query(ctx, "SELECT slot, name, sample FROM run_samples WHERE slot = ?", []value{slot(row, ps[i].index, 0)}, note)
			if err != nil {
				return nil, err
			}
		}
	}
	if len(was) == 0 {
		return ps, nil
	}
	out := make([]packed, 0, len(ps))
	for _, p := range ps {
		o, ok := was[p.index]
		if ok {
			id, found, err := s.sampleID(k, p.hash)
			if err != nil {
				return nil, err
			}
			if found && id == o.sample && p.name == o.name {
				continue
			}
			if err := s.unregister(ctx, k, row, p.index, p.name != o.name); err != nil {
				return nil, err
			}
		}
		out = append(out, p)
	}
	return out, nil
}

// latest keeps the last of the items that share an index.
func latest(ps []packed) []packed {
	at := make(map[int64]int, len(ps))
	out := make([]packed, 0, len(ps))
	for _, p := range ps {
		if i, ok := at[p.index]; ok {
			out[i] = p
			continue
		}
		at[p.index] = len(out)
		out = append(out, p)
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
	if _, err := k.exec("UPDATE generation SET n = n + 1"); err != nil {
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

// add registers one new item.
func (s *Store) add(k *conn, row int64, p *packed) error {
	id, ok, err := s.sampleID(k, p.hash)
	if err != nil {
		return err
	}
	if !ok {
		tools, err := s.toolIDs(k, p)
		if err != nil {
			return err
		}
		id, err = k.insert("INSERT INTO samples (short, hash, tools, body) VALUES (?,?,?,?)",
			short(p.hash), p.hash[:], tools, p.body)
		if err != nil {
			return err
		}
		put(&s.cache, &s.cache.samples, p.hash, id)
	}
	at := slot(row, p.index, 0)
	if _, err := k.exec("INSERT INTO run_samples (slot, run, name, sample) VALUES (?,?,?,?)", at, row, p.name, id); err != nil {
		other, ok, ferr := k.number("SELECT slot FROM run_samples WHERE run = ? AND name = ?", row, p.name)
		if ferr == nil && ok && other != at {
			return fmt.Errorf("sample %q is there twice, at index %d and at %d: give each sample its own id", p.name, indexOf(other), p.index)
		}
		return err
	}
	put(&s.cache, &s.cache.places, place{row, p.name}, at)
	return nil
}

func short(h digest) int64 { return int64(binary.BigEndian.Uint64(h[:8])) }

// sampleID finds a sample by its hash.
func (s *Store) sampleID(k *conn, h digest) (id int64, ok bool, err error) {
	if id, ok := get(&s.cache, &s.cache.samples, h); ok {
		return id, true, nil
	}
	err = k.query(context.Background(), "SELECT id, hash FROM samples WHERE short = ?", []value{short(h)}, func(r []value) error {
		if b, _ := r[1].([]byte); string(b) == string(h[:]) {
			id, ok = integer(r[0]), true
		}
		return nil
	})
	if err == nil && ok {
		put(&s.cache, &s.cache.samples, h, id)
	}
	return id, ok, err
}

// toolIDs stores the documents of p that are new, and gives all ids as a JSON array.
func (s *Store) toolIDs(k *conn, p *packed) (string, error) {
	b := []byte{'['}
	for i, h := range p.tools {
		id, ok := get(&s.cache, &s.cache.tools, h)
		if !ok {
			var err error
			if id, ok, err = k.number("SELECT id FROM tools WHERE hash = ?", h); err != nil {
				return "", err
			}
			if !ok {
				body, err := wire.AppendSpec(nil, &p.specs[i])
				if err != nil {
					return "", fmt.Errorf("sample %q, tool %q: %w", p.name, p.specs[i].Name, err)
				}
				if id, err = k.insert("INSERT INTO tools (hash, body) VALUES (?,?)", h, string(body)); err != nil {
					return "", err
				}
			}
			put(&s.cache, &s.cache.tools, h, id)
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(append(b, ']')), nil
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
