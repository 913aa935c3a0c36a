// Package onnx runs transformers from ONNX files with ONNX Runtime. It does so only in binaries
// built with `-tags onnx`, which needs cgo and a C compiler; otherwise Built is false, Open fails,
// and nothing of the binding is linked. The runtime itself is a shared library that is loaded when
// the first model is opened.
package onnx

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
)

// Environment is the variable that says where ONNX Runtime's shared library is.
const Environment = "DEFT_ONNXRUNTIME"

// Off, in place of the library's location, says that ONNX files are not to be used.
const Off = "off"

// Model finds the ONNX file in a sentence-transformer's folder; "" if there is none. Model homes
// carry it in onnx/, exporters write it to the top. Variants beside it (quantised, optimised for
// one processor) are not taken: their vectors differ from those of the model.
func Model(dir string) string {
	for _, name := range []string{"onnx/model.onnx", "model.onnx"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path
		}
	}
	return ""
}

// Parts lists a model's file and those with tensors stored outside of it (model.onnx_data and the
// like), in order.
func Parts(model string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Dir(model))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if rest, ok := strings.CutPrefix(e.Name(), filepath.Base(model)); ok && !e.IsDir() && (rest == "" || strings.Contains(rest, "data")) {
			out = append(out, filepath.Join(filepath.Dir(model), e.Name()))
		}
	}
	return out, nil
}

// names gives what the shared library is called on this system, and the pattern of all its versions.
func names() (name, pattern string) {
	switch runtime.GOOS {
	case "windows":
		return "onnxruntime.dll", "onnxruntime.dll"
	case "darwin":
		return "libonnxruntime.dylib", "libonnxruntime*.dylib"
	}
	return "libonnxruntime.so", "libonnxruntime.so*"
}

// Library resolves the location of the shared library: a file, a folder that holds it (such as
// onnxruntime/capi of the Python package), or "" for where the system's loader looks.
func Library(location string) (string, error) {
	name, pattern := names()
	if location == "" {
		return name, nil
	}
	info, err := os.Stat(location)
	if err != nil {
		return "", fmt.Errorf("%s=%s: %w. Set it to ONNX Runtime's shared library (%s) or to the folder that holds it; the Python package onnxruntime has it in its folder capi", Environment, location, err, pattern)
	}
	if !info.IsDir() {
		return location, nil
	}
	found, err := fs.Glob(os.DirFS(location), pattern)
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("%s=%s: no file %s in this folder. The Python package onnxruntime has it in its folder capi", Environment, location, pattern)
	}
	sort.Strings(found)
	return filepath.Join(location, found[len(found)-1]), nil
}
