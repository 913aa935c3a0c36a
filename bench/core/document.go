package core

import (
	"encoding/json"
	"fmt"

	"deft/tool"
)

// document is what scoring needs to know of a tool's parameters.
type document struct {
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required"`
}

type property struct {
	Default     json.RawMessage `json:"default"`
	UniqueItems bool            `json:"uniqueItems"`
}

func readDocument(spec tool.Spec) (document, error) {
	var d document
	if len(spec.Parameters) == 0 {
		return d, nil
	}
	if err := json.Unmarshal(spec.Parameters, &d); err != nil {
		return d, fmt.Errorf("parameters of tool %s: %w", spec.Name, err)
	}
	return d, nil
}

// isDefault says whether giving value to the parameter says no more than leaving it out.
func (d document) isDefault(name string, value any) bool {
	p := d.Properties[name]
	if len(p.Default) == 0 {
		return false
	}
	standard, ok := decode(p.Default)
	return ok && equal(standard, value, p.UniqueItems)
}
