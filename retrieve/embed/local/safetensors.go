package local

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// tensors is a safetensors file in memory: 8 bytes of header length, a JSON header that maps names
// to type, shape and byte range, and the data.
type tensors struct {
	entries map[string]tensorEntry
	data    []byte
}

type tensorEntry struct {
	Type    string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"`
}

// maxHeader bounds the JSON header; the format itself sets this limit.
const maxHeader = 100 << 20

// parseTensors reads the header; the file's bytes are kept, not copied.
func parseTensors(raw []byte) (*tensors, error) {
	if len(raw) < 8 {
		return nil, fmt.Errorf("%d bytes are too few for a safetensors file", len(raw))
	}
	n := binary.LittleEndian.Uint64(raw)
	if n > maxHeader || n > uint64(len(raw)-8) {
		return nil, fmt.Errorf("header of %d bytes in a file of %d. Is it a pointer to the real file?", n, len(raw))
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(raw[8:8+n], &header); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	t := &tensors{entries: make(map[string]tensorEntry, len(header)), data: raw[8+n:]}
	for name, body := range header {
		if name == "__metadata__" {
			continue
		}
		var e tensorEntry
		if err := json.Unmarshal(body, &e); err != nil {
			return nil, fmt.Errorf("tensor %s: %w", name, err)
		}
		if e.Offsets[0] < 0 || e.Offsets[1] < e.Offsets[0] || e.Offsets[1] > len(t.data) {
			return nil, fmt.Errorf("tensor %s: bytes %d to %d of %d. Is the download complete?", name, e.Offsets[0], e.Offsets[1], len(t.data))
		}
		t.entries[name] = e
	}
	return t, nil
}

// get gives a tensor of the given shape as float32; F32, F16 and BF16 are read.
func (t *tensors) get(name string, shape ...int) ([]float32, error) {
	e, ok := t.entries[name]
	if !ok {
		return nil, fmt.Errorf("no tensor %s in the weights", name)
	}
	n, same := 1, len(e.Shape) == len(shape)
	for i, d := range shape {
		n *= d
		same = same && e.Shape[i] == d
	}
	if !same {
		return nil, fmt.Errorf("tensor %s has shape %v, the configuration says %v", name, e.Shape, shape)
	}
	raw := t.data[e.Offsets[0]:e.Offsets[1]]
	width, read := 2, readHalf
	switch e.Type {
	case "F32":
		width, read = 4, readFloat
	case "BF16":
		read = readBrain
	case "F16":
	default:
		return nil, fmt.Errorf("tensor %s has type %s; F32, F16 and BF16 can be read", name, e.Type)
	}
	if len(raw) != n*width {
		return nil, fmt.Errorf("tensor %s has %d bytes, its shape %v needs %d", name, len(raw), e.Shape, n*width)
	}
	out := make([]float32, n)
	for i := range out {
		out[i] = read(raw[i*width:])
	}
	return out, nil
}

func readFloat(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

func readBrain(b []byte) float32 {
	return math.Float32frombits(uint32(binary.LittleEndian.Uint16(b)) << 16)
}

// readHalf reads an IEEE half: 1 sign, 5 exponent, 10 mantissa bits.
func readHalf(b []byte) float32 {
	h := uint32(binary.LittleEndian.Uint16(b))
	sign, exponent, mantissa := h>>15<<31, h>>10&31, h&1023
	switch exponent {
	case 0: // subnormal: mantissa times 2^-24
		v := float32(mantissa) * (1.0 / (1 << 24))
		return math.Float32frombits(sign | math.Float32bits(v))
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | mantissa<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | mantissa<<13)
}
