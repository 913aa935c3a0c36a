package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
	"unsafe"

	"deft/chat"
	"deft/eval"
	"deft/tool"
)

var errNotJSON = errors.New("an embedded document is not JSON")

// writer appends to b and remembers the first error.
type writer struct {
	b   []byte
	err error
	sep bool // a comma is due before the next field
}

// AppendSample appends s to dst. It fails when gold, setup or a schema is not JSON.
func AppendSample(dst []byte, s *eval.Sample) ([]byte, error) {
	w := writer{b: dst}
	w.open()
	w.str("id", s.ID)
	w.strs("groups", s.Groups)
	w.messages("messages", s.Messages)
	if len(s.Tools) > 0 {
		w.array("tools", len(s.Tools), func(i int) { w.spec(&s.Tools[i]) })
	}
	w.raw("gold", s.Gold)
	w.raw("setup", s.Setup)
	w.close()
	return w.b, w.err
}

// AppendTranscript appends t to dst. It fails when arguments, a result or the state is not JSON, or a
// number is not finite.
func AppendTranscript(dst []byte, t *eval.Transcript) ([]byte, error) {
	w := writer{b: dst}
	w.open()
	w.key("key", &t.Key)
	w.name("seed")
	w.b = strconv.AppendUint(w.b, t.Seed, 10)
	if t.Events == nil {
		w.name("events")
		w.b = append(w.b, "null"...)
	} else {
		w.array("events", len(t.Events), func(i int) { w.event(&t.Events[i]) })
	}
	w.raw("state", t.State)
	w.text("stop", string(t.Stop))
	w.text("error", t.Error)
	w.usage("usage", &t.Usage)
	w.float("ms", t.Millis)
	w.close()
	return w.b, w.err
}

// AppendScore appends s to dst. It fails when the evidence is not JSON or a count is not finite.
func AppendScore(dst []byte, s *eval.Score) ([]byte, error) {
	w := writer{b: dst}
	w.open()
	w.key("key", &s.Key)
	w.str("scorer", s.Scorer)
	w.strs("groups", s.Groups)
	object(&w, "counts", s.Counts, w.number)
	object(&w, "missing", s.Missing, w.quote)
	w.name("valid")
	w.b = strconv.AppendBool(w.b, s.Valid)
	w.text("error_type", s.ErrorType)
	w.strs("classes", s.Classes)
	w.raw("evidence", s.Evidence)
	w.close()
	return w.b, w.err
}

// AppendSpec appends a tool document to dst. It fails when a schema is not JSON.
func AppendSpec(dst []byte, s *tool.Spec) ([]byte, error) {
	w := writer{b: dst}
	w.spec(s)
	return w.b, w.err
}

func (w *writer) spec(s *tool.Spec) {
	w.open()
	w.text("id", s.ID)
	w.str("name", s.Name)
	w.text("description", s.Description)
	w.raw("parameters", s.Parameters)
	w.raw("result", s.Result)
	object(w, "tags", s.Tags, w.quote)
	w.close()
}

func (w *writer) key(name string, k *chat.Key) {
	w.name(name)
	w.open()
	w.text("run", k.Run)
	w.str("sample", k.Sample)
	w.integer("trial", k.Trial)
	w.integer("turn", k.Turn)
	w.text("role", k.Role)
	w.close()
}

func (w *writer) usage(name string, u *chat.Usage) {
	w.name(name)
	w.open()
	w.count("input_tokens", u.InputTokens)
	w.count("output_tokens", u.OutputTokens)
	if u.CostUSD != nil {
		w.name("cost_usd")
		w.number(*u.CostUSD)
	}
	w.close()
}

func (w *writer) event(e *eval.Event) {
	w.open()
	w.str("kind", string(e.Kind))
	w.text("role", e.Role)
	w.integer("turn", e.Turn)
	w.count("keep", e.Keep)
	w.messages("messages", e.Messages)
	w.strs("tools", e.Tools)
	if e.Message != nil {
		w.name("message")
		w.message(e.Message)
	}
	w.text("finish", string(e.Finish))
	if e.Usage != nil {
		w.usage("usage", e.Usage)
	}
	w.text("model", e.Model)
	if e.Call != nil {
		w.name("call")
		w.call(e.Call)
	}
	if r := e.Result; r != nil {
		w.name("result")
		w.open()
		w.text("call_id", r.CallID)
		w.raw("content", r.Content)
		w.text("fault", r.Fault)
		if r.Truncated {
			w.name("truncated")
			w.b = append(w.b, "true"...)
		}
		w.close()
	}
	w.text("note", e.Note)
	w.float("ms", e.Millis)
	w.close()
}

func (w *writer) messages(name string, ms []chat.Message) {
	if len(ms) > 0 {
		w.array(name, len(ms), func(i int) { w.message(&ms[i]) })
	}
}

