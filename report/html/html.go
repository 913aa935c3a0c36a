// Package html writes a report as one HTML file that needs nothing else: it opens from disk without
// a request, carries its own style, script and SVG charts, and allows nothing more by its content
// security policy. Whatever models and samples wrote is escaped text in it.
package html

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"deft/eval"
	"deft/report"
)

// Page is the content of a report.
type Page struct {
	Title       string // empty: made from the results
	Results     []report.Result
	Comparisons []report.Comparison
	// Floor and Ceiling are results of the baseline and the oracle, shown beside those of their task.
	Floor, Ceiling []report.Result
	// Samples are the single samples of runs, with transcripts (see Gather).
	Samples []Samples
	// Analyses are what the tasks add, shown after the results they belong to.
	Analyses []eval.Analysis
	// Sections are shown after those.
	Sections []Section
	// Made is when the report was made; zero leaves it out, so that equal runs give equal files.
	Made time.Time
	// Budget bounds the bytes of the samples' texts in the file; 0 means DefaultBudget. Longer
	// transcripts are cut, and the page says so.
	Budget int
}

// DefaultBudget keeps a report of 700 samples below 5 MB.
const DefaultBudget = 4_300_000

// Section is an analysis of a task's own: a chart or a table with a sentence on how to read it.
type Section struct {
	Title string
	Note  string
	Chart Chart
	Table *Table
}

// Table is plain: the first column is text, the others are as they are given.
type Table struct {
	Head []string
	Rows [][]string
}

//go:embed page.tmpl
var pageTemplate string

//go:embed style.css
var style string

//go:embed page.js
var script string

// Write writes the page.
func Write(w io.Writer, p Page) error {
	t, err := template.New("page").Funcs(functions()).Parse(pageTemplate)
	if err != nil {
		return fmt.Errorf("read the template of the HTML report: %w", err)
	}
	v, err := newView(p)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return fmt.Errorf("fill the HTML report: %w", err)
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("write the HTML report: %w", err)
	}
	return nil
}

// policy allows the page's own style and script, by their hashes, and nothing else.
func policy() string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '" + hash(style) + "'; script-src '" + hash(script) + "'"
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func functions() template.FuncMap {
	return template.FuncMap{
		"percent": report.Percent,
		"points":  report.Points,
		"number":  report.Number,
		"pvalue":  report.PValue,
		"heat":    heat,
		"shared":  report.Shared,
		"count":   count,
		"soft":    soft,
	}
}

// soft is a name as text that may be broken behind its signs, so that a long one does not break inside
// a word.
func soft(name string) template.HTML {
	var b strings.Builder
	for len(name) > 0 {
		i := strings.IndexAny(name, "_-:/.#")
		if i < 0 {
			i = len(name) - 1
		}
		b.WriteString(template.HTMLEscapeString(name[:i+1]))
		if name = name[i+1:]; name != "" {
			b.WriteString("<wbr>")
		}
	}
	return template.HTML(b.String())
}

// heat is the class of a table cell that shows v in [0,1]: h0 to h10, empty for none.
func heat(v *float64) string {
	if v == nil {
		return ""
	}
	return fmt.Sprintf("h%d", int(min(max(*v, 0), 1)*10+0.5))
}

// count writes a whole number with thousands apart: "12,345".
func count(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
