package local

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// modelConfig is the part of config.json that the forward pass needs.
type modelConfig struct {
	ModelType    string  `json:"model_type"`
	Hidden       int     `json:"hidden_size"`
	Layers       int     `json:"num_hidden_layers"`
	Heads        int     `json:"num_attention_heads"`
	Inner        int     `json:"intermediate_size"`
	Positions    int     `json:"max_position_embeddings"`
	Vocab        int     `json:"vocab_size"`
	Epsilon      float64 `json:"layer_norm_eps"`
	Activation   string  `json:"hidden_act"`
	PositionType string  `json:"position_embedding_type"`
	// MPNet's relative positions, and the id it takes for padding wherever it stands.
	Buckets int    `json:"relative_attention_num_buckets"`
	Pad     *int32 `json:"pad_token_id"`
}

func (c *modelConfig) check() error {
	switch c.ModelType {
	case "bert":
	case "mpnet":
		if c.Buckets == 0 {
			c.Buckets = 32
		}
		if c.Buckets < 4 || c.Buckets > 1024 {
			return fmt.Errorf("relative_attention_num_buckets is %d", c.Buckets)
		}
		if c.Pad != nil && *c.Pad != mpnetPad {
			return fmt.Errorf("pad_token_id is %d; MPNet's table of positions is laid out for %d", *c.Pad, mpnetPad)
		}
	default:
		return fmt.Errorf("model_type is %q; this encoder runs bert and mpnet. Serve other models behind an embeddings endpoint", c.ModelType)
	}
	if c.PositionType != "" && c.PositionType != "absolute" {
		return fmt.Errorf("position_embedding_type is %q; only absolute is supported", c.PositionType)
	}
	for name, v := range map[string]int{
		"hidden_size": c.Hidden, "num_hidden_layers": c.Layers, "num_attention_heads": c.Heads,
		"intermediate_size": c.Inner, "max_position_embeddings": c.Positions, "vocab_size": c.Vocab,
	} {
		if v <= 0 || v > 1<<24 {
			return fmt.Errorf("%s is %d", name, v)
		}
	}
	if c.Hidden%c.Heads != 0 {
		return fmt.Errorf("hidden_size %d is not a multiple of num_attention_heads %d", c.Hidden, c.Heads)
	}
	if c.Epsilon <= 0 {
		c.Epsilon = 1e-12
	}
	return nil
}

// positions gives each token's place in the table of positions. BERT counts from 0. MPNet counts
// from behind its padding id, and a padding token, which a text can spell out, does not count.
func (c *modelConfig) positions(ids []int32) []int {
	out := make([]int, len(ids))
	if c.ModelType != "mpnet" {
		for i := range out {
			out[i] = i
		}
		return out
	}
	at := mpnetPad
	for i, id := range ids {
		if out[i] = mpnetPad; id != mpnetPad {
			at++
			out[i] = at
		}
	}
	return out
}

// mpnetPad is MPNet's padding id where the configuration does not say.
const mpnetPad = 1

// reserved is how many rows of the table of positions no token of a text without padding gets.
func (c *modelConfig) reserved() int {
	if c.ModelType == "mpnet" {
		return mpnetPad + 1
	}
	return 0
}

// pooling is how token vectors become one: the means of 1_Pooling/config.json, concatenated where
// several are set.
type pooling struct {
	CLS      bool `json:"pooling_mode_cls_token"`
	Mean     bool `json:"pooling_mode_mean_tokens"`
	Max      bool `json:"pooling_mode_max_tokens"`
	MeanSqrt bool `json:"pooling_mode_mean_sqrt_len_tokens"`
	Weighted bool `json:"pooling_mode_weightedmean_tokens"`
	Last     bool `json:"pooling_mode_lasttoken"`
	// Mode is how newer versions write the same.
	Mode json.RawMessage `json:"pooling_mode"`
}

