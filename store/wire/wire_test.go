package wire_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"deft/eval"
	"deft/store/storetest"
	"deft/store/wire"
	"deft/tool"
)

// plainly is v as encoding/json writes it without HTML escaping.
func plainly(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// check writes v both ways and reads it back both ways.
func check[T any](t *testing.T, v T, write func([]byte, *T) ([]byte, error), read func(string) (T, error)) {
	t.Helper()
	got, err := write([]byte("before "), &v)
	if err != nil {
		t.Fatalf("%+v: %v", v, err)
	}
	text := plainly(t, v)
	if string(got) != "before "+text {
		t.Fatalf("written\n%s\nencoding/json writes\nbefore %s", got, text)
	}
	checkRead(t, text, read)
}

func checkRead[T any](t *testing.T, text string, read func(string) (T, error)) {
	t.Helper()
	var want T
	werr := json.Unmarshal([]byte(text), &want)
	have, err := read(text)
	if (err == nil) != (werr == nil) {
		t.Fatalf("reading %q: error %v; encoding/json: %v", text, err, werr)
	}
	if reflect.DeepEqual(want, have) {
		return
	}
	if d := cmp.Diff(want, have); d != "" {
		t.Fatalf("reading %q (-encoding/json +wire):\n%s", text, d)
	}
}

func TestRandom(t *testing.T) {
	g := storetest.Random{Rand: rand.New(rand.NewPCG(3, 4))}
	for range 400 {
		check(t, g.Sample(), wire.AppendSample, wire.Sample)
		check(t, g.Transcript(), wire.AppendTranscript, wire.Transcript)
		check(t, g.Score(), wire.AppendScore, wire.Score)
		check(t, g.Spec(), wire.AppendSpec, wire.Spec)
	}
}

// A field added to a type and forgotten here is found: every field is set by reflection.
func TestEveryField(t *testing.T) {
	check(t, full[eval.Sample](t), wire.AppendSample, wire.Sample)
	check(t, full[eval.Transcript](t), wire.AppendTranscript, wire.Transcript)
	check(t, full[eval.Score](t), wire.AppendScore, wire.Score)
	check(t, full[tool.Spec](t), wire.AppendSpec, wire.Spec)
	check(t, eval.Sample{}, wire.AppendSample, wire.Sample)
	check(t, eval.Transcript{}, wire.AppendTranscript, wire.Transcript)
	check(t, eval.Transcript{Events: []eval.Event{}}, wire.AppendTranscript, wire.Transcript)
	check(t, eval.Score{}, wire.AppendScore, wire.Score)
	check(t, tool.Spec{}, wire.AppendSpec, wire.Spec)
}

func full[T any](t *testing.T) (v T) {
	fill(t, reflect.ValueOf(&v).Elem())
	return v
}

func fill(t *testing.T, v reflect.Value) {
	switch {
	case v.Type() == reflect.TypeFor[json.RawMessage]():
		v.SetBytes([]byte(`{"a":[1.50,"<",null]}`))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case v.Kind() == reflect.String:
		v.SetString("text")
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(-7)
	case v.CanUint():
		v.SetUint(math.MaxUint64)
	case v.CanFloat():
		v.SetFloat(0.125)
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(t, v.Index(0))
		fill(t, v.Index(1))
	case v.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, k := range []string{"z", "a", "é"} {
			e := reflect.New(v.Type().Elem()).Elem()
			fill(t, e)
			v.SetMapIndex(reflect.ValueOf(k), e)
		}
	default:
		t.Fatalf("a field of type %s: teach wire to write it", v.Type())
	}
}

func TestNumbers(t *testing.T) {
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e-6, 9.99e-7, 1e-7, 1.5e-10, 1e20, 1e21, 123456789012345678, 1 << 53, 1<<53 - 1, -1 << 53,
		math.MaxFloat64, math.SmallestNonzeroFloat64, 1e-9, 1e-10, 1e100, 1.0 / 3} {
		check(t, eval.Score{Counts: map[string]float64{"f": f}}, wire.AppendScore, wire.Score)
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, err := wire.AppendScore(nil, &eval.Score{Counts: map[string]float64{"f": f}}); err == nil {
			t.Errorf("%v was written", f)
		}
	}
}

