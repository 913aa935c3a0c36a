package teval

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/retrieve/embed/local"
	"deft/retrieve/embed/local/onnx"
	"deft/tool"

	"github.com/google/go-cmp/cmp"
)

// play runs every sample of task with the models that who gives, and gives metrics and diagnostics.
func play(t *testing.T, task *eval.Task, who eval.ModelFor) (metrics, diagnostics map[string]float64) {
	t.Helper()
	sum, n := map[string]float64{}, 0
	for _, s := range collect(t, task) {
		model, err := who(s, task.Protocol)
		if err != nil {
			t.Fatal(err)
		}
		tr := eval.Transcript{Key: chat.Key{Sample: s.ID}}
		a := &eval.Attempt{
			Key: tr.Key, Sample: s, Models: map[string]chat.Model{chat.RoleAgent: model}, Protocol: task.Protocol,
			Sampling: task.Sampling, Record: func(e eval.Event) { tr.Events = append(tr.Events, e) }, Now: time.Now,
		}
		if tr.Stop, err = task.Solver.Solve(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		score, err := task.Scoring.Scorer.Score(t.Context(), s, tr)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range score.Counts {
			sum[k] += v
		}
		n++
	}
	values := func(ms []eval.Metric) map[string]float64 {
		out := map[string]float64{}
		for _, m := range ms {
			v, ok := m.Of(sum, n)
			if !ok {
				v = math.NaN()
			}
			out[m.Name] = v
		}
		return out
	}
	return values(task.Scoring.Metrics), values(task.Scoring.Diagnostics)
}

// TestOracleIsPerfect: every metric is exactly 1 under default, in every ability and format.
func TestOracleIsPerfect(t *testing.T) {
	task, err := Benchmark().Open(t.Context(), eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	metrics, diagnostics := play(t, task, task.Oracle)
	for name, v := range metrics {
		if v != 1 {
			t.Errorf("%s is %v, want exactly 1", name, v)
		}
	}
	for name, v := range diagnostics {
		if v != 1 {
			t.Errorf("diagnostic %s is %v, want exactly 1", name, v)
		}
	}
	if len(metrics) != 7+11+2+1 {
		t.Errorf("%d metrics", len(metrics))
	}
}

// TestOracleInOtherModes: only the reference's known quirk, a divisor of n+0.00001, costs anything.
func TestOracleInOtherModes(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all cases several times")
	}
	for _, mode := range []eval.Compat{eval.CompatPaper, eval.CompatReference} {
		task, err := Benchmark().Open(t.Context(), eval.Options{Compat: mode})
		if err != nil {
			t.Fatal(err)
		}
		metrics, _ := play(t, task, task.Oracle)
		for name, v := range metrics {
			exact := mode == eval.CompatPaper || !strings.HasPrefix(name, "understand") && !strings.HasPrefix(name, "overall")
			if exact && v != 1 || v < 0.9999 || v > 1 {
				t.Errorf("%s: %s is %v", mode, name, v)
			}
		}
	}
}

// TestBaseline: better than nothing, far from the oracle, and always readable.
func TestBaseline(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all cases several times")
	}
	task, err := Benchmark().Open(t.Context(), eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	metrics, _ := play(t, task, task.Baseline)
	t.Log(metrics)
	if metrics["overall"] < 0.1 || metrics["overall"] > 0.75 || metrics["parse_rate"] < 0.95 {
		t.Errorf("overall %v, parse rate %v", metrics["overall"], metrics["parse_rate"])
	}
}

// TestOracleWithNeuralEncoder: the oracle's text plans pass the threshold with a real encoder too.
func TestOracleWithNeuralEncoder(t *testing.T) {
	dir := os.Getenv("DEFT_TEST_ENCODER")
	if dir == "" || testing.Short() {
		t.Skip("set DEFT_TEST_ENCODER to a sentence encoder's folder")
	}
	e, err := local.New(local.Config{Dir: dir, ONNXRuntime: os.Getenv(onnx.Environment)})
	if err != nil {
		t.Fatal(err)
	}
	task, err := Benchmark().Open(t.Context(), eval.Options{Encoder: e})
	if err != nil {
		t.Fatal(err)
	}
	if id := task.Scoring.Scorer.ID(); !strings.Contains(id, e.Name()) {
		t.Errorf("scorer %s does not name the encoder %s", id, e.Name())
	}
	metrics, _ := play(t, task, task.Oracle)
	for name, v := range metrics {
		if v != 1 {
			t.Errorf("%s is %v, want exactly 1", name, v)
		}
	}
}

func TestRaw(t *testing.T) {
	in := []chat.Message{{Role: chat.System, Content: "s"}, {Role: roleFunction, Content: "f", Name: "Tool.x"}}
	out, tools := raw{}.Render(in, []tool.Spec{{Name: "x"}})
	want := []chat.Message{{Role: chat.System, Content: "s"}, {Role: chat.User, Content: "f", Name: "Tool.x"}}
	if d := cmp.Diff(want, out); d != "" || tools != nil {
		t.Errorf("Render (-want +got):\n%s, tools %v", d, tools)
	}
	if in[1].Role != roleFunction {
		t.Error("Render changed its input")
	}
	for _, text := range []string{"x", " {\"a\": 1}\n", "`"} {
		if s := (raw{}).Parse((raw{}).Format(protocol.Step{Answer: text})); s.Answer != text || !s.Readable() {
			t.Errorf("%q came back as %+v", text, s)
		}
	}
	if s := (raw{}).Parse(chat.Message{}); s.Readable() {
		t.Error("an empty reply is readable")
	}
}

func TestSubsets(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all cases several times")
	}
	dir := t.TempDir()
	writeOwn(t, dir, nil)
	for _, k := range kinds() {
		path := filepath.Join(dir, k.name+"_v2.json")
		task, err := Benchmark().Open(t.Context(), eval.Options{Data: path})
		if err != nil {
			t.Fatal(err)
		}
		metrics, _ := play(t, task, task.Oracle)
		for _, a := range k.abilities {
			for _, f := range formatsOf(a) {
				v, want := metrics[a+"_"+f], 1.0
				if k.name != "instruct" && k.format != f {
					want = math.NaN()
				}
				if v != want && !(math.IsNaN(v) && math.IsNaN(want)) {
					t.Errorf("only %s: %s_%s is %v, want %v", k.name, a, f, v, want)
				}
			}
		}
		if v := metrics["overall"]; !math.IsNaN(v) {
			t.Errorf("only %s: overall is %v, want none", k.name, v)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		sub, err := os.MkdirTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(sub, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return sub
	}
	const prompt = `"origin_prompt": [{"role": "user", "content": "x"}]`
	tests := []struct{ name, path, want string }{
		{"no folder", filepath.Join(dir, "none"), "no such file"},
		{"nothing in it", write("other.json", "{}"), "plan_json_v2.json"},
		{"no object", write("plan_json_v2.json", "[]"), "one JSON object"},
		{"cut short", write("review_str_v2.json", "{\n\"a\": {\n"), "review_str_v2.json:"},
		{"no JSON", write("review_str_v2.json", "{\n\"a\": {x}}"), "review_str_v2.json:2"},
		{"twice", write("review_str_v2.json", `{"a": {"ground_truth": {"answer": "A"}, `+prompt+`}, "a": {}}`), "twice"},
		{"no answer", write("review_str_v2.json", `{"a": {"ground_truth": {"answer": "F"}, `+prompt+`}}`), "A, B, C, D, E"},
		{"no prompt", write("review_str_v2.json", `{"a": {"ground_truth": {"answer": "A"}}}`), "origin_prompt"},
		{"role", write("review_str_v2.json", `{"a": {"ground_truth": {"answer": "A"}, "origin_prompt": [{"role": "bot", "content": ""}]}}`), "bot"},
		{"plan gold", write("plan_str_v2_zh.json", `{"a": {"meta": {"prompt_type": "str"}, "ground_truth": [{"id": "x", "name": "n", "args": {}}], `+prompt+`}}`), "integer id"},
		{"format", write("plan_json_v2.json", `{"a": {"meta": {"prompt_type": "ReWOO"}, "ground_truth": [], `+prompt+`}}`), "ReWOO"},
		{"no template", write("instruct_v2.json", `{"a": {"meta_data": {"response_format": "json"}, "ground_truth": {"action": "a", "args": {}}, `+prompt+`}}`), "template"},
		{"no gold", write("reason_str_v2.json", `{"a": {"ground_truth": {"name": "x"}, `+prompt+`}}`), "thought"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			task, err := Benchmark().Open(t.Context(), eval.Options{Data: tt.path})
			if err == nil {
				for _, e := range task.Samples() {
					if e != nil {
						err = e
						break
					}
				}
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("err = %v, want %q in it", err, tt.want)
			}
		})
	}
	both := write("plan_json_v1.json", "{}")
	if err := os.WriteFile(filepath.Join(both, "plan_json_v2.json"), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Benchmark().Open(t.Context(), eval.Options{Data: both}); err == nil || !strings.Contains(err.Error(), "keep one") {
		t.Errorf("two versions: err = %v", err)
	}
	for _, o := range []eval.Options{{Split: "x"}, {Protocol: "react"}, {Compat: "strict"}} {
		if _, err := Benchmark().Open(t.Context(), o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
}

func TestOutputs(t *testing.T) {
	dir := t.TempDir()
	one := filepath.Join(dir, "model-a")
	if err := os.Mkdir(one, 0o755); err != nil {
		t.Fatal(err)
	}
	writeOwn(t, one, func(file, id string, _ Case) string { return file + " " + id })
	two := filepath.Join(dir, "runs")
	if err := os.Mkdir(two, 0o755); err != nil {
		t.Fatal(err)
	}
	zh := `{"q": {"prediction": [1], "origin_prompt": [{"role": "user", "content": "查询北京明天的天气"}]}, "r": {"prediction": null}}`
	for name, text := range map[string]string{"plan_json_big_model.json": zh, "review_str_big_model.json": zh, "notes.json": "{}", "plan_str_x.json": `{"q": {}}`} {
		if err := os.WriteFile(filepath.Join(two, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	rs, ok, err := Benchmark().Outputs(dir)
	if err != nil || !ok || len(rs) != 2 || rs[0].Model != "model-a" || rs[1].Model != "big_model" {
		t.Fatalf("%v %v %v", rs, ok, err)
	}
	ids := map[string]bool{}
	for r, err := range rs[0].Replies() {
		if err != nil {
			t.Fatal(err)
		}
		kind, id, _ := strings.Cut(r.Sample, "/")
		if r.Reply.Content != kind+"_v2.json "+id || ids[r.Sample] || !strings.Contains(r.Where, id) {
			t.Fatalf("%+v", r)
		}
		ids[r.Sample] = true
	}
	task, err := Benchmark().Open(t.Context(), eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range collect(t, task) {
		if !ids[s.ID] {
			t.Fatalf("no reply for %s", s.ID)
		}
	}
	var got []string
	for r, err := range rs[1].Replies() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.Sample+"="+r.Reply.Content)
	}
	if s := strings.Join(got, " "); s != "plan_json_zh/q=[1] review_str_zh/q=[1]" {
		t.Errorf("replies %s", s)
	}
	if _, ok, err := Benchmark().Outputs(t.TempDir()); ok || err != nil {
		t.Errorf("an empty folder: %v %v", ok, err)
	}
	file := filepath.Join(dir, "x.jsonl")
	if err := os.WriteFile(file, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := Benchmark().Outputs(file); ok || err != nil {
		t.Errorf("another file: %v %v", ok, err)
	}
}

func TestPublished(t *testing.T) {
	p := published()
	if len(p) != 1 || len(p[0].Rows) != 21 || !strings.Contains(p[0].Note, "first data version") {
		t.Fatalf("%+v", p)
	}
	body, err := json.Marshal(p[0].Rows[1])
	if err != nil || string(body) != `{"name":"GPT-4-Turbo (Nov 2023)","values":[0.864,0.963,0.878,0.653,0.889,0.858,0.945]}` {
		t.Errorf("%s %v", body, err)
	}
}
