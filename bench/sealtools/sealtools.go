// Package sealtools is the benchmark Seal-Tools (Wu et al. 2024): given a query and candidate tools
// that a retriever found in a pool of thousands, the model writes all calls in one turn. It scores
// the reply's format, the tools chosen and the parameters filled in.
//
// It reads the published files, or any in their format, and has a small set of its own embedded.
package sealtools

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/prompt"
	"deft/protocol"
	"deft/solver"
	"deft/tool"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

//go:embed sample/*.jsonl
var sampleFiles embed.FS

const (
	name    = "sealtools"
	version = "1"
	// protocolName is how the benchmark shows tools and reads calls unless told otherwise.
	protocolName = "sealtools"
	// defaultCandidates is the paper's number of candidate tools (section 4.2.1).
	defaultCandidates = 5
	// embeddedInstances is the number of instances in the embedded set.
	embeddedInstances = 30
)

// Benchmark is the benchmark's line in the table of built-in tasks.
func Benchmark() eval.Benchmark {
	return eval.Benchmark{
		Name: name, Version: version,
		Summary:   "find the right tools among candidates and fill in their parameters, in one turn",
		Samples:   embeddedInstances,
		Abilities: []string{"format", "tool selection", "parameter filling", "nested calls"},
		Source:    "a small set of our own is built in; the published one is github.com/fairyshine/Seal-Tools (Apache-2.0): --data DIR",
		Protocols: protocols(),
		Open:      open,
		Scoring:   scoring,
	}
}

// protocols lists the protocols that fit, the benchmark's own first. ReAct asks for one step at a
// time, which a task of one turn contradicts; Python has no names like getPM2.5Level.
func protocols() []string { return []string{protocolName, "native", "json", "hermes", "xml"} }

func open(ctx context.Context, o eval.Options) (*eval.Task, error) {
	d, err := openData(o.Data)
	if err != nil {
		return nil, err
	}
	splits, err := d.choose(o.Split)
	if err != nil {
		return nil, err
	}
	s := &source{data: d, splits: splits, k: o.Retrieve}
	if s.k < 0 {
		s.k = defaultCandidates
	}
	if s.prompts, err = prompt.Load(promptFiles, "prompts", name, o.Prompts); err != nil {
		return nil, err
	}
	if s.system, err = s.prompts.Execute("system", nil); err != nil {
		return nil, err
	}
	if err := s.load(ctx); err != nil {
		return nil, err
	}
	scores, err := scoring(o)
	if err != nil {
		return nil, err
	}
	p := scores.Scorer.(*scorer).protocol
	t := &eval.Task{
		Name: name, Version: version, Samples: s.samples, Solver: solver.Single{}, Protocol: p,
		Oracle: oracle, Scoring: scores, Prompts: prompt.Join(s.prompts.Hash(), protocol.PromptHash(p)),
	}
	if s.pool == nil {
		t.Solver = refuse{d.errNoTools()}
	}
	return t, nil
}

func openData(path string) (*data, error) {
	if path != "" {
		return locate(path)
	}
	files, err := fs.Sub(sampleFiles, "sample")
	if err != nil {
		return nil, fmt.Errorf("open the embedded Seal-Tools sample: %w", err)
	}
	d := &data{files: files}
	return d, d.list("")
}

// load reads the tools, and checks the instances meanwhile.
func (s *source) load(ctx context.Context) error {
	if !s.data.tools {
		return s.data.check(ctx, s.splits, func(string) bool { return true })
	}
	var poolErr error
	loaded := make(chan struct{})
	go func() {
		defer close(loaded)
		s.pool, poolErr = s.data.loadPool(ctx)
	}()
	checkErr := s.data.check(ctx, s.splits, func(name string) bool {
		if s.k > 0 {
			return true // a tool outside the pool is one that no retriever finds
		}
		<-loaded
		if poolErr != nil {
			return true // that error stands for itself
		}
		_, ok := s.pool.byName[name]
		return ok
	})
	<-loaded
	return errors.Join(poolErr, checkErr)
}

// refuse is the solver of a data set without tool documents.
type refuse struct{ err error }

// Solve fails with the reason.
func (r refuse) Solve(context.Context, *eval.Attempt) (eval.Stop, error) { return "", r.err }

// oracle plays the gold calls, written as the protocol wants them.
func oracle(s eval.Sample, p protocol.Protocol) (chat.Model, error) {
	gold, err := parseCalls(string(s.Gold))
	if err != nil {
		return nil, fmt.Errorf("sample %s: read the gold answer: %w", s.ID, err)
	}
	step := protocol.Step{}
	for i, c := range gold {
		step.Calls = append(step.Calls, tool.Call{ID: fmt.Sprintf("call_%d", i), Name: c.name, Arguments: arguments(c)})
	}
	return chat.Script(p.Format(step)), nil
}

// scoring gives the scorer and metrics of a mode. It needs no data.
func scoring(o eval.Options) (eval.Scoring, error) {
	compat := o.Compat
	if compat == "" {
		compat = eval.CompatDefault
	}
	if !slices.Contains([]eval.Compat{eval.CompatDefault, eval.CompatPaper, eval.CompatReference}, compat) {
		return eval.Scoring{}, fmt.Errorf("unknown compat mode %q: known are default, paper and reference", compat)
	}
	use := o.Protocol
	if use == "" {
		use = protocolName
	}
	if !slices.Contains(protocols(), use) {
		return eval.Scoring{}, fmt.Errorf("sealtools cannot use protocol %q: it can use %s", use, strings.Join(protocols(), ", "))
	}
	p, err := protocol.New(use, o.Prompts)
	if err != nil {
		return eval.Scoring{}, err
	}
	return eval.Scoring{
		Scorer: &scorer{compat: compat, protocol: p}, Metrics: metrics(compat), Diagnostics: diagnostics(),
		Headline:  "param_f1",
		Groups:    []string{splitNames[0], splitNames[1], splitNames[2], groupSingle, groupMultiple, groupNested},
		Published: published(o.Retrieve == 0),
	}, nil
}
