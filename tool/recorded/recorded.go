// Package recorded keeps the results of calls and gives them again, so that an attempt can be made
// a second time with every server off and see the same bytes.
//
//	log := recorded.NewLog()
//	exec := log.Executor(live, recorded.Place{Sample: id, Trial: 0}, recorded.Record)
//	…
//	err = log.Write(file)
//
//	log, err := recorded.Read(file)
//	exec := log.Executor(nil, recorded.Place{Sample: id, Trial: 0}, recorded.Replay)
//
// A result belongs to the sample, the trial, the tool, its arguments, and how often that same call
// was made before in the attempt. Arguments are compared as JSON: spaces and the order of names do
// not count, the writing of numbers does. Calls that run at once may come in any order.
package recorded

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"deft/tool"
)

// Place is the attempt that a call belongs to. The zero Place is that of calls shared by all.
type Place struct {
	Sample string `json:"sample,omitempty"`
	Trial  int    `json:"trial,omitempty"`
}

// Mode says what an executor does.
type Mode int

// Modes. Record calls the tool and keeps what it gives. Replay never calls it: a call that was not
// recorded is an error. Complete replays what there is and records the rest.
const (
	Record Mode = iota
	Replay
	Complete
)

// Missing says that a replay made a call that was never recorded.
type Missing struct {
	Place Place
	Call  tool.Call
}

func (e *Missing) Error() string {
	return fmt.Sprintf("sample %s, trial %d: the call %s(%.200s) is not recorded: record it first, with the tools there", e.Place.Sample, e.Place.Trial, e.Call.Name, e.Call.Arguments)
}

// entry is a line of the log. Content is kept as text, since re-encoding it as JSON could change
// its bytes.
type entry struct {
	Place
	Tool      string `json:"tool"`
	Arguments string `json:"arguments"` // canonical
	Nth       int    `json:"nth,omitempty"`
	Content   []byte `json:"content,omitempty"`
	Fault     string `json:"fault,omitempty"`
	Truncated bool   `json:"truncated,omitempty"`
}

type id struct {
	Place
	tool, arguments string
	nth             int
}

func (e entry) id() id { return id{e.Place, e.Tool, e.Arguments, e.Nth} }

// Log holds results. It is safe for concurrent use.
type Log struct {
	mu     sync.Mutex
	kept   map[id]entry
	writer *json.Encoder // also gets every result at once; nil: none
	failed error         // the first failure of writer
}

// NewLog makes an empty log.
func NewLog() *Log { return &Log{kept: map[id]entry{}} }

// Len is the number of results kept.
func (l *Log) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.kept)
}

// Executor makes the executor of one attempt. inner may be nil for Replay.
func (l *Log) Executor(inner tool.Executor, at Place, m Mode) tool.Executor {
	return &executor{log: l, inner: inner, at: at, mode: m, made: map[id]int{}}
}

type executor struct {
	log   *Log
	inner tool.Executor
	at    Place
	mode  Mode

	mu   sync.Mutex
	made map[id]int
}

// Call gives the recorded result, or calls the tool and records it, as the mode says. Errors of
// the inner executor are not recorded.
func (x *executor) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	if err := ctx.Err(); err != nil {
		return tool.Result{}, err
	}
	key := id{Place: x.at, tool: c.Name, arguments: canonical(c)}
	x.mu.Lock()
	nth := x.made[key]
	x.made[key]++
	x.mu.Unlock()
	key.nth = nth
	if x.mode != Record {
		if e, ok := x.log.find(key); ok {
			return tool.Result{CallID: c.ID, Content: slices.Clone(e.Content), Fault: e.Fault, Truncated: e.Truncated}, nil
		}
		if x.mode == Replay || x.inner == nil {
			return tool.Result{}, &Missing{x.at, c}
		}
	}
	r, err := x.inner.Call(ctx, c)
	if err != nil {
		return r, err
	}
	r.CallID = c.ID
	x.log.keep(entry{x.at, c.Name, key.arguments, nth, slices.Clone(r.Content), r.Fault, r.Truncated})
	return r, nil
}

// Close closes the inner executor when that can be closed.
func (x *executor) Close() error {
	if c, ok := x.inner.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

func (l *Log) find(key id) (entry, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, ok := l.kept[key]
	return e, ok
}

func (l *Log) keep(e entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept[e.id()] = e
	if l.writer != nil && l.failed == nil {
		l.failed = l.writer.Encode(e)
	}
}

// Follow also writes every result kept from now on to w, at once, as a line that Read takes: a
// process that is killed loses none.
func (l *Log) Follow(w io.Writer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.writer, l.failed = json.NewEncoder(w), nil
}

// Err is the first failure of the writer of Follow.
func (l *Log) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed != nil {
		return fmt.Errorf("keep the result of a call: %w", l.failed)
	}
	return nil
}

// canonical writes arguments with sorted names and without spaces; arguments that are no JSON
// stand for themselves. Absent arguments are {}.
func canonical(c tool.Call) string {
	if c.Malformed != "" {
		return "malformed " + c.Malformed
	}
	if len(c.Arguments) == 0 {
		return "{}"
	}
	d := json.NewDecoder(bytes.NewReader(c.Arguments))
	d.UseNumber()
	var v any
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if d.Decode(&v) != nil || d.More() || e.Encode(v) != nil {
		return "malformed " + string(c.Arguments)
	}
	return strings.TrimRight(b.String(), "\n")
}

// Write writes the log as JSON lines, in an order that depends only on what is in it.
func (l *Log) Write(w io.Writer) error {
	l.mu.Lock()
	all := make([]entry, 0, len(l.kept))
	for _, e := range l.kept {
		all = append(all, e)
	}
	l.mu.Unlock()
	slices.SortFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Sample, b.Sample), cmp.Compare(a.Trial, b.Trial), cmp.Compare(a.Tool, b.Tool),
			cmp.Compare(a.Arguments, b.Arguments), cmp.Compare(a.Nth, b.Nth))
	})
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	for _, one := range all {
		if err := e.Encode(one); err != nil {
			return fmt.Errorf("write the log of calls: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the log of calls: %w", err)
	}
	return nil
}

// Read reads what Write or Follow wrote; of several results of one call the last counts. Errors name
// the entry, counted from 1.
func Read(r io.Reader) (*Log, error) {
	l := NewLog()
	d := json.NewDecoder(r)
	for n := 1; ; n++ {
		var e entry
		err := d.Decode(&e)
		if errors.Is(err, io.EOF) {
			return l, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the log of calls: entry %d: %w", n, err)
		}
		l.kept[e.id()] = e
	}
}
