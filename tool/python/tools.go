package python

import (
	"context"
	"encoding/json"

	"deft/tool"
	"deft/tool/builtin"
)

// Spec documents the tool for the engine of r.
func (r *Runner) Spec() tool.Spec {
	about := "Run a Python program and get what it prints. There is no network, and nothing is kept between programs."
	if r.engine == Starlark {
		about = "Run a program in Starlark, a small dialect of Python, and get what it prints. There are functions, loops, lists, dicts, " +
			"and the modules json and math; there is no import, class, try, or f-string. Nothing is kept between programs."
	}
	return tool.Spec{Name: "run_python", Description: about, Parameters: json.RawMessage(
		`{"type":"object","properties":{"code":{"type":"string","description":"The program. Print what you want to see."}},"required":["code"]}`)}
}

// Tools is the checked table of the one tool. Its result is an Outcome, also of a program that
// failed: the model sees its message and the fault in it.
func (r *Runner) Tools() (*builtin.Set[*Runner], error) {
	spec := r.Spec()
	return builtin.New([]tool.Spec{spec}, map[string]builtin.Func[*Runner]{
		spec.Name: builtin.Typed(func(ctx context.Context, r *Runner, a struct {
			Code string `json:"code"`
		}) (Outcome, error) {
			return r.Run(ctx, a.Code)
		}),
	}, builtin.Options{Timeout: 2 * r.limits.Time})
}
