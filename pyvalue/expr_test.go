package pyvalue_test

import (
	"strings"
	"testing"
	"time"

	"deft/internal/race"
	"deft/pyvalue"
)

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{`{'a': (1, -2.5), "b": None, 'c': {1, 2, 1.0}}`, `{'a': (1, -2.5), 'b': None, 'c': {1, 2}}`},
		{`r'\d' "b" '''c'''`, `'\\dbc'`}, {`b"\x00" b'a'`, `b'\x00a'`}, {`1_000 + 0x10`, `1016`}, {`[1e21, -0.0, 1e3]`, `[1e+21, -0.0, 1000.0]`},
		{`2 ** 100`, `1267650600228229401496703205376`}, {`7 // -2`, `-4`}, {`-7 % 3`, `2`}, {`7 / 2`, `3.5`}, {`"ab" * 2 + 'c'`, `'ababc'`},
		{`[1] + [2]`, `[1, 2]`}, {`~5`, `-6`}, {`not []`, `True`}, {`1 << 70`, `1180591620717411303424`}, {`(1,)`, `(1,)`}, {`()`, `()`},
		{`{'a': 1, 'a': 2, 1: 'x', True: 'y'}`, `{'a': 2, 1: 'y'}`},
	}
	for _, tt := range tests {
		v, err := pyvalue.Parse(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got := pyvalue.Repr(v); got != tt.want {
			t.Errorf("%s = %s, want %s", tt.text, got, tt.want)
		}
	}
	for _, text := range []string{"", "1 +", "(", "f'x'", "a.b", "1 < 2", "10 ** 100000", "'a' * 10 ** 9", "1 / 0", "[1", "1 << 99999999999", "{[]: 1}", "x y", "'a", "\x00", "1 if", "lambda"} {
		if v, err := pyvalue.Parse(text); err == nil {
			t.Errorf("%q is read as %s", text, pyvalue.Repr(v))
		}
	}
}

func TestCallOptions(t *testing.T) {
	tests := []struct {
		text string
		o    pyvalue.Options
		want string // "" for an error
	}{
		{`[f(from="Oslo")]`, pyvalue.Options{}, ""},
		{`[f(from="Oslo")]`, pyvalue.Options{Reserved: true}, `[{'f': {'from': 'Oslo'}}]`},
		{`[f(a=+5, b=not True)]`, pyvalue.Options{Minus: true}, `[{'f': {'a': -5, 'b': -1}}]`},
		{`[f(a=+5, b=not True)]`, pyvalue.Options{}, `[{'f': {'a': 5, 'b': False}}]`},
		{`[f(a=Color.RED)]`, pyvalue.Options{Minus: true}, ""},
		{`[f(a=Color.RED, b={1}, c=true)]`, pyvalue.Options{Lenient: true}, `[{'f': {'a': 'Color.RED', 'b': {1}, 'c': True}}]`},
		{`get\_weather(my\_city='x')`, pyvalue.Options{Lenient: true}, `[{'get_weather': {'my_city': 'x'}}]`},
		{`f(a=1)`, pyvalue.Options{}, ""},
		{` [f(a=1)]`, pyvalue.Options{}, ""},
		{`[import(a=1), mail.from(b='x'), A.as(), f(x=not (1))]`, pyvalue.Options{Lenient: true}, `[{'import': {'a': 1}}, {'mail.from': {'b': 'x'}}, {'A.as': {}}, {'f': {'x': False}}]`},
		{` [f(a=1)]`, pyvalue.Options{Lenient: true}, `[{'f': {'a': 1}}]`},
		{`[f(a=g(b=1), c=g(2), d=x[1:2], e=a, **k)]`, pyvalue.Options{}, `[{'f': {'a': {'g': {'b': 1}}, 'c': 'g(2)', 'd': 'x[1:2]', 'e': 'a', None: 'k'}}]`},
		{`[f(1, a=2)]`, pyvalue.Options{}, `[{'f': {'a': 2}}]`},
	}
	for _, tt := range tests {
		calls, err := pyvalue.ParseCalls(tt.text, tt.o)
		got := ""
		if err == nil {
			got = reprCalls(calls)
		}
		if got != tt.want {
			t.Errorf("%s with %+v\n got %s (%v)\nwant %s", tt.text, tt.o, got, err, tt.want)
		}
	}
}

// hostile are texts that make careless parsers quadratic or overflow their stack.
func hostile(size int) map[string]string {
	texts := map[string]string{}
	for _, unit := range []string{"[", "(", "{", "f(", "f(a=", "[f(a=", "'", `"`, "'''", "-", "not ", "a.", "1+", "1**", "x[", "lambda:", "a if ", "{'a':", "'a' ", "1,", "f(a=1),",
		"a==", "\\\n", "\n", " ", "#", "1_", "x for y in ", "*", "**", "f'", "b'a'", "\\", "a=1,", "]", "0", "f'{", "f'{'", "yield ", "await ", "a:=", "...", "é"} {
		text := strings.Repeat(unit, size/len(unit))
		texts[unit] = text
		texts["[f("+unit] = "[f(" + text
	}
	return texts
}

