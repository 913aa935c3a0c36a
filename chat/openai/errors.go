package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"deft/chat"
)

// fault is an error whose text was made safe. What caused it can be matched but not printed,
// because a server's words inside it may repeat the key.
type fault struct {
	text string
	is   error
}

func (f *fault) Error() string        { return f.text }
func (f *fault) Is(target error) bool { return f.is != nil && errors.Is(f.is, target) }

// maxMessage is how much of a server's message an error keeps, in bytes.
const maxMessage = 400

// says makes an error whose text has no control characters, no key and a bounded length.
func (m *Model) says(format string, args ...any) error {
	return &fault{text: m.clean(fmt.Sprintf(format, args...))}
}

// clean replaces control characters before it looks for secrets: removing them could join a
// secret that was sent in pieces. The secret goes before the text is cut, so that no part stays.
func (m *Model) clean(text string) string {
	if len(text) > 64<<10 {
		text = text[:64<<10]
		for _, s := range m.secrets { // a secret that the cut goes through
			text = text[:len(text)-overlap(text, s)]
		}
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	for _, s := range m.secrets {
		if len(s) >= 4 { // shorter ones are placeholders, and would be found in any word
			text = strings.ReplaceAll(text, s, "[key]")
		}
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "…"
	}
	return text
}

// overlap is the length of the longest end of text that secret begins with.
func overlap(text, secret string) int {
	for n := min(len(text), len(secret)); n > 0; n-- {
		if strings.HasSuffix(text, secret[:n]) {
			return n
		}
	}
	return 0
}

// failure is a failed exchange. filtered means that the service withheld the reply for its content.
type failure struct {
	err      *chat.Error
	filtered bool
}

// failure reads an error status with its body.
func (m *Model) failure(status int, header http.Header, body []byte) failure {
	said := readMessage(header, body)
	if said.filtered() {
		return failure{filtered: true}
	}
	class := classify(status, said)
	e := &chat.Error{Class: class, Status: status, Hint: m.hint(class, status, header)}
	if said.text == "" {
		said.text = http.StatusText(status)
	}
	e.Err = m.says("%s says: %s", m.shown, said.text)
	if e.Retryable() {
		e.RetryAfter = retryAfter(header, m.cfg.Now())
		if e.RetryAfter == 0 {
			e.RetryAfter = said.delay
		}
	}
	return failure{err: e}
}

// classify gives the class of a failure. Some servers name a wrong key, an unknown model or a
// conversation that is too long only in words.
func classify(status int, s said) chat.ErrorClass {
	text := strings.ToLower(s.text)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(text, w) {
				return true
			}
		}
		return false
	}
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusPaymentRequired:
		return chat.ErrAuth
	case s.code == "insufficient_quota", s.kind == "insufficient_quota":
		return chat.ErrAuth // no credit: waiting does not help
	case status == http.StatusTooManyRequests:
		return chat.ErrRateLimited
	case s.code == "context_length_exceeded", s.kind == "exceed_context_size_error", status != http.StatusServiceUnavailable && has(overflows...):
		return chat.ErrContext
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status >= 500:
		return chat.ErrServer
	case status == http.StatusNotFound, s.code == "model_not_found":
		return chat.ErrNotFound
	case has("api key not valid", "invalid api key", "incorrect api key", "api_key_invalid"):
		return chat.ErrAuth
	case has("model") && has("not found", "does not exist", "invalid model", "unknown model", "not a valid model", "no such model"):
		return chat.ErrNotFound
	}
	return chat.ErrBadRequest
}

// overflows are the words with which the common servers say that a conversation is too long:
// OpenAI and vLLM, Anthropic, Google, llama.cpp, Ollama, SGLang, TGI, Mistral, Groq, LM Studio, xAI, Bedrock.
var overflows = []string{
	"maximum context length", "context_length_exceeded", "context length exceeded", "context window",
	"prompt is too long", "input token count", "exceeds the available context size", "exceeds the context length",
	"longer than the model's context length", "`max_new_tokens` must be <=", "max_total_tokens",
	"reduce the length of the messages", "greater than the context length", "maximum prompt length",
	"input is too long", "exceeds the maximum number of tokens", "exceed context limit",
}

