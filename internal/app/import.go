package app

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"deft/tool"
	"deft/tool/mcp"
	"deft/tool/openapi"
	"deft/tool/outbound"
	"deft/tool/schema"
)

// ImportRequest is one `deft tools import`.
type ImportRequest struct {
	Name    string // empty: made of where the tools come from
	Replace bool

	Location string   // of a document: a file or a URL
	Server   string   // of an OpenAPI document: instead of the servers it names
	Command  []string // of an MCP server: a command, or one URL
	Env      []string
	Bearer   string
	Headers  []string // NAME=VARIABLE

	AllowHosts   []string
	AllowPrivate bool
}

// Imported says what an import brought.
type Imported struct {
	Name      string     `json:"name"`
	Kind      string     `json:"kind"`
	Tools     []ToolInfo `json:"tools"`
	Skipped   []string   `json:"skipped,omitempty"`
	Hosts     []string   `json:"hosts,omitempty"`
	Variables []string   `json:"variables,omitempty"` // environment variables that calls may need
}

func (a *App) imported(s *Source, replace bool) (Imported, error) {
	if err := a.saveSource(s, replace); err != nil {
		return Imported{}, err
	}
	out := Imported{Name: s.Name, Kind: s.Kind, Tools: s.infos(), Skipped: s.Skipped}
	if s.Document != nil {
		out.Hosts, out.Variables = s.Document.Hosts(), s.Document.Variables(s.Name)
	}
	return out, nil
}

// ImportOpenAPI makes tools of the operations of an OpenAPI document.
func (a *App) ImportOpenAPI(ctx context.Context, r ImportRequest) (Imported, error) {
	doc, err := openapi.Read(ctx, r.Location, outbound.Policy{Private: r.AllowPrivate})
	if err != nil {
		return Imported{}, err
	}
	if r.Server != "" {
		if err := doc.Relocate(r.Server, true); err != nil {
			return Imported{}, Usagef("--server: %w", err)
		}
	}
	name, err := sourceName(r.Name, doc.Title, strings.TrimSuffix(path.Base(r.Location), path.Ext(r.Location)))
	if err != nil {
		return Imported{}, err
	}
	x, err := doc.Executor(openapi.Config{}) // says now what would be wrong at the first call
	if err != nil {
		return Imported{}, err
	}
	if err := x.Close(); err != nil {
		return Imported{}, err
	}
	s := &Source{
		Name: name, Kind: SourceOpenAPI, Location: openapi.Shown(r.Location), Document: doc, Skipped: doc.Skipped,
		AllowHosts: r.AllowHosts, AllowPrivate: r.AllowPrivate,
	}
	doc.Skipped = nil
	return a.imported(s, r.Replace)
}

// ImportMCP makes tools of those that an MCP server lists. The server is started, or asked, once.
func (a *App) ImportMCP(ctx context.Context, r ImportRequest) (Imported, error) {
	s := &Source{Kind: SourceMCP, Env: r.Env, Bearer: r.Bearer, AllowHosts: r.AllowHosts, AllowPrivate: r.AllowPrivate}
	var guess string
	if len(r.Command) == 1 && strings.Contains(r.Command[0], "://") {
		s.URL, s.Location = r.Command[0], openapi.Shown(r.Command[0])
		if name, found := secretInQuery(s.URL); found {
			return Imported{}, Usagef("the query of %s holds what looks like a secret (%s), and the URL would be stored with it; leave it out, put it into an environment variable, and name that with --bearer VARIABLE or --header NAME=VARIABLE", s.Location, name)
		}
		if u, err := url.Parse(s.URL); err == nil {
			guess = u.Hostname()
		}
	} else {
		s.Command = r.Command
		if len(s.Command) == 1 {
			s.Command = strings.Fields(s.Command[0])
		}
		if len(s.Command) == 0 {
			return Imported{}, Usagef("give the command or the URL of an MCP server")
		}
		if strings.ContainsRune(s.Command[0], filepath.Separator) { // it must also be found from another folder
			abs, err := filepath.Abs(s.Command[0])
			if err != nil {
				return Imported{}, fmt.Errorf("find %s: %w", s.Command[0], err)
			}
			s.Command = append([]string{abs}, s.Command[1:]...)
		}
		s.Location = filepath.Base(s.Command[0])
		guess = packageName(s.Command)
	}
	for _, h := range r.Headers {
		name, variable, ok := strings.Cut(h, "=")
		if !ok || name == "" || variable == "" {
			return Imported{}, Usagef("--header %q: write NAME=VARIABLE; the value is read from that environment variable", h)
		}
		if s.Headers == nil {
			s.Headers = map[string]string{}
		}
		s.Headers[name] = variable
	}
	if err := a.checkVariables(s); err != nil {
		return Imported{}, err
	}
	var err error
	if s.Name, err = sourceName(r.Name, guess); err != nil {
		return Imported{}, err
	}
	server, err := mcp.Open(ctx, s.mcp(a.Env.Getenv))
	if err != nil {
		return Imported{}, err
	}
	s.Tools, s.Skipped = server.Specs(), server.Skipped()
	if err := server.Close(); err != nil {
		return Imported{}, err
	}
	return a.imported(s, r.Replace)
}

