package sealtools

import (
	"encoding/json"
	"slices"
	"strings"

	"deft/eval"
)

// Error classes (section 4.3.2, Figure 8). Tools, first: a gold tool that the retriever did not
// offer; a call of a tool that was not offered; a call of an offered but wrong tool in place of a
// gold one; a gold call without any in its place; a call too many.
const (
	classFormat       = "format_" // and the kind of the fault that made the reply unreadable
	classMissed       = "tool_missed_by_retriever"
	classHallucinated = "tool_hallucinated"
	classWrong        = "tool_wrong_choice"
	classMissing      = "tool_missing"
	classExtra        = "tool_extra"
	// Parameters of paired calls. A wrong value is a fault of extraction when the gold one stands
	// in the query word by word, else of understanding or conversion.
	classOmitted     = "param_omitted"
	classExtraction  = "param_extraction"
	classConversion  = "param_conversion"
	classUnmentioned = "param_unmentioned"
)

// difference is one call that is not as the gold answer has it.
type difference struct {
	API        string                `json:"api,omitempty"` // the gold call's; empty when there is none
	Called     string                `json:"called,omitempty"`
	Class      string                `json:"class,omitempty"` // empty when only parameters differ
	Gold       json.RawMessage       `json:"gold,omitempty"`
	Predicted  json.RawMessage       `json:"predicted,omitempty"`
	Parameters []parameterDifference `json:"parameters,omitempty"`
}

type parameterDifference struct {
	Name      string          `json:"name"`
	Class     string          `json:"class"`
	Gold      json.RawMessage `json:"gold,omitempty"`
	Predicted json.RawMessage `json:"predicted,omitempty"`
}

func (d difference) classes(to []string) []string {
	if d.Class != "" {
		to = append(to, d.Class)
	}
	for _, p := range d.Parameters {
		to = append(to, p.Class)
	}
	return to
}

// analysis compares a readable reply with the gold answer call by call, in every mode by the
// one-to-one pairing: the published modes cannot say that a call was repeated.
type analysis struct {
	gold, predicted []call
	pairs           []int // by predicted call
	query           string
	offered         map[string]bool // nil when the candidates are not known
}

func newAnalysis(sample eval.Sample, gold, predicted []call, pairs []int) *analysis {
	a := &analysis{gold: gold, predicted: predicted, pairs: pairs}
	if n := len(sample.Messages); n > 0 {
		a.query = sample.Messages[n-1].Content
	}
	if len(sample.Tools) > 0 {
		a.offered = make(map[string]bool, len(sample.Tools))
		for _, t := range sample.Tools {
			a.offered[t.Name] = true
		}
	}
	return a
}

// differences lists what is wrong: first the gold calls in their order, then calls too many.
func (a *analysis) differences() []difference {
	partner := make([]int, len(a.gold)) // by gold call
	for g := range partner {
		partner[g] = -1
	}
	var stray []int // predicted calls without a gold one
	for p, g := range a.pairs {
		if g < 0 {
			stray = append(stray, p)
		} else {
			partner[g] = p
		}
	}
	var out []difference
	for g, p := range partner {
		switch {
		case p >= 0:
			if d := a.parameters(g, p); len(d.Parameters) > 0 {
				out = append(out, d)
			}
		case a.offered != nil && !a.offered[a.gold[g].name]:
			out = append(out, difference{API: a.gold[g].name, Class: classMissed, Gold: arguments(a.gold[g])})
		default:
			d := difference{API: a.gold[g].name, Class: classMissing, Gold: arguments(a.gold[g])}
			if i := slices.IndexFunc(stray, a.wrongChoice); i >= 0 {
				c := a.predicted[stray[i]]
				d.Class, d.Called, d.Predicted = classWrong, c.name, arguments(c)
				stray = slices.Delete(stray, i, i+1)
			}
			out = append(out, d)
		}
	}
	for _, p := range stray {
		c := a.predicted[p]
		d := difference{Called: c.name, Class: classExtra, Predicted: arguments(c)}
		if a.offered != nil && !a.offered[c.name] && !a.isGold(c.name) {
			d.Class = classHallucinated
		}
		out = append(out, d)
	}
	return out
}

// wrongChoice says whether the predicted call may stand in place of a gold one: a call of another
// tool that was offered.
func (a *analysis) wrongChoice(p int) bool {
	name := a.predicted[p].name
	return (a.offered == nil || a.offered[name]) && !a.isGold(name)
}

func (a *analysis) isGold(name string) bool {
	return slices.ContainsFunc(a.gold, func(c call) bool { return c.name == name })
}

// parameters compares the parameters of a pair of calls.
func (a *analysis) parameters(g, p int) difference {
	gold, predicted := a.gold[g].parameters, a.predicted[p].parameters
	d := difference{API: a.gold[g].name}
	for _, want := range gold {
		got, ok := lookup(predicted, want.name)
		switch {
		case !ok:
			d.Parameters = append(d.Parameters, parameterDifference{Name: want.name, Class: classOmitted, Gold: json.RawMessage(want.json)})
		case !equalValues(want.json, got.json):
			class := classConversion
			if strings.Contains(a.query, pythonText(want.json)) {
				class = classExtraction
			}
			d.Parameters = append(d.Parameters, parameterDifference{
				Name: want.name, Class: class, Gold: json.RawMessage(want.json), Predicted: json.RawMessage(got.json),
			})
		}
	}
	for _, got := range predicted {
		if _, ok := lookup(gold, got.name); !ok {
			d.Parameters = append(d.Parameters, parameterDifference{Name: got.name, Class: classUnmentioned, Predicted: json.RawMessage(got.json)})
		}
	}
	return d
}

func arguments(c call) json.RawMessage {
	b := []byte{'{'}
	for i, m := range c.parameters {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(appendText(b, m.name), ':'), m.json...)
	}
	return append(b, '}')
}

// evidence is what a person needs to follow a score.
type evidence struct {
	Unreadable string       `json:"unreadable,omitempty"` // why no calls could be read
	Calls      []difference `json:"differences,omitempty"`
	More       int          `json:"more,omitempty"` // differences left out
}

// Bounds of the evidence: replies may be of any size.
const (
	mostDifferences = 30
	mostParameters  = 30
	mostValueBytes  = 400
)

// shortened bounds the differences for storing.
func shortened(all []difference) evidence {
	e := evidence{Calls: all}
	if len(all) > mostDifferences {
		e.Calls, e.More = all[:mostDifferences], len(all)-mostDifferences
	}
	for i := range e.Calls {
		d := &e.Calls[i]
		d.Called, d.Gold, d.Predicted = cut(d.Called), cutJSON(d.Gold), cutJSON(d.Predicted)
		if len(d.Parameters) > mostParameters {
			e.More += len(d.Parameters) - mostParameters
			d.Parameters = d.Parameters[:mostParameters]
		}
		for j := range d.Parameters {
			p := &d.Parameters[j]
			p.Name, p.Gold, p.Predicted = cut(p.Name), cutJSON(p.Gold), cutJSON(p.Predicted)
		}
	}
	return e
}

func cut(text string) string {
	if len(text) <= mostValueBytes {
		return text
	}
	return strings.ToValidUTF8(text[:mostValueBytes], "") + "…"
}

// cutJSON keeps a short value as it is and makes a long one the string of its beginning.
func cutJSON(v json.RawMessage) json.RawMessage {
	if len(v) <= mostValueBytes {
		return v
	}
	return appendText(nil, cut(string(v)))
}
