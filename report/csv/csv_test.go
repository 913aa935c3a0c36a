package csv_test

import (
	"bytes"
	"context"
	stdcsv "encoding/csv"
	"strconv"
	"strings"
	"testing"

	"deft/report"
	"deft/report/csv"
	"deft/report/reporttest"
)

func TestWriteReadsBack(t *testing.T) {
	st := reporttest.New()
	st.Demo("mine", 30, 6)
	run := st.Run("mine")
	run.Model = `quote " comma, line
break`
	r, err := report.Collect(context.Background(), st, run, reporttest.Scoring(), report.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := csv.Write(&b, []report.Result{r, r}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"quote "" comma, line`) || !strings.HasPrefix(b.String(), "task,task_version,model,") || strings.Count(b.String(), "\r\n") < 25 {
		t.Errorf("not RFC 4180:\n%q", b.String()[:200])
	}
	lines, err := stdcsv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + 2*3*4; len(lines) != want {
		t.Fatalf("%d lines, want %d: header, two results of three metrics over all and three groups", len(lines), want)
	}
	at := map[string]int{}
	for i, name := range lines[0] {
		at[name] = i
	}
	for _, l := range lines[1:] {
		group, metric, value, missing := l[at["group"]], l[at["metric"]], l[at["value"]], l[at["missing"]]
		if scorer := l[at["scorer"]]; scorer != r.Provenance.Scorer || scorer == "" {
			t.Fatalf("scorer came back as %q", scorer)
		}
		if l[2] != run.Model {
			t.Fatalf("model came back as %q", l[2])
		}
		metrics := r.Metrics
		if group != "all" {
			metrics = r.Groups[group].Metrics
		}
		want, ok := metrics.Get(metric)
		got, err := strconv.ParseFloat(value, 64)
		if ok != (err == nil) || ok && got != want || ok == (missing != "") {
			t.Errorf("%s of %s: %q (%q), want %v %v", metric, group, value, missing, want, ok)
		}
	}
}
