package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"deft/internal/app"
	"deft/store"
	"deft/store/archive"
)

func newRunsExport(a *app.App) *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "export RUN... -o FILE",
		Short: "Write runs, whole, to one file",
		Args:  usageArgs(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			return a.WithStore(c.Context(), func(st store.Store) error {
				var ids []string
				for _, arg := range args {
					run, err := a.FindRun(c.Context(), st, arg)
					if err != nil {
						return err
					}
					ids = append(ids, run.ID)
				}
				if out == "" {
					out = ids[0] + ".deft"
				}
				return writeFile(a, out, func(w io.Writer) error { return archive.Export(c.Context(), w, st, ids...) })
			})
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "`FILE` to write (\"-\": standard output; default: RUN.deft)")
	return c
}

func newRunsImport(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE...",
		Short: "Read runs that were exported",
		Args:  usageArgs(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			return a.WithStore(c.Context(), func(st store.Store) error {
				for _, path := range args {
					if err := importFrom(c.Context(), a, st, path); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
}

func importFrom(ctx context.Context, a *app.App, st store.Store, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return app.Usagef("import runs: %w", err)
	}
	defer f.Close()
	done, err := archive.Import(ctx, f, st)
	if err != nil {
		return fmt.Errorf("import %s: %w", path, err)
	}
	for _, id := range done.Runs {
		fmt.Fprintln(a.Env.Stdout, "imported", id)
	}
	for _, id := range done.Same {
		fmt.Fprintln(a.Env.Stdout, "there already, the same:", id)
	}
	return nil
}
