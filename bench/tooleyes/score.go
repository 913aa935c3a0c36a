package tooleyes

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/judge"
	"deft/protocol"
	"deft/solver/agent"
	"deft/solver/agent/trace"
	"deft/tool/schema"
)

// Reasons why a part of a score is missing.
const (
	noJudge   = "no judge graded it (--judge SPEC)"
	noTry     = "the model never tried to call a tool"
	noValid   = "no turn with a valid call"
	noPass    = "the attempt did not end with finish"
	noTurns   = "the recorded trajectory has no turns of raw text"
	noGold    = "the query has no gold solution"
	noOverall = "one of the five dimensions is missing"
)

// irrelevant is the class of an answer that a judge graded at most irrelevantGrade of 10 (the sixth
// of Table 4; the paper names no threshold).
const (
	irrelevant      = "irrelevant_answer"
	irrelevantGrade = 2
)

// scorer gives the five dimensions of an attempt (section 2.4) and whether it succeeded.
type scorer struct {
	mode     eval.Compat
	protocol protocol.Protocol
	reader   trace.Reader
	panel    *judge.Panel // nil without judges
}

func newScorer(o eval.Options, p protocol.Protocol) (*scorer, error) {
	s := &scorer{mode: o.Compat, protocol: p, reader: trace.Reader{Protocol: p, Checker: schema.New()}}
	switch s.mode {
	case "":
		s.mode = eval.CompatDefault
	case eval.CompatDefault, eval.CompatPaper, eval.CompatReference:
	default:
		return nil, fmt.Errorf("unknown compat mode %q; default, paper and reference are known", s.mode)
	}
	if len(o.Judges) == 0 {
		return s, nil
	}
	var err error
	s.panel, err = judge.New(o.Judges, o.Prompts)
	return s, err
}

// ID names mode, protocol and judges, all of which change the verdicts.
func (s *scorer) ID() string {
	id := name + "/" + string(s.mode)
	if s.protocol.Name() != defaultProtocol {
		id += "+" + s.protocol.Name()
	}
	if s.panel != nil {
		id += "+" + s.panel.Names()
	}
	return id
}

// parts are what a sample contributes: each metric's value, or why there is none.
type parts struct {
	values  map[string]float64
	missing map[string]string
}

func (p *parts) set(name string, v float64) { p.values[name] = v }

func (p *parts) miss(reason string, names ...string) {
	for _, n := range names {
		p.missing[n] = reason
	}
}

// Score reads the transcript turn by turn, scores by rules, then asks the judges.
func (s *scorer) Score(ctx context.Context, sample eval.Sample, t eval.Transcript) (eval.Score, error) {
	tr, err := s.reader.Read(sample, t)
	if err != nil {
		return eval.Score{}, err
	}
	r := s.rules(sample, &tr)
	p := parts{map[string]float64{}, map[string]string{}}
	var grades grades
	recorded := recordedCalls(t)
	r.put(&p, recorded)
	switch {
	case recorded:
		p.miss(noTurns, judged()...)
	case s.panel == nil:
		p.miss(noJudge, judged()...)
	default:
		if grades, err = s.grade(ctx, sample, t.Key, &tr, r); err != nil {
			return eval.Score{}, err
		}
		grades.put(&p, r, s.mode)
	}
	out := eval.Score{Counts: map[string]float64{}, Missing: p.missing, Valid: r.clean(&tr)}
	for name, v := range p.values {
		out.Counts[name], out.Counts[count+name] = v, 1
	}
	for _, c := range tr.AllClasses() {
		out.Classes = append(out.Classes, string(c))
	}
	if grades.quality.Unscored == "" && grades.quality.Score > 0 && grades.quality.Score <= irrelevantGrade {
		out.Classes = append(out.Classes, irrelevant)
	}
	why, err := s.succeed(sample, t, &tr, &out)
	if err != nil {
		return eval.Score{}, err
	}
	out.Counts[countTurns], out.Counts[countCalls] = float64(len(tr.Turns)), float64(made(&tr))
	if !out.Valid && out.ErrorType == "" && len(out.Classes) > 0 {
		out.ErrorType = out.Classes[0]
	}
	out.Evidence, err = json.Marshal(evidence{why, r.evidence(&tr), grades.exchanges})
	return out, err
}

