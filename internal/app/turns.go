package app

import (
	"fmt"
	"io/fs"

	"deft/eval"
	"deft/prompt"
	loop "deft/solver/agent"
)

// loop bounds the turns of a task that agents play, and makes an agent's task of one that asks once:
// its tools run, and the model sees what they return and goes on.
func (s Settings) loop(t *eval.Task, prompts fs.FS) error {
	_, acts := t.Solver.(*loop.Agent)
	switch {
	case acts && s.Turns > 0:
		t.Limits.Turns = s.Turns
	case acts:
	case s.Turns < 2 && s.User != "":
		return fmt.Errorf("%s asks the model once, so that nobody asks the user of --user: add --turns N, or leave it out", t.Name)
	case s.Turns < 2:
	case t.Environment == nil:
		return fmt.Errorf("the tools of %s do not run, so --turns %d has no use there: leave it out", t.Name, s.Turns)
	default:
		g, err := loop.New(loop.Config{Prompts: prompts})
		if err != nil {
			return err
		}
		t.Solver, t.Limits.Turns = g, s.Turns
		t.Prompts = prompt.Join(t.Prompts, g.PromptHash())
	}
	return nil
}
