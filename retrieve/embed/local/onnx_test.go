//go:build onnx

package local_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deft/retrieve/embed/local"
	"deft/retrieve/embed/local/onnx"
)

// withRuntime opens a model of testdata with ONNX Runtime. Where DEFT_ONNXRUNTIME is not set and the
// system has none, the test is skipped.
func withRuntime(t *testing.T, model string) *local.Encoder {
	t.Helper()
	at := os.Getenv(onnx.Environment)
	e, err := local.New(local.Config{Dir: filepath.Join("testdata", model), ONNXRuntime: at})
	if err != nil && at == "" && strings.Contains(err.Error(), onnx.Environment) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestRuntimeAgainstReference(t *testing.T) {
	for _, m := range []string{"bert", "bert-cased", "mpnet"} {
		t.Run(m, func(t *testing.T) {
			e := withRuntime(t, m)
			if !strings.HasSuffix(e.Name(), "+onnx") {
				t.Errorf("the name %s does not say what runs the model", e.Name())
			}
			compare(t, e, filepath.Join("testdata", m+".golden.json.gz"), 1e-4)
		})
	}
}

// TestRuntimeBatches: a text's vector does not depend on the texts beside it, to the last bit.
// Scores of equal texts are exactly 1 for that reason.
func TestRuntimeBatches(t *testing.T) {
	for _, m := range []string{"bert", "mpnet"} {
		t.Run(m, func(t *testing.T) { alone(t, withRuntime(t, m)) })
	}
	if dir := os.Getenv("DEFT_TEST_ENCODER"); dir != "" {
		e, err := local.New(local.Config{Dir: dir, ONNXRuntime: os.Getenv(onnx.Environment)})
		if err != nil {
			t.Fatal(err)
		}
		alone(t, e)
	}
}

func alone(t *testing.T, e *local.Encoder) {
	t.Helper()
	texts := readPairs(t)
	together, err := e.Encode(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	different := 0
	for i, text := range texts {
		v, err := e.Encode(t.Context(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		for j := range v[0] {
			if v[0][j] != together[i][j] {
				different++
				break
			}
		}
	}
	if different > 0 {
		t.Errorf("%d of %d texts have another vector alone", different, len(texts))
	}
}

// TestRuntimeSaysWhatIsWrong: errors name the file and the next step.
func TestRuntimeSaysWhatIsWrong(t *testing.T) {
	withRuntime(t, "bert") // skips without the library
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/bert")); err != nil {
		t.Fatal(err)
	}
	open := func() error {
		_, err := local.New(local.Config{Dir: dir, ONNXRuntime: os.Getenv(onnx.Environment)})
		return err
	}
	model := filepath.Join(dir, "onnx", "model.onnx")
	if err := os.Remove(filepath.Join(dir, "model.safetensors")); err != nil {
		t.Fatal(err)
	}
	if err := open(); err != nil {
		t.Errorf("the ONNX file alone is not enough: %v", err)
	}
	replace(t, filepath.Join(dir, "config.json"), `"hidden_size": 32`, `"hidden_size": 64`)
	if err := open(); err == nil || !strings.Contains(err.Error(), "64") {
		t.Errorf("another width: %v", err)
	}
	if err := os.WriteFile(model, []byte("version https://git-lfs.github.com/spec/v1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := open(); err == nil || !strings.Contains(err.Error(), model) {
		t.Errorf("no ONNX file: %v", err)
	}
	if err := os.RemoveAll(filepath.Dir(model)); err != nil {
		t.Fatal(err)
	}
	if err := open(); err == nil || !strings.Contains(err.Error(), "model.safetensors") {
		t.Errorf("no weights at all: %v", err)
	}
}

// TestRuntimeCancelled: a call that was given up gives no vectors.
func TestRuntimeCancelled(t *testing.T) {
	e := withRuntime(t, "bert")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if v, err := e.Encode(ctx, []string{"a"}); v != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", v, err)
	}
	if v, err := e.Encode(t.Context(), nil); len(v) != 0 || err != nil {
		t.Errorf("no texts: %v, %v", v, err)
	}
}

// TestRuntimeConcurrent: callers that encode at the same time get what they get alone.
func TestRuntimeConcurrent(t *testing.T) {
	e := withRuntime(t, "mpnet")
	texts := readPairs(t)[:100]
	want, err := e.Encode(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := 0; i < len(texts); i += 7 {
				part := texts[i:min(i+7, len(texts))]
				got, err := e.Encode(t.Context(), part)
				if err != nil {
					t.Error(err)
					return
				}
				if d := cmp.Diff(want[i:i+len(part)], got); d != "" {
					t.Errorf("texts from %d differ:\n%s", i, d)
					return
				}
			}
		})
	}
	wg.Wait()
}
