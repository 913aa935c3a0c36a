package core

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"go.yaml.in/yaml/v3"

	"deft/chat"
	"deft/eval"
	"deft/prompt"
	"deft/protocol"
	"deft/solver"
	"deft/tool"
)

// FolderName is the name under which a user's own task is in the table of benchmarks.
const FolderName = "folder"

// Files of a user's own task.
const (
	taskFile    = "task.yaml"
	toolsFile   = "tools.json"
	samplesFile = "samples.jsonl"
)

// folderConfig is task.yaml.
type folderConfig struct {
	Name        string `yaml:"name"`
	Version     string `yaml:"version"`
	Description string `yaml:"description"`
	System      string `yaml:"system"`
	Protocol    string `yaml:"protocol"`
	// Tools run: each is a selector of eval.Toolbox. With them the agent takes several turns.
	Tools []string `yaml:"tools"`
	// Turns are the requests a sample may take; 0: the agent's default where tools run, else 1.
	Turns       int      `yaml:"turns"`
	Temperature *float64 `yaml:"temperature"`
	MaxTokens   int      `yaml:"max_tokens"`
}

// folderSample is a line of samples.jsonl: a query or a conversation, the tools shown by name (all,
// when left out), and the gold calls (none: nothing should be called).
type folderSample struct {
	ID       string         `json:"id"`
	Group    string         `json:"group"`
	Query    string         `json:"query"`
	Messages []chat.Message `json:"messages"`
	Tools    []string       `json:"tools"`
	Calls    []GoldCall     `json:"calls"`
	folderSetup
}

// Folder is the benchmark that opens a user's own task: a folder with task.yaml, tools.json and
// samples.jsonl, scored as suite core is.
func Folder() eval.Benchmark {
	return eval.Benchmark{
		Name: FolderName, Version: "1",
		Summary:   "your own task: a folder with task.yaml, tools.json and samples.jsonl (deft init task DIR writes one)",
		Abilities: []string{"whatever your samples ask for"}, Protocols: protocol.Names(),
		Source: "--data DIR, or the folder's path in place of a task's name",
		Open:   openFolder, Scoring: folderScoring,
	}
}

func openFolder(_ context.Context, o eval.Options) (*eval.Task, error) {
	if o.Data == "" {
		return nil, fmt.Errorf("name the folder of your task: deft eval DIR; deft init task DIR writes one to start from")
	}
	cfg, err := readFolderConfig(filepath.Join(o.Data, taskFile))
	if err != nil {
		return nil, err
	}
	if o.Protocol == "" {
		o.Protocol = cfg.Protocol
	}
	scores, err := folderScoring(o)
	if err != nil {
		return nil, err
	}
	specs, err := folderTools(o.Data, cfg, o.Toolbox)
	if err != nil {
		return nil, err
	}
	list, err := readFolderSamples(filepath.Join(o.Data, samplesFile), cfg, specs)
	if err != nil {
		return nil, err
	}
	p := scores.Scorer.(*scorer).protocol
	t := &eval.Task{
		Name: cfg.Name, Version: cfg.Version, Samples: eval.Samples(list), Solver: solver.Single{}, Oracle: oracle,
		Protocol: p, Scoring: scores, Prompts: prompt.Join(protocol.PromptHash(p)),
		Sampling: chat.Sampling{Temperature: cfg.Temperature, MaxTokens: cfg.MaxTokens},
	}
	return t, makeActing(t, cfg, list, specs, o)
}

// folderTools gives the tools of a task by name: those of tools.json, which may be missing where
// task.yaml names tools that run, and these.
func folderTools(dir string, cfg folderConfig, box eval.Toolbox) (map[string]tool.Spec, error) {
	path := filepath.Join(dir, toolsFile)
	specs := map[string]tool.Spec{}
	if _, err := os.Stat(path); err == nil || len(cfg.Tools) == 0 {
		if specs, err = readFolderTools(path); err != nil {
			return nil, err
		}
	}
	for _, selector := range cfg.Tools {
		if box == nil {
			return nil, fmt.Errorf("%s: tools that run, such as %s, cannot be had here", taskFile, selector)
		}
		found, err := box.Find(selector)
		if err != nil {
			return nil, fmt.Errorf("%s: tools: %w", filepath.Join(dir, taskFile), err)
		}
		for _, t := range found {
			if other, twice := specs[t.Name]; twice && other.ID != t.ID {
				return nil, fmt.Errorf("%s: tools: %s brings a tool called %s, and there is one of that name already: name single tools by their id", filepath.Join(dir, taskFile), selector, t.Name)
			}
			if _, err := readDocument(t); err != nil {
				return nil, fmt.Errorf("tool %s: %w", t.ID, err)
			}
			specs[t.Name] = t
		}
	}
	return specs, nil
}

