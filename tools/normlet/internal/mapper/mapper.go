// Package mapper maps a table or documents as normlet map does: it opens the input, starts the outputs, and sums up.
package mapper

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/cluster"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/inputs"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/tools/normlet/internal/release"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// Options are the flags of normlet map, or their values where another command maps.
type Options struct {
	In, Out, Pack     string
	Keys              []string
	Shard             string
	Coverage          string            // as mapping.Config.StateCoverage takes it
	Types             map[string]string // namespaces of types of marked mentions
	Resume, Only      bool
	Cluster           bool   // adds a column of what means the same
	Find              bool   // mentions of documents that mark none
	Review, Decisions string // files
	Report            string
	ReviewLimit       int
	Auto              string         // unless it is empty, the columns that look like entities are mapped
	Table             mapping.Config // as far as flags set it; documents use it, too
	Opened            *os.File       // IN, if it is open already

	asked  []string                                         // flags of the call
	choose func(in *mapping.Input, c *mapping.Config) error // sets the columns of c
}

// documents are the formats whose mentions are marked in text.
var documents = []string{"pubtator", "bioc", "brat", "conll"}

// Check rejects flags that are missing or contradict each other, and sets what follows from them.
func (o *Options) Check(cmd *cobra.Command) error {
	c := &o.Table
	inDocuments := o.inDocuments()
	if inDocuments && !cmd.Flags().Changed("min-p") {
		c.MinP = document.MarkedMinP
		if o.Find {
			c.MinP = 0 // annotate has cut-offs of its own
		}
	}
	o.keepAsked(cmd)
	switch {
	case o.Auto != "" && (inDocuments || len(c.Columns) > 0 || o.Parquet()):
		return cli.Usagef(cmd, "--columns finds the columns of a table, so --column, documents and Parquet to Parquet do not go with it")
	case o.Out == "" && !o.detects() && (o.Review == "" || o.Resume || o.Shard != "" || inDocuments):
		return cli.Usagef(cmd, "--out is missing")
	case !inDocuments && len(o.Types) > 0:
		return cli.Usagef(cmd, "--types is for documents, whose mentions have types")
	case !inDocuments && o.Find:
		return cli.Usagef(cmd, "--find is for documents; name the --column of a table")
	case !inDocuments && len(c.Columns) == 0 && o.Auto == "" && !o.detects():
		return cli.Usagef(cmd, "--column is missing; map IN alone says what each column holds, and --columns auto maps those that look like entities")
	case inDocuments && (len(c.Columns) > 0 || len(c.Context) > 0 || c.Organism != "" || len(c.Also) > 0 || c.InOrder || c.Document != "" || o.Shard != ""):
		return cli.Usagef(cmd, "--column, --context-column, --organism-column, --also, --in-order, --document-column and --shard do not go with documents")
	case inDocuments && o.Resume && !isFolder(o.In):
		return cli.Usagef(cmd, "--resume goes on with a folder of documents: IN is none")
	case o.Find && c.Format == "conll":
		return cli.Usagef(cmd, "--find does not go with conll, whose tokens have their marks: annotate --format conll writes such documents")
	case inDocuments && (o.Review != "" || o.Decisions != "" || o.Report != "" || len(c.Add) > 0):
		return cli.Usagef(cmd, "--review, --decisions, --report and --add do not go with documents")
	case c.OneToOne && (inDocuments || len(c.Columns) != 1 || c.InOrder || c.Document != "" || o.Resume || o.Shard != "" || o.Parquet()):
		return cli.Usagef(cmd, "--one-to-one compares all rows of one --column, so documents, --in-order, --document-column, --resume, --shard and Parquet to Parquet do not go with it")
	case o.Cluster && (inDocuments || o.Resume || o.Shard != "" || o.Parquet()):
		return cli.Usagef(cmd, "--cluster compares all rows, so documents, --resume, --shard and Parquet to Parquet do not go with it")
	case o.Review != "" && !isReviewName(o.Review):
		return cli.Usagef(cmd, "--review %s: a sheet ends in .xlsx, .csv or .tsv", o.Review)
	case o.Review != "" && (o.Resume || o.Shard != ""):
		return cli.Usagef(cmd, "--review goes through the whole table, so --resume and --shard do not go with it; run map again with --review and without --out")
	case o.ReviewLimit < 1:
		return cli.Usagef(cmd, "--review-limit %d: want 1 or more", o.ReviewLimit)
	case o.Shard != "" && (o.In == "-" || o.Out == "-"):
		return cli.Usagef(cmd, "--shard reads IN twice and leaves a checksum beside OUT, so both have to be files")
	case !(c.MinP >= 0 && c.MinP <= 1):
		return cli.Usagef(cmd, "--min-p %v: want 0 to 1", c.MinP)
	case c.Options.Lookup.K < 0 || c.Options.Lookup.K > core.MaxK:
		return cli.Usagef(cmd, "-k %d: want 1 to %d", c.Options.Lookup.K, core.MaxK)
	case c.HeaderRow < 0 || c.HeaderRow > 0 && c.NoHeader:
		return cli.Usagef(cmd, "--header-row %d: want 1 or more, and no --no-header", c.HeaderRow)
	case c.Jobs < 1:
		return cli.Usagef(cmd, "--threads %d: want 1 or more", c.Jobs)
	}
	if err := mapping.CheckAdd(c.Add); err != nil {
		return cli.Usagef(cmd, "--add: %v", err)
	}
	if !inDocuments {
		if err := o.chooseFormat(cmd); err != nil {
			return err
		}
	}
	if err := cmp.Or(o.checkIdle(cmd), o.checkParquet(cmd)); err != nil || o.Shard == "" {
		return err
	}
	var err error
	if c.Shard, err = parseShard(o.Shard); err != nil {
		return cli.Usagef(cmd, "%v", err)
	}
	return nil
}

