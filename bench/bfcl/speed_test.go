package bfcl

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deft/chat"
	"deft/eval"
	"deft/internal/shared"
	"deft/tool"
)

// ordinaryReplies are replies as models give them to the several decoders.
func ordinaryReplies() []struct {
	name, decoding string
	lang           language
	reply          chat.Message
} {
	text := func(s string) chat.Message { return chat.Message{Role: chat.Assistant, Content: s} }
	return []struct {
		name, decoding string
		lang           language
		reply          chat.Message
	}{
		{"python", "python", python, text(`[get_current_weather(location="Boston, MA", unit='fahrenheit', days=[1, 2, 3], options={'hourly': True}), math.factorial(number=5)]`)},
		{"wrap", "python-wrap", python, text(`triangle_properties.get(side1=5, side2=4, side3=3, get_area=True, get_perimeter=True, get_angles=True)`)},
		{"native", "native", python, chat.Message{ToolCalls: []tool.Call{{Name: "get_current_weather", Arguments: []byte(`{"location": "Boston, MA", "unit": "fahrenheit", "days": [1, 2, 3], "options": {"hourly": true, "limit": 10.5}}`)}}}},
		{"hermes", "hermes", python, text("<tool_call>\n{\"arguments\": {\"side1\": 5, \"side2\": 4, \"side3\": 3, \"get_area\": true, \"get_perimeter\": true, \"get_angles\": true}, \"name\": \"triangle_properties_get\"}\n</tool_call>\n")},
		{"xlam", "xlam", python, text("\n{\"tool_calls\": [{\"name\": \"triangle_properties.get\", \"arguments\": {\"side1\": 5, \"side2\": 4, \"side3\": 3, \"get_area\": true, \"get_perimeter\": true}}]}")},
		{"java", "python", java, text(`[DeviceMonitor.assessQuality(image="sensor_17.raw", threshold=0.75, tags=new ArrayList<String>(Arrays.asList("night", "rain")), deep=true)]`)},
		{"javascript", "python", javascript, text(`[chart.updateSeries(container='main-panel', values=[12, 15.5, 9, 30], options={legend: true, title: 'Rain'}, animate=false)]`)},
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, r := range ordinaryReplies() {
		decoding, err := parseDecoding(r.decoding)
		if err != nil {
			b.Fatal(err)
		}
		d := decoder{decoding: decoding, reference: true}
		size := len(r.reply.Content)
		for _, c := range r.reply.ToolCalls {
			size += len(c.Arguments)
		}
		b.Run(r.name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				got := d.read(r.reply, r.lang)
				if got.status != decoded || len(got.calls) == 0 {
					b.Fatalf("%+v", got)
				}
				d.done(got)
			}
		})
	}
}

// BenchmarkConvert reads literals of Java and JavaScript as their documented types.
func BenchmarkConvert(b *testing.B) {
	for _, l := range []struct {
		lang            language
		text, typ, item string
	}{
		{java, `new ArrayList<String>(Arrays.asList("night", "rain", "fog over the harbour", "clear"))`, "ArrayList", "String"},
		{java, `new HashMap<String, Object>() {{ put("mode", "night"); put("limit", 25); put("deep", true); }}`, "HashMap", ""},
		{java, `new int[]{12, 15, 9, 30, 12, 15, 9, 30, 7, 8}`, "Array", "integer"},
		{javascript, `['night', 'rain', 'fog over the harbour', 'clear']`, "array", "String"},
		{javascript, `{legend: true, title: 'Rain', limit: 25, unit: 'mm', colour: 'blue'}`, "dict", ""},
		{javascript, `[[12, 15, 9, 30], [1, 2, 3, 4], [5, 6, 7, 8]]`, "array", ""},
	} {
		c := converter{exact: true}
		b.Run(l.lang.String()+"/"+l.typ+strings.Repeat("-rows", strings.Count(l.text, "[[")), func(b *testing.B) {
			b.SetBytes(int64(len(l.text)))
			b.ReportAllocs()
			for b.Loop() {
				if l.lang == java {
					c.java(l.text, l.typ, l.item)
				} else {
					c.javascript(l.text, l.typ, l.item)
				}
			}
		})
	}
}

// BenchmarkRecorded decodes all that the ten models of August 2024 replied, by decoder and language.
func BenchmarkRecorded(b *testing.B) {
	dir := shared.Data(b, "bfcl", "v1-2024-08")
	samples := readSamples(b, dir, eval.CompatReference)
	rs, _, err := outputs(filepath.Join(dir, "outputs"))
	if err != nil {
		b.Fatal(err)
	}
	replies, sizes, names := map[string][]chat.Message{}, map[string]int64{}, []string{}
	for _, r := range rs {
		for reply, err := range r.Replies() {
			if err != nil {
				b.Fatal(err)
			}
			decoding, _, _ := strings.Cut(r.Decoding, "+")
			name := decoding + "/" + newCache().category[samples[reply.Sample].Groups[0]].language.String()
			if replies[name] == nil {
				names = append(names, name)
			}
			replies[name] = append(replies[name], reply.Reply)
			sizes[name] += int64(len(reply.Reply.Content))
			for _, c := range reply.Reply.ToolCalls {
				sizes[name] += int64(len(c.Arguments) + len(c.Malformed))
			}
		}
	}
	slices.Sort(names)
	for _, name := range names {
		base, lang, _ := strings.Cut(name, "/")
		decoding, err := parseDecoding(base)
		if err != nil {
			b.Fatal(err)
		}
		of := map[string]language{"Python": python, "Java": java, "JavaScript": javascript}[lang]
		d := decoder{decoding: decoding, reference: true}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(sizes[name])
			b.ReportMetric(float64(sizes[name])/float64(len(replies[name])), "B/reply")
			for b.Loop() {
				for _, m := range replies[name] {
					d.done(d.read(m, of))
				}
			}
		})
	}
}
