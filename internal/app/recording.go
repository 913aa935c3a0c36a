package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"deft/chat"
	"deft/tool/recorded"
)

// A recording is a folder with everything that came from outside during a run: the models' replies,
// as a cache has them, and the results of tools.
const (
	recordedReplies = "replies"
	recordedCalls   = "calls.jsonl"
)

// checkRecording refuses --record with --replay, and a folder to replay that holds no recording.
func (x Execution) checkRecording() error {
	if x.Replay == "" {
		return nil
	}
	if x.Record != "" {
		return Usagef("give --record or --replay, not both")
	}
	for _, part := range []string{recordedReplies, recordedCalls} {
		if _, err := os.Stat(filepath.Join(x.Replay, part)); err == nil {
			return nil
		}
	}
	return Usagef("%s holds no recording: it has neither %s nor %s; --record DIR makes one", x.Replay, recordedReplies, recordedCalls)
}

// openLog reads what was recorded of tools, and goes on recording where that is asked for.
func (b *toolbox) openLog(x Execution) error {
	dir := x.Record + x.Replay
	if dir == "" {
		return nil
	}
	b.path = filepath.Join(dir, recordedCalls)
	text, err := os.ReadFile(b.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the recorded calls: %w", err)
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1] // a killed process may leave half a line
	if b.log, err = recorded.Read(bytes.NewReader(text)); err != nil {
		return fmt.Errorf("%s: %w", b.path, err)
	}
	if b.mode = recorded.Replay; x.Replay != "" {
		return nil
	}
	b.mode = recorded.Complete
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the folder of --record: %w", err)
	}
	if b.file, err = os.OpenFile(b.path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600); err == nil {
		_, err = b.file.Write(text)
	}
	if err != nil {
		return fmt.Errorf("record calls: %w", err)
	}
	b.log.Follow(b.file)
	return nil
}

// closeLog rewrites a recording in an order that depends only on what is in it.
func (b *toolbox) closeLog() error {
	if b.file == nil {
		return nil
	}
	err := errors.Join(b.log.Err(), b.file.Close())
	b.file = nil
	if err != nil {
		return err
	}
	side, err := os.CreateTemp(filepath.Dir(b.path), recordedCalls+".*")
	if err != nil {
		return fmt.Errorf("order the recorded calls: %w", err)
	}
	err = errors.Join(b.log.Write(side), side.Close())
	if err == nil {
		err = os.Rename(side.Name(), b.path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("order the recorded calls: %w", err), os.Remove(side.Name()))
	}
	return nil
}

// getenv reads variables. A replay or a plan needs no keys: whatever stands in for one is sent nowhere.
func (a *App) getenv(x Execution) func(string) string {
	if x.Replay == "" && !x.planning {
		return a.Env.Getenv
	}
	return func(name string) string {
		v := a.Env.Getenv(name)
		if v == "" && strings.HasSuffix(name, "_API_KEY") {
			return "none"
		}
		return v
	}
}

// unrecorded answers what a recording does not hold.
type unrecorded struct{ dir, spec string }

// Generate fails: a replay asks nobody.
func (u unrecorded) Generate(_ context.Context, r chat.Request) (chat.Response, error) {
	return chat.Response{}, fmt.Errorf("%s, turn %d: no reply of %s is recorded in %s: was something else asked, or with other settings?",
		r.Key.Role, r.Key.Turn, u.spec, u.dir)
}
