// Package memory keeps runs in memory: those that are soon thrown away, in tests, and for measuring
// what does not depend on a disk. It keeps everything as JSON, so that values come back as they would
// from a file.
package memory

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"deft/chat"
	"deft/eval"
	"deft/store"
	"deft/store/wire"
)

// Store is a store.Store that ends with the process. It is also a store.Locker and a
// store.SampleCopier. The zero value is not usable: see New.
type Store struct {
	mu   sync.RWMutex
	runs map[string]*run
}

type run struct {
	row     store.Run
	samples map[int64]sample
	byID    map[string]int64 // sample id → index
	order   []int64          // the indices, sorted
	tries   table[try]
	scores  map[string]table[string]
	scorers []string // the latest last
	hold    *hold
}

// hold is a lock on a run; free says that it comes from creating the run and may be claimed.
type hold struct{ free bool }

type sample struct{ id, body string }

// try is an attempt as it ended.
type try struct {
	body  string
	done  bool
	usage chat.Usage
}

var (
	_ store.Store        = (*Store)(nil)
	_ store.Locker       = (*Store)(nil)
	_ store.SampleCopier = (*Store)(nil)
)

// New gives an empty store.
func New() *Store { return &Store{runs: map[string]*run{}} }

// Close ends the locks. What is stored stays, as in a file that may be opened again.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.runs {
		r.hold = nil
	}
	return nil
}

// write calls do with a run, alone.
func (s *Store) write(ctx context.Context, id string, do func(r *run) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.with(id, do)
}

// read calls do with a run, beside other readers.
func (s *Store) read(ctx context.Context, id string, do func(r *run) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.with(id, do)
}

func (s *Store) with(id string, do func(r *run) error) error {
	r := s.runs[id]
	if r == nil {
		return fmt.Errorf("run %q: %w", id, store.ErrNotFound)
	}
	return do(r)
}

// CreateRun adds r, or fails with store.ErrExists.
func (s *Store) CreateRun(ctx context.Context, r store.Run) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if r.ID == "" {
		return fmt.Errorf("create run: it has no id")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.runs[r.ID] != nil {
		return fmt.Errorf("run %q: %w", r.ID, store.ErrExists)
	}
	r.Started, r.Ended, r.Config = r.Started.UTC(), r.Ended.UTC(), slices.Clone(r.Config)
	n := &run{row: r, samples: map[int64]sample{}, byID: map[string]int64{}, tries: table[try]{}, scores: map[string]table[string]{}}
	if r.Status == store.StatusRunning {
		n.hold = &hold{free: true}
	}
	s.runs[r.ID] = n
	return nil
}

// SaveRun writes what can change of a run, or fails with store.ErrNotFound.
func (s *Store) SaveRun(ctx context.Context, r store.Run) error {
	return s.write(ctx, r.ID, func(n *run) error {
		n.row.Status, n.row.Ended, n.row.Data, n.row.ServedModel, n.row.Wall = r.Status, r.Ended.UTC(), r.Data, r.ServedModel, r.Wall
		if n.hold != nil && n.hold.free && r.Status != store.StatusRunning {
			n.hold = nil
		}
		return nil
	})
}

// counted is the run with what is counted on reading.
func (r *run) counted() store.Run {
	out := r.row
	out.Samples, out.Done, out.Errors, out.Usage = len(r.samples), 0, 0, chat.Usage{}
	for _, trials := range r.tries {
		for _, t := range trials {
			if t.done {
				out.Done++
			} else {
				out.Errors++
			}
			out.Usage = out.Usage.Add(t.usage)
		}
	}
	if out.Status == store.StatusRunning && r.hold == nil {
		out.Status = store.StatusInterrupted
	}
	return out
}

// Run gives one run, or store.ErrNotFound.
func (s *Store) Run(ctx context.Context, id string) (out store.Run, err error) {
	err = s.read(ctx, id, func(r *run) error { out = r.counted(); return nil })
	return out, err
}

// ListRuns gives all runs, newest first.
func (s *Store) ListRuns(ctx context.Context) ([]store.Run, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	var out []store.Run
	for _, r := range s.runs {
		out = append(out, r.counted())
	}
	slices.SortFunc(out, func(a, b store.Run) int { return cmp.Or(b.Started.Compare(a.Started), cmp.Compare(b.ID, a.ID)) })
	return out, nil
}

// DeleteRun removes a run.
func (s *Store) DeleteRun(ctx context.Context, id string) error {
	return s.write(ctx, id, func(r *run) error {
		if r.hold != nil && !r.hold.free {
			return fmt.Errorf("delete: run %q: %w", id, store.ErrLocked)
		}
		delete(s.runs, id)
		return nil
	})
}