func TestHostileTexts(t *testing.T) {
	size := 1 << 20
	if testing.Short() || race.Enabled {
		size = 1 << 14
	}
	for unit, text := range hostile(size) {
		start := time.Now()
		_, _ = pyvalue.ParseCalls(text, pyvalue.Options{Minus: true})
		_, _ = pyvalue.Parse(text)
		_, _ = pyvalue.FromJSON([]byte(text))
		_, _ = pyvalue.Unparse(text)
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%d bytes of %q took %v", len(text), unit, took)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range readCPython(f)[:200] {
		f.Add(c.Text)
	}
	f.Add(`{"a": [1, 2.5e-3, true, null, "\u00e9\ud83d\ude00"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		if v, err := pyvalue.FromJSONString(text); err == nil {
			if !pyvalue.Equal(v, v) && !strings.Contains(text, "NaN") {
				t.Errorf("%q is not equal to itself", text)
			}
			_ = pyvalue.Str(v)
		}
		for _, o := range []pyvalue.Options{{}, {Minus: true}, {Lenient: true}, {Reserved: true}} {
			_, _ = pyvalue.ParseCalls(text, o)
		}
		// What is printed is a literal of the same value.
		v, err := pyvalue.Parse(text)
		if err != nil {
			return
		}
		printed := pyvalue.Repr(v)
		if strings.Contains(printed, "nan") || strings.Contains(printed, "inf") || strings.Contains(printed, "set()") || strings.Contains(printed, "j") || strings.Contains(printed, `\udc`) {
			return
		}
		back, err := pyvalue.Parse(printed)
		if err != nil || !pyvalue.Equal(v, back) {
			t.Errorf("%q prints as %s, which reads as %s, %v", text, printed, pyvalue.Repr(back), err)
		}
		if once, err := pyvalue.Unparse(text); err == nil && !strings.Contains(once, "1e309") {
			if twice, err := pyvalue.Unparse(once); err != nil || twice != once {
				t.Errorf("%q unparses to %s and that to %s, %v", text, once, twice, err)
			}
		}
	})
}

const (
	ordinary     = `[get_current_weather(location="Boston, MA", unit='fahrenheit', days=[1, 2, 3], options={'hourly': True, "limit": 10.5}), math.factorial(number=5)]`
	ordinaryJSON = `{"location": "Boston, MA", "unit": "fahrenheit", "days": [1, 2, 3], "options": {"hourly": true, "limit": 10.5}}`
	// unusual has what the reader of plain calls leaves to the parser of the whole grammar.
	unusual = `[get_current_weather(location="Boston, " "MA", unit=Unit.FAHRENHEIT, days=[1, 2 + 1, 3], options={'hourly': not False, "limit": 10.5}), f(g(x=5))]`
)

// list repeats a call up to about 10 KB.
func list(call string) string {
	return "[" + strings.Repeat(call+", ", 10240/len(call)) + call + "]"
}

func BenchmarkCalls(b *testing.B) {
	for _, t := range []struct {
		name, text string
		o          pyvalue.Options
	}{
		{"ordinary", ordinary, pyvalue.Options{Minus: true}}, {"long", list(ordinary[1 : len(ordinary)-1]), pyvalue.Options{Minus: true}},
		{"escapes", `[post(text="It\'s \"fine\"\nto say so", to='Zo\u00eb', tags=["a\tb", 'c'])]`, pyvalue.Options{Minus: true}}, {"unusual", unusual, pyvalue.Options{Lenient: true}},
	} {
		b.Run(t.name, func(b *testing.B) {
			var d pyvalue.Decoder
			b.SetBytes(int64(len(t.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := d.Calls(t.text, t.o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkJSON(b *testing.B) {
	for _, t := range []struct{ name, text string }{{"ordinary", ordinaryJSON}, {"long", list(ordinaryJSON)}} {
		b.Run("kept/"+t.name, func(b *testing.B) {
			var d pyvalue.Decoder
			b.SetBytes(int64(len(t.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := d.JSON(t.text); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("own/"+t.name, func(b *testing.B) {
			b.SetBytes(int64(len(t.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := pyvalue.FromJSONString(t.text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkHostile(b *testing.B) {
	for name, text := range map[string]string{
		"brackets": strings.Repeat("[", 1<<20), "deep": strings.Repeat("[", 190) + strings.Repeat("1,", 1<<19) + strings.Repeat("]", 190),
		"unclosed": "[f(a='" + strings.Repeat("x", 1<<20), "signs": "[f(a=" + strings.Repeat("-", 1<<20), "sum": "[f(a=1" + strings.Repeat("+1", 1<<19) + ")]",
	} {
		b.Run(name, func(b *testing.B) {
			var d pyvalue.Decoder
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				_, _ = d.Calls(text, pyvalue.Options{Minus: true})
			}
		})
	}
}
