package sealtools

import (
	"context"
	"testing"

	"deft/eval"
	"deft/internal/shared"
	"deft/retrieve"
)

// BenchmarkOpen reads the published dev split and all 4,076 tools, and indexes them.
func BenchmarkOpen(b *testing.B) {
	dir := shared.Data(b, "sealtools")
	for b.Loop() {
		if _, err := open(context.Background(), eval.Options{Data: dir, Split: "dev", Retrieve: -1}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPool reads and indexes the 4,076 tools: BM25 from file.
func BenchmarkPool(b *testing.B) {
	d, err := locate(shared.Data(b, "sealtools"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := d.loadPool(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSearch asks for the 20 best tools for one real query at a time.
func BenchmarkSearch(b *testing.B) {
	p, queries := poolAndQueries(b)
	var hits []retrieve.Hit
	n := 0
	for b.Loop() {
		hits = p.bm25.Search(hits[:0], queries[n%len(queries)], 20)
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "queries/s")
}

func poolAndQueries(tb testing.TB) (*pool, []string) {
	tb.Helper()
	d, err := locate(shared.Data(tb, "sealtools"))
	if err != nil {
		tb.Fatal(err)
	}
	p, err := d.loadPool(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	var queries []string
	err = d.lines(context.Background(), "dev.jsonl", func(line string) error {
		in, err := parseInstance(line)
		queries = append(queries, in.query)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return p, queries
}

// BenchmarkSamples makes the 700 samples of dev, retrieval included.
func BenchmarkSamples(b *testing.B) {
	task := openShared(b, eval.Options{Split: "dev", Retrieve: -1})
	for b.Loop() {
		for _, err := range task.Samples() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkScore scores the 700 samples of dev, right ones and wrong ones.
func BenchmarkScore(b *testing.B) {
	for _, compat := range []eval.Compat{eval.CompatDefault, eval.CompatReference} {
		b.Run(string(compat), func(b *testing.B) {
			task := openShared(b, eval.Options{Split: "dev", Retrieve: -1, Compat: compat})
			samples := collect(b, task)
			transcripts := make([]eval.Transcript, len(samples))
			for i, s := range samples {
				transcripts[i] = replyOf(b, task.Oracle, s, task.Protocol)
				if i%3 == 0 { // another sample's answer
					transcripts[i] = replyOf(b, task.Oracle, samples[(i+1)%len(samples)], task.Protocol)
				}
			}
			for b.Loop() {
				for i := range samples {
					if _, err := task.Scoring.Scorer.Score(context.Background(), samples[i], transcripts[i]); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
