package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data/sheet"
)

type mapOptions struct {
	in, out, pack, nilAs string
	shard                string
	namespaces, keys     []string
	prefer               []string
	minP, precision      float64
	k                    int
	types                map[string]string // namespaces of types of marked mentions
	resume, skipNear     bool
	composites, only     bool
	review, decisions    string // files
	report               string
	reviewLimit          int
	table                mapping.Config // what of it the flags say
	opened               *os.File       // IN, if it is open already
}

// documents are the formats whose mentions are marked in text.
var documents = []string{"pubtator", "bioc"}

func (a *app) mapCommand() *cobra.Command {
	var o mapOptions
	c := &o.table
	c.Jobs = runtime.GOMAXPROCS(0)
	cmd := &cobra.Command{
		Use:   "map IN --out OUT --column NAME",
		Short: "Map the columns of a table, or the mentions marked in documents",
		Long: `Map columns of a table to entities. IN is CSV, TSV, JSONL, a JSON
array of objects, or a workbook (.xlsx, .ods), found out from its name or content, in
UTF-8, UTF-16 or Latin-1; .gz and .zst are read and written, - is standard input or
output. Rows keep their order. What was found out is said on standard error.

The ending of OUT says its format: .csv, .tsv, .jsonl, .ndjson, .sssom.tsv, .xlsx or
.parquet, those of text also with .gz or .zst. --format overrules it. Standard output is
as IN is. CSV, TSV and workbooks get columns after those of IN, for a column NAME:
NAME_id, NAME_name, NAME_matched (the name that was found), NAME_stage, NAME_score,
NAME_p and NAME_tied: yes if other entities are as likely, or share the name. --add adds
others: 2nd and 3rd (id, name and p of the next candidates), tied (the ids), fullname,
url and xrefs. JSONL has an object for each cell, that of lookup with "column" and "row".
SSSOM has a mapping for each mention that has an entity.

--review FILE writes the doubtful mentions (without an entity, tied, or p below 0.9) to a
sheet, .xlsx, .csv or .tsv, by the number of rows that are to be expected wrong, with three
candidates each. In its column decision a person writes 1, 2 or 3, an id, or NIL.
--decisions FILE takes the sheet back: what it says holds in every row with the mention,
with stage decision and p 1. build --mentions takes it, too. Without --out, --review only
writes the sheet.

Columns of IN stay as they are. In those that CSV and TSV get, tabs and line ends are
blanks, control characters are written out, \x1b, and an id or a name that a spreadsheet
would calculate, beginning with =, +, - or @, gets an apostrophe before it, unless it is
a number. --raw-cells leaves ids and names as the pack has them.

OUT appears when it is complete; until then there are OUT.part and OUT.state, from
which --resume goes on after an interruption or a failure, to the same bytes.

With --format pubtator or bioc IN is annotated documents. Each marked mention gets
an id, and the documents are otherwise written back as they were. --types says which
namespace the mentions of a type mean; those of other types may mean any.

CSV, TSV and SSSOM show only the best entity. So a mention that is a name but for case,
spaces and punctuation is not compared with near names, which takes a fifth of the time
and nearly always finds the same. --compare-near compares it, so that p is that of
lookup. Rows in order and documents are always compared.

--composites takes mentions like BRCA1/2 apart unless they are names; their ids are
joined by |. --context-column has the text around the mentions: the abbreviations that
it defines are replaced by their long forms, and it decides between entities that the
mention alone leaves close, in packs that know what their entities are about.

If rows are in the order of a text, --in-order resolves each jointly with the 20 rows
before and after: mentions there explain abbreviations (OAB beside overactive bladder),
and an entity that one of them clearly means is likelier, or injected with stage
neighbour if the look-up has not found it. --document-column names the column that
tells documents apart. Mentions in documents are resolved in this way, too, with
composite mentions taken apart.

--shard I/N maps part I of N, for as many processes or machines: cat OUT1 OUT2 ... OUTN
is the output of one run, to the byte, compressed or not. Each reads IN to its end first
to find where its part begins, which takes a small part of the time of mapping it. Then
OUT.sha256 is there, too, for sha256sum --check in the folder of OUT.

IN or OUT that ends in .parquet is Parquet, which the program normlet-arrow reads and writes
(see normlet arrow): ids and names as the pack has them, null for what CSV leaves empty,
score and p as numbers. From other formats the columns of IN are text, and to other formats
its values are; standard output is CSV. --resume and --shard are not for OUT in Parquet.
From Parquet to Parquet row groups are mapped side by side; --only neither reads nor writes
other columns, and order, documents, context, --review, --decisions, --report and -k are for
other formats.`,
		Example: `  normlet map genes.csv --column symbol --out mapped.csv
  normlet map big.tsv.gz --column 3 --out big.sssom.tsv.gz --format sssom --min-p 0.8 --resume
  normlet map big.tsv.gz --column 3 --out part-2.tsv.gz --shard 2/8 --resume
  normlet map notes.pubtator --format pubtator --out ids.pubtator
  normlet map genes.csv --column symbol --out mapped.xlsx --add 2nd,url --review doubtful.xlsx
  normlet map genes.csv --column symbol --out final.xlsx --decisions doubtful.xlsx
  normlet map genes.parquet --column symbol --out mapped.parquet
  normlet map genes.csv --column symbol --out mapped.parquet`,
		Args: argCount(1, 1, "IN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.in = args[0]
			if err := o.check(cmd); err != nil {
				return err
			}
			if o.parquet() {
				return a.runArrow(cmd, args)
			}
			return a.mapFile(cmd.Context(), o, cmd.Flags().Changed("nil-as"))
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.out, "out", "", "output `file`")
	f.StringArrayVar(&c.Columns, "column", nil, "`name` or number of a column to map; may be given again")
	f.StringVar(&c.Context, "context-column", "", "`name` or number of the column with the text around the mentions")
	f.BoolVar(&c.InOrder, "in-order", false, "rows are in the order of a text: resolve them jointly")
	f.StringVar(&c.Document, "document-column", "", "`name` or number of the column with the document of a row; implies --in-order")
	addPackFlag(cmd, &o.pack)
	addKeyFlag(cmd, &o.keys)
	addNamespaceFlag(cmd, &o.namespaces)
	addPreferFlag(cmd, &o.prefer)
	wordFlag(cmd, &c.From, "input-format", sheet.Formats(), "`format` of IN: "+strings.Join(sheet.Formats(), ", ")+" (default: found out)")
	wordFlag(cmd, &c.Format, "format", []string{"csv", "tsv", "jsonl", "sssom", mapping.FormatXLSX, "pubtator", "bioc"}, "`format` of OUT: csv, tsv, jsonl, sssom or xlsx (default: by its ending); pubtator or bioc for both")
	f.BoolVar(&c.NoHeader, "no-header", false, "the first row of IN is a row like others")
	addSheetFlags(cmd, &c.Encoding, &c.Delimiter, &c.Sheet)
	f.Float64Var(&o.minP, "min-p", 0, "mentions whose best entity has a lower p are NIL")
	f.Float64Var(&o.precision, "min-precision", 0, "share of right answers, as in normlet lookup; less sure ones are NIL")
	f.StringVar(&o.nilAs, "nil-as", "", "id of mentions without an entity (documents: -)")
	f.StringSliceVar(&c.Add, "add", nil, "further `columns`, separated by commas: "+strings.Join(mapping.FurtherColumns(), ", "))
	completes(cmd, "add", cobra.ShellCompDirectiveNoFileComp, mapping.FurtherColumns()...)
	f.StringVar(&o.review, "review", "", "write the doubtful mentions to this `file`, a sheet to fill in")
	f.IntVar(&o.reviewLimit, "review-limit", 1000, "`mentions` in the sheet, the most costly ones")
	f.StringVar(&o.decisions, "decisions", "", "`file` of decisions: a sheet of --review, filled in")
	f.StringVar(&o.report, "report", "", "write the summary to this `file`, as JSON")
	f.BoolVar(&c.RawCells, "raw-cells", false, "csv, tsv, sssom: leave control characters, and names that a spreadsheet would calculate, as they are")
	f.IntVarP(&o.k, "k", "k", 0, "entities for each mention in jsonl (default 5)")
	addNearFlags(cmd, &o.skipNear, " (jsonl, rows in order, documents: always)")
	f.BoolVar(&o.composites, "composites", false, "take mentions of several entities apart")
	f.StringToStringVar(&o.types, "types", nil, "documents: `namespaces` of types of mentions, as in Gene=NCBIGene,Species=species")
	f.BoolVar(&o.only, "only", false, "Parquet to Parquet: read and write no column but those that are mapped")
	addThreadsFlag(cmd, &c.Jobs, "mentions looked up at the same time")
	f.StringVar(&o.shard, "shard", "", "map part `I/N` of IN, so that the parts 1/N to N/N give the output of one run")
	f.BoolVar(&o.resume, "resume", false, "go on with a run that was cut short")
	writes(cmd, "out", "review", "report")
	reads(cmd, "decisions")
	groups(cmd,
		"Input: column context-column document-column in-order input-format no-header encoding delimiter sheet raise-limits",
		"Pack: pack key",
		"Answers: k namespace types prefer min-p min-precision composites compare-near",
		"Output: out format add nil-as raw-cells only report force",
		"Review: review review-limit decisions",
		"Run: threads shard resume")
	return readsArgs(cmd)
}

func (o *mapOptions) check(cmd *cobra.Command) error {
	c := &o.table
	inDocuments := slices.Contains(documents, c.Format)
	switch {
	case o.out == "" && (o.review == "" || o.resume || o.shard != "" || inDocuments):
		return usagef(cmd, "--out is missing")
	case !inDocuments && len(o.types) > 0:
		return usagef(cmd, "--types is for documents, whose mentions have types")
	case !inDocuments && len(c.Columns) == 0:
		return usagef(cmd, "--column is missing")
	case inDocuments && (len(c.Columns) > 0 || c.Context != "" || c.InOrder || c.Document != "" || o.resume || o.shard != ""):
		return usagef(cmd, "--column, --context-column, --in-order, --document-column, --shard and --resume do not go with documents")
	case inDocuments && (o.review != "" || o.decisions != "" || o.report != "" || len(c.Add) > 0):
		return usagef(cmd, "--review, --decisions, --report and --add do not go with documents")
	case o.review != "" && !isReviewName(o.review):
		return usagef(cmd, "--review %s: a sheet ends in .xlsx, .csv or .tsv", o.review)
	case o.review != "" && (o.resume || o.shard != ""):
		return usagef(cmd, "--review goes through the whole table, so --resume and --shard do not go with it; run map again with --review and without --out")
	case o.reviewLimit < 1:
		return usagef(cmd, "--review-limit %d: want 1 or more", o.reviewLimit)
	case o.shard != "" && (o.in == "-" || o.out == "-"):
		return usagef(cmd, "--shard reads IN twice and leaves a checksum beside OUT, so both have to be files")
	case !(o.minP >= 0 && o.minP <= 1):
		return usagef(cmd, "--min-p %v: want 0 to 1", o.minP)
	case !(o.precision >= 0 && o.precision <= 1):
		return usagef(cmd, "--min-precision %v: want 0 to 1", o.precision)
	case o.k < 0 || o.k > core.MaxK:
		return usagef(cmd, "-k %d: want 1 to %d", o.k, core.MaxK)
	case c.Jobs < 1:
		return usagef(cmd, "--threads %d: want 1 or more", c.Jobs)
	}
	if err := mapping.CheckAdd(c.Add); err != nil {
		return usagef(cmd, "--add: %v", err)
	}
	if !inDocuments {
		if err := o.chooseFormat(cmd); err != nil {
			return err
		}
	}
	if err := o.checkParquet(cmd); err != nil || o.shard == "" {
		return err
	}
	var err error
	if c.Shard, err = parseShard(o.shard); err != nil {
		return usagef(cmd, "%v", err)
	}
	return nil
}

// mapFile maps a table or documents.
func (a *app) mapFile(ctx context.Context, o mapOptions, nilGiven bool) error {
	n, err := a.open(o.pack, o.keys...)
	if err != nil {
		return err
	}
	return a.mapWith(ctx, n, o, nilGiven)
}

// mapWith is mapFile with an open pack.
func (a *app) mapWith(ctx context.Context, n *core.Normalizer, o mapOptions, nilGiven bool) error {
	options := document.Options{
		Options:    core.Options{K: o.k, Namespaces: o.namespaces, MinP: o.minP, MinPrecision: o.precision, Prefer: o.prefer},
		Composites: o.composites || slices.Contains(documents, o.table.Format),
	}
	if _, err := n.LookupWith("", options.Options); err != nil {
		return err // before any output: the namespaces, the precision
	}
	for _, namespace := range slices.Sorted(maps.Values(o.types)) {
		if _, err := n.LookupWith("", core.Options{Namespaces: []string{namespace}}); err != nil {
			return fmt.Errorf("--types: %w", err)
		}
	}
	if slices.Contains(documents, o.table.Format) {
		if !nilGiven {
			o.nilAs = "-"
		}
		return a.mapDocuments(ctx, o, document.New(n.LookupMany, options))
	}
	options.SkipNear = o.skipNear
	c := o.table
	c.NilAs, c.Version, c.Prefixes, c.Lookup, c.Options = o.nilAs, version(), prefixes(n), n.LookupMany, options
	c.Chosen = a.tellTable
	if o.fromParquet() {
		c.Chosen = a.tellParquet
	}
	c.RawCells = c.RawCells || o.toParquet()
	c.Settings, c.Entity = fmt.Sprintf("%+v %v %x", options, c.RawCells, n.Info().Meta), n.Entity
	if o.decisions != "" {
		var digest string
		var err error
		if c.Decisions, digest, err = readDecisions(o.decisions, n); err != nil {
			return err
		}
		c.Settings += digest
	}
	if o.shard != "" {
		return a.mapShard(ctx, o, &c)
	}
	_, err := a.mapTable(ctx, o, &c)
	return err
}

// mapTable returns the SHA-256 of the output.
func (a *app) mapTable(ctx context.Context, o mapOptions, c *mapping.Config) (sum string, err error) {
	in, err := a.openTable(ctx, &o, c)
	if err != nil {
		return "", err
	}
	defer in.Close()
	out, err := a.createMapped(ctx, &o, c)
	if err != nil {
		return "", err
	}
	defer out.Close()
	if lost := out.Lost(); lost > 0 {
		fmt.Fprintf(a.stderr, "%s.part has changed since it was written: its last %d bytes are made again\n", o.out, lost)
	}
	sums, err := a.createSummary(&o, c, out)
	if err != nil {
		return "", err
	}
	defer sums.close()
	bar := newProgress(a.stderr)
	defer bar.close()
	stats, err := mapping.Run(ctx, c, in, o.out, out.Resumable, func(s mapping.Stats) {
		done, total := in.Progress()
		bar.rows("map", s.Rows, int64(done), int64(total))
	})
	if err == nil {
		err = out.Commit()
	}
	bar.close()
	if err != nil {
		if out.Resumable.Resumable() {
			fmt.Fprintf(a.stderr, "%d rows are done; go on with --resume\n", stats.Rows)
		}
		return "", err
	}
	return out.Sum(), a.writeSummary(ctx, &o, c, &stats, sums)
}

// prefixes returns the prefixes of a terminology's ids; that of an id without one is its namespace.
func prefixes(n *core.Normalizer) []string {
	c := n.Tables()
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
