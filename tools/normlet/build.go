package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/build"
	"github.com/normlet/normlet/train/data"
)

type buildOptions struct {
	out, encoder, head, sign string
	report                   string
	train                    bool
	mentions                 []string
	profiles                 profileOptions
	rawCodes                 bool
	config                   build.Config
	read                     data.ReadOptions
}

func (a *app) buildCommand() *cobra.Command {
	var o buildOptions
	facts := []struct{ key, value, usage string }{
		{"name", "", "name of the terminology, kept in the pack"},
		{"source", "", "where it comes from, kept in the pack"},
		{"version", "", "its version, kept in the pack"},
		{"date", "", "date of the source, kept in the pack"},
		{"license", "", "its licence, kept in the pack"},
	}
	cmd := &cobra.Command{
		Use:   "build [NAMESPACE=]TERMINOLOGY... --out FILE",
		Short: "Make a pack of a terminology",
		Long: `Make a pack of one or more terminology files, each in any of these formats, which
are told apart by their content, compressed (.gz, .zst) or not: OBO, OBO Graphs JSON,
UMLS RRF (MRCONSO, and with it MRSTY, MRDEF, MRREL), CTD, HGNC, UniProt (flat file or
TSV), NCBI gene_info, MeSH XML, Gilda, BioSyn, scispaCy, SSSLM, CSV or TSV with a
header, and lines of

  id TAB name [TAB kind [TAB weight [TAB namespace]]]

Obsolete terms are left out, and what is left out is counted. The namespace of an
entity, for lookup --namespace, is the prefix of its id, or the one before the file:
gene=genes.tsv.

A weight says how often people write about an entity, which decides where several fit.
To a list without weights whose entities the default pack knows by their names, such
as one of proteins, it lends its own; of other lists weights are estimated.

The encoder is the default pack's, one from a file (an encoder or a pack), or is
trained on the terminology itself, which takes longer and is worth it for names
unlike those of genes. --head takes a finished binarizer, too: where names of
another kind join those that an encoder was trained on, the pack of the latter has
the better one.

--mentions takes what people wrote with the ids they meant, as query files: lines
of mention TAB id[|id...]. Each becomes a name of its entity, of the first id that
the terminology has, or of the one that most mentions of its spelling mean; an
encoder that is trained learns them, too. What ranks answers and says how likely they
are is fitted on them as well, each as if the pack had been built without its tenth of
the lines.

--profiles adds what the entities of a namespace are about, so that a look-up may use
the text around a mention (lookup --context). It is learned from their names, from
the definitions and relations that the terminology files state, and from those of
--definitions and --relations. The more there is the better: relations to things
without a name help as well, such as the publications that several entities share.`,
		Example: `  normlet build genes.tsv.gz --out genes.normpack --license CC0-1.0
  normlet build go.obo gene=Homo_sapiens.gene_info.gz --prefix auto --out both.normpack
  normlet build MRCONSO.RRF MRSTY.RRF --sources MSH,SNOMEDCT_US --out umls.normpack
  normlet build drugs.csv --columns id=code,name=label,synonyms=also --out drugs.normpack
  normlet build chemicals.tsv --out chemicals.normpack --train --bits 256
  normlet build diseases.tsv --out diseases.normpack --mentions train.tsv
  normlet build go.obo --out go.normpack --profiles all
  openssl genpkey -algorithm ed25519 -out key.pem
  normlet build genes.tsv --out genes.normpack --sign key.pem`,
		Args: argCount(1, -1, "a terminology file"),
		RunE: func(cmd *cobra.Command, files []string) error {
			if o.out == "" {
				return usagef(cmd, "--out is missing")
			}
			if o.head != "" && (cmd.Flags().Changed("method") || cmd.Flags().Changed("bits")) {
				return usagef(cmd, "--method and --bits are those of the binarizer that --head reads")
			}
			if o.train && cmd.Flags().Changed("encoder") && o.encoder != "train" {
				return usagef(cmd, "--train and --encoder %s exclude each other", o.encoder)
			}
			if o.train {
				o.encoder = "train"
			}
			if len(o.profiles.namespaces) == 0 && o.profiles.given() {
				return usagef(cmd, "--relations and --definitions are for --profiles, which is missing")
			}
			if err := binarize.CheckShape(o.config.Bits, 1); err != nil {
				return usagef(cmd, "--bits: %v", err)
			}
			for _, fact := range facts {
				if fact.value != "" {
					o.config.Meta = append(o.config.Meta, pack.Pair{Key: fact.key, Value: fact.value})
				}
			}
			return a.build(cmd.Context(), o, files)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.out, "out", "", "pack `file` to write")
	f.StringVar(&o.encoder, "encoder", "default", "default, train, or the `file` of an encoder or pack")
	completes(cmd, "encoder", cobra.ShellCompDirectiveDefault, "default", "train")
	f.StringVar(&o.head, "head", "", "`file` of a binarizer or pack, in place of fitting one")
	f.BoolVar(&o.train, "train", false, "train the encoder on the terminology: the same as --encoder train")
	f.StringVar(&o.report, "report", "", "JSON `file` to write: counts, ambiguous names, what was left out and why, retired and alternative ids")
	wordFlag(cmd, &o.config.Method, "method", fit.Methods(), "binarizer: "+strings.Join(fit.Methods(), ", ")+" (default: what suits the bits)")
	f.IntVar(&o.config.Bits, "bits", 128, "length of a code, a multiple of 64")
	f.StringSliceVar(&o.mentions, "mentions", nil, "query `files` of labelled mentions to add and to fit the ranker on, separated by commas")
	f.StringSliceVar(&o.profiles.namespaces, "profiles", nil, "`namespaces` whose entities get profiles, separated by commas, or all (default: none)")
	f.StringSliceVar(&o.profiles.relations, "relations", nil, "`files` of lines id TAB relation TAB parent, for profiles")
	f.StringVar(&o.profiles.definitions, "definitions", "", "`file` of lines id TAB definition, for profiles")
	addSeedFlag(cmd, &o.config.Seed)
	addReadFlags(cmd, &o.read)
	addSignFlag(cmd, &o.sign)
	addRawCodesFlag(cmd, &o.rawCodes)
	reads(cmd, "encoder", "head", "mentions", "relations", "definitions")
	writes(cmd, "out", "report")
	for i := range facts {
		f.StringVar(&facts[i].value, facts[i].key, "", facts[i].usage)
	}
	return readsArgs(cmd)
}

func (a *app) build(ctx context.Context, o buildOptions, files []string) error {
	start := time.Now()
	bar := a.progress()
	defer bar.close()
	key, err := a.signKey(o.sign)
	if err != nil {
		return err
	}
	out, err := a.files.Create(o.out, packFile) // first: it would be a pity to find out last that it cannot be written
	if err != nil {
		return err
	}
	defer out.Close()
	report, err := a.createReport(o.report)
	if err != nil {
		return err
	}
	defer report.close()
	t, found, err := a.readSources(files, o.read)
	if err != nil {
		return err
	}
	about, err := o.profiles.source(t)
	if err != nil {
		return err
	}
	if t, err = a.addWeights(t, &o.config); err != nil {
		return err
	}
	if t, o.config.Labelled, err = a.addMentions(t, o.mentions); err != nil {
		return err
	}
	w, err := a.encoder(ctx, o, t, bar)
	if err != nil {
		return err
	}
	if o.config.Head, err = a.head(o.head); err != nil {
		return err
	}
	t, derived := build.Derive(t) // not to learn from
	if derived > 0 {
		fmt.Fprintf(a.stderr, "%d names added that follow from others\n", derived)
	}
	o.config.Learned = o.encoder == "train" // it learned the mentions, too
	contents, rep, err := build.Run(ctx, o.config, t, w, bar.set)
	if err != nil {
		return err
	}
	if about != nil {
		bar.set("profiles", 0, 1)
		if err := o.profiles.add(ctx, contents, about, o.config.Seed); err != nil {
			return err
		}
	}
	bar.set("write", 0, 1)
	content, err := contents.Append(nil, &pack.WriteOptions{RawCodes: o.rawCodes})
	if err != nil {
		return err
	}
	if content, err = signWith(key, content); err != nil {
		return err
	}
	if err := commit(ctx, out, content); err != nil {
		return err
	}
	bar.close()
	summary := newBuildReport(found, contents, len(content))
	fmt.Fprintln(a.stderr, summary.Ambiguous)
	fmt.Fprintf(a.stderr, "wrote %s: %d names of %d entities, codes of %d bits, %d bytes (%.1f a name)\n",
		o.out, rep.Names, rep.Entities, contents.Bits, len(content), float64(len(content))/float64(rep.Names))
	fmt.Fprintln(a.stderr, cost(start))
	return report.write(ctx, summary)
}

// A small terminology has little to learn from, and is soon gone through: with
// --encoder train it trains longer than the default encoder, up to 40 epochs while
// they take no more than smallPasses, and forgets more of its features (NCBI Disease
// dev, unique mentions, H@1 0.727 with 20 epochs and dropout 0.4, 0.713 with 10 and
// 0.3). Of 40 instead of 20 epochs all mentions of diseases gain 0.5 to 1 points of
// H@10, those of 133,000 chemicals nothing.
const (
	smallNames   = 150_000
	smallEpochs  = 40
	smallPasses  = 3_200_000 // of a name, five to six minutes on two cores
	smallDropout = 0.4
)

// own returns how --encoder train trains on a number of names.
func own(seed uint64, names int) train.Config {
	c := train.Config{Seed: seed}
	if names <= smallNames {
		c.Epochs, c.Dropout = min(smallEpochs, smallPasses/max(names, 1)), smallDropout
	}
	return c
}

// addWeights gives a list without weights those that the default pack has for its
// entities, if it knows them, and has the pack say so.
func (a *app) addWeights(t *data.Terminology, cfg *build.Config) (*data.Terminology, error) {
	known, err := pack.Parse(a.defaultPack)
	if err != nil {
		return nil, fmt.Errorf("default pack: %w", err)
	}
	t, n := build.WeightsFrom(known, t)
	if n > 0 {
		from := fmt.Sprintf("of %d of %d entities, by their names, from %s", n, len(t.Entities), known.MetaValue("name"))
		fmt.Fprintf(a.stderr, "no weights: took those %s in the default pack\n", from)
		cfg.Meta = append(cfg.Meta, pack.Pair{Key: "weights", Value: from})
	}
	return t, nil
}

// addMentions adds the labelled mentions of files to t.
func (a *app) addMentions(t *data.Terminology, files []string) (*data.Terminology, *build.Labelled, error) {
	var queries []data.Query
	for _, file := range files {
		q, err := data.ReadQueries(file)
		if err != nil {
			return nil, nil, err
		}
		queries = append(queries, q...)
	}
	if len(queries) == 0 {
		return t, nil, nil
	}
	t, l := build.AddMentions(t, queries)
	fmt.Fprintf(a.stderr, "%d labelled mentions: %d names added, %d mentions of ids that are not in the terminology left out, %d that differ from most of their spelling\n",
		len(queries), l.Added, l.Unknown, l.Conflicts)
	return t, l, nil
}

// encoder returns the encoder that --encoder names.
func (a *app) encoder(ctx context.Context, o buildOptions, t *data.Terminology, bar *progress) (*encoder.Weights, error) {
	switch o.encoder {
	case "default":
		return encoderOf(a.defaultPack, "default pack")
	case "train":
		w, _, err := train.Run(ctx, own(o.config.Seed, t.NumNames()), t, bar.training())
		return w, err
	}
	content, err := a.readFile(o.encoder)
	if err != nil {
		return nil, err
	}
	return encoderOf(content, o.encoder)
}

// head returns the binarizer in a file of one or in a pack, nil if file is "".
func (a *app) head(file string) (*binarize.Head, error) {
	if file == "" {
		return nil, nil
	}
	content, err := a.readFile(file)
	if err != nil {
		return nil, err
	}
	if content, err = partOf(content, func(c *pack.Contents) []byte { return c.Head }); err == nil {
		var h *binarize.Head
		if h, err = binarize.ParseHead(content); err == nil {
			return h, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", file, err)
}

// training shows the progress of train.Run.
func (p *progress) training() train.Progress {
	return func(done, total int, loss float64) { p.set("train", done, total) }
}
