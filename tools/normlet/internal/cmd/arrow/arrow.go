// Package arrow is the command normlet arrow.
package arrow

import (
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/plugin"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// New only reads the command line: the plug-in does the work.
func New(std *cli.IO) *cobra.Command {
	var pack string
	var columns, namespaces, prefer []string
	threads := runtime.GOMAXPROCS(0)
	cmd := &cobra.Command{
		Use:   "arrow --column NAME",
		Short: "Map columns of an Arrow stream, from standard input to standard output",
		Long: `Map columns of an Arrow IPC stream from standard input, and write the stream to standard
output with the columns that normlet map adds to a table: NAME_id, NAME_name,
NAME_matched, NAME_stage, NAME_score, NAME_p, NAME_tied, NAME_verdict, and those of --add. Spark,
Polars, DuckDB and pandas write and read such streams.

A column is text or dictionary-coded text. Null stays null, and what CSV leaves empty is
null. Ids and names are not escaped. Each record batch is written once it is mapped, in
the order of the input. A value of a dictionary is looked up once.

The program normlet-arrow does the work. It is not part of normlet: in a clone of the
repository, "go -C tools/arrow install ./normlet-arrow" installs it. With it,
"normlet map" reads and writes Parquet.`,
		Example: `  normlet arrow --column gene > mapped.arrows < genes.arrows
  normlet arrow --column gene --min-p 0.8 --plain > mapped.arrows < genes.arrows`,
		Args: cli.ArgCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(columns) == 0 {
				return cli.Usagef(cmd, "--column is missing")
			}
			return plugin.RunArrow(std, cmd, args)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&columns, "column", nil, "`name` or number of a column to map; may be given again")
	cli.AddRaiseFlag(cmd)
	cli.AddPackFlag(cmd, &pack)
	cli.AddNamespaceFlag(cmd, &namespaces)
	cli.AddPreferFlag(cmd, &prefer)
	cli.AddTaxonFlag(cmd, new([]string))
	f.Float64("min-p", mapping.DefaultMinP, "mentions whose best entity has a lower p are NIL")
	cli.AddExactlyFlag(cmd, new(bool))
	cli.AddLangFlag(cmd, new(string))
	cli.AddShowFlag(cmd, new(string))
	f.String("coverage", "auto", "share of mentions that the pack has, 0 to 1; auto: estimated from the first rows; alone: each by itself")
	f.StringSlice("missing", nil, "`texts` of cells that are no mentions, separated by commas (default: those of normlet map; '': none)")
	f.String("nil-as", "", "id of mentions without an entity (default: null)")
	f.Bool("composites", false, "take mentions of several entities apart")
	f.StringSlice("add", nil, "more `columns`, with commas between: "+strings.Join(mapping.ExtraColumns(), ", "))
	cli.Completes(cmd, "add", cobra.ShellCompDirectiveNoFileComp, mapping.ExtraColumns()...)
	f.Bool("plain", false, "NAME_stage as text, not dictionary-coded: Spark reads no dictionaries")
	cli.AddThreadsFlag(cmd, &threads, "mentions looked up at the same time")
	cli.Groups(cmd,
		"Input: column raise-limits",
		"Pack: pack",
		"Answers: namespace prefer taxon lang min-p exactly coverage composites missing",
		"Output: add show nil-as plain",
		"Run: threads")
	return cmd
}
