// Package guarded is the one decorator that every executor of foreign tools stands behind. It
// refuses unknown tools and wrong arguments before anything is called, runs a bounded number of
// calls at once, gives each a deadline that holds even when the tool does not stop, and cuts
// results that are too long.
//
//	exec := guarded.New(inner, specs, guarded.Config{Timeout: 10 * time.Second})
//	defer exec.Close()
package guarded

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"sync"
	"time"

	"deft/tool"
	"deft/tool/schema"
)

// Defaults of Config.
const (
	DefaultTimeout    = 30 * time.Second
	DefaultMaxResult  = 1 << 20
	DefaultConcurrent = 16
	// DefaultGrace is how long Close waits for calls that outlived their deadline.
	DefaultGrace = 5 * time.Second
)

// maxArguments bounds a call's arguments, in bytes: reading them must stay cheap.
const maxArguments = 1 << 20

// Config bounds what calls may take. Zero values give the defaults.
type Config struct {
	Timeout    time.Duration // of one call, without the wait for its turn
	MaxResult  int           // bytes of one result; a longer one is cut and marked Truncated
	Concurrent int           // calls at once
	Grace      time.Duration // how long Close waits
	// Checker keeps compiled schemas; nil: a new one.
	Checker *schema.Checker
}

// Executor is the decorator. It is safe for concurrent use when the inner executor is.
type Executor struct {
	inner   tool.Executor
	cfg     Config
	specs   map[string]tool.Spec
	names   string
	slots   chan struct{}
	running sync.WaitGroup
}

// New puts limits around inner, whose tools are specs. Of two specs of one name the first counts.
func New(inner tool.Executor, specs []tool.Spec, c Config) *Executor {
	if c.Timeout <= 0 {
		c.Timeout = DefaultTimeout
	}
	if c.MaxResult <= 0 {
		c.MaxResult = DefaultMaxResult
	}
	if c.Concurrent <= 0 {
		c.Concurrent = DefaultConcurrent
	}
	if c.Grace <= 0 {
		c.Grace = DefaultGrace
	}
	if c.Checker == nil {
		c.Checker = schema.New()
	}
	x := &Executor{inner: inner, cfg: c, specs: make(map[string]tool.Spec, len(specs)), slots: make(chan struct{}, c.Concurrent)}
	names := make([]string, 0, len(specs))
	for _, s := range specs {
		if _, ok := x.specs[s.Name]; !ok {
			x.specs[s.Name] = s
			names = append(names, s.Name)
		}
	}
	sort.Strings(names)
	x.names = listed(names)
	return x
}

// listed writes up to twenty names on one line.
func listed(names []string) string {
	const most = 20
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// Call checks c, waits for its turn and runs it. Everything wrong with the call or its tool is in
// the Result; an error means that ctx ended, the inner executor broke, or it panicked.
func (x *Executor) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	if err := ctx.Err(); err != nil {
		return tool.Result{}, err
	}
	spec, ok := x.specs[c.Name]
	if !ok {
		return c.Fail(tool.FaultUnknownTool, fmt.Sprintf("there is no tool %.100q; the tools are: %s", c.Name, x.names)), nil
	}
	if bad, err := x.check(spec, c); err != nil || bad != "" {
		return c.Fail(tool.FaultInvalidArguments, c.Name+": "+bad), err
	}
	select {
	case x.slots <- struct{}{}:
	case <-ctx.Done():
		return tool.Result{}, ctx.Err()
	}
	r, err := x.run(ctx, c)
	if err != nil {
		return tool.Result{}, err
	}
	return x.bound(c, r), nil
}

