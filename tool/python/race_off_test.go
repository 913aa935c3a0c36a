//go:build !race

package python

const raceDetector = false
