// Package eval is the command normlet eval.
package eval

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/escape"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/inputs"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

type options struct {
	queries, unlinked, pack, stage, protocol, answers, coverage string
	namespaces, taxa                                            []string
	types                                                       map[string]string
	context, json                                               bool
	files                                                       data.QueryOptions
}

func New(std *cli.IO) *cobra.Command {
	o := options{stage: eval.Full, protocol: eval.Plain}
	cmd := &cobra.Command{
		Use:   "eval --queries FILE",
		Short: "Measure a pack on labelled mentions",
		Long: `Measure a pack on a query file, whose lines are mention TAB id[|id...], or a CSV or
workbook with these columns. An id counts with or without its CURIE prefix.

--stage chooses full, the whole cascade; hamming, the codes alone; or float, the encoder
before binarization. With --unlinked, a query file of mentions that have no entity, NIL is
measured too: unlinked mentions are the positive class, and precision, recall and F1 are
those of the pack's own decision. With --namespace, entities of other namespaces are not
looked for, in any stage.

A query line may continue with TAB type TAB sentence. A query file may also be annotated
documents in PubTator (as MedMentions), BioC, brat or CoNLL, or a folder of such files.
--protocol says what is looked up, and what counts:
  plain          each mention as it stands, the default
  abbreviations  with abbreviations written out that the sentence or document of the
                 mention defines, or that the 20 mentions before and after explain,
                 of the same sentence or document if there is one
  document       the mentions of a document resolved jointly, as map does for documents
                 and rows in order; --answers FILE writes what map would: a line for
                 each mention with its ids, joined by |, or - for NIL
  open           as it stands, with mentions that nothing in the pack is right for: of those
                 whose entity it has and of those it lacks, how many are right, wrong and NIL,
                 and how far answers of a probability are right
  tag            what normlet annotate finds in documents of which all entities of a
                 type are marked: strict spans, overlapping ones, spans with the right
                 ids, and ids of documents, beside what the names alone find; --types
                 SpecificDisease=Disease,disease=Disease makes types one

--context looks each mention up with its sentence, which counts most where a pack has
company (normlet build --company), and shows what that gains among ambiguous mentions,
which are tied without a sentence. As a control, it also looks them up in the sentences of
other mentions.`,
		Example: `  normlet eval --queries dev.tsv.gz --unlinked dev_unlinked.tsv.gz
  normlet eval --queries dev.pubtator --pack diseases.normpack --protocol document
  normlet eval --queries dev.tsv.gz --pack chemicals.normpack --stage float --json`,
		Args: cli.ArgCount(0, 0, "--queries"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			if o.protocol == eval.Tag {
				return runTag(cmd.Context(), std, o)
			}
			return run(cmd.Context(), std, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.queries, "queries", "", "query `file`")
	f.StringVar(&o.unlinked, "unlinked", "", "query `file` of mentions without an entity")
	cli.AddPackFlag(cmd, &o.pack)
	cli.Reads(cmd, "queries", "unlinked")
	cli.AddSheetFlags(cmd, &o.files.Encoding, &o.files.Table.Delimiter, &o.files.Table.Sheet)
	cli.WordFlag(cmd, &o.stage, "stage", []string{eval.Full, eval.Hamming, eval.Float}, "full, hamming or float")
	cli.AddNamespaceFlag(cmd, &o.namespaces)
	cli.AddTaxonFlag(cmd, &o.taxa)
	cli.WordFlag(cmd, &o.protocol, "protocol", eval.Protocols(), strings.Join(eval.Protocols(), ", "))
	f.StringToStringVar(&o.types, "types", nil, "protocol tag: `types` that are judged as others, as in SpecificDisease=Disease")
	f.StringVar(&o.answers, "answers", "", "`file` for the ids of each mention")
	cli.Writes(cmd, "answers")
	f.BoolVar(&o.context, "context", false, "look mentions up with their sentences")
	f.StringVar(&o.coverage, "coverage", mapping.CoverageAlone, "auto: the share of mentions that the pack has is estimated as by map; alone: each by itself")
	f.BoolVar(&o.json, "json", false, "write one JSON object")
	cli.Groups(cmd,
		"Input: queries unlinked pack encoding delimiter sheet raise-limits",
		"Answers: stage protocol types namespace taxon coverage context",
		"Output: answers json force")
	return cmd
}

func (o *options) check(cmd *cobra.Command) error {
	full, joint := o.stage == eval.Full, o.protocol == eval.Document
	for _, c := range []struct {
		wrong bool
		why   string
	}{
		{o.queries == "", "--queries is missing"},
		{o.protocol == eval.OpenWorld && !full, "--protocol open goes with --stage full: the others do not decide on NIL"},
		{o.unlinked != "" && !full, "--unlinked goes with --stage full: the others do not decide on NIL"},
		{o.context && !full, "--context goes with --stage full: the others do not look at sentences"},
		{joint && !full, "--protocol document goes with --stage full: the others do not look at other mentions"},
		{joint && o.context, "--protocol document always looks at sentences: leave --context out"},
		{!joint && o.answers != "", "--answers goes with --protocol document"},
		{len(o.taxa) > 0 && (!full || o.protocol == eval.Tag), "--taxon goes with --stage full, and not with --protocol tag"},
		{o.types != nil && o.protocol != eval.Tag, "--types goes with --protocol tag"},
		{o.protocol == eval.Tag && (o.stage != eval.Full || o.unlinked != "" || o.context), "--protocol tag takes documents, --types and --namespace alone"},
		{o.coverage != mapping.CoverageAlone && (o.coverage != mapping.CoverageAuto || !full), "--coverage: want auto, with --stage full, or alone"},
	} {
		if c.wrong {
			return cli.Usagef(cmd, "%s", c.why)
		}
	}
	return nil
}

func run(ctx context.Context, std *cli.IO, o options) error {
	var files []data.QueryReport
	read := func(path string) ([]data.Query, error) {
		q, err := eval.ReadQueryFile(path, o.files)
		files = append(files, q.Report)
		return q.Queries, err
	}
	queries, err := read(o.queries)
	if err != nil {
		return err
	}
	var unlinked []data.Query
	if o.unlinked != "" {
		if unlinked, err = read(o.unlinked); err != nil {
			return err
		}
	}
	n, err := packfile.Open(std, o.pack)
	if err != nil {
		return err
	}
	if _, err := n.LookupWith("", core.Options{Namespaces: o.namespaces}); err != nil {
		return err
	}
	for i := range files {
		inputs.TellQueries(std, &files[i])
	}
	var c mapping.Config
	c.Options.Lookup.Namespaces = o.namespaces
	if err := c.StateCoverage(n, o.coverage); err != nil {
		return err
	}
	bar := progress.New(std.Err)
	defer bar.Close()
	res, err := eval.Run(ctx, n, queries, unlinked, eval.Options{
		Stage: o.stage, Namespaces: o.namespaces, Organisms: o.taxa, Context: o.context,
		Protocol: o.protocol, Coverage: c.Estimate,
	}, bar.Set)
	if err == nil && o.answers != "" {
		err = writeAnswers(std, o.answers, res.Results)
	}
	if err != nil {
		return err
	}
	if o.protocol == eval.Abbreviations {
		fmt.Fprintf(std.Err, "%s: abbreviations written out in %d queries\n", o.queries, res.WrittenOut)
	}
	bar.Close()
	if o.json {
		if res.WithoutEntity > 0 {
			fmt.Fprintf(std.Err, "%d of %d queries have no id that is in the pack; they count as misses\n", res.WithoutEntity, res.Queries)
		}
		return json.NewEncoder(std.Out).Encode(struct {
			*eval.Result
			Files []data.QueryReport `json:"files"`
		}{res, files})
	}
	for i, block := range evalTables(res) {
		if i > 0 {
			fmt.Fprintln(std.Out)
		}
		if err := tabular.Write(std.Out, block, 1, 2, 3, 4, 5); err != nil {
			return err
		}
	}
	return nil
}

// writeAnswers writes the mentions and their ids as map writes them into documents.
func writeAnswers(std *cli.IO, path string, results []document.Result) error {
	out, err := std.Files.Create(path, cli.DocumentsFile)
	if err != nil {
		return err
	}
	defer out.Close()
	w := bufio.NewWriter(out)
	for i := range results {
		if r := &results[i]; len(r.Answers) > 0 {
			fmt.Fprintf(w, "%s\t%s\n", escape.Text(r.Mention), answer.IDs(r.Answers, "-"))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return out.Commit()
}

func evalTables(r *eval.Result) [][][]string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }
	micro := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
	ks, all, unique := []string{"stage " + r.Stage}, []string{"hits"}, []string{"hits, unique"}
	r.Hits.Each(func(k int, v float64) { ks, all = append(ks, "@"+strconv.Itoa(k)), append(all, number(v)) })
	r.HitsUnique.Each(func(_ int, v float64) { unique = append(unique, number(v)) })
	tables := [][][]string{
		{{"", "all", "unique", "no entity"}, {"queries", strconv.Itoa(r.Queries), strconv.Itoa(r.Unique), strconv.Itoa(r.WithoutEntity)}},
		{ks, all, unique},
	}
	if r.StageShare != nil {
		stages, shares := []string{""}, []string{"found by"}
		for stage := range score.NumStages {
			if share, ok := r.StageShare[stage.String()]; ok {
				stages, shares = append(stages, stage.String()), append(shares, number(share))
			}
		}
		tables = append(tables, [][]string{stages, shares})
	}
	if s := r.NIL; s != nil {
		tables = append(tables, [][]string{{"", "unlinked", "AUPRC", "precision", "recall", "F1"},
			{"NIL", strconv.Itoa(r.Unlinked), number(s.AUPRC), number(s.Precision), number(s.Recall), number(s.F1)}})
	}
	if c := r.Context; c != nil {
		tables = append(tables, [][]string{{"", "queries", "@1 without", "@1 with", "@1 other"},
			{"ambiguous", strconv.Itoa(c.Ambiguous), number(c.Without), number(c.With), number(c.Other)}})
	}
	if r.ECE != nil {
		tables = append(tables, [][]string{{"calibration error of p", number(*r.ECE)}, {"the same if p were perfect", number(*r.Chance)}, {"answered at precision 0.95", number(*r.Coverage)}})
	}
	if w := r.Open; w != nil {
		row := func(what string, d eval.Decided) []string {
			return []string{what, strconv.Itoa(d.Right + d.Wrong + d.NIL), strconv.Itoa(d.Right), strconv.Itoa(d.Wrong), strconv.Itoa(d.NIL)}
		}
		tables = append(tables, [][]string{{"", "mentions", "right", "wrong", "NIL"}, row("the pack has it", w.Has), row("it lacks it", w.Lacks)})
		ps, answered, precision := []string{"answers of p from"}, []string{"share of mentions"}, []string{"of these right"}
		for _, a := range w.At {
			ps, answered, precision = append(ps, strconv.FormatFloat(a.P, 'g', 2, 64)), append(answered, number(a.Answered)), append(precision, number(a.Precision))
		}
		tables = append(tables, [][]string{ps, answered, precision}, [][]string{{"answered at precision 0.90", number(w.Cover9)}})
	}
	if l := r.Latency; l != nil {
		tables = append(tables, [][]string{{"", "p50", "p99"}, {"microseconds", micro(l.P50), micro(l.P99)}})
	}
	return tables
}
