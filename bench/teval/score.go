package teval

import (
	"context"
	"encoding/json"
	"fmt"

	"deft/eval"
	"deft/pyvalue"
	"deft/retrieve/embed"
)

// scorer scores one reply by the rules of its file. It holds no state.
type scorer struct {
	mode    eval.Compat
	encoder embed.Encoder
}

// ID names mode and encoder: both change scores.
func (s scorer) ID() string { return "teval/" + string(s.mode) + "/" + s.encoder.Name() }

// Error types of a sample, the first thing wrong.
const (
	errUnparsed  = "unparsed"        // the reply does not have the format asked for
	errTool      = "wrong_tool"      // another tool than the gold one
	errArguments = "wrong_arguments" // the right tool, other arguments
	errThought   = "other_thought"   // a thought less similar than two equal plan steps must be
	errPlan      = "wrong_plan"
	errChoice    = "wrong_choice"
)

// result is what scoring one reply gave, before it becomes counts.
type result struct {
	parsed bool
	scores map[string]float64 // by ability
	extra  map[string]float64 // diagnostics
	wrong  []string           // error types, the first first
	read   any                // what was understood of the reply, for people
}

// Score scores the last reply of the transcript; without one, the empty reply.
func (s scorer) Score(ctx context.Context, sample eval.Sample, t eval.Transcript) (eval.Score, error) {
	out := eval.Score{Key: t.Key, Scorer: s.ID(), Counts: map[string]float64{}}
	var g gold
	if err := json.Unmarshal(sample.Gold, &g); err != nil {
		return out, fmt.Errorf("sample %s: gold: %w", sample.ID, err)
	}
	want, err := g.read()
	if err != nil {
		return out, fmt.Errorf("sample %s: %w", sample.ID, err)
	}
	message, _ := t.Reply()
	r, err := s.result(ctx, g, want, cut(message.Content))
	if err != nil {
		return out, fmt.Errorf("sample %s: %w", sample.ID, err)
	}
	out.Counts[countCases], out.Counts[countParsed] = 1, oneIf(r.parsed)
	for ability, v := range r.scores {
		key := ability + "_" + g.Format
		out.Counts[key], out.Counts[countCases+key], out.Counts[countParsed+key] = v, 1, oneIf(r.parsed)
	}
	for name, v := range r.extra {
		out.Counts[name+"_"+g.Format], out.Counts[countCases+name+"_"+g.Format] = v, 1
	}
	out.Valid = len(r.wrong) == 0
	if !out.Valid {
		out.ErrorType, out.Classes = r.wrong[0], r.wrong
	}
	out.Evidence, err = json.Marshal(map[string]any{"read": r.read, "scores": r.scores, "extra": r.extra})
	if err != nil {
		return out, fmt.Errorf("sample %s: write the evidence: %w", sample.ID, err)
	}
	return out, nil
}

// result scores a reply that has been cut.
func (s scorer) result(ctx context.Context, g gold, want truth, reply string) (result, error) {
	if g.Kind == "instruct" {
		return s.instruct(g, want, reply), nil
	}
	reply = unfence(reply)
	switch g.Kind {
	case "plan_json", "plan_str":
		return s.plan(ctx, g, want, reply)
	case "review_str":
		choice, ok := readChoice(reply)
		r := result{parsed: ok, scores: map[string]float64{review: oneIf(choice == want.choice)}, read: choice}
		r.check(choice == want.choice, errChoice)
		return r, nil
	}
	return s.turn(ctx, g, want, reply)
}

// check records what is wrong with a parsed reply; an unparsed one has that as its only fault.
func (r *result) check(right bool, errorType string) {
	if !r.parsed {
		r.wrong = []string{errUnparsed}
	} else if !right {
		r.wrong = append(r.wrong, errorType)
	}
}

