package sqlite

import (
	"context"
	"errors"
	"fmt"

	"deft/store"
)

// chunk is how many rows are removed in one transaction, so that the log stays small and writers of
// other processes get their turn.
const chunk = 2000

// DeleteRun removes a run with all that only it uses. The run is gone at once; when the process dies
// before its rows are, the next DeleteRun removes them.
func (s *Store) DeleteRun(ctx context.Context, id string) error {
	release, err := s.Lock(ctx, id)
	if err != nil {
		if errors.Is(err, store.ErrLocked) {
			return fmt.Errorf("delete: %w", err)
		}
		return err
	}
	defer release()
	err = s.write(ctx, func(k *conn) error {
		n, err := k.changed("UPDATE runs SET run = NULL WHERE run = ?", id)
		if err == nil && n == 0 {
			err = missing(id)
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.collect(ctx)
}

// collect removes the rows of deleted runs.
func (s *Store) collect(ctx context.Context) error {
	var rows []int64
	err := s.read(ctx, func(k *conn) error {
		return k.query(ctx, "SELECT id FROM runs WHERE run IS NULL", nil, func(r []value) error {
			rows = append(rows, integer(r[0]))
			return nil
		})
	})
	for _, row := range rows {
		if err == nil {
			err = s.collectRun(ctx, row)
		}
	}
	return err
}

func (s *Store) collectRun(ctx context.Context, row int64) error {
	var scorings []int64
	err := s.read(ctx, func(k *conn) (err error) {
		scorings, err = scoringsOf(ctx, k, row)
		return err
	})
	if err != nil {
		return err
	}
	for _, id := range scorings {
		if err := s.erase(ctx, "scores", id); err != nil {
			return err
		}
	}
	for _, table := range []string{"transcripts", "attempts", "run_samples"} {
		if err := s.erase(ctx, table, row); err != nil {
			return err
		}
	}
	return s.write(ctx, func(k *conn) error {
		for _, sql := range []string{
			"DELETE FROM scorings WHERE run = ?1",
			"DELETE FROM runs WHERE id = ?1",
			"DELETE FROM samples WHERE id NOT IN (SELECT sample FROM run_samples)",
			"DELETE FROM tools WHERE id NOT IN (SELECT t.value FROM samples s, json_each(s.tools) t)",
			"UPDATE counters SET generation = generation + 1",
		} {
			if err := once(k, sql, row); err != nil {
				return err
			}
		}
		s.cache.forget()
		return nil
	})
}

// once runs a statement that takes row or nothing.
func once(k *conn, sql string, row int64) error {
	_, err := k.exec(sql, row)
	return err
}

// erase removes the rows of one owner from a table, in chunks.
func (s *Store) erase(ctx context.Context, table string, owner int64) error {
	first, end := whole(owner)
	sql := fmt.Sprintf("DELETE FROM %s WHERE slot IN (SELECT slot FROM %[1]s WHERE slot >= ? AND slot < ? LIMIT %d)", table, chunk)
	for n := int64(chunk); n == chunk; {
		err := s.write(ctx, func(k *conn) (err error) {
			n, err = k.changed(sql, first, end)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
