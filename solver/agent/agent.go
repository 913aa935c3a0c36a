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
	"slices"
	"strings"

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
	maxCalls           = 32   // performed in one turn; more are refused
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
// attempt as StopContextLimit. Where finish is offered, an answer without the format's marks is no
// answer. A sample without finish ends with the model's answer in plain text.
func (g *Agent) Solve(ctx context.Context, a *eval.Attempt) (eval.Stop, error) {
	messages := g.open(a.Sample)
	finishing := offers(a.Sample, Finish)
	for range orDefault(a.Limits.Turns, DefaultTurns) {
		reply, step, err := a.Ask(ctx, messages, a.Sample.Tools)
		var e *chat.Error
		if errors.As(err, &e) && e.Class == chat.ErrContext {
			return eval.StopContextLimit, nil
		}
		if err != nil {
			return "", err
		}
		turn := a.Turns(chat.RoleAgent)
		messages = appendReply(messages, reply.Message, turn)
		switch {
		case len(step.Calls) > 0:
		case unusable(step, finishing):
			if reply.Finish == chat.FinishLength {
				return eval.StopTruncated, nil
			}
			text, err := g.prompts.Execute("unreadable", map[string]any{"Faults": faults(step)})
			if err != nil {
				return "", err
			}
			messages = append(messages, chat.Message{Role: chat.User, Content: text})
			continue
		default:
			return eval.StopAnswered, nil
		}
		observations, finished, err := g.act(ctx, a, step.Calls, finishing)
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

// open gives the conversation's start: the sample's system message, the demonstrations, the rest.
func (g *Agent) open(s eval.Sample) []chat.Message {
	messages := s.Messages
	var out []chat.Message
	if len(messages) > 0 && messages[0].Role == chat.System {
		out, messages = append(out, messages[0]), messages[1:]
	}
	out = append(out, g.cfg.Demonstrations...)
	return append(out, messages...)
}

// unusable says whether a reply without calls is no answer either.
func unusable(step protocol.Step, finishing bool) bool {
	if !step.Readable() || step.Answer == "" {
		return true
	}
	return finishing && slices.ContainsFunc(step.Faults, func(f protocol.Fault) bool { return f.Kind == protocol.FaultMissingKeyword })
}

func offers(s eval.Sample, name string) bool {
	return slices.ContainsFunc(s.Tools, func(t tool.Spec) bool { return t.Name == name })
}

// appendReply adds a reply to the conversation. Servers refuse empty messages, and calls without an
// id, which some models leave out.
func appendReply(messages []chat.Message, m chat.Message, turn int) []chat.Message {
	if len(m.ToolCalls) == 0 && strings.TrimSpace(m.Content) == "" {
		return messages
	}
	m.ToolCalls = slices.Clone(m.ToolCalls)
	for i := range m.ToolCalls {
		m.ToolCalls[i].ID = callID(m.ToolCalls[i], turn, i)
	}
	return append(messages, m)
}

// callID is the call's own id, or one made from its place.
func callID(c tool.Call, turn, i int) string {
	if c.ID != "" {
		return c.ID
	}
	return fmt.Sprintf("call_%d_%d", turn, i)
}

// act performs the calls of one step in order, up to a finish.
func (g *Agent) act(ctx context.Context, a *eval.Attempt, calls []tool.Call, finishing bool) (observations []chat.Message, finished bool, err error) {
	turn := a.Turns(chat.RoleAgent)
	for i, c := range calls {
		if c.Name == Finish && finishing {
			return observations, true, nil
		}
		c.ID = callID(c, turn, i)
		var r tool.Result
		_, simulated := a.Models[chat.RoleUser]
		switch {
		case i >= maxCalls:
			r = tool.Result{CallID: c.ID, Fault: tool.FaultRefused, Content: json.RawMessage(fmt.Sprintf("\"more than %d calls in one turn\"", maxCalls))}
		case simulated && c.Name == AskUser && offers(a.Sample, AskUser):
			r, err = g.askUser(ctx, a, c)
		default:
			r, err = a.Act(ctx, c)
		}
		if err != nil {
			return nil, false, err
		}
		text := observation(r, orDefault(a.Limits.Result, DefaultObservation))
		observations = append(observations, chat.Message{Role: chat.Tool, ToolCallID: c.ID, Name: c.Name, Content: text})
	}
	return observations, false, nil
}

// askUser lets the model that plays the user answer, and records call and answer like any other. The
// model sees the query, what a user knows, and the question: neither tools nor the agent's thoughts.
func (g *Agent) askUser(ctx context.Context, a *eval.Attempt, c tool.Call) (tool.Result, error) {
	turn := a.Turns(chat.RoleAgent) - 1
	a.Record(eval.Event{Kind: eval.EventCall, Turn: turn, Call: &c})
	start := a.Now()
	r, err := g.answer(ctx, a, c)
	if err != nil {
		return r, err
	}
	a.Record(eval.Event{Kind: eval.EventResult, Turn: turn, Result: &r, Millis: float64(a.Now().Sub(start).Microseconds()) / 1000})
	return r, nil
}

func (g *Agent) answer(ctx context.Context, a *eval.Attempt, c tool.Call) (tool.Result, error) {
	var args struct {
		Question string `json:"question"`
	}
	if err := json.Unmarshal(c.Arguments, &args); err != nil || args.Question == "" {
		return tool.Result{CallID: c.ID, Fault: tool.FaultInvalidArguments, Content: json.RawMessage(`"ask_to_user needs the argument question, a text"`)}, nil
	}
	known := ""
	if g.cfg.Known != nil {
		known = g.cfg.Known(a.Sample)
	}
	system, err := g.prompts.Execute("user", map[string]string{"Query": a.Sample.Query(), "Known": known})
	if err != nil {
		return tool.Result{}, err
	}
	reply, err := a.Generate(ctx, chat.RoleUser, chat.Request{Messages: []chat.Message{
		{Role: chat.System, Content: system}, {Role: chat.User, Content: args.Question},
	}})
	if err != nil {
		return tool.Result{}, err
	}
	content, err := json.Marshal(strings.TrimSpace(reply.Message.Content))
	if err != nil {
		return tool.Result{}, fmt.Errorf("sample %s: write the user's answer: %w", a.Sample.ID, err)
	}
	return tool.Result{CallID: c.ID, Content: content}, nil
}

// observation is what the model sees of a result: its content or its fault, cut to limit bytes.
func observation(r tool.Result, limit int) string {
	text := string(r.Content)
	var plain string
	if len(r.Content) > 0 && r.Content[0] == '"' && json.Unmarshal(r.Content, &plain) == nil {
		text = plain
	}
	if said := text; r.Fault != "" {
		text = "error: " + r.Fault
		if len(r.Content) > 0 {
			text += ": " + said
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
