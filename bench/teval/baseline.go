package teval

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/protocol"
	"deft/pyvalue"
	"deft/retrieve/embed"
)

// baseline answers without a language model, from the prompt's words alone: the tool whose name is
// most like what was said last, no arguments, what was said last as the thought, every tool once as
// the plan, and always Success.
func baseline(s eval.Sample, p protocol.Protocol) (chat.Model, error) {
	var g gold
	if err := json.Unmarshal(s.Gold, &g); err != nil {
		return nil, fmt.Errorf("sample %s: gold: %w", s.ID, err)
	}
	return chat.ModelFunc(func(ctx context.Context, r chat.Request) (chat.Response, error) {
		text, err := g.guess(ctx, s.Messages)
		if err != nil {
			return chat.Response{}, err
		}
		return chat.Response{Message: p.Format(protocol.Step{Answer: text}), Finish: chat.FinishStop}, nil
	}), nil
}

// guess uses of the gold only what the prompt says as well: kind, format, template and tools.
func (g *gold) guess(ctx context.Context, messages []chat.Message) (string, error) {
	if g.Kind == "review_str" {
		return "Answer: A", nil
	}
	said, all := "", ""
	for _, m := range messages {
		all += m.Content + "\n"
		if m.Role != chat.System {
			said = m.Content
		}
	}
	tools := g.Tools
	if len(tools) == 0 {
		tools = dottedNames(all)
	}
	ranked, err := byLikeness(ctx, said, tools)
	if err != nil {
		return "", err
	}
	name := finish
	if len(ranked) > 0 {
		name = ranked[0]
	}
	none := pyvalue.Value{Kind: pyvalue.Dict}
	switch g.Kind {
	case "instruct":
		var l layout
		if err := json.Unmarshal(g.Template, &l); err != nil {
			return "", fmt.Errorf("template: %w", err)
		}
		return l.fill(g.Format, "Call the tool.", name, none), nil
	case "plan_json", "plan_str":
		steps := make([]step, len(ranked))
		for i, n := range ranked {
			steps[i] = step{int64(i), n, "{}"}
		}
		return planText(g.Format, nil, steps), nil
	case "reason_str":
		return said, nil
	case "retrieve_str":
		return name, nil
	case "understand_str":
		return "{}", nil
	}
	return jsonText(dict("thought", pyvalue.StringOf(said), "name", pyvalue.StringOf(name), "args", none)), nil
}

// dottedNames lists every word.word of a text once, in order.
func dottedNames(text string) []string {
	var out []string
	seen := map[string]bool{}
	for text != "" {
		var name string
		name, text = nextDotted(text)
		if name != "" && !seen[name] && !isDigit(name[0]) {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

// byLikeness sorts names by their lexical likeness to text, the likest first.
func byLikeness(ctx context.Context, text string, names []string) ([]string, error) {
	v, err := embed.Lexical{}.Encode(ctx, append([]string{text}, names...))
	if err != nil {
		return nil, err
	}
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool {
		return embed.Cosine(v[0], v[1+order[i]]) > embed.Cosine(v[0], v[1+order[j]])
	})
	out := make([]string, len(names))
	for i, j := range order {
		out[i] = strings.TrimSpace(names[j])
	}
	return out, nil
}
