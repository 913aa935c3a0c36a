// Package core is deft's own embedded suite: does a model choose the right tools, fill in their
// parameters, chain calls, and call nothing where nothing fits? It needs no data and no network.
//
// Queries are written by hand, as people type them, over tools of the seven scenarios of ToolEyes;
// each sample shows near misses beside the tools that fit. Every tool has a function (package
// world), so that the gold calls are executed in tests and agents can act.
package core

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"deft/bench/core/world"
	"deft/eval"
	"deft/prompt"
	"deft/protocol"
	"deft/solver"
	"deft/tool/schema"
)

const (
	name    = "core"
	version = "1"
	// size is the number of samples.
	size = 265
	// defaultProtocol is how tools are shown unless another is asked for.
	defaultProtocol = "native"
)

// Benchmark is the suite's line in the table of built-in tasks.
func Benchmark() eval.Benchmark {
	return eval.Benchmark{
		Name: name, Version: version,
		Summary:   "choose tools, fill in parameters, chain calls, and abstain; with tools that run",
		Samples:   size,
		Abilities: []string{"tool selection", "parameter filling", "parallel calls", "nested calls", "abstaining"},
		Source:    "built in, our own",
		Protocols: protocols(),
		Open:      open,
		Scoring:   scoring,
	}
}

// protocols lists the protocols that can say several calls in one reply.
func protocols() []string {
	return []string{defaultProtocol, "json", "react", "python", "hermes", "xml"}
}

func open(_ context.Context, o eval.Options) (*eval.Task, error) {
	if o.Data != "" {
		return nil, fmt.Errorf("suite core is built in and reads no data: leave --data %s out", o.Data)
	}
	if o.Split != "" {
		return nil, fmt.Errorf("suite core has no split %q: it is one set, reported by groups; choose samples by --only, e.g. --only 'nested-*'", o.Split)
	}
	box, err := world.Load()
	if err != nil {
		return nil, err
	}
	prompts, err := prompt.Load(promptFiles, "prompts", name, o.Prompts)
	if err != nil {
		return nil, err
	}
	list, err := samples(box, prompts)
	if err != nil {
		return nil, err
	}
	scores, err := scoring(o)
	if err != nil {
		return nil, err
	}
	p := scores.Scorer.(*scorer).protocol
	return &eval.Task{
		Name: name, Version: version, Samples: eval.Samples(list), Solver: solver.Single{},
		Environment: func(_ context.Context, s eval.Sample, seed uint64) (eval.Environment, error) {
			return newEnvironment(box, s, seed), nil
		},
		Oracle: oracle, Protocol: p, Scoring: scores,
		Prompts: prompt.Join(prompts.Hash(), protocol.PromptHash(p)),
	}, nil
}

func scoring(o eval.Options) (eval.Scoring, error) {
	if o.Compat != "" && o.Compat != eval.CompatDefault {
		return eval.Scoring{}, fmt.Errorf("suite core is our own and has one definition of its scores: --compat %s does not apply", o.Compat)
	}
	use := o.Protocol
	if use == "" {
		use = defaultProtocol
	}
	if !slices.Contains(protocols(), use) {
		return eval.Scoring{}, fmt.Errorf("suite core cannot use protocol %q: it can use %s", use, strings.Join(protocols(), ", "))
	}
	p, err := protocol.New(use, o.Prompts)
	if err != nil {
		return eval.Scoring{}, err
	}
	return callScoring(name, p), nil
}

// callScoring compares the calls made with gold calls; it serves every task in the suite's form.
func callScoring(task string, p protocol.Protocol) eval.Scoring {
	return eval.Scoring{
		Scorer: &scorer{task: task, protocol: p, checker: schema.New()}, Metrics: metrics(), Diagnostics: diagnostics(),
		Headline: "accuracy", Groups: groups(),
	}
}
