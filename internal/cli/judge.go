package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"deft/internal/app"
	"deft/judge"
	"deft/report/term"
)

func newJudge(a *app.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "judge",
		Short: "See how far judges agree with each other, or with people",
		Args:  usageArgs(cobra.NoArgs),
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newAgree(a))
	return c
}

func newAgree(a *app.App) *cobra.Command {
	var req app.AgreeRequest
	var asJSON bool
	c := &cobra.Command{
		Use:   "agree RUN|LABELS",
		Short: "Agreement of two raters on the same samples, with intervals",
		Long: `Compare two raters of the same samples: a stored run, scored by a judge or by
rules, or a file of labels with lines such as

  {"id": "…", "label": "…"}
  {"id": "…", "score": 7}

Kappa is Cohen's; weighted kappa, alpha (Krippendorff's) at the ordinal and
interval level and Spearman's rank correlation are for scores, not for names.
Intervals are 95%, by resampling samples.`,
		Example: `  deft judge agree last --with people.jsonl
  deft judge agree RUN --with RUN2 --metric ao_quality
  deft judge agree RUN --scorer gpt --with RUN --with-scorer claude`,
		Args: usageArgs(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			req.A = args[0]
			if req.B == "" {
				return app.Usagef("--with RUN or a file of labels is needed")
			}
			r, err := a.Agree(c.Context(), req)
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a, r)
			}
			printAgreement(a, r)
			return nil
		},
	}
	fl := c.Flags()
	fl.StringVar(&req.B, "with", "", "the other `RUN`, or a file of labels")
	fl.StringVar(&req.Metric, "metric", "", "metric of runs to compare (default: the task's headline)")
	fl.StringVar(&req.ScorerA, "scorer", "", "scorer of the first run, by a part of its id (default: the latest)")
	fl.StringVar(&req.ScorerB, "with-scorer", "", "scorer of the other run (default: the latest)")
	fl.Uint64Var(&req.Seed, "seed", 1, "seed of the resampling")
	fl.BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

// decimals writes a figure without a sign in front of nothing.
func decimals(v float64) string {
	if text := fmt.Sprintf("%.3f", v); text != "-0.000" {
		return text
	}
	return "0.000"
}

// mostPairs are the pairs of verdicts shown to people.
const mostPairs = 12

func printAgreement(a *app.App, r *app.AgreeReport) {
	out := a.Env.Stdout
	for _, side := range []struct {
		name string
		app.RaterReport
		mean *float64
	}{{"A", r.A, r.MeanA}, {"B", r.B, r.MeanB}} {
		fmt.Fprintf(out, "  %s  %s", side.name, term.Safe(side.Name))
		if side.Metric != "" {
			fmt.Fprintf(out, " · %s by %s", side.Metric, term.Safe(side.Scorer))
		}
		fmt.Fprintf(out, " · %d rated", side.Ratings)
		if side.mean != nil {
			fmt.Fprintf(out, " · mean %.3f on the shared ones", *side.mean)
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "  %d rated by both\n\n", r.Items)
	var rows [][]string
	for _, name := range judge.Measures() {
		f, ok := r.Figures[name]
		if !ok {
			continue
		}
		interval := "–"
		if f.Interval != nil {
			interval = decimals(f.Interval[0]) + " to " + decimals(f.Interval[1])
		}
		rows = append(rows, []string{"  " + name, decimals(f.Value), interval})
	}
	writeTable(a, []term.Column{column("  measure", 0, false), column("value", 0, false), column("95% interval", 0, false)}, rows)
	if len(r.Pairs) == 0 {
		return
	}
	fmt.Fprintln(out)
	rows = nil
	for i, p := range r.Pairs {
		if i == mostPairs {
			break
		}
		rows = append(rows, []string{"  " + term.Safe(p.A), term.Safe(p.B), fmt.Sprint(p.N)})
	}
	writeTable(a, []term.Column{column("  A says", 8, false), column("B says", 8, false), column("samples", 0, false)}, rows)
	if len(r.Pairs) > mostPairs {
		fmt.Fprintf(out, "  and %d more pairs\n", len(r.Pairs)-mostPairs)
	}
}
