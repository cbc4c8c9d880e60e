// Package version is the command normlet version.
package version

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/release"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
)

func New(std *cli.IO) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show version and build",
		Long: `Show the version, the commit (+dirty if files had changed), the Go release, the platform,
and the SHA-256 of the built-in pack. go run does not record the commit, go build does.`,
		Example: `  normlet version
  normlet version --json`,
		Args: cli.ArgCount(0, 0, "options"),
		RunE: func(*cobra.Command, []string) error { return Print(std, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	cli.Groups(cmd, "Output: json")
	return cmd
}

// info is the output of normlet version. Scripts rely on its keys.
type info struct {
	Version    string `json:"version"`
	Commit     string `json:"commit"` // empty if the go tool did not record it
	Go         string `json:"go"`
	Platform   string `json:"platform"`
	PackSHA256 string `json:"pack_sha256"`
}

func Print(std *cli.IO, asJSON bool) error {
	v := info{
		Version: release.Version(), Commit: release.CommitOf(release.BuildSettings()), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		PackSHA256: fmt.Sprintf("%x", sha256.Sum256(std.DefaultPack)),
	}
	if asJSON {
		return json.NewEncoder(std.Out).Encode(v)
	}
	return tabular.Write(std.Out, [][]string{
		{"normlet", v.Version}, {"commit", cmp.Or(v.Commit, "not recorded")}, {"go", v.Go}, {"platform", v.Platform}, {"pack", "sha256:" + v.PackSHA256[:16]},
	})
}
