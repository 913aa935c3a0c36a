package python

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"go.starlark.net/lib/json"
	"go.starlark.net/lib/math"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Names under which the limits reach the child process.
const (
	envSteps  = "DEFT_STARLARK_STEPS"
	envMemory = "DEFT_STARLARK_MEMORY"
	envTime   = "DEFT_STARLARK_TIME"
	envOutput = "DEFT_STARLARK_OUTPUT"
	envFiles  = "DEFT_STARLARK_FILES" // set: files come with the program, and go back by descriptor 3
)

func starlarkEnv(l Limits, files bool) []string {
	env := []string{
		envSteps + "=" + strconv.FormatUint(l.Steps, 10),
		envMemory + "=" + strconv.FormatInt(l.Memory, 10),
		envTime + "=" + l.Time.String(),
		envOutput + "=" + strconv.Itoa(l.Output),
		"GOTRACEBACK=none", "GOMAXPROCS=1",
	}
	if files {
		env = append(env, envFiles+"=1")
	}
	return env
}

// ServeStarlark is the child process of a Runner: it reads one program from in, runs it within the
// limits of its environment and prints to out. It bounds the memory of the whole process, so the
// process must do nothing else. It returns the exit code.
func ServeStarlark(getenv func(string) string, in io.Reader, out io.Writer) int {
	steps, err1 := strconv.ParseUint(getenv(envSteps), 10, 64)
	memory, err2 := strconv.ParseInt(getenv(envMemory), 10, 64)
	limit, err3 := time.ParseDuration(getenv(envTime))
	output, err4 := strconv.Atoi(getenv(envOutput))
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
		fmt.Fprintln(out, "this command is started by deft itself, to run code that a model wrote")
		return 2
	}
	if err := confine(memory, limit); err != nil {
		fmt.Fprintf(out, "limit the process: %v\n", err)
		return 2
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if getenv(envFiles) != "" {
		return serveShared(ctx, in, steps, output, out)
	}
	code, err := io.ReadAll(in)
	if err != nil {
		fmt.Fprintf(out, "read the program: %v\n", err)
		return 2
	}
	if err := interpret(ctx, string(code), steps, output, out, nil); err != nil {
		fmt.Fprintln(out, err)
		return 1
	}
	return 0
}

// interpret runs a program. print writes to out, up to limit bytes and one line more.
func interpret(ctx context.Context, code string, steps uint64, limit int, out io.Writer, files *drawer) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the interpreter failed: %v", p)
		}
	}()
	printed := 0
	thread := &starlark.Thread{
		Name: "program",
		Print: func(t *starlark.Thread, text string) {
			if printed > limit {
				return
			}
			printed += len(text) + 1
			if _, err := io.WriteString(out, text+"\n"); err != nil {
				t.Cancel("the output is closed")
			}
		},
	}
	thread.SetMaxExecutionSteps(steps)
	stop := context.AfterFunc(ctx, func() { thread.Cancel("out of time") })
	defer stop()
	options := &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true, Recursion: true}
	_, err = starlark.ExecFileOptions(options, thread, "program.py", code, files.into(starlark.StringDict{"json": json.Module, "math": math.Module}))
	var failure *starlark.EvalError
	if errors.As(err, &failure) {
		return fmt.Errorf("%s", strings.TrimSpace(failure.Backtrace()))
	}
	return err
}
