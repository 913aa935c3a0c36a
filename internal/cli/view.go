package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"deft/eval"
	"deft/internal/app"
	"deft/report/term"
)

func newView(a *app.App) *cobra.Command {
	var failed bool
	c := &cobra.Command{
		Use:   "view RUN [SAMPLE]",
		Short: "Show what happened: a run's samples, or one sample's transcript, gold and differences",
		Args:  usageArgs(cobra.RangeArgs(1, 2)),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 2 {
				v, err := a.View(c.Context(), args[0], args[1])
				if err != nil {
					return err
				}
				return printView(a.Env.Stdout, v)
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
	writeTable(a, []string{"sample", "trial", "groups", "verdict", "why"}, table)
	fmt.Fprintf(a.Env.Stdout, "\nOne of them in full: deft view %s %s\n", run, table[0][0])
	return nil
}

// printView writes one sample for a person. Everything a model wrote is escaped.
func printView(w io.Writer, v *app.View) error {
	p := &printer{w: w}
	p.line("%s  %s", v.Sample.ID, strings.Join(v.Sample.Groups, " "))
	for _, t := range v.Trials {
		p.line("")
		p.line("== trial %d · seed %d · %s · %d tokens in, %d out · %.0f ms", t.Transcript.Key.Trial, t.Transcript.Seed,
			orDash(string(t.Transcript.Stop)), t.Transcript.Usage.InputTokens, t.Transcript.Usage.OutputTokens, t.Transcript.Millis)
		for _, e := range t.Transcript.Events {
			p.event(e)
		}
		if t.Transcript.Error != "" {
			p.block("error", t.Transcript.Error)
		}
		for _, s := range t.Scores {
			verdict := "right"
			if !s.Valid {
				verdict = "not right: " + orDash(s.ErrorType)
			}
			p.line("-- %s: %s", s.Scorer, verdict)
			if len(s.Classes) > 0 {
				p.line("   %s", strings.Join(s.Classes, ", "))
			}
			for name, why := range s.Missing {
				p.line("   %s is missing: %s", name, why)
			}
			if len(s.Evidence) > 0 {
				p.block("evidence", app.Indent(s.Evidence))
			}
		}
	}
	p.line("")
	p.block("gold", app.Indent(v.Sample.Gold))
	return p.err
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// printer remembers the first error of writing.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.w, term.Safe(fmt.Sprintf(format, args...)))
	}
}

// block writes a titled, indented text of several lines.
func (p *printer) block(title, text string) {
	p.line("[%s]", title)
	for l := range strings.Lines(text) {
		p.line("    %s", strings.TrimRight(l, "\n"))
	}
}

func (p *printer) event(e eval.Event) {
	who := ""
	if e.Role != "" {
		who = e.Role + " "
	}
	switch e.Kind {
	case eval.EventPrompt:
		for _, m := range e.Messages {
			p.block(who+m.Role, m.Content)
			for _, c := range m.ToolCalls {
				p.line("    → %s %s%s", c.Name, c.Arguments, c.Malformed)
			}
		}
		if len(e.Tools) > 0 {
			p.line("    (%d tool documents)", len(e.Tools))
		}
	case eval.EventReply:
		title := fmt.Sprintf("%sreply · turn %d · %s · %.0f ms", who, e.Turn, orDash(string(e.Finish)), e.Millis)
		if e.Message.Reasoning != "" {
			p.block(who+"reasoning", e.Message.Reasoning)
		}
		p.block(title, e.Message.Content)
		for _, c := range e.Message.ToolCalls {
			p.line("    → %s %s%s", c.Name, c.Arguments, c.Malformed)
		}
	case eval.EventCall:
		p.line("[call] %s %s%s", e.Call.Name, e.Call.Arguments, e.Call.Malformed)
	case eval.EventResult:
		p.block("result "+e.Result.Fault, string(e.Result.Content))
	case eval.EventNote:
		p.block("note", e.Note)
	}
}
