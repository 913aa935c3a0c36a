package report

import (
	"testing"

	"deft/eval"

	"github.com/google/go-cmp/cmp"
)

func TestBesideUsesTheTablesGroup(t *testing.T) {
	v := func(x float64) *float64 { return &x }
	results := []Result{
		{Model: "whole", Metrics: Metrics{"f1": v(0.5)}},
		{Model: "split", Metrics: Metrics{"f1": v(0.5)}, Groups: map[string]Group{"single": {Metrics: Metrics{"f1": v(0.8)}}}},
	}
	pub := eval.Published{Metrics: []string{"f1"}, Group: "single", Rows: []eval.PublishedRow{{Name: "theirs", Values: []*float64{v(0.7)}}}}
	names := func(pub eval.Published) (out []string) {
		for _, r := range Beside(pub, results, nil, nil) {
			out = append(out, r.Name)
		}
		return out
	}
	if diff := cmp.Diff([]string{"split", "theirs"}, names(pub)); diff != "" {
		t.Error(diff)
	}
	pub.Group = ""
	if diff := cmp.Diff([]string{"theirs", "whole", "split"}, names(pub)); diff != "" {
		t.Error(diff)
	}
}

func TestTablesOfOtherGroupsAreLeftOut(t *testing.T) {
	all := []eval.Published{{Source: "all"}, {Source: "one", Group: "single"}, {Source: "two", Group: "nested"}}
	r := Result{Groups: map[string]Group{"single": {}}, Published: all}
	r.dropForeign()
	var got []string
	for _, p := range r.Published {
		got = append(got, p.Source)
	}
	if diff := cmp.Diff([]string{"all", "one"}, got); diff != "" {
		t.Error(diff)
	}
	if len(all) != 3 || all[2].Source != "two" {
		t.Error("the benchmark's own tables were changed")
	}
}

func TestSideBySide(t *testing.T) {
	v := func(x float64) Metrics { return Metrics{"f1": &x} }
	rs := []Result{
		{Task: "t", Run: "1", Model: "none", Headline: "f1", Samples: 9, Scored: 9, GroupOrder: []string{"a"}},
		{Task: "t", Run: "2", Model: "low", Headline: "f1", Metrics: v(0.1), Samples: 9, Scored: 9, GroupOrder: []string{"a", "b"}},
		{Task: "t", Run: "3", Model: "high", Headline: "f1", Metrics: v(0.9), Samples: 9, Scored: 9},
	}
	var got []string
	for _, r := range Ranked(rs) {
		got = append(got, r.Model)
	}
	if diff := cmp.Diff([]string{"high", "low", "none"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a", "b"}, SharedGroups(rs)); diff != "" {
		t.Error(diff)
	}
	bounds := []Result{{Task: "t", Run: "floor", Model: "low", Scored: 9}}
	if b := Beyond(rs, bounds); b != nil {
		t.Errorf("%s stands there twice", b.Model)
	}
	if Beyond(rs[2:], bounds) == nil {
		t.Error("the floor is missing")
	}
	if w := Unlike(rs); w != "" {
		t.Error(w)
	}
	rs[1].Protocol, rs[1].Provenance.Data = "json", "as json"
	if w := Unlike(rs); w != "" {
		t.Error(w)
	}
	rs[2].Provenance.Data = "others"
	if Unlike(rs) == "" {
		t.Error("other data are not told")
	}
	rs[2].Provenance.Data, rs[1].Samples = "", 3
	if Unlike(rs) == "" {
		t.Error("other samples are not told")
	}
}
