package local

import "math"

// workspace is the memory of one goroutine's forward passes.
type workspace struct {
	x, qkv, context, inner, scores []float32
	keys, values                   packed
	bias                           []float32 // MPNet: heads × n × n of the sequence at hand
}

func grow(s *[]float32, n int) []float32 {
	if cap(*s) < n {
		*s = make([]float32, n)
	}
	*s = (*s)[:n]
	return *s
}

// forward runs a batch of sequences through the network and gives the last layer's vectors, all
// tokens of all sequences one after the other, rows of padded(hidden) values. Sequences are laid
// end to end, so that nothing is computed for padding.
func (n *network) forward(ws *workspace, batch [][]int32) []float32 {
	total := 0
	for _, s := range batch {
		total += len(s)
	}
	h, hs, qs, is := n.c.Hidden, padded(n.c.Hidden), padded(3*n.c.Hidden), padded(n.c.Inner)
	x := grow(&ws.x, total*hs)
	qkv, context, inner := grow(&ws.qkv, total*qs), grow(&ws.context, total*hs), grow(&ws.inner, total*is)
	n.embed(x, batch, hs)
	for i := range n.layers {
		l := &n.layers[i]
		multiply(qkv, qs, x, hs, total, &l.qkv.w)
		for r := range total {
			addTo(qkv[r*qs:r*qs+3*h], l.qkv.bias)
		}
		at := 0
		for _, s := range batch {
			n.attend(ws, context[at*hs:], hs, qkv[at*qs:], qs, len(s))
			at += len(s)
		}
		// inner is free here: it takes the product that is added to x.
		multiply(inner, hs, context, hs, total, &l.attention.w)
		for r := range total {
			row := x[r*hs : r*hs+h]
			addTo(row, inner[r*hs:r*hs+h])
			l.attnNorm.apply(row, l.attention.bias, n.c.Epsilon)
		}
		inner = grow(&ws.inner, total*max(is, hs))
		multiply(inner, is, x, hs, total, &l.inner.w)
		for r := range total {
			n.activate.apply(inner[r*is:r*is+n.c.Inner], l.inner.bias)
		}
		multiply(context, hs, inner, is, total, &l.outer.w)
		for r := range total {
			row := x[r*hs : r*hs+h]
			addTo(row, context[r*hs:r*hs+h])
			l.outputNorm.apply(row, l.outer.bias, n.c.Epsilon)
		}
	}
	return x
}

// embed fills x with the sum of word, position and type vectors, normalised.
func (n *network) embed(x []float32, batch [][]int32, stride int) {
	h, zero := n.c.Hidden, make([]float32, n.c.Hidden)
	r := 0
	for _, s := range batch {
		places := n.c.positions(s)
		for i, id := range s {
			row := x[r*stride : r*stride+h]
			copy(row, n.words[int(id)*h:])
			p := places[i] * h
			addTo(row, n.positions[p:p+h])
			n.embedNorm.apply(row, zero, n.c.Epsilon)
			r++
		}
	}
}

// attend computes the attention of one sequence of tokens vectors, head by head.
func (n *network) attend(ws *workspace, out []float32, outStride int, qkv []float32, stride, tokens int) {
	h, heads := n.c.Hidden, n.c.Heads
	d := h / heads
	width := padded(tokens)
	scores := grow(&ws.scores, tokens*max(width, padded(d)))
	product := grow(&ws.bias, tokens*padded(d))
	scale := float32(1 / math.Sqrt(float64(d)))
	buckets := n.buckets(tokens)
	for head := range heads {
		q, k, v := qkv[head*d:], qkv[h+head*d:], qkv[2*h+head*d:]
		packRows(&ws.keys, k, tokens, d, stride)
		multiply(scores, width, q, stride, tokens, &ws.keys)
		for i := range tokens {
			row := scores[i*width : i*width+tokens]
			for j := range row {
				row[j] *= scale
				if buckets != nil {
					row[j] += n.relative[buckets[j-i+tokens-1]*heads+head]
				}
			}
			softmax(row)
		}
		packColumns(&ws.values, v, tokens, d, stride)
		multiply(product, padded(d), scores, width, tokens, &ws.values)
		for i := range tokens {
			copy(out[i*outStride+head*d:i*outStride+head*d+d], product[i*padded(d):])
		}
	}
}

// buckets gives MPNet's bucket of each distance -(tokens-1) … tokens-1 between key and query; nil
// for BERT. Half the buckets are for either direction; a half's lower half is for exact distances,
// the rest spreads logarithmically up to 128. Computed in float32, like the reference, because the
// borders between buckets depend on it.
func (n *network) buckets(tokens int) []int {
	if n.relative == nil {
		return nil
	}
	half := n.c.Buckets / 2
	exact := half / 2
	out := make([]int, 2*tokens-1)
	for i := range out {
		distance, side := i-(tokens-1), 0
		if distance > 0 {
			side = half
		} else {
			distance = -distance
		}
		if distance >= exact {
			log := float32(math.Log(float64(float32(distance) / float32(exact))))
			large := log / float32(math.Log(128/float64(exact))) * float32(half-exact)
			distance = min(exact+int(large), half-1)
		}
		out[i] = side + distance
	}
	return out
}

func addTo(v, w []float32) {
	w = w[:len(v)]
	for i := range v {
		v[i] += w[i]
	}
}

func softmax(v []float32) {
	top := v[0]
	for _, x := range v {
		top = max(top, x)
	}
	var sum float64
	for i, x := range v {
		e := math.Exp(float64(x - top))
		v[i] = float32(e)
		sum += e
	}
	scale := float32(1 / sum)
	for i := range v {
		v[i] *= scale
	}
}

// apply normalises v after adding bias.
func (l layerNorm) apply(v, bias []float32, epsilon float64) {
	var sum float64
	bias = bias[:len(v)]
	for i := range v {
		v[i] += bias[i]
		sum += float64(v[i])
	}
	mean := sum / float64(len(v))
	var variance float64
	for _, x := range v {
		variance += (float64(x) - mean) * (float64(x) - mean)
	}
	scale := 1 / math.Sqrt(variance/float64(len(v))+epsilon)
	gain, shift := l.gain[:len(v)], l.bias[:len(v)]
	for i := range v {
		v[i] = float32((float64(v[i])-mean)*scale)*gain[i] + shift[i]
	}
}
