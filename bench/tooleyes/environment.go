package tooleyes

import (
	"context"
	"encoding/json"
	"fmt"

	"deft/eval"
	"deft/solver/agent"
	"deft/tool"
	"deft/tool/library"
)

// environment is a fresh world with the tools of one subcategory, and a user who answers.
type environment struct {
	*library.Environment
	tools []tool.Spec
	user  string
}

// openEnvironment opens a world with the tools of place; shown are the documents of those tools and
// of the agent's own.
func openEnvironment(lib *library.Library, place, user string, shown []tool.Spec) (eval.Environment, error) {
	w, err := lib.Open(WorldSeed, place)
	if err != nil {
		return nil, fmt.Errorf("open the world for %s: %w", place, err)
	}
	return &environment{w, shown, user}, nil
}

// Tools are the documents shown with the sample.
func (e *environment) Tools() []tool.Spec { return e.tools }

// noAnswer is what a user says who has nothing to add.
const noAnswer = "I have nothing to add to what I asked."

// Call performs a call in the world, or lets the user answer.
func (e *environment) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	if c.Name != agent.AskUser {
		return e.Environment.Call(ctx, c)
	}
	var args struct {
		Question string `json:"question"`
	}
	if c.Malformed != "" || json.Unmarshal(c.Arguments, &args) != nil || args.Question == "" {
		return tool.Result{CallID: c.ID, Fault: tool.FaultInvalidArguments, Content: json.RawMessage(`"ask_to_user needs the argument question, a text"`)}, nil
	}
	said := e.user
	if said == "" {
		said = noAnswer
	}
	content, err := json.Marshal(said)
	if err != nil {
		return tool.Result{}, fmt.Errorf("write the user's answer: %w", err)
	}
	return tool.Result{CallID: c.ID, Content: content}, nil
}
