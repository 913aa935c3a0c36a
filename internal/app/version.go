package app

import "runtime/debug"

// release is the version of this source tree.
const release = "0.1.0"

// Version is the release with the commit it was built from, where the build knows it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return release + "+" + s.Value[:12]
		}
	}
	return release
}
