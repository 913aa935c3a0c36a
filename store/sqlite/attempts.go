package sqlite

import (
	"context"
	"fmt"

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
		var change tally
		for i := range ts {
			if err := s.commit(ctx, k, row, &ts[i], &change); err != nil {
				return fmt.Errorf("store a transcript of sample %q in run %q: %w", ts[i].Key.Sample, run, err)
			}
		}
		return change.save(k, row)
	})
}

func (s *Store) commit(ctx context.Context, k *conn, row int64, t *eval.Transcript, change *tally) error {
	if err := checkTrial(t.Key.Trial); err != nil {
		return err
	}
	at, err := s.placeOf(k, row, clean(t.Key.Sample))
	if err != nil {
		return err
	}
	at += int64(t.Key.Trial)
	now := attempt{done: t.Error == "", input: int64(t.Usage.InputTokens), output: int64(t.Usage.OutputTokens)}
	var cost value
	if c := t.Usage.CostUSD; c != nil {
		now.cost, now.priced = *c, true
		cost = *c
	}
	done := int64(0)
	if now.done {
		done = 1
	}
	// Nearly always the attempt is new.
	n, err := k.changed("INSERT INTO attempts (slot, done, input_tokens, output_tokens, cost) VALUES (?,?,?,?,?) ON CONFLICT DO NOTHING",
		at, done, now.input, now.output, cost)
	if err != nil {
		return err
	}
	if n == 0 {
		var old attempt
		err := k.query(ctx, "SELECT done, input_tokens, output_tokens, cost FROM attempts WHERE slot = ?", []value{at},
			func(r []value) error { old = attemptOf(r); return nil })
		if err != nil || old.done {
			return err
		}
		change.remove(old)
		_, err = k.exec("UPDATE attempts SET done = ?, input_tokens = ?, output_tokens = ?, cost = ? WHERE slot = ?",
			done, now.input, now.output, cost, at)
		if err != nil {
			return err
		}
	}
	change.add(now)
	if s.buf, err = wire.AppendTranscript(s.buf[:0], t); err != nil {
		return err
	}
	_, err = k.exec("REPLACE INTO transcripts (slot, body) VALUES (?,?)", at, view(s.buf))
	return err
}

// placeOf gives the slot of a sample in a run, trial 0.
func (s *Store) placeOf(k *conn, row int64, name string) (int64, error) {
	key := place{row, name}
	if at, ok := s.cache.places[key]; ok {
		return at, nil
	}
	at, ok, err := k.number("SELECT slot FROM run_samples WHERE run = ? AND name = ?", row, name)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, fmt.Errorf("no such sample: %w", store.ErrNotFound)
	}
	put(&s.cache.places, key, at)
	return at, nil
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
