// Package judge has language models grade what rules cannot: a rubric is a template that asks for a
// score from 1 to 10 with a reason, a panel is one or more judges whose median counts. A reply that
// holds no grade is asked for again, then the matter is unscored, with the reason: never 0.
//
// Every exchange is returned, to be stored with the score as its evidence. Requests carry a
// chat.Key, so that cached replies give the same grades with the judges switched off.
package judge

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"deft/chat"
	"deft/eval"
	"deft/prompt"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

// Rubrics, by the names of their templates. The criteria are those of ToolEyes (section 3.3); the
// data of each is the struct named here.
const (
	RubricIntent    = "intent"    // Dialogue: do the thoughts keep to what the user wants, also as that changes?
	RubricValidity  = "validity"  // Planning: state summed up, next step timely
	RubricIntegrity = "integrity" // Planning: varied and well written, logical, corrects itself
	RubricMatch     = "match"     // Choice: does the tool fit the thought better than the others?
	RubricQuality   = "quality"   // Answer: does the answer settle the query?
)

// NeutralMatch is the score of a choice of a tool without a thought, which no judge can grade
// (ToolEyes, section 3.3: half of the ten points).
const NeutralMatch = 5

// Dialogue is what RubricIntent grades: the query, and what was thought and said after it, in order.
type Dialogue struct {
	Query string
	Turns []Said
}

// Said is one thing thought by the agent or said by the user.
type Said struct {
	ByUser bool
	Text   string
}

// Planning is what RubricValidity and RubricIntegrity grade: the thoughts alone.
type Planning struct {
	Query    string
	Thoughts []string
}

// Numbered gives the thoughts counted from 1, as the templates show them.
func (p Planning) Numbered() []Numbered {
	out := make([]Numbered, len(p.Thoughts))
	for i, t := range p.Thoughts {
		out[i] = Numbered{i + 1, t}
	}
	return out
}

// Numbered is a thought with its number.
type Numbered struct {
	N    int
	Text string
}

// Choice is what RubricMatch grades: one choice of a tool.
type Choice struct {
	Thought string
	Tools   []Option
	Chosen  string
}

// Option is a tool that could have been chosen.
type Option struct{ Name, Description string }

// Answer is what RubricQuality grades.
type Answer struct{ Query, Answer string }

// Tries is how often a judge is asked about one matter at most; a request's Key.Turn is the matter's
// times Tries, and the try.
const Tries = retries + 1

// retries is how often an unparseable reply is asked for again.
const retries = 2

// Grade is the verdict on one matter.
type Grade struct {
	// Score is the median of the judges' scores, in [1,10]; 0 when Unscored says why there is none.
	Score    float64 `json:"score,omitempty"`
	Reason   string  `json:"reason,omitempty"` // of the judge whose score is nearest the median
	Unscored string  `json:"unscored,omitempty"`
}

// Exchange is one request to a judge with its reply, as evidence.
type Exchange struct {
	Judge  string         `json:"judge"`
	Rubric string         `json:"rubric"`
	Asked  []chat.Message `json:"asked,omitempty"` // of the first try; later ones add the reply and a reminder
	Reply  string         `json:"reply"`
	Score  *float64       `json:"score"`             // nil when the reply holds none
	Why    string         `json:"problem,omitempty"` // why not
	Usage  chat.Usage     `json:"usage"`
}

// Panel is one or more judges. It is safe for concurrent use.
type Panel struct {
	judges   []eval.Judge
	prompts  *prompt.Set
	sampling chat.Sampling
}

// New makes a panel. Templates judge/NAME.tmpl in prompts, if that is not nil, replace the embedded
// ones. The judges are asked at temperature 0 and top_p 0.5, as in ToolEyes.
func New(judges []eval.Judge, prompts fs.FS) (*Panel, error) {
	if len(judges) == 0 {
		return nil, errors.New("a panel needs at least one judge")
	}
	set, err := prompt.Load(promptFiles, "prompts", "judge", prompts)
	if err != nil {
		return nil, err
	}
	temperature, topP := 0.0, 0.5
	return &Panel{judges: judges, prompts: set, sampling: chat.Sampling{Temperature: &temperature, TopP: &topP}}, nil
}

// PromptHash identifies the rubrics' texts.
func (p *Panel) PromptHash() string { return p.prompts.Hash() }

// Names are the judges', joined by "+": part of the id of a scorer that uses the panel.
func (p *Panel) Names() string {
	names := make([]string, len(p.judges))
	for i, j := range p.judges {
		names[i] = j.Name
	}
	return strings.Join(names, "+")
}

