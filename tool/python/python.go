// Package python runs code that a model wrote. Where bubblewrap and a system CPython are installed
// and user namespaces are allowed, the code runs in CPython without network, with a read-only
// system, a temporary folder of its own and limits on memory, time, output and processes. Elsewhere
// it runs as Starlark, a small dialect of Python without imports, classes or any access to files, in
// a process of its own. Every result says which engine ran.
package python

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
	"unicode/utf8"

	"deft/tool"
)

// Engine is what runs the code.
type Engine string

// Engines.
const (
	CPython  Engine = "cpython"  // in bubblewrap
	Starlark Engine = "starlark" // go.starlark.net, in a child process
)

// Limits of one program. Zero values give the defaults.
type Limits struct {
	Time      time.Duration // wall time; default 5 s
	Memory    int64         // bytes of address space of one process; default 256 MiB
	Disk      int64         // bytes of the temporary folder, in memory; default 16 MiB
	Output    int           // bytes of output kept; default 64 KiB
	Processes int           // processes and threads at once, the sandbox's own included; default 16
	Steps     uint64        // of a Starlark program; default 10 million
	Code      int           // bytes of the program; default 256 KiB
}

func (l Limits) withDefaults() Limits {
	if l.Time == 0 {
		l.Time = 5 * time.Second
	}
	if l.Memory == 0 {
		l.Memory = 256 << 20
	}
	if l.Disk == 0 {
		l.Disk = 16 << 20
	}
	if l.Output == 0 {
		l.Output = 64 << 10
	}
	if l.Processes == 0 {
		l.Processes = 16
	}
	if l.Steps == 0 {
		l.Steps = 10_000_000
	}
	if l.Code == 0 {
		l.Code = 256 << 10
	}
	return l
}

// Config of a Runner.
type Config struct {
	Limits Limits
	// Engine forces one; empty: CPython where it works, else Starlark.
	Engine Engine
	// Child is the command whose process calls ServeStarlark. Without it there is no Starlark: in
	// this process its memory could not be bounded.
	Child []string
}

// Runner runs programs. It is safe for concurrent use.
type Runner struct {
	limits Limits
	engine Engine
	reason string
	child  []string
	box    *sandbox
}

// Outcome is what a program did.
type Outcome struct {
	Engine Engine `json:"engine"`
	// Output is what it printed, with the messages of its errors.
	Output    string `json:"output"`
	Truncated bool   `json:"truncated,omitempty"`
	// Fault is "" when the program ended by itself without an error: else one of tool.Fault….
	Fault string `json:"fault,omitempty"`
	// Detail says more about the fault.
	Detail string `json:"detail,omitempty"`
	Exit   int    `json:"exit"` // the exit code, -1 when it was killed
	// LeftOut are things that the program left among the files of a workspace and that no file there
	// can be: links, pipes, odd names. At most 20 are named.
	LeftOut []string `json:"left_out,omitempty"`
}

// errNoEngine: nothing can run code here.
var errNoEngine = errors.New("no engine for model-written code")

// New finds out by a trial which engine works here.
func New(ctx context.Context, c Config) (*Runner, error) {
	r := &Runner{limits: c.Limits.withDefaults(), child: c.Child}
	if c.Engine != Starlark {
		box, err := newSandbox(ctx, r.limits)
		if err == nil {
			r.engine, r.box = CPython, box
			return r, nil
		}
		if c.Engine == CPython {
			return nil, fmt.Errorf("%w: CPython in bubblewrap: %w", errNoEngine, err)
		}
		r.reason = err.Error()
	}
	if len(c.Child) == 0 {
		return nil, fmt.Errorf("%w: %s; and no command for Starlark is configured", errNoEngine, r.reason)
	}
	r.engine = Starlark
	return r, nil
}

// Engine says which engine runs.
func (r *Runner) Engine() Engine { return r.engine }

// Reason says why it is not CPython; "" when it is, or when Starlark was asked for.
func (r *Runner) Reason() string { return r.reason }

// Run runs one program. The error is that of ctx, or says that the engine itself broke; what the
// program did wrong is in the Outcome.
func (r *Runner) Run(ctx context.Context, code string) (Outcome, error) {
	if refused, ok := r.refusal(ctx, code); !ok {
		return refused, ctx.Err()
	}
	return r.start(ctx, strings.NewReader(code), nil)
}

// refusal says what is wrong with a program before it runs; ok when nothing is, and ctx goes on.
func (r *Runner) refusal(ctx context.Context, code string) (o Outcome, ok bool) {
	switch {
	case ctx.Err() != nil:
		return Outcome{}, false
	case len(code) > r.limits.Code:
		return r.refuse(fmt.Sprintf("the program has %d bytes, more than %d", len(code), r.limits.Code)), false
	case !utf8.ValidString(code) || strings.ContainsRune(code, 0):
		return r.refuse("the program is not valid UTF-8 text"), false
	}
	return Outcome{}, true
}

// start runs what in holds: a program, or with sh one with its files.
func (r *Runner) start(ctx context.Context, in io.Reader, sh *sharing) (Outcome, error) {
	limited, cancel := context.WithTimeout(ctx, r.limits.Time)
	defer cancel()
	var cmd *exec.Cmd
	if r.engine == CPython {
		cmd = r.box.command(limited, sh)
	} else {
		cmd = exec.CommandContext(limited, r.child[0], r.child[1:]...)
		cmd.Env = starlarkEnv(r.limits, sh != nil)
		if sh != nil {
			cmd.ExtraFiles = []*os.File{sh.out} // number 3
		}
	}
	cmd.Stdin = in
	out := &capped{limit: r.limits.Output}
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = time.Second // for pipes that something still holds open
	err := runOwned(cmd)
	if ctx.Err() != nil {
		return Outcome{}, ctx.Err()
	}
	return r.outcome(cmd, out, err, limited.Err() != nil)
}

func (r *Runner) refuse(detail string) Outcome {
	return Outcome{Engine: r.engine, Fault: tool.FaultInvalidArguments, Detail: detail, Exit: -1}
}

// outcome reads what became of the process.
func (r *Runner) outcome(cmd *exec.Cmd, out *capped, err error, late bool) (Outcome, error) {
	o := Outcome{Engine: r.engine, Exit: -1}
	o.Output, o.Truncated = out.text()
	var exit *exec.ExitError
	switch {
	case late:
		o.Fault, o.Detail = tool.FaultTimeout, fmt.Sprintf("stopped after %v", r.limits.Time)
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		o.Exit = cmd.ProcessState.ExitCode()
	case errors.As(err, &exit):
		o.Exit = exit.ExitCode()
	default:
		return o, fmt.Errorf("run model-written code with %s: %w", r.engine, err)
	}
	if o.Fault == "" && o.Exit != 0 {
		o.Fault, o.Detail = tool.FaultFailed, fmt.Sprintf("the program ended with exit code %d", o.Exit)
		if o.Exit < 0 || o.Exit > 128 {
			o.Detail = "the program was killed: it passed a limit or a signal ended it"
		}
	}
	return o, nil
}
