package teval

import (
	"context"
	"fmt"

	"deft/retrieve/embed"
)

// similar gives max(0, cosine) of two texts; equal texts have 1, also where the encoder sees nothing.
func similar(ctx context.Context, e embed.Encoder, a, b string) (float64, error) {
	if a == b {
		return 1, nil
	}
	v, err := e.Encode(ctx, []string{a, b})
	if err != nil {
		return 0, err
	}
	if err := embed.Check(v, 2); err != nil {
		return 0, fmt.Errorf("encoder %s: %w", e.Name(), err)
	}
	return max(0, embed.Cosine(v[0], v[1])), nil
}

// maxSteps is how many predicted steps can match. Ten times the longest plan a reply of 512 tokens
// can hold, it keeps a hostile reply of megabytes from taking hours; the rest counts as predicted.
const maxSteps = 500

// nameWeight is β: how much of two steps' similarity is their names' (appendix C.2).
const nameWeight = 0.75

// edgeThreshold is the similarity above which two steps may match, as in the reference code.
const edgeThreshold = 0.8

// similarities gives the matrix of β·sim(names) + (1-β)·sim(args), predicted steps × gold steps.
func similarities(ctx context.Context, e embed.Encoder, pred, gold []step) ([][]float64, error) {
	pred = pred[:min(len(pred), maxSteps)]
	at := map[string]int{}
	var texts []string
	for _, steps := range [][]step{gold, pred} {
		for _, s := range steps {
			for _, t := range [2]string{s.name, s.args} {
				if _, ok := at[t]; !ok {
					at[t] = len(texts)
					texts = append(texts, t)
				}
			}
		}
	}
	vectors, err := e.Encode(ctx, texts)
	if err != nil {
		return nil, err
	}
	if err := embed.Check(vectors, len(texts)); err != nil {
		return nil, fmt.Errorf("encoder %s: %w", e.Name(), err)
	}
	known := map[[2]int]float64{}
	sim := func(a, b string) float64 {
		if a == b {
			return 1
		}
		key := [2]int{at[a], at[b]}
		s, ok := known[key]
		if !ok {
			s = max(0, embed.Cosine(vectors[key[0]], vectors[key[1]]))
			known[key] = s
		}
		return s
	}
	out := make([][]float64, len(pred))
	for i, p := range pred {
		out[i] = make([]float64, len(gold))
		for j, g := range gold {
			out[i][j] = nameWeight*sim(p.name, g.name) + (1-nameWeight)*sim(p.args, g.args)
		}
	}
	return out, nil
}
