package bfcl

import (
	"fmt"
	"strings"
	"sync"

	"deft/chat"
	"deft/protocol"
	"deft/pyvalue"
	"deft/tool"
)

// status says how far a reply could be read.
type status uint8

const (
	decoded     status = iota
	undecodable        // reading failed
	notCalls           // read, but it is no list of calls
)

// reply is what a decoder made of a model's reply. text is set for a call without keyword
// arguments, which the reference evaluator takes for a string.
type reply struct {
	status status
	calls  []call
	why    string
	// What holds the values of calls; nil where they hold themselves.
	memory *pyvalue.Decoder
	java   *javaParser
	script *jsParser
}

func failed(why string) reply { return reply{status: undecodable, why: why} }

// decoding is how one model's recorded replies are to be read, from its meta.json:
// "python-brackets-oneline", or with "+underscores" where names were sent with `_` for `.`.
type decoding struct {
	base        string // native, native-object, python, python-brackets, python-wrap, hermes, xlam; "" by protocol
	oneline     bool
	unescape    bool
	underscores bool
}

const underscoresSuffix = "+underscores"

func parseDecoding(name string) (decoding, error) {
	var d decoding
	d.base, d.underscores = strings.CutSuffix(name, underscoresSuffix)
	if strings.HasPrefix(d.base, "python") {
		for {
			if rest, ok := strings.CutSuffix(d.base, "-oneline"); ok {
				d.base, d.oneline = rest, true
			} else if rest, ok := strings.CutSuffix(d.base, "-unescape"); ok {
				d.base, d.unescape = rest, true
			} else {
				break
			}
		}
	}
	switch d.base {
	case "", "native", "native-object", "python", "python-brackets", "python-wrap", "hermes", "xlam":
		return d, nil
	}
	return d, fmt.Errorf("unknown decoder %q: known are native, native-object, python, python-brackets (each with -oneline, -unescape), python-wrap, hermes, xlam", d.base)
}

// decoder reads replies.
type decoder struct {
	decoding
	reference bool
	pool      pyvalue.Pool
	javas     sync.Pool         // of *javaParser
	scripts   sync.Pool         // of *jsParser
	protocol  protocol.Protocol // for replies without a note on their decoding
}

func (d *decoder) read(m chat.Message, lang language) reply {
	switch d.base {
	case "native", "native-object":
		if len(m.ToolCalls) == 0 && m.Content != "" {
			return failed("text where calls were expected")
		}
		return d.nativeCalls(m.ToolCalls)
	case "":
		return d.byProtocol(m)
	}
	if len(m.ToolCalls) > 0 {
		return failed("calls where text was expected")
	}
	switch d.base {
	case "hermes":
		return d.hermes(m.Content, lang)
	case "xlam":
		return d.xlam(m.Content)
	}
	return d.pythonCalls(m.Content, lang)
}

// done gives back the memory of a reply that was judged.
func (d *decoder) done(r reply) {
	switch {
	case r.memory != nil:
		d.pool.Put(r.memory)
	case r.java != nil:
		d.javas.Put(r.java)
	case r.script != nil:
		d.scripts.Put(r.script)
	}
}

func (d *decoder) nativeCalls(calls []tool.Call) reply {
	r := reply{calls: make([]call, 0, len(calls)), memory: d.pool.Get()}
	r.memory.Forget()
	for _, c := range calls {
		text := c.Malformed
		if c.Arguments != nil {
			text = string(c.Arguments)
		}
		args, err := r.memory.MoreJSON(text)
		if err != nil {
			d.done(r)
			return failed("arguments of " + c.Name + ": " + err.Error())
		}
		r.calls = append(r.calls, call{name: c.Name, args: args, odd: args.Kind != pyvalue.Dict})
	}
	return r
}

// byProtocol reads a reply of our own run, or of a recording that says nothing of its form.
func (d *decoder) byProtocol(m chat.Message) reply {
	step := d.protocol.Parse(m)
	if !step.Readable() {
		return failed(step.Faults[len(step.Faults)-1].Detail)
	}
	return d.nativeCalls(step.Calls)
}

