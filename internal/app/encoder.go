package app

import (
	"fmt"
	"path/filepath"
	"strings"

	"deft/chat/endpoint"
	"deft/retrieve/embed"
	served "deft/retrieve/embed/endpoint"
	"deft/retrieve/embed/local"
	"deft/retrieve/embed/local/onnx"
)

// encoder makes the sentence encoder of a SPEC: empty or "lexical", "local:DIR", or BASE_URL#NAME
// (and the other forms of a model's SPEC). Vectors of slow encoders are kept on disk.
func (a *App) encoder(spec string) (embed.Encoder, error) {
	var inner embed.Encoder
	switch dir, isLocal := strings.CutPrefix(spec, "local:"); {
	case spec == "" || spec == "lexical":
		return nil, nil
	case isLocal:
		e, err := local.New(local.Config{Dir: dir, ONNXRuntime: a.Env.Getenv(onnx.Environment)})
		if err != nil {
			return nil, fmt.Errorf("--encoder %s: %w", spec, err)
		}
		inner = e
	default:
		at, err := endpoint.Parse(spec, a.Env.Getenv)
		if err == nil && at.Builtin != "" {
			err = fmt.Errorf("%s is no encoder", at.Builtin)
		}
		if err != nil {
			return nil, fmt.Errorf("--encoder takes lexical, local:DIR or BASE_URL#NAME: %w", err)
		}
		e, err := served.New(served.Config{BaseURL: at.BaseURL, Model: at.Model, Key: at.Key})
		if err != nil {
			return nil, fmt.Errorf("--encoder %s: %w", spec, err)
		}
		inner = e
	}
	kept, err := embed.NewDisk(inner, filepath.Join(a.Env.CacheDir(), "embeddings"))
	if err != nil {
		fmt.Fprintf(a.Notice, "deft: embeddings are not cached: %v\n", err)
		return inner, nil
	}
	return kept, nil
}
