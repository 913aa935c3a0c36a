package library

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"deft/internal/race"
	"deft/tool"
	"deft/tool/library/world"
)

// schemaNode is the part of JSON Schema that the library's documents use.
type schemaNode struct {
	Type                 string                `json:"type"`
	Format               string                `json:"format"`
	Enum                 []string              `json:"enum"`
	Minimum              *float64              `json:"minimum"`
	Maximum              *float64              `json:"maximum"`
	MinLength            int                   `json:"minLength"`
	MaxLength            int                   `json:"maxLength"`
	MinItems             int                   `json:"minItems"`
	MaxItems             int                   `json:"maxItems"`
	Items                *schemaNode           `json:"items"`
	Properties           map[string]schemaNode `json:"properties"`
	Required             []string              `json:"required"`
	AdditionalProperties json.RawMessage       `json:"additionalProperties"`
}

// maker draws values: from a document, near what a caller would send.
type maker struct {
	*rand.Rand
	w     *world.World
	ids   map[string][]string // by prefix, identifiers that exist
	names []string
}

func newMaker(w *world.World, seed uint64) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 5)), w: w, ids: map[string][]string{}}
	for _, c := range world.Cities.All(w)[:40] {
		m.names = append(m.names, c.Name)
	}
	m.names = append(m.names, "AETH", "Bolt", "F10137", "PT", "US", "EUR", "JPY", "QX100", "TR1000", "tomato", "150 g rice", "LIS", "river", "Helios", "GP202501", "coder01", "open-maps", "bikes", "Beagle", "happy", "notes/note01.txt", "23.7.1.2")
	return m
}

// valid gives a value that the document admits.
func (m *maker) valid(s schemaNode, name string) any {
	if len(s.Enum) > 0 {
		return s.Enum[m.IntN(len(s.Enum))]
	}
	switch s.Type {
	case "string":
		return m.text(s, name)
	case "integer", "number":
		lo, hi := -50.0, 200.0
		if s.Minimum != nil {
			lo = *s.Minimum
			hi = max(hi, lo+10)
		}
		if s.Maximum != nil {
			hi = *s.Maximum
			lo = min(lo, hi)
		}
		x := lo + (hi-lo)*m.Float64()
		if m.IntN(4) == 0 {
			x = []float64{lo, hi}[m.IntN(2)]
		}
		if s.Type == "integer" {
			return int(x)
		}
		return x
	case "boolean":
		return m.IntN(2) == 0
	case "array":
		n := s.MinItems + m.IntN(4)
		out := make([]any, min(n, max(s.MaxItems, s.MinItems)))
		for i := range out {
			out[i] = m.valid(*s.Items, name)
		}
		return out
	case "object":
		if s.Properties == nil {
			return map[string]any{"x": m.Float64()}
		}
		return m.arguments(s, 0.5)
	}
	return nil
}

func (m *maker) arguments(s schemaNode, optional float64) map[string]any {
	out := map[string]any{}
	for name, p := range s.Properties {
		required := false
		for _, r := range s.Required {
			required = required || r == name
		}
		if required || m.Float64() < optional {
			out[name] = m.valid(p, name)
		}
	}
	return out
}

