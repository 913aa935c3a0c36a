package tooleyes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"deft/eval"
	"deft/solver/agent/trace"
)

// What kept an attempt from success, in the order in which it is looked for.
const (
	failedFinish = "no_finish"
	failedGaveUp = "gave_up"
	failedDid    = "answered_the_impossible"
	failedPaste  = "pasted_result"
	failedFact   = "wrong_answer"
	failedState  = "wrong_state"
)

// succeed checks an attempt against the query's solution, without a judge: it ended with finish, its
// answer states every fact, or says that the task cannot be done where that is so, and the world is
// left as the gold trajectory leaves it. It is ours, beyond the paper. The reasons are for people.
func (s *scorer) succeed(sample eval.Sample, t eval.Transcript, tr *trace.Trace, out *eval.Score) ([]string, error) {
	if len(sample.Gold) == 0 {
		out.Missing["success"] = noGold
		return nil, nil
	}
	var g gold
	if err := json.Unmarshal(sample.Gold, &g); err != nil {
		return nil, fmt.Errorf("sample %s: read its gold solution: %w", sample.ID, err)
	}
	var why []string
	fail := func(class, detail string) {
		if len(why) == 0 {
			out.ErrorType = class
		}
		why = append(why, detail)
	}
	up := gaveUp(tr.Answer)
	switch {
	case !tr.Finished:
		fail(failedFinish, "the attempt did not end with finish")
	case up && !g.Impossible:
		fail(failedGaveUp, "it gave up, though the task can be done")
	case !up && g.Impossible:
		fail(failedDid, "it did not say that the task cannot be done")
	}
	if pasted(tr) {
		fail(failedPaste, "the answer is what a tool returned, not an answer")
	}
	for _, f := range g.Facts {
		if tr.Finished && !up && !f.In(tr.Answer) {
			fail(failedFact, "the answer does not state "+f.String())
		}
	}
	same, err := sameState(t.State, g.State, g.Free)
	if err != nil {
		return nil, fmt.Errorf("sample %s: %w", sample.ID, err)
	}
	if !same {
		fail(failedState, "the world is not left as it should be")
	}
	if g.Impossible { // to say so is no error
		out.Classes = slices.DeleteFunc(out.Classes, func(c string) bool { return c == string(trace.GaveUp) })
	}
	out.Valid = len(why) == 0
	out.Counts["success"], out.Counts[count+"success"] = indicator(out.Valid), 1
	return why, nil
}

// minPasted is from what length on, in bytes, a structure repeated in an answer is a paste.
const minPasted = 200

// pasted says whether the answer repeats a whole structure that a tool returned: who passes on
// everything has not found what was asked for.
func pasted(tr *trace.Trace) bool {
	if len(tr.Answer) < minPasted {
		return false
	}
	for _, u := range tr.Turns {
		for _, c := range u.Calls {
			if c.Result == nil {
				continue
			}
			body := bytes.TrimSpace(c.Result.Content)
			if len(body) >= minPasted && (body[0] == '{' || body[0] == '[') && strings.Contains(tr.Answer, string(body[:min(len(body), 2*minPasted)])) {
				return true
			}
		}
	}
	return false
}

// sameState says whether two snapshots hold the same changes: in each table the same rows, whatever
// their keys and the values of free columns.
func sameState(got, want json.RawMessage, free []string) (bool, error) {
	a, err := changedRows(got, free)
	if err != nil {
		return false, fmt.Errorf("read the state of the attempt: %w", err)
	}
	b, err := changedRows(want, free)
	if err != nil {
		return false, fmt.Errorf("read the gold state: %w", err)
	}
	if len(a) != len(b) {
		return false, nil
	}
	for table, rows := range a {
		if !slices.Equal(rows, b[table]) {
			return false, nil
		}
	}
	return true, nil
}

// changedRows gives the rows of each table as JSON with sorted keys, sorted. A deleted row counts
// with its key.
func changedRows(state json.RawMessage, free []string) (map[string][]string, error) {
	if len(bytes.TrimSpace(state)) == 0 {
		return nil, nil
	}
	var tables map[string]map[string]json.RawMessage
	if err := json.Unmarshal(state, &tables); err != nil {
		return nil, err
	}
	out := make(map[string][]string, len(tables))
	for table, rows := range tables {
		for key, row := range rows {
			text, err := rowText(key, row, free)
			if err != nil {
				return nil, err
			}
			out[table] = append(out[table], text)
		}
		slices.Sort(out[table])
	}
	return out, nil
}

func rowText(key string, row json.RawMessage, free []string) (string, error) {
	d := json.NewDecoder(bytes.NewReader(row))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return "", err
	}
	columns, ok := v.(map[string]any)
	if !ok {
		return fmt.Sprintf("%s: %s", key, row), nil
	}
	for _, f := range free {
		delete(columns, f)
	}
	text, err := json.Marshal(columns)
	return string(text), err
}
