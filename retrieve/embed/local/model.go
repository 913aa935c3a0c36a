package local

import (
	"fmt"
	"math"
	"strings"
)

// dense is a layer y = x·wᵀ + bias.
type dense struct {
	w    packed
	bias []float32
}

// layerNorm scales and shifts what has been brought to mean 0 and variance 1.
type layerNorm struct{ gain, bias []float32 }

// layer is one transformer block. The three projections of attention are one product.
type layer struct {
	qkv        dense
	attention  dense
	attnNorm   layerNorm
	inner      dense
	outer      dense
	outputNorm layerNorm
}

// network holds the weights. It is not changed after loading.
type network struct {
	c         modelConfig
	words     []float32 // vocabulary × hidden
	positions []float32 // what every token at a place gets: position, and for BERT the type 0 vector
	embedNorm layerNorm
	relative  []float32 // MPNet: buckets × heads
	layers    []layer
	activate  activation
}

// names are what one family calls the parts of a layer.
type names struct{ q, k, v, o, attnNorm string }

// loader fetches tensors until the first error.
type loader struct {
	t      *tensors
	prefix string
	err    error
}

func (l *loader) get(name string, shape ...int) []float32 {
	if l.err != nil {
		return nil
	}
	v, err := l.t.get(l.prefix+name, shape...)
	l.err = err
	return v
}

func (l *loader) norm(name string, n int) layerNorm {
	return layerNorm{l.get(name+".weight", n), l.get(name+".bias", n)}
}

func (l *loader) dense(out, in int, parts ...string) dense {
	var w, bias []float32
	for _, p := range parts {
		w = append(w, l.get(p+".weight", out, in)...)
		bias = append(bias, l.get(p+".bias", out)...)
	}
	d := dense{bias: bias}
	if l.err == nil {
		packRows(&d.w, w, out*len(parts), in, in)
	}
	return d
}

// loadNetwork takes the weights out of t. Errors name the tensor.
func loadNetwork(t *tensors, c modelConfig) (*network, error) {
	act, err := newActivation(c.Activation)
	if err != nil {
		return nil, err
	}
	l := &loader{t: t}
	for name := range t.entries { // a model saved with a head carries its family's name in front
		if strings.HasPrefix(name, c.ModelType+".embeddings.") {
			l.prefix = c.ModelType + "."
		}
	}
	h := c.Hidden
	n := &network{c: c, activate: act}
	n.words = l.get("embeddings.word_embeddings.weight", c.Vocab, h)
	n.positions = l.get("embeddings.position_embeddings.weight", c.Positions, h)
	n.embedNorm = l.norm("embeddings.LayerNorm", h)
	part := names{"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense", "attention.output.LayerNorm"}
	if c.ModelType == "mpnet" {
		part = names{"attention.attn.q", "attention.attn.k", "attention.attn.v", "attention.attn.o", "attention.LayerNorm"}
		n.relative = l.get("encoder.relative_attention_bias.weight", c.Buckets, c.Heads)
	} else if e, ok := t.entries[l.prefix+"embeddings.token_type_embeddings.weight"]; ok && len(e.Shape) == 2 && e.Shape[0] > 0 {
		types := l.get("embeddings.token_type_embeddings.weight", e.Shape[0], h)
		if l.err == nil {
			for i := range n.positions {
				n.positions[i] += types[i%h] // one text: all its tokens have type 0
			}
		}
	}
	for i := range c.Layers {
		at := fmt.Sprintf("encoder.layer.%d.", i)
		n.layers = append(n.layers, layer{
			qkv:        l.dense(h, h, at+part.q, at+part.k, at+part.v),
			attention:  l.dense(h, h, at+part.o),
			attnNorm:   l.norm(at+part.attnNorm, h),
			inner:      l.dense(c.Inner, h, at+"intermediate.dense"),
			outer:      l.dense(h, c.Inner, at+"output.dense"),
			outputNorm: l.norm(at+"output.LayerNorm", h),
		})
		if l.err != nil {
			break
		}
	}
	return n, l.err
}

// activation is a function on [-limit,limit] as a table with straight lines between its points:
// the step of 1/1024 keeps the error of GELU below 2e-7, and a look-up is several times faster than erf.
type activation []float32

const (
	activationLimit = 8
	activationSteps = 1024 // a unit
)

func newActivation(name string) (activation, error) {
	var f func(x float64) float64
	switch name {
	case "gelu", "":
		f = func(x float64) float64 { return x / 2 * (1 + math.Erf(x/math.Sqrt2)) }
	case "gelu_new", "gelu_pytorch_tanh":
		f = func(x float64) float64 {
			return x / 2 * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(x+0.044715*x*x*x)))
		}
	case "relu":
		f = func(x float64) float64 { return max(0, x) }
	default:
		return nil, fmt.Errorf("hidden_act %q is not supported (gelu, gelu_new and relu are)", name)
	}
	a := make(activation, 2*activationLimit*activationSteps+2)
	for i := range a {
		a[i] = float32(f(float64(i)/activationSteps - activationLimit))
	}
	return a, nil
}

// apply replaces each value of v, after adding the bias of its column.
func (a activation) apply(v, bias []float32) {
	for i := range v {
		x := v[i] + bias[i]
		switch {
		case x >= activationLimit:
		case x > -activationLimit:
			p := (x + activationLimit) * activationSteps
			j := int(p)
			x = a[j] + (p-float32(j))*(a[j+1]-a[j])
		case x <= -activationLimit:
			x = 0
		} // what is not a number stays so
		v[i] = x
	}
}
