package app

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"

	"deft/eval"
	loop "deft/solver/agent"
)

// loop bounds the turns of a task that agents play, and makes an agent's task of one that asks once:
// its tools run, and the model sees what they return and goes on.
func (s Settings) loop(t *eval.Task, prompts fs.FS) error {
	if s.Turns == 0 {
		return nil
	}
	if _, ok := t.Solver.(*loop.Agent); ok {
		t.Limits.Turns = s.Turns
		return nil
	}
	if s.Turns == 1 {
		return nil
	}
	if t.Environment == nil {
		return fmt.Errorf("the tools of %s do not run, so --turns %d has no use there: leave it out", t.Name, s.Turns)
	}
	g, err := loop.New(loop.Config{Prompts: prompts})
	if err != nil {
		return err
	}
	t.Solver, t.Limits.Turns = g, s.Turns
	sum := sha256.Sum256([]byte(t.Prompts + "\n" + g.PromptHash()))
	t.Prompts = "sha256:" + hex.EncodeToString(sum[:])
	return nil
}
