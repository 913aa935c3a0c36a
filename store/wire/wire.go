// Package wire writes samples, transcripts and scores as JSON and reads them back. Stores and the
// export format share it.
package wire

import (
	"bytes"
	"encoding/json"

	"deft/eval"
	"deft/tool"
)

// AppendSample appends s as JSON to dst.
func AppendSample(dst []byte, s *eval.Sample) ([]byte, error) { return appendJSON(dst, s) }

// AppendTranscript appends t as JSON to dst.
func AppendTranscript(dst []byte, t *eval.Transcript) ([]byte, error) { return appendJSON(dst, t) }

// AppendScore appends s as JSON to dst.
func AppendScore(dst []byte, s *eval.Score) ([]byte, error) { return appendJSON(dst, s) }

// AppendSpec appends a tool document as JSON to dst.
func AppendSpec(dst []byte, s *tool.Spec) ([]byte, error) { return appendJSON(dst, s) }

func appendJSON(dst []byte, v any) ([]byte, error) {
	b := bytes.NewBuffer(dst)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false) // which would change the bytes of embedded documents
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Sample reads what AppendSample wrote.
func Sample(text string) (s eval.Sample, err error) { err = json.Unmarshal([]byte(text), &s); return }

// Transcript reads what AppendTranscript wrote.
func Transcript(text string) (t eval.Transcript, err error) {
	err = json.Unmarshal([]byte(text), &t)
	return
}

// Score reads what AppendScore wrote.
func Score(text string) (s eval.Score, err error) { err = json.Unmarshal([]byte(text), &s); return }

// Spec reads what AppendSpec wrote.
func Spec(text string) (s tool.Spec, err error) { err = json.Unmarshal([]byte(text), &s); return }
