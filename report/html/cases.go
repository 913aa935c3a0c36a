package html

import (
	"encoding/json"
	"fmt"
	"html/template"
	"sort"
	"strings"
	"unicode/utf8"

	"deft/chat"
	"deft/eval"
	"deft/report"
)

// data is the JSON that the page's script reads. Texts are kept once and named by their place, since
// prompts and tool documents repeat from sample to sample.
type data struct {
	Texts []string  `json:"texts"`
	Runs  []runData `json:"runs"`
}

type runData struct {
	Name  string     `json:"name"`
	Cases []caseData `json:"cases"`
}

type caseData struct {
	ID     string      `json:"id"`
	Groups []string    `json:"g,omitempty"`
	Query  string      `json:"q,omitempty"`
	Valid  *bool       `json:"v"` // null: not scored
	Type   string      `json:"e,omitempty"`
	Class  []string    `json:"c,omitempty"`
	Tools  *int        `json:"tools,omitempty"`
	Gold   *int        `json:"gold,omitempty"`
	Trials []trialData `json:"t,omitempty"`
}

type trialData struct {
	Valid    *bool       `json:"v"`
	Type     string      `json:"e,omitempty"`
	Stop     string      `json:"stop,omitempty"`
	Error    *int        `json:"err,omitempty"`
	Facts    string      `json:"facts,omitempty"`
	Counts   *int        `json:"n,omitempty"`
	Evidence *int        `json:"why,omitempty"`
	Events   []eventData `json:"ev,omitempty"`
}

// eventData is one block of a transcript: its heading and its text.
type eventData struct {
	Kind string `json:"k"`
	Head string `json:"h"`
	Text int    `json:"x"`
}

// caseWriter collects texts while cases are converted.
type caseWriter struct {
	texts []string
	place map[string]int
}

func (w *caseWriter) put(s string) int {
	if i, ok := w.place[s]; ok {
		return i
	}
	w.place[s] = len(w.texts)
	w.texts = append(w.texts, s)
	return len(w.texts) - 1
}

// optional is put for texts that may be absent.
func (w *caseWriter) optional(s string) *int {
	if s == "" {
		return nil
	}
	i := w.put(s)
	return &i
}

// encode gives the JSON of the samples, safe inside a script element, and the length at which
// texts were cut to keep to the budget (0: none was).
func encode(runs []Samples, budget int) (js template.JS, cut int, err error) {
	w := &caseWriter{place: map[string]int{}}
	d := data{Runs: []runData{}}
	for i := range runs {
		r := runData{Name: runs[i].Task + " · " + runs[i].Model + " · " + runs[i].Run, Cases: []caseData{}}
		for j := range runs[i].Cases {
			r.Cases = append(r.Cases, w.convert(&runs[i].Cases[j]))
		}
		d.Runs = append(d.Runs, r)
	}
	d.Texts, cut = fit(w.texts, budget)
	body, err := json.Marshal(d) // escapes <, >, & and the line separators of JavaScript
	if err != nil {
		return "", 0, fmt.Errorf("encode the samples of the HTML report: %w", err)
	}
	return template.JS(body), cut, nil
}

// fit cuts texts at the longest length at which they keep to the budget.
func fit(texts []string, budget int) (fitted []string, cut int) {
	if size(texts, 0) <= budget {
		return texts, 0
	}
	for _, most := range []int{64_000, 24_000, 12_000, 6_000, 3_000, 1_500, 800, 400, 200, 80} {
		cut = most
		if size(texts, most) <= budget {
			break
		}
	}
	fitted = make([]string, len(texts))
	for i, s := range texts {
		fitted[i] = shorten(s, cut)
	}
	return fitted, cut
}

// size is what texts take as JSON when they are cut at most bytes (0: whole).
func size(texts []string, most int) int {
	sum := 0
	for _, s := range texts {
		if most > 0 {
			s = shorten(s, most)
		}
		sum += jsonLength(s)
	}
	return sum
}

// jsonLength is the length of s as a JSON string in HTML, to within a few bytes.
func jsonLength(s string) int {
	n := len(s) + 3
	for i := range len(s) {
		switch c := s[i]; {
		case c < 0x20 && c != '\n' && c != '\r' && c != '\t' || c == '<' || c == '>' || c == '&':
			n += 5
		case c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t':
			n++
		}
	}
	return n
}

