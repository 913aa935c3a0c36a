package sealtools

import (
	"context"
	"encoding/json"
	"fmt"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/retrieve"
)

// scorer computes the counts behind Seal-Tools' metrics (section 4.1) in one of the three modes.
type scorer struct {
	compat   eval.Compat
	protocol protocol.Protocol
}

// ID names the mode, and the protocol where it is not the benchmark's own.
func (s *scorer) ID() string {
	id := "sealtools/" + string(s.compat)
	if name := s.protocol.Name(); name != protocolName {
		id += "+" + name
	}
	return id
}

// Counts of a score. Rates are made of their sums, so that every figure is a micro-average.
const (
	countReplies         = "replies"
	countReadable        = "readable"
	countCallsGold       = "calls_gold"
	countCallsPredicted  = "calls_predicted"
	countCallsCorrect    = "calls_correct"
	countParamsGold      = "params_gold"
	countParamsPredicted = "params_predicted"
	countParamsCorrect   = "params_correct"
	countQueries         = "retrieval_queries"
	countGoldTools       = "retrieval_gold"
)

// Score reads the reply, pairs its calls with the gold calls and counts.
func (s *scorer) Score(_ context.Context, sample eval.Sample, t eval.Transcript) (eval.Score, error) {
	reply, ok := t.Reply()
	if !ok {
		return eval.Score{}, fmt.Errorf("sample %s: the transcript holds no reply", sample.ID)
	}
	gold, err := parseCalls(string(sample.Gold))
	if err != nil {
		return eval.Score{}, fmt.Errorf("sample %s: read the gold answer: %w", sample.ID, err)
	}
	predicted, broken := s.read(reply)
	pairs := oneToOne(gold, predicted)
	right := countOf(gold, predicted, pairs)
	counted := right
	if s.compat != eval.CompatDefault {
		counted = countOf(gold, predicted, firstOfName(gold, predicted))
	}
	out := eval.Score{Counts: map[string]float64{
		countReplies: 1, countReadable: 1,
		countCallsGold: float64(len(gold)), countCallsPredicted: float64(len(predicted)), countCallsCorrect: float64(counted.calls),
		countParamsGold: float64(parameters(gold)), countParamsPredicted: float64(parameters(predicted)), countParamsCorrect: float64(counted.parameters),
	}}
	if err := addRetrieval(out.Counts, sample); err != nil {
		return eval.Score{}, err
	}
	if broken != nil {
		out.Counts[countReadable] = 0
		out.Classes = []string{classFormat + string(broken.Kind)}
		out.ErrorType = out.Classes[0]
		out.Evidence, err = json.Marshal(evidence{Unreadable: broken.Detail})
		return out, err
	}
	differences := newAnalysis(sample, gold, predicted, pairs).differences()
	if len(differences) == 0 {
		out.Valid = true
		return out, nil
	}
	for _, d := range differences {
		out.Classes = d.classes(out.Classes)
	}
	out.ErrorType = out.Classes[0]
	if out.Evidence, err = json.Marshal(shortened(differences)); err != nil {
		return out, fmt.Errorf("sample %s: write the differences: %w", sample.ID, err)
	}
	return out, nil
}

// correct is what a pairing counts as correct.
type correct struct{ calls, parameters int }

func countOf(gold, predicted []call, pairs []int) correct {
	var c correct
	for p, g := range pairs {
		if g >= 0 {
			c.calls++
			c.parameters += equalParameters(gold[g].parameters, predicted[p].parameters)
		}
	}
	return c
}

// read gives the reply's calls, or what made it unreadable. The authors' parser stands for their
// text format alone: calls that arrive beside the text, or in another protocol, are read as ours.
func (s *scorer) read(reply chat.Message) ([]call, *protocol.Fault) {
	if s.compat == eval.CompatReference && s.protocol.Name() == protocolName && len(reply.ToolCalls) == 0 {
		calls, ok := protocol.ParseSealReference(reply.Content)
		if !ok {
			return nil, &protocol.Fault{Kind: protocol.FaultBadJSON, Detail: "the authors' parser finds no list of calls"}
		}
		return fromStep(calls), nil
	}
	step := s.protocol.Parse(reply)
	for _, f := range step.Faults {
		if f.Fatal {
			return nil, &f
		}
	}
	return fromStep(step.Calls), nil
}

func parameters(calls []call) int {
	n := 0
	for _, c := range calls {
		n += len(c.parameters)
	}
	return n
}

// addRetrieval counts what the retriever found for the sample, where it was asked.
func addRetrieval(counts map[string]float64, sample eval.Sample) error {
	ranks, err := readRanks(string(sample.Setup))
	if err != nil {
		return fmt.Errorf("sample %s: read what the retriever found: %w", sample.ID, err)
	}
	if len(ranks) == 0 {
		return nil
	}
	counts[countQueries] = 1
	counts[countGoldTools] = float64(len(ranks))
	for i, k := range retrieve.Cutoffs {
		found := 0
		for _, rank := range ranks {
			if rank > 0 && rank <= k {
				found++
			}
		}
		counts[countFound[i]] = float64(found)
		counts[countAll[i]] = 0
		if found == len(ranks) {
			counts[countAll[i]] = 1
		}
	}
	return nil
}

// Counts of gold tools found, and of queries with all of them found, by cutoff as in retrieve.Cutoffs.
var (
	countFound = [...]string{"found@1", "found@3", "found@5", "found@10", "found@20"}
	countAll   = [...]string{"all@1", "all@3", "all@5", "all@10", "all@20"}
)
