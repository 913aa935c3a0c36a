package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"deft/chat"
	"deft/tool"
	"deft/tool/library"
	"deft/tool/mcp"
	"deft/tool/openapi"
	"deft/tool/simulated"
)

// ToolInfo is a tool as lists show it.
type ToolInfo struct {
	ID          string          `json:"id"`
	Name        string          `json:"name"`
	Scenario    string          `json:"scenario"` // empty for imported tools
	Category    string          `json:"category"`
	Subcategory string          `json:"subcategory"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Result      json.RawMessage `json:"result,omitempty"`
	Stateful    bool            `json:"stateful"`
	Examples    []string        `json:"examples,omitempty"`

	source *Source // nil for the built-in library
}

// matches says whether a selector stands for the tool.
func (t ToolInfo) matches(selector string) bool {
	switch selector {
	case t.Name, t.ID, t.Category, t.Subcategory, t.Category + "/" + t.Subcategory:
		return true
	}
	return false
}

// Tools lists the tools that the selectors stand for: names, ids, subcategories, categories or
// scenarios; none: all. Imported tools come after those of the built-in library.
func (a *App) Tools(selectors ...string) ([]ToolInfo, error) {
	foreign, err := a.importedTools()
	if err != nil {
		return nil, err
	}
	taken := make([]bool, len(foreign))
	var rest []string // what the library has to know
	for _, s := range selectors {
		found := false
		for i, t := range foreign {
			if t.matches(s) {
				taken[i], found = true, true
			}
		}
		if !found {
			rest = append(rest, s)
		} else if _, builtin := library.New().Find(s); builtin {
			rest = append(rest, s)
		}
	}
	var out []ToolInfo
	if len(rest) > 0 || len(selectors) == 0 {
		tools, err := library.New().Select(rest...)
		if err != nil {
			return nil, &UsageError{err}
		}
		for _, t := range tools {
			out = append(out, toolInfo(t))
		}
	}
	for i, t := range foreign {
		if taken[i] || len(selectors) == 0 {
			t.Result = nil
			out = append(out, t)
		}
	}
	return out, nil
}

func (a *App) importedTools() ([]ToolInfo, error) {
	sources, err := a.Sources()
	if err != nil {
		return nil, err
	}
	var out []ToolInfo
	for _, s := range sources {
		out = append(out, s.infos()...)
	}
	return out, nil
}

// Tool gives one tool by name or id, with its result schema and examples. A name means the
// built-in tool where there is one; imported tools of one name need their id.
func (a *App) Tool(name string) (ToolInfo, error) {
	if t, ok := library.New().Find(name); ok {
		info := toolInfo(t)
		info.Result, info.Examples = t.Spec.Result, t.Examples
		return info, nil
	}
	foreign, err := a.importedTools()
	if err != nil {
		return ToolInfo{}, err
	}
	var found []ToolInfo
	var ids []string
	for _, t := range foreign {
		if name == t.ID {
			return t, nil
		}
		if name == t.Name {
			found = append(found, t)
			ids = append(ids, t.ID)
		}
	}
	switch len(found) {
	case 0:
		return ToolInfo{}, Usagef("no tool %q; `deft tools list` shows them", name)
	case 1:
		return found[0], nil
	}
	return ToolInfo{}, Usagef("several tools are called %q: give one of %s", name, strings.Join(ids, ", "))
}

func toolInfo(t library.Tool) ToolInfo {
	return ToolInfo{
		ID: t.Spec.ID, Name: t.Spec.Name, Scenario: t.Scenario, Category: t.Category, Subcategory: t.Subcategory,
		Description: t.Spec.Description, Parameters: t.Spec.Parameters, Stateful: t.Stateful,
	}
}

// CallRequest is one `deft tools call`.
type CallRequest struct {
	Name      string
	Arguments json.RawMessage
	Seed      uint64 // of the world that built-in tools act in
	Model     string // SPEC of a model that plays the tool; empty: the real one
}

// CallTool calls one tool: a built-in one in a fresh world, an imported one where it is, or any of
// them as a model plays it.
func (a *App) CallTool(ctx context.Context, r CallRequest) (tool.Result, error) {
	info, err := a.Tool(r.Name)
	if err != nil {
		return tool.Result{}, err
	}
	if !json.Valid(r.Arguments) {
		return tool.Result{}, Usagef("the arguments %q are not JSON; write them as '{\"name\": value}'", r.Arguments)
	}
	x, err := a.executor(ctx, info, r)
	if err != nil {
		return tool.Result{}, err
	}
	result, err := x.Call(ctx, tool.Call{ID: "call", Name: info.Name, Arguments: r.Arguments})
	if cerr := x.Close(); err == nil {
		err = cerr
	}
	return result, err
}

// executing is an executor that has to be closed.
type executing interface {
	tool.Executor
	io.Closer
}

func (a *App) executor(ctx context.Context, t ToolInfo, r CallRequest) (executing, error) {
	switch s := t.source; {
	case r.Model != "":
		return a.played(t, r.Model)
	case s == nil:
		env, err := library.New().Open(r.Seed, t.ID)
		if err != nil {
			return nil, fmt.Errorf("open a world for %s: %w", t.Name, err)
		}
		return env, nil
	case s.Kind == SourceOpenAPI:
		return s.Document.Executor(openapi.Config{Source: s.Name, Getenv: a.Env.Getenv, AllowHosts: s.AllowHosts, AllowPrivate: s.AllowPrivate})
	case s.Kind == SourceMCP:
		return mcp.Open(ctx, s.mcp(a.Env.Getenv))
	}
	return nil, Usagef("there is nothing behind %s but its document; --model SPEC lets a model play it", t.Name)
}

// played lets a model stand in for the tool.
func (a *App) played(t ToolInfo, spec string) (executing, error) {
	g, err := a.agent(spec, Execution{})
	if err != nil {
		return nil, &UsageError{fmt.Errorf("--model: %w", err)}
	}
	if g.remote == nil {
		return nil, Usagef("--model: %s cannot play a tool; name a model", g.spec)
	}
	player, err := simulated.New(simulated.Config{})
	if err != nil {
		return nil, err
	}
	document := tool.Spec{ID: t.ID, Name: t.Name, Description: t.Description, Parameters: t.Parameters, Result: t.Result}
	return player.Executor(g.remote.model, []tool.Spec{document}, chat.Key{Sample: t.ID}), nil
}
