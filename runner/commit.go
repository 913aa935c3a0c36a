package runner

import (
	"context"
	"fmt"

	"deft/eval"
	"deft/store"
)

// finishedAttempt waits to be stored; done is closed when it is, or never can be.
type finishedAttempt struct {
	t    eval.Transcript
	done chan struct{}
}

// committer stores finished attempts, as many in one transaction as are waiting.
type committer struct {
	st       store.Store
	run      string
	progress func(done, failed int)
	stop     context.CancelCauseFunc
	sum      Summary
	broken   bool
}

// drain receives until in is closed. After a failure of the store it only releases the waiting.
func (c *committer) drain(in <-chan finishedAttempt) {
	for first := range in {
		batch := append(make([]finishedAttempt, 0, page), first)
		for more := true; more && len(batch) < page; {
			select {
			case f, ok := <-in:
				if more = ok; ok {
					batch = append(batch, f)
				}
			default:
				more = false
			}
		}
		c.commit(batch)
		for _, f := range batch {
			close(f.done)
		}
	}
}

func (c *committer) commit(batch []finishedAttempt) {
	if c.broken {
		return
	}
	ts := make([]eval.Transcript, len(batch))
	for i, f := range batch {
		ts[i] = f.t
	}
	// An interrupt must not tear a commit: what was answered is kept.
	if err := c.st.Commit(context.Background(), c.run, ts); err != nil {
		c.broken = true
		c.stop(fmt.Errorf("store %d finished samples of run %s: %w", len(ts), c.run, err))
		return
	}
	for i := range ts {
		if ts[i].Error != "" {
			c.sum.Failed++
		} else {
			c.sum.Done++
		}
		if c.sum.ServedModel == "" {
			c.sum.ServedModel = servedModel(&ts[i])
		}
	}
	if c.progress != nil {
		c.progress(c.sum.Done, c.sum.Failed)
	}
}

func servedModel(t *eval.Transcript) string {
	for i := range t.Events {
		if t.Events[i].Model != "" {
			return t.Events[i].Model
		}
	}
	return ""
}
