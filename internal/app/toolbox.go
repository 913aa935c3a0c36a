package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"deft/chat"
	"deft/eval"
	"deft/tool"
	"deft/tool/library"
	"deft/tool/mcp"
	"deft/tool/openapi"
	"deft/tool/python"
	"deft/tool/recorded"
	"deft/tool/simulated"
	"deft/tool/workspace"
)

// Selectors of the tools that are neither in the library nor imported.
const (
	toolsWorkspace = "workspace" // a folder for each attempt
	toolsPython    = "python"    // a sandbox for code, which sees that folder
)

// toolbox is the eval.Toolbox of one run. Until start it only knows documents. Connections are made
// once and shared by all attempts; close ends them.
type toolbox struct {
	app     *App
	library *library.Library
	player  *simulated.Player   // plays tools that have nothing behind them; nil: nobody does
	runs    map[string]toolKind // by ID, of what Find gave
	sources map[string]*Source  // imported sources among them
	playing bool                // a tool was asked about that only the player runs

	runner *python.Runner
	live   map[string]executing // by source
	log    *recorded.Log        // nil: nothing is recorded
	mode   recorded.Mode
	file   *os.File
	path   string // of the log
}

// toolKind says where a tool runs.
type toolKind int

const (
	kindLibrary toolKind = iota
	kindWorkspace
	kindPython
	kindImported
)

// toolbox makes the toolbox of a run. Nothing is opened yet.
func (a *App) toolbox(plays bool, o eval.Options) (*toolbox, error) {
	b := &toolbox{app: a, runs: map[string]toolKind{}, sources: map[string]*Source{}, live: map[string]executing{}}
	if !plays {
		return b, nil
	}
	var err error
	b.player, err = simulated.New(simulated.Config{Prompts: o.Prompts})
	return b, err
}

// Find gives the documents of workspace, python, or what `deft tools list` shows for the selector.
func (b *toolbox) Find(selector string) ([]tool.Spec, error) {
	switch selector {
	case "":
		return nil, Usagef("an empty name of a tool")
	case toolsWorkspace:
		return b.found(kindWorkspace, toolsWorkspace, workspace.Specs()), nil
	case toolsPython:
		if err := b.sandbox(); err != nil {
			return nil, err
		}
		return b.found(kindPython, toolsPython, []tool.Spec{b.runner.SharedSpec()}), nil
	}
	infos, err := b.app.Tools(selector)
	if err != nil {
		return nil, err
	}
	var out []tool.Spec
	for _, t := range infos {
		kind := kindLibrary
		if t.source != nil {
			kind = kindImported
			b.sources[t.source.Name] = t.source
			if t.source.Kind == SourceFunctions && b.player == nil {
				return nil, Usagef("there is nothing behind %s but its document; --simulator SPEC lets a model play it", t.ID)
			}
		}
		if kind == kindLibrary && b.library == nil {
			b.library = library.New()
		}
		b.runs[t.ID] = kind
		out = append(out, tool.Spec{ID: t.ID, Name: t.Name, Description: t.Description, Parameters: t.Parameters, Result: t.Result})
	}
	return out, nil
}

func (b *toolbox) found(kind toolKind, set string, specs []tool.Spec) []tool.Spec {
	specs = slices.Clone(specs)
	for i := range specs {
		specs[i].ID = set + "/" + specs[i].Name
		b.runs[specs[i].ID] = kind
	}
	return specs
}

