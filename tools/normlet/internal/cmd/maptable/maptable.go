// Package maptable is the command normlet map, which maps columns of a table. Go reserves the word map.
package maptable

import (
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/mapper"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/plugin"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data/sheet"
)

func New(std *cli.IO) *cobra.Command {
	var o mapper.Options
	o.Table.Jobs = runtime.GOMAXPROCS(0)
	cmd := &cobra.Command{
		Use:     "map IN [--out OUT --column NAME]",
		Short:   "Map the columns of a table, or the mentions marked in documents",
		Long:    help,
		Example: examples,
		Args:    cli.ArgCount(1, 1, "IN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.In = args[0]
			if err := o.Check(cmd); err != nil {
				return err
			}
			if o.Parquet() {
				return plugin.RunArrow(std, cmd, args)
			}
			n, err := packfile.Open(std, o.Pack, o.Keys...)
			if err != nil {
				return err
			}
			return mapper.Run(cmd.Context(), std, n, o, cmd.Flags().Changed("nil-as"))
		},
	}
	addFlags(cmd, &o)
	return cli.ReadsArgs(cmd)
}

func addFlags(cmd *cobra.Command, o *mapper.Options) {
	c := &o.Table
	f := cmd.Flags()
	f.StringVar(&o.Out, "out", "", "output `file`, or folder for a folder of documents")
	f.StringArrayVar(&c.Columns, "column", nil, "`name` or number of a column to map, and :NAMESPACE for its mentions; may be given again")
	cli.WordFlag(cmd, &o.Auto, "columns", []string{"auto"}, "`auto`: map the columns that look like names or ids of the pack; map IN alone says what each holds")
	f.StringArrayVar(&c.Context, "context-column", nil, "`name` or number of a column with text around the mentions; may be given again")
	f.BoolVar(&c.InOrder, "in-order", false, "rows are in the order of a text: resolve them jointly")
	f.StringVar(&c.Document, "document-column", "", "`name` or number of the column with the document of a row; implies --in-order")
	cli.AddPackFlag(cmd, &o.Pack)
	cli.AddKeyFlag(cmd, &o.Keys)
	cli.AddNamespaceFlag(cmd, &c.Options.Lookup.Namespaces)
	cli.AddPreferFlag(cmd, &c.Options.Lookup.Prefer)
	cli.AddTaxonFlag(cmd, &c.Options.Lookup.Organisms)
	f.StringVar(&c.Organism, "organism-column", "", "`name` or number of the column with the organism of a row, in place of --taxon")
	f.StringSliceVar(&c.Also, "also", nil, "`columns` with fields of a row that the pack has, such as brand,city, separated by commas; brand=COLUMN for another name; brand! if no other brand can be meant")
	f.BoolVar(&o.Cluster, "cluster", false, "add a column in which cells that mean the same have one text, though the pack lacks it")
	f.BoolVar(&c.OneToOne, "one-to-one", false, "each entity is meant by one row at most, as of two lists of the same things")
	cli.WordFlag(cmd, &c.From, "input-format", sheet.Formats(), "`format` of IN: "+strings.Join(sheet.Formats(), ", ")+" (default: found out)")
	cli.WordFlag(cmd, &c.Format, "format", []string{"csv", "tsv", "jsonl", "sssom", mapping.FormatXLSX, "pubtator", "bioc", "brat", "conll"}, "`format` of OUT: csv, tsv, jsonl, sssom or xlsx (default: by its ending); pubtator, bioc, brat or conll for both")
	f.BoolVar(&c.NoHeader, "no-header", false, "the first row of IN is data, not a header")
	cli.AddHeaderRowFlag(cmd, &c.HeaderRow)
	f.BoolVar(&c.Strict, "strict", false, "stop at a row that has other than the cells of the first")
	cli.AddSheetFlags(cmd, &c.Encoding, &c.Delimiter, &c.Sheet)
	f.StringSliceVar(&c.Missing, "missing", nil, "`texts` of cells that are no mentions, in any case, separated by commas (default: n/a, NaN, #REF!, not tested and the like; '': none)")
	f.Float64Var(&c.MinP, "min-p", mapping.DefaultMinP, "mentions whose best entity has a lower p are NIL (marked documents: 0.3 unless given)")
	cli.AddExactlyFlag(cmd, &c.Options.Lookup.Exactly)
	cli.AddLangFlag(cmd, &c.Options.Lookup.Language)
	cli.AddShowFlag(cmd, &c.Options.Lookup.Show)
	f.StringVar(&o.Coverage, "coverage", mapping.CoverageAuto, "share of mentions that the pack has, 0 to 1; auto: estimated from the first rows; alone: each by itself")
	f.StringVar(&c.NilAs, "nil-as", "", "id of mentions without an entity (documents: -)")
	f.StringSliceVar(&c.Add, "add", nil, "more `columns`, with commas between: "+strings.Join(mapping.ExtraColumns(), ", "))
	cli.Completes(cmd, "add", cobra.ShellCompDirectiveNoFileComp, mapping.ExtraColumns()...)
	f.StringVar(&o.Review, "review", "", "write the doubtful mentions to this `file`, a sheet to fill in")
	f.IntVar(&o.ReviewLimit, "review-limit", 1000, "`mentions` in the sheet, the most costly ones")
	f.StringVar(&o.Decisions, "decisions", "", "`file` of decisions: a sheet of --review, filled in")
	f.StringVar(&o.Report, "report", "", "write the summary to this `file`, as JSON")
	f.BoolVar(&c.RawCells, "raw-cells", false, "csv, tsv, sssom: leave control characters, and names that a spreadsheet would calculate, as they are")
	f.IntVarP(&c.Options.Lookup.K, "k", "k", 0, "entities for each mention in jsonl (default 5)")
	f.BoolVar(&c.Options.Composites, "composites", true, "take cells of several entities apart")
	f.StringToStringVar(&o.Types, "types", nil, "documents: `namespaces` of types of mentions, as in Gene=NCBIGene,Species=species")
	f.BoolVar(&o.Find, "find", false, "documents that mark no mentions: find them first")
	f.BoolVar(&o.Only, "only", false, "Parquet to Parquet: read and write only the mapped columns")
	cli.AddThreadsFlag(cmd, &c.Jobs, "mentions looked up at the same time")
	f.StringVar(&o.Shard, "shard", "", "map part `I/N` of IN, so that the parts 1/N to N/N give the output of one run")
	f.BoolVar(&o.Resume, "resume", false, "go on with a run that was cut short")
	cli.Writes(cmd, "out", "review", "report")
	cli.Reads(cmd, "decisions")
	cli.Groups(cmd,
		"Input: column context-column header-row | columns also organism-column no-header strict missing document-column in-order input-format encoding delimiter sheet raise-limits",
		"Pack: pack | key",
		"Answers: namespace prefer min-p coverage composites | exactly one-to-one taxon k types find",
		"Output: out format add force | cluster lang show nil-as raw-cells only report",
		"Review: review decisions | review-limit",
		"Run: threads shard resume")
}
