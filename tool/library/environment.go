package library

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"deft/tool"
	"deft/tool/library/world"
)

// Environment is a fresh world with the tools that were selected for it: what one sample acts in.
// It keeps to the contract of eval.Environment and is safe for concurrent use, one call at a time.
type Environment struct {
	lib   *Library
	tools []tool.Spec
	// chosen are the names that may be called; nil means all.
	chosen map[string]bool

	mu    sync.Mutex
	world *world.World
}

// Open gives a fresh world of that seed with the tools that names stand for (see Select). Worlds
// of one seed start equal; they share what no one has changed.
func (l *Library) Open(seed uint64, names ...string) (*Environment, error) {
	e := &Environment{lib: l, world: world.Open(l.base(seed)), tools: l.specs}
	if len(names) == 0 {
		return e, nil
	}
	tools, err := l.Select(names...)
	if err != nil {
		return nil, err
	}
	e.chosen, e.tools = make(map[string]bool, len(tools)), make([]tool.Spec, len(tools))
	for i, t := range tools {
		e.tools[i] = t.Spec
		e.chosen[t.Spec.Name] = true
	}
	return e, nil
}

// Tools gives the documents of the selected tools.
func (e *Environment) Tools() []tool.Spec { return e.tools }

// World is the state behind the tools, for tests and for tasks that prepare it.
func (e *Environment) World() *world.World { return e.world }

// Call performs one call. Whatever is wrong with the call is in the Result; an error means that
// ctx ended or that a tool broke, which is a bug.
func (e *Environment) Call(ctx context.Context, c tool.Call) (r tool.Result, err error) {
	if err := ctx.Err(); err != nil {
		return tool.Result{}, err
	}
	t, ok := e.lib.Find(c.Name)
	if !ok || t.Spec.Name != c.Name || e.chosen != nil && !e.chosen[c.Name] {
		return fault(c, tool.FaultUnknownTool, "unknown_tool", "there is no tool of that name; use one of those that are documented"), nil
	}
	if c.Malformed != "" {
		return fault(c, tool.FaultInvalidArguments, "invalid_argument", "the arguments are not JSON; give one JSON object"), nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	defer func() {
		if p := recover(); p != nil {
			r, err = tool.Result{}, fmt.Errorf("tool %s broke on arguments %.200s: %v", c.Name, c.Arguments, p)
		}
	}()
	r = t.built.Call(e.world, c.Arguments)
	r.CallID = c.ID
	return r, nil
}

func fault(c tool.Call, kind, code, message string) tool.Result {
	content, _ := json.Marshal(map[string]any{"error": map[string]string{"code": code, "message": message}})
	return tool.Result{CallID: c.ID, Fault: kind, Content: content}
}

// Snapshot gives every row that calls changed, by table and key; a deleted row is null.
func (e *Environment) Snapshot(context.Context) (json.RawMessage, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return json.Marshal(e.world.Changes())
}

// Close ends the use of the world. There is nothing to release.
func (e *Environment) Close() error { return nil }
