// Package lookup is the command normlet lookup.
package lookup

import (
	"bufio"
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

type options struct {
	core.Options
	pack, coverage, format string
	fields, keys           []string
	details, rawCells      bool
}

func New(std *cli.IO) *cobra.Command {
	o := options{format: "table"}
	cmd := &cobra.Command{
		Use:   "lookup [MENTION...]",
		Short: "Map mentions to entities",
		Long: `Map each MENTION, or each line of standard input, to the entities it most likely means.

An answer is NIL if the terminology most likely has no such entity. Tables and TSV then
begin with a row NIL and its probability p, before the nearest entities. Tables shorten
long texts. Entities that tie with the best one, for instance because they share the name,
follow a table and are "ambiguous" in JSON. A NIL answer whose best match is as likely is
"undecided". The exit status is 0 whatever the answers are.

Tabs and line ends in texts become blanks, and control characters are escaped (\x1b). An
id or a name in TSV that a spreadsheet would take for a formula, because it begins with =,
+, - or @ and is no number, gets an apostrophe in front. --raw-cells turns that off.

--context is text around the mentions, such as a sentence. Abbreviations that it defines
are written out: SJS in 'Stevens-Johnson syndrome (SJS)'. If a mention alone leaves several
entities close, the text chooses the one of which it has another name or, in a pack with
company, such as the default pack for genes, what is written about together with it.

Near names are sought only where no name of the list decides the answer, which takes a
fraction of the time and changes neither the best entity nor its p. --near lists them
below names, too.

p is the probability that the entity is right, in texts that also name what the list lacks.
--min-p 0.9 answers NIL where the best entity has a lower one.

A MENTION that is an id of the pack, such as NCBIGene:7157, means that entity; in a pack built
with --details so do former ids and ids of other lists, such as ENSG00000141510. --details adds
fullName, definition, xrefs, parents, url and synonyms of each entity to JSON.

An entity that is what is meant but for a part of the mention is "broader", in JSON with that
part and "exactly", the probability that just the entity is meant: a species is, for a strain
of it that the list lacks. --exactly leaves these out.

What several lists have, such as MESH:D001241 and CHEBI:15365, is one match: tables show all
its ids, JSON has the others as same. --prefer CHEBI says which id comes first; TSV and map
have that one alone.

Genes of several organisms share names. In a pack that has them, as the default one has those
of the mouse, --taxon says which are meant: 10090, or mouse. Otherwise the mention (mouse Bax)
and words of --context tell, and human genes come first where they do not. JSON has the taxon
of a gene; if the pack lacks the gene of an organism that is named, the answer is NIL, and
"organism" says whose it is. --namespace NCBIGene/10090 leaves others out.`,
		Example: `  normlet lookup FOX-P2 'PLCγ2'
  cut -f1 mentions.tsv | normlet lookup -k 1 --format json
  normlet lookup --context 'p18, also called LAMTOR1, binds RagA' p18
  normlet lookup --min-p 0.9 FOX-P2
  normlet lookup --pack drugs.normpack --prefer CHEBI,MESH aspirin`,
		RunE: func(cmd *cobra.Command, mentions []string) error {
			if o.K < 1 || o.K > core.MaxK {
				return cli.Usagef(cmd, "-k %d: want 1 to %d", o.K, core.MaxK)
			}
			if !(o.MinP >= 0 && o.MinP <= 1) {
				return cli.Usagef(cmd, "--min-p %v: want 0 to 1", o.MinP)
			}
			if o.details && o.format != "json" {
				return cli.Usagef(cmd, "--details is for --format json; normlet names shows them in a table")
			}
			return run(cmd.Context(), std, o, mentions)
		},
	}
	f := cmd.Flags()
	f.IntVarP(&o.K, "k", "k", core.DefaultK, "entities for each mention")
	cli.AddPackFlag(cmd, &o.pack)
	f.StringVar(&o.Context, "context", "", "`text` around the mentions")
	cli.AddNamespaceFlag(cmd, &o.Namespaces)
	cli.AddPreferFlag(cmd, &o.Prefer)
	cli.AddTaxonFlag(cmd, &o.Organisms)
	f.StringArrayVar(&o.fields, "field", nil, "`NAME=VALUE` of what is meant, such as brand=Sony, or brand!=Sony for no other, in a pack with fields; may be given again")
	f.Float64Var(&o.MinP, "min-p", 0, "mentions whose best entity has a lower p are NIL")
	cli.AddExactlyFlag(cmd, &o.Exactly)
	cli.AddLangFlag(cmd, &o.Language)
	cli.AddShowFlag(cmd, &o.Show)
	f.StringVar(&o.coverage, "coverage", mapping.CoverageAlone, "share of mentions that the pack has, 0 to 1; alone: as many as in the texts that p was fitted on")
	f.BoolVar(&o.Near, "near", false, "list near names of mentions that are names, too")
	cli.AddKeyFlag(cmd, &o.keys)
	cli.WordFlag(cmd, &o.format, "format", []string{"table", "json", "tsv"}, "table, json (one object a line) or tsv")
	f.BoolVar(&o.details, "details", false, "json: add full name, definition, cross-references, address and synonyms of each entity")
	f.BoolVar(&o.rawCells, "raw-cells", false, "tsv: do not escape control characters and formulas")
	cli.Groups(cmd,
		"Pack: pack key",
		"Answers: k namespace lang taxon prefer min-p exactly coverage context field near",
		"Output: format show details raw-cells")
	return cmd
}

func run(ctx context.Context, std *cli.IO, o options, mentions []string) error {
	n, err := packfile.Open(std, o.pack, o.keys...)
	if err != nil {
		return err
	}
	o.Fields = strings.Join(o.fields, "\t")
	if _, err := n.LookupWith("", o.Options); err != nil {
		return err // before any output: the namespaces and organisms
	}
	var c mapping.Config
	if err := c.StateCoverage(n, o.coverage); err != nil {
		return err
	}
	o.Coverage = c.Options.Lookup.Coverage
	w := bufio.NewWriter(std.Out)
	show := newPrinter(&o, w, tabular.LookOn(std.Out), packfile.Entities(n))
	answer := func(mention string) error {
		answers, err := document.Each(n.LookupMany, []core.Query{{Mention: mention, Context: o.Context}}, o.Options)
		if err != nil {
			return err
		}
		return show(&answers[0])
	}
	if len(mentions) == 0 {
		err = cli.EachLine(ctx, std, "a mention", answer, w.Flush)
	}
	for _, m := range mentions {
		if err = errors.Join(ctx.Err(), answer(m)); err != nil {
			break
		}
	}
	return errors.Join(err, w.Flush())
}
