package local

import (
	"context"
	"fmt"
	"io"
	"os"
	"sort"

	"deft/retrieve/embed/local/onnx"
)

// runtimeEngine runs a model with ONNX Runtime.
type runtimeEngine struct {
	session *onnx.Session
	folder  folder
	pad     int32
}

// newRuntime loads an ONNX file and adds its bytes to sum.
func newRuntime(model, library string, f folder, sum io.Writer) (*runtimeEngine, error) {
	s, err := onnx.Open(model, library, f.model.Hidden)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", model, err)
	}
	parts, err := onnx.Parts(model)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if err := copyFile(sum, p); err != nil {
			return nil, err
		}
	}
	e := &runtimeEngine{session: s, folder: f}
	if f.model.ModelType == "mpnet" {
		e.pad = mpnetPad
	}
	return e, nil
}

func copyFile(to io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(to, f)
	return err
}

func (e *runtimeEngine) describe() string { return "ONNX Runtime" }

func (e *runtimeEngine) encode(ctx context.Context, ids [][]int32, out [][]float32) error {
	for _, batch := range batches(ids) {
		if ctx.Err() != nil {
			return nil
		}
		texts := make([][]int32, len(batch))
		for i, at := range batch {
			texts[i] = ids[at]
		}
		x, tokens, err := e.session.Run(texts, e.pad)
		if err != nil {
			return err
		}
		h := e.folder.model.Hidden
		for i, at := range batch {
			n := len(ids[at])
			out[at] = e.folder.pooling.pool(x[i*tokens*h:(i*tokens+n)*h], h, n, h)
		}
	}
	return nil
}

// batchTexts is how many texts ONNX Runtime gets at a time.
const batchTexts = 32

// batches sorts texts by their number of tokens, and gives the places of those that go together:
// texts of one length only. Nothing is computed for padding, and a text's vector does not depend on
// what it was encoded with: equal texts get equal vectors, to the last bit.
func batches(ids [][]int32) (out [][]int) {
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return len(ids[order[i]]) < len(ids[order[j]]) })
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && to-from < batchTexts && len(ids[order[to]]) == len(ids[order[from]]) {
			to++
		}
		out = append(out, order[from:to])
		from = to
	}
	return out
}
