package embed_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"deft/retrieve/embed"
)

func cosine(t *testing.T, e embed.Encoder, a, b string) float64 {
	t.Helper()
	v, err := e.Encode(t.Context(), []string{a, b})
	if err != nil {
		t.Fatal(err)
	}
	return embed.Cosine(v[0], v[1])
}

func TestCosine(t *testing.T) {
	tests := []struct {
		name string
		a, b []float32
		want float64
	}{
		{"equal", []float32{0.1, 0.7, -0.3}, []float32{0.1, 0.7, -0.3}, 1},
		{"opposite", []float32{1, 2}, []float32{-1, -2}, -1},
		{"orthogonal", []float32{1, 0}, []float32{0, 3}, 0},
		{"zero", []float32{0, 0}, []float32{1, 0}, 0},
		{"unequal lengths", []float32{1}, []float32{1, 0}, 0},
		{"none", nil, nil, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := embed.Cosine(tt.a, tt.b); got != tt.want {
				t.Errorf("Cosine = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestLexicalOrdersPairsAsAReaderWould(t *testing.T) {
	e := embed.Lexical{}
	// In each line the first text is closer to the second than to the third.
	for _, l := range [][3]string{
		{"I should look up the weather in Oslo", "Next I look up the weather in Oslo.", "I should book a table for four"},
		{"Weather.get_forecast", "weather.getForecast", "Calendar.add_event"},
		{"{'city': 'Oslo', 'days': 3}", "{'city': 'Oslo', 'days': 4}", "{'query': 'solar energy'}"},
		{"{}", "Clock.now {}", "Clock.now"},
		{"查询北京的天气", "北京今天天气怎么样", "预订一张机票"},
		{"naïve café", "Naïve Café!", "tea house"},
	} {
		near, far := cosine(t, e, l[0], l[1]), cosine(t, e, l[0], l[2])
		if near <= far || near > 1 {
			t.Errorf("%q: cosine %.3f to %q, %.3f to %q", l[0], near, l[1], far, l[2])
		}
	}
}

func TestLexicalNormAndDeterminism(t *testing.T) {
	texts := []string{"", " \n\t", "a", "{}", "????", "\xff\xfe", "\x00\x01", strings.Repeat("x", 1<<17), strings.Repeat("word ", 1<<13), "🙂🙂", "Ⅷ ½ ３"}
	e := embed.Lexical{}
	first, err := e.Encode(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	second, _ := e.Encode(t.Context(), texts)
	for i, v := range first {
		var norm float64
		for j, x := range v {
			norm += float64(x) * float64(x)
			if x != second[i][j] {
				t.Fatalf("%.20q: value %d differs between two runs", texts[i], j)
			}
		}
		empty := strings.TrimSpace(texts[i]) == "" || i == 5 || i == 6
		if empty && norm != 0 || !empty && math.Abs(norm-1) > 1e-5 {
			t.Errorf("%.20q: squared norm %v", texts[i], norm)
		}
	}
}

func TestLexicalStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (embed.Lexical{}).Encode(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want context.Canceled", err)
	}
}

// counting is an encoder that remembers what it was asked.
type counting struct {
	mu    sync.Mutex
	name  string
	asked []string
	dim   int
}

func (c *counting) Name() string { return c.name }

func (c *counting) Encode(_ context.Context, texts []string) ([][]float32, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, texts...)
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, c.dim)
		out[i][len(t)%c.dim] = 1
	}
	return out, nil
}

func TestDiskRemembers(t *testing.T) {
	dir := t.TempDir()
	inner := &counting{name: "one", dim: 8}
	open := func(e embed.Encoder) *embed.Disk {
		d, err := embed.NewDisk(e, dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		return d
	}
	encode := func(d *embed.Disk, texts ...string) [][]float32 {
		v, err := d.Encode(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range texts {
			if v[i][len(s)%len(v[i])] != 1 {
				t.Errorf("vector of %q is wrong: %v", s, v[i])
			}
		}
		return v
	}
	d := open(inner)
	encode(d, "a", "bb", "a")
	encode(d, "ccc", "bb")
	if got := strings.Join(inner.asked, " "); got != "a bb ccc" {
		t.Errorf("asked for %q, want each text once", got)
	}
	again := open(inner)
	encode(again, "ccc", "bb", "a")
	if len(inner.asked) != 3 {
		t.Errorf("a second process asked again: %q", inner.asked)
	}
	other := &counting{name: "two", dim: 4}
	encode(open(other), "a")
	if len(other.asked) != 1 {
		t.Errorf("the other encoder's vector came from the first one's cache")
	}
}

func TestDiskSurvivesDamage(t *testing.T) {
	dir := t.TempDir()
	inner := &counting{name: "one", dim: 8}
	d, err := embed.NewDisk(inner, dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Encode(t.Context(), []string{"a", "bb", "ccc"}); err != nil {
		t.Fatal(err)
	}
	d.Close()
	segments, _ := filepath.Glob(filepath.Join(dir, "*", "*.vec"))
	if len(segments) != 1 {
		t.Fatalf("%d segments, want 1", len(segments))
	}
	raw, _ := os.ReadFile(segments[0])
	raw[len(raw)-70] ^= 1 // inside the second record
	if err := os.WriteFile(segments[0], raw[:len(raw)-5], 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(segments[0]), "x.vec"), []byte("something else"), 0o644); err != nil {
		t.Fatal(err)
	}
	inner.asked = nil
	d, err = embed.NewDisk(inner, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Encode(t.Context(), []string{"a", "bb", "ccc"}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(inner.asked, " "); got != "bb ccc" {
		t.Errorf("asked for %q, want the damaged two", got)
	}
}

func TestDiskConcurrent(t *testing.T) {
	inner := &counting{name: "one", dim: 8}
	d, err := embed.NewDisk(inner, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 50 {
				s := strings.Repeat("x", (g+i)%20)
				v, err := d.Encode(context.Background(), []string{s})
				if err != nil || v[0][len(s)%8] != 1 {
					t.Errorf("%d: %v %v", len(s), v, err)
				}
			}
		})
	}
	wg.Wait()
}

func FuzzLexical(f *testing.F) {
	for _, s := range []string{"", "{}", "[{]}", "camelCaseName_x2y", "\xff{", "ﬁ İ 한국어"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := (embed.Lexical{}).Encode(t.Context(), []string{s, s})
		if err != nil {
			t.Fatal(err)
		}
		if c := embed.Cosine(v[0], v[1]); c != 1 && c != 0 {
			t.Errorf("cosine of a text with itself is %v", c)
		}
	})
}

func BenchmarkLexical(b *testing.B) {
	text := []string{"I should look up the weather in Oslo for the next three days before booking the train."}
	for b.Loop() {
		if _, err := (embed.Lexical{}).Encode(b.Context(), text); err != nil {
			b.Fatal(err)
		}
	}
}
