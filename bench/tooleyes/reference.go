package tooleyes

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"deft/eval"
	"deft/pyvalue"
	"deft/solver/agent/trace"
	"deft/tool"
)

// giveUpAnswer is what the released agent answers in place of a model that gave no answer.
const giveUpAnswer = "I cannot handle the task."

// referenceRules repeats the released code (Code/Evaluation/util/utils.py): every turn counts for FA;
// the last one needs no readable input there and is left out of reality; a valid turn is one whose
// marks are found in order and whose input Python can evaluate; after the first unknown tool,
// parameters are not looked at; a call takes the names it gives off the document's required ones, so
// that later calls of the tool lack nothing; and there is no pass.
func (s *scorer) referenceRules(sample eval.Sample, tr *trace.Trace) rules {
	r := rules{tried: len(tr.Turns), pass: tr.Finished, answer: tr.Answer}
	if tr.Answer == "" {
		r.answer = giveUpAnswer
	}
	docs := referenceDocuments(sample.Tools)
	if n := len(tr.Turns); n > 0 && forcedEnd(tr.Turns[n-1].Reply.Content) {
		r.pass = false
	}
	last, checked, wrong := len(tr.Turns)-1, 0, 0
	unknown := false
	for i := range tr.Turns {
		u := s.referenceTurn(&tr.Turns[i])
		real := true
		switch {
		case i == last && forcedEnd(tr.Turns[i].Reply.Content):
		case i == last:
			r.valid += int(indicator(u.marks))
		case u.marks && u.readable:
			r.valid++
			checked++
			doc, ok := docs[u.action]
			if !ok {
				unknown = true
				wrong++
				real = false
			} else if !unknown {
				if real = doc.check(u.params); !real {
					wrong++
				}
			}
		}
		r.choices = append(r.choices, choice{counted: u.marks && (u.readable || i == last), real: real, thought: u.thought, tool: u.action})
	}
	if checked > 0 {
		r.reality = 1 - float64(wrong)/float64(checked)
	}
	return r
}

// referenceTurn is a reply as the released code reads it.
type referenceTurn struct {
	marks, readable bool
	thought, action string
	params          []string
}

var (
	referenceThought = regexp.MustCompile(`(?s)Thought:.*?Action:`)
	referenceAction  = regexp.MustCompile(`(?s)Action:.*?Action Input:`)
	referenceInput   = regexp.MustCompile(`(?s)Action Input:.*`)
)

func (s *scorer) referenceTurn(u *trace.Turn) referenceTurn {
	if s.protocol.Name() != "react" || len(u.Reply.ToolCalls) > 0 { // it knows text alone: take our reading
		return ownReading(u)
	}
	text := u.Reply.Content
	action := referenceAction.FindString(text)
	input := referenceInput.FindString(text)
	thought := referenceThought.FindString(text)
	t := referenceTurn{thought: strings.TrimSpace(strings.NewReplacer("Thought:", "", "Action:", "").Replace(thought)), action: strings.TrimSpace(strings.NewReplacer(`\n`, "", "Action:", "", "Action Input:", "").Replace(action))}
	t.marks = thought != "" && input != "" && t.action != ""
	if !t.marks {
		return t
	}
	input = strings.TrimSpace(strings.ReplaceAll(input, "Action Input:", ""))
	v, err := pyvalue.Parse(input)
	if t.readable = err == nil && !unknownName(input); !t.readable || v.Kind != pyvalue.Dict {
		return t
	}
	for i := 0; i < len(v.Items); i += 2 {
		t.params = append(t.params, pyvalue.Str(v.Items[i]))
	}
	return t
}

var pythonWord = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z0-9_]+`)

// unknownName says whether an expression uses a name that Python does not know, such as JSON's true
// and null: evaluating it fails.
func unknownName(expression string) bool {
	for _, word := range pythonWord.FindAllString(expression, -1) {
		if c := word[0]; c == '"' || c == '\'' || c >= '0' && c <= '9' {
			continue
		}
		if !slices.Contains([]string{"True", "False", "None", "r", "b", "u", "f"}, word) {
			return true
		}
	}
	return false
}

func ownReading(u *trace.Turn) referenceTurn {
	if len(u.Calls) == 0 || !u.Valid {
		return referenceTurn{}
	}
	t := referenceTurn{marks: true, readable: true, thought: strings.TrimSpace(u.Step.Thought), action: u.Calls[0].Name}
	var args map[string]json.RawMessage
	if json.Unmarshal(u.Calls[0].Arguments, &args) != nil {
		return referenceTurn{}
	}
	for name := range args {
		t.params = append(t.params, name)
	}
	return t
}

// document is a tool's, with the required names that no call has given yet.
type document struct {
	properties map[string]json.RawMessage
	required   []string
}

// check says whether a call with these parameters passes, and takes them off the required ones.
func (d *document) check(params []string) bool {
	known := true
	for _, p := range params {
		if i := slices.Index(d.required, p); i >= 0 {
			d.required = slices.Delete(d.required, i, i+1)
		}
		if _, ok := d.properties[p]; !ok {
			known = false
		}
	}
	return known && len(d.required) == 0
}

func referenceDocuments(specs []tool.Spec) map[string]*document {
	out := make(map[string]*document, len(specs))
	for _, s := range specs {
		var p struct {
			Properties map[string]json.RawMessage `json:"properties"`
			Required   []string                   `json:"required"`
		}
		_ = json.Unmarshal(s.Parameters, &p) // a document that cannot be read has no parameters
		if _, twice := out[s.Name]; !twice { // the first of a name is the one found there
			out[s.Name] = &document{p.Properties, p.Required}
		}
	}
	return out
}
