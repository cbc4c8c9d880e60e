// Package mcp is the command normlet mcp.
package mcp

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/tools/normlet/agents"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/release"
)

type options struct {
	pack, folder string
	keys         []string
}

func New(std *cli.IO) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer look-ups as tools to agents and editors",
		Long: `Offer look-ups as tools to agents and editors, which start this command and talk to it by
the Model Context Protocol on standard input and output. The tools are lookup, lookup_many
(up to 1,000 mentions), names, and with --folder map_file, which maps the columns of a table.

map_file reads and writes files in the folder only, and replaces only tables that it
wrote. Without --folder the tools read and write no file. Nothing goes over a network.

In the configuration of an agent, the command is normlet and the first argument mcp.`,
		Example: `  normlet mcp
  normlet mcp --pack genes.normpack --folder data`,
		Args: cli.ArgCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error { return runMCP(std, cmd, o) },
	}
	f := cmd.Flags()
	cli.AddPackFlag(cmd, &o.pack)
	cli.AddKeyFlag(cmd, &o.keys)
	f.StringVar(&o.folder, "folder", "", "`folder` whose tables map_file maps (default: there is no map_file)")
	cli.ReadsFrom(cmd, "folder")
	cli.Groups(cmd, "Pack: pack key", "Input: folder")
	return cmd
}

func runMCP(std *cli.IO, cmd *cobra.Command, o options) error {
	n, err := packfile.Open(std, o.pack, o.keys...)
	if err != nil {
		return err
	}
	tools := agents.Options{Normalizer: n, Entity: packfile.Entities(n), Version: release.Version()}
	if o.folder != "" {
		root, err := os.OpenRoot(o.folder)
		if err != nil {
			return fmt.Errorf("--folder: %w", err)
		}
		defer root.Close()
		tools.MapFile = func(ctx context.Context, in agents.MapFile) (string, error) {
			return mapForAgent(ctx, n, root, in)
		}
	}
	return agents.New(tools).Run(cmd.Context(), &agents.Lines{Reader: std.In, Writer: std.Out})
}
