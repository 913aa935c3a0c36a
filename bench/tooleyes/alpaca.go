package tooleyes

import (
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/solver/agent"
	"deft/tool"
)

// alpacaPattern is how files with ToolAlpaca's recorded trajectories are called.
const alpacaPattern = "ToolAlpaca*.json"

// alpacaFile finds the file of trajectories at path, which is the file itself or its folder.
func alpacaFile(path string) (string, bool) {
	if ok, _ := filepath.Match(alpacaPattern, filepath.Base(path)); ok {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path, true
		}
	}
	found, err := filepath.Glob(filepath.Join(path, alpacaPattern))
	if err != nil || len(found) == 0 {
		return "", false
	}
	return found[0], true
}

// trajectory is one recorded solution.
type trajectory struct {
	id     string
	events []eval.Event
}

// readAlpaca reads trajectories out of the judge's prompts in which they were published (Tang et al.
// 2023): documents, the instruction, and numbered calls with their returns up to a final response.
// Entries without a prompt are left out.
func readAlpaca(file string) ([]eval.Sample, []trajectory, error) {
	body, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, fmt.Errorf("read the trajectories: %w", err)
	}
	var apis map[string]json.RawMessage
	if err := json.Unmarshal(body, &apis); err != nil {
		return nil, nil, fmt.Errorf("%s: %w; it is an object of APIs, each a list of judged solutions", file, err)
	}
	delete(apis, "statistics")
	names := make([]string, 0, len(apis))
	for n := range apis {
		names = append(names, n)
	}
	slices.Sort(names)
	var samples []eval.Sample
	var recorded []trajectory
	for _, api := range names {
		var entries []struct {
			ID    int             `json:"id"`
			Input json.RawMessage `json:"input"`
		}
		if err := json.Unmarshal(apis[api], &entries); err != nil {
			return nil, nil, fmt.Errorf("%s: %s: %w", file, api, err)
		}
		for _, e := range entries {
			var prompt []chat.Message
			if json.Unmarshal(e.Input, &prompt) != nil || len(prompt) == 0 {
				continue // recorded without a solution
			}
			id := fmt.Sprintf("%s/%d", api, e.ID)
			s, t, err := readJudged(id, prompt[0].Content)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %s: %w", file, id, err)
			}
			s.Groups = []string{api}
			samples, recorded = append(samples, s), append(recorded, t)
		}
	}
	if len(samples) == 0 {
		return nil, nil, fmt.Errorf("%s holds no trajectory", file)
	}
	return samples, recorded, nil
}

// readJudged reads one prompt.
func readJudged(id, text string) (eval.Sample, trajectory, error) {
	part := func(title, end string) string {
		_, rest, _ := strings.Cut(text, "\n## "+title+"\n")
		body, _, _ := strings.Cut(rest, "\n## "+end)
		return strings.TrimSpace(body)
	}
	query := part("Task Instruction", "Standard Answer")
	solution := part("AI Assistant's Solution", "Analysis")
	tools, err := alpacaTools(part("Documentation", "Task Instruction"))
	if err != nil {
		return eval.Sample{}, trajectory{}, err
	}
	if query == "" || solution == "" {
		return eval.Sample{}, trajectory{}, fmt.Errorf("no instruction or no solution in the prompt")
	}
	s := eval.Sample{ID: id, Tools: append(tools, agent.FinishSpec()), Messages: []chat.Message{{Role: chat.User, Content: query}}}
	t := trajectory{id: id}
	for n, step := range steps(solution) {
		t.add(n, step)
	}
	return s, t, nil
}

var parameterMarks = regexp.MustCompile(`^(Required\.)? ?`)

// alpacaTools reads documents of three lines or more: "name: description", "Parameters: {…}" and
// what is returned.
func alpacaTools(text string) ([]tool.Spec, error) {
	var out []tool.Spec
	var head string
	for line := range strings.SplitSeq(text, "\n") {
		body, ok := strings.CutPrefix(line, "Parameters: ")
		if !ok {
			head = line
			continue
		}
		name, description, _ := strings.Cut(head, ": ")
		var described map[string]string
		if err := json.Unmarshal([]byte(body), &described); err != nil {
			return nil, fmt.Errorf("parameters of %s: %w", name, err)
		}
		properties, required := map[string]any{}, []string{}
		for p, d := range described {
			if strings.HasPrefix(d, "Required.") {
				required = append(required, p)
			}
			properties[p] = map[string]string{"description": parameterMarks.ReplaceAllString(d, "")}
		}
		slices.Sort(required)
		schema, err := json.Marshal(map[string]any{"type": "object", "properties": properties, "required": required})
		if err != nil {
			return nil, err
		}
		out = append(out, tool.Spec{Name: name, Description: description, Parameters: schema})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no document of a tool in the prompt")
	}
	return out, nil
}

// alpacaStep is "N. Function: name" with parameters and returns, or "N. Final Response: text".
type alpacaStep struct{ function, parameters, returned, answer string }

var stepStart = regexp.MustCompile(`(?m)^\d+\. (Function|Final Response): `)

func steps(solution string) iter.Seq2[int, alpacaStep] {
	starts := stepStart.FindAllStringSubmatchIndex(solution, -1)
	return func(yield func(int, alpacaStep) bool) {
		for i, at := range starts {
			end := len(solution)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			kind, body := solution[at[2]:at[3]], strings.TrimSpace(solution[at[1]:end])
			s := alpacaStep{answer: body}
			if kind == "Function" {
				name, rest, _ := strings.Cut(body, "\nParameters: ")
				parameters, returned, _ := strings.Cut(rest, "\nRetruns: ") // spelt so in the data
				s = alpacaStep{function: strings.TrimSpace(name), parameters: strings.TrimSpace(parameters), returned: returned}
			}
			if !yield(i, s) {
				return
			}
		}
	}
}

// add appends the events of one step. A final response stands for finish.
func (t *trajectory) add(n int, s alpacaStep) {
	c := tool.Call{ID: fmt.Sprint("step_", n+1), Name: s.function, Arguments: json.RawMessage(s.parameters)}
	if s.function == "" {
		c.Name = agent.Finish
		c.Arguments, _ = json.Marshal(map[string]string{"answer": s.answer}) // a string always encodes
	}
	if !json.Valid(c.Arguments) {
		c.Arguments, c.Malformed = json.RawMessage(`{}`), s.parameters
	}
	t.events = append(t.events, eval.Event{Kind: eval.EventReply, Turn: n, Message: &chat.Message{Role: chat.Assistant, ToolCalls: []tool.Call{c}}})
	if s.function != "" {
		content, _ := json.Marshal(s.returned)
		t.events = append(t.events,
			eval.Event{Kind: eval.EventCall, Turn: n, Call: &c},
			eval.Event{Kind: eval.EventResult, Turn: n, Result: &tool.Result{CallID: c.ID, Content: content}})
	}
}
