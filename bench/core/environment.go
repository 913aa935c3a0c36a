package core

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"deft/bench/core/world"
	"deft/eval"
	"deft/tool"
)

// environment is a fresh world in which the sample's tools act. A call may hold references to
// results of earlier calls of the attempt, as the suite's prompt explains.
type environment struct {
	tools   []tool.Spec
	offered map[string]bool
	exec    tool.Executor
	world   *world.World
	results []json.RawMessage
}

func newEnvironment(box *world.Toolbox, s eval.Sample, seed uint64) *environment {
	w := box.New(seed)
	e := &environment{tools: s.Tools, offered: map[string]bool{}, exec: box.Executor(w), world: w}
	for _, t := range s.Tools {
		e.offered[t.Name] = true
	}
	return e
}

// Tools are the tools shown with the sample.
func (e *environment) Tools() []tool.Spec { return e.tools }

// Call performs a call of one of the sample's tools.
func (e *environment) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	r, err := e.call(ctx, c)
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

func (e *environment) call(ctx context.Context, c tool.Call) (tool.Result, error) {
	if !e.offered[c.Name] {
		names := make([]string, len(e.tools))
		for i, t := range e.tools {
			names[i] = t.Name
		}
		return fault(c, tool.FaultUnknownTool, fmt.Sprintf("there is no tool %.100q; the tools are: %s", c.Name, strings.Join(names, ", "))), nil
	}
	resolved, err := resolve(c, e.results)
	if err != nil {
		return fault(c, tool.FaultInvalidArguments, err.Error()), nil
	}
	return e.exec.Call(ctx, resolved)
}

// Snapshot is the state of the world's mailbox, calendar, files and accounts.
func (e *environment) Snapshot(context.Context) (json.RawMessage, error) { return e.world.Snapshot() }

// Close has nothing to release.
func (e *environment) Close() error { return nil }

func fault(c tool.Call, kind, message string) tool.Result {
	content, err := json.Marshal(map[string]string{"error": message})
	if err != nil { // a string always encodes
		content = json.RawMessage(`{"error":""}`)
	}
	return tool.Result{CallID: c.ID, Fault: kind, Content: content}
}
