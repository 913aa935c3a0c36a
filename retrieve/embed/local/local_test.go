package local_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deft/retrieve/embed"
	"deft/retrieve/embed/local"
	"deft/retrieve/embed/local/onnx"
)

// reference is what testdata/reference.py computed with sentence-transformers.
type reference struct {
	IDs     [][]int32 `json:"ids"`
	Dim     int       `json:"dim"`
	Vectors string    `json:"vectors"`
	vectors [][]float32
}

func readReference(t *testing.T, path string) reference {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	var r reference
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	packed, err := base64.StdEncoding.DecodeString(r.Vectors)
	if err != nil {
		t.Fatal(err)
	}
	flat := make([]float32, len(packed)/4)
	if err := binary.Read(bytes.NewReader(packed), binary.LittleEndian, flat); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(flat); i += r.Dim {
		r.vectors = append(r.vectors, flat[i:i+r.Dim])
	}
	return r
}

func readPairs(t testing.TB) []string {
	t.Helper()
	raw, err := os.ReadFile("testdata/pairs.json")
	if err != nil {
		t.Fatal(err)
	}
	var pairs [][2]string
	if err := json.Unmarshal(raw, &pairs); err != nil {
		t.Fatal(err)
	}
	if len(pairs) != 200 {
		t.Fatalf("%d pairs, want 200", len(pairs))
	}
	var texts []string
	for _, p := range pairs {
		texts = append(texts, p[0], p[1])
	}
	return texts
}

// compare checks ids for equality, and the cosine of each pair and each value against the
// reference. It gives the largest deviations.
func compare(t *testing.T, e *local.Encoder, golden string, tolerance float64) {
	t.Helper()
	texts, want := readPairs(t), readReference(t, golden)
	different := 0
	for i, text := range texts {
		if got := e.Tokens(text); !equal(got, want.IDs[i]) {
			if different++; different <= 5 {
				t.Errorf("ids of %.60q\n got %v\nwant %v", text, got, want.IDs[i])
			}
		}
	}
	got, err := e.Encode(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	var worstCosine, worstValue float64
	for i := range texts {
		reference := append([]float32(nil), want.vectors[i]...)
		embed.Normalize(reference)
		for j, x := range got[i] {
			worstValue = max(worstValue, math.Abs(float64(x-reference[j])))
		}
		if i%2 == 1 {
			d := math.Abs(embed.Cosine(got[i-1], got[i]) - embed.Cosine(want.vectors[i-1], want.vectors[i]))
			worstCosine = max(worstCosine, d)
		}
	}
	t.Logf("%s: %s; %d of %d texts with other ids; largest difference of a cosine %.2g, of a value %.2g",
		e.Name(), e.Describe(), different, len(texts), worstCosine, worstValue)
	if worstCosine > tolerance || worstValue > tolerance {
		t.Errorf("differences beyond %g", tolerance)
	}
}

func equal(a, b []int32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestAgainstReference(t *testing.T) {
	for _, m := range []string{"bert", "bert-cased", "mpnet"} {
		t.Run(m, func(t *testing.T) {
			e, err := local.New(local.Config{Dir: filepath.Join("testdata", m), ONNXRuntime: onnx.Off})
			if err != nil {
				t.Fatal(err)
			}
			compare(t, e, filepath.Join("testdata", m+".golden.json.gz"), 2e-5)
		})
	}
}

// TestName: a model has one name, whenever it is opened, and another when anything of it changes.
// Cached vectors are found by it.
func TestName(t *testing.T) {
	name := func(change func(dir string)) string {
		dir := filepath.Join(t.TempDir(), "m")
		if err := os.CopyFS(dir, os.DirFS("testdata/bert")); err != nil {
			t.Fatal(err)
		}
		change(dir)
		e, err := local.New(local.Config{Dir: dir, ONNXRuntime: onnx.Off})
		if err != nil {
			t.Fatal(err)
		}
		return e.Name()
	}
	same := func(string) {}
	seen := map[string]bool{name(same): true}
	if again := name(same); !seen[again] || !strings.HasPrefix(again, "m@") {
		t.Errorf("names %v and %s of one model", seen, again)
	}
	for file, change := range map[string][2]string{
		"config.json":               {`"num_attention_heads": 4`, `"num_attention_heads": 2`},
		"1_Pooling/config.json":     {`"pooling_mode_cls_token": false`, `"pooling_mode_cls_token": true`},
		"sentence_bert_config.json": {"96", "90"},
		"tokenizer_config.json":     {`"do_lower_case": true`, `"do_lower_case": false`},
		"vocab.txt":                 {"~", "\u02dc"},
		"model.safetensors":         {"\x3f", "\x3e"},
	} {
		if n := name(func(dir string) { replace(t, filepath.Join(dir, file), change[0], change[1]) }); seen[n] {
			t.Errorf("changing %s leaves the name %s", file, n)
		} else {
			seen[n] = true
		}
	}
}

// replace puts to for the first from in a file, which must have one.
func replace(t *testing.T, path, from, to string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(raw, []byte(from)) {
		t.Fatalf("%s has no %s", path, from)
	}
	if err := os.WriteFile(path, bytes.Replace(raw, []byte(from), []byte(to), 1), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestRealWeights compares a real model, where one is at hand: DEFT_TEST_ENCODER is its folder and
// DEFT_TEST_ENCODER_GOLDEN what testdata/reference.py wrote for it.
func TestRealWeights(t *testing.T) {
	dir, golden := os.Getenv("DEFT_TEST_ENCODER"), os.Getenv("DEFT_TEST_ENCODER_GOLDEN")
	if dir == "" || golden == "" {
		t.Skip("set DEFT_TEST_ENCODER to a model's folder and DEFT_TEST_ENCODER_GOLDEN to its reference")
	}
	e, err := local.New(local.Config{Dir: dir, ONNXRuntime: os.Getenv(onnx.Environment)})
	if err != nil {
		t.Fatal(err)
	}
	compare(t, e, golden, 1e-3)
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	change := func(name, from, to string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) { replace(t, filepath.Join(dir, name), from, to) }
	}
	remove := func(name string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	tests := []struct {
		name   string
		damage func(t *testing.T, dir string)
		want   string
	}{
		{"no config", remove("config.json"), "config.json"},
		{"no vocabulary", remove("vocab.txt"), "vocab.txt"},
		{"no weights", remove("model.safetensors"), "safetensors"},
		{"other family", change("config.json", `"model_type": "bert"`, `"model_type": "roberta"`), "endpoint"},
		{"other activation", change("config.json", `"hidden_act": "gelu"`, `"hidden_act": "swish"`), "swish"},
		{"wrong shape", change("config.json", `"intermediate_size": 64`, `"intermediate_size": 80`), "shape"},
		{"too many layers", change("config.json", `"num_hidden_layers": 2`, `"num_hidden_layers": 3`), "no tensor"},
		{"heads", change("config.json", `"num_attention_heads": 4`, `"num_attention_heads": 5`), "multiple"},
		{"module", change("modules.json", "models.Pooling", "models.Dense"), "Dense"},
		{"pooling", change("1_Pooling/config.json", `"pooling_mode_mean_tokens": true`, `"pooling_mode_mean_tokens": false`), "pooling"},
		{"vocabulary", change("vocab.txt", "[SEP]", "[sep]"), "[SEP]"},
		{"broken JSON", change("modules.json", "[", "{"), "modules.json"},
		{"pointer", func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, "model.safetensors"), []byte("version https://git-lfs.github.com/spec/v1\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}, "pointer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("testdata/bert")); err != nil {
				t.Fatal(err)
			}
			tt.damage(t, dir)
			_, err := local.New(local.Config{Dir: dir, ONNXRuntime: onnx.Off})
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), dir) {
				t.Errorf("err = %v, want it to name %q and the folder", err, tt.want)
			}
		})
	}
}

