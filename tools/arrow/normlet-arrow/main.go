// Command normlet-arrow maps columns of Arrow streams and of Parquet files, as normlet map does those of tables:
//
//	normlet-arrow arrow --column gene <in.arrows >out.arrows
//	normlet-arrow map in.parquet --out out.parquet --column gene
//	normlet-arrow jsonl terms.parquet | normlet build - --out terms.normpack
//	normlet-arrow csv in.parquet >in.csv
//	normlet-arrow parquet <rows.json >out.parquet
//
// normlet arrow and normlet map run it when they find it: it is a module of its own, so that normlet builds without the
// libraries of Arrow.
//
//	Arrow stream    --read--> batches    --workers--> batches with added columns    --in order--> Arrow stream
//	Parquet file    --read--> row groups --workers--> row groups with added columns --in order--> Parquet file
//
// Cells are those of mapping.Column, with ids and names as the pack has them. A distinct mention is looked up once in a
// batch or row group, and a value of a dictionary once for all batches with that dictionary. Memory is that of a few
// batches or row groups.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/interrupt"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data/limit"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// usageError is about the command line.
type usageError struct{ error }

// run runs a command line and returns its exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := command(stdin, stdout, stderr)
	root.SetArgs(args)
	var err error
	ended := interrupt.Within(ctx, interrupt.Patience, func() { err = root.ExecuteContext(ctx) })
	if ended && err == nil {
		return exitDone
	}
	if !ended || ctx.Err() != nil {
		fmt.Fprintln(stderr, "normlet-arrow: interrupted")
		return exitInterrupted
	}
	fmt.Fprintln(stderr, "normlet-arrow: "+strings.ReplaceAll(err.Error(), "\n", "; "))
	if _, ok := err.(usageError); ok {
		return exitUsage
	}
	return exitFailed
}

// options are what the flags say.
type options struct {
	pack, out          string
	lang, show         string
	namespaces, prefer []string
	organisms          []string
	exactly            bool
	minP               float64
	coverage           string
	only, force, plain bool
	config             mapping.Config
	raise              int
}

func command(stdin io.Reader, stdout, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use: "normlet-arrow", Short: "Map columns of Arrow streams and Parquet files", SilenceErrors: true, SilenceUsage: true,
		Args: func(cmd *cobra.Command, args []string) error {
			return usageError{fmt.Errorf("want arrow, map, jsonl, csv or parquet; see %s --help", cmd.CommandPath())}
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageError{fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())}
	})
	root.CompletionOptions.DisableDefaultCmd = true
	var stream, table options
	arrow := &cobra.Command{
		Use: "arrow --column NAME", Short: "Map columns of an Arrow IPC stream, from standard input to standard output", Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return stream.mapStream(cmd.Context(), stdin, stdout) },
	}
	stream.flags(arrow)
	arrow.Flags().BoolVar(&stream.plain, "plain", false, "NAME_stage as text, not dictionary-coded: Spark reads no dictionaries")
	parquet := &cobra.Command{
		Use: "map IN.parquet --out OUT.parquet --column NAME", Short: "Map columns of a Parquet file", Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error { return table.mapFile(cmd.Context(), args[0], stderr) },
	}
	table.flags(parquet)
	parquet.Flags().StringVar(&table.out, "out", "", "output `file`")
	parquet.Flags().BoolVar(&table.only, "only", false, "read and write no column but those that are mapped")
	parquet.Flags().BoolVar(&table.force, "force", false, "replace a file that is there")
	lines := &cobra.Command{
		Use: "jsonl IN.parquet", Short: "Write the rows of a Parquet file as JSON Lines, as normlet build reads them", Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error { return writeLines(cmd.Context(), args[0], stdout) },
	}
	root.AddCommand(arrow, parquet, lines)
	root.AddCommand(rowCommands(stdin, stdout)...)
	return root
}

// rowCommands are those that normlet map runs where IN or OUT alone is Parquet.
func rowCommands(stdin io.Reader, stdout io.Writer) []*cobra.Command {
	var o rowOptions
	toCSV := &cobra.Command{
		Use: "csv IN.parquet", Short: "Write the rows of a Parquet file as CSV", Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error { return writeCSV(cmd.Context(), args[0], stdout) },
	}
	toParquet := &cobra.Command{
		Use: "parquet", Short: "Make Parquet of rows on standard input, arrays of texts in JSON; the first has the names of the columns", Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.writeParquet(cmd.Context(), stdin, stdout) },
	}
	toParquet.Flags().IntVar(&o.added, "added", 0, "`columns` at the end whose empty texts are null")
	toParquet.Flags().IntSliceVar(&o.numbers, "number", nil, "`columns` of numbers, from the end: -1 is the last")
	return []*cobra.Command{toCSV, toParquet}
}

func exactly(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usageError{fmt.Errorf("%d arguments, want %d; see %s --help", len(args), n, cmd.CommandPath())}
		}
		return nil
	}
}

