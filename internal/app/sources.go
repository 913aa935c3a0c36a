package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"deft/tool"
	"deft/tool/openapi"
)

// Kinds of sources.
const (
	SourceOpenAPI   = "openapi"
	SourceMCP       = "mcp"
	SourceFunctions = "functions"
)

// importedCategory is the category of every imported tool; the subcategory is its source's name.
const importedCategory = "imported"

// sourceVersion is the layout of a source's file.
const sourceVersion = 1

// Source is a set of tools that the user imported, stored as tools/NAME.json in the data folder.
// It holds names of variables, never their values.
type Source struct {
	Version  int    `json:"version"`
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Location string `json:"location"` // where it came from, without password and query

	// Of MCP servers.
	Command []string          `json:"command,omitempty"`
	Env     []string          `json:"env,omitempty"`
	URL     string            `json:"url,omitempty"`
	Bearer  string            `json:"bearer,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`

	// AllowHosts may be called beside the hosts that the source itself names.
	AllowHosts   []string `json:"allow_hosts,omitempty"`
	AllowPrivate bool     `json:"allow_private,omitempty"`

	Document *openapi.Document `json:"document,omitempty"` // of OpenAPI documents
	Tools    []tool.Spec       `json:"tools,omitempty"`    // of the others
	Skipped  []string          `json:"skipped,omitempty"`  // what could not become a tool, and why
}

// specs are the tools with their place: imported/NAME/tool.
func (s *Source) specs() []tool.Spec {
	out := slices.Clone(s.Tools)
	if s.Document != nil {
		out = s.Document.Specs()
	}
	for i := range out {
		out[i].ID = importedCategory + "/" + s.Name + "/" + out[i].Name
	}
	return out
}

// infos are the tools as lists show them.
func (s *Source) infos() []ToolInfo {
	specs := s.specs()
	out := make([]ToolInfo, len(specs))
	for i, t := range specs {
		reads := t.Tags["method"] == "GET" || t.Tags["method"] == "HEAD" || t.Tags["repeatable"] == "true"
		out[i] = ToolInfo{
			ID: t.ID, Name: t.Name, Category: importedCategory, Subcategory: s.Name,
			Description: t.Description, Parameters: t.Parameters, Result: t.Result, Stateful: !reads, source: s,
		}
	}
	return out
}

func (a *App) sourcesDir() string { return filepath.Join(a.Env.DataDir(), "tools") }

// Sources gives what the user imported, by name.
func (a *App) Sources() ([]*Source, error) {
	entries, err := os.ReadDir(a.sourcesDir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list imported tools: %w", err)
	}
	var out []*Source
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok || e.IsDir() {
			continue
		}
		s, err := a.readSource(name)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func (a *App) readSource(name string) (*Source, error) {
	path := filepath.Join(a.sourcesDir(), name+".json")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read imported tools: %w", err)
	}
	s := &Source{}
	if err := json.Unmarshal(text, s); err != nil || s.Version != sourceVersion || s.Name != name {
		return nil, fmt.Errorf("%s is damaged or from another version; `deft tools remove %s` removes it, and importing again makes it anew", path, name)
	}
	return s, nil
}

// saveSource writes the file to the side and renames it, so that it is never half there.
func (a *App) saveSource(s *Source, replace bool) error {
	path := filepath.Join(a.sourcesDir(), s.Name+".json")
	if _, err := os.Stat(path); err == nil && !replace {
		return Usagef("tools named %s are imported already; give another --name, or --replace them", s.Name)
	}
	if err := os.MkdirAll(a.sourcesDir(), 0o755); err != nil {
		return fmt.Errorf("make the folder of imported tools: %w", err)
	}
	s.Version = sourceVersion
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return fmt.Errorf("store the tools of %s: %w", s.Name, err)
	}
	f, err := os.CreateTemp(a.sourcesDir(), s.Name+".*.tmp")
	if err != nil {
		return fmt.Errorf("store the tools of %s: %w", s.Name, err)
	}
	_, err = f.Write(b.Bytes())
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("store the tools of %s: %w", s.Name, err)
	}
	return nil
}

// RemoveTools forgets an imported source.
func (a *App) RemoveTools(name string) error {
	if tool.CleanName(name) != name {
		return Usagef("%q is not the name of imported tools", name)
	}
	err := os.Remove(filepath.Join(a.sourcesDir(), name+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return Usagef("no imported tools are called %q; `deft tools list imported` shows what there is", name)
	}
	return err
}

// sourceName is the name the user gave, or one made of where the tools come from.
func sourceName(given string, otherwise ...string) (string, error) {
	if given != "" {
		if tool.CleanName(given) != given {
			return "", Usagef("--name %q: use letters, digits, _ and -, at most %d", given, tool.MaxName)
		}
		return given, nil
	}
	for _, text := range otherwise {
		if name := tool.CleanName(strings.ToLower(text)); name != "" {
			return name, nil
		}
	}
	return "", Usagef("give the tools a name with --name")
}