// evidence is what a person needs to follow the score.
type evidence struct {
	Success   []string         `json:"not_succeeded_because,omitempty"`
	Turns     []turnEvidence   `json:"turns,omitempty"`
	Exchanges []judge.Exchange `json:"judges,omitempty"`
}

type turnEvidence struct {
	Turn    int           `json:"turn"`
	Valid   bool          `json:"valid"`
	Real    bool          `json:"real"`
	Classes []trace.Class `json:"classes,omitempty"`
}

// made counts the calls of all turns but those of finish and ask_to_user.
func made(tr *trace.Trace) int {
	n := 0
	for _, u := range tr.Turns {
		for _, c := range u.Calls {
			if c.Name != agent.Finish && c.Name != agent.AskUser {
				n++
			}
		}
	}
	return n
}

// rules is what rules say about the turns of an attempt, in one of the modes.
type rules struct {
	valid, tried int // FA
	choices      []choice
	reality      float64
	pass         bool
	answer       string
}

// choice is what tool selection sees of one turn.
type choice struct {
	counted       bool // its match with the thought is in the mean
	real          bool // the tool is documented, its parameters exist, all required ones are given
	thought, tool string
}

func (s *scorer) rules(sample eval.Sample, tr *trace.Trace) rules {
	if s.mode == eval.CompatReference {
		return s.referenceRules(sample, tr)
	}
	forced := dropForcedEnd(tr)
	r := rules{pass: tr.Finished && !forced, answer: tr.Answer}
	r.valid, r.tried = tr.Format()
	real, valid := tr.Reality()
	if valid > 0 {
		r.reality = float64(real) / float64(valid)
	}
	for _, u := range tr.Turns {
		c := choice{counted: u.Tried && u.Valid && len(u.Calls) > 0, real: u.Real, thought: strings.TrimSpace(u.Step.Thought)}
		if c.counted {
			c.tool = u.Calls[0].Name
		}
		r.choices = append(r.choices, c)
	}
	return r
}

// dropForcedEnd takes off a last turn that is not the model's, and says whether there was one.
func dropForcedEnd(tr *trace.Trace) bool {
	n := len(tr.Turns)
	if n == 0 || !forcedEnd(tr.Turns[n-1].Reply.Content) {
		return false
	}
	tr.Turns = tr.Turns[:n-1]
	tr.Classes = append(tr.Classes, trace.TurnLimit)
	return true
}

// recordedCalls says whether a transcript holds calls alone, without the text of the turns that made
// them, as recorded trajectories do.
func recordedCalls(t eval.Transcript) bool {
	return t.Stop == eval.StopRecorded && !slices.ContainsFunc(t.Events, func(e eval.Event) bool {
		return e.Kind == eval.EventReply && e.Message != nil && e.Message.Content != ""
	})
}

// put gives what needs no judge.
func (r *rules) put(p *parts, recorded bool) {
	switch {
	case recorded:
		p.miss(noTurns, "fa")
	case r.tried == 0:
		p.miss(noTry, "fa")
	default:
		p.set("fa", float64(r.valid)/float64(r.tried))
	}
	p.set("ts_reality", r.reality)
	p.set("ao_pass", indicator(r.pass))
}

// clean says whether nothing is wrong by rules: what is valid in a sample without a gold solution.
func (r *rules) clean(tr *trace.Trace) bool { return r.pass && len(tr.AllClasses()) == 0 }

func (r *rules) evidence(tr *trace.Trace) []turnEvidence {
	out := make([]turnEvidence, len(tr.Turns))
	for i, u := range tr.Turns {
		out[i] = turnEvidence{u.Turn, u.Valid, u.Real, u.Classes}
	}
	return out
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// thoughtOf is what a judge reads as a turn's thought: the thought, or what was written instead.
func thoughtOf(u *trace.Turn) string {
	if t := strings.TrimSpace(u.Step.Thought); t != "" {
		return t
	}
	if text := strings.TrimSpace(u.Reply.Content); text != "" && len(u.Step.Calls) == 0 {
		return shorten(text, maxThought)
	}
	return emptyThought
}

const (
	maxThought   = 2000 // bytes of a reply without a thought that a judge is shown
	emptyThought = "(no thought was written)"
)

func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + " …"
}

// key of a grade of this attempt.
func gradeKey(k chat.Key, turn int) chat.Key {
	k.Role, k.Turn = chat.RoleJudge, turn
	return k
}
