package local

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"sync"
)

// native runs a network in Go.
type native struct {
	network *network
	pooling pooling
	spaces  sync.Pool // of *workspace
}

// newNative loads the weights in dir and adds their bytes to sum.
func newNative(dir fs.FS, f folder, sum io.Writer) (*native, error) {
	raw, err := fs.ReadFile(dir, "model.safetensors")
	if err != nil {
		return nil, fmt.Errorf("%w. Weights in other formats (pytorch_model.bin) must be converted to safetensors", err)
	}
	weights, err := parseTensors(raw)
	if err != nil {
		return nil, fmt.Errorf("model.safetensors: %w", err)
	}
	n, err := loadNetwork(weights, f.model)
	if err != nil {
		return nil, fmt.Errorf("model.safetensors: %w", err)
	}
	e := &native{network: n, pooling: f.pooling}
	e.spaces.New = func() any { return new(workspace) }
	_, err = sum.Write(raw)
	return e, err
}

func (e *native) describe() string { return "Go" }

// batchTokens is how many tokens go through the network together: enough that the matrices are
// worth their loading, few enough that they stay in the cache.
const batchTokens = 192

func (e *native) encode(ctx context.Context, ids [][]int32, out [][]float32) error {
	parallel(len(ids), func(from, to int) {
		ws := e.spaces.Get().(*workspace)
		defer e.spaces.Put(ws)
		e.some(ctx, ws, ids[from:to], out[from:to])
	})
	return nil
}

// some fills out with the vectors of ids, a few texts at a time.
func (e *native) some(ctx context.Context, ws *workspace, ids [][]int32, out [][]float32) {
	for from := 0; from < len(ids) && ctx.Err() == nil; {
		to, total := from, 0
		for to < len(ids) && (to == from || total+len(ids[to]) <= batchTokens) {
			total += len(ids[to])
			to++
		}
		x := e.network.forward(ws, ids[from:to])
		stride := padded(e.network.c.Hidden)
		for i := from; i < to; i++ {
			n := len(ids[i])
			out[i] = e.pooling.pool(x[:n*stride], stride, n, e.network.c.Hidden)
			x = x[n*stride:]
		}
		from = to
	}
}
