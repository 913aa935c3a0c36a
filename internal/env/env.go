// Package env is the process's surroundings as one value, so that the whole command line runs
// inside a test: arguments, streams, environment variables, the clock and the terminal.
package env

import (
	"io"
	"os"
	"path/filepath"
	"time"
)

// State is what the process was given. Code below cmd/ reads none of it from package os.
type State struct {
	Args   []string // without the program's name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Getenv func(string) string
	Now    func() time.Time
	// StdinTerminal says whether a person can be asked.
	StdinTerminal bool
	// StdoutTerminal and StderrTerminal say whether a person is looking.
	StdoutTerminal bool
	StderrTerminal bool
	// Width is the terminal's width in columns, 0 when there is none.
	Width int
	// StderrWidth is that of the terminal behind Stderr, 0 when there is none.
	StderrWidth int
}

// DataDir is where deft keeps its store: $DEFT_HOME, else $XDG_DATA_HOME/deft, else ~/.local/share/deft.
func (s *State) DataDir() string {
	if d := s.Getenv("DEFT_HOME"); d != "" {
		return d
	}
	if d := s.Getenv("XDG_DATA_HOME"); d != "" {
		return filepath.Join(d, "deft")
	}
	return filepath.Join(s.Getenv("HOME"), ".local", "share", "deft")
}

// CacheDir is where deft keeps what it can make again: $DEFT_HOME/cache, else $XDG_CACHE_HOME/deft, else ~/.cache/deft.
func (s *State) CacheDir() string {
	if d := s.Getenv("DEFT_HOME"); d != "" {
		return filepath.Join(d, "cache")
	}
	if d := s.Getenv("XDG_CACHE_HOME"); d != "" {
		return filepath.Join(d, "deft")
	}
	return filepath.Join(s.Getenv("HOME"), ".cache", "deft")
}

// Color says whether output for people may be coloured: a terminal, and NO_COLOR unset.
func (s *State) Color() bool {
	return s.StdoutTerminal && s.Getenv("NO_COLOR") == "" && s.Getenv("TERM") != "dumb"
}

// OS is the real process.
func OS() *State {
	s := &State{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.Getenv, Now: time.Now,
		StdinTerminal: isTerminal(os.Stdin), StdoutTerminal: isTerminal(os.Stdout), StderrTerminal: isTerminal(os.Stderr),
	}
	if s.StdoutTerminal {
		s.Width = width(os.Stdout)
	}
	if s.StderrTerminal {
		s.StderrWidth = width(os.Stderr)
	}
	return s
}