// check says what is wrong with the arguments, on one line; empty when nothing is.
func (x *Executor) check(spec tool.Spec, c tool.Call) (string, error) {
	if n := len(c.Arguments); n > maxArguments {
		return fmt.Sprintf("the arguments have %d bytes, more than %d", n, maxArguments), nil
	}
	if tooDeep(c.Arguments) {
		return fmt.Sprintf("the arguments are nested deeper than %d levels", maxDepth), nil
	}
	faults, err := x.cfg.Checker.Arguments(spec, c)
	if err != nil || len(faults) == 0 {
		return "", err
	}
	const most = 5
	parts := make([]string, 0, most+1)
	for i, f := range faults {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more", len(faults)-most))
			break
		}
		parts = append(parts, f.String())
	}
	return strings.Join(parts, "; "), nil
}

// maxDepth bounds how deep arguments are nested: paths of values grow with the depth.
const maxDepth = 100

// tooDeep counts open brackets outside strings.
func tooDeep(text []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > maxDepth {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

type outcome struct {
	result tool.Result
	err    error
}

// run gives the call its deadline. A tool that does not stop keeps its slot until it does, so that
// stuck calls cannot pile up without bound; Close waits for them.
func (x *Executor) run(ctx context.Context, c tool.Call) (tool.Result, error) {
	limited, cancel := context.WithTimeout(ctx, x.cfg.Timeout)
	done := make(chan outcome, 1)
	x.running.Add(1)
	go func() {
		defer x.running.Done()
		defer func() { <-x.slots }()
		defer func() {
			if p := recover(); p != nil {
				done <- outcome{err: fmt.Errorf("tool %s panicked on %.300s: %v", c.Name, c.Arguments, p)}
			}
		}()
		r, err := x.inner.Call(limited, c)
		done <- outcome{r, err}
	}()
	defer cancel()
	select {
	case o := <-done:
		if ctx.Err() != nil {
			return tool.Result{}, ctx.Err()
		}
		if limited.Err() != nil && (o.err != nil || o.result.Fault != "") {
			return x.late(c), nil
		}
		return o.result, o.err
	case <-limited.Done():
	}
	if ctx.Err() != nil {
		return tool.Result{}, ctx.Err()
	}
	return x.late(c), nil
}

func (x *Executor) late(c tool.Call) tool.Result {
	return c.Fail(tool.FaultTimeout, fmt.Sprintf("%s did not answer within %v", c.Name, x.cfg.Timeout))
}

// bound makes the content one JSON value of at most MaxResult bytes. What is longer becomes a
// JSON string with the beginning of the text.
func (x *Executor) bound(c tool.Call, r tool.Result) tool.Result {
	r.CallID = c.ID
	if len(r.Content) > 0 && !json.Valid(r.Content) {
		return c.Fail(tool.FaultFailed, c.Name+" gave something that is not JSON")
	}
	if len(r.Content) <= x.cfg.MaxResult {
		return r
	}
	r.Truncated = true
	r.Content = cut(r.Content, x.cfg.MaxResult)
	return r
}

// cut gives a JSON string of at most limit bytes that holds the beginning of content: of the text
// itself when content is a string, else of its JSON.
func cut(content json.RawMessage, limit int) json.RawMessage {
	text := string(content)
	var s string
	if content[0] == '"' && json.Unmarshal(content, &s) == nil {
		text = s
	}
	for keep := min(len(text), limit-2); keep > 0; keep = keep * 3 / 4 {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(strings.ToValidUTF8(text[:keep], "")); err == nil && b.Len()-1 <= limit {
			return bytes.TrimRight(b.Bytes(), "\n")
		}
	}
	return json.RawMessage(`""`)
}

// Close waits for calls that outlived their deadline, for at most the grace time, and closes the
// inner executor when that can be closed. The error names what did not end.
func (x *Executor) Close() error {
	var err error
	if c, ok := x.inner.(interface{ Close() error }); ok {
		err = c.Close()
	}
	ended := make(chan struct{})
	go func() { x.running.Wait(); close(ended) }()
	select {
	case <-ended:
		return err
	case <-time.After(x.cfg.Grace):
		return fmt.Errorf("calls are still running %v after their deadline", x.cfg.Grace)
	}
}
