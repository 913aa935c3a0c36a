package sqlite

import (
	"context"
	"fmt"
	"math"

	"deft/eval"
	"deft/store"
	"deft/store/wire"
)

// attempt is what is kept of an attempt beside its transcript.
type attempt struct {
	done          bool
	input, output int64
	cost          float64
	priced        bool
}

// attemptOf reads done, input_tokens, output_tokens and cost.
func attemptOf(r []value) attempt {
	return attempt{done: integer(r[0]) == 1, input: integer(r[1]), output: integer(r[2]), cost: real(r[3]), priced: r[3] != nil}
}

// tally is a change of a run's counters.
type tally struct {
	done, errors, input, output, priced int64
	cost                                float64
}

func (t *tally) add(a attempt)    { t.count(a, 1) }
func (t *tally) remove(a attempt) { t.count(a, -1) }

func (t *tally) count(a attempt, by int64) {
	if a.done {
		t.done += by
	} else {
		t.errors += by
	}
	t.input += by * a.input
	t.output += by * a.output
	if a.priced {
		t.priced += by
		t.cost += float64(by) * a.cost
	}
}

func (t *tally) save(k *conn, row int64) error {
	if *t == (tally{}) {
		return nil
	}
	_, err := k.exec(`UPDATE runs SET done = done + ?, errors = errors + ?, input_tokens = input_tokens + ?,
		output_tokens = output_tokens + ?, priced = priced + ?, cost = cost + ? WHERE id = ?`,
		t.done, t.errors, t.input, t.output, t.priced, t.cost, row)
	return err
}

// Pending gives up to limit attempts of a trial, after an index, that are not completed.
func (s *Store) Pending(ctx context.Context, run string, trial int, after int64, limit int) ([]store.Work, error) {
	if err := checkTrial(trial); err != nil {
		return nil, err
	}
	var items []store.Item
	err := s.read(ctx, func(k *conn) error {
		row, err := rowOf(k, run)
		if err != nil {
			return err
		}
		first, end := span(row, next(after), maxIndex+1)
		items, err = s.items(ctx, k, `SELECT r.slot, s.tools, s.body FROM run_samples r CROSS JOIN samples s ON s.id = r.sample
			WHERE r.slot >= ? AND r.slot < ? AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.slot = r.slot + ? AND a.done = 1)
			ORDER BY r.slot LIMIT ?`, first, end, int64(trial), int64(max(limit, 0)))
		return err
	})
	if err != nil {
		return nil, err
	}
	out := make([]store.Work, len(items))
	for i, it := range items {
		out[i] = store.Work{Item: it, Trial: trial}
	}
	return out, nil
}

// Commit stores transcripts. Of two completed ones of the same attempt the first stays, since scores
// may have been given to it.
func (s *Store) Commit(ctx context.Context, run string, ts []eval.Transcript) error {
	return s.write(ctx, func(k *conn) error {
		if err := s.cache.fresh(k); err != nil {
			return err
		}
		row, err := rowOf(k, run)
		if err != nil {
			return err
		}
		c := committer{
			s: s, k: k, row: row,
			attempts:    k.inserter("INSERT OR FAIL INTO attempts (slot, done, input_tokens, output_tokens, cost) VALUES ", 5),
			transcripts: k.inserter("REPLACE INTO transcripts (slot, body) VALUES ", 2),
		}
		if err := c.look(ctx, ts); err != nil {
			return fmt.Errorf("store transcripts in run %q: %w", run, err)
		}
		for i := range ts {
			if err := c.take(c.slots[i], &ts[i]); err != nil {
				return fmt.Errorf("store a transcript of sample %q in run %q: %w", ts[i].Key.Sample, run, err)
			}
		}
		if err := c.flush(); err != nil {
			return err
		}
		return c.change.save(k, row)
	})
}

// committer stores the transcripts of one call, several by one statement.
type committer struct {
	s           *Store
	k           *conn
	row         int64
	slots       []int64
	old         map[int64]attempt // what is there, by slot
	attempts    *inserter
	transcripts *inserter
	change      tally
}

