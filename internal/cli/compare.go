package cli

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"deft/internal/app"
	"deft/report"
	"deft/report/markdown"
	"deft/report/term"
)

func newCompare(a *app.App) *cobra.Command {
	var failOnRegression, asJSON bool
	var md string
	c := &cobra.Command{
		Use:   "compare RUN RUN...",
		Short: "Compare runs of one task: metrics, intervals, changed samples",
		Long: `Compare each run with the first, on the samples that both have scores for. A
difference is real when its 95% interval leaves out 0. Samples are paired, so
small differences show.`,
		Args: usageArgs(cobra.MinimumNArgs(2)),
		RunE: func(c *cobra.Command, args []string) error {
			cs, err := a.Compare(c.Context(), args, report.Options{})
			if err != nil {
				return err
			}
			switch {
			case asJSON && len(cs) == 1:
				err = printJSON(a, cs[0])
			case asJSON:
				err = printJSON(a, map[string]any{"comparisons": cs})
			default:
				err = term.Compare(a.Env.Stdout, cs, termOptions(a))
			}
			if err != nil {
				return err
			}
			if md != "" {
				if err := writeFile(a, md, func(w io.Writer) error { return markdown.Compare(w, cs) }); err != nil {
					return err
				}
			}
			if failOnRegression {
				return regression(cs)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&failOnRegression, "fail-on-regression", false, "exit with 3 when a metric is worse beyond chance")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	c.Flags().StringVar(&md, "markdown", "", "write the comparison as Markdown to `FILE`")
	return c
}

func regression(cs []report.Comparison) error {
	var worse []string
	for _, c := range cs {
		if c.Regression {
			worse = append(worse, c.Other.Run+": "+strings.Join(c.Regressed, ", "))
		}
	}
	if len(worse) > 0 {
		return &app.ThresholdError{Message: "worse beyond chance: " + strings.Join(worse, "; ")}
	}
	return nil
}