func folderScoring(o eval.Options) (eval.Scoring, error) {
	if o.Compat != "" && o.Compat != eval.CompatDefault {
		return eval.Scoring{}, fmt.Errorf("a task of your own has one definition of its scores: --compat %s does not apply", o.Compat)
	}
	if o.Protocol == "" {
		o.Protocol = defaultProtocol
	}
	p, err := protocol.New(o.Protocol, o.Prompts)
	if err != nil {
		return eval.Scoring{}, err
	}
	return callScoring(FolderName, p), nil
}

func readFolderConfig(path string) (folderConfig, error) {
	cfg := folderConfig{Version: "1"}
	body, err := os.ReadFile(path)
	if err != nil {
		return cfg, fmt.Errorf("a task's folder holds %s, %s and %s: %w", taskFile, toolsFile, samplesFile, err)
	}
	d := yaml.NewDecoder(bytes.NewReader(body))
	d.KnownFields(true)
	if err := d.Decode(&cfg); err != nil {
		return cfg, fmt.Errorf("%s: %w", path, err)
	}
	if cfg.Name == "" {
		return cfg, fmt.Errorf("%s: the field name is missing", path)
	}
	return cfg, nil
}

// readFolderTools reads a list of tool documents, bare or in the form that OpenAI's API takes.
func readFolderTools(path string) (map[string]tool.Spec, error) {
	body, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the tools: %w", err)
	}
	var list []struct {
		tool.Spec
		Type     string     `json:"type"`
		Function *tool.Spec `json:"function"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("%s: %w; it is a list of {\"name\", \"description\", \"parameters\"}", path, err)
	}
	specs := make(map[string]tool.Spec, len(list))
	for i, t := range list {
		spec := t.Spec
		if t.Function != nil {
			spec = *t.Function
		}
		if spec.Name == "" {
			return nil, fmt.Errorf("%s: tool %d has no name", path, i+1)
		}
		if _, twice := specs[spec.Name]; twice {
			return nil, fmt.Errorf("%s: tool %d: the name %s was given before", path, i+1, spec.Name)
		}
		if _, err := readDocument(spec); err != nil {
			return nil, fmt.Errorf("%s: tool %s: %w", path, spec.Name, err)
		}
		specs[spec.Name] = spec
	}
	return specs, nil
}

func readFolderSamples(path string, cfg folderConfig, specs map[string]tool.Spec) ([]eval.Sample, error) {
	body, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the samples: %w", err)
	}
	var out []eval.Sample
	first := map[string]int{}
	for n, raw := range bytes.Split(body, []byte("\n")) {
		if len(bytes.TrimSpace(raw)) == 0 {
			continue
		}
		where := fmt.Sprintf("%s:%d", path, n+1)
		s, err := readFolderSample(raw, cfg, specs)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
		if line, twice := first[s.ID]; twice {
			return nil, fmt.Errorf("%s: the id %q was given before, on line %d", where, s.ID, line)
		}
		first[s.ID] = n + 1
		out = append(out, s)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s holds no sample", path)
	}
	return out, nil
}

func readFolderSample(raw []byte, cfg folderConfig, specs map[string]tool.Spec) (eval.Sample, error) {
	var l folderSample
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return eval.Sample{}, err
	}
	switch {
	case l.ID == "":
		return eval.Sample{}, fmt.Errorf("the field id is missing")
	case (l.Query == "") == (len(l.Messages) == 0):
		return eval.Sample{}, fmt.Errorf("give either query or messages")
	}
	s := eval.Sample{ID: l.ID, Messages: l.Messages}
	if l.Group != "" {
		s.Groups = []string{l.Group}
	}
	if l.Query != "" {
		s.Messages = []chat.Message{{Role: chat.User, Content: l.Query}}
	}
	if cfg.System != "" {
		s.Messages = append([]chat.Message{{Role: chat.System, Content: cfg.System}}, s.Messages...)
	}
	names := l.Tools
	if names == nil {
		for name := range specs {
			names = append(names, name)
		}
		slices.Sort(names)
	}
	for _, name := range names {
		spec, ok := specs[name]
		if !ok {
			return s, fmt.Errorf("tools: %q is not in %s", name, toolsFile)
		}
		s.Tools = append(s.Tools, spec)
	}
	for _, c := range l.Calls {
		for _, w := range c.ways() {
			if !slices.Contains(names, w.Tool) {
				return s, fmt.Errorf("calls: %q is not among the sample's tools", w.Tool)
			}
		}
	}
	gold := Gold{Calls: l.Calls}
	if _, err := newMatcher(gold, s); err != nil {
		return s, fmt.Errorf("calls: %w", err)
	}
	var err error
	if s.Gold, err = json.Marshal(gold); err != nil {
		return s, err
	}
	return s, l.folderSetup.into(&s)
}
