//go:build unix

package mcp

import (
	"os/exec"
	"syscall"
)

// ownGroup gives the child a process group, so that what it starts ends with it.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the whole group; a group that is gone already is no error.
func killGroup(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
