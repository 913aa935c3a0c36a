package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"deft/internal/app"
	"deft/report/term"
)

func newToolsImport(a *app.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "import",
		Short: "Import tools from OpenAPI, MCP or a list of functions",
		Long: `Imported tools are listed, shown and called like built-in ones, under
"imported/NAME". Only their documents and where they are is stored, never a
key: keys are read from the environment at each call.`,
		Args: usageArgs(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newImportOpenAPI(a), newImportMCP(a), newImportFunctions(a))
	return c
}

// importFlags are what the kinds of import share.
type importFlags struct {
	r    app.ImportRequest
	json bool
}

func (f *importFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.r.Name, "name", "", "name of the imported tools (default: made of where they come from)")
	c.Flags().BoolVar(&f.r.Replace, "replace", false, "replace tools imported under this name")
	c.Flags().BoolVar(&f.json, "json", false, "print one JSON document")
}

func (f *importFlags) network(c *cobra.Command) {
	c.Flags().StringSliceVar(&f.r.AllowHosts, "allow-host", nil, "host that calls may reach beside those the source names (HOST or HOST:PORT)")
	c.Flags().BoolVar(&f.r.AllowPrivate, "allow-private", false, "let calls reach this machine and private networks")
}

func newImportOpenAPI(a *app.App) *cobra.Command {
	var f importFlags
	c := &cobra.Command{
		Use:     "openapi FILE|URL",
		Short:   "Import the operations of an OpenAPI 3 or Swagger 2 document",
		Example: "  deft tools import openapi https://api.example.com/openapi.json --name example",
		Args:    usageArgs(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			f.r.Location = args[0]
			got, err := a.ImportOpenAPI(c.Context(), f.r)
			return printImported(a, got, err, f.json)
		},
	}
	f.add(c)
	f.network(c)
	c.Flags().StringVar(&f.r.Server, "server", "", "base URL to call instead of the servers that the document names")
	return c
}

func newImportMCP(a *app.App) *cobra.Command {
	var f importFlags
	c := &cobra.Command{
		Use:   "mcp URL | COMMAND [ARG...]",
		Short: "Import the tools of an MCP server",
		Long: `A command is started whenever its tools are used, and gets PATH, HOME and the
like and the variables that --env names, nothing else. Put -- before a command
that has flags.`,
		Example: `  deft tools import mcp -- npx -y @modelcontextprotocol/server-everything
  deft tools import mcp https://mcp.example.com/mcp --bearer EXAMPLE_TOKEN`,
		Args: usageArgs(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			f.r.Command = args
			got, err := a.ImportMCP(c.Context(), f.r)
			return printImported(a, got, err, f.json)
		},
	}
	f.add(c)
	f.network(c)
	c.Flags().StringSliceVar(&f.r.Env, "env", nil, "name of an environment variable that the command gets")
	c.Flags().StringVar(&f.r.Bearer, "bearer", "", "name of the environment variable that holds the server's token")
	c.Flags().StringSliceVar(&f.r.Headers, "header", nil, "HEADER=VARIABLE: a header whose value is in that environment variable")
	return c
}

func newImportFunctions(a *app.App) *cobra.Command {
	var f importFlags
	c := &cobra.Command{
		Use:   "functions FILE",
		Short: "Import a JSON list of function documents for a model to play",
		Args:  usageArgs(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			f.r.Location = args[0]
			got, err := a.ImportFunctions(f.r)
			return printImported(a, got, err, f.json)
		},
	}
	f.add(c)
	return c
}

func printImported(a *app.App, got app.Imported, err error, asJSON bool) error {
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(a, got)
	}
	w := a.Env.Stdout
	fmt.Fprintf(w, "%s imported as %s.\n", countOf(len(got.Tools), "tool"), got.Name)
	if len(got.Hosts) > 0 {
		fmt.Fprintf(w, "They call %s.\n", term.Safe(strings.Join(got.Hosts, ", ")))
	}
	if len(got.Variables) > 0 {
		fmt.Fprintf(w, "Credentials are read from %s.\n", strings.Join(got.Variables, ", "))
	}
	for i, s := range got.Skipped {
		if i == 5 {
			fmt.Fprintf(w, "… and %d more left out; --json names them\n", len(got.Skipped)-i)
			break
		}
		fmt.Fprintf(w, "left out: %s\n", term.Safe(s))
	}
	fmt.Fprintf(w, "Next: deft tools list %s; deft tools remove %s forgets them.\n", got.Name, got.Name)
	return nil
}

func newToolsRemove(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "remove NAME",
		Short: "Forget imported tools",
		Args:  usageArgs(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := a.RemoveTools(args[0]); err != nil {
				return err
			}
			fmt.Fprintf(a.Env.Stdout, "%s is forgotten.\n", args[0])
			return nil
		},
	}
}