func (s scorer) instruct(g gold, want truth, reply string) result {
	r := result{scores: map[string]float64{instruct: 0}, extra: map[string]float64{"instruct_format": 0, "instruct_args": 0}}
	got, ok := readRequest(reply, g.Format, want.layout, s.mode)
	r.parsed = ok
	if ok {
		args := got.argumentScore(want)
		r.scores[instruct] = (1 + args) / 2
		r.extra["instruct_format"], r.extra["instruct_args"] = 1, args
		r.read = map[string]string{"action": pyvalue.Str(got.action), "args": pyvalue.Str(got.args)}
	}
	right := pyvalue.Equal(got.action, pyvalue.StringOf(want.name))
	r.check(right, errTool)
	r.check(r.scores[instruct] == 1 || !right, errArguments)
	return r
}

func (s scorer) plan(ctx context.Context, g gold, want truth, reply string) (result, error) {
	read := readPlan(reply, g.Format, g.Tools, s.mode)
	r := result{parsed: len(read) > 0, scores: map[string]float64{plan: 0}}
	pred, gold := arrange(read), arrange(want.steps)
	var score planScore
	if len(pred) > 0 && len(gold) > 0 {
		m, err := similarities(ctx, s.encoder, pred, gold)
		if err != nil {
			return r, fmt.Errorf("compare plans: %w", err)
		}
		score = comparePlans(m, len(pred), len(gold), edgeThreshold, s.mode)
	}
	r.scores[plan] = score.f1
	r.extra = map[string]float64{"plan_precision": score.precision, "plan_recall": score.recall}
	shown := [][2]string{}
	for _, p := range pred[:min(len(pred), maxSteps)] {
		shown = append(shown, [2]string{p.name, p.args})
	}
	r.read = shown
	r.check(score.f1 == 1, errPlan)
	return r, nil
}

// turn scores Reason, Retrieve and Understand: one of them for a text, all three for JSON.
func (s scorer) turn(ctx context.Context, g gold, want truth, reply string) (result, error) {
	r := result{scores: map[string]float64{}, extra: map[string]float64{}}
	var got turn
	var parts []string
	if g.Format == formatJSON {
		got, r.parsed = readTurn(reply)
		parts = []string{reason, retrieve, understand}
	} else {
		got = turn{thought: reply, name: reply, text: reply, args: pyvalue.Value{Kind: pyvalue.Dict}}
		// Any text is a reply; one without a single character is none, which the reference overlooks.
		r.parsed = reply != "" || s.mode == eval.CompatReference
		for _, k := range kinds() {
			if k.name == g.Kind {
				parts = k.abilities
			}
		}
	}
	for _, ability := range parts {
		v, right, fault, err := s.part(ctx, ability, g, want, got, r)
		if err != nil {
			return r, err
		}
		r.scores[ability] = v
		r.check(right, fault)
	}
	r.read = map[string]string{"thought": got.thought, "name": got.name, "args": pyvalue.Str(got.args)}
	if g.Format == formatString {
		r.read = reply
	}
	return r, nil
}

// part scores one ability of a turn, and says whether it is right and what is wrong otherwise.
func (s scorer) part(ctx context.Context, ability string, g gold, want truth, got turn, r result) (v float64, right bool, fault string, err error) {
	unread := g.Format == formatJSON && !r.parsed
	switch ability {
	case reason:
		if !unread {
			if v, err = similar(ctx, s.encoder, got.thought, want.thought); err != nil {
				return 0, false, "", fmt.Errorf("compare thoughts: %w", err)
			}
		}
		return v, v > edgeThreshold, errThought, nil
	case retrieve:
		if g.Format == formatString {
			v = oneIf(retrieved(got.name, want.name))
		} else if !unread {
			v = oneIf(got.name == want.name)
		}
		return v, v == 1, errTool, nil
	}
	similarity := 0.0
	if !unread {
		text := got.text
		if g.Format == formatJSON {
			text = pyvalue.Str(got.args)
		}
		if similarity, err = similar(ctx, s.encoder, text, pyvalue.Str(want.args)); err != nil {
			return 0, false, "", fmt.Errorf("compare arguments: %w", err)
		}
		v = understood(g.Format, got, want.args, s.mode)
	}
	right = v > 0.999 // the reference's share of all is just under 1
	r.extra["understand_similarity"] = similarity
	if s.mode == eval.CompatPaper {
		v = similarity
	}
	return v, right, errArguments, nil
}