// checkVariables looks at the variables that a source names before they are stored.
func (a *App) checkVariables(s *Source) error {
	for _, name := range s.Env {
		if err := a.checkVariable("--env", name); err != nil {
			return err
		}
	}
	if s.Bearer != "" {
		if err := a.checkVariable("--bearer", s.Bearer); err != nil {
			return err
		}
	}
	for _, header := range slices.Sorted(maps.Keys(s.Headers)) {
		if err := a.checkVariable("--header "+header+"=", s.Headers[header]); err != nil {
			return err
		}
	}
	return nil
}

// launchers start what the next words name; the word after one of valued is a setting.
func launchers() (names, valued []string) {
	return []string{"npx", "npm", "pnpm", "yarn", "bunx", "bun", "deno", "node", "tsx", "uvx", "uv", "pipx", "python", "python3",
			"docker", "podman", "env", "sh", "bash", "go", "java", "ruby", "run", "exec", "dlx", "tool", "x"},
		[]string{"-e", "--env", "-v", "--volume", "--mount", "-p", "--package", "--with", "--from", "--python", "--directory", "--prefix", "--network"}
}

// packageName guesses what a command runs: the first word that is neither a launcher nor a flag nor
// a setting. A script with a name such as index.js is called like the folder that holds it.
func packageName(command []string) string {
	names, valued := launchers()
	for i, word := range command {
		variable, _, set := strings.Cut(word, "=")
		folder, base := path.Split(filepath.ToSlash(word))
		switch {
		case strings.HasPrefix(word, "-"), i > 0 && slices.Contains(valued, command[i-1]),
			set && isVariable(variable) && !strings.Contains(word, "=="), slices.Contains(names, strings.TrimSuffix(base, ".exe")):
			continue
		}
		for {
			base, _, _ = strings.Cut(base, "==")
			base, _, _ = strings.Cut(base, "@")
			for _, end := range []string{".js", ".mjs", ".cjs", ".ts", ".py", ".jar", ".sh", ".exe"} {
				base = strings.TrimSuffix(base, end)
			}
			if folder == "" || !slices.Contains([]string{"", "index", "main", "__main__", "cli", "dist", "build", "src", "bin", "lib"}, base) {
				break
			}
			folder, base = path.Split(strings.TrimRight(folder, "/"))
		}
		if base != "" && base != "." {
			return base
		}
	}
	return filepath.Base(command[0])
}

func (s *Source) mcp(getenv func(string) string) mcp.Config {
	return mcp.Config{
		Command: s.Command, Env: s.Env, URL: s.URL, Bearer: s.Bearer, Headers: s.Headers,
		AllowHosts: s.AllowHosts, AllowPrivate: s.AllowPrivate, Getenv: getenv, Specs: s.Tools,
	}
}

// ImportFunctions takes documents of tools, a JSON list as chat endpoints take it. There is nothing
// behind them: a model can play them.
func (a *App) ImportFunctions(r ImportRequest) (Imported, error) {
	text, err := os.ReadFile(r.Location)
	if err != nil {
		return Imported{}, fmt.Errorf("read the functions: %w", err)
	}
	base := filepath.Base(r.Location)
	s := &Source{Kind: SourceFunctions, Location: base}
	if s.Name, err = sourceName(r.Name, strings.TrimSuffix(base, filepath.Ext(base))); err != nil {
		return Imported{}, err
	}
	if s.Tools, err = functions(text); err != nil {
		return Imported{}, fmt.Errorf("%s: %w", r.Location, err)
	}
	return a.imported(s, r.Replace)
}

// function is one document, alone or inside {"type": "function", "function": …}.
type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Result      json.RawMessage `json:"result"`
	Function    *function       `json:"function"`
}

// functions reads a list of documents, or an object with one under "tools" or "functions".
func functions(text []byte) ([]tool.Spec, error) {
	var list []function
	if err := json.Unmarshal(text, &list); err != nil {
		var inside struct{ Tools, Functions []function }
		if json.Unmarshal(text, &inside) != nil {
			return nil, fmt.Errorf("not a JSON list of function documents: %w", err)
		}
		list = slices.Concat(inside.Tools, inside.Functions)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the list of functions is empty")
	}
	checker, seen := schema.New(), map[string]int{}
	out := make([]tool.Spec, 0, len(list))
	for i, f := range list {
		if f.Function != nil {
			f = *f.Function
		}
		if f.Name == "" || tool.CleanName(f.Name) != f.Name {
			return nil, fmt.Errorf("function %d: the name %.80q is empty or has characters other than letters, digits, _ and -", i+1, f.Name)
		}
		if first := seen[f.Name]; first > 0 {
			return nil, fmt.Errorf("functions %d and %d are both called %s", first, i+1, f.Name)
		}
		seen[f.Name] = i + 1
		s := tool.Spec{Name: f.Name, Description: f.Description, Parameters: f.Parameters, Result: f.Result}
		if err := checker.Document(s); err != nil {
			return nil, fmt.Errorf("function %d: %w", i+1, err)
		}
		out = append(out, s)
	}
	return out, nil
}
