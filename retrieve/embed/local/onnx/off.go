//go:build !onnx

package onnx

import "errors"

// Built says whether this binary can run ONNX files.
const Built = false

// Session is a loaded model; there is none in this binary.
type Session struct{}

// Open always fails: this binary was built without ONNX Runtime.
func Open(model, library string, hidden int) (*Session, error) {
	return nil, errors.New("this binary was built without ONNX Runtime; build it with CGO_ENABLED=1 go build -tags onnx")
}

// Run is never called, for want of a Session.
func (s *Session) Run(ids [][]int32, pad int32) ([]float32, int, error) {
	return nil, 0, errors.New("no ONNX Runtime in this binary")
}
