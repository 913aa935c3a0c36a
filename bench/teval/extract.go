package teval

import (
	"bufio"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strconv"

	"deft/prompt"
	"deft/pyvalue"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

// Extractor turns verified paths into the cases of the eight files (section 2.3, last step).
type Extractor struct{ prompts *prompt.Set }

// NewExtractor loads the prompts; a file teval/NAME.tmpl in override, if not nil, replaces one.
func NewExtractor(override fs.FS) (*Extractor, error) {
	set, err := prompt.Load(promptFiles, "prompts", name, override)
	if err != nil {
		return nil, err
	}
	return &Extractor{set}, nil
}

// Hash identifies the texts of all prompts.
func (e *Extractor) Hash() string { return e.prompts.Hash() }

// File is one of the eight files: its name and its cases in order.
type File struct {
	Name  string // "plan_json_v2.json"
	kind  kind
	Cases []NamedCase
}

// NamedCase is a case with its id in the file.
type NamedCase struct {
	ID string
	Case
}

// WriteTo writes the file in the released format, a case a line.
func (f File) WriteTo(w io.Writer) (int64, error) {
	b := bufio.NewWriter(w)
	total := int64(0)
	put := func(text []byte) error {
		n, err := b.Write(text)
		total += int64(n)
		return err
	}
	for i, c := range f.Cases {
		id, err := json.Marshal(c.ID)
		if err != nil {
			return total, err
		}
		body, err := json.Marshal(c.Case)
		if err != nil {
			return total, fmt.Errorf("case %s of %s: %w", c.ID, f.Name, err)
		}
		before := "{\n"
		if i > 0 {
			before = ",\n"
		}
		if err := put([]byte(before + string(id) + ": " + string(body))); err != nil {
			return total, err
		}
	}
	end := "\n}\n"
	if len(f.Cases) == 0 {
		end = "{}\n"
	}
	if err := put([]byte(end)); err != nil {
		return total, err
	}
	return total, b.Flush()
}

// Files extracts the cases of all paths, after verifying each. Their order is the paths', and ids
// are PATH_STEP, with the format or the argument's name behind where a step gives several.
func (e *Extractor) Files(paths []Path, apis []API) ([]File, error) {
	known := map[string]API{}
	for _, a := range apis {
		known[a.Name] = a
	}
	files := map[string]*File{}
	for i := range paths {
		p := &paths[i]
		if err := p.Verify(known); err != nil {
			return nil, err
		}
		x := extraction{e: e, path: p, files: files, number: i}
		for _, name := range p.Tools {
			x.docs = append(x.docs, known[name])
		}
		if err := x.run(); err != nil {
			return nil, fmt.Errorf("extract cases of path %s: %w", p.ID, err)
		}
	}
	var out []File
	for _, k := range kinds() {
		f := File{Name: k.name + "_v2.json", kind: k}
		if got := files[k.name]; got != nil {
			f.Cases = got.Cases
		}
		out = append(out, f)
	}
	return out, nil
}

// extraction is the work on one path.
type extraction struct {
	e      *Extractor
	path   *Path
	docs   []API
	number int
	files  map[string]*File
	err    error
}

func (x *extraction) run() error {
	for _, format := range []string{"json", "str"} {
		x.plan(format)
	}
	for i := range x.path.Steps {
		x.instruct(i)
		x.review(i)
	}
	for i := 0; i <= len(x.path.Steps); i++ { // the last is the thought that ends the path
		x.turn(i)
	}
	return x.err
}

// say fills a prompt; the first error is kept.
func (x *extraction) say(name string, data any) string {
	text, err := x.e.prompts.Execute(name, data)
	if err != nil && x.err == nil {
		x.err = err
	}
	return text
}

func (x *extraction) add(kindName, id string, c Case, truth any, messages ...Message) {
	var err error
	if c.GroundTruth, err = marshal(truth); err != nil && x.err == nil {
		x.err = err
	}
	if c.Prompt, err = marshal(messages); err != nil && x.err == nil {
		x.err = err
	}
	f := x.files[kindName]
	if f == nil {
		f = &File{}
		x.files[kindName] = f
	}
	f.Cases = append(f.Cases, NamedCase{x.path.ID + id, c})
}

func (x *extraction) docText() string {
	text, err := marshal(x.docs)
	if err != nil && x.err == nil {
		x.err = err
	}
	return string(text)
}

// planned is one action of a gold plan.
type planned struct {
	ID   int             `json:"id"`
	Prev []int           `json:"prev"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

// plan is the path without what failed: the actions that somebody who knew would have planned.
func (x *extraction) plan(format string) {
	var truth []planned
	for _, s := range x.path.Steps {
		if s.Review == reviewSuccess {
			p := planned{ID: len(truth), Prev: []int{}, Name: s.Name, Args: s.Args}
			if p.ID > 0 {
				p.Prev = []int{p.ID - 1}
			}
			truth = append(truth, p)
		}
	}
	truth = append(truth, planned{len(truth), []int{len(truth) - 1}, finish, json.RawMessage("{}")})
	system := x.say("plan_"+format, map[string]any{"Tools": x.docText()})
	x.add("plan_"+format, "", Case{Meta: &PlanMeta{format, x.path.Tools}}, truth,
		Message{Role: "system", Content: system}, Message{Role: "user", Content: x.path.Query})
}

// layouts of Instruct: key names for JSON and markers for text, taken in turn.
func layouts() (inJSON, inText []layout) {
	inJSON = []layout{
		{Thought: "thought", Action: "name", Args: "args"},
		{Thought: "goal", Action: "tool", Args: "parameters"},
		{Thought: "purpose", Action: "function", Args: "inputs"},
	}
	inText = []layout{
		{ThoughtStart: "Thought: ", ThoughtEnd: "\n", ActionStart: "Action: ", ActionEnd: "\n", ArgsStart: "Arguments: "},
		{ThoughtStart: "<goal>", ThoughtEnd: "</goal>\n", ActionStart: "<tool>", ActionEnd: "</tool>\n", ArgsStart: "<input>", ArgsEnd: "</input>"},
		{ThoughtStart: "## Why\n", ThoughtEnd: "\n\n", ActionStart: "## Function\n", ActionEnd: "\n\n", ArgsStart: "## Inputs\n"},
	}
	return inJSON, inText
}

// instructCase is what the prompts of Instruct are filled with.
type instructCase struct {
	Tool   string
	Layout layout
	Call   string
	Pairs  [][2]string
}

func (x *extraction) instruct(i int) {
	s := x.path.Steps[i]
	doc := ""
	for _, d := range x.docs {
		if d.Name == s.Name {
			text, err := marshal(d)
			if err != nil && x.err == nil {
				x.err = err
			}
			doc = string(text)
		}
	}
	data := instructCase{Tool: doc, Call: s.Name}
	args := x.args(s)
	for j := 0; j+1 < len(args.Items); j += 2 {
		data.Pairs = append(data.Pairs, [2]string{args.Items[j].Text, pyvalue.Repr(args.Items[j+1])})
	}
	inJSON, inText := layouts()
	for _, format := range []string{formatJSON, formatString} {
		list := inJSON
		if format == formatString {
			list = inText
		}
		data.Layout = list[(x.number+i)%len(list)]
		template, err := marshal(templateOf(format, data.Layout))
		if err != nil && x.err == nil {
			x.err = err
		}
		x.add("instruct", "_"+strconv.Itoa(i)+"_"+format, Case{Template: template, MetaData: &FormatMeta{format}},
			map[string]any{"action": s.Name, "args": s.Args},
			Message{Role: "system", Content: x.say("instruct_"+format, data)},
			Message{Role: "user", Content: x.say("instruct_call", data)})
	}
}

// templateOf writes only the keys of the format.
func templateOf(format string, l layout) map[string]string {
	if format == formatJSON {
		return map[string]string{"thought": l.Thought, "action": l.Action, "args": l.Args}
	}
	return map[string]string{
		"thought_start": l.ThoughtStart, "thought_end": l.ThoughtEnd, "action_start": l.ActionStart,
		"action_end": l.ActionEnd, "args_start": l.ArgsStart, "args_end": l.ArgsEnd,
	}
}

func (x *extraction) args(s PathStep) pyvalue.Value {
	v, err := pyvalue.FromJSON(s.Args)
	if err != nil && x.err == nil {
		x.err = err
	}
	return v
}

func (x *extraction) review(i int) {
	s := x.path.Steps[i]
	data := map[string]any{"Goal": s.Thought, "Name": s.Name, "Args": pyvalue.Str(x.args(s)), "Response": s.Observation, "Options": Reviews()}
	x.add("review_str", "_"+strconv.Itoa(i), Case{Template: json.RawMessage(`""`), MetaData: &FormatMeta{"str"}},
		map[string]string{"answer": s.Review},
		Message{Role: "system", Content: x.say("review_system", data)}, Message{Role: "user", Content: x.say("review_case", data)})
}

// turn makes the Reason, Retrieve and Understand cases before step i, for which all steps before it
// are shown.
func (x *extraction) turn(i int) {
	next := PathStep{Thought: x.path.Finish, Name: finish, Args: json.RawMessage("{}")}
	if i < len(x.path.Steps) {
		next = x.path.Steps[i]
	}
	id := "_" + strconv.Itoa(i)
	truth := map[string]any{"thought": next.Thought, "name": next.Name, "args": next.Args}
	x.add("reason_retrieve_understand_json", id, Case{MetaData: &FormatMeta{"json"}}, truth, x.history(i, "turn_json", jsonTurn)...)

	meta := Case{MetaData: &FormatMeta{"str"}}
	told := x.history(i, "turn_str", textTurn)
	x.add("reason_str", id, meta, truth, ask(told, x.say("ask_reason", nil))...)
	data := map[string]any{"Thought": next.Thought, "Name": next.Name}
	x.add("retrieve_str", id, meta, truth, ask(told, x.say("ask_retrieve", data))...)
	args := x.args(next)
	for j := 0; j+1 < len(args.Items); j += 2 {
		data["Parameter"] = args.Items[j].Text
		truth := map[string]any{"thought": next.Thought, "name": next.Name, "args": pyvalue.Str(args.Items[j+1])}
		x.add("understand_str", id+"_"+args.Items[j].Text, meta, truth, ask(told, x.say("ask_understand", data))...)
	}
}

// history is the conversation up to step i: system prompt, query, and each step as the assistant's
// turn and the function's.
func (x *extraction) history(i int, system string, write func(PathStep, pyvalue.Value) string) []Message {
	out := []Message{{Role: "system", Content: x.say(system, map[string]any{"Tools": x.docText(), "Finish": finish})}, {Role: "user", Content: x.path.Query}}
	for _, s := range x.path.Steps[:i] {
		out = append(out, Message{Role: "assistant", Content: write(s, x.args(s))},
			Message{Role: "function", Name: s.Name, Content: s.Observation})
	}
	return out
}

func jsonTurn(s PathStep, args pyvalue.Value) string {
	return jsonText(dict("thought", pyvalue.StringOf(s.Thought), "name", pyvalue.StringOf(s.Name), "args", args))
}

func textTurn(s PathStep, args pyvalue.Value) string {
	return "Thought: " + s.Thought + "\nAction: " + s.Name + "\nArguments: " + pyvalue.Str(args)
}

// ask adds a question to a conversation without changing it.
func ask(told []Message, question string) []Message {
	return append(told[:len(told):len(told)], Message{Role: "user", Content: question})
}

// marshal is json.Marshal without escaping what only matters in HTML: prompts show the text.
func marshal(v any) (json.RawMessage, error) {
	var b jsonBuffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return json.RawMessage(b[:len(b)-1]), nil
}

type jsonBuffer []byte

func (b *jsonBuffer) Write(p []byte) (int, error) { *b = append(*b, p...); return len(p), nil }