func TestEmbedded(t *testing.T) {
	for _, doc := range []string{" {\n\t\"a\" : [ 1 , \"x y\" ] }\r\n", "1.50e+007", "null", `"\ud83d\u0041"`, "\"\xff\"", "[]", "{ }"} {
		check(t, eval.Sample{Gold: json.RawMessage(doc)}, wire.AppendSample, wire.Sample)
	}
	for _, doc := range []string{" ", "{", "{]", "01", "1.", "tru", "truex", "1 2", "\"a\nb\"", `"\x"`, `"\u12g4"`, `{"a":1,}`, "[1,]", "[,1]", `{1:2}`, "\x00", "-", "1e", "'a'",
		strings.Repeat("[", 10001) + strings.Repeat("]", 10001)} {
		_, err := wire.AppendSample(nil, &eval.Sample{Gold: json.RawMessage(doc)})
		if err == nil || !strings.Contains(err.Error(), "gold") {
			t.Errorf("%.20q: got error %v, want one that names gold", doc, err)
		}
		if json.Valid([]byte(doc)) {
			t.Errorf("%.20q is JSON", doc)
		}
	}
}

// Short strings must not hold on to the text they were read from.
func TestShortStringsAreCopied(t *testing.T) {
	text := `{"id":"abc","messages":[{"role":"user","content":"` + strings.Repeat("long ", 100) + `"}]}`
	s, err := wire.Sample(text)
	if err != nil {
		t.Fatal(err)
	}
	if within(text, s.ID) {
		t.Error("the id shares the memory of the whole")
	}
	if !within(text, s.Messages[0].Content) {
		t.Error("the long message was copied")
	}
}

// within says whether part lies in the memory of text.
func within(text, part string) bool {
	from, at := uintptr(unsafe.Pointer(unsafe.StringData(text))), uintptr(unsafe.Pointer(unsafe.StringData(part)))
	return from <= at && at < from+uintptr(len(text))
}

func FuzzRead(f *testing.F) {
	g := storetest.Random{Rand: rand.New(rand.NewPCG(5, 6))}
	for range 20 {
		b, err := wire.AppendTranscript(nil, new(g.Transcript()))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
		if b, err = wire.AppendSample(nil, new(g.Sample())); err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
		if b, err = wire.AppendScore(nil, new(g.Score())); err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	f.Add(`{"id":"a","id":"b","gold":null,"GOLD":1}`)
	f.Add(`{"key":{"sample":"x"},"key":{"trial":1},"events":null,"usage":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, "[")+strings.Count(text, "{") > 9000 {
			return // wire counts depth within an embedded document
		}
		checkRead(t, text, wire.Sample)
		checkRead(t, text, wire.Transcript)
		checkRead(t, text, wire.Score)
		checkRead(t, text, wire.Spec)
	})
}

func FuzzEmbedded(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.50,true,"\u00e9\n"]}`, ` [ ] `, `-0.1e+5`, "\"\xff\u2028\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if len(doc) == 0 {
			return
		}
		_, err := wire.AppendSpec(nil, &tool.Spec{Parameters: doc})
		if (err == nil) != json.Valid(doc) {
			t.Fatalf("%q: error %v, json.Valid says %v", doc, err, json.Valid(doc))
		}
		if err == nil {
			check(t, tool.Spec{Parameters: doc, Name: string(doc)}, wire.AppendSpec, wire.Spec)
		}
	})
}

// Transcript2KB is a usual attempt: a prompt of 1.4 KB and a short reply.
func transcript2KB() eval.Transcript {
	t := storetest.NewTranscript(1, 0, "")
	t.Events = t.Events[:2]
	t.Events[0].Messages[1].Content = strings.Repeat("What is the weather \"here\"?\n", 50)
	return t
}

func BenchmarkAppendTranscript2KB(b *testing.B) {
	t := transcript2KB()
	var buf []byte
	for b.Loop() {
		buf, _ = wire.AppendTranscript(buf[:0], &t)
	}
	b.SetBytes(int64(len(buf)))
}

func BenchmarkReadTranscript2KB(b *testing.B) {
	t := transcript2KB()
	buf, err := wire.AppendTranscript(nil, &t)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wire.Transcript(string(buf)); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(buf)))
}

func BenchmarkMarshalTranscript2KB(b *testing.B) {
	t := transcript2KB()
	for b.Loop() {
		if _, err := json.Marshal(&t); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkUnmarshalTranscript2KB(b *testing.B) {
	t := transcript2KB()
	buf, err := wire.AppendTranscript(nil, &t)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var out eval.Transcript
		if err := json.Unmarshal(buf, &out); err != nil {
			b.Fatal(err)
		}
	}
}
