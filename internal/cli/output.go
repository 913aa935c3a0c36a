package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"deft/internal/app"
	"deft/report"
	"deft/report/term"
)

func reportOptions(f *evalFlags) report.Options { return report.Options{Verdicts: f.samples} }

func termOptions(a *app.App) term.Options {
	return term.Options{Width: a.Env.Width, Color: a.Env.Color()}
}

// printOutcomes writes the results of a command: one JSON document, or tables and what to type next.
func printOutcomes(ctx context.Context, a *app.App, outcomes []app.Outcome, f *evalFlags) error {
	if len(outcomes) == 0 {
		return nil
	}
	results := make([]report.Result, len(outcomes))
	for i, o := range outcomes {
		results[i] = o.Result
	}
	analyses, err := a.Analyses(ctx, outcomes)
	if err != nil {
		return err
	}
	if f.json {
		if len(results) == 1 {
			results[0].Analyses = analyses
			return printJSON(a, results[0])
		}
		return printJSON(a, report.Document{Results: results, Sensitivity: sensitivity(results), Analyses: analyses})
	}
	a.Bounds(ctx, outcomes)
	o := termOptions(a)
	for _, out := range outcomes {
		o.Floor = append(o.Floor, out.Floor...)
		o.Ceiling = append(o.Ceiling, out.Ceiling...)
	}
	if f.analyses {
		o.Analyses = analyses
	}
	o.Next = next(outcomes)
	return term.Render(a.Env.Stdout, results, o)
}

// sensitivity is how much the scores depend on the protocol, where results of one model on one
// task differ in nothing else.
func sensitivity(results []report.Result) map[string]report.Sensitivity {
	protocols := map[string]bool{}
	for _, r := range results {
		if r.Task != results[0].Task || r.Model != results[0].Model {
			return nil
		}
		protocols[r.Protocol] = true
	}
	if len(protocols) != len(results) {
		return nil
	}
	return report.SensitivityOf(results)
}

// next says what a user most likely wants after these outcomes.
func next(outcomes []app.Outcome) string {
	if len(outcomes) > 1 {
		return fmt.Sprintf("Next: deft compare %s %s shows what differs; deft report with --html FILE makes a page.", outcomes[0].Run.ID, outcomes[1].Run.ID)
	}
	run := outcomes[0].Run
	switch {
	case run.Errors > 0:
		if outcomes[0].Result.Recorded {
			break
		}
		return fmt.Sprintf("Next: deft eval --resume %s tries the failed samples again; deft view %s shows why they failed.", run.ID, run.ID)
	case run.Model == "baseline":
		return fmt.Sprintf("Next: deft view %s --failed shows what went wrong; deft eval %s --model ollama/NAME measures a model of yours.", run.ID, term.Safe(cmp.Or(outcomes[0].Folder, run.Task)))
	}
	return fmt.Sprintf("Next: deft view %s --failed shows what went wrong; deft report %s --html FILE makes a page of it.", run.ID, run.ID)
}

// column is one of a plain table: the same as term's, with text on the left.
func column(title string, least int, spare bool) term.Column {
	return term.Column{Title: title, Least: least, Spare: spare}
}

// writeTable writes plain rows under columns.
func writeTable(a *app.App, columns []term.Column, rows [][]string) {
	t := term.Table{Columns: columns}
	for _, r := range rows {
		cells := make([]term.Cell, len(r))
		for i, text := range r {
			cells[i] = term.Cell{Text: text}
		}
		t.Rows = append(t.Rows, cells)
	}
	lines, _ := t.Lines(a.Env.Width, term.Colors(a.Env.Color()))
	for _, l := range lines {
		fmt.Fprintln(a.Env.Stdout, l)
	}
}

// printPlans writes what --dry-run found.
func printPlans(a *app.App, plans []app.Plan, asJSON bool) error {
	if asJSON {
		return printJSON(a, map[string]any{"plans": plans})
	}
	for i, p := range plans {
		if i > 0 {
			fmt.Fprintln(a.Env.Stdout)
		}
		cost := "unknown (no price for this model)"
		if p.CostUSD != nil {
			cost = fmt.Sprintf("about $%.2f", *p.CostUSD)
		}
		fmt.Fprintf(a.Env.Stdout, "%s · %s · protocol %s\n  samples       %d\n  requests      %d or more\n  input tokens  about %d\n  cost          %s\n",
			p.Task, term.Safe(p.Model), p.Protocol, p.Samples, p.Requests, p.InputTokens, cost)
		for _, j := range p.Judging {
			fmt.Fprintf(a.Env.Stdout, "  judging       %s\n", term.Safe(j.String()))
		}
		fmt.Fprint(a.Env.Stdout, "\nThe first prompt:\n")
		for _, m := range p.First {
			fmt.Fprintf(a.Env.Stdout, "[%s]\n%s\n", m.Role, term.SafeLines(m.Content))
		}
		if len(p.FirstTools) > 0 {
			fmt.Fprintf(a.Env.Stdout, "(%d tools beside it: %s)\n", len(p.FirstTools), term.Safe(strings.Join(p.FirstTools, ", ")))
		}
	}
	fmt.Fprintln(a.Env.Stdout, "\nNothing was asked.")
	return nil
}
