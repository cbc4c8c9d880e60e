package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/normlet/normlet/tools/normlet/agents"
)

type mcpOptions struct {
	pack, folder string
	keys         []string
}

func (a *app) mcpCommand() *cobra.Command {
	var o mcpOptions
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer look-ups as tools to agents and editors",
		Long: `Offer look-ups as tools to agents and editors, which start this command and talk to it by
the Model Context Protocol on standard input and output. The tools are lookup, lookup_many
(up to 1,000 mentions), names, and with --folder map_file, which maps the columns of a table.

map_file reads and writes files in the folder only, and replaces none but tables that it
wrote. Without --folder the tools read and write no file. Nothing goes over a network.

In the configuration of an agent, the command is normlet and the first argument mcp.`,
		Example: `  normlet mcp
  normlet mcp --pack genes.normpack --folder data`,
		Args: argCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runMCP(cmd, o) },
	}
	f := cmd.Flags()
	addPackFlag(cmd, &o.pack)
	addKeyFlag(cmd, &o.keys)
	f.StringVar(&o.folder, "folder", "", "`folder` whose tables map_file maps (default: there is no map_file)")
	readsFrom(cmd, "folder")
	return cmd
}

func (a *app) runMCP(cmd *cobra.Command, o mcpOptions) error {
	n, err := a.open(o.pack, o.keys...)
	if err != nil {
		return err
	}
	tools := agents.Options{Normalizer: n, Entity: entityOf(n), Version: version()}
	if o.folder != "" {
		folder, err := filepath.EvalSymlinks(o.folder)
		if err != nil {
			return fmt.Errorf("--folder: %w", err)
		}
		o.folder = folder
		tools.MapFile = func(ctx context.Context, in agents.MapFile) (string, error) { return a.mapForAgent(ctx, o, in) }
	}
	err = agents.New(tools).Run(cmd.Context(), &mcp.IOTransport{Reader: io.NopCloser(a.stdin), Writer: neverClosed{a.stdout}})
	if errors.Is(err, io.EOF) {
		return nil // the client has closed standard input
	}
	return err
}

type neverClosed struct{ io.Writer }

func (neverClosed) Close() error { return nil }

// mapForAgent runs normlet map on files of the folder, and returns its last line of messages.
func (a *app) mapForAgent(ctx context.Context, o mcpOptions, in agents.MapFile) (string, error) {
	from, err := inFolder(o.folder, in.In)
	if err != nil {
		return "", err
	}
	to, err := inFolder(o.folder, in.Out)
	if err != nil {
		return "", err
	}
	args := []string{"map", "--pack=" + o.pack, "--out=" + to, "--min-precision=" + strconv.FormatFloat(in.MinPrecision, 'g', -1, 64)}
	for flag, values := range map[string][]string{"key": o.keys, "column": in.Columns, "namespace": in.Namespaces} {
		for _, v := range values {
			args = append(args, "--"+flag+"="+v)
		}
	}
	if in.Context != "" {
		args = append(args, "--context-column="+in.Context)
	}
	if strings.HasSuffix(in.Out, ".sssom.tsv") {
		args = append(args, "--format=sssom")
	}
	var messages bytes.Buffer
	if run(ctx, append(args, "--", from), strings.NewReader(""), io.Discard, &messages) != exitDone {
		return "", errors.New(conclusion(&messages))
	}
	return conclusion(&messages), nil
}

// conclusion returns the last line of messages without the name of the program.
func conclusion(messages *bytes.Buffer) string {
	lines := strings.Split(strings.TrimSpace(messages.String()), "\n")
	return strings.TrimPrefix(lines[len(lines)-1], "normlet: ")
}

// inFolder returns the place of a path below a folder, where no link may lead out of it.
func inFolder(folder, path string) (string, error) {
	if !filepath.IsLocal(path) {
		return "", fmt.Errorf("%s: want the path of a file in the folder, such as table.csv", path)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	if _, err := root.Stat(filepath.Dir(path)); err != nil {
		return "", err
	}
	if _, err := root.Stat(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	return filepath.Join(folder, path), nil
}
