package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"deft/internal/app"
	"deft/report/csv"
	"deft/report/html"
	"deft/report/junit"
	"deft/report/markdown"
)

// reportFiles are the files that report can write.
type reportFiles struct{ html, markdown, csv, junit, summary string }

func newReport(a *app.App) *cobra.Command {
	var f evalFlags
	var files reportFiles
	c := &cobra.Command{
		Use:   "report RUN...",
		Short: "Print reports of runs, or write HTML, Markdown, CSV or JUnit",
		Example: `  deft report last
  deft report RUN RUN RUN --html leaderboard.html`,
		Args: usageArgs(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			opt := reportOptions(&f)
			opt.Verdicts = opt.Verdicts || files.junit != ""
			outcomes, err := a.Stored(c.Context(), args, opt)
			if err != nil {
				return err
			}
			if files == (reportFiles{}) {
				f.analyses = true
				return printOutcomes(c.Context(), a, outcomes, &f)
			}
			return files.write(c, a, outcomes)
		},
	}
	fl := c.Flags()
	fl.StringVar(&files.html, "html", "", "write one self-contained page with charts and transcripts to `FILE`")
	fl.StringVar(&files.markdown, "markdown", "", "write Markdown to `FILE` (\"-\": standard output)")
	fl.StringVar(&files.csv, "csv", "", "write CSV to `FILE`, a line a metric and group")
	fl.StringVar(&files.junit, "junit", "", "write JUnit XML to `FILE`, a case a sample")
	fl.StringVar(&files.summary, "summary", "", "write the short Markdown of a CI job's summary to `FILE`")
	outputFlags(fl, &f)
	return c
}

func (files reportFiles) write(c *cobra.Command, a *app.App, outcomes []app.Outcome) error {
	page, err := a.Page(c.Context(), outcomes)
	if err != nil {
		return err
	}
	kinds := []struct {
		path  string
		write func(io.Writer) error
	}{
		{files.html, func(w io.Writer) error { return html.Write(w, page) }},
		{files.markdown, func(w io.Writer) error {
			return markdown.Write(w, page.Results, markdown.Options{Floor: page.Floor, Ceiling: page.Ceiling, Analyses: page.Analyses})
		}},
		{files.csv, func(w io.Writer) error { return csv.Write(w, page.Results) }},
		{files.junit, func(w io.Writer) error { return junit.Write(w, page.Results) }},
		{files.summary, func(w io.Writer) error { return markdown.Summary(w, page.Results, nil, nil) }},
	}
	for _, k := range kinds {
		if k.path == "" {
			continue
		}
		if err := writeFile(a, k.path, k.write); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a whole file or none: it is renamed into place when it is complete. "-" is
// standard output.
func writeFile(a *app.App, path string, write func(io.Writer) error) (err error) {
	if path == "-" {
		return write(a.Env.Stdout)
	}
	tmp := path + ".part"
	f, err := os.Create(tmp)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(tmp)
			err = fmt.Errorf("write %s: %w", path, err)
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return err
	}
	fmt.Fprintln(a.Env.Stderr, "wrote", path)
	return nil
}
