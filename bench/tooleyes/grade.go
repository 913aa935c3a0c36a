package tooleyes

import (
	"cmp"
	"context"
	"encoding/json"

	"deft/chat"
	"deft/eval"
	"deft/judge"
	"deft/solver/agent"
	"deft/solver/agent/trace"
)

// grades are the judges' verdicts on one attempt.
type grades struct {
	intent, validity, integrity judge.Grade
	quality                     judge.Grade
	asked                       bool // quality was asked for
	match                       []judge.Grade
	exchanges                   []judge.Exchange
}

// grade asks for every verdict that the attempt needs: three on the thoughts, one on the answer of
// an attempt that passed, one on each counted turn that has a thought.
func (s *scorer) grade(ctx context.Context, sample eval.Sample, key chat.Key, tr *trace.Trace, r rules) (g grades, err error) {
	ask := func(into *judge.Grade, turn int, rubric string, data any) {
		if err != nil {
			return
		}
		var x []judge.Exchange
		*into, x, err = s.panel.Grade(ctx, gradeKey(key, turn), rubric, data)
		g.exchanges = append(g.exchanges, x...)
	}
	query := sample.Query()
	thoughts := make([]string, len(tr.Turns))
	for i := range tr.Turns {
		thoughts[i] = thoughtOf(&tr.Turns[i])
	}
	ask(&g.intent, 0, judge.RubricIntent, judge.Dialogue{Query: query, Turns: dialogue(tr)})
	plan := judge.Planning{Query: query, Thoughts: thoughts}
	ask(&g.validity, 1, judge.RubricValidity, plan)
	ask(&g.integrity, 2, judge.RubricIntegrity, plan)
	if g.asked = r.pass || s.mode == eval.CompatReference; g.asked {
		ask(&g.quality, 3, judge.RubricQuality, judge.Answer{Query: query, Answer: r.answer})
	}
	options := optionsOf(sample)
	g.match = make([]judge.Grade, len(tr.Turns))
	for i, c := range r.choices {
		switch {
		case !c.counted:
		case c.thought == "":
			g.match[i] = judge.Grade{Score: judge.NeutralMatch, Reason: "no thought: half of the points"}
		default:
			ask(&g.match[i], 4+i, judge.RubricMatch, judge.Choice{Thought: c.thought, Tools: options, Chosen: c.tool})
		}
	}
	return g, err
}

func optionsOf(s eval.Sample) []judge.Option {
	out := make([]judge.Option, len(s.Tools))
	for i, t := range s.Tools {
		out[i] = judge.Option{Name: t.Name, Description: t.Description}
	}
	return out
}

// dialogue interleaves the thoughts with what the user said when asked.
func dialogue(tr *trace.Trace) []judge.Said {
	var out []judge.Said
	for i := range tr.Turns {
		u := &tr.Turns[i]
		out = append(out, judge.Said{Text: thoughtOf(u)})
		for _, c := range u.Calls {
			var said string
			if c.Name == agent.AskUser && c.Result != nil && c.Result.Fault == "" && json.Unmarshal(c.Result.Content, &said) == nil {
				out = append(out, judge.Said{ByUser: true, Text: said})
			}
		}
	}
	return out
}

// put gives the judged metrics, and the overall mean when all five dimensions are there.
func (g *grades) put(p *parts, r rules, mode eval.Compat) {
	g.part(p, "ic", g.intent)
	valid, integral := g.part(p, "bp_validity", g.validity), g.part(p, "bp_integrity", g.integrity)
	if valid && integral {
		p.set("bp", p.values["bp_validity"]*p.values["bp_integrity"])
	} else {
		p.miss(cmp.Or(g.validity.Unscored, g.integrity.Unscored), "bp")
	}
	g.selection(p, r, mode)
	switch {
	case !g.asked:
		p.miss(noPass, "ao_quality")
		p.set("ao", 0)
	case g.part(p, "ao_quality", g.quality):
		p.set("ao", p.values["ao_quality"])
	default:
		p.miss(g.quality.Unscored, "ao")
	}
	sum := 0.0
	for _, d := range dimensions() {
		v, ok := p.values[d]
		if !ok {
			p.miss(noOverall, "overall")
			return
		}
		sum += v
	}
	p.set("overall", sum/float64(len(dimensions())))
}

// part takes one grade of ten as a share.
func (g *grades) part(p *parts, name string, grade judge.Grade) bool {
	if grade.Unscored != "" {
		p.miss(grade.Unscored, name)
		return false
	}
	p.set(name, grade.Score/10)
	return true
}

// selection is TS with its match: the mean over counted turns of reality times match, or in the
// reference's way the product of two means.
func (g *grades) selection(p *parts, r rules, mode eval.Compat) {
	n, match, both := 0, 0.0, 0.0
	for i, c := range r.choices {
		if !c.counted {
			continue
		}
		m := g.match[i]
		if m.Unscored != "" {
			p.miss(m.Unscored, "ts", "ts_match")
			return
		}
		n++
		match += m.Score / 10
		if c.real {
			both += m.Score / 10
		}
	}
	if n == 0 {
		p.miss(noValid, "ts_match")
		p.set("ts", 0)
		return
	}
	p.set("ts_match", match/float64(n))
	if mode == eval.CompatReference {
		p.set("ts", r.reality*match/float64(n))
		return
	}
	p.set("ts", both/float64(n))
}
