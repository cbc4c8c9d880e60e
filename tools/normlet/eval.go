package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/core/score"
	"github.com/normlet/normlet/tools/normlet/escape"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

type evalOptions struct {
	queries, unlinked, pack, stage, protocol, answers string
	namespaces                                        []string
	context, json, baselines, skipNear                bool
}

func (a *app) evalCommand() *cobra.Command {
	o := evalOptions{stage: eval.Full, protocol: eval.Plain}
	cmd := &cobra.Command{
		Use:   "eval --queries FILE",
		Short: "Measure a pack on labelled mentions",
		Long: `Measure a pack on a query file, whose lines are mention TAB id[|id...]. An id
counts with or without its CURIE prefix.

--stage says what answers: full, the whole cascade; hamming, the codes alone;
float, the encoder before binarization. With --unlinked, a query file of mentions
that have no entity, NIL is measured too: unlinked mentions are the positive
class, and precision, recall and F1 are those of the pack's own decision. With
--namespace, entities of other namespaces are not looked for, in any stage.

A query line may go on with TAB type TAB sentence, and a query file may be annotated
documents in PubTator or BioC. --protocol plain, the default, looks each mention up as
it stands. abbreviations replaces abbreviations that the sentence or document of the
mention defines, or that the 20 mentions before and after explain, of the same sentence
or document if there is one. document resolves the mentions of a document jointly, as
map does for documents and rows in order; --answers FILE writes what map would: a line
for each mention with its ids, joined by |, or - for NIL.

--context looks each mention up with its sentence, which counts where a pack has
profiles (normlet build --profiles), and shows what that is worth among the
ambiguous mentions: those of which the mention alone leaves a tie. To compare with,
it looks them up in the sentences of other mentions, too.

--skip-near looks for no near names of mentions that are names but for case, spaces
and punctuation, as normlet map does for tables.

--baselines adds what can be had without an encoder: a dictionary of normalized
names, TF-IDF of character 3-grams, and Jaro-Winkler similarity (the strutil
library) of the best 256 names of that.`,
		Example: `  normlet eval --queries dev.tsv.gz --unlinked dev_unlinked.tsv.gz
  normlet eval --queries dev.tsv.gz --pack chemicals.normpack --stage float --json`,
		Args: argCount(0, 0, "--queries"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			return a.eval(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.queries, "queries", "", "query `file`")
	f.StringVar(&o.unlinked, "unlinked", "", "query `file` of mentions without an entity")
	addPackFlag(cmd, &o.pack)
	reads(cmd, "queries", "unlinked")
	wordFlag(cmd, &o.stage, "stage", []string{eval.Full, eval.Hamming, eval.Float}, "full, hamming or float")
	addNamespaceFlag(cmd, &o.namespaces)
	wordFlag(cmd, &o.protocol, "protocol", []string{eval.Plain, eval.Abbreviations, eval.Document}, "plain, abbreviations or document")
	f.StringVar(&o.answers, "answers", "", "`file` for the ids of each mention")
	writes(cmd, "answers")
	f.BoolVar(&o.context, "context", false, "look mentions up with their sentences")
	f.BoolVar(&o.skipNear, "skip-near", false, "look for near names only of mentions that are no names")
	f.BoolVar(&o.baselines, "baselines", false, "measure dictionary, TF-IDF and string similarity too")
	f.BoolVar(&o.json, "json", false, "write one JSON object")
	return cmd
}

func (o *evalOptions) check(cmd *cobra.Command) error {
	full, joint := o.stage == eval.Full, o.protocol == eval.Document
	for _, c := range []struct {
		wrong bool
		why   string
	}{
		{o.queries == "", "--queries is missing"},
		{!slices.Contains([]string{eval.Full, eval.Hamming, eval.Float}, o.stage), fmt.Sprintf("--stage %q: want full, hamming or float", o.stage)},
		{!slices.Contains([]string{eval.Plain, eval.Abbreviations, eval.Document}, o.protocol), fmt.Sprintf("--protocol %q: want plain, abbreviations or document", o.protocol)},
		{o.unlinked != "" && !full, "--unlinked goes with --stage full: the others do not decide on NIL"},
		{o.context && !full, "--context goes with --stage full: the others do not look at sentences"},
		{o.skipNear && !full, "--skip-near goes with --stage full: the others have no names to go first"},
		{joint && !full, "--protocol document goes with --stage full: the others do not look at other mentions"},
		{joint && o.context, "--protocol document always looks at sentences: leave --context out"},
		{joint && o.skipNear, "--protocol document always looks for near names: leave --skip-near out"},
		{!joint && o.answers != "", "--answers goes with --protocol document"},
	} {
		if c.wrong {
			return usagef(cmd, "%s", c.why)
		}
	}
	return nil
}

func (a *app) eval(ctx context.Context, o evalOptions) error {
	n, err := a.open(o.pack)
	if err != nil {
		return err
	}
	queries, err := a.readQueries(n, o.queries, o)
	if err != nil {
		return err
	}
	var unlinked []data.Query
	if o.unlinked != "" {
		if unlinked, err = a.readQueries(n, o.unlinked, o); err != nil {
			return err
		}
	}
	bar := a.progress()
	defer bar.close()
	res, err := eval.Run(ctx, n, queries, unlinked, eval.Options{Stage: o.stage, Namespaces: o.namespaces, Context: o.context, SkipNear: o.skipNear, Document: o.protocol == eval.Document}, bar.set)
	if err == nil && o.answers != "" {
		err = a.writeAnswers(o.answers, res.Results)
	}
	if err != nil {
		return err
	}
	var baselines []*eval.Result
	for _, stage := range []string{eval.Normalized, eval.TFIDF, eval.Strings} {
		if !o.baselines {
			break
		}
		b, err := eval.Run(ctx, n, queries, nil, eval.Options{Stage: stage}, bar.set)
		if err != nil {
			return err
		}
		baselines = append(baselines, b)
	}
	bar.close()
	if o.json {
		if res.WithoutEntity > 0 {
			fmt.Fprintf(a.stderr, "%d of %d queries have no id that is in the pack; they count as misses\n", res.WithoutEntity, res.Queries)
		}
		return json.NewEncoder(a.stdout).Encode(evalJSON(res, baselines))
	}
	for i, block := range append(evalTables(res), baselineTables(baselines)...) {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		if err := writeTable(a.stdout, block, 1, 2, 3, 4, 5); err != nil {
			return err
		}
	}
	return nil
}

// readQueries reads queries and prepares them for a protocol.
func (a *app) readQueries(n *core.Normalizer, path string, o evalOptions) ([]data.Query, error) {
	queries, err := eval.ReadQueries(path)
	if err != nil || o.protocol != eval.Abbreviations {
		return queries, err
	}
	queries, changed, err := eval.WriteOut(queries, n.LookupMany, core.Options{K: 1, Namespaces: o.namespaces})
	if err == nil {
		fmt.Fprintf(a.stderr, "%s: abbreviations written out in %d of %d queries\n", path, changed, len(queries))
	}
	return queries, err
}

// writeAnswers writes the mentions and their ids as map writes them into documents.
func (a *app) writeAnswers(path string, results []document.Result) error {
	out, err := a.files.Create(path, documentsFile)
	if err != nil {
		return err
	}
	defer out.Close()
	w := bufio.NewWriter(out)
	for i := range results {
		if r := &results[i]; len(r.Answers) > 0 {
			fmt.Fprintf(w, "%s\t%s\n", escape.Text(r.Mention), idsOf(r.Answers, "-"))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return out.Commit()
}

// evalJSON adds the hits of baselines, by their stage, to a result.
func evalJSON(res *eval.Result, baselines []*eval.Result) any {
	if len(baselines) == 0 {
		return res
	}
	type hits struct {
		Hits       eval.Hits `json:"hits"`
		HitsUnique eval.Hits `json:"hits_unique"`
	}
	by := map[string]hits{} // which is written in the order of its keys
	for _, b := range baselines {
		by[b.Stage] = hits{b.Hits, b.HitsUnique}
	}
	return struct {
		*eval.Result
		Baselines map[string]hits `json:"baselines"`
	}{res, by}
}

// baselineTables returns the hits of baselines for people.
func baselineTables(baselines []*eval.Result) [][][]string {
	var tables [][][]string
	for _, b := range baselines {
		tables = append(tables, evalTables(b)[1])
		tables[len(tables)-1][0][0] = "baseline " + b.Stage
	}
	return tables
}

// evalTables returns a result for people.
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
		tables = append(tables, [][]string{{"calibration error of p", number(*r.ECE)}})
	}
	if l := r.Latency; l != nil {
		tables = append(tables, [][]string{{"", "p50", "p99"}, {"microseconds", micro(l.P50), micro(l.P99)}})
	}
	return tables
}
