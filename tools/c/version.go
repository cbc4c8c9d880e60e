package main

import (
	"runtime/debug"
	"strings"
)

// version returns the release, as normlet version does.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	return "(devel)"
}
