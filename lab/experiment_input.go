package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/lab/internal/experiment"
	"github.com/normlet/normlet/lab/internal/experiment/sentence"
	"github.com/normlet/normlet/lab/internal/kg"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// sentenceSets names the files of --sentences.
var sentenceSets = []struct {
	name, train, test string
	paraphrase        bool
}{
	{"STS-B", "stsb_train", "stsb_dev", false},
	{"SICK", "sick_train", "sick_trial", false},
	{"MRPC", "mrpc_train", "mrpc_val", true},
}

// transferSets names the files of --transfer; without one to test on, a set is judged by cross-validation.
var transferSets = []struct{ name, train, test string }{
	{"MR", "mr", ""},
	{"CR", "cr", ""},
	{"SUBJ", "subj", ""},
	{"MPQA", "mpqa", ""},
	{"SST-2", "sst2_train", "sst2_dev"},
	{"TREC", "trec_train", ""},
}

// cutCorpus splits a value of --corpus or --labelled.
func cutCorpus(s string) (name, file, queries string, ok bool) {
	name, files, ok1 := strings.Cut(s, "=")
	file, queries, ok2 := strings.Cut(files, ",")
	return name, file, queries, ok1 && ok2 && name != "" && file != "" && queries != ""
}

// readLabelled reads packs with their queries, as values of --labelled name them.
func readLabelled(values []string) (all []experiment.Labelled, err error) {
	for _, value := range values {
		name, file, queries, ok := cutCorpus(value)
		if !ok {
			return nil, fmt.Errorf("--labelled %q is not NAME=PACK,FILE", value)
		}
		c := experiment.Labelled{Name: name}
		if c.Pack, err = data.ReadFile(file); err != nil {
			return nil, err
		}
		if c.Queries, err = eval.ReadQueries(queries); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// folder matches the folders in front of a file's name, wherever in a flag's value.
var folder = regexp.MustCompile(`[^=,]*/`)

func withoutFolders(value string) string { return folder.ReplaceAllString(filepath.Clean(value), "") }

func (o *experimentOptions) sentenceFile(name string) string {
	return filepath.Join(o.sentences, name+".tsv.gz")
}

func (o *experimentOptions) transferFile(name string) string {
	return filepath.Join(o.transfer, name+".tsv.gz")
}

// files returns all input files of the chosen experiments.
func (o *experimentOptions) files(chosen []string) []string {
	files := append(slices.Clone(o.terminology), o.queries, o.unlinked, o.pack, o.words, o.triples, o.definitions)
	files = append(files, o.graphs...)
	for _, c := range append(slices.Clone(o.corpora), o.labelled...) {
		_, file, queries, _ := cutCorpus(c)
		files = append(files, file, queries)
	}
	for _, e := range o.encoders {
		_, file, _ := strings.Cut(e, "=")
		files = append(files, file)
	}
	if o.sentences != "" {
		for _, s := range sentenceSets {
			files = append(files, o.sentenceFile(s.train), o.sentenceFile(s.test))
		}
	}
	if o.transfer != "" {
		for _, s := range transferSets {
			files = append(files, o.transferFile(s.train))
			if s.test != "" {
				files = append(files, o.transferFile(s.test))
			}
		}
	}
	if slices.Contains(chosen, "accuracy") {
		files = append(files, o.suite.files()...)
	}
	if o.suite.data != "" && wantsTyped(chosen) {
		files = append(files, o.suite.typedFiles()...)
	}
	return slices.DeleteFunc(files, func(path string) bool { return path == "" })
}

func (a *app) readExperimentInput(o *experimentOptions, chosen []string) (err error) {
	if o.Pack, err = a.open(o.pack); err != nil {
		return err
	}
	if o.earlier {
		if o.Earlier, err = readEarlier(o.out); err != nil {
			return err
		}
	}
	if err := o.readEncoders(); err != nil { // first: the files may be misnamed, and terminologies take a while
		return err
	}
	if o.Small {
		if o.Terminology, err = experiment.SmallTerminology(); err == nil {
			o.Queries = experiment.MadeUp(o.Terminology, o.Seed)
			o.Unlinked = []data.Query{{Mention: "a mention of nothing"}, {Mention: "anti-rabbit"}, {Mention: "GFP"}, {Mention: "the control"}, {Mention: "β-galactosidase"}}
		}
		o.Sentences, o.Words = experiment.SmallSentences(o.Seed)
		o.Transfer = experiment.SmallTransfer(o.Seed)
		o.Labelled = []experiment.Labelled{{Name: "genes", Pack: assets.Default(), Queries: o.Queries}}
		o.Suite = experiment.SmallSuite(assets.Default(), o.Queries)
		return err
	}
	if len(o.terminology) > 0 {
		if o.Terminology, err = a.readTerminology(o.terminology...); err != nil {
			return err
		}
	}
	if err := errors.Join(readIf(o.queries, &o.Queries, readScored), readIf(o.unlinked, &o.Unlinked, eval.ReadQueries),
		readIf(o.triples, &o.Triples, kg.ReadGraph), readIf(o.definitions, &o.Definitions, data.ReadDefinitions)); err != nil {
		return err
	}
	for _, value := range o.corpora {
		name, terminology, queries, _ := cutCorpus(value)
		c := experiment.Corpus{Name: name}
		if c.Terminology, err = a.readTerminology(terminology); err != nil {
			return err
		}
		if c.Queries, err = readScored(queries); err != nil {
			return err
		}
		o.Corpora = append(o.Corpora, c)
	}
	if o.Labelled, err = readLabelled(o.labelled); err != nil {
		return err
	}
	if o.suite.data != "" {
		if o.Suite, err = a.suite(&o.suite); err != nil {
			return err
		}
		if wantsTyped(chosen) {
			if o.Typed, err = o.suite.typed(); err != nil {
				return err
			}
		}
	}
	if err := o.readGraphs(); err != nil {
		return err
	}
	return o.readSentences()
}

// readEncoders reads the encoders that were trained beforehand.
func (o *experimentOptions) readEncoders() error {
	for _, value := range o.encoders {
		name, file, _ := strings.Cut(value, "=")
		w, err := readEncoder(file)
		if err != nil {
			return err
		}
		o.Encoders = append(o.Encoders, experiment.NamedEncoder{Name: name, Encoder: w})
	}
	return nil
}

// readEarlier reads the result of nseen in a folder.
func readEarlier(folder string) (*experiment.Result, error) {
	path := filepath.Join(folder, "nseen.json")
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--earlier: %w; without it, the small models are trained", err)
	}
	defer f.Close()
	r, err := experiment.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// readScored reads labelled mentions, which may be those of annotated documents.
func readScored(path string) ([]data.Query, error) {
	queries, err := eval.ReadQueries(path)
	return eval.Scored(queries), err
}

// readIf reads a file, if one is named.
func readIf[T any](path string, to *T, read func(string) (T, error)) (err error) {
	if path != "" {
		*to, err = read(path)
	}
	return err
}

// readGraphs reads the reports of trainings on knowledge graphs.
func (o *experimentOptions) readGraphs() error {
	for _, path := range o.graphs {
		f, err := data.Open(path)
		if err != nil {
			return err
		}
		run, err := experiment.ReadGraphRun(f)
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		o.Graphs = append(o.Graphs, *run)
	}
	return nil
}

// readSentences reads the sentences and the vectors of their words.
func (o *experimentOptions) readSentences() (err error) {
	if o.sentences == "" || o.words == "" {
		return nil
	}
	known := map[string]bool{}
	learn := func(text string) {
		for _, w := range sentence.Words(text) {
			known[w] = true
		}
	}
	for _, s := range sentenceSets {
		set := experiment.SentenceSet{Name: s.name, Paraphrase: s.paraphrase}
		for _, f := range []struct {
			name string
			to   *[]sentence.Pair
		}{{s.train, &set.Train}, {s.test, &set.Test}} {
			if *f.to, err = sentence.ReadPairs(o.sentenceFile(f.name)); err != nil {
				return err
			}
			for _, text := range sentence.Sentences(*f.to) {
				learn(text)
			}
		}
		o.Sentences = append(o.Sentences, set)
	}
	if err := o.readTransfer(learn); err != nil {
		return err
	}
	f, err := data.Open(o.words)
	if err != nil {
		return err
	}
	defer f.Close()
	o.Words, err = sentence.ReadWords(f, o.words, func(word string) bool { return known[word] })
	return err
}

// readTransfer reads the classified sentences, if their folder is named, and tells learn each.
func (o *experimentOptions) readTransfer(learn func(text string)) (err error) {
	if o.transfer == "" {
		return nil
	}
	for _, s := range transferSets {
		set := experiment.TransferSet{Name: s.name}
		if set.Train, err = sentence.ReadLabelled(o.transferFile(s.train)); err != nil {
			return err
		}
		if s.test != "" {
			if set.Test, err = sentence.ReadLabelled(o.transferFile(s.test)); err != nil {
				return err
			}
		}
		for _, list := range [][]sentence.Labelled{set.Train, set.Test} {
			for _, l := range list {
				learn(l.Text)
			}
		}
		o.Transfer = append(o.Transfer, set)
	}
	return nil
}

// wantsTyped reports whether one of the experiments is on entities with types.
func wantsTyped(chosen []string) bool {
	return slices.Contains(chosen, "proxies") || slices.Contains(chosen, "proxies-sweep")
}
