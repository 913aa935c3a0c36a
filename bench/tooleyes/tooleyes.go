// Package tooleyes measures how well a model uses tools as an agent, in seven scenarios with a
// library of tools that act in one synthetic world (ToolEyes): five dimensions, a deterministic
// success rate, error classes and analyses.
package tooleyes
