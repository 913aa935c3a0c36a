//go:build !race

package teval

const raceEnabled = false
