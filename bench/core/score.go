package core

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/solver/agent"
	"deft/tool"
	"deft/tool/schema"
)

// Counts of a score; metrics are ratios of their sums.
const (
	countValid       = "valid"
	countAbstain     = "abstain"      // samples on which nothing may be called
	countAbstained   = "abstained"    // of those, samples on which nothing was
	countToolsRight  = "tools_right"  // calls taken for a gold call
	countToolsMade   = "tools_made"   // calls made
	countToolsGold   = "tools_gold"   // gold calls
	countParamsRight = "params_right" // arguments equal to an accepted value
	countParamsMade  = "params_made"
	countParamsGold  = "params_gold"
	countUnreadable  = "unreadable"
)

// scorer compares calls with the gold calls of a sample; it needs nothing but sample and transcript.
type scorer struct {
	task     string
	protocol protocol.Protocol
	checker  *schema.Checker
}

// ID names the scorer, with the protocol where that is not the suite's own.
func (s *scorer) ID() string {
	if s.protocol.Name() != defaultProtocol {
		return s.task + "/default+" + s.protocol.Name()
	}
	return s.task + "/default"
}

// Score counts. When calls were performed in the environment, those are what counts; otherwise
// the calls of the one reply.
func (s *scorer) Score(_ context.Context, sample eval.Sample, t eval.Transcript) (eval.Score, error) {
	var gold Gold
	if err := json.Unmarshal(sample.Gold, &gold); err != nil {
		return eval.Score{}, fmt.Errorf("sample %s: read the gold answer: %w", sample.ID, err)
	}
	m, err := newMatcher(gold, sample)
	if err != nil {
		return eval.Score{}, fmt.Errorf("sample %s: %w", sample.ID, err)
	}
	calls, results, unreadable, err := s.calls(sample, t, gold.names(agent.AskUser))
	if err != nil {
		return eval.Score{}, err
	}
	for i, c := range calls {
		m.made = append(m.made, readCall(c))
		m.made[i].result = results[i]
	}
	m.match()
	offered := map[string]bool{}
	specs := map[string]tool.Spec{}
	for _, spec := range sample.Tools {
		offered[spec.Name], specs[spec.Name] = true, spec
	}
	sum := m.compare(offered, func(i int) []schema.Fault {
		faults, err := s.checker.Arguments(specs[calls[i].Name], calls[i])
		if err != nil {
			return nil // a document that is no schema tells nothing about the value
		}
		return faults
	})
	return score(sample, sum, unreadable)
}

// calls gives the calls to score and what they returned, nil where nothing was performed. Questions to
// the user are left out, unless the gold calls ask some too.
func (s *scorer) calls(sample eval.Sample, t eval.Transcript, asked bool) ([]tool.Call, []json.RawMessage, string, error) {
	var calls []tool.Call
	var results []json.RawMessage
	asking := false
	for _, e := range t.Events {
		switch {
		case e.Kind == eval.EventCall && e.Call != nil && e.Call.Name == agent.AskUser && !asked: // a question is no call of the task's
			asking = true
		case e.Kind == eval.EventResult && asking:
			asking = false
		case e.Kind == eval.EventCall && e.Call != nil:
			calls, results = append(calls, *e.Call), append(results, nil)
		case e.Kind == eval.EventResult && e.Result != nil && len(results) > 0 && e.Result.Fault == "":
			results[len(results)-1] = e.Result.Content
		}
	}
	if len(calls) > 0 {
		return calls, results, "", nil
	}
	reply, ok := t.Reply()
	if !ok {
		return nil, nil, "", fmt.Errorf("sample %s: the transcript has neither a reply nor a call", sample.ID)
	}
	step := s.protocol.Parse(reply)
	for _, f := range step.Faults {
		if f.Fatal {
			return nil, nil, string(f.Kind), nil
		}
	}
	return step.Calls, make([]json.RawMessage, len(step.Calls)), "", nil
}

func newMatcher(gold Gold, sample eval.Sample) (*matcher, error) {
	m := &matcher{documents: map[string]document{}}
	for _, spec := range sample.Tools {
		d, err := readDocument(spec)
		if err != nil {
			return nil, err
		}
		m.documents[spec.Name] = d
	}
	for _, c := range gold.Calls {
		var ways []way
		for _, g := range c.ways() {
			w := way{g.Tool, make(map[string][]any, len(g.Args))}
			for name, accepted := range g.Args {
				for _, body := range accepted {
					value, ok := decode(body)
					if !ok {
						return nil, fmt.Errorf("gold value of %s.%s is not JSON", g.Tool, name)
					}
					w.args[name] = append(w.args[name], value)
				}
				if len(w.args[name]) == 0 {
					return nil, fmt.Errorf("gold parameter %s.%s accepts no value", g.Tool, name)
				}
			}
			ways = append(ways, w)
		}
		m.gold = append(m.gold, ways)
	}
	if len(m.gold) > maxGoldCalls {
		return nil, fmt.Errorf("%d gold calls, more than %d", len(m.gold), maxGoldCalls)
	}
	return m, nil
}

