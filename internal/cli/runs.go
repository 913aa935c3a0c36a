package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"deft/internal/app"
	"deft/report/term"
	"deft/store"
)

func newRuns(a *app.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "runs",
		Short: "List, show, remove, export and import stored runs",
		Args:  usageArgs(cobra.NoArgs),
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newRunsList(a), newRunsShow(a), newRunsRemove(a), newRunsExport(a), newRunsImport(a))
	return c
}

func newRunsList(a *app.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the stored runs, newest first",
		Args:  usageArgs(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.WithStore(c.Context(), func(st store.Store) error {
				runs, err := st.ListRuns(c.Context())
				if err != nil {
					return err
				}
				if asJSON {
					if runs == nil {
						runs = []store.Run{}
					}
					return printJSON(a, map[string]any{"runs": runs})
				}
				if len(runs) == 0 {
					fmt.Fprintln(a.Env.Stdout, "No runs yet. `deft eval core` makes one.")
					return nil
				}
				rows := make([][]string, len(runs))
				for i, r := range runs {
					rows[i] = []string{
						r.ID, r.Task, r.Model, string(r.Status), fmt.Sprintf("%d/%d", r.Done, r.Samples*max(r.Trials, 1)),
						fmt.Sprint(r.Errors), r.Compat, r.Started.Local().Format("2006-01-02 15:04"),
					}
				}
				writeTable(a, []term.Column{
					column("run", 0, false), column("task", 0, false), column("model", 10, false), column("status", 0, false),
					column("done", 0, false), column("errors", 0, true), column("compat", 0, true), column("started", 0, true),
				}, rows)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

func newRunsShow(a *app.App) *cobra.Command {
	var f evalFlags
	c := &cobra.Command{
		Use:   "show RUN",
		Short: "Show one run: its settings and its report",
		Args:  usageArgs(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			outcomes, err := a.Stored(c.Context(), args, reportOptions(&f))
			if err != nil {
				return err
			}
			if !f.json {
				o := outcomes[0]
				fmt.Fprintf(a.Env.Stdout, "%s  %s\nsettings  %s\ndata      %s\nprompts   %s\n\n",
					o.Run.ID, o.Run.Status, term.Safe(string(o.Run.Config)), o.Run.Data, o.Run.Prompts)
			}
			return printOutcomes(c.Context(), a, outcomes, &f)
		},
	}
	outputFlags(c.Flags(), &f)
	return c
}

func newRunsRemove(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:     "rm RUN...",
		Aliases: []string{"remove"},
		Short:   "Remove runs with their transcripts and scores",
		Args:    usageArgs(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			return a.WithStore(c.Context(), func(st store.Store) error {
				for _, id := range args {
					run, err := a.FindRun(c.Context(), st, id)
					if err != nil {
						return err
					}
					if err := st.DeleteRun(c.Context(), run.ID); err != nil {
						return err
					}
					fmt.Fprintln(a.Env.Stdout, "removed", run.ID)
				}
				return nil
			})
		},
	}
}
