// Package simulated lets a model play tools of which there is nothing but a document, as ToolAlpaca
// (section 3.3) and ToolEyes do where a real tool cannot be had.
//
//	player, err := simulated.New(simulated.Config{})
//	exec := player.Executor(model, specs, chat.Key{Sample: id, Trial: n})
//	result, err := exec.Call(ctx, tool.Call{Name: "get_weather", Arguments: …})
//
// A reply is read tolerantly, checked against the tool's result schema and asked for again when it
// does not fit. Exchanges are recorded by whoever makes the model: that of an attempt writes them
// into its transcript.
package simulated

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"deft/chat"
	"deft/prompt"
	"deft/protocol"
	"deft/tool"
	"deft/tool/guarded"
	"deft/tool/schema"
)

//go:embed prompts
var prompts embed.FS

// DefaultRetries is how often a reply that cannot be used is asked for again.
const DefaultRetries = 2

// defaultTimeout bounds a call with all its requests.
const defaultTimeout = 10 * time.Minute

// Limits of what a model is told of earlier calls: the last ones, each cut.
const (
	maxBefore  = 20
	maxExcerpt = 600
)

// Config of a Player.
type Config struct {
	// Retries after a reply that cannot be used; 0: DefaultRetries, negative: none.
	Retries  int
	Sampling chat.Sampling
	// Prompts replaces templates by files simulated/NAME.tmpl; nil: the embedded ones.
	Prompts fs.FS
	// Limits of calls; zero values give the defaults of package guarded.
	Limits guarded.Config
}

// Player makes executors. It is safe for concurrent use.
type Player struct {
	cfg     Config
	prompts *prompt.Set
	checker *schema.Checker
}

// New loads the templates.
func New(cfg Config) (*Player, error) {
	set, err := prompt.Load(prompts, "prompts", "simulated", cfg.Prompts)
	if err != nil {
		return nil, err
	}
	switch {
	case cfg.Retries == 0:
		cfg.Retries = DefaultRetries
	case cfg.Retries < 0:
		cfg.Retries = 0
	}
	p := &Player{cfg: cfg, prompts: set, checker: schema.New()}
	if p.cfg.Limits.Checker == nil {
		p.cfg.Limits.Checker = p.checker
	}
	if p.cfg.Limits.Timeout == 0 { // a model is slower than other tools, and has limits of its own
		p.cfg.Limits.Timeout = defaultTimeout
	}
	// A model sees what was returned before, so that calls of one sample have an order.
	p.cfg.Limits.Concurrent = 1
	return p, nil
}

// PromptHash identifies the templates.
func (p *Player) PromptHash() string { return p.prompts.Hash() }

// Executor plays the tools specs for one sample. Requests carry key with the role "tool" and a
// turn that counts requests. Close it after use.
func (p *Player) Executor(model chat.Model, specs []tool.Spec, key chat.Key) *guarded.Executor {
	key.Role = chat.RoleTool
	x := &stage{player: p, model: model, key: key, specs: make(map[string]tool.Spec, len(specs))}
	for _, s := range specs {
		x.specs[s.Name] = s
	}
	return guarded.New(x, specs, p.cfg.Limits)
}

// stage is one sample's world: what was returned so far.
type stage struct {
	player *Player
	model  chat.Model
	specs  map[string]tool.Spec

	mu     sync.Mutex
	key    chat.Key
	before []Exchange
}

// Exchange is an earlier call with what was returned, as a prompt shows it.
type Exchange struct{ Name, Arguments, Content string }

// Call asks the model. A model that fails is an error and ends the sample, as it does elsewhere; a
// model whose replies cannot be used is a tool that failed.
func (x *stage) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	spec := x.specs[c.Name]
	arguments := string(c.Arguments)
	if arguments == "" {
		arguments = "{}"
	}
	system, err := x.player.prompts.Execute("system", map[string]any{"Spec": spec, "Before": x.before})
	if err != nil {
		return tool.Result{}, err
	}
	asked, err := x.player.prompts.Execute("call", map[string]any{"Name": c.Name, "Arguments": arguments})
	if err != nil {
		return tool.Result{}, err
	}
	messages := []chat.Message{{Role: chat.System, Content: system}, {Role: chat.User, Content: asked}}
	fault := ""
	for range x.player.cfg.Retries + 1 {
		reply, err := x.model.Generate(ctx, chat.Request{Key: x.key, Messages: messages, Sampling: x.player.cfg.Sampling, Schema: spec.Result})
		if err != nil {
			return tool.Result{}, fmt.Errorf("the model that plays %s: %w", c.Name, err)
		}
		x.key.Turn++
		var r tool.Result
		if r, fault, err = x.read(spec, c, reply.Message.Content); err != nil {
			return tool.Result{}, err
		}
		if fault == "" {
			x.remember(c.Name, arguments, string(r.Content))
			return r, nil
		}
		again, err := x.player.prompts.Execute("again", map[string]string{"Fault": fault})
		if err != nil {
			return tool.Result{}, err
		}
		messages = append(messages, chat.Message{Role: chat.Assistant, Content: reply.Message.Content}, chat.Message{Role: chat.User, Content: again})
	}
	return c.Fail(tool.FaultFailed, fmt.Sprintf("the model that plays %s gave no usable result: %s", c.Name, fault)), nil
}

// read finds the result in a reply, or says what is wrong with it.
func (x *stage) read(spec tool.Spec, c tool.Call, text string) (tool.Result, string, error) {
	value, fault := find(text)
	if fault != "" {
		return tool.Result{}, fault, nil
	}
	if message, ok := failure(value); ok {
		return c.Fail(tool.FaultFailed, message), "", nil
	}
	faults, err := x.player.checker.Result(spec, value)
	if err != nil { // a document whose result schema cannot be used promises nothing
		return tool.Result{CallID: c.ID, Content: value}, "", nil
	}
	if len(faults) > 0 {
		const most = 3
		parts := make([]string, 0, most)
		for _, f := range faults[:min(len(faults), most)] {
			parts = append(parts, f.String())
		}
		return tool.Result{}, strings.Join(parts, "; "), nil
	}
	return tool.Result{CallID: c.ID, Content: value}, "", nil
}

// find reads the whole reply as JSON, or the first object or list in it.
func find(text string) (json.RawMessage, string) {
	if whole := strings.TrimSpace(text); json.Valid([]byte(whole)) {
		return json.RawMessage(whole), ""
	}
	e := protocol.Extract(text)
	if e.Value != nil {
		return e.Value, ""
	}
	for _, f := range e.Faults {
		if f.Fatal {
			return nil, strings.TrimSuffix(string(f.Kind)+": "+f.Detail, ": ")
		}
	}
	return nil, "it holds no JSON"
}

// failure recognises {"error": "text"}, with which the program says that it failed.
func failure(value json.RawMessage) (string, bool) {
	var object map[string]json.RawMessage
	var message string
	if json.Unmarshal(value, &object) != nil || len(object) != 1 || json.Unmarshal(object["error"], &message) != nil || message == "" {
		return "", false
	}
	return message, true
}

func (x *stage) remember(name, arguments, content string) {
	x.before = append(x.before, Exchange{name, excerpt(arguments), excerpt(content)})
	if len(x.before) > maxBefore {
		x.before = x.before[1:]
	}
}

func excerpt(text string) string {
	if len(text) <= maxExcerpt {
		return text
	}
	return strings.ToValidUTF8(text[:maxExcerpt], "") + "…"
}
