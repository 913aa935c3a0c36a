package app

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"deft/eval"
	"deft/judge"
	"deft/store"
)

// AgreeRequest asks how far two raters agree. A rater is a stored run or a file of labels.
type AgreeRequest struct {
	A, B string
	// Metric of runs to compare; empty: the task's headline.
	Metric string
	// ScorerA and ScorerB choose among the scorers that scored a run, by a part of their ids; empty:
	// the latest.
	ScorerA, ScorerB string
	Seed             uint64
}

// AgreeReport is the answer.
type AgreeReport struct {
	A RaterReport `json:"a"`
	B RaterReport `json:"b"`
	judge.Agreement
}

// RaterReport says what a rater was.
type RaterReport struct {
	Name    string `json:"name"`
	Scorer  string `json:"scorer,omitempty"`
	Metric  string `json:"metric,omitempty"`
	Ratings int    `json:"ratings"` // items it rated, also those the other did not
}

// rater has the ratings by item.
type rater struct {
	RaterReport
	order   []string
	ratings map[string]judge.Rating
}

// Agree compares the ratings of the items that both raters rated.
func (a *App) Agree(ctx context.Context, req AgreeRequest) (*AgreeReport, error) {
	first, err := a.rater(ctx, req.A, req.ScorerA, req.Metric)
	if err != nil {
		return nil, err
	}
	second, err := a.rater(ctx, req.B, req.ScorerB, req.Metric)
	if err != nil {
		return nil, err
	}
	if first.Name == second.Name && first.Scorer == second.Scorer {
		return nil, Usagef("%s is compared with itself; give --with another run or file, or --with-scorer another scorer of the run", first.Name)
	}
	var x, y []judge.Rating
	for _, id := range first.order {
		if r, ok := second.ratings[id]; ok {
			x, y = append(x, first.ratings[id]), append(y, r)
		}
	}
	if len(x) == 0 {
		return nil, Usagef("%s and %s have rated no sample in common; ids are compared as they are written", first.Name, second.Name)
	}
	if x, y, err = sameKind(first, x, second, y); err != nil {
		return nil, err
	}
	return &AgreeReport{first.RaterReport, second.RaterReport, judge.Agree(x, y, req.Seed)}, nil
}

// rater reads a file of labels where there is one of that name, else a stored run.
func (a *App) rater(ctx context.Context, name, scorer, metric string) (r *rater, err error) {
	if info, serr := os.Stat(name); serr == nil && info.Mode().IsRegular() {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read the labels: %w", err)
		}
		defer f.Close()
		return readLabels(name, f)
	}
	err = a.WithStore(ctx, func(st store.Store) error {
		r, err = a.runRater(ctx, st, name, scorer, metric)
		return err
	})
	return r, err
}

func (a *App) runRater(ctx context.Context, st store.Store, name, scorer, metric string) (*rater, error) {
	run, err := a.findRun(ctx, st, name)
	if err != nil {
		return nil, err
	}
	with, err := a.scoringOf(run, "", []string{}, Execution{}) // the judges themselves are not needed
	if err != nil {
		return nil, err
	}
	m, err := findMetric(with.scoring, metric)
	if err != nil {
		return nil, err
	}
	scorer, err = findScorer(ctx, st, run.ID, scorer)
	if err != nil {
		return nil, err
	}
	scores, err := st.Scores(ctx, run.ID, scorer, 0, int64(run.Samples))
	if err != nil {
		return nil, fmt.Errorf("read scores of run %s: %w", run.ID, err)
	}
	r := &rater{RaterReport: RaterReport{Name: run.ID, Scorer: scorer, Metric: m.Name}, ratings: map[string]judge.Rating{}}
	for _, s := range scores {
		if _, missing := s.Missing[m.Name]; missing {
			continue
		}
		if v, ok := m.Of(s.Counts, 1); ok {
			r.add(item(s.Key.Sample, s.Key.Trial), judge.Rating{Value: v})
		}
	}
	if len(r.order) == 0 {
		return nil, Usagef("run %s has no sample with a value of %s (scorer %s); --metric chooses another metric", run.ID, m.Name, scorer)
	}
	return r, nil
}

// item names an attempt: two trials of a sample are two items.
func item(sample string, trial int) string { return strconv.Itoa(trial) + "\x00" + sample }

func (r *rater) add(id string, x judge.Rating) {
	r.order = append(r.order, id)
	r.ratings[id] = x
	r.Ratings++
}

