// Package define turns Go functions and table queries into documented tools.
//
// A tool that computes or acts is a function from a struct of parameters to a struct of results;
// its document is read from the types and their tags, so that code and document cannot disagree:
//
//	define.Calc("round_number", "Rounds a number to some decimals.",
//		func(_ *world.World, in struct {
//			Number   float64 `json:"number" doc:"The number to round"`
//			Decimals int     `json:"decimals" doc:"Decimals to keep" min:"0" max:"12" default:"2"`
//		}) (struct {
//			Rounded float64 `json:"rounded"`
//		}, error) { … }, `{"number":2.345}`, `{"number":2.5,"decimals":0}`)
//
// A plain table look-up is declared as table, filter and projection: see List and Get.
package define

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"deft/tool"
	"deft/tool/library/world"
)

// Kind says how a tool gets its answer.
type Kind string

// The kinds of tool.
const (
	Lookup  Kind = "lookup"  // rows of one table, declared
	Derived Kind = "derived" // joins, series, rankings and other views computed from the world
	Compute Kind = "compute" // a function of the arguments
	Action  Kind = "action"  // changes the world
)

// Tool is one tool: its document's sources and what it does.
type Tool struct {
	Name, Description string
	Kind              Kind
	// Examples are arguments of calls that succeed in every fresh world.
	Examples []string

	build func(Shapes) built
}

// built is what is derived from a Tool's types when the library is made.
type built struct {
	params, result *shape
	run            func(w *world.World, args map[string]any) ([]byte, error)
	// print identifies a look-up's table, filter and projection.
	print string
}

// Calc defines a tool that computes its answer from the arguments (and fixed reference data).
func Calc[I, O any](name, doc string, f func(*world.World, I) (O, error), examples ...string) Tool {
	return function(Compute, name, doc, f, examples)
}

// View defines a tool that derives its answer from the world.
func View[I, O any](name, doc string, f func(*world.World, I) (O, error), examples ...string) Tool {
	return function(Derived, name, doc, f, examples)
}

// Act defines a tool that changes the world.
func Act[I, O any](name, doc string, f func(*world.World, I) (O, error), examples ...string) Tool {
	return function(Action, name, doc, f, examples)
}

// function takes f by reflection: hundreds of pairs of types would otherwise each have their own
// code. f is a func(*world.World, I) (O, error).
func function(kind Kind, name, doc string, f any, examples []string) Tool {
	return Tool{Name: name, Description: doc, Kind: kind, Examples: examples, build: func(c Shapes) built {
		call := reflect.ValueOf(f)
		in, out := call.Type().In(1), call.Type().Out(0)
		b := built{params: c.shapeOf(in, ""), result: c.shapeOf(out, "")}
		b.run = func(w *world.World, args map[string]any) ([]byte, error) {
			given := reflect.New(in).Elem()
			b.params.assign(given, args)
			got := call.Call([]reflect.Value{reflect.ValueOf(w), given})
			if err, failed := got[1].Interface().(error); failed {
				return nil, err
			}
			return b.result.encode(nil, got[0])
		}
		return b
	}}
}

// Built is a tool ready to be called. It holds no state and is safe for concurrent use.
type Built struct {
	Tool
	Parameters, Result json.RawMessage
	b                  built
}

// Build derives the tool's documents; c is shared by the tools of a library. It panics when the declaration itself is wrong (a default
// outside its enum, an unknown field in a projection), which every test of the library would show.
func (t Tool) Build(c Shapes) *Built {
	defer func() {
		if p := recover(); p != nil {
			panic(fmt.Sprintf("tool %s: %v", t.Name, p))
		}
	}()
	b := t.build(c)
	var params, result strings.Builder
	b.params.schema(&params, "", "", true)
	b.result.schema(&result, "", "", false)
	return &Built{Tool: t, Parameters: json.RawMessage(params.String()), Result: json.RawMessage(result.String()), b: b}
}

// Fingerprint identifies a look-up by table, filter and projection; it is empty for other kinds.
func (t *Built) Fingerprint() string { return t.b.print }

// Call performs one call in w. What the caller did wrong is a Result with a Fault.
func (t *Built) Call(w *world.World, arguments json.RawMessage) tool.Result {
	args, err := t.b.params.arguments(arguments)
	if err != nil {
		return faulty(err)
	}
	content, err := t.b.run(w, args)
	if err != nil {
		return faulty(err)
	}
	return tool.Result{Content: content}
}

// Group is a subcategory: tools that belong together.
type Group struct {
	Category, Subcategory string
	Tools                 []Tool
}
