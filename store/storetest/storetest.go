// Package storetest is the suite that every store.Store runs: what is kept comes back identical, the
// queue gives each attempt until it is completed, and concurrent use loses nothing.
package storetest

import (
	"context"
	"testing"

	"deft/store"
)

// Place is where a store lives for the length of one test. Open may be called again after Close; what
// was stored is then still there.
type Place interface {
	Open(ctx context.Context) (store.Store, error)
}

// Run runs the suite. fresh gives a place with nothing in it.
func Run(t *testing.T, fresh func(t *testing.T) Place) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, p Place)
	}{
		{"Runs", testRuns},
		{"UnknownRun", testUnknownRun},
		{"Samples", testSamples},
		{"SamplesReplaced", testSamplesReplaced},
		{"SamplesTwice", testSamplesTwice},
		{"CopySamples", testCopySamples},
		{"Pending", testPending},
		{"PendingTrials", testPendingTrials},
		{"Commit", testCommit},
		{"CommitUnknown", testCommitUnknown},
		{"CommitAtomic", testCommitAtomic},
		{"Counters", testCounters},
		{"Transcripts", testTranscripts},
		{"Scores", testScores},
		{"Scorers", testScorers},
		{"Delete", testDelete},
		{"DeleteKeepsShared", testDeleteKeepsShared},
		{"Status", testStatus},
		{"Lock", testLock},
		{"Reopen", testReopen},
		{"Canceled", testCanceled},
		{"Hostile", testHostile},
		{"Large", testLarge},
		{"Random", testRandom},
		{"Concurrent", testConcurrent},
		{"ManyRuns", testManyRuns},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, fresh(t)) })
	}
}

// open opens the place until the test ends.
func open(t testing.TB, p Place) store.Store {
	t.Helper()
	st, err := p.Open(t.Context())
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return st
}
