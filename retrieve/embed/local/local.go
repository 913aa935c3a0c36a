package local

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"deft/retrieve/embed"
)

// Encoder is a loaded model. It is safe for concurrent use; one call uses all processors.
type Encoder struct {
	name      string
	tokenizer *tokenizer
	network   *network
	folder    folder
	spaces    sync.Pool // of *workspace
}

// Open loads the model in dir. Errors say which file is missing or what in it is not supported.
func Open(dir string) (*Encoder, error) {
	e, err := open(os.DirFS(dir))
	if err != nil {
		return nil, fmt.Errorf("load the sentence encoder in %s: %w", dir, err)
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		full = dir
	}
	e.name = filepath.Base(full) + "@" + e.name
	return e, nil
}

func open(dir fs.FS) (*Encoder, error) {
	f, err := readFolder(dir)
	if err != nil {
		return nil, err
	}
	t, err := readTokenizer(dir, f.model.ModelType == "mpnet")
	if err != nil {
		return nil, err
	}
	t.norm.lower = t.norm.lower || f.lower
	for piece, id := range t.vocab {
		if id < 0 || int(id) >= f.model.Vocab {
			return nil, fmt.Errorf("the tokenizer gives %q the id %d, the model has %d", piece, id, f.model.Vocab)
		}
	}
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
	sum := sha256.New()
	fmt.Fprintf(sum, "%+v %+v %d\n", f.model, f.pooling, f.limit)
	sum.Write(raw)
	e := &Encoder{name: hex.EncodeToString(sum.Sum(nil)[:4]), tokenizer: t, network: n, folder: f}
	e.spaces.New = func() any { return new(workspace) }
	return e, nil
}

// Name is the folder's name and eight hex digits over weights and configuration:
// "all-MiniLM-L6-v2@1a2b3c4d".
func (e *Encoder) Name() string { return e.name }

// batchTokens is how many tokens go through the network together: enough that the matrices are
// worth their loading, few enough that they stay in the cache.
const batchTokens = 192

// Encode gives unit-norm vectors. Texts longer than the model takes are cut, as the reference does.
func (e *Encoder) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	ids := make([][]int32, len(texts))
	out := make([][]float32, len(texts))
	workers := min(runtime.GOMAXPROCS(0), len(texts))
	// Small chunks keep the processors evenly busy when lengths differ.
	chunk := max(1, min(32, (len(texts)+workers-1)/max(workers, 1)))
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			ws := e.spaces.Get().(*workspace)
			defer e.spaces.Put(ws)
			for from := range next {
				to := min(from+chunk, len(texts))
				for i := from; i < to; i++ {
					ids[i] = e.tokenizer.encode(texts[i], e.folder.limit)
				}
				e.encode(ctx, ws, ids[from:to], out[from:to])
			}
		})
	}
	for from := 0; from < len(texts); from += chunk {
		next <- from
	}
	close(next)
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// encode fills out with the vectors of ids, a few texts at a time.
func (e *Encoder) encode(ctx context.Context, ws *workspace, ids [][]int32, out [][]float32) {
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
			out[i] = e.folder.pooling.pool(x[:n*stride], stride, n, e.network.c.Hidden)
			embed.Normalize(out[i])
			x = x[n*stride:]
		}
		from = to
	}
}

// pool makes one vector of n token vectors, the modes that are set one after the other.
func (p pooling) pool(x []float32, stride, n, hidden int) []float32 {
	sum := make([]float64, hidden)
	top := append([]float32(nil), x[:hidden]...)
	for i := range n {
		for j, v := range x[i*stride : i*stride+hidden] {
			sum[j] += float64(v)
			top[j] = max(top[j], v)
		}
	}
	var out []float32
	scaled := func(by float64) {
		for _, s := range sum {
			out = append(out, float32(s*by))
		}
	}
	// In the order in which sentence-transformers concatenates them.
	if p.CLS {
		out = append(out, x[:hidden]...)
	}
	if p.Max {
		out = append(out, top...)
	}
	if p.Mean {
		scaled(1 / float64(n))
	}
	if p.MeanSqrt {
		scaled(1 / math.Sqrt(float64(n)))
	}
	return out
}

// Tokens gives the ids that text is encoded from, the special ones included.
func (e *Encoder) Tokens(text string) []int32 { return e.tokenizer.encode(text, e.folder.limit) }

// Describe says in one line what was loaded, for people.
func (e *Encoder) Describe() string {
	c := e.network.c
	return fmt.Sprintf("%s, %d layers of %d, %d tokens a text", strings.ToUpper(c.ModelType), c.Layers, c.Hidden, e.folder.limit)
}
