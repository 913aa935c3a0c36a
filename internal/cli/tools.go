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
		Short: "List, show and call tools; import your own",
		Long: `The built-in library has executable tools over one consistent, seeded, made-up
world. They work offline and touch nothing outside it. Your own tools are
imported from OpenAPI documents, MCP servers and lists of function documents.`,
		Args: usageArgs(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newToolsList(a), newToolsShow(a), newToolsCall(a), newToolsRun(a), newToolsImport(a), newToolsRemove(a))
	return c
}

func newToolsList(a *app.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list [SELECTOR...]",
		Short: "List tools, all or those selected",
		Long: `List tools. A selector is a scenario, category, subcategory, name or id, or
"imported" for your own.`,
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
			writeTable(a, []term.Column{column("tool", 0, false), column("scenario", 0, false), column("category", 8, true), column("description", 20, false)}, rows)
			fmt.Fprintf(a.Env.Stdout, "\n%s.\n  deft tools show NAME          its document, result schema and examples\n  deft tools call NAME '{…}'    calls it\n", countOf(len(tools), "tool"))
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
			fmt.Fprintf(a.Env.Stdout, "%s (%s)\n%s\n\nparameters\n%s\n", t.Name, t.ID, term.SafeLines(t.Description), term.SafeLines(app.Indent(t.Parameters)))
			if len(t.Result) > 0 {
				fmt.Fprintf(a.Env.Stdout, "\nresult\n%s\n", term.SafeLines(app.Indent(t.Result)))
			}
			if len(t.Examples) > 0 {
				fmt.Fprint(a.Env.Stdout, "\nexamples\n")
			}
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
	var r app.CallRequest
	c := &cobra.Command{
		Use:   "call NAME ARGUMENTS",
		Short: "Call a tool and print its result as JSON",
		Long: `Built-in tools act in a fresh world, imported ones where they are. With
--model a model plays the tool.`,
		Example: `  deft tools call stock_quote '{"symbol": "CO0001"}'`,
		Args:    usageArgs(cobra.RangeArgs(1, 2)),
		RunE: func(c *cobra.Command, args []string) error {
			r.Name, r.Arguments = args[0], json.RawMessage(`{}`)
			if len(args) == 2 {
				r.Arguments = json.RawMessage(args[1])
			}
			result, err := a.CallTool(c.Context(), r)
			if err != nil {
				return err
			}
			if result.Truncated {
				fmt.Fprintln(a.Env.Stderr, "deft: the result was too long and is cut")
			}
			if result.Fault != "" {
				return fmt.Errorf("%s: %s", result.Fault, term.Safe(string(result.Content)))
			}
			text := app.Indent(result.Content)
			if a.Env.StdoutTerminal { // programs get it as it is
				text = term.SafeLines(text)
			}
			fmt.Fprintln(a.Env.Stdout, text)
			return nil
		},
	}
	c.Flags().Uint64Var(&r.Seed, "seed", 1, "seed of the world of built-in tools")
	c.Flags().StringVar(&r.Model, "model", "", "let this model play the tool instead of calling it")
	return c
}
