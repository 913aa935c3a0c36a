// Package tooleyes measures how well a model uses tools as an agent, in seven scenarios with a
// library of tools that act in one synthetic world (ToolEyes, Ye et al. 2024): five dimensions, a
// deterministic success rate, error classes and analyses.
//
// Its queries are our own, each with a trajectory that settles it, the facts that an answer must
// state and the state that the world must be left in. With data it reads the released queries and
// documents, whose tools a model must play, and ToolAlpaca's recorded trajectories.
package tooleyes

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/prompt"
	"deft/protocol"
	"deft/solver/agent"
	"deft/tool/library"
)

const (
	name    = "tooleyes"
	version = "1"
	// size is the number of own queries, distributed over scenarios as in the paper (Table 1).
	size = 382
	// defaultProtocol is the paper's (section 3.2).
	defaultProtocol = "react"
)

// Benchmark is the benchmark's line in the table of built-in tasks.
func Benchmark() eval.Benchmark {
	return eval.Benchmark{
		Name: name, Version: version,
		Summary:   "an agent in seven scenarios with 568 tools that act: five dimensions and success",
		Samples:   size,
		Abilities: []string{"format alignment", "intent comprehension", "behaviour planning", "tool selection", "answer organisation"},
		Source:    "queries and tools of our own are built in; the released ones are in github.com/Junjie-Ye/ToolEyes (Apache-2.0): --data DIR",
		Shots:     MaxShots,
		Protocols: protocols(),
		Open:      open,
		Scoring:   scoring,
		Outputs:   outputs,
		Analyze:   analyze,
	}
}

func protocols() []string { return []string{defaultProtocol, "native", "json", "hermes", "xml"} }

func open(_ context.Context, o eval.Options) (*eval.Task, error) {
	if o.Split != "" {
		return nil, fmt.Errorf("tooleyes has no split %q: it is one set, reported by scenarios; choose samples by --only, e.g. --only 'FT-*'", o.Split)
	}
	scores, err := scoring(o)
	if err != nil {
		return nil, err
	}
	prompts, err := prompt.Load(promptFiles, "prompts", name, o.Prompts)
	if err != nil {
		return nil, err
	}
	t := &eval.Task{
		Name: name, Version: version, Protocol: scores.Scorer.(*scorer).protocol, Scoring: scores,
		Sampling: sampling(), Limits: eval.Limits{Turns: agent.DefaultTurns},
	}
	lib := library.New()
	demonstrations, err := demonstrate(lib, o.Shots)
	if err != nil {
		return nil, err
	}
	g, err := agent.New(agent.Config{Demonstrations: demonstrations, Known: known, Prompts: o.Prompts})
	if err != nil {
		return nil, err
	}
	t.Solver = g
	t.Prompts = prompt.Join(prompts.Hash(), protocol.PromptHash(t.Protocol), g.PromptHash(), fmt.Sprint(len(demonstrations)))
	if o.Data != "" {
		return t, openReleased(t, o, prompts)
	}
	list, err := ownSamples(lib, prompts)
	if err != nil {
		return nil, err
	}
	t.Samples, t.Oracle, t.Baseline = eval.Samples(list), oracle, nil
	t.Environment = func(_ context.Context, s eval.Sample, _ uint64) (eval.Environment, error) {
		var u setup
		if err := json.Unmarshal(s.Setup, &u); err != nil {
			return nil, fmt.Errorf("sample %s: read its setup: %w", s.ID, err)
		}
		return openEnvironment(lib, u.Place, u.User, s.Tools)
	}
	return t, nil
}

// sampling is the paper's (section 3.2).
func sampling() chat.Sampling {
	temperature, topP := 0.3, 0.5
	return chat.Sampling{Temperature: &temperature, TopP: &topP}
}

// known is what a model that plays the user may tell.
func known(s eval.Sample) string {
	var u setup
	if json.Unmarshal(s.Setup, &u) != nil {
		return ""
	}
	return u.User
}

func scoring(o eval.Options) (eval.Scoring, error) {
	use := o.Protocol
	if use == "" {
		use = defaultProtocol
	}
	if !slices.Contains(protocols(), use) {
		return eval.Scoring{}, fmt.Errorf("tooleyes cannot use protocol %q: it can use %s", use, strings.Join(protocols(), ", "))
	}
	p, err := protocol.New(use, o.Prompts)
	if err != nil {
		return eval.Scoring{}, err
	}
	s, err := newScorer(o, p)
	if err != nil {
		return eval.Scoring{}, err
	}
	headline := "success"
	if len(o.Judges) > 0 {
		headline = "overall"
	} else if o.Data != "" {
		headline = "fa"
	}
	out := eval.Scoring{
		Scorer: s, Metrics: metrics(), Diagnostics: diagnostics(), Headline: headline,
		Groups:    append(Scenarios(), groupOne, groupSeveral, groupAsks, groupImpossible),
		Published: published(),
	}
	if s.panel != nil {
		out.Judging = s.estimate
	}
	return out, nil
}
