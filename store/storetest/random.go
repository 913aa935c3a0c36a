package storetest

import (
	"encoding/json"
	"math"
	"math/rand/v2"

	"deft/chat"
	"deft/eval"
	"deft/tool"
)

// Random makes values with every field that is written, hostile text among them.
type Random struct{ *rand.Rand }

func (g Random) yes() bool { return g.IntN(2) == 0 }

// Text is hostile or made of random bytes, often empty.
func (g Random) Text() string {
	switch g.IntN(4) {
	case 0:
		return ""
	case 1:
		return texts[g.IntN(len(texts))]
	}
	b := make([]byte, g.IntN(40))
	for i := range b {
		b[i] = byte(g.IntN(256))
	}
	return string(b)
}

// Raw is a JSON document without insignificant space, or none.
func (g Random) Raw() json.RawMessage {
	if g.yes() {
		return nil
	}
	b, err := json.Marshal(g.tree(3))
	if err != nil {
		panic(err) // a tree is always JSON
	}
	return b
}

func (g Random) tree(depth int) any {
	switch k := g.IntN(7); {
	case k == 0:
		return nil
	case k == 1:
		return g.yes()
	case k == 2:
		return g.Float()
	case k == 3 || depth == 0:
		return g.Text()
	case k == 4:
		return json.Number("1.50e+007")
	case k == 5:
		out := make([]any, g.IntN(4))
		for i := range out {
			out[i] = g.tree(depth - 1)
		}
		return out
	default:
		out := map[string]any{}
		for range g.IntN(4) {
			out[g.Text()] = g.tree(depth - 1)
		}
		return out
	}
}

// Float is any finite number.
func (g Random) Float() float64 {
	switch g.IntN(4) {
	case 0:
		return float64(g.IntN(2000) - 1000)
	case 1:
		return g.NormFloat64()
	}
	for {
		if f := math.Float64frombits(g.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return f
		}
	}
}

func (g Random) list() (out []string) {
	for range g.IntN(3) {
		out = append(out, g.Text())
	}
	return out
}

func (g Random) call() tool.Call {
	return tool.Call{ID: g.Text(), Name: g.Text(), Arguments: g.Raw(), Malformed: g.Text()}
}

func (g Random) message() chat.Message {
	m := chat.Message{Role: g.Text(), Content: g.Text(), Reasoning: g.Text(), ToolCallID: g.Text(), Name: g.Text()}
	for range g.IntN(3) {
		m.ToolCalls = append(m.ToolCalls, g.call())
	}
	return m
}

func (g Random) messages() (out []chat.Message) {
	for range g.IntN(3) {
		out = append(out, g.message())
	}
	return out
}

func (g Random) usage() chat.Usage {
	u := chat.Usage{InputTokens: g.IntN(1000), OutputTokens: g.IntN(3)}
	if g.yes() {
		c := g.Float()
		u.CostUSD = &c
	}
	return u
}

// Spec is a tool document.
func (g Random) Spec() tool.Spec {
	s := tool.Spec{ID: g.Text(), Name: g.Text(), Description: g.Text(), Parameters: g.Raw(), Result: g.Raw()}
	if g.yes() {
		s.Tags = map[string]string{g.Text(): g.Text(), g.Text(): g.Text()}
	}
	return s
}

// Sample is a sample with up to two messages and tools.
func (g Random) Sample() eval.Sample {
	s := eval.Sample{ID: g.Text(), Groups: g.list(), Messages: g.messages(), Gold: g.Raw(), Setup: g.Raw()}
	for range g.IntN(3) {
		s.Tools = append(s.Tools, g.Spec())
	}
	return s
}

func (g Random) key() chat.Key {
	return chat.Key{Run: g.Text(), Sample: g.Text(), Trial: g.IntN(3), Turn: g.IntN(3), Role: g.Text()}
}

func (g Random) event() eval.Event {
	e := eval.Event{Kind: eval.EventKind(g.Text()), Role: g.Text(), Turn: g.IntN(4) - 1, Keep: g.IntN(3), Messages: g.messages(), Tools: g.list(),
		Finish: chat.Finish(g.Text()), Model: g.Text(), Note: g.Text()}
	if g.yes() {
		m := g.message()
		e.Message = &m
	}
	if g.yes() {
		u := g.usage()
		e.Usage = &u
	}
	if g.yes() {
		c := g.call()
		e.Call = &c
	}
	if g.yes() {
		e.Result = &tool.Result{CallID: g.Text(), Content: g.Raw(), Fault: g.Text(), Truncated: g.yes()}
	}
	if g.yes() {
		e.Millis = g.Float()
	}
	return e
}

// Transcript is an attempt with up to four events.
func (g Random) Transcript() eval.Transcript {
	t := eval.Transcript{Key: g.key(), Seed: g.Uint64(), State: g.Raw(), Stop: eval.Stop(g.Text()), Error: g.Text(), Usage: g.usage()}
	for range g.IntN(5) {
		t.Events = append(t.Events, g.event())
	}
	if g.yes() {
		t.Millis = g.Float()
	}
	return t
}

// Score is the score of an attempt.
func (g Random) Score() eval.Score {
	s := eval.Score{Key: g.key(), Scorer: g.Text(), Groups: g.list(), Valid: g.yes(), ErrorType: g.Text(), Classes: g.list(), Evidence: g.Raw()}
	if g.yes() {
		s.Counts = map[string]float64{g.Text(): g.Float(), g.Text(): g.Float(), "n": 1}
	}
	if g.yes() {
		s.Missing = map[string]string{g.Text(): g.Text(), g.Text(): g.Text()}
	}
	return s
}
