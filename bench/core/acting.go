package core

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"deft/eval"
	"deft/prompt"
	"deft/solver/agent"
	"deft/tool"
)

// folderSetup is what a line of samples.jsonl says about the world of its attempt.
type folderSetup struct {
	// User is whom the agent may ask: the sample then offers ask_to_user.
	User *folderUser `json:"user,omitempty"`
	// Files are in the workspace at the start, by path.
	Files map[string]string `json:"files,omitempty"`
}

// folderUser plays the user by script. A model that plays the user (--user) is told what Knows says
// instead.
type folderUser struct {
	Knows   string   `json:"knows,omitempty"`
	Answers []string `json:"answers,omitempty"` // in order, one a question; after them, or where there are none, Knows
}

// nothingMore is what a scripted user says whose answers are used up.
const nothingMore = "I have nothing to add."

// answer is what the user says to the question with that number, counted from 0.
func (u *folderUser) answer(n int) string {
	switch {
	case n < len(u.Answers):
		return u.Answers[n]
	case u.Knows != "":
		return u.Knows
	}
	return nothingMore
}

// into puts the setup into a sample whose tools are known.
func (f folderSetup) into(s *eval.Sample) error {
	if f.User == nil && len(f.Files) == 0 {
		return nil
	}
	if f.User != nil {
		if offers(s.Tools, agent.AskUser) {
			return fmt.Errorf("user: the sample shows a tool called %s already", agent.AskUser)
		}
		s.Tools = append(s.Tools, agent.AskUserSpec())
	}
	if len(f.Files) > 0 && !offers(s.Tools, writeFile) {
		return fmt.Errorf("files: the sample does not show %s; task.yaml brings it with tools: [workspace]", writeFile)
	}
	var err error
	s.Setup, err = json.Marshal(f)
	return err
}

// writeFile is the tool of a workspace by which a sample's files get there.
const writeFile = "write_file"

func offers(tools []tool.Spec, name string) bool {
	return slices.ContainsFunc(tools, func(t tool.Spec) bool { return t.Name == name })
}

func readSetup(s eval.Sample) (f folderSetup, err error) {
	if len(s.Setup) == 0 {
		return f, nil
	}
	if err := json.Unmarshal(s.Setup, &f); err != nil {
		return f, fmt.Errorf("sample %s: read its setup: %w", s.ID, err)
	}
	return f, nil
}

// makeActing makes a task whose tools run an agent's task. Where task.yaml says nothing of tools and no
// sample has a user, the model is asked once unless the user of the command line wants more turns.
func makeActing(t *eval.Task, cfg folderConfig, list []eval.Sample, specs map[string]tool.Spec, o eval.Options) error {
	wanted := len(cfg.Tools) > 0 || cfg.Turns > 1
	for _, s := range list {
		wanted = wanted || len(s.Setup) > 0
	}
	for _, name := range slices.Sorted(maps.Keys(specs)) {
		if o.Toolbox != nil && o.Toolbox.Runs(specs[name]) {
			continue
		}
		if wanted && cfg.Turns != 1 {
			return fmt.Errorf("the agent calls tools, but nothing runs %s of %s: --simulator SPEC lets a model play it, or set turns: 1 in %s", name, toolsFile, taskFile)
		}
		return nil
	}
	t.Environment = func(ctx context.Context, s eval.Sample, seed uint64) (eval.Environment, error) {
		return newActing(ctx, s, seed, o.Toolbox)
	}
	if !wanted || cfg.Turns == 1 {
		return nil
	}
	g, err := agent.New(agent.Config{Prompts: o.Prompts, Known: func(s eval.Sample) string {
		if f, err := readSetup(s); err == nil && f.User != nil {
			return f.User.Knows
		}
		return ""
	}})
	if err != nil {
		return err
	}
	t.Solver, t.Limits.Turns = g, cfg.Turns
	t.Prompts = prompt.Join(t.Prompts, g.PromptHash())
	return nil
}

// actingEnvironment is the world of one attempt at a user's own task: the toolbox's tools, a scripted
// user, and references to results of earlier calls, which gold calls may hold.
type actingEnvironment struct {
	eval.Environment
	tools []tool.Spec
	setup folderSetup

	mu      sync.Mutex
	asked   int
	results []json.RawMessage
}

func newActing(ctx context.Context, s eval.Sample, seed uint64, box eval.Toolbox) (*actingEnvironment, error) {
	setup, err := readSetup(s)
	if err != nil {
		return nil, err
	}
	run := s.Tools
	if setup.User != nil {
		run = slices.DeleteFunc(slices.Clone(run), func(t tool.Spec) bool { return t.Name == agent.AskUser })
	}
	inner, err := box.Open(ctx, run, seed)
	if err != nil {
		return nil, err
	}
	return &actingEnvironment{Environment: inner, tools: s.Tools, setup: setup}, nil
}

// Tools are the tools shown with the sample.
func (e *actingEnvironment) Tools() []tool.Spec { return e.tools }

// Attach passes the attempt on.
func (e *actingEnvironment) Attach(a *eval.Attempt) {
	if inner, ok := e.Environment.(eval.Attached); ok {
		inner.Attach(a)
	}
}

// Call performs a call, or answers as the sample's user.
func (e *actingEnvironment) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.lay(ctx); err != nil {
		return tool.Result{}, err
	}
	if c.Name == agent.AskUser && e.setup.User != nil {
		return e.ask(c)
	}
	resolved, err := resolve(c, e.results)
	if err != nil {
		return fault(c, tool.FaultInvalidArguments, err.Error()), nil
	}
	r, err := e.Environment.Call(ctx, resolved)
	if err != nil {
		return r, err
	}
	var result json.RawMessage // a reference to a call that failed finds nothing
	if r.Fault == "" {
		result = r.Content
	}
	e.results = append(e.results, result)
	return r, nil
}

// lay puts the sample's files into the workspace before the first call.
func (e *actingEnvironment) lay(ctx context.Context) error {
	for _, path := range slices.Sorted(maps.Keys(e.setup.Files)) {
		body, err := json.Marshal(map[string]string{"path": path, "content": e.setup.Files[path]})
		if err != nil {
			return err
		}
		r, err := e.Environment.Call(ctx, tool.Call{Name: writeFile, Arguments: body})
		if err == nil && r.Fault != "" {
			err = fmt.Errorf("%s: %s", r.Fault, r.Content)
		}
		if err != nil {
			return fmt.Errorf("put the sample's file %s into the workspace: %w", path, err)
		}
	}
	e.setup.Files = nil
	return nil
}

func (e *actingEnvironment) ask(c tool.Call) (tool.Result, error) {
	var args struct {
		Question string `json:"question"`
	}
	if json.Unmarshal(c.Arguments, &args) != nil || args.Question == "" {
		return fault(c, tool.FaultInvalidArguments, agent.AskUser+" needs the argument question, a text"), nil
	}
	content, err := json.Marshal(e.setup.User.answer(e.asked))
	e.asked++
	return tool.Result{CallID: c.ID, Content: content}, err
}
