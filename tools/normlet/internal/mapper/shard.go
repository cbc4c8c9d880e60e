package mapper

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// checksumFile is what sha256sum --check reads, as checksums has it.
var (
	checksumFile = &output.Kind{What: "a checksum of sha256sum", Plain: true, Ours: func(head []byte) bool { return checksums().Match(head) }}
	checksums    = pattern.Of(`\A\\?[0-9a-f]{64} [ *].`)
)

// parseShard reads "2/8".
func parseShard(text string) (mapping.Shard, error) {
	var s mapping.Shard
	if _, err := fmt.Sscanf(text, "%d/%d", &s.Index, &s.Of); err != nil || text != fmt.Sprintf("%d/%d", s.Index, s.Of) ||
		s.Index < 1 || s.Index > s.Of {
		return s, fmt.Errorf("--shard %s: want I/N, such as 2/8, with I from 1 to N", text)
	}
	return s, nil
}

// mapShard maps a part of a table to OUT, and writes its checksum to OUT.sha256.
func mapShard(ctx context.Context, std *cli.IO, o Options, c *mapping.Config) error {
	place, err := std.Files.Reserve(o.Out+".sha256", checksumFile)
	if err != nil {
		return err
	}
	defer place.Close()
	if err := countBlocks(ctx, std, o, c); err != nil {
		return err
	}
	sum, err := mapTable(ctx, std, o, c)
	if err != nil {
		return err
	}
	return writeChecksum(ctx, place, filepath.Base(o.Out), sum)
}

// countBlocks counts the blocks of the table, which say where the shards begin.
func countBlocks(ctx context.Context, std *cli.IO, o Options, c *mapping.Config) error {
	in, err := openTable(ctx, std, &o, c)
	if err != nil {
		return err
	}
	defer in.Close()
	bar := progress.New(std.Err)
	defer bar.Close()
	c.Shard.Blocks, err = mapping.CountBlocks(ctx, c, in, func() {
		done, total := in.Progress()
		bar.Set("count", done, total)
	})
	return err
}

// checksumEscapes are those of sha256sum, which begins the line of such a name with a backslash.
var checksumEscapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)

// writeChecksum writes a line for a file of the same folder, in which sha256sum --check is to run.
func writeChecksum(ctx context.Context, place *output.Place, name, sum string) error {
	f, err := place.Create()
	if err != nil {
		return err
	}
	defer f.Close()
	if escaped := checksumEscapes.Replace(name); escaped != name {
		sum, name = `\`+sum, escaped
	}
	return cli.Commit(ctx, f, fmt.Appendf(nil, "%s  %s\n", sum, name))
}
