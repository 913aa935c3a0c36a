package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"deft/internal/app"
	"deft/report/term"
)

func newView(a *app.App) *cobra.Command {
	var failed bool
	c := &cobra.Command{
		Use:   "view RUN [SAMPLE]",
		Short: "Show a run's samples, or one with transcript and differences",
		Args:  usageArgs(cobra.RangeArgs(1, 2)),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 2 {
				v, err := a.View(c.Context(), args[0], args[1])
				if err != nil {
					return err
				}
				return term.View(a.Env.Stdout, v.Sample, v.Transcripts, v.Scores, termOptions(a))
			}
			rows, err := a.Samples(c.Context(), args[0])
			if err != nil {
				return err
			}
			return printSamples(a, args[0], rows, failed)
		},
	}
	c.Flags().BoolVar(&failed, "failed", false, "only samples that are not entirely right")
	return c
}

func printSamples(a *app.App, run string, rows []app.SampleRow, failed bool) error {
	var table [][]string
	for _, r := range rows {
		if failed && r.Verdict == "right" {
			continue
		}
		table = append(table, []string{r.Sample, fmt.Sprint(r.Trial), strings.Join(r.Groups, " "), r.Verdict, r.Why})
	}
	if len(table) == 0 {
		fmt.Fprintln(a.Env.Stdout, "No samples to show.")
		return nil
	}
	writeTable(a, []term.Column{column("sample", 0, false), column("trial", 0, false), column("groups", 8, true), column("verdict", 0, false), column("why", 8, false)}, table)
	fmt.Fprintf(a.Env.Stdout, "\nOne of them in full: deft view %s %s\n", run, table[0][0])
	return nil
}
