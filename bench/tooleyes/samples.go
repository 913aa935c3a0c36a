package tooleyes

import (
	"embed"
	"encoding/json"
	"fmt"

	"deft/bench/tooleyes/facts"
	"deft/chat"
	"deft/eval"
	"deft/prompt"
	"deft/solver/agent"
	"deft/tool"
	"deft/tool/library"
	"deft/tool/library/world"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

// Groups of samples beside their scenario.
const (
	groupOne        = "one_call"
	groupSeveral    = "several_calls"
	groupAsks       = "asks_user"
	groupImpossible = "impossible"
)

// gold is what a sample keeps of the query's solution.
type gold struct {
	Steps      []Step          `json:"steps"`
	Answer     string          `json:"answer"`
	Impossible bool            `json:"impossible,omitempty"`
	Facts      []facts.Fact    `json:"facts,omitempty"`
	State      json.RawMessage `json:"state,omitempty"`
	Free       []string        `json:"free,omitempty"`
}

// setup is what a sample's environment starts from.
type setup struct {
	Place string `json:"place"`
	User  string `json:"user,omitempty"`
}

// ownSamples makes the samples of the embedded queries.
func ownSamples(lib *library.Library, prompts *prompt.Set) ([]eval.Sample, error) {
	queries, err := readQueries()
	if err != nil {
		return nil, err
	}
	system, err := systemText(prompts)
	if err != nil {
		return nil, err
	}
	tools := map[string][]tool.Spec{} // samples of one place share their documents
	out := make([]eval.Sample, 0, len(queries))
	for i := range queries {
		q := &queries[i]
		if tools[q.Place] == nil {
			if tools[q.Place], err = placeTools(lib, q.Place); err != nil {
				return nil, fmt.Errorf("query %s: %w", q.ID, err)
			}
		}
		s, err := q.sample(scenario(lib, q.Place), system, tools[q.Place])
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// systemText is the system message of every sample, with the world's date.
func systemText(prompts *prompt.Set) (string, error) {
	now := world.Now()
	return prompts.Execute("system", map[string]string{
		"Weekday": now.Weekday().String(), "Date": now.Format("2 January 2006"), "Time": now.Format("15:04"),
	})
}

// placeTools are the documents of a subcategory, with finish and ask_to_user.
func placeTools(lib *library.Library, place string) ([]tool.Spec, error) {
	chosen, err := lib.Select(place)
	if err != nil {
		return nil, err
	}
	out := make([]tool.Spec, 0, len(chosen)+2)
	for _, t := range chosen {
		out = append(out, t.Spec)
	}
	return append(out, agent.AskUserSpec(), agent.FinishSpec()), nil
}

func (q *Query) sample(scenario, system string, tools []tool.Spec) (eval.Sample, error) {
	s := eval.Sample{
		ID: q.ID, Groups: append([]string{scenario}, q.kinds()...), Tools: tools,
		Messages: []chat.Message{{Role: chat.System, Content: system}, {Role: chat.User, Content: q.Query}},
	}
	var err error
	if s.Gold, err = json.Marshal(gold{q.Steps, q.Answer, q.Impossible, q.Facts, q.State, q.Free}); err != nil {
		return s, fmt.Errorf("query %s: %w", q.ID, err)
	}
	if s.Setup, err = json.Marshal(setup{q.Place, q.User}); err != nil {
		return s, fmt.Errorf("query %s: %w", q.ID, err)
	}
	return s, nil
}

// kinds are the groups of a query beside its scenario.
func (q *Query) kinds() []string {
	var out []string
	switch {
	case q.Impossible:
		out = append(out, groupImpossible)
	case q.calls() > 1:
		out = append(out, groupSeveral)
	default:
		out = append(out, groupOne)
	}
	if q.asks() {
		out = append(out, groupAsks)
	}
	return out
}

// calls counts the gold calls of the library's tools.
func (q *Query) calls() int {
	n := 0
	for _, s := range q.Steps {
		if s.Tool != agent.AskUser {
			n++
		}
	}
	return n
}
