package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"deft/internal/app"
	"deft/report/term"
)

func newTools(a *app.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "tools",
		Short: "List, show and call the tools of the built-in library",
		Long: `The built-in library has executable tools over one consistent, seeded, made-up world. They work
offline and touch nothing outside it.`,
		Args: usageArgs(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newToolsList(a), newToolsShow(a), newToolsCall(a))
	return c
}

func newToolsList(a *app.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list [SELECTOR...]",
		Short: "List tools; a selector is a scenario, category, subcategory, name or id",
		RunE: func(_ *cobra.Command, args []string) error {
			tools, err := a.Tools(args...)
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a, map[string]any{"tools": tools})
			}
			rows := make([][]string, len(tools))
			for i, t := range tools {
				rows[i] = []string{t.Name, t.Scenario, t.Category + "/" + t.Subcategory, t.Description}
			}
			writeTable(a, []string{"tool", "scenario", "category", "description"}, rows)
			fmt.Fprintf(a.Env.Stdout, "\n%d tools. deft tools show NAME documents one; deft tools call NAME '{…}' calls it.\n", len(tools))
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

func newToolsShow(a *app.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "show NAME",
		Short: "Show a tool's document, result schema and examples",
		Args:  usageArgs(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			t, err := a.Tool(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a, t)
			}
			fmt.Fprintf(a.Env.Stdout, "%s (%s)\n%s\n\nparameters\n%s\n\nresult\n%s\n\nexamples\n",
				t.Name, t.ID, t.Description, app.Indent(t.Parameters), app.Indent(t.Result))
			for _, e := range t.Examples {
				fmt.Fprintf(a.Env.Stdout, "  deft tools call %s '%s'\n", t.Name, e)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

func newToolsCall(a *app.App) *cobra.Command {
	var seed uint64
	c := &cobra.Command{
		Use:     "call NAME ARGUMENTS",
		Short:   "Call a tool in a fresh world and print its result as JSON",
		Example: `  deft tools call roll_dice '{"count": 2, "sides": 6}'`,
		Args:    usageArgs(cobra.RangeArgs(1, 2)),
		RunE: func(c *cobra.Command, args []string) error {
			arguments := json.RawMessage(`{}`)
			if len(args) == 2 {
				arguments = json.RawMessage(args[1])
			}
			r, err := a.CallTool(c.Context(), args[0], arguments, seed)
			if err != nil {
				return err
			}
			if r.Fault != "" {
				return fmt.Errorf("%s: %s", r.Fault, term.Safe(string(r.Content)))
			}
			fmt.Fprintln(a.Env.Stdout, app.Indent(r.Content))
			return nil
		},
	}
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the world")
	return c
}
