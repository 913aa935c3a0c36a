package bfcl

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"deft/chat"
	"deft/eval"
	"deft/pyvalue"
)

// scorer judges replies.
type scorer struct {
	id      string
	rules   rules
	decoder *decoder
	known   *cache
}

// cache keeps what was read of samples' documents and answers: samples come back with every model.
type cache struct {
	category map[string]category

	mu    sync.RWMutex
	known map[string]*checker // by rules, category, documents and answer
	size  int
}

// mostKept bounds the bytes of samples a cache keeps.
const mostKept = 64 << 20

func newCache() *cache {
	c := &cache{category: map[string]category{}, known: map[string]*checker{}}
	for _, one := range categories() {
		c.category[one.name] = one
	}
	return c
}

// ID names the rules and the decoder.
func (s *scorer) ID() string { return s.id }

// Score judges the last reply of a transcript.
func (s *scorer) Score(_ context.Context, sample eval.Sample, t eval.Transcript) (eval.Score, error) {
	score := eval.Score{Key: t.Key, Scorer: s.id}
	k, err := s.known.checker(sample, s.rules)
	if err != nil {
		return score, fmt.Errorf("bfcl: sample %s: %w", sample.ID, err)
	}
	m, ok := t.Reply()
	if !ok {
		return score, fmt.Errorf("bfcl: sample %s: the transcript has no reply to score", sample.ID)
	}
	lang := k.category.language
	r := s.decoder.read(m, lang)
	defer s.decoder.done(r)
	var v verdict
	if k.category.kind == irrelevance || k.category.kind == relevance {
		v = k.relevance(m, r)
	} else {
		v = k.judge(r)
	}
	score.Valid = v.ok()
	score.ErrorType = v.errType
	score.Counts = map[string]float64{"correct": 0}
	if v.ok() {
		score.Counts["correct"] = 1
	} else {
		score.Classes = []string{v.errType}
		score.Evidence = evidence(v, r)
	}
	if k.category.kind == irrelevance {
		score.Counts["irrelevance"] = 1
		score.Counts[string(behaviour(m, r, k))] = 1
	}
	if parts := k.category.parts(); len(parts) > 0 {
		score.Missing = map[string]string{"overall": "multi-turn and agentic categories were not evaluated"}
	}
	for _, part := range k.category.parts() {
		score.Counts["n:"+part] = 1
		score.Counts["correct:"+part] = score.Counts["correct"]
	}
	return score, nil
}

// judge goes from decoding to the verdict on a category with gold calls.
func (k *checker) judge(r reply) verdict {
	switch r.status {
	case undecodable:
		return verdict{errType: "ast_decoder:decoder_failed"}
	case notCalls:
		if k.reference || len(r.calls) == 0 {
			return verdict{errType: "ast_decoder:decoder_wrong_output_format"}
		}
	}
	return k.check(r.calls)
}

// checker gives what is known of the sample's documents and answer.
func (s *cache) checker(sample eval.Sample, r rules) (*checker, error) {
	if len(sample.Groups) == 0 {
		return nil, fmt.Errorf("no category among its groups")
	}
	key := make([]byte, 0, 4096)
	key = append(key, r.key())
	key = append(append(append(append(append(key, sample.Groups[0]...), 0), sample.Setup...), 0), sample.Gold...)
	s.mu.RLock()
	k := s.known[string(key)]
	s.mu.RUnlock()
	if k != nil {
		return k, nil
	}
	c, ok := s.category[sample.Groups[0]]
	if !ok {
		return nil, fmt.Errorf("unknown category %q", sample.Groups[0])
	}
	k = &checker{rules: r, category: c}
	members(string(sample.Setup), func(key, value string) {
		if key == "functions" {
			k.functions = readFunctions(value)
		}
	})
	if len(sample.Gold) > 0 {
		var err error
		if k.gold, err = readGold(string(sample.Gold), !r.reference); err != nil {
			return nil, err
		}
	}
	k.parseNeeded()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.size += len(key); s.size > mostKept {
		clear(s.known)
		s.size = len(key)
	}
	s.known[string(key)] = k
	return k, nil
}