// schema of a reply, for servers that can hold a model to one.
func schema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"reason":{"type":"string"},"score":{"type":"integer","description":"from 1 to 10"}},"required":["reason","score"],"additionalProperties":false}`)
}

// Grade has every judge grade data by the rubric. key places the requests in the run: key.Turn tells
// matters of one sample and rubric apart. The exchanges are in the order of the judges. An error
// means that a judge could not be asked; a judge that refuses this one matter, or whose replies hold
// no grade, only has no vote.
func (p *Panel) Grade(ctx context.Context, key chat.Key, rubric string, data any) (Grade, []Exchange, error) {
	messages, err := p.messages(rubric, data)
	if err != nil {
		return Grade{}, nil, err
	}
	votes := make([]vote, len(p.judges))
	var asking sync.WaitGroup
	for i, j := range p.judges {
		asking.Go(func() { votes[i] = p.ask(ctx, j, key, rubric, messages) })
	}
	asking.Wait()
	var exchanges []Exchange
	for _, v := range votes {
		if v.err != nil {
			return Grade{}, nil, v.err
		}
		exchanges = append(exchanges, v.exchanges...)
	}
	return count(votes), exchanges, nil
}

func (p *Panel) messages(rubric string, data any) ([]chat.Message, error) {
	system, err := p.prompts.Execute("system", nil)
	if err != nil {
		return nil, err
	}
	matter, err := p.prompts.Execute(rubric, data)
	if err != nil {
		return nil, err
	}
	return []chat.Message{{Role: chat.System, Content: system}, {Role: chat.User, Content: matter}}, nil
}

// vote is what one judge gave.
type vote struct {
	score     float64
	reason    string
	unscored  string
	exchanges []Exchange
	err       error
}

func (p *Panel) ask(ctx context.Context, j eval.Judge, key chat.Key, rubric string, messages []chat.Message) (v vote) {
	asked := messages
	base := key.Turn * (retries + 1)
	for try := range retries + 1 {
		key.Role, key.Turn = chat.RoleJudge, base+try
		r, err := j.Model.Generate(ctx, chat.Request{Key: key, Messages: messages, Sampling: p.sampling, Schema: schema()})
		if err != nil {
			if why := refusal(err); why != "" {
				v.unscored = why
				v.exchanges = append(v.exchanges, Exchange{Judge: j.Name, Rubric: rubric, Asked: asked, Why: why})
				return v
			}
			return vote{err: fmt.Errorf("ask the judge %s about sample %s (%s): %w", j.Name, key.Sample, rubric, err)}
		}
		x := Exchange{Judge: j.Name, Rubric: rubric, Asked: asked, Reply: r.Message.Content, Usage: r.Usage}
		asked = nil
		score, reason, problem := parse(r.Message.Content)
		if problem == "" {
			x.Score = &score
			return vote{score: score, reason: reason, exchanges: append(v.exchanges, x)}
		}
		x.Why = problem
		v.exchanges = append(v.exchanges, x)
		v.unscored = fmt.Sprintf("%d replies without a grade, the last: %s", try+1, problem)
		again, err := p.prompts.Execute("again", map[string]string{"Problem": problem})
		if err != nil {
			return vote{err: err}
		}
		if said := strings.TrimSpace(r.Message.Content); said != "" {
			messages = append(slices.Clip(messages), chat.Message{Role: chat.Assistant, Content: said})
		}
		messages = append(slices.Clip(messages), chat.Message{Role: chat.User, Content: again})
	}
	return v
}

// refusal says why a judge could not take this one matter, though it takes others; "" otherwise.
func refusal(err error) string {
	var e *chat.Error
	if !errors.As(err, &e) {
		return ""
	}
	switch e.Class {
	case chat.ErrContext:
		return "too long for the judge"
	case chat.ErrBadRequest:
		return "the judge's server refused the request"
	case chat.ErrTooLarge:
		return "the judge's reply was too large"
	}
	return ""
}

// count takes the median of the votes cast. More than half must be.
func count(votes []vote) Grade {
	var cast []vote
	var why []string
	for _, v := range votes {
		if v.unscored != "" {
			why = append(why, v.unscored)
		} else {
			cast = append(cast, v)
		}
	}
	if 2*len(cast) <= len(votes) {
		return Grade{Unscored: strings.Join(why, "; ")}
	}
	slices.SortStableFunc(cast, func(a, b vote) int {
		switch {
		case a.score < b.score:
			return -1
		case a.score > b.score:
			return 1
		}
		return 0
	})
	mid := cast[(len(cast)-1)/2]
	g := Grade{Score: mid.score, Reason: mid.reason}
	if len(cast)%2 == 0 {
		g.Score = (mid.score + cast[len(cast)/2].score) / 2
	}
	return g
}
