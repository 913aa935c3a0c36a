// Package builtin runs tools written as Go functions. A table joins names of documented tools to
// functions; Set checks that table and documents agree, and an Executor made from it checks each
// call against its document, fills in defaults, runs the function under a deadline and bounds
// the result.
//
//	set, err := builtin.New(specs, map[string]builtin.Func[*World]{
//		"get_weather": builtin.Typed(getWeather), // func(context.Context, *World, weatherArgs) (Weather, error)
//	}, builtin.Options{})
//	exec := set.Executor(newWorld(seed))
//
// W is the world the functions read and change; whoever makes the executor owns it.
package builtin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"
	"time"

	"deft/tool"
	"deft/tool/schema"
)

// Func performs one call. The arguments are a JSON object that fits the tool's document, with
// defaults filled in. Its result must encode as JSON. An error is the tool's own report that it
// cannot do what was asked (a Result with FaultFailed, or the fault of a *Failure); a function
// that loops for long must give up when ctx ends.
type Func[W any] func(ctx context.Context, world W, args json.RawMessage) (any, error)

// Typed makes a Func of a function with a struct of arguments, decoded by its json tags.
func Typed[W, A, R any](f func(ctx context.Context, world W, args A) (R, error)) Func[W] {
	return func(ctx context.Context, world W, body json.RawMessage) (any, error) {
		var args A
		if err := json.Unmarshal(body, &args); err != nil {
			return nil, &Failure{Fault: tool.FaultInvalidArguments, Message: "arguments do not decode: " + err.Error()}
		}
		return f(ctx, world, args)
	}
}

// Failure is an error of a tool that names its fault (one of tool.Fault…).
type Failure struct {
	Fault   string
	Message string
}

// Error gives the message alone: the model reads it.
func (f *Failure) Error() string { return f.Message }

// Failed is the ordinary failure of a tool: it ran and cannot do what was asked.
func Failed(format string, a ...any) error {
	return &Failure{Fault: tool.FaultFailed, Message: fmt.Sprintf(format, a...)}
}

// Options bound what one call may take. Zero values give the defaults.
type Options struct {
	Timeout time.Duration // of one call; default 5 s
	Result  int           // bytes of one result; default 1 MiB
}

// Set is a checked table of tools. It has no state of its own and serves any number of executors.
type Set[W any] struct {
	specs    []tool.Spec
	tools    map[string]entry[W]
	checker  *schema.Checker
	options  Options
	nameList string
}

type entry[W any] struct {
	spec     tool.Spec
	run      Func[W]
	defaults map[string]json.RawMessage
}

// New joins documents and functions. It fails when a document has no function, a function no
// document, two documents share a name, or a schema cannot be used.
func New[W any](specs []tool.Spec, table map[string]Func[W], o Options) (*Set[W], error) {
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	if o.Result == 0 {
		o.Result = 1 << 20
	}
	s := &Set[W]{specs: specs, tools: make(map[string]entry[W], len(specs)), checker: schema.New(), options: o}
	names := make([]string, 0, len(specs))
	for _, spec := range specs {
		if _, twice := s.tools[spec.Name]; twice {
			return nil, fmt.Errorf("tool %s is documented twice", spec.Name)
		}
		run, ok := table[spec.Name]
		if !ok {
			return nil, fmt.Errorf("tool %s has a document but no function", spec.Name)
		}
		defaults, err := defaultsOf(spec.Parameters)
		if err != nil {
			return nil, fmt.Errorf("parameters of tool %s: %w", spec.Name, err)
		}
		s.tools[spec.Name] = entry[W]{spec, run, defaults}
		names = append(names, spec.Name)
	}
	for name := range table {
		if _, ok := s.tools[name]; !ok {
			return nil, fmt.Errorf("tool %s has a function but no document", name)
		}
	}
	sort.Strings(names)
	s.nameList = strings.Join(names, ", ")
	return s, nil
}

// Specs are the documents, in the order given to New.
func (s *Set[W]) Specs() []tool.Spec { return s.specs }

// Spec finds a document by its name.
func (s *Set[W]) Spec(name string) (tool.Spec, bool) {
	e, ok := s.tools[name]
	return e.spec, ok
}

// Checker is the checker that the set's executors use, with its compiled schemas.
func (s *Set[W]) Checker() *schema.Checker { return s.checker }

// Executor acts in world. It is as safe for concurrent use as the functions are on that world.
func (s *Set[W]) Executor(world W) tool.Executor { return &executor[W]{s, world} }

type executor[W any] struct {
	set   *Set[W]
	world W
}

// Call runs the tool. What is wrong with the call, and what the tool reports, is in the Result,
// whose Content is then {"error": text}; an error means that ctx ended or the function broke.
func (x *executor[W]) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	if err := ctx.Err(); err != nil {
		return tool.Result{}, err
	}
	e, ok := x.set.tools[c.Name]
	if !ok {
		return fault(c, tool.FaultUnknownTool, fmt.Sprintf("there is no tool %.100q; the tools are: %s", c.Name, x.set.nameList)), nil
	}
	faults, err := x.set.checker.Arguments(e.spec, c)
	if err != nil {
		return tool.Result{}, err
	}
	if len(faults) > 0 {
		return fault(c, tool.FaultInvalidArguments, complain(c.Name, faults)), nil
	}
	args, err := withDefaults(c.Arguments, e.defaults)
	if err != nil {
		return tool.Result{}, fmt.Errorf("arguments of %s: %w", c.Name, err)
	}
	return x.run(ctx, c, e, args)
}

func (x *executor[W]) run(ctx context.Context, c tool.Call, e entry[W], args json.RawMessage) (r tool.Result, err error) {
	limited, cancel := context.WithTimeout(ctx, x.set.options.Timeout)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("tool %s panicked on %.300s: %v", c.Name, args, p)
		}
	}()
	value, err := e.run(limited, x.world, args)
	if ctx.Err() != nil {
		return tool.Result{}, ctx.Err()
	}
	if limited.Err() != nil {
		return fault(c, tool.FaultTimeout, fmt.Sprintf("%s took longer than %v", c.Name, x.set.options.Timeout)), nil
	}
	if err != nil {
		var failure *Failure
		if errors.As(err, &failure) {
			return fault(c, failure.Fault, failure.Message), nil
		}
		return fault(c, tool.FaultFailed, err.Error()), nil
	}
	content, err := encode(value)
	if err != nil {
		return tool.Result{}, fmt.Errorf("result of %s: %w", c.Name, err)
	}
	if len(content) > x.set.options.Result {
		return fault(c, tool.FaultTooLarge, fmt.Sprintf("the result has %d bytes, more than %d; ask for less", len(content), x.set.options.Result)), nil
	}
	return tool.Result{CallID: c.ID, Content: content}, nil
}

func complain(name string, faults []schema.Fault) string {
	const most = 5
	parts := make([]string, 0, most+1)
	for i, f := range faults {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more", len(faults)-most))
			break
		}
		parts = append(parts, f.String())
	}
	return name + ": " + strings.Join(parts, "; ")
}

func fault(c tool.Call, kind, message string) tool.Result {
	content, err := encode(map[string]string{"error": message})
	if err != nil { // a string always encodes
		content = json.RawMessage(`{"error":""}`)
	}
	return tool.Result{CallID: c.ID, Fault: kind, Content: content}
}

// encode writes v as JSON on one line, with <, > and & as they are.
func encode(v any) (json.RawMessage, error) {
	if raw, ok := v.(json.RawMessage); ok {
		return raw, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
