package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deft/eval"
	"deft/internal/app"
)

// evalFlags are the flags of eval; some are shared with score and rescore.
type evalFlags struct {
	app.Settings
	app.Execution
	models      []string
	protocols   []string
	compat      string
	temperature float64
	topP        float64
	resume      string
	dryRun      bool
	failUnder   []string
	samples     bool
	json        bool
	analyses    bool // show what the task adds in the terminal
	quiet       bool
}

func newEval(a *app.App) *cobra.Command {
	var f evalFlags
	c := &cobra.Command{
		Use:   "eval TASK...",
		Short: "Run a model on benchmarks and report its scores",
		Long: `Run models on benchmarks, store every transcript, score them and print a report.

A TASK is one of "deft tasks", or a folder that "deft init task" made.
A model is openai/NAME, anthropic/NAME, google/NAME, ollama/NAME, or
BASE_URL#NAME for any OpenAI-compatible server. "baseline" (the default) plays
without any language model: the floor. "oracle" plays the gold answers: the
ceiling. Keys come from the environment (OPENAI_API_KEY, …).

An interrupted run loses nothing: deft eval --resume last goes on with it.`,
		Example: `  deft eval core
  deft eval sealtools --data DIR --model http://localhost:8000/v1#qwen3
  deft eval core --model openai/gpt-4.1-mini --protocol all --limit 50
  deft eval --resume last`,
		RunE: func(c *cobra.Command, args []string) error { return runEval(c, a, &f, args) },
	}
	fl := c.Flags()
	fl.StringSliceVarP(&f.models, "model", "m", []string{"baseline"}, "model `SPEC`; several run one after the other (default: baseline)")
	dataFlags(fl, &f)
	fl.IntVar(&f.Trials, "trials", 1, "attempts at each sample, each with a seed of its own")
	fl.Uint64Var(&f.Seed, "seed", 1, "seed of everything random")
	fl.StringSliceVar(&f.protocols, "protocol", nil, "how tools are shown and calls read; several, or \"all\" of the task's")
	fl.StringSliceVar(&f.Judges, "judge", nil, "model `SPEC` that judges what rules cannot; several make a panel")
	fl.StringVar(&f.User, "user", "", "model `SPEC` that plays the user whom an agent may ask (--turns)")
	fl.Float64Var(&f.temperature, "temperature", 0, "sampling temperature (default: the benchmark's own)")
	fl.Float64Var(&f.topP, "top-p", 1, "nucleus sampling (default: the benchmark's own)")
	fl.IntVar(&f.MaxTokens, "max-tokens", 0, "tokens a reply may have (default: the benchmark's own)")
	fl.StringVar(&f.Simulator, "simulator", "", "model `SPEC` that plays tools of which there is only a document")
	fl.IntVar(&f.Shots, "shots", 0, "demonstrations shown to an agent, where the benchmark has any")
	fl.IntVar(&f.Turns, "turns", 0, "requests a sample may take; from 2 on tools run (default: the benchmark's own)")
	fl.StringVar(&f.Prompts, "prompts", "", "`DIR` of prompt templates OWNER/NAME.tmpl that replace the built-in ones")
	fl.StringVar(&f.resume, "resume", "", "go on with an interrupted `RUN`, or \"last\"")
	fl.BoolVar(&f.dryRun, "dry-run", false, "print what would be asked, its tokens and cost, and ask nothing; needs no key")
	fl.BoolVarP(&f.Yes, "yes", "y", false, "do not ask before judging that costs much")
	fl.StringArrayVar(&f.failUnder, "fail-under", nil, "exit with 3 when `METRIC=X` is not reached, such as tool_f1=0.8")
	executionFlags(fl, &f.Execution)
	outputFlags(fl, &f)
	ownDefault(fl, map[string]string{"model": "[]", "top-p": "0"})
	return c
}

