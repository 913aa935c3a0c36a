package tooleyes

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"deft/bench/tooleyes/facts"
	"deft/solver/agent"
	"deft/tool/library"
)

//go:embed queries
var queryFiles embed.FS

// WorldSeed is the seed of the world in which every query of our own set is asked.
const WorldSeed = 1

// Scenarios in the order of the paper.
func Scenarios() []string { return []string{"TG", "DU", "RS", "PL", "IR", "AM", "FT"} }

// Query is one line of queries/SCENARIO.jsonl: what a user asks, in which subcategory of the tool
// library, and how it is settled.
type Query struct {
	ID string `json:"id"`
	// Place is the subcategory whose tools are given, as "Category/Subcategory".
	Place string `json:"place"`
	Query string `json:"query"`
	// User is what the user answers when asked, in one text; empty where nothing need be asked.
	User string `json:"user,omitempty"`
	// Impossible: the given tools cannot do it, and an agent must say so.
	Impossible bool `json:"impossible,omitempty"`
	// Steps are the gold trajectory up to, and without, finish.
	Steps []Step `json:"steps"`
	// Answer is the gold answer given to finish.
	Answer string `json:"answer"`
	// Facts must all be in the answer.
	Facts []facts.Fact `json:"facts,omitempty"`
	// State is the world's state after the gold trajectory (the environment's snapshot), where that
	// changes anything; Free names columns of it whose values do not matter, such as a mail's text.
	State json.RawMessage `json:"state,omitempty"`
	Free  []string        `json:"free,omitempty"`
}

// Step is one turn of the gold trajectory.
type Step struct {
	Thought   string          `json:"thought"`
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
}

// asks says whether the gold trajectory asks the user.
func (q *Query) asks() bool {
	return slices.ContainsFunc(q.Steps, func(s Step) bool { return s.Tool == agent.AskUser })
}

// readQueries reads the embedded set, scenario by scenario.
func readQueries() ([]Query, error) {
	var out []Query
	for _, s := range Scenarios() {
		name := "queries/" + s + ".jsonl"
		body, err := queryFiles.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read the embedded queries: %w", err)
		}
		list, err := parseQueries(name, body)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// parseQueries reads lines of JSON. An error names file and line.
func parseQueries(name string, body []byte) ([]Query, error) {
	var out []Query
	for n, line := range bytes.Split(body, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var q Query
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&q); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
		}
		if _, err := d.Token(); err != io.EOF {
			return nil, fmt.Errorf("%s:%d: more than one value on the line", name, n+1)
		}
		if err := q.check(); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
		}
		out = append(out, q)
	}
	return out, nil
}

// check looks for what is missing or contradicts itself in one line.
func (q *Query) check() error {
	switch {
	case q.ID == "" || q.Place == "" || strings.TrimSpace(q.Query) == "" || q.Answer == "":
		return fmt.Errorf("query %q: id, place, query and answer are needed", q.ID)
	case q.Impossible == (len(q.Facts) > 0):
		return fmt.Errorf("query %s: an impossible query has no facts, any other at least one", q.ID)
	case !q.Impossible && len(q.Steps) == 0:
		return fmt.Errorf("query %s: no steps", q.ID)
	case q.asks() && q.User == "":
		return fmt.Errorf("query %s: the user is asked and has nothing to say (user)", q.ID)
	}
	for i, s := range q.Steps {
		if s.Thought == "" || s.Tool == "" || len(s.Arguments) == 0 || s.Tool == agent.Finish {
			return fmt.Errorf("query %s, step %d: thought, tool (not finish) and arguments are needed", q.ID, i+1)
		}
	}
	for _, f := range q.Facts {
		if err := f.Check(); err != nil {
			return fmt.Errorf("query %s: %w", q.ID, err)
		}
	}
	return nil
}

// scenario of a place of the library; empty when there is no such place.
func scenario(lib *library.Library, place string) string {
	tools, err := lib.Select(place)
	if err != nil || !strings.Contains(place, "/") {
		return ""
	}
	return tools[0].Scenario
}
