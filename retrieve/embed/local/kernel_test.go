package local

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestKernels compares products by the assembly kernel, by the plain one and by definition, for
// shapes around the kernel's six rows and sixteen columns.
func TestKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, shape := range [][3]int{{1, 1, 1}, {5, 7, 15}, {6, 32, 16}, {7, 33, 17}, {12, 384, 64}, {13, 5, 48}, {19, 100, 31}} {
		rows, k, n := shape[0], shape[1], shape[2]
		a, w := make([]float32, rows*k), make([]float32, n*k)
		for i := range a {
			a[i] = rng.Float32() - 0.5
		}
		for i := range w {
			w[i] = rng.Float32() - 0.5
		}
		transposed := make([]float32, n*k)
		for j := range n {
			for l := range k {
				transposed[l*n+j] = w[j*k+l]
			}
		}
		var byRows, byColumns packed
		packRows(&byRows, w, n, k, k)
		packColumns(&byColumns, transposed, k, n, n)
		width := padded(n)
		c, d := make([]float32, rows*width), make([]float32, rows*width)
		multiply(c, width, a, k, rows, &byRows)
		multiply(d, width, a, k, rows, &byColumns)
		plain := make([]float32, panel)
		for i := range rows {
			for j := range n {
				var want float64
				for l := range k {
					want += float64(a[i*k+l]) * float64(w[j*k+l])
				}
				plain1(k, a[i*k:], byRows.data[j/panel*panel*k:], plain)
				for name, got := range map[string]float32{"rows": c[i*width+j], "columns": d[i*width+j], "plain": plain[j%panel]} {
					if math.Abs(float64(got)-want) > 1e-5 {
						t.Fatalf("%v: %s: product at %d,%d is %v, want %v", shape, name, i, j, got, want)
					}
				}
			}
		}
	}
}

func TestActivationTable(t *testing.T) {
	for name, f := range map[string]func(x float64) float64{
		"gelu": func(x float64) float64 { return x / 2 * (1 + math.Erf(x/math.Sqrt2)) },
		"relu": func(x float64) float64 { return max(0, x) },
	} {
		a, err := newActivation(name)
		if err != nil {
			t.Fatal(err)
		}
		bias := []float32{0.125}
		for x := -20.0; x <= 20; x += 0.000917 {
			v := []float32{float32(x)}
			a.apply(v, bias)
			if want := f(float64(float32(x) + 0.125)); math.Abs(float64(v[0])-want) > 1e-6 {
				t.Fatalf("%s(%v) = %v, want %v", name, x+0.125, v[0], want)
			}
		}
		v := []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))}
		a.apply(v, make([]float32, 3))
		if v[0] == v[0] || !math.IsInf(float64(v[1]), 1) || v[2] != 0 {
			t.Errorf("%s of NaN, +Inf, -Inf is %v", name, v)
		}
	}
}

func TestReadHalf(t *testing.T) {
	for bits, want := range map[uint16]float32{
		0x0000: 0, 0x3c00: 1, 0xc000: -2, 0x3555: 0.33325195, 0x7bff: 65504, 0x0001: 5.9604645e-08, 0x03ff: 6.097555e-05, 0x7c00: float32(math.Inf(1)),
	} {
		if got := readHalf([]byte{byte(bits), byte(bits >> 8)}); got != want {
			t.Errorf("half %#04x is %v, want %v", bits, got, want)
		}
	}
	if got := readBrain([]byte{0x80, 0x3f}); got != 1 {
		t.Errorf("bfloat16 0x3f80 is %v, want 1", got)
	}
}

func FuzzTensors(f *testing.F) {
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Add([]byte("\x3c\x00\x00\x00\x00\x00\x00\x00{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}       \x00\x00\x80\x3f"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := parseTensors(raw)
		if err != nil {
			return
		}
		for name, e := range p.entries {
			if len(e.Shape) == 1 && e.Shape[0] >= 0 && e.Shape[0] < 1<<20 {
				_, _ = p.get(name, e.Shape[0])
			}
		}
	})
}
