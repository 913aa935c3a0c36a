package app

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"deft/chat"
	"deft/chat/endpoint"
	"deft/chat/openai"
	"deft/chat/retried"
	"deft/eval"
	"deft/protocol"
)

// agent is the model under test: an endpoint, or one made for each sample (oracle, baseline).
type agent struct {
	spec     string
	endpoint *openai.Model // nil for the built-in ones
	shared   chat.Model    // the decorated endpoint
	forEach  eval.ModelFor
}

// agent makes the model of a SPEC. Nothing is asked yet.
func (a *App) agent(spec string, x Execution) (agent, error) {
	at, err := endpoint.Parse(spec, a.Env.Getenv)
	if err != nil {
		return agent{}, err
	}
	if at.Builtin != "" {
		return agent{spec: at.Builtin}, nil
	}
	raw, model, err := connect(at, x)
	if err != nil {
		return agent{}, err
	}
	return agent{spec: at.Spec, endpoint: raw, shared: model}, nil
}

// connect makes the client of an endpoint, with retries around it.
func connect(at endpoint.Endpoint, x Execution) (*openai.Model, chat.Model, error) {
	raw, err := openai.New(openai.Config{BaseURL: at.BaseURL, Model: at.Model, Key: at.Key, KeyName: at.KeyName, Timeout: x.Timeout})
	if err != nil {
		return nil, nil, err
	}
	return raw, retried.New(raw, retried.Config{Attempts: x.Retries}), nil
}

// join makes the built-in models play the task.
func (g *agent) join(t *eval.Task) error {
	if g.shared != nil {
		return nil
	}
	switch g.spec {
	case endpoint.Oracle:
		g.forEach = t.Oracle
	case endpoint.Baseline:
		g.forEach = t.Baseline
	}
	if g.forEach == nil {
		return fmt.Errorf("%s has no %s; name a model with --model", t.Name, g.spec)
	}
	return nil
}

// models gives the models of one attempt by role.
func (g *agent) models(s eval.Sample, p protocol.Protocol) (map[string]chat.Model, error) {
	m := g.shared
	if g.forEach != nil {
		var err error
		if m, err = g.forEach(s, p); err != nil {
			return nil, fmt.Errorf("make the %s of sample %s: %w", g.spec, s.ID, err)
		}
	}
	return map[string]chat.Model{chat.RoleAgent: m}, nil
}

// preflightTimeout bounds the one short call that finds out whether an endpoint can be used.
const preflightTimeout = 2 * time.Second

func (g *agent) preflight(ctx context.Context) error {
	if g.endpoint == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, preflightTimeout)
	defer cancel()
	if err := g.endpoint.Preflight(ctx); err != nil {
		return fmt.Errorf("model %s: %w", g.spec, err)
	}
	return nil
}

// concurrency is how many attempts run at once. Built-in models answer at once: more of them only
// make the transactions larger.
func (x Execution) concurrency(g agent) int {
	switch {
	case x.Concurrency > 0:
		return x.Concurrency
	case g.endpoint == nil:
		return 64
	}
	return 32
}

func scoringConcurrency(judged bool) int {
	if judged {
		return 32
	}
	return runtime.GOMAXPROCS(0)
}

// judges makes the models that judge.
func (a *App) judges(specs []string, x Execution) ([]eval.Judge, error) {
	var out []eval.Judge
	for _, spec := range specs {
		at, err := endpoint.Parse(spec, a.Env.Getenv)
		if err == nil && at.Builtin != "" {
			err = fmt.Errorf("%s cannot judge; name a model", at.Builtin)
		}
		if err != nil {
			return nil, fmt.Errorf("--judge: %w", err)
		}
		_, model, err := connect(at, x)
		if err != nil {
			return nil, fmt.Errorf("--judge: %w", err)
		}
		out = append(out, eval.Judge{Name: at.Spec, Model: model})
	}
	return out, nil
}
