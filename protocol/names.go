package protocol

import (
	"slices"
	"strings"

	"deft/tool"
)

// CheckNames compares the step's calls with the tools that were shown. A name written with `\_`
// for `_` is corrected and reported as escaped_underscore; a name that is no tool's is reported as
// unknown_tool. The step given is not changed.
func CheckNames(step Step, tools []tool.Spec) Step {
	known := make(map[string]bool, len(tools))
	for _, t := range tools {
		known[t.Name] = true
	}
	step.Calls = slices.Clone(step.Calls)
	step.Faults = slices.Clone(step.Faults)
	for i := range step.Calls {
		c := &step.Calls[i]
		if known[c.Name] {
			continue
		}
		if plain := strings.ReplaceAll(c.Name, `\_`, "_"); known[plain] {
			step.Faults = append(step.Faults, Fault{Kind: FaultEscapedUnderscore, Detail: shorten(c.Name)})
			c.Name = plain
			continue
		}
		step.Faults = append(step.Faults, Fault{Kind: FaultUnknownTool, Detail: shorten(c.Name)})
	}
	return step
}
