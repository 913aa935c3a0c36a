//go:build !unix

package mcp

import "os/exec"

// ownGroup does nothing where there are no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup ends the child alone where there are no process groups.
func killGroup(c *exec.Cmd) { _ = c.Process.Kill() }
