package mcp

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// process is a server that runs as a child. Whoever starts it stops it: stop returns only when the
// child, and what it started in its process group, are gone.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *os.File
	stderr *tail // with what is no message on its standard output
	exited chan struct{}
}

// exitGrace is how long a server may take to end by itself when its input is closed.
const exitGrace = 500 * time.Millisecond

// start runs command with exactly the variables env.
func start(command, env []string, dir string) (*process, error) {
	if len(command) == 0 {
		return nil, fmt.Errorf("no command given")
	}
	//nolint:noctx // the process outlives the call that starts it; close ends it
	p := &process{cmd: exec.Command(command[0], command[1:]...), stderr: &tail{}, exited: make(chan struct{})}
	p.cmd.Env, p.cmd.Dir, p.cmd.Stderr = env, dir, p.stderr
	p.cmd.WaitDelay = exitGrace
	ownGroup(p.cmd)
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start %s: %w", command[0], err)
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", command[0], err)
	}
	p.cmd.Stdout = write
	err = p.cmd.Start()
	_ = write.Close()
	if err != nil {
		_ = read.Close()
		_ = p.stdin.Close()
		return nil, fmt.Errorf("start %s: %w", command[0], err)
	}
	p.stdout = read
	go func() {
		_ = p.cmd.Wait() // how it ended matters to no one; the connection tells that it did
		close(p.exited)
	}()
	return p, nil
}

// stop closes the child's input, waits a little, and kills what is left of its group.
func (p *process) stop() {
	_ = p.stdin.Close()
	select {
	case <-p.exited:
	case <-time.After(exitGrace):
	}
	killGroup(p.cmd)
	<-p.exited
	_ = p.stdout.Close()
}

// tail keeps the last bytes a server wrote that are no messages, for the user to read.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 2048

// Write keeps the end of everything written. It never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[max(0, len(b)-tailSize):]...)
	if len(t.text) > tailSize {
		t.text = append([]byte(nil), t.text[len(t.text)-tailSize:]...)
	}
	return len(b), nil
}

// String gives the last lines on one line.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(t.text), "")), " ")
}
