//go:build !linux

package python

import (
	"context"
	"errors"
	"os/exec"
)

type sandbox struct{}

func newSandbox(context.Context, Limits) (*sandbox, error) {
	return nil, errors.New("bubblewrap needs Linux")
}

func (*sandbox) command(context.Context, *sharing) *exec.Cmd { return nil }

func runOwned(cmd *exec.Cmd) error { return cmd.Run() }
