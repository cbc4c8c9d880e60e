package mapper

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// idleFlags lists flags that change nothing in some cases, and why.
var idleFlags = []struct {
	names string
	idle  func(o *Options) bool
	why   string
}{
	{"k composites missing input-format delimiter sheet header-row no-header strict raw-cells review-limit", (*Options).inDocuments,
		"is for tables: it changes nothing in documents"},
	{"format add raw-cells k", func(o *Options) bool { return o.Out == "" }, "is about OUT, and there is no --out"},
	{"k", func(o *Options) bool {
		return o.isFormat("csv", "tsv", "sssom", mapping.FormatXLSX, mapping.FormatParquet)
	},
		"is for jsonl, which has several entities of a mention; elsewhere --add 2nd,3rd adds columns of the next ones"},
	{"nil-as", func(o *Options) bool { return o.isFormat("jsonl") }, `is for formats with columns; jsonl says "nil": true`},
	{"raw-cells", func(o *Options) bool { return o.isFormat("jsonl", mapping.FormatParquet) }, "changes nothing in jsonl and Parquet, which have ids and names as they are"},
	{"composites", func(o *Options) bool { return o.Table.OneToOne && o.Table.Options.Composites }, "gives a row several entities, and --one-to-one at most one"},
	{"review-limit", func(o *Options) bool { return o.Review == "" }, "is about the sheet of --review, and there is none"},
}

// checkIdle refuses flags of the command line that change nothing. Those of the environment may be for other calls.
func (o *Options) checkIdle(cmd *cobra.Command) error {
	for _, f := range idleFlags {
		for name := range strings.FieldsSeq(f.names) {
			if f.idle(o) && cli.Typed(cmd, name) {
				return cli.Usagef(cmd, "%s %s; leave it out", map[bool]string{true: "-" + name, false: "--" + name}[len(name) == 1], f.why)
			}
		}
	}
	return nil
}

// inDocuments reports whether IN is documents rather than a table.
func (o *Options) inDocuments() bool { return slices.Contains(documents, o.Table.Format) }

// isFolder reports whether a path is a folder.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isFormat reports whether OUT is known to have one of these formats.
func (o *Options) isFormat(formats ...string) bool { return slices.Contains(formats, o.Table.Format) }