func (m *maker) text(s schemaNode, name string) string {
	switch s.Format {
	case "date":
		return (world.Today + world.Date(m.IntN(500)-200)).String()
	case "date-time":
		return (world.Today + world.Date(m.IntN(100)-50)).At(m.IntN(1440)).Format(time.RFC3339)
	case "email":
		return "user" + fmt.Sprint(m.IntN(99)) + "@mailbox.example"
	case "uri":
		return "https://host" + fmt.Sprint(m.IntN(99)) + ".example/path?q=1"
	case "ipv4":
		return fmt.Sprintf("23.%d.%d.%d", m.IntN(80), m.IntN(256), m.IntN(256))
	case "time":
		return fmt.Sprintf("%02d:%02d", m.IntN(24), m.IntN(60))
	}
	prefixes := map[string]string{"hotel": "HT", "recipe": "RC", "restaurant": "BZ", "business": "BZ", "product": "PD", "order": "OR", "booking": "BK", "film": "FM", "paper": "PP", "author": "AU", "article": "NW", "launch": "LN", "event": "EV", "venue": "VN", "attraction": "AT", "job": "JB", "company": "CO", "league": "LG", "match": "MT", "player": "PX", "team": "TM", "song": "SO", "playlist": "PY", "pet": "PT", "artwork": "AW", "thread": "TH", "post": "PS", "model": "VM", "mail": "ML", "car": "CR", "wine": "WN", "item": "MI", "appointment": "CE", "horse": "HO", "race": "HR", "problem": "50", "entry": "BE", "app": "AP", "symbol": "CO", "exchange_id": "CX", "subject": "BZ", "watchlist": "WL", "account": "AC"}
	for word, p := range prefixes {
		if strings.Contains(name, word) && m.IntN(8) > 0 {
			return fmt.Sprintf("%s%04d", p, 1+m.IntN(140))
		}
	}
	t := m.names[m.IntN(len(m.names))]
	if m.IntN(3) == 0 {
		t = "the " + t
	}
	for len([]rune(t)) < s.MinLength {
		t += "x"
	}
	if r := []rune(t); s.MaxLength > 0 && len(r) > s.MaxLength {
		t = string(r[:s.MaxLength])
	}
	return t
}

// changesOf tells states of a world apart: each table and key that was written, and its row.
func changesOf(env *Environment) string {
	state, err := env.Snapshot(context.Background())
	if err != nil {
		return err.Error()
	}
	return string(state)
}

// TestRandomValidCalls makes 10,000 calls that the documents admit, in worlds that are kept for a
// hundred calls each: no call breaks or hangs, and what succeeds has the documented result.
func TestRandomValidCalls(t *testing.T) {
	lib, ctx, n := New(), context.Background(), 10_000
	if testing.Short() || race.Enabled {
		n = 2000
	}
	tools := lib.Tools()
	results := map[string]*jsonschema.Schema{}
	r := rand.New(rand.NewPCG(1, 2))
	var env *Environment
	var m *maker
	fine, slowest := 0, time.Duration(0)
	for i := range n {
		if i%100 == 0 {
			var err error
			if env, err = lib.Open(uint64(i / 100 % 5)); err != nil {
				t.Fatal(err)
			}
			m = newMaker(env.World(), uint64(i))
		}
		tl := tools[r.IntN(len(tools))]
		var params schemaNode
		if err := json.Unmarshal(tl.Spec.Parameters, &params); err != nil {
			t.Fatal(err)
		}
		args, err := json.Marshal(m.arguments(params, 0.4))
		if err != nil {
			t.Fatal(err)
		}
		before := changesOf(env)
		start := cpuTime()
		res, err := env.Call(ctx, tool.Call{Name: tl.Spec.Name, Arguments: args})
		slowest = max(slowest, cpuTime()-start)
		if after := changesOf(env); before != after && (res.Fault != "" || !tl.Stateful) {
			t.Errorf("%s %s answered %.300s and changed the world", tl.Spec.Name, args, res.Content)
		}
		if err != nil {
			t.Fatalf("%s: %v", tl.Spec.Name, err)
		}
		if res.Fault != "" {
			if !strings.Contains(string(res.Content), `"message"`) {
				t.Errorf("%s %s: a fault without a message: %s", tl.Spec.Name, args, res.Content)
			}
			continue
		}
		fine++
		if results[tl.Spec.Name] == nil {
			results[tl.Spec.Name] = compile(t, tl.Spec.Name+"/result", tl.Spec.Result)
		}
		if err := validate(results[tl.Spec.Name], res.Content); err != nil {
			t.Errorf("%s %s gave %.300s: %v", tl.Spec.Name, args, res.Content, err)
		}
	}
	t.Logf("%d of %d calls succeeded; the slowest took %v", fine, n, slowest)
	if fine < n/3 {
		t.Errorf("only %d of %d valid calls succeeded", fine, n)
	}
	if slowest > 2*time.Second {
		t.Errorf("a call took %v", slowest)
	}
}

