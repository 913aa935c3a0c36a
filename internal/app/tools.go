package app

import (
	"context"
	"encoding/json"
	"fmt"

	"deft/tool"
	"deft/tool/library"
)

// ToolInfo is a tool as lists show it.
type ToolInfo struct {
	ID          string          `json:"id"`
	Name        string          `json:"name"`
	Scenario    string          `json:"scenario"`
	Category    string          `json:"category"`
	Subcategory string          `json:"subcategory"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Result      json.RawMessage `json:"result,omitempty"`
	Stateful    bool            `json:"stateful"`
	Examples    []string        `json:"examples,omitempty"`
}

// Tools lists the tools that the selectors stand for: names, ids, subcategories, categories or
// scenarios; none: all.
func (a *App) Tools(selectors ...string) ([]ToolInfo, error) {
	tools, err := library.New().Select(selectors...)
	if err != nil {
		return nil, &UsageError{err}
	}
	out := make([]ToolInfo, len(tools))
	for i, t := range tools {
		out[i] = toolInfo(t)
	}
	return out, nil
}

// Tool gives one tool by name or id, with its result schema and examples.
func (a *App) Tool(name string) (ToolInfo, error) {
	t, ok := library.New().Find(name)
	if !ok {
		return ToolInfo{}, Usagef("no tool %q; `deft tools list` shows them", name)
	}
	info := toolInfo(t)
	info.Result, info.Examples = t.Spec.Result, t.Examples
	return info, nil
}

func toolInfo(t library.Tool) ToolInfo {
	return ToolInfo{
		ID: t.Spec.ID, Name: t.Spec.Name, Scenario: t.Scenario, Category: t.Category, Subcategory: t.Subcategory,
		Description: t.Spec.Description, Parameters: t.Spec.Parameters, Stateful: t.Stateful,
	}
}

// CallTool calls one tool in a fresh world of that seed.
func (a *App) CallTool(ctx context.Context, name string, arguments json.RawMessage, seed uint64) (tool.Result, error) {
	t, ok := library.New().Find(name)
	if !ok {
		return tool.Result{}, Usagef("no tool %q; `deft tools list` shows them", name)
	}
	if !json.Valid(arguments) {
		return tool.Result{}, Usagef("the arguments %q are not JSON; write them as '{\"name\": value}'", arguments)
	}
	env, err := library.New().Open(seed, t.Spec.ID)
	if err != nil {
		return tool.Result{}, fmt.Errorf("open a world for %s: %w", name, err)
	}
	defer env.Close()
	return env.Call(ctx, tool.Call{ID: "call", Name: t.Spec.Name, Arguments: arguments})
}
