package app

import (
	"context"
	"fmt"
	"runtime"

	"deft/chat"
	"deft/chat/endpoint"
	"deft/eval"
	"deft/protocol"
	"deft/solver/baseline"
)

// agent is the model under test: an endpoint, or one made for each sample (oracle, baseline).
type agent struct {
	spec    string
	remote  *remote // nil for the built-in ones
	user    *remote // plays the user whom an agent asks; nil: nobody does
	tools   *remote // plays tools that have nothing behind them; nil: nobody does
	forEach eval.ModelFor
}

// agent makes the model of a SPEC. Nothing is asked yet.
func (a *App) agent(spec string, x Execution) (agent, error) {
	at, err := endpoint.Parse(spec, a.getenv(x))
	if err != nil {
		return agent{}, err
	}
	if at.Builtin != "" {
		return agent{spec: at.Builtin}, nil
	}
	r, err := a.connect(at, x)
	return agent{spec: at.Spec, remote: r}, err
}

// role makes the model that plays a part beside the agent; nil when none is named. what says what it
// does, for errors.
func (a *App) role(flag, what, spec string, x Execution) (*remote, error) {
	if spec == "" {
		return nil, nil
	}
	at, err := endpoint.Parse(spec, a.getenv(x))
	if err == nil && at.Builtin != "" {
		err = fmt.Errorf("%s cannot %s; name a model", at.Builtin, what)
	}
	var r *remote
	if err == nil {
		r, err = a.connect(at, x)
	}
	if err == nil {
		return r, nil
	}
	err = fmt.Errorf("--%s: %w", flag, err)
	if !x.reading {
		return nil, err
	}
	return &remote{spec: spec, model: chat.ModelFunc(func(context.Context, chat.Request) (chat.Response, error) {
		return chat.Response{}, err
	})}, nil
}

// judges makes the models that judge.
func (a *App) judges(specs []string, x Execution) (panel, error) {
	var out panel
	for _, spec := range specs {
		r, err := a.role("judge", "judge", spec, x)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// join makes the built-in models play the task.
func (g *agent) join(t *eval.Task) error {
	if g.remote != nil {
		return nil
	}
	switch g.spec {
	case endpoint.Oracle:
		g.forEach = t.Oracle
	case endpoint.Baseline:
		if g.forEach = t.Baseline; g.forEach == nil {
			g.forEach = baseline.New().Model
		}
	}
	if g.forEach == nil {
		return fmt.Errorf("%s has no %s; name a model with --model", t.Name, g.spec)
	}
	return nil
}

// models gives the models of one attempt by role.
func (g *agent) models(s eval.Sample, p protocol.Protocol) (map[string]chat.Model, error) {
	models := map[string]chat.Model{}
	if g.user != nil {
		models[chat.RoleUser] = g.user.model
	}
	if g.tools != nil {
		models[chat.RoleTool] = g.tools.model
	}
	if g.remote != nil {
		models[chat.RoleAgent] = g.remote.model
		return models, nil
	}
	m, err := g.forEach(s, p)
	if err != nil {
		return nil, fmt.Errorf("make the %s of sample %s: %w", g.spec, s.ID, err)
	}
	models[chat.RoleAgent] = m
	return models, nil
}

// concurrency is how many attempts run at once. Built-in models answer at once: more of them only
// make the transactions larger. For endpoints the limiter decides how many of them ask.
func (x Execution) concurrency(g agent) int {
	switch {
	case x.Concurrency > 0:
		return x.Concurrency
	case g.remote == nil:
		return 64
	}
	return maxInFlight
}

func scoringConcurrency(judged bool) int {
	if judged {
		return maxInFlight
	}
	return runtime.GOMAXPROCS(0)
}
