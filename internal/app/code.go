package app

import (
	"context"
	"os"

	"deft/tool/python"
)

// StarlarkChild is the hidden command whose process interprets Starlark.
const StarlarkChild = "serve-starlark"

// RunCode runs a program as one that a model wrote is run. engine is "", python.CPython or
// python.Starlark. The reason says why CPython is not used, when it is wanted and does not work.
func (a *App) RunCode(ctx context.Context, code string, engine python.Engine) (o python.Outcome, reason string, err error) {
	if engine != "" && engine != python.CPython && engine != python.Starlark {
		return o, "", Usagef("--engine %q is neither %s nor %s", engine, python.CPython, python.Starlark)
	}
	self, err := os.Executable()
	if err != nil {
		return o, "", err
	}
	r, err := python.New(ctx, python.Config{Engine: engine, Child: []string{self, StarlarkChild}})
	if err != nil {
		return o, "", err
	}
	o, err = r.Run(ctx, code)
	return o, r.Reason(), err
}
