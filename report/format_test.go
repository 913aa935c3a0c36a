package report_test

import (
	"testing"

	"deft/report"
)

func TestFormat(t *testing.T) {
	v := func(x float64) *float64 { return &x }
	for _, c := range []struct{ got, want string }{
		{report.Percent(nil), "–"}, {report.Percent(v(0.8214)), "82.1%"}, {report.Percent(v(1)), "100.0%"},
		{report.Percent(v(0.9999)), "99.9%"}, {report.Percent(v(0)), "0.0%"}, {report.Percent(v(0.0001)), "<0.1%"},
		{report.Points(0.0123), "+1.2"}, {report.Points(-0.05), "-5.0"}, {report.Points(-0.00001), "0.0"},
		{report.Number(v(1.25)), "1.25"}, {report.Number(v(12)), "12"}, {report.Number(v(0.81234)), "0.812"},
		{report.Number(v(0.00012345)), "0.0001234"}, {report.Number(v(12345.678)), "12345.678"}, {report.Number(nil), "–"},
		{report.PValue(0.0341), "0.034"}, {report.PValue(0.0001), "<0.001"},
		{report.Intervals{"a": {0.801, 0.8421}}.PercentRange("a"), "80.1–84.2"}, {report.Intervals{}.PercentRange("a"), ""},
		{report.Intervals{"a": {0.9991, 0.9999}}.PercentRange("a"), "99.9–99.9"}, {report.Intervals{"a": {0, 1}}.PercentRange("a"), "0.0–100.0"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