func (m *Model) hint(class chat.ErrorClass, status int, header http.Header) string {
	switch class {
	case chat.ErrAuth:
		switch {
		case status == http.StatusPaymentRequired || status == http.StatusTooManyRequests:
			return "The account has no credit left: check its billing."
		case m.cfg.Key == "":
			return "The server wants a key: set " + m.cfg.KeyName + "."
		}
		return "Check the key in " + m.cfg.KeyName + " and that it may use " + m.cfg.Model + "."
	case chat.ErrNotFound:
		return "Check the model's name (" + m.cfg.Model + ") and the base URL (" + m.shown + ")."
	case chat.ErrContext:
		return "The conversation does not fit the model: show fewer tools (--retrieve), or use a model with a longer context."
	case chat.ErrRateLimited:
		return "Lower --concurrency, or set --rpm and --tpm to what the account allows."
	case chat.ErrBadRequest:
		if status >= 300 && status < 400 {
			return "The server redirects" + m.clean(" to "+header.Get("Location")) + ": use that as the base URL."
		}
		return "The server refuses this request for " + m.cfg.Model + "."
	}
	return ""
}

// said is what an error body holds, in any of the shapes servers use.
type said struct {
	text, code, kind string
	delay            time.Duration
}

func (s said) filtered() bool {
	return s.code == "content_filter" || s.code == "content_policy_violation" || s.kind == "content_filter"
}

func readMessage(header http.Header, body []byte) said {
	var s said
	var any json.RawMessage
	if json.Unmarshal(body, &any) != nil {
		if strings.Contains(header.Get("Content-Type"), "html") {
			s.text = "a web page, not an API reply"
		} else {
			s.text = string(body[:min(len(body), 64<<10)])
		}
		return s
	}
	s.read(any, 0)
	if s.text == "" {
		s.text = string(body[:min(len(body), 64<<10)])
	}
	return s
}

// read takes the first message of {"error": …}, {"message": …}, {"detail": …}, a list of such, or a text.
func (s *said) read(raw json.RawMessage, depth int) {
	if len(raw) == 0 || depth > 4 || s.text != "" {
		return
	}
	switch raw[0] {
	case '"':
		_ = json.Unmarshal(raw, &s.text)
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
			s.read(list[0], depth+1)
		}
	case '{':
		var o map[string]json.RawMessage
		if json.Unmarshal(raw, &o) != nil {
			return
		}
		if s.code == "" {
			s.code = scalar(o["code"])
		}
		if s.kind == "" {
			s.kind = scalar(o["type"])
		}
		for _, key := range []string{"error", "message", "detail", "msg", "errors"} {
			s.read(o[key], depth+1)
		}
		s.delay = max(s.delay, retryDelay(o["details"]))
	}
}

func scalar(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	if len(raw) > 0 && len(raw) < 20 && raw[0] != '{' && raw[0] != '[' {
		return string(raw)
	}
	return ""
}

// retryDelay reads google.rpc.RetryInfo, with which Google says how long to wait.
func retryDelay(details json.RawMessage) time.Duration {
	var list []struct {
		RetryDelay string `json:"retryDelay"`
	}
	if len(details) == 0 || json.Unmarshal(details, &list) != nil {
		return 0
	}
	for _, d := range list {
		if wait, err := time.ParseDuration(d.RetryDelay); err == nil && wait > 0 {
			return wait
		}
	}
	return 0
}

// retryAfter reads Retry-After, in seconds or as a date (RFC 9110, 10.2.3), and OpenAI's retry-after-ms.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return seconds(ms / 1000)
	}
	v := strings.TrimSpace(h.Get("Retry-After"))
	if v == "" {
		return 0
	}
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return seconds(s)
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(t.Sub(now), 0)
	}
	return 0
}

// seconds bounds what a server says to a day; NaN and negative numbers count as nothing.
func seconds(s float64) time.Duration {
	if !(s > 0) {
		return 0
	}
	return time.Duration(min(s, 86400) * float64(time.Second))
}
