// Package solver holds the ways to conduct an attempt that several benchmarks share.
package solver

import (
	"context"

	"deft/chat"
	"deft/eval"
)

// Single asks once: the sample's messages and tools, in the attempt's protocol, one reply.
type Single struct{}

// Solve makes the one request. A reply cut at the token limit ends the attempt as StopTruncated.
func (Single) Solve(ctx context.Context, a *eval.Attempt) (eval.Stop, error) {
	r, _, err := a.Ask(ctx, a.Sample.Messages, a.Sample.Tools)
	if err != nil {
		return "", err
	}
	if r.Finish == chat.FinishLength {
		return eval.StopTruncated, nil
	}
	return eval.StopAnswered, nil
}
