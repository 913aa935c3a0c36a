// Package cli is the command line: it parses flags, calls package app and prints. Every command is
// a function that makes its cobra.Command; exit codes are decided in one place.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deft/bench"
	"deft/internal/app"
	"deft/internal/env"
	"deft/report/term"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitThreshold   = 3
	exitInterrupted = 130
)

// Main runs the real process's command line and returns its exit code. The first interrupt ends
// the run in order, the second at once.
func Main() int {
	// A command is short and its memory small: collecting garbage less often is a tenth of its time.
	debug.SetGCPercent(400)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return Run(ctx, env.OS())
}

// Run runs one command line in the surroundings s.
func Run(ctx context.Context, s *env.State) int {
	root := newRoot(s)
	root.SetArgs(s.Args)
	root.SetIn(s.Stdin)
	root.SetOut(s.Stdout)
	root.SetErr(s.Stderr)
	err := root.ExecuteContext(ctx)
	if err != nil && !errors.Is(err, errPrinted) {
		for line := range strings.Lines("deft: " + err.Error()) {
			fmt.Fprintln(s.Stderr, term.Safe(strings.TrimRight(line, "\n")))
		}
	}
	return exitCode(err)
}

// errPrinted fails a command whose output already says why.
var errPrinted = errors.New("the output says why")

func exitCode(err error) int {
	var usage *app.UsageError
	var interrupted *app.InterruptedError
	var threshold *app.ThresholdError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &interrupted):
		return exitInterrupted
	case errors.As(err, &threshold):
		return exitThreshold
	}
	return exitFailed
}

func newRoot(s *env.State) *cobra.Command {
	a := &app.App{Env: s, Benchmarks: bench.Table(), Notice: s.Stderr}
	root := &cobra.Command{
		Use:   "deft",
		Short: "Measure how well language models use tools",
		Long: `deft measures how well a language model uses tools, and shows where it fails.

Start here, without any account:
  deft eval core                       the built-in suite and baseline
  deft eval core --model ollama/qwen3  the same with a model of yours
  deft tasks                           what else can be measured`,
		Version:       app.Version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			like := ""
			c.SuggestionsMinimumDistance = 2
			if names := c.SuggestionsFor(args[0]); len(names) > 0 {
				like = "did you mean deft " + strings.Join(names, " or deft ") + "? "
			}
			return app.Usagef("unknown command %q; %s`deft --help` lists the commands", args[0], like)
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		var invalid *pflag.InvalidValueError
		if errors.As(err, &invalid) {
			f := invalid.GetFlag()
			err = fmt.Errorf("--%s %q is no %s", f.Name, invalid.GetValue(), kindOf(f))
		}
		return app.Usagef("%w; `%s --help` lists the flags", err, c.CommandPath())
	})
	fitHelp(root, s.Width)
	root.PersistentFlags().StringVar(&a.StorePath, "store", "", "database `FILE` of the runs (default: deft.db in $DEFT_HOME or the data folder)")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		newTasks(a), newEval(a), newScore(a), newRescore(a), newRuns(a), newView(a), newCompare(a), newReport(a), newTools(a), newJudge(a), newInit(a), newServeStarlark(a),
	)
	return root
}

// usageArgs makes a wrong number of arguments a usage error.
func usageArgs(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return app.Usagef("%w; usage: %s", err, c.UseLine())
		}
		return nil
	}
}
