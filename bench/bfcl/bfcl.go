// Package bfcl is the Berkeley Function Calling Leaderboard: single-turn calls in Python, Java and
// JavaScript, several at once, and questions that no function fits. It reads the first version of
// August 2024 and the single-turn categories of the current one.
//
// With compat reference the released checker is computed exactly, published error types included;
// docs/bfcl.md says what the default scoring does differently.
package bfcl

import (
	"context"

	"deft/eval"
	"deft/protocol"
	"deft/solver"
)

const (
	benchmark  = "bfcl"
	version    = "1"
	nativeName = "native"
)

// Benchmark is the benchmark's line in the table of built-in tasks.
func Benchmark() eval.Benchmark {
	known := newCache()
	return eval.Benchmark{
		Name: benchmark, Version: version,
		Summary:   "single-turn calls of functions in Python, Java and JavaScript, and refraining from calls",
		Samples:   1390,
		Abilities: []string{"tool selection", "parameter filling", "parallel calls", "abstaining"},
		Source:    "github.com/ShishirPatil/gorilla (Apache-2.0): --data DIR with questions/ and answers/, or with BFCL_v4_*.json",
		Protocols: protocols(),
		Open:      func(ctx context.Context, o eval.Options) (*eval.Task, error) { return open(ctx, o, known) },
		Scoring:   func(o eval.Options) (eval.Scoring, error) { return scoring(o, known) },
		Outputs:   outputs,
	}
}

// protocols lists those that can say several calls at once, the benchmark's own first.
func protocols() []string {
	names := []string{nativeName}
	for _, n := range protocol.Names() {
		if n != nativeName && n != "sealtools" {
			names = append(names, n)
		}
	}
	return names
}

func open(_ context.Context, o eval.Options, known *cache) (*eval.Task, error) {
	d, err := newDecoder(o)
	if err != nil {
		return nil, err
	}
	samples, err := load(o.Data, o.Split, d.protocol.Name())
	if err != nil {
		return nil, err
	}
	scores, err := scoring(o, known)
	if err != nil {
		return nil, err
	}
	return &eval.Task{
		Name: benchmark, Version: version,
		Samples: eval.Samples(samples),
		Solver:  solver.Single{}, Oracle: oracle,
		Protocol: d.protocol, Scoring: scores, Prompts: protocol.PromptHash(d.protocol),
	}, nil
}

// newDecoder reads replies as recorded outputs say, or else by the run's protocol.
func newDecoder(o eval.Options) (*decoder, error) {
	note, err := parseDecoding(o.Decoding)
	if err != nil {
		return nil, err
	}
	name := o.Protocol
	if name == "" {
		name = nativeName
	}
	p, err := protocol.New(name, o.Prompts)
	if err != nil {
		return nil, err
	}
	if o.Decoding == "" && name == nativeName {
		note.underscores = true // native calling knows no dots in names
	}
	return &decoder{decoding: note, reference: o.Compat == eval.CompatReference, protocol: p}, nil
}

// scoring gives the scorer and the metrics. There is no paper with other rules: compat paper is
// the reference.
func scoring(o eval.Options, known *cache) (eval.Scoring, error) {
	if o.Compat == eval.CompatPaper {
		o.Compat = eval.CompatReference
	}
	d, err := newDecoder(o)
	if err != nil {
		return eval.Scoring{}, err
	}
	id := "bfcl/default"
	if d.reference {
		id = "bfcl/reference"
	}
	if o.Decoding != "" {
		id += "/" + o.Decoding
	} else {
		id += "/" + d.protocol.Name()
	}
	s := eval.Scoring{Headline: "accuracy"}
	s.Metrics, s.Diagnostics = metrics()
	for _, c := range categories() {
		s.Groups = append(s.Groups, c.name)
	}
	s.Scorer = &scorer{id: id, rules: rules{reference: d.reference, underscores: d.underscores}, decoder: d, known: known}
	return s, nil
}