// shorten leaves out the middle of a text longer than most bytes, and says how much.
func shorten(s string, most int) string {
	if len(s) <= most+40 {
		return s
	}
	head, tail := 2*most/3, len(s)-most/3
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return fmt.Sprintf("%s\n[… %s bytes left out …]\n%s", s[:head], count(tail-head), s[tail:])
}

func (w *caseWriter) convert(c *Case) caseData {
	out := caseData{ID: c.Sample.ID, Groups: c.Sample.Groups, Query: query(c.Sample.Messages), Gold: w.optional(report.JSONText(c.Sample.Gold))}
	var names []string
	for _, t := range c.Sample.Tools {
		names = append(names, t.Name)
	}
	out.Tools = w.optional(strings.Join(names, "\n"))
	if len(c.Scores) > 0 {
		ok := passed(c.Scores)
		out.Valid = &ok
	}
	seen := map[string]bool{}
	for i := range c.Scores {
		s := &c.Scores[i]
		if out.Type == "" {
			out.Type = s.ErrorType
		}
		for _, class := range s.Classes {
			if !seen[class] {
				seen[class] = true
				out.Class = append(out.Class, class)
			}
		}
	}
	for i := range c.Transcripts {
		out.Trials = append(out.Trials, w.trial(&c.Transcripts[i], c.Scores))
	}
	return out
}

// query is the last thing the user asked, on one line.
func query(messages []chat.Message) string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == chat.User {
			return short(strings.Join(strings.Fields(messages[i].Content), " "), 160)
		}
	}
	return ""
}

func (w *caseWriter) trial(t *eval.Transcript, scores []eval.Score) trialData {
	out := trialData{Stop: string(t.Stop), Error: w.optional(t.Error)}
	var facts []string
	if t.Millis > 0 {
		facts = append(facts, fmt.Sprintf("%.2f s", t.Millis/1000))
	}
	if u := t.Usage; u.InputTokens+u.OutputTokens > 0 {
		facts = append(facts, fmt.Sprintf("%s tokens in, %s out", count(u.InputTokens), count(u.OutputTokens)))
	}
	out.Facts = strings.Join(facts, ", ")
	for i := range scores {
		if s := &scores[i]; s.Key.Trial == t.Key.Trial {
			out.Valid, out.Type = &s.Valid, s.ErrorType
			out.Counts = w.optional(counts(s.Counts))
			out.Evidence = w.optional(report.JSONText(s.Evidence))
		}
	}
	for i := range t.Events {
		out.Events = w.event(out.Events, &t.Events[i])
	}
	return out
}

// event appends what e says. A prompt repeats the model's own replies, which are shown where they
// were made.
func (w *caseWriter) event(to []eventData, e *eval.Event) []eventData {
	who := ""
	if e.Role != "" && e.Role != chat.RoleAgent {
		who = e.Role + ": "
	}
	add := func(kind, head, text string) {
		to = append(to, eventData{kind, who + head, w.put(text)})
	}
	switch {
	case e.Kind == eval.EventPrompt:
		for _, m := range e.Messages {
			if m.Role == chat.Assistant && e.Keep > 0 {
				continue
			}
			add("prompt", m.Role, report.MessageText(&m))
		}
	case e.Kind == eval.EventReply && e.Message != nil:
		head := "reply"
		if e.Finish == chat.FinishLength {
			head += ", cut at the token limit"
		}
		if e.Message.Reasoning != "" {
			add("think", "reasoning", e.Message.Reasoning)
		}
		add("reply", head, report.MessageText(e.Message))
	case e.Kind == eval.EventCall && e.Call != nil:
		add("call", "call", report.CallText(e.Call))
	case e.Kind == eval.EventResult && e.Result != nil:
		head := "result"
		if e.Result.Fault != "" {
			head += ", " + e.Result.Fault
		}
		add("result", head, report.JSONText(e.Result.Content))
	case e.Kind == eval.EventNote:
		add("note", "note", e.Note)
	}
	return to
}

func counts(c map[string]float64) string {
	names := make([]string, 0, len(c))
	for name := range c {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteString(" · ")
		}
		fmt.Fprintf(&b, "%s %g", name, c[name])
	}
	return b.String()
}
