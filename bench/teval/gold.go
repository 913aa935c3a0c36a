package teval

import (
	"encoding/json"
	"errors"
	"fmt"

	"deft/pyvalue"
)

// gold is what a Sample keeps for scoring: the file it came from, its format and its truth as published.
type gold struct {
	Kind     string          `json:"kind"`
	Format   string          `json:"format"`
	Template json.RawMessage `json:"template,omitempty"` // instruct
	Tools    []string        `json:"tools,omitempty"`    // plan: the names a reply may use
	Truth    json.RawMessage `json:"truth"`
}

// truth is a gold answer ready for comparison; which fields are set depends on the kind.
type truth struct {
	thought string
	name    string
	args    pyvalue.Value // a Dict, or for string formats any scalar
	steps   []step
	choice  string
	layout  layout
}

// read checks and reads the truth. Errors name the field.
func (g *gold) read() (truth, error) {
	v, err := pyvalue.FromJSON(g.Truth)
	if err != nil {
		return truth{}, fmt.Errorf("ground_truth: %w", err)
	}
	if v.Kind == pyvalue.String { // some releases keep the structure as text
		if inner, ok := readValue(v.Text, 0, 0); ok {
			v = inner
		}
	}
	switch g.Kind {
	case "instruct":
		return g.readInstruct(v)
	case "plan_json", "plan_str":
		steps, ok := readSteps(v)
		if !ok {
			return truth{}, errors.New("ground_truth: not a list of actions, each with name, an integer id and args")
		}
		return truth{steps: steps}, nil
	case "review_str":
		choice, ok := v.Get("answer")
		if !ok || len(choice.Text) != 1 || choice.Text[0] < 'A' || choice.Text[0] > 'E' {
			return truth{}, errors.New("ground_truth: answer is not one of A, B, C, D, E")
		}
		return truth{choice: choice.Text}, nil
	}
	if v.Kind != pyvalue.Dict {
		return truth{}, errors.New("ground_truth: not an object")
	}
	t := truth{args: pyvalue.Value{Kind: pyvalue.Dict}}
	if thought, ok := v.Get("thought"); ok {
		t.thought = pyvalue.Str(thought)
	}
	if name, ok := v.Get("name"); ok {
		t.name = pyvalue.Str(name)
	}
	if args, ok := v.Get("args"); ok {
		t.args = args
	}
	need := map[string]string{"reason_str": "thought", "retrieve_str": "name", "understand_str": "args"}[g.Kind]
	if need != "" && !v.Has(need) {
		return truth{}, fmt.Errorf("ground_truth: no %s", need)
	}
	return t, nil
}

func (g *gold) readInstruct(v pyvalue.Value) (truth, error) {
	action, ok := v.Get("action")
	if !ok || action.Kind != pyvalue.String {
		return truth{}, errors.New("ground_truth: no action, the name of a tool")
	}
	args, ok := v.Get("args")
	if !ok || args.Kind != pyvalue.Dict {
		return truth{}, errors.New("ground_truth: args is not an object")
	}
	t := truth{name: action.Text, args: args}
	if err := json.Unmarshal(g.Template, &t.layout); err != nil {
		return truth{}, fmt.Errorf("template: %w", err)
	}
	if g.Format == formatJSON && (t.layout.Thought == "" || t.layout.Action == "" || t.layout.Args == "") {
		return truth{}, errors.New("template: thought, action and args must name the keys")
	}
	return t, nil
}

// layout is an Instruct case's template: key names for JSON, markers around the parts for strings.
type layout struct {
	Thought      string `json:"thought"`
	Action       string `json:"action"`
	Args         string `json:"args"`
	ThoughtStart string `json:"thought_start"`
	ThoughtEnd   string `json:"thought_end"`
	ActionStart  string `json:"action_start"`
	ActionEnd    string `json:"action_end"`
	ArgsStart    string `json:"args_start"`
	ArgsEnd      string `json:"args_end"`
}
