package app

import (
	"context"

	"deft/chat"
	"deft/eval"
	"deft/tool"
)

// Plan is what a run would ask, found out without asking.
type Plan struct {
	Task     string `json:"task"`
	Model    string `json:"model"`
	Protocol string `json:"protocol"`
	Samples  int    `json:"samples"`
	Requests int    `json:"requests"` // first requests; a task of several turns asks more
	// InputTokens is estimated at four characters a token.
	InputTokens int `json:"estimated_input_tokens"`
	// MaxOutputTokens is what the replies may have at most, 0 when nothing limits them.
	MaxOutputTokens int      `json:"max_output_tokens"`
	CostUSD         *float64 `json:"estimated_cost_usd"`
	// Judging is what each judge takes, empty when nothing is judged.
	Judging    []Judging      `json:"judging,omitempty"`
	First      []chat.Message `json:"first_prompt"`
	FirstTools []string       `json:"first_tools,omitempty"`
}

// charsPerToken is the usual rule of thumb for English and JSON.
const charsPerToken = 4

// DryRun plans every run of the request.
func (a *App) DryRun(ctx context.Context, req EvalRequest) ([]Plan, error) {
	all, err := a.combinations(req)
	if err != nil {
		return nil, err
	}
	req.Execution.planning = true
	var plans []Plan
	for _, s := range all {
		p, err := a.plan(ctx, s, req.Execution)
		if err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	return plans, nil
}

func (a *App) plan(ctx context.Context, s Settings, x Execution) (Plan, error) {
	o, err := a.open(ctx, s, x)
	if err != nil {
		return Plan{}, err
	}
	p := Plan{Task: s.Task, Model: s.Model, Protocol: o.task.Protocol.Name()}
	trials := max(s.Trials, 1)
	chars := 0
	var judged eval.Estimate
	for sample, err := range o.task.Samples() {
		if err != nil {
			return p, err
		}
		messages, tools := o.task.Protocol.Render(sample.Messages, sample.Tools)
		chars += size(messages, tools)
		e, err := o.judging(sample)
		if err != nil {
			return p, err
		}
		judged = judged.Add(e)
		if p.Samples == 0 {
			p.First = messages
			for _, t := range tools {
				p.FirstTools = append(p.FirstTools, t.Name)
			}
		}
		p.Samples++
	}
	if p.Samples == 0 {
		return p, Usagef("no sample of %s matches --only and --limit", s.Task)
	}
	p.Requests = p.Samples * trials
	p.InputTokens = chars * trials / charsPerToken
	p.MaxOutputTokens = o.task.Sampling.MaxTokens * p.Requests
	p.Judging = o.judges.estimate(judged.Times(trials))
	p.CostUSD = o.agent.cost(p.InputTokens, p.MaxOutputTokens)
	return p, nil
}

func size(messages []chat.Message, tools []tool.Spec) int {
	n := 0
	for _, m := range messages {
		n += len(m.Content)
		for _, c := range m.ToolCalls {
			n += len(c.Name) + len(c.Arguments)
		}
	}
	for _, t := range tools {
		n += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	return n
}