// pythonCalls reads a list of calls in Python or in the category's own language.
func (d *decoder) pythonCalls(text string, lang language) reply {
	if d.unescape {
		text = strings.ReplaceAll(text, `\_`, "_")
	}
	if d.oneline {
		text = strings.ReplaceAll(text, "\n", "")
	}
	switch d.base {
	case "python-brackets":
		if !d.unescape && !d.oneline {
			if text == "" {
				return failed("the reply is empty")
			}
			text = strings.TrimPrefix(text, " ")
		}
		if !strings.HasPrefix(text, "[") {
			text = "[" + text
		}
		if !strings.HasSuffix(text, "]") {
			text += "]"
		}
	case "python-wrap":
		text = "[" + text + "]"
	}
	switch lang {
	case java:
		p, _ := d.javas.Get().(*javaParser)
		if p == nil {
			p = new(javaParser)
		}
		r := p.calls(inner(text))
		r.java = p
		return r
	case javascript:
		p, _ := d.scripts.Get().(*jsParser)
		if p == nil {
			p = new(jsParser)
		}
		r := p.calls(inner(text))
		r.script = p
		return r
	}
	p := d.pool.Get()
	calls, err := p.Calls(text, pyvalue.Options{Minus: d.reference, Reserved: !d.reference})
	if err != nil {
		d.pool.Put(p)
		return failed(err.Error())
	}
	r := reply{calls: make([]call, 0, len(calls)), memory: p}
	for i := range calls {
		if calls[i].Text != "" {
			r.status, r.why = notCalls, "a call without keyword arguments: "+calls[i].Text
		}
		r.calls = append(r.calls, call{name: calls[i].Name, args: calls[i].Arguments})
	}
	return r
}

// inner drops the first and the last character, which the released code takes for brackets
// without looking.
func inner(text string) string {
	runes := 0
	for i := range text {
		if runes++; runes == 2 {
			text = text[i:]
			break
		}
	}
	if runes < 2 {
		return ""
	}
	for i := len(text) - 1; i >= 0; i-- {
		if text[i]&0xc0 != 0x80 {
			return text[:i]
		}
	}
	return ""
}

// hermes reads the line behind each line <tool_call> as JSON, with all apostrophes made quotes.
func (d *decoder) hermes(text string, lang language) reply {
	r := reply{memory: d.pool.Get()}
	r.memory.Forget()
	follows := false
	for len(text) > 0 || follows {
		line, rest, more := strings.Cut(text, "\n")
		text = rest
		switch {
		case line == "<tool_call>":
			follows = true
		case line == "</tool_call>" || !follows:
			follows = false
		default:
			follows = false
			c, why := hermesCall(r.memory, strings.ReplaceAll(line, "'", `"`), lang)
			if why != "" {
				d.done(r)
				return failed(why)
			}
			r.calls = append(r.calls, c)
		}
		if !more {
			break
		}
	}
	return r
}

func hermesCall(d *pyvalue.Decoder, line string, lang language) (c call, why string) {
	v, err := d.MoreJSON(line)
	if err != nil {
		return c, "a call that is no JSON: " + err.Error()
	}
	args, ok := v.Get("arguments")
	if !ok {
		return c, "a call without arguments"
	}
	if lang != python {
		// Python iterates over an empty list or string without ado, and over nothing else here.
		empty := args.Kind == pyvalue.List && len(args.Items) == 0 || args.Kind == pyvalue.String && args.Text == ""
		if args.Kind != pyvalue.Dict && !empty {
			return c, "arguments are no object"
		}
		items := make([]pyvalue.Value, len(args.Items))
		for i := range args.Items {
			if items[i] = args.Items[i]; i%2 == 1 {
				items[i] = pyvalue.StringOf(pyvalue.Str(args.Items[i]))
			}
		}
		args.Items = items
	}
	name, ok := v.Get("name")
	if !ok || !name.Hashable() {
		return c, "a call without a name"
	}
	return call{name: nameOf(name), args: args, odd: args.Kind != pyvalue.Dict}, ""
}

// nameOf gives a name; what is no string can be no function's name.
func nameOf(v pyvalue.Value) string {
	if v.Kind == pyvalue.String {
		return v.Text
	}
	return "\x00" + pyvalue.Repr(v)
}

// xlam reads {"tool_calls": [{name, arguments}]} or the bare list.
func (d *decoder) xlam(text string) reply {
	memory := d.pool.Get()
	v, err := memory.JSON(text)
	if err != nil {
		d.pool.Put(memory)
		return reply{status: notCalls, why: err.Error()}
	}
	r := xlamCalls(v)
	r.memory = memory
	return r
}

func xlamCalls(v pyvalue.Value) reply {
	list := v
	if v.Kind != pyvalue.List {
		if v.Kind != pyvalue.Dict {
			return failed("neither an object nor a list")
		}
		if list, _ = v.Get("tool_calls"); !v.Has("tool_calls") {
			list = pyvalue.Value{Kind: pyvalue.List}
		}
	}
	switch list.Kind {
	case pyvalue.List:
	case pyvalue.Dict, pyvalue.String: // Python iterates over keys or characters, which are no calls
		return reply{}
	default:
		return failed("tool_calls is no list")
	}
	var r reply
	for _, item := range list.Items {
		if item.Kind != pyvalue.Dict {
			continue
		}
		name, ok := item.Get("name")
		if !ok {
			name = pyvalue.StringOf("")
		}
		args, ok := item.Get("arguments")
		if !ok {
			args = pyvalue.Value{Kind: pyvalue.Dict}
		}
		if !name.Hashable() {
			return failed("a name that is no string")
		}
		r.calls = append(r.calls, call{name: nameOf(name), args: args, odd: args.Kind != pyvalue.Dict})
	}
	return r
}
