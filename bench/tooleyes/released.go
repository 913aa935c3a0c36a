package tooleyes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/prompt"
	"deft/solver/agent"
	"deft/tool"
	"deft/tool/simulated"
)

// Names of the released files, as they are in the authors' repository or gathered in a folder.
var (
	queryNames    = []string{"queries.json", "Test_Data/scenario_data_raw.json", "scenario_data_raw.json"}
	libraryNames  = []string{"library", "Tool_Library"}
	documentNames = []string{"tools.json", "config_gpt4.json"}
)

// releasedQuery is an entry of the released queries. Path ends in category and subcategory.
type releasedQuery struct {
	Query    string `json:"query"`
	Path     string `json:"path"`
	Scenario string `json:"scenario"`
}

// openReleased makes t a task on the released queries, or on recorded trajectories of ToolAlpaca.
func openReleased(t *eval.Task, o eval.Options, prompts *prompt.Set) error {
	if file, ok := alpacaFile(o.Data); ok {
		list, _, err := readAlpaca(file)
		t.Samples = eval.Samples(list)
		return err
	}
	file, ok := firstFile(o.Data, queryNames)
	if !ok {
		return fmt.Errorf("%s holds no data of ToolEyes: looked for %s, and for %s", o.Data, strings.Join(queryNames, ", "), alpacaPattern)
	}
	list, err := readReleased(file, o.Data, prompts)
	if err != nil {
		return err
	}
	t.Samples = eval.Samples(list)
	player, err := simulated.New(simulated.Config{Prompts: o.Prompts})
	if err != nil {
		return err
	}
	t.Prompts = prompt.Join(t.Prompts, player.PromptHash())
	t.Environment = func(_ context.Context, s eval.Sample, _ uint64) (eval.Environment, error) {
		if o.Player == nil {
			return nil, errors.New("the released tools are documents alone: name a model that plays them (--simulator SPEC)")
		}
		return &stage{player.Executor(o.Player, s.Tools, chat.Key{Sample: s.ID}), s.Tools, player}, nil
	}
	return nil
}

// stage is the environment of released documents: a model plays the tools. It keeps no state.
type stage struct {
	tool.Executor
	tools  []tool.Spec
	player *simulated.Player
}

// Attach lets the attempt's own model play the tools, so that its transcript has what that was asked.
func (e *stage) Attach(a *eval.Attempt) {
	if _, ok := a.Models[chat.RoleTool]; ok {
		e.Executor = e.player.Executor(a.Model(chat.RoleTool), e.tools, a.Key)
	}
}

func (e *stage) Tools() []tool.Spec { return e.tools }

// Snapshot is empty: what a model said it did is nowhere but in the results.
func (*stage) Snapshot(context.Context) (json.RawMessage, error) { return nil, nil }

// Call performs a call. Nobody answers for the user here but a model named with --user.
func (e *stage) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	if c.Name != agent.AskUser {
		return e.Executor.Call(ctx, c)
	}
	content, err := json.Marshal(noAnswer)
	return tool.Result{CallID: c.ID, Content: content}, err
}

// Close waits for calls that go on.
func (e *stage) Close() error {
	if c, ok := e.Executor.(interface{ Close() error }); ok {
		return c.Close()
	}
	return nil
}

func firstFile(dir string, names []string) (string, bool) {
	for _, n := range names {
		path := filepath.Join(dir, n)
		if _, err := os.Stat(path); err == nil {
			return path, true
		}
	}
	return "", false
}

func readReleased(file, dir string, prompts *prompt.Set) ([]eval.Sample, error) {
	body, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the queries: %w", err)
	}
	var queries []releasedQuery
	if err := json.Unmarshal(body, &queries); err != nil {
		return nil, fmt.Errorf("%s: %w; it is a list of {\"query\", \"path\", \"scenario\"}", file, err)
	}
	library, ok := firstFile(dir, libraryNames)
	if !ok {
		return nil, fmt.Errorf("%s has queries, but no tools: looked for the folders %s", dir, strings.Join(libraryNames, ", "))
	}
	system, err := prompts.Execute("system", nil)
	if err != nil {
		return nil, err
	}
	documents, seen := map[string][]tool.Spec{}, map[string]int{}
	var out []eval.Sample
	for i, q := range queries {
		place, err := q.place()
		if err != nil {
			return nil, fmt.Errorf("%s: entry %d: %w", file, i+1, err)
		}
		if documents[place] == nil {
			if documents[place], err = readDocuments(library, place); err != nil {
				return nil, fmt.Errorf("%s: entry %d: %w", file, i+1, err)
			}
		}
		u, err := json.Marshal(setup{Place: place})
		if err != nil {
			return nil, err
		}
		out = append(out, eval.Sample{
			ID: releasedID(place, q.Query, seen), Groups: []string{q.Scenario}, Tools: documents[place], Setup: u,
			Messages: []chat.Message{{Role: chat.System, Content: system}, {Role: chat.User, Content: q.Query}},
		})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s holds no query", file)
	}
	return out, nil
}

// place is "Category/Subcategory", the last two parts of the path.
func (q releasedQuery) place() (string, error) {
	parts := strings.Split(strings.Trim(filepath.ToSlash(q.Path), "/"), "/")
	if len(parts) < 2 || q.Query == "" || q.Scenario == "" {
		return "", errors.New("query, path (ending in category and subcategory) and scenario are needed")
	}
	for _, p := range parts {
		if p == ".." || p == "." || p == "" {
			return "", fmt.Errorf("the path %q leaves its folder", q.Path)
		}
	}
	return strings.Join(parts[len(parts)-2:], "/"), nil
}

// releasedID names a query by its place and a hash of its text, so that recorded outputs find it;
// the second of two equal ones counts. Seen is what was named before.
func releasedID(place, query string, seen map[string]int) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(query)))
	id := place + "/" + hex.EncodeToString(sum[:4])
	if seen[id]++; seen[id] > 1 {
		id = fmt.Sprintf("%s-%d", id, seen[id])
	}
	return id
}

// readDocuments reads the tools of a subcategory. Of two of one name the first counts, as a model
// cannot tell them apart either.
func readDocuments(library, place string) ([]tool.Spec, error) {
	file, ok := firstFile(filepath.Join(library, filepath.FromSlash(place)), documentNames)
	if !ok {
		return nil, fmt.Errorf("no documents of %s in %s: looked for %s", place, library, strings.Join(documentNames, ", "))
	}
	body, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the tools: %w", err)
	}
	var list []tool.Spec
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("%s: %w; it is a list of {\"name\", \"description\", \"parameters\"}", file, err)
	}
	var out []tool.Spec
	seen := map[string]bool{}
	for i, s := range list {
		if s.Name == "" {
			return nil, fmt.Errorf("%s: tool %d has no name", file, i+1)
		}
		if !seen[s.Name] {
			seen[s.Name] = true
			s.ID = place + "/" + s.Name
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s holds no tool", file)
	}
	return out, nil
}
