// Package csv writes results as comma-separated values (RFC 4180), one line a value, ready for a
// spreadsheet's pivot table or a data frame.
package csv

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"deft/report"
)

// header names the columns. Group is "all" for the whole task; low and high are the 95% interval.
var header = []string{"task", "task_version", "model", "run", "compat", "protocol", "scorer", "group", "samples", "metric", "value", "low", "high", "missing"}

// Write writes a header and, for each result, group and metric, a line. Values are in [0,1]; one
// that could not be computed is empty, with its reason in the last column.
func Write(w io.Writer, results []report.Result) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	if err := out.Write(header); err != nil {
		return fmt.Errorf("write csv: %w", err)
	}
	for i := range results {
		r := &results[i]
		lines(out, r, "all", report.Group{Samples: r.Scored, Metrics: r.Metrics, CI95: r.CI95, Missing: r.Missing})
		for _, name := range r.GroupOrder {
			lines(out, r, name, r.Groups[name])
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write csv: %w", err)
	}
	return nil
}

// lines leaves errors to the writer, which keeps the first.
func lines(out *csv.Writer, r *report.Result, group string, g report.Group) {
	for _, m := range r.MetricOrder {
		var value, low, high string
		if v, ok := g.Metrics.Get(m); ok {
			value = number(v)
		}
		if iv, ok := g.CI95[m]; ok {
			low, high = number(iv[0]), number(iv[1])
		}
		_ = out.Write([]string{r.Task, r.TaskVersion, r.Model, r.Run, r.Compat, r.Protocol, r.Provenance.Scorer, group, strconv.Itoa(g.Samples), m, value, low, high, g.Missing[m]})
	}
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
