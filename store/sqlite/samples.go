package sqlite

import (
	"context"
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