// flags adds those that both commands have, which mean what they do for normlet map.
func (o *options) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&o.config.Columns, "column", nil, "`name` or number of a column to map; may be given again")
	f.IntVar(&o.raise, "raise-limits", 1, "`TIMES` the usual limits of what a stream may take to read")
	f.StringVar(&o.pack, "pack", "", "pack `file` (default: the embedded pack)")
	f.StringSliceVar(&o.namespaces, "namespace", nil, "only entities of these `namespaces`, separated by commas")
	f.StringSliceVar(&o.prefer, "prefer", nil, "`namespaces`, separated by commas: keep one of several entities that are the same thing, by this order")
	f.StringSliceVar(&o.organisms, "taxon", nil, "`organisms` whose genes are meant, the likeliest first: NCBI Taxonomy ids or words such as mouse")
	f.StringSliceVar(&o.config.Missing, "missing", nil, "`texts` of cells that are no mentions, separated by commas (default: those of normlet map; '': none)")
	f.Float64Var(&o.minP, "min-p", mapping.DefaultMinP, "mentions whose best entity has a lower p are NIL")
	f.BoolVar(&o.exactly, "exactly", false, "leave out entities that are broader than the mention, as the species of a strain")
	f.StringVar(&o.lang, "lang", "", "`LANGUAGE` of the mentions, such as es, in a pack with tables of other languages (default: as their words show)")
	f.StringVar(&o.show, "show", "", "`LANGUAGE` of the names of entities, such as es or pt-BR, in a pack that has names in it (default: primary names)")
	f.StringVar(&o.coverage, "coverage", mapping.CoverageAuto, "share of mentions that the pack has, 0 to 1; auto: estimated from the first rows; alone: each by itself")
	f.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "in-list" {
			name = "coverage" // which it was called before
		}
		return pflag.NormalizedName(name)
	})
	f.StringVar(&o.config.NilAs, "nil-as", "", "id of mentions without an entity (default: null)")
	f.BoolVar(&o.config.Options.Composites, "composites", cmd.Name() == "map", "take mentions of several entities apart")
	f.StringSliceVar(&o.config.Add, "add", nil, "further `columns`, separated by commas: "+strings.Join(mapping.ExtraColumns(), ", "))
	f.IntVar(&o.config.Jobs, "threads", runtime.GOMAXPROCS(0), "mentions looked up at the same time")
}

// prepare checks the flags, opens the pack, and completes the configuration.
func (o *options) prepare() error {
	c := &o.config
	switch {
	case len(c.Columns) == 0:
		return usageError{fmt.Errorf("--column is missing")}
	case !(o.minP >= 0 && o.minP <= 1):
		return usageError{fmt.Errorf("--min-p %v: want 0 to 1", o.minP)}
	case c.Jobs < 1:
		return usageError{fmt.Errorf("--threads %d: want 1 or more", c.Jobs)}
	case o.raise < 1 || o.raise > limit.MaxFactor:
		return usageError{fmt.Errorf("--raise-limits %d: want 1 to %d", o.raise, limit.MaxFactor)}
	}
	limit.Raise(o.raise)
	if err := mapping.CheckAdd(c.Add); err != nil {
		return usageError{fmt.Errorf("--add: %w", err)}
	}
	n, err := open(o.pack)
	if err != nil {
		return err
	}
	c.Options.Lookup = core.Options{Namespaces: o.namespaces, Prefer: o.prefer, Organisms: o.organisms, Exactly: o.exactly, Language: o.lang, Show: o.show}
	c.Lookup, c.Entity, c.Says, c.RawCells, c.MinP = n.LookupMany, n.Entity, mapping.Says(n), true, o.minP
	if err := c.StateCoverage(n, o.coverage); err != nil {
		return usageError{err}
	}
	if _, err := n.LookupWith("", c.Options.Lookup); err != nil {
		return usageError{err} // the namespaces
	}
	return nil
}

func open(pack string) (*core.Normalizer, error) {
	if pack == "" {
		return core.OpenBytes(assets.Default(), nil)
	}
	return core.Open(pack, nil)
}

func (o *options) mapStream(ctx context.Context, stdin io.Reader, stdout io.Writer) error {
	if err := o.prepare(); err != nil {
		return err
	}
	return mapStream(ctx, &o.config, o.plain || o.config.Options.Composites, stdin, stdout)
}

func (o *options) mapFile(ctx context.Context, in string, stderr io.Writer) error {
	for _, name := range []string{in, o.out} {
		if filepath.Ext(name) != ".parquet" {
			return usageError{fmt.Errorf("%q: this program maps Parquet files, from IN.parquet to --out OUT.parquet", name)}
		}
	}
	if err := o.prepare(); err != nil {
		return err
	}
	files := &output.Set{Command: "normlet-arrow map", Force: o.force}
	files.Reads(in)
	out, err := files.Create(o.out, kind)
	if err != nil {
		return err
	}
	defer out.Close()
	done, err := mapParquet(ctx, &o.config, o.only, in, out)
	if err == nil {
		err = out.Commit()
	}
	if err == nil {
		fmt.Fprintln(stderr, done)
	}
	return err
}
