package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"deft/chat"
	"deft/store"
)

// stamp is UTC with a fixed width, so that text sorts as time does.
const stamp = "2006-01-02T15:04:05.000000000Z"

func stampOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(stamp)
}

func timeOf(s string) (t time.Time, err error) {
	if s == "" {
		return t, nil
	}
	return time.Parse(stamp, s)
}

// CreateRun adds r, or fails with store.ErrExists. A run created as running is held by this store
// until Lock's release or Close; see store.Locker.
func (s *Store) CreateRun(ctx context.Context, r store.Run) error {
	if r.ID == "" {
		return fmt.Errorf("create run: it has no id")
	}
	var row int64
	err := s.write(ctx, func(k *conn) error {
		if _, ok, err := k.number("SELECT id FROM runs WHERE run = ?", r.ID); err != nil || ok {
			if err == nil {
				err = fmt.Errorf("run %q: %w", r.ID, store.ErrExists)
			}
			return err
		}
		id, err := k.insert(`INSERT INTO runs (run, task, task_version, model, protocol, compat, status, started, ended, trials, seed,
			config, deft, data, prompts, served_model, wall) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
			r.ID, r.Task, r.TaskVersion, r.Model, r.Protocol, r.Compat, string(r.Status), stampOf(r.Started), stampOf(r.Ended),
			int64(r.Trials), int64(r.Seed), string(r.Config), r.Deft, r.Data, r.Prompts, r.ServedModel, r.Wall)
		if err != nil {
			return err
		}
		if id > maxOwner {
			return fmt.Errorf("store %s: it has had %d runs, as many as it can: name another store", s.path, maxOwner)
		}
		if r.Status == store.StatusRunning {
			row = id
			return s.locks.adopt(id, r.ID)
		}
		return nil
	})
	if err != nil && row != 0 {
		s.locks.abandon(row)
	}
	return err
}

// SaveRun writes what can change of a run, or fails with store.ErrNotFound.
func (s *Store) SaveRun(ctx context.Context, r store.Run) error {
	var row int64
	err := s.write(ctx, func(k *conn) (err error) {
		if row, err = rowOf(k, r.ID); err != nil {
			return err
		}
		_, err = k.exec("UPDATE runs SET status = ?, ended = ?, data = ?, served_model = ?, wall = ? WHERE id = ?",
			string(r.Status), stampOf(r.Ended), r.Data, r.ServedModel, r.Wall, row)
		return err
	})
	if err == nil && r.Status != store.StatusRunning {
		s.locks.abandon(row)
	}
	return err
}

func missing(run string) error { return fmt.Errorf("run %q: %w", run, store.ErrNotFound) }

const selectRuns = `SELECT id, run, task, task_version, model, protocol, compat, status, started, ended, trials, seed, config, deft,
	data, prompts, served_model, wall, samples, done, errors, input_tokens, output_tokens, priced, cost FROM runs `

// Run gives one run, or store.ErrNotFound.
func (s *Store) Run(ctx context.Context, id string) (store.Run, error) {
	rs, err := s.runs(ctx, selectRuns+"WHERE run = ?", id)
	if err != nil {
		return store.Run{}, err
	}
	if len(rs) == 0 {
		return store.Run{}, missing(id)
	}
	return rs[0], nil
}

// ListRuns gives all runs, newest first. It reads one row a run, whatever the runs' sizes.
func (s *Store) ListRuns(ctx context.Context) ([]store.Run, error) {
	return s.runs(ctx, selectRuns+"WHERE run IS NOT NULL ORDER BY started DESC, id DESC")
}

func (s *Store) runs(ctx context.Context, sql string, args ...value) ([]store.Run, error) {
	var out []store.Run
	var ids []int64
	err := s.read(ctx, func(k *conn) error {
		return k.query(ctx, sql, args, func(row []value) error {
			r, err := runOf(row)
			out, ids = append(out, r), append(ids, integer(row[0]))
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	for i := range out {
		if out[i].Status == store.StatusRunning && !s.locks.held(ids[i]) {
			out[i].Status = store.StatusInterrupted
		}
	}
	return out, nil
}

// runOf reads a row of selectRuns.
func runOf(row []value) (r store.Run, err error) {
	next := -1
	str := func() string { next++; return text(row[next]) }
	num := func() int64 { next++; return integer(row[next]) }
	num() // id
	r.ID, r.Task, r.TaskVersion, r.Model, r.Protocol, r.Compat = str(), str(), str(), str(), str(), str()
	r.Status = store.Status(str())
	if r.Started, err = timeOf(str()); err != nil {
		return r, fmt.Errorf("run %q: its start: %w", r.ID, err)
	}
	if r.Ended, err = timeOf(str()); err != nil {
		return r, fmt.Errorf("run %q: its end: %w", r.ID, err)
	}
	r.Trials, r.Seed = int(num()), uint64(num())
	if c := str(); c != "" {
		r.Config = json.RawMessage(c)
	}
	r.Deft, r.Data, r.Prompts, r.ServedModel = str(), str(), str(), str()
	next++
	r.Wall = real(row[next])
	r.Samples, r.Done, r.Errors = int(num()), int(num()), int(num())
	r.Usage = chat.Usage{InputTokens: int(num()), OutputTokens: int(num())}
	if num() > 0 {
		next++
		cost := real(row[next])
		r.Usage.CostUSD = &cost
	}
	return r, nil
}

// rowOf gives the row id of a run, or store.ErrNotFound.
func rowOf(k *conn, run string) (int64, error) {
	id, ok, err := k.number("SELECT id FROM runs WHERE run = ?", run)
	if err == nil && !ok {
		err = missing(run)
	}
	return id, err
}
