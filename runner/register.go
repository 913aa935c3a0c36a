package runner

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"

	"deft/eval"
	"deft/store"
	"deft/tool"
)

// Register stores every sample of the task as part of run and returns the number of samples and
// the hash of the data: of everything in every sample, tool documents included, in order.
func Register(ctx context.Context, st store.Store, run string, task *eval.Task) (n int, data string, err error) {
	// One page is stored while the next one is read and hashed.
	pages := make(chan []store.Item)
	stored := make(chan error, 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer close(stored)
		for items := range pages {
			if err := st.AddSamples(ctx, run, items); err != nil {
				stored <- fmt.Errorf("store the samples of run %s: %w", run, err)
				cancel()
				return
			}
		}
	}()
	n, data, err = eachSample(task, func(items []store.Item) error {
		select {
		case pages <- items:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	close(pages)
	if serr := <-stored; serr != nil {
		return n, "", serr
	}
	return n, data, err
}

// Fingerprint gives the hash that Register would give, without storing anything.
func Fingerprint(ctx context.Context, task *eval.Task) (n int, data string, err error) {
	return eachSample(task, func([]store.Item) error { return ctx.Err() })
}

// eachSample passes the task's samples on in pages and hashes them.
func eachSample(task *eval.Task, use func([]store.Item) error) (n int, data string, err error) {
	sum := hasher{Hash: sha256.New(), tools: map[document]string{}}
	items := make([]store.Item, 0, page)
	seen := map[string]bool{}
	for s, err := range task.Samples() {
		if err != nil {
			return n, "", err
		}
		if s.ID == "" || seen[s.ID] {
			return n, "", fmt.Errorf("task %s: sample %d has the id %q, which is empty or there already", task.Name, n+1, s.ID)
		}
		seen[s.ID] = true
		sum.add(&s)
		items = append(items, store.Item{Index: int64(n), Sample: s})
		n++
		if len(items) == page {
			if err := use(items); err != nil {
				return n, "", err
			}
			items = make([]store.Item, 0, page)
		}
	}
	if len(items) > 0 {
		if err := use(items); err != nil {
			return n, "", err
		}
	}
	return n, "sha256:" + hex.EncodeToString(sum.Sum(nil)), nil
}

// hasher hashes samples. Tool documents, which many samples share, are hashed once.
type hasher struct {
	hash.Hash
	tools map[document]string
}

// document is what tells tool documents apart.
type document struct{ id, name, description, parameters, result string }

// add writes every field with its length, so that no two samples give the same bytes.
func (h hasher) add(s *eval.Sample) {
	var buf []byte
	text := func(t string) {
		buf = binary.AppendUvarint(buf, uint64(len(t)))
		buf = append(buf, t...)
	}
	raw := func(b []byte) {
		buf = binary.AppendUvarint(buf, uint64(len(b)))
		buf = append(buf, b...)
	}
	count := func(n int) { buf = binary.AppendUvarint(buf, uint64(n)) }
	text(s.ID)
	count(len(s.Groups))
	for _, g := range s.Groups {
		text(g)
	}
	count(len(s.Messages))
	for _, m := range s.Messages {
		text(m.Role)
		text(m.Content)
		text(m.Reasoning)
		text(m.ToolCallID)
		text(m.Name)
		count(len(m.ToolCalls))
		for _, c := range m.ToolCalls {
			text(c.ID)
			text(c.Name)
			raw(c.Arguments)
			text(c.Malformed)
		}
	}
	count(len(s.Tools))
	for _, t := range s.Tools {
		text(h.tool(t))
	}
	raw(s.Gold)
	raw(s.Setup)
	h.Write(buf)
}

func (h hasher) tool(t tool.Spec) string {
	key := document{t.ID, t.Name, t.Description, string(t.Parameters), string(t.Result)}
	sum, ok := h.tools[key]
	if !ok {
		t.Tags = nil // what a library knows beside the document is not data of the sample
		sum = t.Hash()
		h.tools[key] = sum
	}
	return sum
}
