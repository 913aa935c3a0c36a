// Package chat is the contract for language models: one conversation in, one message out.
// Everything a request needs travels in it (tools, sampling, its place in the run), so a Model
// has no setters and one value serves every goroutine.
package chat

import (
	"context"
	"encoding/json"
	"time"

	"deft/tool"
)

// Roles of a message.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
	Tool      = "tool"
)

// Message is one turn of a conversation. Reasoning is the model's thinking, kept apart from the
// answer in Content. A Tool message answers the call ToolCallID of the tool Name.
type Message struct {
	Role       string      `json:"role"`
	Content    string      `json:"content,omitempty"`
	Reasoning  string      `json:"reasoning,omitempty"`
	ToolCalls  []tool.Call `json:"tool_calls,omitempty"`
	ToolCallID string      `json:"tool_call_id,omitempty"`
	Name       string      `json:"name,omitempty"`
}

// Parts a model may play in an attempt.
const (
	RoleAgent = "agent"
	RoleUser  = "user"
	RoleJudge = "judge"
	RoleTool  = "tool"
)

// Key names one request's place: which run, sample and trial, the turn counted from 0 for each
// role, and the role the model plays.
type Key struct {
	Run    string `json:"run,omitempty"`
	Sample string `json:"sample"`
	Trial  int    `json:"trial"`
	Turn   int    `json:"turn"`
	Role   string `json:"role,omitempty"`
}

// Sampling parameters; nil or zero leaves a parameter to the server.
type Sampling struct {
	Temperature *float64 `json:"temperature,omitempty"`
	TopP        *float64 `json:"top_p,omitempty"`
	MaxTokens   int      `json:"max_tokens,omitempty"`
	Stop        []string `json:"stop,omitempty"`
	Seed        *uint64  `json:"seed,omitempty"`
}

// Request is one call of a model. Schema, when set, asks for a reply that is JSON of that schema.
type Request struct {
	Key      Key             `json:"key"`
	Messages []Message       `json:"messages"`
	Tools    []tool.Spec     `json:"tools,omitempty"`
	Sampling Sampling        `json:"sampling"`
	Schema   json.RawMessage `json:"schema,omitempty"`
}

// Usage counts tokens; CostUSD is nil when no price is known.
type Usage struct {
	InputTokens  int      `json:"input_tokens,omitempty"`
	OutputTokens int      `json:"output_tokens,omitempty"`
	CostUSD      *float64 `json:"cost_usd,omitempty"`
}

// Add sums two usages; a cost is known when either is.
func (u Usage) Add(v Usage) Usage {
	u.InputTokens += v.InputTokens
	u.OutputTokens += v.OutputTokens
	if v.CostUSD != nil {
		sum := *v.CostUSD
		if u.CostUSD != nil {
			sum += *u.CostUSD
		}
		u.CostUSD = &sum
	}
	return u
}

// Finish says why a reply ended.
type Finish string

// Reasons for a reply's end. FinishLength means that the reply was cut off.
const (
	FinishStop      Finish = "stop"
	FinishToolCalls Finish = "tool_calls"
	FinishLength    Finish = "length"
	FinishFilter    Finish = "content_filter"
)

// Response is a model's reply. Model is the name the server says it served; Latency is the time
// of the successful exchange alone, without waits and retries.
type Response struct {
	Message Message       `json:"message"`
	Finish  Finish        `json:"finish,omitempty"`
	Usage   Usage         `json:"usage"`
	Model   string        `json:"model,omitempty"`
	Latency time.Duration `json:"latency,omitempty"`
}

// Model answers requests. It is safe for concurrent use. Errors of the service are *Error.
type Model interface {
	Generate(ctx context.Context, r Request) (Response, error)
}

// ModelFunc makes a function a Model.
type ModelFunc func(ctx context.Context, r Request) (Response, error)

// Generate calls f.
func (f ModelFunc) Generate(ctx context.Context, r Request) (Response, error) { return f(ctx, r) }

// Preflighter is a Model that can check in one short call whether it can be used at all.
type Preflighter interface {
	Preflight(ctx context.Context) error
}