// look finds the slots of the transcripts, and the attempts that are there already.
func (c *committer) look(ctx context.Context, ts []eval.Transcript) error {
	c.old = map[int64]attempt{}
	if len(ts) == 0 {
		return nil
	}
	lowest, highest := int64(math.MaxInt64), int64(0)
	for i := range ts {
		at, err := c.s.placeOf(c.k, c.row, clean(ts[i].Key.Sample))
		if err == nil {
			err = checkTrial(ts[i].Key.Trial)
		}
		if err != nil {
			return fmt.Errorf("sample %q: %w", ts[i].Key.Sample, err)
		}
		at += int64(ts[i].Key.Trial)
		c.slots = append(c.slots, at)
		lowest, highest = min(lowest, at), max(highest, at)
	}
	const sql = "SELECT done, input_tokens, output_tokens, cost, slot FROM attempts WHERE slot >= ? AND slot <= ?"
	note := func(r []value) error { c.old[integer(r[4])] = attemptOf(r); return nil }
	if indexOf(highest)-indexOf(lowest) < int64(4*len(ts)) {
		return c.k.query(ctx, sql, []value{lowest, highest}, note)
	}
	for _, at := range c.slots {
		if err := c.k.query(ctx, sql, []value{at, at}, note); err != nil {
			return err
		}
	}
	return nil
}

// take stores one transcript, unless a completed one is there.
func (c *committer) take(at int64, t *eval.Transcript) error {
	was, again := c.old[at]
	if again && was.done {
		return nil
	}
	now := attempt{done: t.Error == "", input: int64(t.Usage.InputTokens), output: int64(t.Usage.OutputTokens)}
	done, cost := int64(0), value(nil)
	if now.done {
		done = 1
	}
	if usd := t.Usage.CostUSD; usd != nil {
		now.cost, now.priced, cost = *usd, true, *usd
	}
	c.old[at] = now
	c.change.add(now)
	var err error
	if again {
		c.change.remove(was)
		if err := c.flush(); err != nil { // it may be among those waiting
			return err
		}
		_, err = c.k.exec("UPDATE attempts SET done = ?, input_tokens = ?, output_tokens = ?, cost = ? WHERE slot = ?", done, now.input, now.output, cost, at)
	} else {
		err = c.attempts.add(at, done, now.input, now.output, cost)
	}
	if err != nil {
		return err
	}
	start := len(c.s.buf)
	if c.s.buf, err = wire.AppendTranscript(c.s.buf, t); err != nil {
		return err
	}
	if err := c.transcripts.add(at, view(c.s.buf[start:])); err != nil {
		return err
	}
	switch {
	case c.transcripts.waiting() == 0:
		c.s.buf = c.s.buf[:0]
	case len(c.s.buf) > maxBuffer:
		return c.flush()
	}
	return nil
}

// flush sends what is waiting.
func (c *committer) flush() error {
	if err := c.attempts.flush(); err != nil {
		return err
	}
	err := c.transcripts.flush()
	c.s.buf = c.s.buf[:0]
	return err
}

// placeOf gives the slot of a sample in a run, trial 0. With one that is not remembered it remembers
// those that follow: attempts and scores come nearly in the order of the samples.
func (s *Store) placeOf(k *conn, row int64, name string) (int64, error) {
	if at, ok := s.cache.places[place{row, name}]; ok {
		return at, nil
	}
	at, ok, err := k.number("SELECT slot FROM run_samples WHERE run = ? AND name = ?", row, name)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, fmt.Errorf("no such sample: %w", store.ErrNotFound)
	}
	_, end := whole(row)
	err = k.query(context.Background(), "SELECT slot, name FROM run_samples WHERE slot >= ? AND slot < ? ORDER BY slot LIMIT 128", []value{at, end}, func(r []value) error {
		put(&s.cache.places, place{row, text(r[1])}, integer(r[0]))
		return nil
	})
	return at, err
}

// Transcripts gives the attempts of samples with from <= Index < to, by index and trial.
func (s *Store) Transcripts(ctx context.Context, run string, from, to int64) (out []eval.Transcript, err error) {
	err = s.read(ctx, func(k *conn) error {
		row, err := rowOf(k, run)
		if err != nil {
			return err
		}
		first, end := span(row, from, to)
		return k.query(ctx, "SELECT slot, body FROM transcripts WHERE slot >= ? AND slot < ? ORDER BY slot", []value{first, end}, func(r []value) error {
			t, err := wire.Transcript(text(r[1]))
			if err != nil {
				return fmt.Errorf("transcript of run %q, index %d, trial %d: %w", run, indexOf(integer(r[0])), trialOf(integer(r[0])), err)
			}
			out = append(out, t)
			return nil
		})
	})
	return out, err
}
