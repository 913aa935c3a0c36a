package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"deft/chat"
	"deft/chat/cached"
	"deft/chat/endpoint"
	"deft/chat/limited"
	"deft/chat/openai"
	"deft/chat/priced"
	"deft/chat/retried"
)

// maxInFlight is how many requests an endpoint gets at a time at most, unless the user says.
const maxInFlight = 256

// remote is an endpoint with everything around it: cache, price and budget, retries, limits.
type remote struct {
	spec  string
	raw   *openai.Model
	model chat.Model
	price *priced.Price // nil when none is known
}

// connect makes the client of an endpoint. Nothing is asked yet.
func (a *App) connect(at endpoint.Endpoint, x Execution) (*remote, error) {
	raw, err := openai.New(openai.Config{BaseURL: at.BaseURL, Model: at.Model, Key: at.Key, KeyName: at.KeyName, Timeout: x.Timeout})
	if err != nil {
		return nil, err
	}
	r := &remote{spec: at.Spec, raw: raw}
	if x.Replay != "" {
		r.model = cached.New(unrecorded{x.Replay, at.Spec}, cached.Config{Dir: filepath.Join(x.Replay, recordedReplies), Name: at.Spec})
		return r, nil
	}
	r.model = limited.New(raw, limited.Config{Max: max(x.Concurrency, 0), Fixed: x.Concurrency > 0, RPM: x.RPM, TPM: x.TPM})
	r.model = retried.New(r.model, retried.Config{Attempts: x.Retries})
	prices, err := x.priceTable()
	if err != nil {
		return nil, err
	}
	if p, ok := prices.Price(at.Spec); ok {
		r.price = &p
		r.model = priced.New(r.model, p, x.budget)
	} else if x.MaxCost > 0 {
		return nil, fmt.Errorf("--max-cost: no price is known for %s; give one with --prices FILE", at.Spec)
	}
	if !x.NoCache {
		var once sync.Once
		r.model = cached.New(r.model, cached.Config{
			Dir: filepath.Join(a.Env.CacheDir(), "replies"), Name: at.Spec,
			Problem: func(err error) {
				once.Do(func() { fmt.Fprintf(a.Notice, "deft: replies are not cached: %v\n", err) })
			},
		})
	}
	if x.Record != "" {
		r.model = cached.New(r.model, cached.Config{Dir: filepath.Join(x.Record, recordedReplies), Name: at.Spec, Problem: func(err error) {
			fmt.Fprintf(a.Notice, "deft: replies are not recorded: %v\n", err)
		}})
	}
	return r, nil
}

// priceTable is the built-in table with the user's own over it.
func (x Execution) priceTable() (*priced.Table, error) {
	table, err := priced.Default()
	if err != nil || x.Prices == "" {
		return table, err
	}
	data, err := os.ReadFile(x.Prices)
	if err != nil {
		return nil, fmt.Errorf("--prices: %w", err)
	}
	own, err := priced.Read(x.Prices, data)
	if err != nil {
		return nil, fmt.Errorf("--prices: %w", err)
	}
	return table.With(own), nil
}

// withBudget gives x one budget that all models of a command share.
func (x Execution) withBudget() Execution {
	if x.MaxCost > 0 && x.budget == nil {
		x.budget = priced.NewBudget(x.MaxCost)
	}
	return x
}

// preflightTimeout bounds the one short call that finds out whether an endpoint can be used.
const preflightTimeout = 2 * time.Second

// part is an endpoint with the part that it plays, for errors.
type part struct {
	role   string
	remote *remote
}

// parts are the endpoints that a run asks. Built-in models are none.
func (o *opened) parts() []part {
	var out []part
	if r := o.agent.remote; r != nil {
		out = append(out, part{"model", r})
	}
	if r := o.agent.user; r != nil {
		out = append(out, part{"--user", r})
	}
	if r := o.agent.tools; r != nil {
		out = append(out, part{"--simulator", r})
	}
	return append(out, o.judges.parts()...)
}

func (p panel) parts() []part {
	out := make([]part, len(p))
	for i, r := range p {
		out[i] = part{"--judge", r}
	}
	return out
}

// preflight asks every endpoint once whether it can be used, all at the same time. The error names
// each that cannot, and the part it was to play.
func preflight(ctx context.Context, parts []part) error {
	ctx, cancel := context.WithTimeout(ctx, preflightTimeout)
	defer cancel()
	errs := make([]error, len(parts))
	var asking sync.WaitGroup
	for i, p := range parts {
		asking.Go(func() {
			if err := p.remote.raw.Preflight(ctx); err != nil {
				errs[i] = fmt.Errorf("%s %s: %w", p.role, p.remote.spec, err)
			}
		})
	}
	asking.Wait()
	return errors.Join(errs...)
}

// cost estimates the price of so many tokens, nil when no price is known. Built-in models are free.
func (g *agent) cost(input, output int) *float64 {
	if g.remote == nil {
		return new(float64)
	}
	return g.remote.cost(input, output)
}

func (r *remote) cost(input, output int) *float64 {
	if r.price == nil {
		return nil
	}
	c := r.price.Cost(input, output)
	return &c
}
