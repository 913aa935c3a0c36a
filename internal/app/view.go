package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"deft/eval"
	"deft/store"
)

// View is one sample of a run with everything that is stored about it: its attempts, and the
// scores that every scorer gave them.
type View struct {
	Sample      eval.Sample
	Transcripts []eval.Transcript
	Scores      []eval.Score
}

// viewPage is how many samples are read at once.
const viewPage = 512

// View reads one sample of a run.
func (a *App) View(ctx context.Context, runID, sample string) (*View, error) {
	var v *View
	err := a.WithStore(ctx, func(st store.Store) error {
		run, err := a.findRun(ctx, st, runID)
		if err != nil {
			return err
		}
		item, err := findSample(ctx, st, run.ID, sample)
		if err != nil {
			return err
		}
		v = &View{Sample: item.Sample}
		if v.Transcripts, err = st.Transcripts(ctx, run.ID, item.Index, item.Index+1); err != nil {
			return err
		}
		scorers, err := st.Scorers(ctx, run.ID)
		if err != nil {
			return err
		}
		for _, name := range scorers {
			ss, err := st.Scores(ctx, run.ID, name, item.Index, item.Index+1)
			if err != nil {
				return err
			}
			v.Scores = append(v.Scores, ss...)
		}
		return nil
	})
	return v, err
}

// findSample gives a sample with its place in the run.
func findSample(ctx context.Context, st store.Store, run, id string) (store.Item, error) {
	if _, err := st.Sample(ctx, run, id); err != nil {
		if errors.Is(err, store.ErrNotFound) {
			return store.Item{}, Usagef("run %s has no sample %q; `deft view %s` lists them", run, id, run)
		}
		return store.Item{}, err
	}
	for after := int64(-1); ; {
		items, err := st.ListSamples(ctx, run, after, viewPage)
		if err != nil {
			return store.Item{}, err
		}
		for _, i := range items {
			if i.Sample.ID == id {
				return i, nil
			}
			after = i.Index
		}
		if len(items) == 0 {
			return store.Item{}, store.ErrNotFound
		}
	}
}

// SampleRow is one attempt in a list.
type SampleRow struct {
	Sample  string
	Trial   int
	Groups  []string
	Verdict string // "right", "wrong", "error", "not run", "not scored"
	Why     string
}

// Samples lists the attempts of a run with the verdicts of the latest scorer.
func (a *App) Samples(ctx context.Context, runID string) ([]SampleRow, error) {
	var rows []SampleRow
	err := a.WithStore(ctx, func(st store.Store) error {
		run, err := a.findRun(ctx, st, runID)
		if err != nil {
			return err
		}
		scorers, err := st.Scorers(ctx, run.ID)
		if err != nil {
			return err
		}
		for after := int64(-1); ; {
			items, err := st.ListSamples(ctx, run.ID, after, viewPage)
			if err != nil || len(items) == 0 {
				return err
			}
			from, to := items[0].Index, items[len(items)-1].Index+1
			after = to - 1
			ts, err := st.Transcripts(ctx, run.ID, from, to)
			if err != nil {
				return err
			}
			var scores []eval.Score
			if len(scorers) > 0 {
				if scores, err = st.Scores(ctx, run.ID, scorers[0], from, to); err != nil {
					return err
				}
			}
			rows = append(rows, sampleRows(items, ts, scores, max(run.Trials, 1))...)
		}
	})
	return rows, err
}

func sampleRows(items []store.Item, ts []eval.Transcript, scores []eval.Score, trials int) []SampleRow {
	type place struct {
		sample string
		trial  int
	}
	transcripts := map[place]*eval.Transcript{}
	for i := range ts {
		transcripts[place{ts[i].Key.Sample, ts[i].Key.Trial}] = &ts[i]
	}
	verdicts := map[place]*eval.Score{}
	for i := range scores {
		verdicts[place{scores[i].Key.Sample, scores[i].Key.Trial}] = &scores[i]
	}
	var rows []SampleRow
	for _, item := range items {
		for trial := range trials {
			at := place{item.Sample.ID, trial}
			row := SampleRow{Sample: item.Sample.ID, Trial: trial, Groups: item.Sample.Groups, Verdict: "not run"}
			if t := transcripts[at]; t != nil {
				row.Verdict = "not scored"
				if t.Error != "" {
					row.Verdict, row.Why = "error", t.Error
				}
			}
			if s := verdicts[at]; s != nil {
				row.Verdict = "right"
				if !s.Valid {
					row.Verdict, row.Why = "wrong", s.ErrorType
				}
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// Indent lays JSON out for reading; what is not JSON is given as it is.
func Indent(b json.RawMessage) string {
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", "  "); err != nil {
		return string(b)
	}
	return out.String()
}
