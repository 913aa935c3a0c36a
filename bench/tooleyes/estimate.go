package tooleyes

import (
	"encoding/json"
	"strings"

	"deft/eval"
	"deft/judge"
)

// What an attempt is taken to be before there is one: as many turns as the gold trajectory, or
// typicalTurns, each with a thought of typicalText bytes.
const (
	typicalTurns = 4
	typicalText  = 200
)

// estimate says what one judge is asked about one attempt: intent, validity and integrity of the
// thoughts, the quality of the answer, and the match of each turn.
func (s *scorer) estimate(sample eval.Sample, most int) (eval.Estimate, error) {
	turns := typicalTurns
	var g gold
	if json.Unmarshal(sample.Gold, &g) == nil {
		turns = len(g.Steps) + 1
	}
	if most > 0 {
		turns = min(turns, most)
	}
	text := strings.Repeat("x", typicalText)
	query := sample.Query()
	dialogue, thoughts := make([]judge.Said, turns), make([]string, turns)
	for i := range turns {
		dialogue[i], thoughts[i] = judge.Said{Text: text}, text
	}
	var sum eval.Estimate
	for _, ask := range []struct {
		rubric string
		data   any
		times  int
	}{
		{judge.RubricIntent, judge.Dialogue{Query: query, Turns: dialogue}, 1},
		{judge.RubricValidity, judge.Planning{Query: query, Thoughts: thoughts}, 1},
		{judge.RubricIntegrity, judge.Planning{Query: query, Thoughts: thoughts}, 1},
		{judge.RubricQuality, judge.Answer{Query: query, Answer: text}, 1},
		{judge.RubricMatch, judge.Choice{Thought: text, Tools: optionsOf(sample), Chosen: text[:20]}, turns},
	} {
		e, err := s.panel.Estimate(ask.rubric, ask.data)
		if err != nil {
			return sum, err
		}
		sum = sum.Add(e.Times(ask.times))
	}
	return sum, nil
}