func findMetric(s eval.Scoring, name string) (eval.Metric, error) {
	if name == "" {
		name = s.Headline
	}
	var known []string
	for _, m := range append(slices.Clone(s.Metrics), s.Diagnostics...) {
		if m.Name == name {
			return m, nil
		}
		known = append(known, m.Name)
	}
	return eval.Metric{}, Usagef("there is no metric %q; there are %s", name, strings.Join(known, ", "))
}

func findScorer(ctx context.Context, st store.Store, run, part string) (string, error) {
	scorers, err := st.Scorers(ctx, run)
	if err != nil {
		return "", fmt.Errorf("read the scorers of run %s: %w", run, err)
	}
	if len(scorers) == 0 {
		return "", Usagef("run %s has not been scored; deft rescore %s does", run, run)
	}
	for _, s := range scorers {
		if strings.Contains(s, part) {
			return s, nil
		}
	}
	return "", Usagef("run %s was not scored by %q, but by %s", run, part, strings.Join(scorers, ", "))
}

// maxLabelLine bounds one line of a file of labels, in bytes.
const maxLabelLine = 1 << 20

// readLabels reads lines {"id": …, "label": …} or {"id": …, "score": …}, each with an optional
// "trial". Errors name file and line.
func readLabels(name string, in io.Reader) (*rater, error) {
	r := &rater{RaterReport: RaterReport{Name: name}, ratings: map[string]judge.Rating{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLabelLine)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		id, x, err := readLabel(line)
		if _, twice := r.ratings[id]; err == nil && twice {
			err = errors.New("the id was there before")
		}
		if err != nil {
			return nil, Usagef("%s:%d: %w", name, n, err)
		}
		r.add(id, x)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the labels of %s: %w", name, err)
	}
	if len(r.order) == 0 {
		return nil, Usagef(`%s holds no labels; a line is {"id": "…", "label": "…"} or {"id": "…", "score": 7}`, name)
	}
	return r, nil
}

func readLabel(line []byte) (id string, x judge.Rating, err error) {
	var l struct {
		ID    *string  `json:"id"`
		Trial int      `json:"trial"`
		Label *string  `json:"label"`
		Score *float64 `json:"score"`
	}
	d := json.NewDecoder(bytes.NewReader(line))
	if err := d.Decode(&l); err != nil {
		return "", x, fmt.Errorf("not a JSON object of a label: %w", err)
	}
	if l.ID == nil || (l.Label == nil) == (l.Score == nil) {
		return "", x, errors.New(`a line needs "id" and one of "label" and "score"`)
	}
	if l.Score != nil {
		return item(*l.ID, l.Trial), judge.Rating{Value: *l.Score}, nil
	}
	label := strings.TrimSpace(*l.Label)
	if label == "" {
		return "", x, errors.New("the label is empty; leave the line out where there is none")
	}
	return item(*l.ID, l.Trial), judge.Rating{Label: label}, nil
}

// verdict gives the number that a word for right or wrong stands for.
func verdict(word string) (float64, bool) {
	switch strings.ToLower(word) {
	case "yes", "true", "right", "correct", "pass", "valid", "good", "1":
		return 1, true
	case "no", "false", "wrong", "incorrect", "fail", "invalid", "bad", "0":
		return 0, true
	}
	return 0, false
}

// sameKind makes names and numbers comparable: words for right and wrong are 1 and 0. Where there
// are other words too, a rater that gives 1 and 0 alone is read as those words.
func sameKind(a *rater, x []judge.Rating, b *rater, y []judge.Rating) (x2, y2 []judge.Rating, err error) {
	named := func(rs []judge.Rating) bool {
		return slices.ContainsFunc(rs, func(r judge.Rating) bool { return r.Label != "" })
	}
	switch {
	case named(x) == named(y):
		return x, y, nil
	case named(y):
		y, x, err = match(b, y, a, x)
	default:
		x, y, err = match(a, x, b, y)
	}
	return x, y, err
}

// match does so for names of one rater and numbers of the other.
func match(a *rater, names []judge.Rating, b *rater, numbers []judge.Rating) ([]judge.Rating, []judge.Rating, error) {
	words := map[float64]string{}
	asNumbers := make([]judge.Rating, len(names))
	other := ""
	for i, n := range names {
		v, ok := verdict(n.Label)
		if !ok {
			other = n.Label
			continue
		}
		words[v], asNumbers[i].Value = n.Label, v
	}
	if other == "" {
		return asNumbers, numbers, nil
	}
	asNames := make([]judge.Rating, len(numbers))
	for i, r := range numbers {
		word, ok := words[r.Value]
		if !ok {
			return nil, nil, Usagef("%s gives names such as %q and %s the number %g: label with scores, or with yes and no", a.Name, other, b.Name, r.Value)
		}
		asNames[i].Label = word
	}
	return names, asNames, nil
}