func dataFlags(fl *pflag.FlagSet, f *evalFlags) {
	fl.StringVar(&f.Data, "data", "", "`DIR` with the benchmark's files, known by their names (default: the built-in set)")
	fl.StringVar(&f.Split, "split", "", "split of the data (default: the benchmark's own choice)")
	fl.IntVar(&f.Limit, "limit", 0, "only the first N samples")
	fl.StringVar(&f.Only, "only", "", "only samples whose id or group matches this `GLOB`")
	fl.IntVar(&f.Retrieve, "retrieve", -1, "tools a retriever offers; 0: only the gold tools (default: the benchmark's own)")
	fl.StringVar(&f.Encoder, "encoder", "", "sentence encoder of scores that need one: lexical, local:DIR or BASE_URL#NAME (default: lexical)")
	fl.StringVar(&f.compat, "compat", string(eval.CompatDefault), "definition of the scores: default, paper or reference")
	ownDefault(fl, map[string]string{"retrieve": "0"})
}

// ownDefault keeps help from adding the default of flags whose text says it better: it leaves out the
// zero value, given for each as pflag writes it. What the flags hold stays as it is.
func ownDefault(fl *pflag.FlagSet, zero map[string]string) {
	for name, z := range zero {
		fl.Lookup(name).DefValue = z
	}
}

func executionFlags(fl *pflag.FlagSet, x *app.Execution) {
	fl.IntVar(&x.Concurrency, "concurrency", 0, "requests in flight at most (default: adapts to the server, up to 256)")
	fl.IntVar(&x.RPM, "rpm", 0, "requests a minute at most")
	fl.IntVar(&x.TPM, "tpm", 0, "tokens a minute at most")
	fl.DurationVar(&x.Timeout, "timeout", 2*time.Minute, "time one request may take")
	fl.IntVar(&x.Retries, "retries", 6, "attempts at each request")
	fl.BoolVar(&x.NoCache, "no-cache", false, "ask again what was answered before")
	fl.StringVar(&x.Record, "record", "", "keep every model's reply and every imported tool's result in `DIR`")
	fl.StringVar(&x.Replay, "replay", "", "ask nothing: take all replies and results from a `DIR` of --record")
	fl.StringVar(&x.Prices, "prices", "", "`FILE` with prices of models in USD per million tokens (YAML or JSON), over the built-in ones")
	fl.Float64Var(&x.MaxCost, "max-cost", 0, "stop before more than this many `USD` are spent")
}

func outputFlags(fl *pflag.FlagSet, f *evalFlags) {
	fl.BoolVar(&f.samples, "samples", false, "with --json: the verdict on every sample")
	fl.BoolVar(&f.json, "json", false, "print one JSON document instead of tables")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no progress")
}

// finish checks and completes what the flags say.
func (f *evalFlags) finish(c *cobra.Command) error {
	compat, err := parseCompat(f.compat)
	if err != nil {
		return err
	}
	f.Compat = compat
	if c.Flags().Changed("temperature") {
		f.Temperature = &f.temperature
	}
	if c.Flags().Changed("top-p") {
		f.TopP = &f.topP
	}
	if f.Turns < 0 {
		return app.Usagef("--turns must be 1 or more")
	}
	if f.Limit < 0 || f.Trials < 1 && c.Flags().Lookup("trials") != nil {
		return app.Usagef("--limit must be 0 or more and --trials 1 or more")
	}
	return nil
}

func parseCompat(s string) (eval.Compat, error) {
	switch c := eval.Compat(s); c {
	case eval.CompatDefault, eval.CompatPaper, eval.CompatReference:
		return c, nil
	}
	return "", app.Usagef("--compat %q is not one of default, paper, reference", s)
}

