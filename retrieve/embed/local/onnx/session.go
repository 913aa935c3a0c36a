//go:build onnx

package onnx

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

// Built says whether this binary can run ONNX files.
const Built = true

// starting guards the library's state, which is one a process: the runtime is loaded once and
// stays until the process ends.
var starting sync.Mutex

// start loads the shared library, if that has not happened.
func start(location string) error {
	starting.Lock()
	defer starting.Unlock()
	if ort.IsInitialized() {
		return nil
	}
	library, err := Library(location)
	if err != nil {
		return err
	}
	ort.SetSharedLibraryPath(library)
	if err := ort.InitializeEnvironment(); err != nil {
		return fmt.Errorf("load ONNX Runtime from %s: %w. Version 1.24 or newer is needed: `pip install onnxruntime`, then set %s to the folder onnxruntime/capi that this made; or set %s=%s to run the model in Go", library, err, Environment, Environment, Off)
	}
	return nil
}

// Session is a loaded model. It is safe for concurrent use and lives as long as the process.
type Session struct {
	session *ort.DynamicAdvancedSession
	inputs  []string
	hidden  int
}

// Open loads a transformer whose token vectors have hidden values. Errors say what about the file,
// or about the library at location (see Library), is not as it must be.
func Open(model, location string, hidden int) (*Session, error) {
	if err := start(location); err != nil {
		return nil, err
	}
	s := &Session{hidden: hidden}
	output, err := s.signature(model)
	if err != nil {
		return nil, err
	}
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, fmt.Errorf("ONNX Runtime %s: %w", ort.GetVersion(), err)
	}
	defer release(options)
	// As many threads as Go uses: the runtime would count processors that this process may not use.
	if err := options.SetIntraOpNumThreads(runtime.GOMAXPROCS(0)); err != nil {
		return nil, fmt.Errorf("ONNX Runtime %s: %w", ort.GetVersion(), err)
	}
	s.session, err = ort.NewDynamicAdvancedSession(model, s.inputs, []string{output}, options)
	if err != nil {
		return nil, fmt.Errorf("ONNX Runtime %s: %w", ort.GetVersion(), err)
	}
	return s, nil
}

// signature reads which inputs the model takes and gives the output with the token vectors.
func (s *Session) signature(model string) (output string, err error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return "", fmt.Errorf("ONNX Runtime %s: %w", ort.GetVersion(), err)
	}
	defer release(options)
	// The model is loaded for its names only: optimising it would take as long as in earnest.
	if err := options.SetGraphOptimizationLevel(ort.GraphOptimizationLevelDisableAll); err != nil {
		return "", fmt.Errorf("ONNX Runtime %s: %w", ort.GetVersion(), err)
	}
	inputs, outputs, err := ort.GetInputOutputInfoWithOptions(model, options)
	if err != nil {
		return "", fmt.Errorf("ONNX Runtime %s: %w", ort.GetVersion(), err)
	}
	for _, in := range inputs {
		switch in.Name {
		case "input_ids", "attention_mask", "token_type_ids":
		default:
			return "", fmt.Errorf("the model takes an input %q; input_ids, attention_mask and token_type_ids are known", in.Name)
		}
		if in.DataType != ort.TensorElementDataTypeInt64 {
			return "", fmt.Errorf("the model's input %s is %s, not int64", in.Name, in.DataType)
		}
		s.inputs = append(s.inputs, in.Name)
	}
	var seen []string
	for _, name := range []string{"last_hidden_state", "token_embeddings"} {
		for _, out := range outputs {
			seen = append(seen, out.String())
			if out.Name != name {
				continue
			}
			d := out.Dimensions
			if out.DataType != ort.TensorElementDataTypeFloat || len(d) != 3 || d[2] > 0 && d[2] != int64(s.hidden) {
				return "", fmt.Errorf("the model's output is %s; float32 of batch, tokens, %d is needed", out.String(), s.hidden)
			}
			return name, nil
		}
	}
	return "", fmt.Errorf("the model has no output last_hidden_state or token_embeddings, only %q", seen)
}

// Run gives the vectors of all tokens of a batch, rows of hidden values; every text has as many
// rows as the longest, which is given too. What stands behind a shorter text's end is meaningless.
// Shorter texts are filled up with pad.
func (s *Session) Run(ids [][]int32, pad int32) (vectors []float32, tokens int, err error) {
	for _, text := range ids {
		tokens = max(tokens, len(text))
	}
	if tokens == 0 {
		return nil, 0, errors.New("no tokens to run the model on")
	}
	size := len(ids) * tokens
	// The runtime keeps pointers into these until the run is over: they must not move.
	var pinner runtime.Pinner
	defer pinner.Unpin()
	shape := ort.NewShape(int64(len(ids)), int64(tokens))
	inputs := make([]ort.Value, 0, len(s.inputs))
	defer func() {
		for _, in := range inputs {
			release(in)
		}
	}()
	for _, name := range s.inputs {
		data := make([]int64, size)
		fill(data, name, ids, tokens, pad)
		pinner.Pin(&data[0])
		in, err := ort.NewTensor(shape, data)
		if err != nil {
			return nil, 0, err
		}
		inputs = append(inputs, in)
	}
	vectors = make([]float32, size*s.hidden)
	pinner.Pin(&vectors[0])
	out, err := ort.NewTensor(ort.NewShape(int64(len(ids)), int64(tokens), int64(s.hidden)), vectors)
	if err != nil {
		return nil, 0, err
	}
	defer release(out)
	if err := s.session.Run(inputs, []ort.Value{out}); err != nil {
		return nil, 0, err
	}
	return vectors, tokens, nil
}

// release frees what the library holds of v. Its error can only say that there was nothing to free.
func release(v interface{ Destroy() error }) { _ = v.Destroy() }

// fill lays out one input, a row of the given width a text; token types are all 0.
func fill(data []int64, name string, ids [][]int32, tokens int, pad int32) {
	for i, text := range ids {
		row := data[i*tokens : (i+1)*tokens]
		for j := range row {
			switch {
			case name == "token_type_ids":
			case name == "attention_mask" && j < len(text):
				row[j] = 1
			case name == "input_ids" && j < len(text):
				row[j] = int64(text[j])
			case name == "input_ids":
				row[j] = int64(pad)
			}
		}
	}
}
