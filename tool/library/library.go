// Package library is a library of documented, executable tools in seven scenarios, with one
// seeded, consistent world behind them (package world). It works offline.
//
//	lib := library.New()
//	env, err := lib.Open(7, "book_hotel", "get_booking")
//	result, err := env.Call(ctx, tool.Call{Name: "book_hotel", Arguments: …})
//
// Counts of scenarios, categories and subcategories follow ToolEyes (Section 3.2); the documents
// and what the tools do are this library's own.
package library

import (
	"container/list"
	"fmt"
	"slices"
	"strings"
	"sync"

	"deft/tool"
	"deft/tool/library/am"
	"deft/tool/library/define"
	"deft/tool/library/du"
	"deft/tool/library/ft"
	"deft/tool/library/ir"
	"deft/tool/library/pl"
	"deft/tool/library/rs"
	"deft/tool/library/tg"
	"deft/tool/library/world"
)

// Tool is one tool of the library with its place in it.
type Tool struct {
	Spec                            tool.Spec
	Scenario, Category, Subcategory string
	Kind                            define.Kind
	// Stateful says whether a call may change what later calls see.
	Stateful bool
	// Examples are arguments, as JSON, of calls that succeed in every fresh world.
	Examples []string

	built *define.Built
}

// Library holds the tools and the worlds that are in use. It is safe for concurrent use.
type Library struct {
	tools  []Tool
	specs  []tool.Spec
	byName map[string]int

	mu     sync.Mutex
	bases  map[uint64]*list.Element
	recent *list.List // of *world.Base, the most recently opened first
}

// keepBases is how many seeds' tables a Library keeps; a world in use keeps its own anyway.
const keepBases = 16

// New makes the library's documents. It takes some milliseconds and reads nothing.
func New() *Library {
	shapes := define.Shapes{}
	l := &Library{byName: map[string]int{}, bases: map[uint64]*list.Element{}, recent: list.New()}
	for _, s := range []struct {
		name   string
		groups []define.Group
	}{
		{"TG", tg.Groups()},
		{"DU", du.Groups()},
		{"RS", rs.Groups()},
		{"PL", pl.Groups()},
		{"IR", ir.Groups()},
		{"AM", am.Groups()},
		{"FT", ft.Groups()},
	} {
		for _, g := range s.groups {
			l.add(s.name, g, shapes)
		}
	}
	return l
}

func (l *Library) add(scenario string, g define.Group, shapes define.Shapes) {
	for _, t := range g.Tools {
		b := t.Build(shapes)
		if _, ok := l.byName[t.Name]; ok {
			panic(fmt.Sprintf("library: two tools are called %s", t.Name))
		}
		id := g.Category + "/" + g.Subcategory + "/" + t.Name
		l.byName[t.Name], l.byName[id] = len(l.tools), len(l.tools)
		l.tools = append(l.tools, Tool{
			Spec: tool.Spec{
				ID: id, Name: t.Name, Description: t.Description, Parameters: b.Parameters, Result: b.Result,
				Tags: map[string]string{"scenario": scenario, "category": g.Category, "subcategory": g.Subcategory},
			},
			Scenario: scenario, Category: g.Category, Subcategory: g.Subcategory,
			Kind: t.Kind, Stateful: t.Kind == define.Action, Examples: t.Examples, built: b,
		})
		l.specs = append(l.specs, l.tools[len(l.tools)-1].Spec)
	}
}

// Tools gives every tool, ordered by scenario, category and subcategory as the paper lists them.
func (l *Library) Tools() []Tool { return slices.Clone(l.tools) }

// Find gives a tool by name or by id ("category/subcategory/name").
func (l *Library) Find(name string) (Tool, bool) {
	i, ok := l.byName[name]
	if !ok {
		return Tool{}, false
	}
	return l.tools[i], true
}

// Select gives the tools that names stand for: each a tool's name or id, a subcategory
// ("category/subcategory", or the subcategory alone), a category or a scenario. No names: all.
func (l *Library) Select(names ...string) ([]Tool, error) {
	if len(names) == 0 {
		return l.Tools(), nil
	}
	taken := make([]bool, len(l.tools))
	for _, n := range names {
		found := false
		for i, t := range l.tools {
			if n == t.Spec.Name || n == t.Spec.ID || n == t.Category+"/"+t.Subcategory || n == t.Subcategory || n == t.Category || n == t.Scenario {
				taken[i], found = true, true
			}
		}
		if !found {
			return nil, fmt.Errorf("tool library: nothing is called %q%s", n, l.suggest(n))
		}
	}
	var out []Tool
	for i, t := range l.tools {
		if taken[i] {
			out = append(out, t)
		}
	}
	return out, nil
}

// suggest names up to three tools whose names hold the text, for an error message.
func (l *Library) suggest(text string) string {
	var near []string
	low := strings.ToLower(text)
	for _, t := range l.tools {
		if len(near) < 3 && low != "" && (strings.Contains(t.Spec.Name, low) || strings.Contains(low, t.Spec.Name)) {
			near = append(near, t.Spec.Name)
		}
	}
	if near == nil {
		return "; `deft tools list` shows what there is"
	}
	return "; did you mean " + strings.Join(near, ", ") + "?"
}

// base gives the shared tables of a seed, made lazily.
func (l *Library) base(seed uint64) *world.Base {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, ok := l.bases[seed]; ok {
		l.recent.MoveToFront(e)
		return e.Value.(*world.Base)
	}
	b := world.NewBase(seed)
	l.bases[seed] = l.recent.PushFront(b)
	if l.recent.Len() > keepBases {
		old := l.recent.Back()
		delete(l.bases, l.recent.Remove(old).(*world.Base).Seed)
	}
	return b
}