// sandbox finds out which engine runs code here.
func (b *toolbox) sandbox() error {
	if b.runner != nil {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	b.runner, err = python.New(context.Background(), python.Config{Child: []string{self, StarlarkChild}})
	return err
}

// Runs says whether a tool was found here, or can be played.
func (b *toolbox) Runs(t tool.Spec) bool {
	if kind, ok := b.runs[t.ID]; ok && t.ID != "" {
		if kind == kindImported && b.source(t).Kind == SourceFunctions {
			b.playing = true
		}
		return true
	}
	if b.player != nil {
		b.playing = true
	}
	return b.player != nil
}

// source is where an imported tool comes from: imported/NAME/tool.
func (b *toolbox) source(t tool.Spec) *Source {
	name, _, _ := strings.Cut(strings.TrimPrefix(t.ID, importedCategory+"/"), "/")
	return b.sources[name]
}

// outside says whether calls may have effects beyond the process: then they are made only when the
// user runs a model, not to compare it with something.
func (b *toolbox) outside() bool { return len(b.sources) > 0 || b.playing }

// start opens what the tools need, or what was recorded of them.
func (b *toolbox) start(ctx context.Context, x Execution) error {
	if err := b.openLog(x); err != nil {
		return err
	}
	if x.Replay != "" {
		return nil
	}
	if b.runner != nil && b.runner.Reason() != "" {
		fmt.Fprintf(b.app.Notice, "deft: programs run in %s: %s\n", b.runner.Engine(), b.runner.Reason())
	}
	for _, name := range slices.Sorted(maps.Keys(b.sources)) {
		s := b.sources[name]
		live, err := b.connect(ctx, s)
		if err != nil {
			return fmt.Errorf("imported tools %s: %w", name, err)
		}
		if live != nil {
			b.live[name] = live
		}
	}
	return nil
}

func (b *toolbox) connect(ctx context.Context, s *Source) (executing, error) {
	switch s.Kind {
	case SourceOpenAPI:
		return s.Document.Executor(openapi.Config{Source: s.Name, Getenv: b.app.Env.Getenv, AllowHosts: s.AllowHosts, AllowPrivate: s.AllowPrivate})
	case SourceMCP:
		cfg := s.mcp(b.app.Env.Getenv)
		cfg.Specs = nil // asked again: a server that is gone or has changed is found now, not in every sample
		server, err := mcp.Open(ctx, cfg)
		if err != nil {
			return nil, err
		}
		if err := b.unchanged(s, server.Specs()); err != nil {
			return nil, errors.Join(err, server.Close())
		}
		return server, nil
	}
	return nil, nil
}

// unchanged compares what a server lists with what was imported of it: the names and arguments of the
// tools that the run uses.
func (b *toolbox) unchanged(s *Source, now []tool.Spec) error {
	listed := map[string]tool.Spec{}
	for _, t := range now {
		listed[t.Name] = t
	}
	for _, t := range s.specs() {
		if _, used := b.runs[t.ID]; !used {
			continue
		}
		current, ok := listed[t.Name]
		if !ok || !sameJSON(t.Parameters, current.Parameters) {
			return fmt.Errorf("the tool %s is no longer what it was when it was imported; import the server again with --name %s --replace", t.Name, s.Name)
		}
	}
	return nil
}

func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// close ends all connections and completes the recording.
func (b *toolbox) close() error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(b.live)) {
		if err := b.live[name].Close(); err != nil {
			errs = append(errs, fmt.Errorf("close the imported tools %s: %w", name, err))
		}
	}
	clear(b.live)
	return errors.Join(append(errs, b.closeLog())...)
}

// Open gives the world of one attempt.
func (b *toolbox) Open(_ context.Context, tools []tool.Spec, seed uint64) (_ eval.Environment, err error) {
	w := &toolWorld{box: b, tools: tools, at: map[string]tool.Executor{}, outside: routes{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Close())
		}
	}()
	var chosen []string
	folder, code := false, false
	for _, t := range tools {
		kind, ok := b.runs[t.ID]
		switch {
		case !ok || t.ID == "", kind == kindImported && b.source(t).Kind == SourceFunctions:
			w.played = append(w.played, t)
		case kind == kindLibrary:
			chosen = append(chosen, t.ID)
		case kind == kindImported:
			w.outside[t.Name] = b.live[b.source(t).Name]
		default:
			folder, code = folder || kind == kindWorkspace, code || kind == kindPython
			w.outside[t.Name] = nil // set below
		}
	}
	if len(w.played) > 0 && b.player == nil {
		return nil, fmt.Errorf("nothing runs the tool %s; --simulator SPEC lets a model play it", w.played[0].Name)
	}
	if len(chosen) > 0 {
		if w.world, err = b.library.Open(seed, chosen...); err != nil {
			return nil, fmt.Errorf("open a world: %w", err)
		}
		for _, t := range w.world.Tools() {
			w.at[t.Name] = w.world
		}
	}
	return w, w.desk(folder, code)
}

