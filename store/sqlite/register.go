package sqlite

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math/bits"
	"strconv"

	"deft/store"
	"deft/store/wire"
	"deft/tool"
)

// entry is a line of run_samples.
type entry struct {
	index  int64
	name   string
	sample int64 // samples.id
}

// digest tells samples apart in memory: the key they are stored under, and a hash of this process's own.
type digest struct{ short, own uint64 }

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
		in := intake{s: s, k: k, entries: make([]entry, len(items)), rows: k.inserter("INSERT OR IGNORE INTO samples (id, short, tools, body) VALUES ", 4)}
		for i := range items {
			if err := in.take(i, &items[i]); err != nil {
				return fmt.Errorf("add sample %q to run %q: %w", items[i].Sample.ID, run, err)
			}
		}
		if err := in.settle(); err != nil {
			return err
		}
		entries, err := s.unregistered(ctx, k, row, in.entries)
		if err != nil {
			return err
		}
		if err := s.register(k, row, entries); err != nil {
			return fmt.Errorf("add samples to run %q: %w", run, err)
		}
		if _, err = k.exec("UPDATE runs SET samples = samples + ? WHERE id = ?", int64(len(entries)), row); err != nil {
			return err
		}
		return s.cache.save(k)
	})
}

// intake stores the samples of items that are not stored yet, several by one statement.
type intake struct {
	s       *Store
	k       *conn
	entries []entry
	rows    *inserter
	waiting []newcomer // in rows
}

// newcomer is a sample that may be new: whether it is, the insertion tells.
type newcomer struct {
	entry       int // its place in entries
	id          int64
	digest      digest
	tools, body string
}

// take finds or stores the sample of an item, which will be entry i.
func (in *intake) take(i int, it *store.Item) error {
	if err := checkIndex(it.Index); err != nil {
		return err
	}
	s := in.s
	if len(s.buf) > maxBuffer {
		if err := in.settle(); err != nil {
			return err
		}
	}
	in.entries[i] = entry{index: it.Index, name: clean(it.Sample.ID)}
	start := len(s.buf)
	buf := append(s.buf, '[')
	for t := range it.Sample.Tools {
		id, err := s.toolID(in.k, &it.Sample.Tools[t])
		if err != nil {
			return fmt.Errorf("tool %q: %w", it.Sample.Tools[t].Name, err)
		}
		if t > 0 {
			buf = append(buf, ',')
		}
		buf = strconv.AppendInt(buf, id, 10)
	}
	buf = append(buf, ']')
	body := len(buf)
	bare := it.Sample
	bare.Tools = nil
	buf, err := wire.AppendSample(buf, &bare)
	if err != nil {
		return err
	}
	s.buf = buf
	n := newcomer{entry: i, tools: view(buf[start:body]), body: view(buf[body:])}
	n.digest = digest{sum64(buf[start:]), maphash.Bytes(s.cache.seed, buf[start:])}
	if id, ok := s.cache.samples[n.digest]; ok {
		in.entries[i].sample = id
		s.buf = buf[:start]
		return nil
	}
	// New samples and stored ones mostly come in rows: what the last one was decides what is tried first.
	if s.stored {
		found, _, err := in.find(&n, n.digest.short)
		if err != nil || found {
			s.buf = buf[:start]
			return err
		}
		s.stored = false
	}
	s.cache.lastSample++
	n.id = s.cache.lastSample
	in.waiting = append(in.waiting, n)
	if err := in.rows.add(n.id, int64(n.digest.short), n.tools, n.body); err != nil || in.rows.waiting() > 0 {
		return err
	}
	return in.settle()
}

// maxBuffer is how many bytes may wait to be inserted.
const maxBuffer = 256 << 10

// settle sends what is waiting, and finds out what became of it.
func (in *intake) settle() error {
	if err := in.rows.flush(); err != nil {
		return err
	}
	all := in.rows.changed == int64(len(in.waiting))
	for i := range in.waiting {
		n := &in.waiting[i]
		if all {
			in.know(n, n.id)
			continue
		}
		if err := in.place(n); err != nil {
			return err
		}
	}
	in.s.stored = !all
	in.rows.changed, in.waiting, in.s.buf = 0, in.waiting[:0], in.s.buf[:0]
	return nil
}

func (in *intake) know(n *newcomer, id int64) {
	in.entries[n.entry].sample = id
	put(&in.s.cache.samples, n.digest, id)
}

// place finds a sample one by one, and stores it where it is not there. Where another sample has the
// same hash, the next number is taken.
func (in *intake) place(n *newcomer) error {
	for short := n.digest.short; ; short++ {
		found, taken, err := in.find(n, short)
		if err != nil || found {
			return err
		}
		if !taken {
			_, err := in.k.exec("INSERT INTO samples (id, short, tools, body) VALUES (?,?,?,?)", n.id, int64(short), n.tools, n.body)
			in.know(n, n.id)
			return err
		}
	}
}

// find says whether the sample stored at short is n, or another one.
func (in *intake) find(n *newcomer, short uint64) (found, taken bool, err error) {
	err = in.k.query(context.Background(), "SELECT id, tools, body FROM samples WHERE short = ?", []value{int64(short)}, func(r []value) error {
		taken = true
		if found = text(r[1]) == n.tools && text(r[2]) == n.body; found {
			in.know(n, integer(r[0]))
		}
		return nil
	})
	return found, taken, err
}

// sum64 is the number under which a sample is looked for. That two have the same is allowed for, so
// that it need only be quick: a 64 by 64 bit product for each 16 bytes, its halves folded.
func sum64(b []byte) uint64 {
	const k0, k1, k2 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93, 0xa0761d6478bd642f // odd, with mixed bits
	h := uint64(len(b)) * k0
	for len(b) >= 16 {
		hi, lo := bits.Mul64(binary.LittleEndian.Uint64(b)^k1, binary.LittleEndian.Uint64(b[8:])^h)
		h, b = hi^lo, b[16:]
	}
	var tail [16]byte
	copy(tail[:], b)
	hi, lo := bits.Mul64(binary.LittleEndian.Uint64(tail[:])^k1, binary.LittleEndian.Uint64(tail[8:])^h)
	hi, lo = bits.Mul64(hi^lo^k2, k0)
	return hi ^ lo
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

// register adds entries to a run.
func (s *Store) register(k *conn, row int64, entries []entry) error {
	in := k.inserter("INSERT OR FAIL INTO run_samples (slot, run, name, sample) VALUES ", 4)
	for _, e := range entries {
		if err := in.add(slot(row, e.index, 0), row, e.name, e.sample); err != nil {
			return twice(k, row, entries, err)
		}
	}
	if err := in.flush(); err != nil {
		return twice(k, row, entries, err)
	}
	return nil
}

// twice explains the failure err of register, if it comes from an id at two indices.
func twice(k *conn, row int64, entries []entry, err error) error {
	if code(err) != constraint {
		return err
	}
	at := make(map[string]int64, len(entries))
	for _, e := range entries {
		first, ok := at[e.name]
		if !ok {
			slot, found, ferr := k.number("SELECT slot FROM run_samples WHERE run = ? AND name = ?", row, e.name)
			first, ok = indexOf(slot), ferr == nil && found
		}
		if ok && first != e.index {
			return fmt.Errorf("sample %q is there twice, at index %d and at %d: give each sample its own id", e.name, first, e.index)
		}
		at[e.name] = e.index
	}
	return err
}
