package term

import (
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"deft/chat"
	"deft/eval"
	"deft/report"
)

// View writes one sample: what was expected, what was asked and answered in each attempt, and how
// it was scored. Texts are wrapped to the width, and safe.
func View(w io.Writer, s eval.Sample, ts []eval.Transcript, scores []eval.Score, o Options) error {
	p := &page{o: o, p: Colors(o.Color)}
	p.line(strings.Repeat(" ", indent) + p.p.paint(Strong, Safe(s.ID)))
	if len(s.Groups) > 0 {
		p.wrap(Faint, Safe("groups: "+strings.Join(s.Groups, ", ")))
	}
	if len(s.Tools) > 0 {
		names := make([]string, len(s.Tools))
		for i, t := range s.Tools {
			names[i] = t.Name
		}
		p.wrap(Faint, Safe("tools: "+strings.Join(names, ", ")))
	}
	p.text("Gold", report.JSONText(s.Gold), Plain)
	if len(ts) == 0 {
		p.line("")
		p.wrap(Plain, "No transcript is stored for this sample.")
	}
	for i := range ts {
		p.attempt(&ts[i], len(ts) > 1)
		for j := range scores {
			if scores[j].Key.Trial == ts[i].Key.Trial {
				p.score(&scores[j])
			}
		}
	}
	if o.Next != "" {
		p.line("")
		p.wrap(Plain, o.Next)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

func (p *page) attempt(t *eval.Transcript, several bool) {
	title := "Transcript"
	if several {
		title = fmt.Sprintf("Trial %d", t.Key.Trial+1)
	}
	p.section(title)
	for i := range t.Events {
		p.event(&t.Events[i])
	}
	var end []string
	if t.Stop != "" {
		end = append(end, "ended: "+string(t.Stop))
	}
	if t.Millis > 0 {
		end = append(end, fmt.Sprintf("%.2f s", t.Millis/1000))
	}
	if u := t.Usage; u.InputTokens+u.OutputTokens > 0 {
		end = append(end, fmt.Sprintf("%d tokens in, %d out", u.InputTokens, u.OutputTokens))
	}
	if len(end) > 0 {
		p.line("")
		p.wrap(Faint, Safe(strings.Join(end, " · ")))
	}
	p.text("Error", t.Error, Bad)
}

// event writes one event. A prompt repeats the model's own replies, which stand where they were made.
func (p *page) event(e *eval.Event) {
	who := ""
	if e.Role != "" && e.Role != chat.RoleAgent {
		who = e.Role + ": "
	}
	switch {
	case e.Kind == eval.EventPrompt:
		for i := range e.Messages {
			if m := &e.Messages[i]; m.Role != chat.Assistant || e.Keep == 0 {
				p.text(who+m.Role, report.MessageText(m), Plain)
			}
		}
	case e.Kind == eval.EventReply && e.Message != nil:
		p.text(who+"reasoning", e.Message.Reasoning, Faint)
		head := who + "reply"
		if e.Finish == chat.FinishLength {
			head += ", cut at the token limit"
		}
		p.text(head, report.MessageText(e.Message), Accent)
	case e.Kind == eval.EventCall && e.Call != nil:
		p.text("call", report.CallText(e.Call), Plain)
	case e.Kind == eval.EventResult && e.Result != nil:
		head := "result"
		if e.Result.Fault != "" {
			head += ", " + e.Result.Fault
		}
		p.text(head, report.JSONText(e.Result.Content), Plain)
	case e.Kind == eval.EventNote:
		p.text("note", e.Note, Faint)
	}
}

func (p *page) score(s *eval.Score) {
	verdict, tone := "right", Good
	if !s.Valid {
		verdict, tone = "wrong", Bad
		if s.ErrorType != "" {
			verdict += ": " + s.ErrorType
		}
	}
	p.text("Score by "+s.Scorer, verdict, tone)
	if len(s.Classes) > 0 {
		p.wrap(Plain, Safe("  error classes: "+strings.Join(s.Classes, ", ")))
	}
	names := make([]string, 0, len(s.Counts))
	for name := range s.Counts {
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %g", name, s.Counts[name])
	}
	p.wrap(Faint, Safe(strings.Join(names, " · ")))
	p.text("Why", report.JSONText(s.Evidence), Plain)
}

// text writes a heading and, further in, lines that keep their breaks; nothing for no text.
func (p *page) text(head, body string, t Tone) {
	if body == "" {
		return
	}
	p.line("")
	p.line(strings.Repeat(" ", indent) + p.p.paint(Faint, Safe(head)))
	const margin = 2 * indent
	for line := range strings.Lines(SafeLines(body)) {
		line = strings.TrimRight(line, "\n")
		if p.o.Width > margin+20 {
			line = ansi.Wrap(line, p.o.Width-margin, "")
		}
		for part := range strings.SplitSeq(line, "\n") {
			p.line(strings.Repeat(" ", margin) + p.p.paint(t, part))
		}
	}
}