// maxListed bounds the differences kept with a score.
const maxListed = 40

func score(sample eval.Sample, t tally, unreadable string) (eval.Score, error) {
	out := eval.Score{Counts: map[string]float64{
		countToolsRight: float64(t.toolsRight), countToolsMade: float64(t.toolsMade), countToolsGold: float64(t.toolsGold),
		countParamsRight: float64(t.paramsRight), countParamsMade: float64(t.paramsMade), countParamsGold: float64(t.paramsGold),
	}}
	differences := t.differences
	if t.toolsGold == 0 {
		out.Counts[countAbstain] = 1
		if t.toolsMade == 0 && unreadable == "" {
			out.Counts[countAbstained] = 1
		}
		differences = relabel(sample, differences)
	} else if t.toolsMade == 0 && unreadable == "" {
		differences = append([]difference{{Class: classAbstained}}, differences...)
	}
	if unreadable != "" {
		out.Counts[countUnreadable] = 1
		differences = []difference{{Class: classUnreadable, Got: unreadable}}
	}
	if len(differences) == 0 {
		out.Valid, out.Counts[countValid] = true, 1
		return out, nil
	}
	for _, d := range differences[:min(len(differences), maxListed)] {
		out.Classes = append(out.Classes, d.Class)
	}
	out.ErrorType = worst(out.Classes)
	evidence, err := json.Marshal(differences[:min(len(differences), maxListed)])
	if err != nil {
		return out, fmt.Errorf("sample %s: write the differences: %w", sample.ID, err)
	}
	out.Evidence = evidence
	return out, nil
}

// relabel says of calls where none was due why none was.
func relabel(sample eval.Sample, differences []difference) []difference {
	class := classNeedless
	if slices.Contains(sample.Groups, groupNoFit) {
		class = classUnfitting
	}
	for i := range differences {
		if differences[i].Class == classExtraCall {
			differences[i].Class = class
		}
	}
	return differences
}

// worst is the class that comes first in the order of severity.
func worst(classes []string) string {
	for _, c := range severity() {
		if slices.Contains(classes, c) {
			return c
		}
	}
	return classes[0]
}

func severity() []string {
	return []string{
		classUnreadable, classNeedless, classUnfitting, classAbstained, classUnknownTool, classWrongTool, classMissingCall, classExtraCall, classBadArguments,
		classMissingRequired, classMissingOptional, classUnknownParam, classUnaskedParam, classWrongType, classInvalidValue, classWrongReference, classWrongValue,
	}
}

// metrics of the suite, in the order in which they are reported.
func metrics() []eval.Metric {
	return []eval.Metric{
		eval.Mean("accuracy", countValid),
		f1("tool_f1", countToolsRight, countToolsMade, countToolsGold),
		f1("param_f1", countParamsRight, countParamsMade, countParamsGold),
		eval.Ratio("abstain_acc", countAbstained, countAbstain),
	}
}

// f1 is the harmonic mean of right/made and right/gold. Where no gold call exists it is undefined:
// calls made there lower it over all samples, and abstain_acc speaks of them alone.
func f1(name, right, made, gold string) eval.Metric {
	return eval.Metric{Name: name, Of: func(sum map[string]float64, _ int) (float64, bool) {
		if sum[gold] == 0 {
			return 0, false
		}
		return 2 * sum[right] / (sum[made] + sum[gold]), true
	}}
}

func diagnostics() []eval.Metric {
	return []eval.Metric{
		eval.Ratio("tool_precision", countToolsRight, countToolsMade), eval.Ratio("tool_recall", countToolsRight, countToolsGold),
		eval.Ratio("param_precision", countParamsRight, countParamsMade), eval.Ratio("param_recall", countParamsRight, countParamsGold),
		eval.Mean("calls_per_sample", countToolsMade), eval.Mean("unreadable_rate", countUnreadable),
	}
}

// oracle gives all calls in its first reply and an answer in each later one.
func oracle(s eval.Sample, p protocol.Protocol) (chat.Model, error) {
	var gold Gold
	if err := json.Unmarshal(s.Gold, &gold); err != nil {
		return nil, fmt.Errorf("sample %s: read the gold answer: %w", s.ID, err)
	}
	var calls []tool.Call
	for i, g := range gold.Calls {
		c, err := g.call(i + 1)
		if err != nil {
			return nil, fmt.Errorf("sample %s: %w", s.ID, err)
		}
		calls = append(calls, c)
	}
	return chat.ModelFunc(func(_ context.Context, r chat.Request) (chat.Response, error) {
		step, finish := protocol.Step{Answer: "Here is the answer, without a tool."}, chat.FinishStop
		if len(calls) > 0 && r.Key.Turn == 0 {
			step, finish = protocol.Step{Calls: calls}, chat.FinishToolCalls
		}
		return chat.Response{Message: p.Format(step), Finish: finish}, nil
	}), nil
}