// parseNeeded reads the documents that check may look into.
func (k *checker) parseNeeded() {
	if len(k.functions) > 0 && len(k.gold) > 0 {
		k.functions[0].parse(k.category.language)
	}
	for i := range k.gold {
		if f := k.document(k.gold[i].key); f != nil && f.raw != "" {
			f.parse(k.category.language)
		}
	}
}

// conduct is what a model did where nothing was to be called.
type conduct string

const (
	abstained    conduct = "abstained"
	called       conduct = "called"
	malformed    conduct = "malformed"
	requestError conduct = "request_error"
)

// behaviour sorts a reply to a question that no function fits.
func behaviour(m chat.Message, r reply, k *checker) conduct {
	switch {
	case len(r.calls) > 0:
		return called
	case isRequestError(m.Content):
		return requestError
	case r.status == undecodable && (len(m.ToolCalls) > 0 && m.Content == "" || looksLikeCall(m.Content)):
		return malformed
	}
	return abstained
}

// relevance judges where nothing, or something, was to be called. The released code takes every
// reply that it cannot decode for one that calls nothing.
func (k *checker) relevance(m chat.Message, r reply) verdict {
	calledSomething := r.status == decoded && len(r.calls) > 0
	if !k.reference {
		calledSomething = len(r.calls) > 0
	}
	if k.category.kind == relevance {
		if calledSomething {
			return verdict{}
		}
		return verdict{errType: "relevance_error:decoder_failed"}
	}
	prefix := "irrelevance_error:"
	if k.category.first {
		prefix = "relevance_error:"
	}
	if calledSomething {
		return verdict{errType: prefix + "decoder_success"}
	}
	if k.reference {
		return verdict{}
	}
	switch behaviour(m, r, k) {
	case malformed:
		return verdict{errType: prefix + "malformed_call"}
	case requestError:
		return verdict{errType: prefix + "request_error"}
	}
	return verdict{}
}

// isRequestError recognises what evaluators record in place of a reply when a request failed.
func isRequestError(text string) bool {
	for _, start := range [...]string{
		"Internal error occurred", "Parsing error: {", "Error code: ", "Error during inference", "Error: HTTP", "HTTP Error", "HTTPError",
		"Traceback (most recent call last)", "RateLimitError", "Rate limit", "Request timed out", "Connection error", "APIError", "API error",
		"Service Unavailable", "Internal Server Error", "An error occurred while",
	} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}

// looksLikeCall says whether an unreadable text was meant as a call: a line opens with a name and
// a parenthesis, or the marks of a call in JSON stand in it.
func looksLikeCall(text string) bool {
	if strings.Contains(text, "<tool_call>") || strings.Contains(text, `"arguments"`) && strings.Contains(text, `"name"`) {
		return true
	}
	for len(text) > 0 {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		line = strings.TrimLeft(line, " \t[(`")
		n := 0
		for n < len(line) && (identByte(line[n]) || line[n] == '.') {
			n++
		}
		if n > 0 && n < len(line) && line[n] == '(' {
			return true
		}
	}
	return false
}

// evidence is what a person needs to follow a verdict, as JSON.
func evidence(v verdict, r reply) []byte {
	out := append(make([]byte, 0, 160), '{')
	put := func(key, value string) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(quote(out, key), ':')
		out = quote(out, strings.ToValidUTF8(shorten(value), "\ufffd"))
	}
	if r.why != "" {
		put("decoding", r.why)
	}
	if v.param != "" {
		put("parameter", v.param)
	}
	if v.value != nil {
		put("value", pyvalue.Repr(*v.value))
	}
	if strings.HasSuffix(v.errType, "cannot_find_match") {
		put("gold_call", fmt.Sprint(v.index))
	}
	var calls []string
	for i, c := range r.calls {
		if i == 8 {
			calls = append(calls, "…")
			break
		}
		calls = append(calls, c.name)
	}
	if len(calls) > 0 {
		put("called", strings.Join(calls, ", "))
	}
	return append(out, '}')
}

func shorten(s string) string {
	const most = 300
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}