// routes send a call to the executor of its tool.
type routes map[string]tool.Executor

// Call performs a call of a tool that has an executor.
func (r routes) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	x, ok := r[c.Name]
	if !ok || x == nil {
		return c.Fail(tool.FaultUnknownTool, fmt.Sprintf("there is no tool %.100q", c.Name)), nil
	}
	return x.Call(ctx, c)
}

// toolWorld is the eval.Environment of one attempt.
type toolWorld struct {
	box    *toolbox
	tools  []tool.Spec
	at     map[string]tool.Executor // what each tool's calls go to
	world  *library.Environment     // of the library's tools; nil: none are offered
	played []tool.Spec
	// outside are the tools whose results a recording keeps: all but those of the library, which a
	// seed determines, and those that models play, whose replies are kept.
	outside routes
	closers []io.Closer
}

// desk makes the folder, and the sandbox that sees it.
func (w *toolWorld) desk(folder, code bool) error {
	if !folder && !code {
		return nil
	}
	dir, err := workspace.New("", workspace.Limits{})
	if err != nil {
		return err
	}
	w.closers = append(w.closers, dir)
	files, err := workspace.Tools()
	if err != nil {
		return err
	}
	exec := files.Executor(dir)
	for _, t := range workspace.Specs() {
		if _, offered := w.outside[t.Name]; offered && folder {
			w.outside[t.Name] = exec
		}
	}
	if !code {
		return nil
	}
	if err := w.box.sandbox(); err != nil {
		return err
	}
	programs, err := w.box.runner.SharedTools()
	if err != nil {
		return err
	}
	w.outside[w.box.runner.SharedSpec().Name] = programs.Executor(&python.Shared{Runner: w.box.runner, Folder: dir})
	return nil
}

// Attach puts recording around the tools, and lets the attempt's model play those that it can.
func (w *toolWorld) Attach(a *eval.Attempt) {
	var outside tool.Executor = w.outside
	if w.box.log != nil {
		outside = w.box.log.Executor(w.outside, recorded.Place{Sample: a.Key.Sample, Trial: a.Key.Trial}, w.box.mode)
	}
	for name := range w.outside {
		w.at[name] = outside
	}
	if len(w.played) == 0 {
		return
	}
	stage := w.box.player.Executor(a.Model(chat.RoleTool), w.played, a.Key)
	w.closers = append(w.closers, stage)
	for _, t := range w.played {
		w.at[t.Name] = stage
	}
}

// Tools are the documents of what can be called.
func (w *toolWorld) Tools() []tool.Spec { return w.tools }

// Call performs a call.
func (w *toolWorld) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	x, ok := w.at[c.Name]
	if !ok {
		names := make([]string, len(w.tools))
		for i, t := range w.tools {
			names[i] = t.Name
		}
		return c.Fail(tool.FaultUnknownTool, fmt.Sprintf("there is no tool %.100q; the tools are: %s", c.Name, strings.Join(names, ", "))), nil
	}
	return x.Call(ctx, c)
}

// Snapshot is what changed in the library's world.
func (w *toolWorld) Snapshot(ctx context.Context) (json.RawMessage, error) {
	if w.world == nil {
		return nil, nil
	}
	return w.world.Snapshot(ctx)
}

// Close removes the folder and ends what plays tools. Connections stay, for other attempts.
func (w *toolWorld) Close() error {
	var errs []error
	for _, c := range w.closers {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}
