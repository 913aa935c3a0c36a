package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is the widest help; lines beyond it are hard to read.
const helpWidth = 100

// fitHelp breaks the help of flags between words, for a terminal of width columns (0: none).
func fitHelp(root *cobra.Command, width int) {
	if width <= 0 || width > helpWidth {
		width = helpWidth
	}
	t := root.UsageTemplate()
	root.SetUsageTemplate(strings.ReplaceAll(t, "Flags.FlagUsages", fmt.Sprintf("Flags.FlagUsagesWrapped %d", width)))
}

// countOf is such as "1 tool" or "3 tools".
func countOf(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// kindOf says in words what a flag takes.
func kindOf(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "whole number"
	case "uint":
		return "whole number from 0 on"
	case "uint64":
		return "whole number from 0 on"
	case "float64":
		return "number"
	case "duration":
		return "time such as 90s or 2m"
	case "bool":
		return "truth value (true or false)"
	}
	return f.Value.Type()
}