func TestHostileTexts(t *testing.T) {
	e, err := local.New(local.Config{Dir: "testdata/bert", ONNXRuntime: onnx.Off})
	if err != nil {
		t.Fatal(err)
	}
	n := 1 << 20
	if testing.Short() {
		n = 1 << 15
	}
	texts := []string{
		strings.Repeat("[MASK]", n/4), strings.Repeat("x", 4*n), strings.Repeat("\u0301", n), strings.Repeat(" ", 4*n),
		strings.Repeat("\xff", n/16), "\xed\xa0\x80", strings.Repeat("[SEP", n/2), "",
	}
	v, err := e.Encode(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if err := embed.Check(v, len(texts)); err != nil {
		t.Error(err)
	}
}

func FuzzTokens(f *testing.F) {
	e, err := local.New(local.Config{Dir: "testdata/mpnet", ONNXRuntime: onnx.Off})
	if err != nil {
		f.Fatal(err)
	}
	for _, t := range readPairs(f)[200:] {
		f.Add(t)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if ids := e.Tokens(text); len(ids) < 2 || len(ids) > 96 {
			t.Errorf("%d tokens", len(ids))
		}
	})
}

// BenchmarkReal encodes short texts with the model in DEFT_TEST_ENCODER, all of them in one call,
// 32 a call and one a call. testdata/onnx_speed.py measures the same from Python.
func BenchmarkReal(b *testing.B) {
	dir := os.Getenv("DEFT_TEST_ENCODER")
	if dir == "" {
		b.Skip("set DEFT_TEST_ENCODER to a model's folder")
	}
	e, err := local.New(local.Config{Dir: dir, ONNXRuntime: os.Getenv(onnx.Environment)})
	if err != nil {
		b.Fatal(err)
	}
	texts := readPairs(b)[:200] // the plain sentences, 12 tokens on average
	for _, size := range []int{1, 32, len(texts)} {
		b.Run(fmt.Sprintf("%s/batch=%d", e.Name(), size), func(b *testing.B) {
			given := slices.Clone(texts)
			if size > 1 { // as the Python side does
				slices.SortStableFunc(given, func(x, y string) int { return len(y) - len(x) })
			}
			for b.Loop() {
				for part := range slices.Chunk(given, size) {
					if _, err := e.Encode(b.Context(), part); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.N*len(texts))/b.Elapsed().Seconds(), "texts/s")
		})
	}
}
