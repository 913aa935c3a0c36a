//go:build !race

// Package race tells tests that the race detector is on: what takes long or is timed is smaller
// then, or left out.
package race

// Enabled says whether the race detector is compiled in.
const Enabled = false
