package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show version and build",
		Long: `Show the version, the commit (+dirty if files had changed), the Go release, the platform,
and the SHA-256 of the built-in pack. go run does not record the commit, go build does.`,
		Example: `  normlet version
  normlet version --json`,
		Args: argCount(0, 0, "options"),
		RunE: func(*cobra.Command, []string) error { return a.version(asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	groups(cmd, "Output: json")
	return cmd
}

// versionInfo is the output of normlet version. Scripts rely on its keys.
type versionInfo struct {
	Version    string `json:"version"`
	Commit     string `json:"commit"` // empty if the go tool did not record it
	Go         string `json:"go"`
	Platform   string `json:"platform"`
	PackSHA256 string `json:"pack_sha256"`
}

// A release sets both at linking (.goreleaser.yaml), so that its bytes do not depend on what else git knows of the folder.
var releaseVersion, releaseCommit string

func (a *app) versionInfo() versionInfo {
	return versionInfo{
		Version: version(), Commit: commitOf(buildSettings()), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		PackSHA256: fmt.Sprintf("%x", sha256.Sum256(a.defaultPack)),
	}
}

func (a *app) version(asJSON bool) error {
	v := a.versionInfo()
	if asJSON {
		return json.NewEncoder(a.stdout).Encode(v)
	}
	commit := v.Commit
	if commit == "" {
		commit = "not recorded"
	}
	return writeTable(a.stdout, [][]string{
		{"normlet", v.Version}, {"commit", commit}, {"go", v.Go}, {"platform", v.Platform}, {"pack", "sha256:" + v.PackSHA256[:16]},
	})
}

// commitOf returns the commit of this release or else in build settings, "" for none.
func commitOf(settings map[string]string) string {
	if releaseCommit != "" {
		return releaseCommit
	}
	commit := settings["vcs.revision"]
	if commit != "" && settings["vcs.modified"] == "true" {
		commit += "+dirty"
	}
	return commit
}

// version returns the version of this build.
func version() string {
	if releaseVersion != "" {
		return releaseVersion
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	return "(devel)"
}

// buildSettings returns what the go tool recorded about this build.
func buildSettings() map[string]string {
	settings := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	return settings
}
