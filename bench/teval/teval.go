// Package teval is the benchmark T-Eval (Chen et al. 2024): tool use taken apart into six abilities,
// each measured on its own, step by step: Instruct, Plan, Reason, Retrieve, Understand and Review;
// all but the last in a JSON and in a loose string format.
//
// It reads the eight released files, or any of them, and has cases of its own, which Extractor makes
// from 62 solution paths over tools documented here.
package teval

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/retrieve/embed"
	"deft/solver"
)

const (
	name    = "teval"
	version = "2"
	// replyTokens is the reference's limit of a reply; it decodes greedily.
	replyTokens = 512
	// ownSamples is the number of cases in the embedded set.
	ownSamples = 2036
)

//go:embed own/tools.json
var ownTools []byte

//go:embed own/paths.jsonl
var ownPaths []byte

// Benchmark is the benchmark's line in the table of built-in tasks.
func Benchmark() eval.Benchmark {
	return eval.Benchmark{
		Name: name, Version: version,
		Summary:   "six abilities of tool use, one step at a time, in JSON and as text",
		Samples:   ownSamples,
		Abilities: abilities(),
		Source:    "cases of our own are built in; the published ones are linked from github.com/open-compass/T-Eval (Apache-2.0): --data DIR",
		Protocols: []string{raw{}.Name()},
		Open:      open,
		Scoring:   scoring,
		Outputs:   outputs,
	}
}

func open(_ context.Context, o eval.Options) (*eval.Task, error) {
	if o.Split != "" {
		return nil, fmt.Errorf("teval has no splits, so not %q either; choose cases by their files: --only 'plan_json/*'", o.Split)
	}
	if o.Protocol != "" && o.Protocol != (raw{}).Name() {
		return nil, fmt.Errorf("teval cannot be run with the protocol %q: its data carry their own prompts (protocol raw)", o.Protocol)
	}
	s, err := scoring(o)
	if err != nil {
		return nil, err
	}
	greedy := 0.0
	t := &eval.Task{
		Name: name, Version: version, Solver: solver.Single{}, Oracle: oracle, Baseline: baseline,
		Protocol: raw{}, Sampling: chat.Sampling{Temperature: &greedy, MaxTokens: replyTokens}, Scoring: s,
	}
	if o.Data != "" {
		files, err := openFiles(o.Data)
		if err != nil {
			return nil, err
		}
		t.Samples = samples(files)
		return t, nil
	}
	x, err := NewExtractor(o.Prompts)
	if err != nil {
		return nil, err
	}
	t.Prompts = x.Hash()
	t.Samples, err = ownCases(x)
	return t, err
}

// scoring needs no data. The encoder is named in the scorer's ID, because scores depend on it.
func scoring(o eval.Options) (eval.Scoring, error) {
	s := scorer{mode: o.Compat, encoder: o.Encoder}
	switch s.mode {
	case "":
		s.mode = eval.CompatDefault
	case eval.CompatDefault, eval.CompatPaper, eval.CompatReference:
	default:
		return eval.Scoring{}, fmt.Errorf("unknown compat mode %q; default, paper and reference are known", s.mode)
	}
	if s.encoder == nil {
		s.encoder = embed.Lexical{}
	}
	var groups []string
	for _, chinese := range []bool{false, true} {
		for _, k := range kinds() {
			groups = append(groups, k.group(chinese))
		}
	}
	return eval.Scoring{
		Scorer: s, Metrics: metrics(), Diagnostics: diagnostics(), Headline: "overall",
		Groups: groups, Published: published(),
	}, nil
}

// Own gives the embedded functions and paths.
func Own() ([]API, []Path, error) {
	var apis []API
	if err := json.Unmarshal(ownTools, &apis); err != nil {
		return nil, nil, fmt.Errorf("embedded tools.json: %w", err)
	}
	paths, err := ReadPaths(bytes.NewReader(ownPaths))
	if err != nil {
		return nil, nil, fmt.Errorf("embedded paths.jsonl: %w", err)
	}
	return apis, paths, nil
}

// ReadPaths reads solution paths, one JSON object each.
func ReadPaths(r io.Reader) ([]Path, error) {
	var out []Path
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	for {
		var p Path
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("path %d: %w", len(out)+1, err)
		}
		out = append(out, p)
	}
}

// ownCases extracts the cases of the embedded paths.
func ownCases(x *Extractor) (func() iter.Seq2[eval.Sample, error], error) {
	apis, paths, err := Own()
	if err != nil {
		return nil, err
	}
	files, err := x.Files(paths, apis)
	if err != nil {
		return nil, err
	}
	return func() iter.Seq2[eval.Sample, error] {
		return func(yield func(eval.Sample, error) bool) {
			for _, f := range files {
				for i := range f.Cases {
					s, err := f.Cases[i].sample(f.kind, false, f.Cases[i].ID)
					if err != nil {
						err = fmt.Errorf("embedded %s: case %s: %w", f.Name, f.Cases[i].ID, err)
					}
					if !yield(s, err) || err != nil {
						return
					}
				}
			}
		}
	}, nil
}

//go:embed own/leaderboard.csv
var leaderboard string

// published gives the authors' leaderboard of December 2023, made with the first version of the data.
func published() []eval.Published {
	t := eval.Published{
		Source:  "T-Eval leaderboard of December 2023 (open-compass/T-Eval, docs/scores.csv at 58f2240)",
		Note:    "first data version, all-mpnet-base-v2; not comparable with scores on the current data or another encoder",
		Metrics: append([]string{"overall"}, abilities()...),
	}
	for _, line := range strings.Split(strings.TrimSpace(leaderboard), "\n")[1:] {
		fields := strings.Split(line, ",")
		row := eval.PublishedRow{Name: fields[0]}
		for _, f := range fields[1:] {
			var v *float64 // in percent there
			if share, err := strconv.ParseFloat(f+"e-2", 64); err == nil {
				v = &share
			}
			row.Values = append(row.Values, v)
		}
		t.Rows = append(t.Rows, row)
	}
	return []eval.Published{t}
}
