package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"deft/internal/app"
)

func newTasks(a *app.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "tasks",
		Short: "List the built-in benchmarks",
		Args:  usageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return printTasksJSON(a)
			}
			for i, b := range a.Benchmarks {
				if i > 0 {
					fmt.Fprintln(a.Env.Stdout)
				}
				fmt.Fprintf(a.Env.Stdout, "%s (version %s, %d samples)\n  %s\n  measures   %s\n  protocols  %s\n  data       %s\n",
					b.Name, b.Version, b.Samples, b.Summary, strings.Join(b.Abilities, ", "), strings.Join(b.Protocols, ", "), b.Source)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

func printTasksJSON(a *app.App) error {
	type task struct {
		Name      string   `json:"name"`
		Version   string   `json:"version"`
		Summary   string   `json:"summary"`
		Samples   int      `json:"samples"`
		Abilities []string `json:"abilities"`
		Protocols []string `json:"protocols"`
		Source    string   `json:"source"`
	}
	var doc struct {
		Tasks []task `json:"tasks"`
	}
	for _, b := range a.Benchmarks {
		doc.Tasks = append(doc.Tasks, task{b.Name, b.Version, b.Summary, b.Samples, b.Abilities, b.Protocols, b.Source})
	}
	return printJSON(a, doc)
}

// printJSON writes one indented document to standard output.
func printJSON(a *app.App, doc any) error {
	e := json.NewEncoder(a.Env.Stdout)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		return fmt.Errorf("print JSON: %w", err)
	}
	return nil
}
