package cli

import (
	"github.com/spf13/cobra"

	"deft/internal/app"
)

func newScore(a *app.App) *cobra.Command {
	var f evalFlags
	var outputs []string
	c := &cobra.Command{
		Use:   "score TASK --outputs PATH",
		Short: "Score replies that another program recorded; needs no model",
		Long: `Score recorded replies and store them as a run.

PATH is a JSONL file, a folder of them (one model), or a folder of such
folders (several models). A line is one of

  {"id": "…", "output": "text"}
  {"id": "…", "tool_calls": [{"name": "…", "arguments": {…}}]}

Layouts that a benchmark's own programs write are recognised too. Samples
without a recorded reply are not scored, and the exit code is 1; categories of
which nothing was recorded are left out.`,
		Example: "  deft score sealtools --data DIR --split dev --outputs replies.jsonl",
		Args:    usageArgs(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.finish(c); err != nil {
				return err
			}
			if len(outputs) == 0 {
				return app.Usagef("--outputs PATH is needed: the recorded replies to score")
			}
			limits, err := parseThresholds(f.failUnder)
			if err != nil {
				return err
			}
			f.Task = args[0]
			f.Trials, f.Seed = 1, 1
			outcomes, err := a.ScoreOutputs(c.Context(), outputs, f.Settings, reportOptions(&f))
			if perr := printOutcomes(c.Context(), a, outcomes, &f); err == nil {
				err = perr
			}
			if err != nil {
				return err
			}
			if err := limits.check(outcomes); err != nil {
				return err
			}
			return failedSamples(outcomes)
		},
	}
	fl := c.Flags()
	fl.StringArrayVar(&outputs, "outputs", nil, "`PATH` of recorded replies; may be given several times")
	dataFlags(fl, &f)
	fl.StringArrayVar(&f.failUnder, "fail-under", nil, "exit with 3 when `METRIC=X` is not reached")
	outputFlags(fl, &f)
	return c
}

func newRescore(a *app.App) *cobra.Command {
	var f evalFlags
	c := &cobra.Command{
		Use:   "rescore RUN",
		Short: "Score a run's replies again, in another mode or by other judges",
		Args:  usageArgs(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			compat := f.Compat
			if c.Flags().Changed("compat") {
				parsed, err := parseCompat(f.compat)
				if err != nil {
					return err
				}
				compat = parsed
			}
			o, err := a.Rescore(c.Context(), args[0], compat, f.Judges, f.Execution, reportOptions(&f))
			if err != nil {
				return err
			}
			return printOutcomes(c.Context(), a, []app.Outcome{*o}, &f)
		},
	}
	fl := c.Flags()
	fl.StringVar(&f.compat, "compat", "", "definition of the scores: default, paper or reference (default: the run's own)")
	fl.StringSliceVar(&f.Judges, "judge", nil, "model `SPEC` that judges what rules cannot; several make a panel")
	fl.BoolVarP(&f.Yes, "yes", "y", false, "do not ask before judging that costs much")
	executionFlags(fl, &f.Execution)
	outputFlags(fl, &f)
	return c
}
