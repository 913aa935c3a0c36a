package teval

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"deft/chat"
	"deft/eval"
	"deft/pyvalue"
)

// golden is testdata/golden.json.gz, which testdata/golden.py computed independently in Python.
type golden struct {
	Cases []struct {
		Kind   string
		Case   Case
		Expect map[eval.Compat]struct {
			Scores     map[string]float64
			Parsed     bool
			Similarity *float64
		}
	}
	Literals [][2]*string
}

func readGolden(t testing.TB) golden {
	t.Helper()
	f, err := os.Open("testdata/golden.json.gz")
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

// toy counts code points modulo 16, as golden.py does.
type toy struct{}

func (toy) Name() string { return "toy" }

func (toy) Encode(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, 16)
		for _, r := range t {
			out[i][r%16]++
		}
	}
	return out, nil
}

func TestScorersAgainstPython(t *testing.T) {
	g := readGolden(t)
	if len(g.Cases) < 1000 {
		t.Fatalf("%d cases, want at least 1000", len(g.Cases))
	}
	byName := map[string]kind{}
	for _, k := range kinds() {
		byName[k.name] = k
	}
	failed := 0
	for i, c := range g.Cases {
		sample, err := c.Case.sample(byName[c.Kind], false, "x")
		if err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
		tr := eval.Recorded{Reply: chat.Message{Content: textOf(c.Case.Prediction)}}.Transcript()
		for mode, want := range c.Expect {
			got, err := scorer{mode: mode, encoder: toy{}}.Score(t.Context(), sample, tr)
			if err != nil {
				t.Fatalf("case %d: %v", i, err)
			}
			format := "_" + formatString
			if got.Counts[countCases+firstKey(want.Scores)+format] == 0 {
				format = "_" + formatJSON
			}
			bad := got.Counts[countParsed] != oneIf(want.Parsed)
			for ability, v := range want.Scores {
				bad = bad || math.Abs(got.Counts[ability+format]-v) > 1e-9 || got.Counts[countCases+ability+format] != 1
			}
			if want.Similarity != nil {
				bad = bad || math.Abs(got.Counts["understand_similarity"+format]-*want.Similarity) > 1e-9
			}
			if bad {
				if failed++; failed <= 8 {
					t.Errorf("case %d, %s, %s:\n got %v\nwant %+v\ntruth %s\ntemplate %s\nprediction %.600q", i, c.Kind, mode, got.Counts, want, c.Case.GroundTruth, c.Case.Template, textOf(c.Case.Prediction))
				}
			}
		}
	}
	if failed > 0 {
		t.Errorf("%d of %d scores differ", failed, 3*len(g.Cases))
	}
}

func firstKey(m map[string]float64) string {
	for k := range m {
		return k
	}
	return ""
}

func TestLiteralAgainstPython(t *testing.T) {
	failed := 0
	for _, l := range readGolden(t).Literals {
		text, want := *l[0], l[1]
		v, err := pyvalue.ParseLiteral(text)
		ok := err == nil
		got := ""
		if ok {
			got = strings.ToValidUTF8(pyvalue.Repr(v), "\ufffd")
		}
		if ok != (want != nil) || ok && got != *want {
			if failed++; failed <= 20 {
				w := "<none>"
				if want != nil {
					w = *want
				}
				t.Errorf("literal(%.200q)\n got %.200q %v\nwant %.200q", text, got, ok, w)
			}
		}
	}
	if failed > 0 {
		t.Errorf("%d literals differ", failed)
	}
}