// Lock takes a run for the caller, as store.Locker says.
func (s *Store) Lock(ctx context.Context, id string) (release func(), err error) {
	var h *hold
	err = s.write(ctx, id, func(r *run) error {
		if r.hold != nil && !r.hold.free {
			return fmt.Errorf("run %q: %w in this process", id, store.ErrLocked)
		}
		h = &hold{}
		r.hold = h
		return nil
	})
	if err != nil {
		return nil, err
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if r := s.runs[id]; r != nil && r.hold == h {
			r.hold = nil
		}
	}, nil
}

// AddSamples registers items: all or none.
func (s *Store) AddSamples(ctx context.Context, id string, items []store.Item) error {
	return s.write(ctx, id, func(r *run) error {
		added := map[int64]sample{}
		for i := range items {
			it := &items[i]
			body, err := wire.AppendSample(nil, &it.Sample)
			if err == nil && (it.Index < 0 || it.Index >= 1<<28) {
				err = fmt.Errorf("its index %d is outside 0 to %d", it.Index, 1<<28-1)
			}
			if err != nil {
				return fmt.Errorf("add sample %q to run %q: %w", it.Sample.ID, id, err)
			}
			added[it.Index] = sample{clean(it.Sample.ID), string(body)}
		}
		ids := map[string]int64{}
		for index, n := range added {
			at, twice := ids[n.id]
			if old, ok := r.byID[n.id]; ok && old != index && !twice {
				// Unless another sample takes that place in this call.
				next, replaced := added[old]
				at, twice = old, !replaced || next.id == n.id
			}
			if twice {
				return fmt.Errorf("add sample %q to run %q: it is there twice, at index %d and at %d: give each sample its own id", n.id, id, min(at, index), max(at, index))
			}
			ids[n.id] = index
		}
		for index, n := range added {
			if old, ok := r.samples[index]; ok && old.id != n.id {
				r.forget(index, old.id)
			}
		}
		for index, n := range added {
			if _, ok := r.samples[index]; !ok {
				r.order = append(r.order, index)
			}
			r.samples[index], r.byID[n.id] = n, index
		}
		if !slices.IsSorted(r.order) {
			slices.Sort(r.order)
		}
		return nil
	})
}

// forget removes the sample at index and what was attempted on it.
func (r *run) forget(index int64, id string) {
	delete(r.byID, id)
	delete(r.tries, index)
	for _, t := range r.scores {
		delete(t, index)
	}
}

// CopySamples registers the samples of run from for run to, at the same indices.
func (s *Store) CopySamples(ctx context.Context, from, to string) error {
	return s.write(ctx, from, func(src *run) error {
		return s.with(to, func(dst *run) error {
			if len(dst.samples) > 0 {
				return fmt.Errorf("copy samples to run %q: it has samples already", to)
			}
			dst.samples, dst.byID, dst.order = maps.Clone(src.samples), maps.Clone(src.byID), slices.Clone(src.order)
			return nil
		})
	})
}

// ListSamples gives up to limit items after an index, in order.
func (s *Store) ListSamples(ctx context.Context, id string, after int64, limit int) (out []store.Item, err error) {
	err = s.read(ctx, id, func(r *run) (err error) {
		out, err = r.list(after, limit, func(int64) bool { return true })
		return err
	})
	return out, err
}

func (r *run) list(after int64, limit int, want func(index int64) bool) (out []store.Item, err error) {
	i := sort.Search(len(r.order), func(i int) bool { return r.order[i] > after })
	for ; i < len(r.order) && len(out) < limit; i++ {
		if index := r.order[i]; want(index) {
			sample, err := wire.Sample(r.samples[index].body)
			if err != nil {
				return nil, err
			}
			out = append(out, store.Item{Index: index, Sample: sample})
		}
	}
	return out, nil
}

// Sample gives one sample by its id, or store.ErrNotFound.
func (s *Store) Sample(ctx context.Context, id, name string) (out eval.Sample, err error) {
	err = s.read(ctx, id, func(r *run) (err error) {
		index, ok := r.byID[clean(name)]
		if !ok {
			return fmt.Errorf("sample %q of run %q: %w", name, id, store.ErrNotFound)
		}
		out, err = wire.Sample(r.samples[index].body)
		return err
	})
	return out, err
}

// clean is s as it comes back from JSON.
func clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.Map(func(r rune) rune { return r }, s)
}
