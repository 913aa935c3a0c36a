package protocol

import (
	"fmt"
	"strings"

	"deft/chat"
	"deft/prompt"
	"deft/tool"
)

// text is what all protocols that put tools and calls into the text have in common. The parts
// that differ are plain functions.
type text struct {
	name      string
	prompts   *prompt.Set
	documents func([]tool.Spec) string
	parse     func(content string) Step
	format    func(Step) string
}

// instructions is the data of a protocol's template.
type instructions struct {
	Tools  string   // the tool documents as this protocol writes them, "" without tools
	Names  []string // the tools' names in order
	Finish bool     // the answer is given by the tool finish
}

// finish is the tool with which an agent gives its answer (ToolEyes, section 3.1).
const finish = "finish"

// observations is the data of observation.tmpl: results of calls, in order.
type observations struct{ Results []observation }

type observation struct{ Name, Content string }

// tryPrompts fills the templates once with sample data, so that a user's mistake in his own
// template is an error at the start and not in the middle of a run.
func tryPrompts(set *prompt.Set, name string) error {
	for _, data := range []instructions{{}, {Tools: "{}", Names: []string{"a"}}, {Tools: "{}", Names: []string{finish}, Finish: true}} {
		if _, err := set.Execute(name, data); err != nil {
			return fmt.Errorf("protocol %s: %w", name, err)
		}
	}
	_, err := set.Execute("observation", observations{Results: []observation{{"a", "{}"}, {"", ""}}})
	if err != nil {
		return fmt.Errorf("protocol %s: %w", name, err)
	}
	return nil
}

func (p *text) Name() string    { return p.name }
func (p *text) Prompts() string { return p.prompts.Hash() }

// Render writes tools and instructions into the system message, calls into assistant messages and
// the results of calls into user messages. No tools go beside the text.
func (p *text) Render(messages []chat.Message, tools []tool.Spec) ([]chat.Message, []tool.Spec) {
	data := instructions{}
	if len(tools) > 0 {
		data.Tools = p.documents(tools)
		for _, t := range tools {
			data.Names = append(data.Names, t.Name)
			data.Finish = data.Finish || t.Name == finish
		}
	}
	out := make([]chat.Message, 0, len(messages)+1)
	if told := p.fill(p.name, data); told != "" {
		if len(messages) > 0 && messages[0].Role == chat.System {
			told = messages[0].Content + "\n\n" + told
			messages = messages[1:]
		}
		out = append(out, chat.Message{Role: chat.System, Content: told})
	}
	for i := 0; i < len(messages); {
		switch m := messages[i]; {
		case m.Role == chat.Tool:
			var seen observations
			for ; i < len(messages) && messages[i].Role == chat.Tool; i++ {
				seen.Results = append(seen.Results, observation{messages[i].Name, messages[i].Content})
			}
			out = append(out, chat.Message{Role: chat.User, Content: p.fill("observation", seen)})
			continue
		case m.Role == chat.Assistant && len(m.ToolCalls) > 0:
			out = append(out, p.Format(nativeCalls(m)))
		default:
			out = append(out, m)
		}
		i++
	}
	return out, nil
}

// fill executes a template. New has tried every template, so an error here needs a template that
// fails on particular tools only; then the model is told so rather than nothing.
func (p *text) fill(name string, data any) string {
	told, err := p.prompts.Execute(name, data)
	if err != nil {
		return err.Error()
	}
	return told
}

// Parse reads the text; a reply that carries native calls all the same is read by those.
func (p *text) Parse(reply chat.Message) Step {
	if len(reply.ToolCalls) > 0 {
		return nativeCalls(reply)
	}
	step := p.parse(reply.Content)
	if step.Thought == "" {
		step.Thought = strings.TrimSpace(reply.Reasoning)
	}
	return step
}

// Format writes the step as text.
func (p *text) Format(step Step) chat.Message {
	return chat.Message{Role: chat.Assistant, Content: p.format(step)}
}
