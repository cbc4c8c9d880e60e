// Package release says which version of normlet this is.
package release

import (
	"runtime/debug"
	"strings"
)

// Tag and Revision are the version and the commit of a release, which sets both at linking (.goreleaser.yaml), so that its
// bytes do not depend on what else git knows of the folder.
var Tag, Revision string

// CommitOf returns the commit of this release or else in build settings, "" for none.
func CommitOf(settings map[string]string) string {
	if Revision != "" {
		return Revision
	}
	commit := settings["vcs.revision"]
	if commit != "" && settings["vcs.modified"] == "true" {
		commit += "+dirty"
	}
	return commit
}

func Version() string {
	if Tag != "" {
		return Tag
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	return "(devel)"
}

// BuildSettings returns what the go tool recorded about this build.
func BuildSettings() map[string]string {
	settings := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	return settings
}
