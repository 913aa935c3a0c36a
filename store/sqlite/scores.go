package sqlite

import (
	"context"
	"fmt"

	"deft/eval"
	"deft/store/wire"
)

// PutScores stores scores, replacing those of the same scorer, sample and trial.
func (s *Store) PutScores(ctx context.Context, run string, ss []eval.Score) error {
	return s.write(ctx, func(k *conn) error {
		if err := s.cache.fresh(k); err != nil {
			return err
		}
		row, err := rowOf(k, run)
		if err != nil {
			return err
		}
		scorings := map[string]int64{}
		rows := k.inserter("REPLACE INTO scores (slot, body) VALUES ", 2)
		for i := range ss {
			id, ok := scorings[ss[i].Scorer]
			if !ok {
				if id, err = scoring(k, row, ss[i].Scorer); err != nil {
					return err
				}
				scorings[ss[i].Scorer] = id
			}
			err := s.putScore(k, row, id, &ss[i], rows)
			if err != nil {
				return fmt.Errorf("store the score of %s for sample %q of run %q: %w", ss[i].Scorer, ss[i].Key.Sample, run, err)
			}
		}
		return rows.flush()
	})
}

func (s *Store) putScore(k *conn, row, scoring int64, sc *eval.Score, rows *inserter) error {
	if err := checkTrial(sc.Key.Trial); err != nil {
		return err
	}
	at, err := s.placeOf(k, row, clean(sc.Key.Sample))
	if err != nil {
		return err
	}
	start := len(s.buf)
	if s.buf, err = wire.AppendScore(s.buf, sc); err != nil {
		return err
	}
	if err := rows.add(slot(scoring, indexOf(at), sc.Key.Trial), view(s.buf[start:])); err != nil {
		return err
	}
	if len(s.buf) > maxBuffer {
		err = rows.flush()
	}
	if rows.waiting() == 0 {
		s.buf = s.buf[:0]
	}
	return err
}

// scoring gives the row of a scorer in a run and makes it the latest.
func scoring(k *conn, row int64, scorer string) (int64, error) {
	_, err := k.exec(`INSERT INTO scorings (run, scorer, seq) VALUES (?1, ?2, 1 + (SELECT coalesce(max(seq), 0) FROM scorings WHERE run = ?1))
		ON CONFLICT DO UPDATE SET seq = excluded.seq WHERE seq < excluded.seq - 1`, row, scorer)
	if err != nil {
		return 0, err
	}
	id, _, err := k.number("SELECT id FROM scorings WHERE run = ? AND scorer = ?", row, scorer)
	return id, err
}

// scoringsOf lists the scoring rows of a run.
func scoringsOf(ctx context.Context, k *conn, row int64) (ids []int64, err error) {
	err = k.query(ctx, "SELECT id FROM scorings WHERE run = ?", []value{row}, func(r []value) error {
		ids = append(ids, integer(r[0]))
		return nil
	})
	return ids, err
}

// Scores gives the scores of one scorer for samples with from <= Index < to, by index and trial.
func (s *Store) Scores(ctx context.Context, run, scorer string, from, to int64) (out []eval.Score, err error) {
	err = s.read(ctx, func(k *conn) error {
		row, err := rowOf(k, run)
		if err != nil {
			return err
		}
		id, ok, err := k.number("SELECT id FROM scorings WHERE run = ? AND scorer = ?", row, scorer)
		if err != nil || !ok {
			return err
		}
		first, end := span(id, from, to)
		return k.query(ctx, "SELECT slot, body FROM scores WHERE slot >= ? AND slot < ? ORDER BY slot", []value{first, end}, func(r []value) error {
			sc, err := wire.Score(text(r[1]))
			if err != nil {
				return fmt.Errorf("score of run %q, index %d, trial %d: %w", run, indexOf(integer(r[0])), trialOf(integer(r[0])), err)
			}
			out = append(out, sc)
			return nil
		})
	})
	return out, err
}

// Scorers lists the scorers of a run, the latest first.
func (s *Store) Scorers(ctx context.Context, run string) (out []string, err error) {
	err = s.read(ctx, func(k *conn) error {
		row, err := rowOf(k, run)
		if err != nil {
			return err
		}
		return k.query(ctx, "SELECT scorer FROM scorings WHERE run = ? ORDER BY seq DESC", []value{row}, func(r []value) error {
			out = append(out, text(r[0]))
			return nil
		})
	})
	return out, err
}
