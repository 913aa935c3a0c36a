// Package wire writes samples, transcripts and scores as JSON on one line, and reads them back.
// Stores and the export format share it.
//
// The bytes are those of encoding/json with HTML escaping off, so that anything may read them. The
// code here is written out by hand because a store writes and reads tens of thousands of them a
// second: it takes a fifth of the time. Embedded documents (gold, arguments, schemas) keep their bytes
// but for insignificant space. A byte that is not UTF-8 becomes U+FFFD.
package wire

import (
	"encoding/json"

	"deft/eval"
	"deft/tool"
)

// Sample reads what AppendSample wrote. Of any other JSON it makes what encoding/json makes.
func Sample(text string) (eval.Sample, error) { return read(text, (*reader).sample) }

// Transcript reads what AppendTranscript wrote. Of any other JSON it makes what encoding/json makes.
func Transcript(text string) (eval.Transcript, error) { return read(text, (*reader).transcript) }

// Score reads what AppendScore wrote. Of any other JSON it makes what encoding/json makes.
func Score(text string) (eval.Score, error) { return read(text, (*reader).score) }

// Spec reads what AppendSpec wrote. Of any other JSON it makes what encoding/json makes.
func Spec(text string) (tool.Spec, error) { return read(text, (*reader).spec) }

// read uses the quick reader, which gives up on anything the writer does not write, and then
// encoding/json.
func read[T any](text string, quick func(*reader) T) (T, error) {
	r := reader{s: text}
	v := quick(&r)
	if !r.failed && r.i == len(text) {
		return v, nil
	}
	var slow T
	err := json.Unmarshal([]byte(text), &slow)
	return slow, err
}
