package sealtools

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"

	"deft/chat"
	"deft/eval"

	"github.com/google/go-cmp/cmp"
)

// golden is testdata/reference.json.gz, which testdata/reference.py made: replies with the counts
// of an independent computation of the authors' definition.
type golden struct {
	Counts []string // names of the counts, in the order of golden rows
	Gold   []string
	Rows   []struct {
		Gold   int
		Reply  string
		Counts []float64
	}
	Groups []struct {
		Rows    []int
		Metrics map[string]*float64
	}
}

func readGolden(t testing.TB) golden {
	t.Helper()
	f, err := os.Open("testdata/reference.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.NewDecoder(z).Decode(&g); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestReferenceIsTheAuthorsDefinition(t *testing.T) {
	g := readGolden(t)
	if len(g.Rows) < 2000 {
		t.Fatalf("only %d replies", len(g.Rows))
	}
	s, err := scoring(eval.Options{Compat: eval.CompatReference})
	if err != nil {
		t.Fatal(err)
	}
	sums := make([]map[string]float64, len(g.Rows))
	bad := 0
	for i, row := range g.Rows {
		transcript := eval.Recorded{Sample: "s", Reply: chat.Message{Content: row.Reply}}.Transcript()
		score, err := s.Scorer.Score(context.Background(), eval.Sample{ID: "s", Gold: json.RawMessage(g.Gold[row.Gold])}, transcript)
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = score.Counts
		want := map[string]float64{countReplies: 1}
		for j, name := range g.Counts {
			want[name] = row.Counts[j]
		}
		if diff := cmp.Diff(want, score.Counts); diff != "" {
			if bad++; bad <= 10 {
				t.Errorf("reply %d: %.600q\ngold %.600s\n%s", i, row.Reply, g.Gold[row.Gold], diff)
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d of %d replies differ", bad, len(g.Rows))
	}
	for i, group := range g.Groups {
		sum := map[string]float64{}
		for _, r := range group.Rows {
			for k, v := range sums[r] {
				sum[k] += v
			}
		}
		for _, m := range s.Metrics {
			got, ok := m.Of(sum, len(group.Rows))
			want := group.Metrics[m.Name]
			if ok != (want != nil) || ok && math.Abs(got-*want) > 1e-12 {
				t.Errorf("group %d of %d replies: %s is %v (reported: %v), want %v", i, len(group.Rows), m.Name, got, ok, want)
			}
			if !ok && m.Undefined == "" {
				t.Errorf("%s gives no reason for being absent", m.Name)
			}
		}
	}
}

// TestModesOnHostileReplies keeps the table of the three modes in docs/sealtools.md true.
func TestModesOnHostileReplies(t *testing.T) {
	g := readGolden(t)
	// In the order of the metrics. The tolerant parser may come to read a little more or less than
	// it did when these were noted; the authors' may not.
	want := map[eval.Compat][]float64{
		eval.CompatDefault:   {0.7687, 0.7480, 0.6194, 0.6777, 0.6849, 0.5090, 0.5840},
		eval.CompatPaper:     {0.7687, 0.9090, 0.7528, 0.8235, 0.8238, 0.6122, 0.7024},
		eval.CompatReference: {0.4663, 0.9014, 0.4753, 0.6224, 0.8328, 0.4045, 0.5445},
	}
	for _, compat := range []eval.Compat{eval.CompatDefault, eval.CompatPaper, eval.CompatReference} {
		s, err := scoring(eval.Options{Compat: compat})
		if err != nil {
			t.Fatal(err)
		}
		y := tally{sum: map[string]float64{}}
		for _, row := range g.Rows {
			transcript := eval.Recorded{Reply: chat.Message{Content: row.Reply}}.Transcript()
			score, err := s.Scorer.Score(context.Background(), eval.Sample{Gold: json.RawMessage(g.Gold[row.Gold])}, transcript)
			if err != nil {
				t.Fatal(err)
			}
			y.n++
			for k, v := range score.Counts {
				y.sum[k] += v
			}
		}
		tolerance := 0.01
		if compat == eval.CompatReference {
			tolerance = 5e-5
		}
		for i, m := range s.Metrics {
			if got, ok := m.Of(y.sum, y.n); !ok || math.Abs(got-want[compat][i]) > tolerance {
				t.Errorf("%s: %s is %.4f, noted as %.4f", compat, m.Name, got, want[compat][i])
			}
		}
	}
}
