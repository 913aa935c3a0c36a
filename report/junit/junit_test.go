package junit_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"strings"
	"testing"

	"deft/eval"
	"deft/report"
	"deft/report/junit"
	"deft/report/reporttest"
)

func TestWriteReadsBack(t *testing.T) {
	st := reporttest.New()
	st.Demo("mine", 30, 6)
	st.Put("mine", eval.Sample{ID: reporttest.Hostile, Groups: []string{reporttest.Hostile}}, eval.Score{ErrorType: reporttest.Hostile})
	r, err := report.Collect(context.Background(), st, st.Run("mine"), reporttest.Scoring(), report.Options{Verdicts: true})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := junit.Write(&b, []report.Result{r}); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Class   string    `xml:"classname,attr"`
				Name    string    `xml:"name,attr"`
				Failure *struct{} `xml:"failure"`
				Error   *struct{} `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	failures, errors := 0, 0
	for _, c := range got.Suites[0].Cases {
		if c.Failure != nil {
			failures++
		}
		if c.Error != nil {
			errors++
		}
		if v := r.Verdicts[strings.TrimPrefix(c.Class, "demo.")][c.Name]; c.Name[0] == 's' && (v.Valid == nil) != (c.Error != nil) {
			t.Errorf("case %s: verdict %v", c.Name, v)
		}
	}
	// 29 scored of which 4 in ten are wrong (12), the hostile one, and one without a score.
	if len(got.Suites[0].Cases) != 31 || got.Tests != 31 || failures != got.Failures || failures != 13 || errors != 1 || got.Errors != 1 {
		t.Errorf("%d cases, %d failures, %d errors; says %d, %d, %d", len(got.Suites[0].Cases), failures, errors, got.Tests, got.Failures, got.Errors)
	}
}

func TestWriteNeedsVerdicts(t *testing.T) {
	err := junit.Write(&bytes.Buffer{}, []report.Result{{Run: "r9"}})
	if err == nil || !strings.Contains(err.Error(), "r9") {
		t.Error(err)
	}
}
