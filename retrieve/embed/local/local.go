package local

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"deft/retrieve/embed"
	"deft/retrieve/embed/local/onnx"
)

// Encoder is a loaded model. It is safe for concurrent use; one call uses all processors.
type Encoder struct {
	name      string
	tokenizer *tokenizer
	folder    folder
	engine    engine
}

// engine runs a model on the ids of texts.
type engine interface {
	// encode fills out with one pooled vector a text. It stops early when ctx is done.
	encode(ctx context.Context, ids [][]int32, out [][]float32) error
	// describe names what runs the model, for people.
	describe() string
}

// Config says which model to load, and how it may be run.
type Config struct {
	// Dir is the model's folder.
	Dir string
	// ONNXRuntime is where the shared library of ONNX Runtime is: a file, a folder that holds it,
	// or empty for where the system's loader looks. onnx.Off runs every model in Go. Binaries
	// built without the tag onnx do so anyway.
	ONNXRuntime string
}

// New loads a model. It is run by ONNX Runtime where the binary was built with the tag onnx and the
// folder has onnx/model.onnx, and in Go otherwise; Name says which. Errors say which file is
// missing or what in it is not supported.
func New(c Config) (*Encoder, error) {
	e, err := open(c)
	if err != nil {
		return nil, fmt.Errorf("load the sentence encoder in %s: %w", c.Dir, err)
	}
	full, err := filepath.Abs(c.Dir)
	if err != nil {
		full = c.Dir
	}
	e.name = filepath.Base(full) + "@" + e.name
	return e, nil
}

func open(c Config) (*Encoder, error) {
	dir := os.DirFS(c.Dir)
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
	e := &Encoder{tokenizer: t, folder: f}
	sum := sha256.New()
	if err := f.identify(dir, sum); err != nil {
		return nil, err
	}
	suffix := ""
	if model := onnx.Model(c.Dir); onnx.Built && c.ONNXRuntime != onnx.Off && model != "" {
		e.engine, err = newRuntime(model, c.ONNXRuntime, f, sum)
		suffix = "+onnx"
	} else {
		e.engine, err = newNative(dir, f, sum)
	}
	e.name = hex.EncodeToString(sum.Sum(nil)[:4]) + suffix
	return e, err
}

// Name is the folder's name and eight hex digits over weights, tokenizer and configuration, and what runs the
// model if that is not Go: "all-MiniLM-L6-v2@1a2b3c4d", "all-MiniLM-L6-v2@5e6f7a8b+onnx". The two
// never share cached vectors, for nothing says that the folder's two files hold the same weights.
func (e *Encoder) Name() string { return e.name }

// Encode gives unit-norm vectors. Texts longer than the model takes are cut, as the reference does.
func (e *Encoder) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	ids := make([][]int32, len(texts))
	out := make([][]float32, len(texts))
	parallel(len(texts), func(from, to int) {
		for i := from; i < to; i++ {
			ids[i] = e.tokenizer.encode(texts[i], e.folder.limit)
		}
	})
	if err := e.engine.encode(ctx, ids, out); err != nil {
		return nil, fmt.Errorf("encode %d texts with %s: %w", len(texts), e.name, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, v := range out {
		embed.Normalize(v)
	}
	return out, nil
}

// parallel calls do for parts of 0 … n-1 on all processors.
func parallel(n int, do func(from, to int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	// Small parts keep the processors evenly busy when lengths differ.
	part := max(1, min(32, (n+workers-1)/max(workers, 1)))
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for from := range next {
				do(from, min(from+part, n))
			}
		})
	}
	for from := 0; from < n; from += part {
		next <- from
	}
	close(next)
	wg.Wait()
}

// Tokens gives the ids that text is encoded from, the special ones included.
func (e *Encoder) Tokens(text string) []int32 { return e.tokenizer.encode(text, e.folder.limit) }

// Describe says in one line what was loaded and what runs it, for people.
func (e *Encoder) Describe() string {
	c := e.folder.model
	return fmt.Sprintf("%s, %d layers of %d, %d tokens a text, run by %s", strings.ToUpper(c.ModelType), c.Layers, c.Hidden, e.folder.limit, e.engine.describe())
}
