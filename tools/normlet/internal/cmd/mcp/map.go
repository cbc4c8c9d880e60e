package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/regular"
	"github.com/normlet/normlet/tools/normlet/agents"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/mapper"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// An agent may be led by texts that it reads. So map_file opens a table once, below its folder, and reads what it has
// opened; the output is written below the folder, too, whatever others do there meanwhile. No other flag of map, no
// variable of the environment and no program beside this one takes part.

// mapForAgent maps a table as normlet map does, and returns its last line of messages. After a failure or a
// cancellation nothing is left of the output.
func mapForAgent(ctx context.Context, n *core.Normalizer, root *os.Root, in agents.MapFile) (string, error) {
	o := mapper.Options{In: in.In, Out: in.Out, Table: mapping.Config{Columns: in.Columns, Context: in.Context, Add: in.Add, Format: mapper.FormatOfName(in.Out), MinP: mapping.DefaultMinP, Jobs: runtime.GOMAXPROCS(0)}}
	o.Table.Options = document.Options{
		Lookup:     core.Options{Namespaces: in.Namespaces, Prefer: in.Prefer, Organisms: in.Organisms, Exactly: in.Exactly, Language: in.Lang, Show: in.Show},
		Composites: true,
	}
	if in.MinP != nil {
		o.Table.MinP = *in.MinP
	}
	for _, path := range []string{in.In, in.Out} {
		if !filepath.IsLocal(path) {
			return "", fmt.Errorf("%s: want the path of a file in the folder, such as table.csv", path)
		}
	}
	switch {
	case o.Table.Format == "":
		return "", fmt.Errorf("%s: %s", in.Out, mapper.NoFormat)
	case o.FromParquet() || o.ToParquet():
		return "", errors.New("map_file reads and writes no Parquet, which takes another program; normlet map does")
	}
	file, err := regular.OpenIn(root, in.In)
	if err != nil {
		return "", errors.New(cli.Describe(err))
	}
	defer file.Close()
	o.Opened = file
	return mapOpened(ctx, n, root, &o)
}

// mapOpened maps the table that is open, whatever lies under its name now.
func mapOpened(ctx context.Context, n *core.Normalizer, root *os.Root, o *mapper.Options) (string, error) {
	info, err := o.Opened.Stat()
	if err != nil {
		return "", err
	}
	var messages bytes.Buffer
	call := &cli.IO{In: strings.NewReader(""), Out: io.Discard, Err: &messages, Files: &output.Set{Command: "normlet mcp", Root: root}}
	call.Files.ReadsOpened(info)
	if err := mapper.Run(ctx, call, n, *o, false); err != nil {
		return "", errors.New(cli.Describe(err))
	}
	lines := strings.Split(strings.TrimSpace(messages.String()), "\n")
	return lines[len(lines)-1], nil
}
