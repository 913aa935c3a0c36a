package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"deft/internal/app"
)

func newInit(a *app.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "init",
		Short: "Write a small task of your own to start from",
		Args:  usageArgs(cobra.NoArgs),
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(&cobra.Command{
		Use:   "task DIR",
		Short: "Write task.yaml, tools.json and samples.jsonl, ready to run",
		Args:  usageArgs(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			written, err := a.InitTask(args[0])
			for _, path := range written {
				fmt.Fprintln(a.Env.Stdout, "wrote", path)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(a.Env.Stdout, "\nNext: deft eval %s --model oracle checks that your gold answers score 100%%;\n      deft eval %s --model SPEC measures a model.\n", args[0], args[0])
			return nil
		},
	})
	return c
}
