// Package agent conducts attempts of several turns: the model calls tools, sees what they gave, and
// goes on until it finishes, answers, or reaches a limit. It works with any protocol: ReAct text as
// in ToolEyes (section 3), native calling, and the others.
package agent

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"deft/chat"
	"deft/eval"
	"deft/prompt"
	"deft/protocol"
	"deft/tool"
)

//go:embed prompts
var prompts embed.FS

// Names of the two tools that every agent has beside those of its sample.
const (
	Finish  = "finish"
	AskUser = "ask_to_user"
)

// Defaults of Config, as in ToolEyes (section 4.1).
const (
	DefaultTurns       = 9
	DefaultObservation = 4096 // bytes, about 1,024 tokens
)

// Config of an agent.
type Config struct {
	// Demonstrations are canonical messages shown before the sample's own: zero or five shots.
	Demonstrations []chat.Message
	// Known gives what the simulated user knows beside the query; nil: nothing.
	Known func(eval.Sample) string
	// Prompts replaces templates by files agent/NAME.tmpl; nil: the embedded ones.
	Prompts fs.FS
}

// Agent is an eval.Solver. Limits.Turns and Limits.Result of the attempt bound it; where they are
// zero the defaults hold.
type Agent struct {
	cfg     Config
	prompts *prompt.Set
}

// New loads the agent's templates.
func New(cfg Config) (*Agent, error) {
	set, err := prompt.Load(prompts, "prompts", "agent", cfg.Prompts)
	if err != nil {
		return nil, err
	}
	return &Agent{cfg: cfg, prompts: set}, nil
}

// PromptHash identifies the agent's templates.
func (g *Agent) PromptHash() string { return g.prompts.Hash() }

// FinishSpec documents the tool with which an agent ends.
func FinishSpec() tool.Spec {
	return tool.Spec{
		Name: Finish, Description: "End the task and give the user the final answer.",
		Parameters: json.RawMessage(`{"type":"object","properties":{"answer":{"type":"string","description":"The answer to the user's request, complete in itself."}},"required":["answer"]}`),
	}
}

// AskUserSpec documents the tool with which an agent asks the user.
func AskUserSpec() tool.Spec {
	return tool.Spec{
		Name: AskUser, Description: "Ask the user for something that is needed and that no tool can tell.",
		Parameters: json.RawMessage(`{"type":"object","properties":{"question":{"type":"string","description":"One question to the user."}},"required":["question"]}`),
	}
}

// Solve runs the loop. A tool's fault is an observation; a reply that cannot be read is answered
// with what was wrong and counts as a turn; a conversation that no longer fits the model ends the
// attempt as StopContextLimit.
func (g *Agent) Solve(ctx context.Context, a *eval.Attempt) (eval.Stop, error) {
	messages := append(append([]chat.Message(nil), g.cfg.Demonstrations...), a.Sample.Messages...)
	for range orDefault(a.Limits.Turns, DefaultTurns) {
		reply, step, err := a.Ask(ctx, messages, a.Sample.Tools)
		var e *chat.Error
		if errors.As(err, &e) && e.Class == chat.ErrContext {
			return eval.StopContextLimit, nil
		}
		if err != nil {
			return "", err
		}
		messages = append(messages, reply.Message)
		switch {
		case !step.Readable() || len(step.Calls) == 0 && step.Answer == "":
			if reply.Finish == chat.FinishLength {
				return eval.StopTruncated, nil
			}
			text, err := g.prompts.Execute("unreadable", map[string]any{"Faults": faults(step)})
			if err != nil {
				return "", err
			}
			messages = append(messages, chat.Message{Role: chat.User, Content: text})
			continue
		case len(step.Calls) == 0:
			return eval.StopAnswered, nil
		}
		observations, finished, err := g.act(ctx, a, step.Calls)
		if err != nil {
			return "", err
		}
		if finished {
			return eval.StopFinished, nil
		}
		messages = append(messages, observations...)
	}
	return eval.StopTurnLimit, nil
}

// act performs the calls of one step in order, up to a finish.
func (g *Agent) act(ctx context.Context, a *eval.Attempt, calls []tool.Call) (observations []chat.Message, finished bool, err error) {
	for i, c := range calls {
		if c.Name == Finish {
			return observations, true, nil
		}
		if c.ID == "" {
			c.ID = fmt.Sprintf("call_%d_%d", a.Turns(chat.RoleAgent), i)
		}
		var text string
		if _, simulated := a.Models[chat.RoleUser]; simulated && c.Name == AskUser {
			text, err = g.askUser(ctx, a, c)
		} else {
			var r tool.Result
			r, err = a.Act(ctx, c)
			text = observation(r, orDefault(a.Limits.Result, DefaultObservation))
		}
		if err != nil {
			return nil, false, err
		}
		observations = append(observations, chat.Message{Role: chat.Tool, ToolCallID: c.ID, Name: c.Name, Content: text})
	}
	return observations, false, nil
}

// askUser lets the model that plays the user answer. It sees the query, what a user knows, and the
// question: neither tools nor the agent's thoughts.
func (g *Agent) askUser(ctx context.Context, a *eval.Attempt, c tool.Call) (string, error) {
	var args struct {
		Question string `json:"question"`
	}
	if err := json.Unmarshal(c.Arguments, &args); err != nil || args.Question == "" {
		return "error: ask_to_user needs the argument question, a text", nil
	}
	known := ""
	if g.cfg.Known != nil {
		known = g.cfg.Known(a.Sample)
	}
	system, err := g.prompts.Execute("user", map[string]string{"Query": query(a.Sample), "Known": known})
	if err != nil {
		return "", err
	}
	r, err := a.Generate(ctx, chat.RoleUser, chat.Request{Messages: []chat.Message{
		{Role: chat.System, Content: system}, {Role: chat.User, Content: args.Question},
	}})
	return r.Message.Content, err
}

// query is the last thing the user said in the sample.
func query(s eval.Sample) string {
	for i := len(s.Messages) - 1; i >= 0; i-- {
		if s.Messages[i].Role == chat.User {
			return s.Messages[i].Content
		}
	}
	return ""
}

// observation is what the model sees of a result: its content or its fault, cut to limit bytes.
func observation(r tool.Result, limit int) string {
	text := string(r.Content)
	if r.Fault != "" {
		text = "error: " + r.Fault
		if len(r.Content) > 0 {
			text += ": " + string(r.Content)
		}
	}
	if len(text) > limit {
		whole := len(text)
		cut := limit
		for cut > 0 && text[cut]&0xC0 == 0x80 { // not inside a character
			cut--
		}
		return fmt.Sprintf("%s … [cut: %d of %d bytes shown]", text[:cut], cut, whole)
	}
	if r.Truncated {
		text += " … [cut by the tool]"
	}
	return text
}

func faults(s protocol.Step) []string {
	var out []string
	for _, f := range s.Faults {
		text := string(f.Kind)
		if f.Detail != "" {
			text += " (" + f.Detail + ")"
		}
		out = append(out, text)
	}
	if len(out) == 0 {
		out = append(out, "it holds neither a call nor an answer")
	}
	return out
}

func orDefault(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}
