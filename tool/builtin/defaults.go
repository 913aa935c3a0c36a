package builtin

import (
	"encoding/json"
	"fmt"
)

// defaultsOf reads the "default" of each top-level parameter.
func defaultsOf(parameters json.RawMessage) (map[string]json.RawMessage, error) {
	if len(parameters) == 0 {
		return nil, nil
	}
	var doc struct {
		Properties map[string]struct {
			Default json.RawMessage `json:"default"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(parameters, &doc); err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	out := map[string]json.RawMessage{}
	for name, p := range doc.Properties {
		if len(p.Default) > 0 && string(p.Default) != "null" {
			out[name] = p.Default
		}
	}
	return out, nil
}

// withDefaults adds the defaults of parameters that args leaves out.
func withDefaults(args json.RawMessage, defaults map[string]json.RawMessage) (json.RawMessage, error) {
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	if len(defaults) == 0 {
		return args, nil
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(args, &given); err != nil {
		return nil, err
	}
	missing := false
	for name, value := range defaults {
		if _, ok := given[name]; !ok {
			given[name] = value
			missing = true
		}
	}
	if !missing {
		return args, nil
	}
	return json.Marshal(given)
}
