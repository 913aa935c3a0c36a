// Package trace reads a stored transcript of an agent as a list of turns, each with the calls it
// made, what came back, and what was wrong with it by rules alone: format, tools, parameters
// (ToolEyes, sections 3.3 and 4.4). Nothing here asks a model.
package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/solver/agent"
	"deft/tool"
	"deft/tool/schema"
)

// Class names an error of a turn or of a whole attempt.
type Class string

// Classes of errors; the first five are those of ToolEyes' Table 4 that rules can find.
const (
	MissingKeyword    Class = "missing_keyword"         // a mark of the format is absent or out of place
	RedundantText     Class = "redundant_text"          // text where the format has none
	UnknownTool       Class = "tool_hallucination"      // a tool that was not documented
	EscapedUnderscore Class = "escaped_underscore"      // a documented tool, or a parameter, written with `\_`
	UnknownParameter  Class = "parameter_hallucination" // a parameter that the tool does not have
	MissingRequired   Class = "missing_required"        // a required parameter not given
	BadValue          Class = "bad_value"               // a value that the tool's document does not allow
	Unreadable        Class = "unreadable"              // no call could be read, or only after mending
	EmptyThought      Class = "empty_thought"           // a call without a thought
	RepeatedCall      Class = "repeated_call"           // the same call with the same arguments as before
	TurnLimit         Class = "turn_limit"              // the turns ran out
	GaveUp            Class = "gave_up"                 // ended by saying that the task cannot be done
	NoFinish          Class = "no_finish"               // ended otherwise than by the tool `finish`, though that was offered
)

// Call is one call of a turn.
type Call struct {
	tool.Call
	// Faults are what is wrong with the arguments by the tool's document.
	Faults []schema.Fault
	// Real: the tool is documented, its parameters exist and all required ones are given. A value of
	// another type than documented is no matter of reality.
	Real     bool
	Repeated bool
	// Result is what came back, nil when the call was not performed (finish never is).
	Result *tool.Result
}

// Turn is one reply of the agent.
type Turn struct {
	Turn  int
	Reply chat.Message
	Step  protocol.Step
	Calls []Call
	// Tried: the reply tries to call a tool; anything but a well-formed answer does.
	Tried bool
	// Valid: all marks are there and in order, there is no text beside them, and the calls can be
	// read as written.
	Valid bool
	// Real: the turn has calls, and all of them are real.
	Real    bool
	Classes []Class
}

// Trace is a whole attempt.
type Trace struct {
	Turns []Turn
	// Finished: the tool finish was called; Answer is what it said, or the answer in plain text.
	Finished bool
	Answer   string
	Stop     eval.Stop
	// Classes are those of the attempt as a whole; each turn has its own.
	Classes []Class
}

// Format counts the turns that try to call a tool and those among them that are valid: FA is
// valid/tried, missing when none tried.
func (t *Trace) Format() (valid, tried int) {
	for _, u := range t.Turns {
		if u.Tried {
			tried++
			if u.Valid {
				valid++
			}
		}
	}
	return valid, tried
}

// Reality counts the valid turns that try to call a tool and those among them whose calls are real.
func (t *Trace) Reality() (real, valid int) {
	for _, u := range t.Turns {
		if u.Tried && u.Valid {
			valid++
			if u.Real {
				real++
			}
		}
	}
	return real, valid
}

// AllClasses gives the classes of every turn and of the attempt, in order.
func (t *Trace) AllClasses() []Class {
	var out []Class
	for _, u := range t.Turns {
		out = append(out, u.Classes...)
	}
	return append(out, t.Classes...)
}

// Reader reads transcripts made with one protocol. It is safe for concurrent use.
type Reader struct {
	Protocol protocol.Protocol
	Checker  *schema.Checker
}

// Read reads the transcript t of the sample s. The error says that a document of the sample is no
// usable schema.
func (r Reader) Read(s eval.Sample, t eval.Transcript) (Trace, error) {
	out := Trace{Stop: t.Stop}
	specs := make(map[string]tool.Spec, len(s.Tools))
	for _, spec := range s.Tools {
		specs[spec.Name] = spec
	}
	seen := map[string]bool{}
	for i := range t.Events {
		e := &t.Events[i]
		if e.Kind != eval.EventReply || e.Message == nil || e.Role != "" && e.Role != chat.RoleAgent {
			continue
		}
		u, err := r.turn(e, specs, seen)
		if err != nil {
			return out, fmt.Errorf("sample %s, turn %d: %w", s.ID, e.Turn, err)
		}
		attach(u.Calls, t.Events[i+1:], e.Turn)
		out.Turns = append(out.Turns, u)
	}
	out.end(specs)
	return out, nil
}

func (r Reader) turn(e *eval.Event, specs map[string]tool.Spec, seen map[string]bool) (Turn, error) {
	u := Turn{Turn: e.Turn, Reply: *e.Message, Step: r.Protocol.Parse(*e.Message)}
	if r.Protocol.Name() == "react" && len(u.Reply.ToolCalls) == 0 && len(u.Step.Calls) > 0 && !marksInOrder(u.Reply) {
		u.Step.Faults = append(u.Step.Faults, protocol.Fault{Kind: protocol.FaultMissingKeyword, Detail: "a mark is missing or out of order"})
	}
	u.Tried = len(u.Step.Calls) > 0 || len(u.Step.Faults) > 0
	u.Valid = u.Tried
	for _, f := range u.Step.Faults {
		class, breaks := classOf(f.Kind)
		u.add(class)
		u.Valid = u.Valid && !breaks
	}
	if len(u.Step.Calls) > 0 && strings.TrimSpace(u.Step.Thought) == "" {
		u.add(EmptyThought)
	}
	u.Real = len(u.Step.Calls) > 0
	for _, c := range u.Step.Calls {
		call, err := r.call(&u, c, specs, seen)
		if err != nil {
			return u, err
		}
		u.Calls = append(u.Calls, call)
		u.Real = u.Real && call.Real
	}
	return u, nil
}

