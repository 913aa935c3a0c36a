package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"deft/internal/app"
	"deft/report/term"
	"deft/tool/python"
)

func newToolsRun(a *app.App) *cobra.Command {
	var engine string
	var asJSON bool
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "Run a Python program in the sandbox for code of models",
		Long: `Run a program without network, on a read-only system, with limits on memory,
time, output and processes: CPython in bubblewrap where that works, else
Starlark. "-" reads the program from standard input. The engine that ran is
named on standard error, or in the JSON.`,
		Example: `  echo 'print(6*7)' | deft tools run -`,
		Args:    usageArgs(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			code, err := readProgram(a, args[0])
			if err != nil {
				return err
			}
			o, reason, err := a.RunCode(c.Context(), code, python.Engine(engine))
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a, o)
			}
			fmt.Fprint(a.Env.Stdout, term.SafeLines(o.Output))
			note := "engine " + string(o.Engine)
			if reason != "" {
				note += " (" + reason + ")"
			}
			if o.Truncated {
				note += "; the output was cut"
			}
			fmt.Fprintln(a.Env.Stderr, term.Safe(note))
			if o.Fault != "" {
				return fmt.Errorf("%s: %s", o.Fault, o.Detail)
			}
			return nil
		},
	}
	c.Flags().StringVar(&engine, "engine", "", "cpython or starlark (default: cpython where it works)")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

func readProgram(a *app.App, file string) (string, error) {
	read := func() ([]byte, error) { return os.ReadFile(file) }
	if file == "-" {
		read = func() ([]byte, error) { return io.ReadAll(a.Env.Stdin) }
	}
	b, err := read()
	if err != nil {
		return "", fmt.Errorf("read the program: %w", err)
	}
	return string(b), nil
}

// newServeStarlark is the process in which the sandbox interprets Starlark, started by deft itself.
func newServeStarlark(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: app.StarlarkChild, Hidden: true, Short: "Interpret one Starlark program (started by deft itself)",
		Args: usageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if python.ServeStarlark(a.Env.Getenv, a.Env.Stdin, a.Env.Stdout) != 0 {
				return errPrinted
			}
			return nil
		},
	}
}