// TestHostileCalls makes 10,000 calls as no caller should: broken JSON, wrong types, huge and odd
// values, names of paths. Each is answered, and none changes anything outside the world.
func TestHostileCalls(t *testing.T) {
	lib, ctx, n := New(), context.Background(), 10_000
	if testing.Short() || race.Enabled {
		n = 2000
	}
	tools := lib.Tools()
	r := rand.New(rand.NewPCG(3, 4))
	env, err := lib.Open(9)
	if err != nil {
		t.Fatal(err)
	}
	m := newMaker(env.World(), 9)
	texts := []string{"", " ", "../../etc/passwd", "/etc/passwd", "\x00", "\u202e", strings.Repeat("A", 499), strings.Repeat("ä", 250), "'; DROP TABLE hotels; --", "{{.}}", "%s%n%d", "((((((((((", "1e309", "NaN", "-1", "9999-99-99", "0000-00-00", "http://[::1", "a@b@c", strings.Repeat("(", 400), strings.Repeat("x+", 200) + "x", "x^x^x^x^x", "sum(" + strings.Repeat("1,", 200) + "1)", "while 1:\n    x = 1", "(a{0,50}){0,50}", "💥", "\"", "\\"}
	nasty := func() any {
		switch r.IntN(9) {
		case 0:
			return nil
		case 1:
			return r.NormFloat64() * 1e18
		case 2:
			return -1
		case 3:
			return []any{}
		case 4:
			return map[string]any{"a": []any{1, "b"}}
		case 5:
			return true
		case 6:
			return json.Number("123456789012345678901234567890")
		}
		return texts[r.IntN(len(texts))]
	}
	slowest, which := time.Duration(0), ""
	for i := range n {
		if i%500 == 499 {
			if env, err = lib.Open(9); err != nil {
				t.Fatal(err)
			}
		}
		tl := tools[r.IntN(len(tools))]
		var params schemaNode
		if err := json.Unmarshal(tl.Spec.Parameters, &params); err != nil {
			t.Fatal(err)
		}
		call := tool.Call{Name: tl.Spec.Name}
		switch r.IntN(6) {
		case 0:
			call.Arguments = json.RawMessage([]string{"", "{", "[]", "null", "1", `{"a":`, "{}}", strings.Repeat("[", 5000), `{"a":"` + strings.Repeat("x", 2<<20) + `"}`, "\xff\xfe", `{"a":1}{"b":2}`}[r.IntN(11)])
		case 1:
			call.Name += []string{"x", "/", "\x00", strings.Repeat("y", 9999)}[r.IntN(4)]
		case 2:
			args := m.arguments(params, 1)
			args[texts[r.IntN(len(texts))]] = nasty()
			call.Arguments, _ = json.Marshal(args)
		default: // valid but for one value, or strings that only the tool itself can judge
			args := m.arguments(params, 0.7)
			for name, p := range params.Properties {
				if r.IntN(3) == 0 {
					args[name] = nasty()
				} else if p.Type == "string" && len(p.Enum) == 0 && p.Format == "" {
					args[name] = texts[r.IntN(len(texts))]
				}
			}
			call.Arguments, _ = json.Marshal(args)
		}
		before := changesOf(env)
		start := cpuTime()
		res, err := env.Call(ctx, call)
		if took := cpuTime() - start; took > slowest {
			slowest, which = took, fmt.Sprintf("%s %.200s", call.Name, call.Arguments)
		}
		if err != nil {
			t.Fatalf("%.80s: %v", call.Name, err)
		}
		if len(res.Content) == 0 || !json.Valid(res.Content) {
			t.Fatalf("%.80s %.200s gave %q", call.Name, call.Arguments, res.Content)
		}
		if after := changesOf(env); before != after && (res.Fault != "" || !tl.Stateful) {
			t.Errorf("%.80s %.200s answered %.300s and changed the world", call.Name, call.Arguments, res.Content)
		}
		if len(res.Content) > 1<<20 {
			t.Errorf("%.80s %.200s gave %d bytes", call.Name, call.Arguments, len(res.Content))
		}
	}
	t.Logf("the slowest took %v: %s", slowest, which)
	if slowest > 2*time.Second {
		t.Errorf("a call took %v: %s", slowest, which)
	}
}
