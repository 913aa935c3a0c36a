package teval

import (
	"encoding/json"
	"errors"
	"fmt"

	"deft/pyvalue"
)

// API is one function of a tool, documented as T-Eval's prompts show it.
type API struct {
	Name        string      `json:"name"` // Tool.function
	Description string      `json:"description"`
	Required    []Parameter `json:"required_parameters"`
	Optional    []Parameter `json:"optional_parameters"`
	Returns     []Parameter `json:"return_data"`
}

// Parameter of a function, or a part of what it returns. Type is STRING, NUMBER or BOOLEAN.
type Parameter struct {
	Name        string `json:"name"`
	Type        string `json:"type,omitempty"`
	Description string `json:"description"`
}

// Path is a verified solution path (section 2.2.1): a query, the functions offered, the actions
// taken with what they returned and how that was judged, and the answer.
type Path struct {
	ID     string     `json:"id"`
	Query  string     `json:"query"`
	Tools  []string   `json:"tools"`
	Steps  []PathStep `json:"steps"`
	Finish string     `json:"finish"` // the thought that ends the path
	Answer string     `json:"answer"`
}

// PathStep is thought, action, observation and review.
type PathStep struct {
	Thought     string          `json:"thought"`
	Name        string          `json:"name"`
	Args        json.RawMessage `json:"args"`
	Observation string          `json:"observation"`
	// Review is the letter of one of the five options; see Reviews.
	Review string `json:"review"`
}

// Reviews are the five options of Review by their letters A to E (appendix C.6).
func Reviews() [5]string {
	return [5]string{"Success", "Internal Error", "Input Error", "Irrelevant Response", "Unable to Accomplish"}
}

const (
	reviewSuccess    = "A"
	reviewInputError = "C"
)

// Verify checks that a path can be turned into cases: known functions, arguments that their
// documents allow (a step reviewed as an input error may break that), reviews from A to E, a last
// step that succeeds. Errors name the path and the step.
func (p *Path) Verify(apis map[string]API) error {
	err := p.verify(apis)
	if err != nil {
		return fmt.Errorf("path %s: %w", p.ID, err)
	}
	return nil
}

func (p *Path) verify(apis map[string]API) error {
	if p.ID == "" || p.Query == "" || p.Finish == "" || p.Answer == "" {
		return errors.New("id, query, finish and answer must not be empty")
	}
	if len(p.Steps) == 0 || p.Steps[len(p.Steps)-1].Review != reviewSuccess {
		return errors.New("the last step must be a success")
	}
	offered := map[string]bool{}
	for _, name := range p.Tools {
		if _, ok := apis[name]; !ok {
			return fmt.Errorf("offers the unknown function %s", name)
		}
		offered[name] = true
	}
	for i, s := range p.Steps {
		if s.Thought == "" || s.Observation == "" || cut(s.Thought) != s.Thought {
			return fmt.Errorf("step %d: thought and observation must not be empty, nor the thought hold a chat marker", i)
		}
		if len(s.Review) != 1 || s.Review < "A" || s.Review > "E" {
			return fmt.Errorf("step %d: review %q", i, s.Review)
		}
		if !offered[s.Name] {
			return fmt.Errorf("step %d: calls %s, which the path does not offer", i, s.Name)
		}
		if err := apis[s.Name].check(s.Args); err != nil && s.Review != reviewInputError {
			return fmt.Errorf("step %d: %w", i, err)
		}
	}
	return nil
}

// check says what is wrong with arguments for the function.
func (a API) check(args json.RawMessage) error {
	v, err := pyvalue.FromJSON(args)
	if err != nil || v.Kind != pyvalue.Dict {
		return fmt.Errorf("the arguments of %s are not a JSON object", a.Name)
	}
	types := map[string]string{}
	for _, p := range a.Required {
		if types[p.Name] = p.Type; !v.Has(p.Name) {
			return fmt.Errorf("%s needs %s", a.Name, p.Name)
		}
	}
	for _, p := range a.Optional {
		types[p.Name] = p.Type
	}
	for i := 0; i+1 < len(v.Items); i += 2 {
		name, value := v.Items[i].Text, v.Items[i+1]
		ok := false
		switch types[name] {
		case "STRING":
			ok = value.Kind == pyvalue.String
		case "NUMBER":
			ok = value.Kind == pyvalue.Int || value.Kind == pyvalue.Float
		case "BOOLEAN":
			ok = value.Kind == pyvalue.Bool
		}
		if !ok {
			return fmt.Errorf("%s: argument %s is unknown or not of type %q", a.Name, name, types[name])
		}
	}
	return nil
}