func (w *writer) message(m *chat.Message) {
	w.open()
	w.str("role", m.Role)
	w.text("content", m.Content)
	w.text("reasoning", m.Reasoning)
	if len(m.ToolCalls) > 0 {
		w.array("tool_calls", len(m.ToolCalls), func(i int) { w.call(&m.ToolCalls[i]) })
	}
	w.text("tool_call_id", m.ToolCallID)
	w.text("name", m.Name)
	w.close()
}

func (w *writer) call(c *tool.Call) {
	w.open()
	w.text("id", c.ID)
	w.str("name", c.Name)
	w.raw("arguments", c.Arguments)
	w.text("malformed", c.Malformed)
	w.close()
}

func (w *writer) open()  { w.b = append(w.b, '{'); w.sep = false }
func (w *writer) close() { w.b = append(w.b, '}'); w.sep = true }

// name writes a field's name, which needs no escapes.
func (w *writer) name(name string) {
	if w.sep {
		w.b = append(w.b, ',')
	}
	w.b = append(w.b, '"')
	w.b = append(w.b, name...)
	w.b = append(w.b, '"', ':')
	w.sep = true
}

// str writes a field even when it is empty, text only when it is not. So do integer and count.
func (w *writer) str(name, v string) {
	w.name(name)
	w.quote(v)
}

func (w *writer) text(name, v string) {
	if v != "" {
		w.str(name, v)
	}
}

func (w *writer) integer(name string, v int) {
	w.name(name)
	w.b = strconv.AppendInt(w.b, int64(v), 10)
}

func (w *writer) count(name string, v int) {
	if v != 0 {
		w.integer(name, v)
	}
}

func (w *writer) float(name string, v float64) {
	if v != 0 {
		w.name(name)
		w.number(v)
	}
}

func (w *writer) strs(name string, vs []string) {
	if len(vs) > 0 {
		w.array(name, len(vs), func(i int) { w.quote(vs[i]) })
	}
}

func (w *writer) array(name string, n int, item func(i int)) {
	w.name(name)
	w.b = append(w.b, '[')
	for i := range n {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		item(i)
	}
	w.b = append(w.b, ']')
	w.sep = true
}

// object writes a map in the order of its keys, when it is not empty.
func object[V any](w *writer, name string, m map[string]V, item func(V)) {
	if len(m) == 0 {
		return
	}
	w.name(name)
	w.b = append(w.b, '{')
	for i, k := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.quote(k)
		w.b = append(w.b, ':')
		item(m[k])
	}
	w.b = append(w.b, '}')
	w.sep = true
}

// raw writes an embedded document, when it is there.
func (w *writer) raw(name string, doc json.RawMessage) {
	if len(doc) == 0 {
		return
	}
	w.name(name)
	var sc scanner
	text := unsafe.String(unsafe.SliceData(doc), len(doc)) // looked at and not kept
	end := scanValue(&sc, text, 0)
	if end >= 0 {
		end = scanSpace(&sc, text, end)
	}
	switch {
	case end != len(doc):
		if w.err == nil {
			w.err = fmt.Errorf("%s: %w", name, errNotJSON)
		}
		w.b = append(w.b, "null"...)
	case sc.spaces:
		b := bytes.NewBuffer(w.b)
		if err := json.Compact(b, doc); err != nil && w.err == nil {
			w.err = fmt.Errorf("%s: %w", name, err)
		}
		w.b = b.Bytes()
	default:
		w.b = append(w.b, doc...)
	}
}

// number writes v as encoding/json does: as in ECMAScript, with an exponent where it is far from 1.
func (w *writer) number(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		if w.err == nil {
			w.err = fmt.Errorf("the number %v cannot be stored", v)
		}
		v = 0
	}
	if n := int64(v); float64(n) == v && -1<<53 < n && n < 1<<53 && (n != 0 || !math.Signbit(v)) {
		w.b = strconv.AppendInt(w.b, n, 10)
		return
	}
	format := byte('f')
	if abs := math.Abs(v); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	w.b = strconv.AppendFloat(w.b, v, format, -1, 64)
	if n := len(w.b); format == 'e' && n >= 4 && w.b[n-4] == 'e' && w.b[n-3] == '-' && w.b[n-2] == '0' {
		w.b[n-2] = w.b[n-1] // e-09 is written e-9
		w.b = w.b[:n-1]
	}
}

const digits = "0123456789abcdef"

// quote writes a string with its quotes.
func (w *writer) quote(s string) {
	b := append(w.b, '"')
	start := 0
	for i := plain(s, 0); i < len(s); i = plain(s, i) {
		if c := s[i]; c < utf8.RuneSelf {
			b = append(b, s[start:i]...)
			b = escape(b, c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(b, s[start:i]...)
			b = append(b, `\ufffd`...)
			start = i + size
		case r == '\u2028' || r == '\u2029': // line ends in JavaScript
			b = append(b, s[start:i]...)
			b = append(b, `\u202`...)
			b = append(b, digits[r&0xf])
			start = i + size
		}
		i += size
	}
	b = append(b, s[start:]...)
	w.b = append(b, '"')
}

func escape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xf])
}