func (p *pooling) check() error {
	if len(p.Mode) > 0 {
		var names []string
		if json.Unmarshal(p.Mode, &names) != nil {
			var one string
			if err := json.Unmarshal(p.Mode, &one); err != nil {
				return fmt.Errorf("pooling_mode is %s", p.Mode)
			}
			names = strings.Split(one, "+")
		}
		for _, n := range names {
			switch n {
			case "cls":
				p.CLS = true
			case "mean":
				p.Mean = true
			case "max":
				p.Max = true
			case "mean_sqrt_len_tokens":
				p.MeanSqrt = true
			default:
				return fmt.Errorf("pooling mode %q is not supported (cls, mean, max, mean_sqrt_len_tokens are)", n)
			}
		}
	}
	if p.Weighted || p.Last {
		return errors.New("weighted-mean and last-token pooling are not supported (cls, mean, max and mean-sqrt-len are)")
	}
	if !p.CLS && !p.Mean && !p.Max && !p.MeanSqrt {
		return errors.New("no pooling mode is set")
	}
	return nil
}

// folder is everything read from a model's folder but the weights.
type folder struct {
	model   modelConfig
	pooling pooling
	limit   int // tokens a text, with the two special ones
	lower   bool
}

// readFolder reads the configuration files. Errors name the file.
func readFolder(dir fs.FS) (folder, error) {
	f := folder{}
	if err := readJSON(dir, "config.json", &f.model); err != nil {
		return f, err
	}
	if err := f.model.check(); err != nil {
		return f, fmt.Errorf("config.json: %w", err)
	}
	f.limit = f.model.Positions - f.model.reserved()
	pool, err := readModules(dir)
	if err != nil {
		return f, err
	}
	f.pooling = pool
	var sentence struct {
		Limit int  `json:"max_seq_length"`
		Lower bool `json:"do_lower_case"`
	}
	if err := readJSON(dir, "sentence_bert_config.json", &sentence); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	f.lower = sentence.Lower
	if sentence.Limit > 0 {
		f.limit = min(f.limit, sentence.Limit)
	}
	if f.limit < 3 {
		return f, fmt.Errorf("the model takes %d tokens a text: too few for one word", f.limit)
	}
	return f, nil
}

// identify writes to sum what changes vectors, apart from the weights.
func (f folder) identify(dir fs.FS, sum io.Writer) error {
	settings, err := json.Marshal(struct {
		Model   modelConfig
		Pooling pooling
		Limit   int
		Lower   bool
	}{f.model, f.pooling, f.limit, f.lower})
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	if _, err := sum.Write(settings); err != nil {
		return err
	}
	for _, name := range []string{"tokenizer_config.json", "tokenizer.json", "vocab.txt"} {
		raw, err := fs.ReadFile(dir, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(sum, "%s %d %s", name, len(raw), raw); err != nil {
			return err
		}
	}
	return nil
}

// readModules reads modules.json and the pooling it names. Without modules.json the model is a plain
// transformer, for which sentence-transformers pools by the mean.
func readModules(dir fs.FS) (pooling, error) {
	var modules []struct {
		Path string `json:"path"`
		Type string `json:"type"`
	}
	pool := pooling{Mean: true}
	err := readJSON(dir, "modules.json", &modules)
	if errors.Is(err, fs.ErrNotExist) {
		return pool, nil
	}
	if err != nil {
		return pool, err
	}
	for _, m := range modules {
		switch kind := m.Type[strings.LastIndexByte(m.Type, '.')+1:]; kind {
		case "Transformer", "Normalize": // every encoder here gives unit norm; cosines do not change
		case "Pooling":
			pool = pooling{}
			name := strings.TrimPrefix(m.Path+"/config.json", "/")
			if err := readJSON(dir, name, &pool); err != nil {
				return pool, err
			}
			if err := pool.check(); err != nil {
				return pool, fmt.Errorf("%s: %w", name, err)
			}
		default:
			return pool, fmt.Errorf("modules.json: a module of type %s is not supported (Transformer, Pooling and Normalize are)", kind)
		}
	}
	return pool, nil
}

func readJSON(dir fs.FS, name string, v any) error {
	raw, err := fs.ReadFile(dir, name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