// classOf gives a fault of the form its class; breaks says whether it makes the turn invalid.
func classOf(k protocol.FaultKind) (class Class, breaks bool) {
	switch k {
	case protocol.FaultMissingKeyword:
		return MissingKeyword, true
	case protocol.FaultRedundantText:
		return RedundantText, true
	case protocol.FaultUnknownTool:
		return UnknownTool, false
	case protocol.FaultEscapedUnderscore:
		return EscapedUnderscore, false
	}
	return Unreadable, true
}

func (u *Turn) add(c Class) {
	if !slices.Contains(u.Classes, c) {
		u.Classes = append(u.Classes, c)
	}
}

// call checks one call and notes its classes with the turn.
func (r Reader) call(u *Turn, c tool.Call, specs map[string]tool.Spec, seen map[string]bool) (Call, error) {
	out := Call{Call: c}
	key := identity(c)
	if out.Repeated = seen[key]; out.Repeated {
		u.add(RepeatedCall)
	}
	seen[key] = true
	spec, ok := specs[c.Name]
	if !ok {
		if _, ok := specs[strings.ReplaceAll(c.Name, `\_`, "_")]; ok {
			u.add(EscapedUnderscore)
		}
		u.add(UnknownTool)
		return out, nil
	}
	faults, err := r.Checker.Arguments(spec, c)
	if err != nil {
		return out, err
	}
	out.Faults, out.Real = faults, true
	for _, f := range faults {
		switch f.Kind {
		case schema.UnknownParameter:
			out.Real = false
			u.add(UnknownParameter)
		case schema.MissingRequired:
			out.Real = false
			u.add(MissingRequired)
		case schema.NotJSON:
			out.Real = false
			u.add(Unreadable)
		default:
			u.add(BadValue)
		}
	}
	return out, nil
}

// identity is equal for calls of one name whose arguments are the same value.
func identity(c tool.Call) string {
	d := json.NewDecoder(bytes.NewReader(c.Arguments))
	d.UseNumber()
	var v any
	if d.Decode(&v) == nil {
		if b, err := json.Marshal(v); err == nil { // sorts the keys
			return c.Name + "\x00" + string(b)
		}
	}
	return c.Name + "\x00" + string(c.Arguments) + c.Malformed
}

// attach gives the calls of one turn the results that the events behind its reply hold.
func attach(calls []Call, events []eval.Event, turn int) {
	next := 0 // calls are performed in order, up to a finish
	for i := range events {
		e := &events[i]
		switch {
		case e.Kind == eval.EventReply && (e.Role == "" || e.Role == chat.RoleAgent), next >= len(calls):
			return
		case e.Turn == turn && e.Kind == eval.EventResult && e.Result != nil:
			calls[next].Result = e.Result
			next++
		}
	}
}

// end finds how the attempt ended.
func (t *Trace) end(specs map[string]tool.Spec) {
	if len(t.Turns) > 0 {
		last := &t.Turns[len(t.Turns)-1]
		t.Answer = last.Step.Answer
		for _, c := range last.Calls {
			if c.Name == agent.Finish {
				t.Finished, t.Answer = true, answer(c.Arguments)
				break
			}
		}
	}
	_, offered := specs[agent.Finish]
	switch {
	case t.Stop == eval.StopTurnLimit:
		t.Classes = append(t.Classes, TurnLimit)
	case offered && !t.Finished:
		t.Classes = append(t.Classes, NoFinish)
	}
	if givesUp(t.Answer) {
		t.Classes = append(t.Classes, GaveUp)
	}
}

// answer is the text given to finish: its argument answer, else whatever was given.
func answer(arguments json.RawMessage) string {
	var args map[string]json.RawMessage
	if json.Unmarshal(arguments, &args) != nil {
		return string(arguments)
	}
	var text string
	if json.Unmarshal(args["answer"], &text) == nil {
		return text
	}
	if len(args) == 0 {
		return ""
	}
	return string(arguments)
}

// givesUp looks for the words that an agent is told to give up with.
func givesUp(answer string) bool {
	if len(answer) > 2000 { // whoever writes that much has not given up
		return false
	}
	text := strings.ToLower(strings.ReplaceAll(answer, "’", "'"))
	for _, words := range []string{"cannot handle the task", "can't handle the task", "cannot handle this task", "can't handle this task", "unable to handle the task", "unable to handle this task"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}

// marksInOrder says whether a ReAct reply with a call opens with a thought, and whether action and
// input follow it. A thought in the message's own place for reasoning counts.
func marksInOrder(m chat.Message) bool {
	text := strings.ToLower(m.Content)
	thought, action := markAt(text, "thought"), markAt(text, "action")
	if m.Reasoning != "" && thought < 0 {
		thought = 0
	}
	return thought >= 0 && action >= thought && markAt(text[action:], "action input") >= 0
}

// markAt finds the first line that opens with a mark.
func markAt(text, mark string) int {
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		bare := strings.TrimLeft(line, " \t*#")
		if rest, ok := strings.CutPrefix(bare, mark); ok && strings.HasPrefix(strings.TrimLeft(rest, " *"), ":") {
			return at
		}
		at += len(line) + 1
	}
	return -1
}