// Run maps o.In with an open pack. nilGiven says that o.Table.NilAs was asked for.
func Run(ctx context.Context, std *cli.IO, n *core.Normalizer, o Options, nilGiven bool) error {
	c := o.Table
	if _, err := n.LookupWith("", c.Options.Lookup); err != nil {
		return err // before any output: the namespaces and organisms
	}
	var fields []string
	for _, also := range c.Also {
		name, _, _ := strings.Cut(also, "=")
		fields = append(fields, name+"=")
	}
	if _, err := n.LookupWith("", core.Options{Fields: strings.Join(fields, "\t")}); err != nil {
		return fmt.Errorf("--also: %w", err)
	}
	for _, namespace := range slices.Sorted(maps.Values(o.Types)) {
		if _, err := n.LookupWith("", core.Options{Namespaces: []string{namespace}}); err != nil {
			return fmt.Errorf("--types: %w", err)
		}
	}
	if o.inDocuments() {
		if !nilGiven {
			o.Table.NilAs = "-"
		}
		return mapDocuments(ctx, std, n, &o)
	}
	c.Version, c.Prefixes, c.Lookup, c.Entity, c.KnownOrganism = release.Version(), prefixes(n), n.LookupMany, n.Entity, n.Organism
	c.Says = mapping.Says(n)
	if o.Cluster {
		c.Add = append(slices.Clone(c.Add), "cluster")
		c.Cluster = func(texts []string) ([]int, error) { return cluster.Of(n, texts) }
	}
	c.Chosen = func(choice *mapping.Choice) {
		if o.FromParquet() { // the rows come as CSV, but IN is Parquet
			choice.Format, choice.Delimiter = "parquet", ""
		}
		inputs.TellTable(std, choice)
	}
	if o.detects() {
		return detect(ctx, std, n, &o, &c)
	}
	c.RawCells = c.RawCells || o.ToParquet()
	c.Settings = fmt.Sprintf("%+v %v %s %x", c.Options, c.RawCells, cmp.Or(o.Coverage, mapping.CoverageAuto), n.Info().Meta)
	if err := c.StateCoverage(n, o.Coverage); err != nil {
		return err
	}
	if o.Auto != "" {
		o.choose = func(in *mapping.Input, c *mapping.Config) error { return chooseColumns(ctx, std, n, in, c) }
	}
	if o.Decisions != "" {
		var digest string
		var err error
		if c.Decisions, digest, err = readDecisions(o.Decisions, n); err != nil {
			return err
		}
		c.Settings += digest
	}
	if o.Shard != "" {
		return mapShard(ctx, std, o, &c)
	}
	_, err := mapTable(ctx, std, o, &c)
	return err
}

// mapTable returns the SHA-256 of the output.
func mapTable(ctx context.Context, std *cli.IO, o Options, c *mapping.Config) (sum string, err error) {
	in, err := openTable(ctx, std, &o, c)
	if err != nil {
		return "", err
	}
	defer in.Close()
	out, err := createMapped(ctx, std, &o, c)
	if err != nil {
		return "", err
	}
	defer out.Close()
	rows, _ := out.(*output.Resumable)
	if rows != nil && rows.Lost() > 0 {
		fmt.Fprintf(std.Err, "%s.part has changed since it was written: its last %d bytes are made again\n", o.Out, rows.Lost())
	}
	sums, err := createSummary(std, &o, c, out)
	if err != nil {
		return "", err
	}
	defer sums.close()
	bar := progress.New(std.Err)
	defer bar.Close()
	stats, err := mapping.Run(ctx, c, in, o.Out, out, func(s mapping.Stats) {
		total, estimated := in.Rows()
		bar.Rows("map", s.Rows, total, estimated)
	})
	if err == nil {
		err = out.Commit()
	}
	bar.Close()
	if stats.Rows > 0 {
		tellUneven(std, in)
	}
	if err != nil {
		if rows != nil && rows.Resumable() {
			fmt.Fprintf(std.Err, "%d rows are done; go on with --resume\n", stats.Rows)
		}
		return "", err
	}
	if rows != nil {
		sum = rows.Sum()
	}
	return sum, writeSummary(ctx, std, &o, c, &stats, sums)
}

// prefixes returns the prefixes of a terminology's ids; that of an id without one is its namespace.
func prefixes(n *core.Normalizer) []string {
	c := engine.Of(n).LoadedContents()
	var out []string
	for e, id := range c.IDs.Range(0, c.IDs.Len()) {
		prefix, _, ok := strings.Cut(string(id), ":")
		if !ok {
			prefix = c.Namespaces[c.EntityNamespace[e]]
		}
		if !slices.Contains(out, prefix) {
			out = append(out, prefix)
		}
	}
	return out
}