func runEval(c *cobra.Command, a *app.App, f *evalFlags, args []string) error {
	if err := f.finish(c); err != nil {
		return err
	}
	limits, err := parseThresholds(f.failUnder)
	if err != nil {
		return err
	}
	bar := newProgress(a.Env, f.quiet || f.json)
	req := app.EvalRequest{
		Tasks: args, Models: f.models, Protocols: f.protocols, Settings: f.Settings, Execution: f.Execution,
		Report: reportOptions(f), Progress: bar.show, Metrics: slices.Sorted(maps.Keys(limits)),
	}
	var outcomes []app.Outcome
	switch {
	case f.dryRun:
		plans, err := a.DryRun(c.Context(), req)
		if err != nil {
			return err
		}
		return printPlans(a, plans, f.json)
	case f.resume != "":
		outcomes, err = resume(c, a, f, args, req)
	case len(args) == 0:
		return app.Usagef("no task given; `deft tasks` lists them, `deft eval core` is a good first one")
	default:
		outcomes, err = a.Eval(c.Context(), req)
	}
	bar.end()
	if perr := printOutcomes(c.Context(), a, outcomes, f); perr != nil {
		return errors.Join(err, perr)
	}
	if err != nil {
		return err
	}
	if err := limits.check(outcomes); err != nil {
		return err
	}
	return failedSamples(outcomes)
}

// resume passes on which settings the user typed, by their names in the stored settings.
func resume(c *cobra.Command, a *app.App, f *evalFlags, args []string, req app.EvalRequest) ([]app.Outcome, error) {
	given := f.Settings
	var changed []string
	if len(args) > 1 || len(f.models) > 1 || len(f.protocols) > 1 {
		return nil, app.Usagef("--resume goes on with one run: give one task, model and protocol at most, or none")
	}
	if len(args) == 1 {
		given.Task = args[0]
		changed = append(changed, "task")
	}
	c.Flags().Visit(func(fl *pflag.Flag) {
		switch fl.Name {
		case "model":
			given.Model = f.models[0]
		case "protocol":
			given.Protocol = f.protocols[0]
		}
		name := map[string]string{"judge": "judges", "top-p": "top_p", "max-tokens": "max_tokens"}[fl.Name]
		if name == "" {
			name = fl.Name
		}
		changed = append(changed, name)
	})
	return a.Resume(c.Context(), f.resume, given, changed, req)
}

// thresholds are the user's --fail-under values by metric.
type thresholds map[string]float64

func parseThresholds(args []string) (thresholds, error) {
	t := thresholds{}
	for _, s := range args {
		name, value, ok := strings.Cut(s, "=")
		x, err := strconv.ParseFloat(value, 64)
		if !ok || err != nil {
			return nil, app.Usagef("--fail-under %q is not METRIC=NUMBER, such as tool_f1=0.8", s)
		}
		t[name] = x
	}
	return t, nil
}

// check gives an error that names every metric below its threshold. A metric that is missing, or
// that the task does not have, does not pass.
func (t thresholds) check(outcomes []app.Outcome) error {
	var missed []string
	for _, o := range outcomes {
		for name, want := range t {
			v, known := o.Result.Metrics[name]
			switch {
			case !known:
				missed = append(missed, fmt.Sprintf("%s: no metric %q; there are %s", o.Run.ID, name, strings.Join(o.Result.MetricOrder, ", ")))
			case v == nil:
				missed = append(missed, fmt.Sprintf("%s: %s is missing", o.Run.ID, name))
			case *v < want:
				missed = append(missed, fmt.Sprintf("%s: %s is %.4g, below %g", o.Run.ID, name, *v, want))
			}
		}
	}
	if len(missed) > 0 {
		return &app.ThresholdError{Message: strings.Join(missed, "; ")}
	}
	return nil
}

// failedSamples fails a command some of whose samples ended in error.
func failedSamples(outcomes []app.Outcome) error {
	for _, o := range outcomes {
		if o.Run.Errors > 0 && o.Result.Recorded {
			return fmt.Errorf("%d of %d samples of run %s are without a usable recorded reply and not scored; deft view %s names them",
				o.Run.Errors, o.Run.Samples, o.Run.ID, o.Run.ID)
		}
		if o.Run.Errors > 0 {
			return fmt.Errorf("%d of %d attempts of run %s ended in error and are not scored; deft view %s shows them, deft eval --resume %s tries them again",
				o.Run.Errors, o.Run.Samples*max(o.Run.Trials, 1), o.Run.ID, o.Run.ID, o.Run.ID)
		}
	}
	return nil
}
