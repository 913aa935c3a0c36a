// Package junit writes results as JUnit XML, the format in which CI systems show tests: a suite a
// result, a case a sample.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"

	"deft/report"
)

type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suites   []suite  `xml:"testsuite"`
}

type suite struct {
	Name       string     `xml:"name,attr"`
	Tests      int        `xml:"tests,attr"`
	Failures   int        `xml:"failures,attr"`
	Errors     int        `xml:"errors,attr"`
	Time       float64    `xml:"time,attr"`
	Properties []property `xml:"properties>property"`
	Cases      []testcase `xml:"testcase"`
}

type property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type testcase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Failure *problem `xml:"failure"`
	Error   *problem `xml:"error"`
}

type problem struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
}

// Write writes results that have Verdicts: a sample that is not entirely right is a failure, one
// without a score an error. Metrics are properties of the suite.
func Write(w io.Writer, results []report.Result) error {
	all := suites{}
	for i := range results {
		if results[i].Verdicts == nil {
			return fmt.Errorf("write JUnit: the result of run %s was collected without verdicts", results[i].Run)
		}
		s := suiteOf(&results[i])
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
		all.Suites = append(all.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("write JUnit: %w", err)
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(all); err != nil {
		return fmt.Errorf("write JUnit: %w", err)
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func suiteOf(r *report.Result) suite {
	s := suite{Name: r.Task + " " + r.Model, Time: r.Usage.WallSeconds}
	s.Properties = append(s.Properties, property{"run", r.Run}, property{"compat", r.Compat}, property{"protocol", r.Protocol}, property{"scorer", r.Provenance.Scorer})
	for _, m := range r.MetricOrder {
		if v, ok := r.Metrics.Get(m); ok {
			s.Properties = append(s.Properties, property{m, fmt.Sprint(v)})
		}
	}
	for _, group := range sortedKeys(r.Verdicts) {
		for _, id := range sortedKeys(r.Verdicts[group]) {
			v := r.Verdicts[group][id]
			c := testcase{Class: r.Task + "." + group, Name: id}
			reason := "wrong"
			if v.ErrorType != nil {
				reason = *v.ErrorType
			}
			switch {
			case v.Valid == nil:
				c.Error = &problem{reason, "sample " + id + " has no score"}
				s.Errors++
			case !*v.Valid:
				c.Failure = &problem{reason, "sample " + id + ": " + reason}
				s.Failures++
			}
			s.Tests++
			s.Cases = append(s.Cases, c)
		}
	}
	return s
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
