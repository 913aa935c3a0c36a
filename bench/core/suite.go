package core

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"time"

	"deft/bench/core/world"
	"deft/chat"
	"deft/eval"
	"deft/prompt"
	"deft/tool"
)

//go:embed data/samples.jsonl
var dataFiles embed.FS

//go:embed prompts/*.tmpl
var promptFiles embed.FS

// line is a line of samples.jsonl.
type line struct {
	ID       string     `json:"id"`
	Group    string     `json:"group"`
	Scenario string     `json:"scenario"` // of ToolEyes: TG DU RS PL IR AM FT
	Query    string     `json:"query"`
	Tools    []string   `json:"tools"` // shown, in this order
	Calls    []GoldCall `json:"calls"` // gold; none: abstain
}

// Groups of the suite, in the order of reports.
const (
	groupSingle   = "single"
	groupMultiple = "multiple"
	groupNested   = "nested"
	groupNoFit    = "no_fitting_tool"
	groupNoTool   = "no_tool"
)

func groups() []string {
	return []string{groupSingle, groupMultiple, groupNested, groupNoFit, groupNoTool}
}

func readLines() ([]line, error) {
	body, err := dataFiles.ReadFile("data/samples.jsonl")
	if err != nil {
		return nil, fmt.Errorf("samples of suite core: %w", err)
	}
	var out []line
	scan := bufio.NewScanner(bytes.NewReader(body))
	scan.Buffer(nil, len(body)+1)
	for n := 1; scan.Scan(); n++ {
		var l line
		d := json.NewDecoder(bytes.NewReader(scan.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&l); err != nil {
			return nil, fmt.Errorf("data/samples.jsonl:%d: %w", n, err)
		}
		out = append(out, l)
	}
	return out, scan.Err()
}

// samples makes the suite's samples: the system prompt, the query and the tools shown.
func samples(box *world.Toolbox, prompts *prompt.Set) ([]eval.Sample, error) {
	date, err := time.Parse(time.DateOnly, world.Today)
	if err != nil {
		return nil, fmt.Errorf("the day of suite core: %w", err)
	}
	system, err := prompts.Execute("system", map[string]string{"Weekday": date.Weekday().String(), "Date": world.Today})
	if err != nil {
		return nil, err
	}
	lines, err := readLines()
	if err != nil {
		return nil, err
	}
	out := make([]eval.Sample, 0, len(lines))
	for _, l := range lines {
		s := eval.Sample{
			ID: l.ID, Groups: []string{l.Group, "scenario " + l.Scenario},
			Messages: []chat.Message{{Role: chat.System, Content: system}, {Role: chat.User, Content: l.Query}},
			Tools:    make([]tool.Spec, 0, len(l.Tools)),
		}
		for _, name := range l.Tools {
			spec, ok := box.Spec(name)
			if !ok {
				return nil, fmt.Errorf("sample %s shows the tool %s, which is not documented", l.ID, name)
			}
			s.Tools = append(s.Tools, spec)
		}
		if s.Gold, err = json.Marshal(Gold{Calls: l.Calls}); err != nil {
			return nil, fmt.Errorf("sample %s: %w", l.ID, err)
		}
		out = append(out, s)
	}
	return out, nil
}
