package experiment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/lab/internal/experiment/sentence"
	"github.com/normlet/normlet/lab/internal/kg"
	"github.com/normlet/normlet/train/data"
)

// Options says on what to run. Zero values mean the defaults in the comments.
type Options struct {
	Terminology *data.Terminology // losses, fgsm, nil, nseen: the names to train on; required
	Queries     []data.Query      // labelled mentions; none: made-up mentions of held-out names; binarize: of the pack's entities
	Unlinked    []data.Query      // nil: mentions without an entity; none: that part is left out
	Pack        *core.Normalizer  // neighbours, stages, binarize: the pack to look at; nseen: what tells prominent entities; required

	Encoders []NamedEncoder // nseen: trained beforehand, to be measured on all of Terminology, and of Corpora
	Earlier  *Result        // nseen: whose ablations to keep instead of training them again; nil: train them

	// binarize:
	Corpora   []Corpus          // besides the pack's own names
	Sentences []SentenceSet     // required
	Words     *sentence.Vectors // of the words of the sentences; required with them
	Transfer  []TransferSet     // sentences: classified ones; required, with Sentences and Words

	Labelled []Labelled // rules: packs with labelled mentions; required

	Suite *Suite // accuracy: what it is measured on, beside Pack; required

	Typed *Typed // proxies: required

	Graphs []GraphRun // kg: reports of trainings; required

	Triples     *kg.Graph         // link: a knowledge graph of the pack's entities; required
	Definitions map[string]string // link: what is written about them, by id; required

	Entities int    // the most prominent entities to train on: 2000; negative: all
	Repeats  int    // runs with seeds of their own, of fgsm, nil, nseen and proxies: 2
	Small    bool   // networks of toy size, 60 entities and 2 repeats, for tests
	Seed     uint64 // of everything random
}

// Progress is told the work under way and how much of it is done. It may be nil.
type Progress func(stage string, done, total int)

type experiment struct {
	name, title string
	needs       []string // of Options: terminology, queries, pack, sentences, graphs, triples, definitions, transfer, data (Suite)
	run         func(ctx context.Context, o Options, r *Result, p Progress) error
}

func all() []experiment {
	return []experiment{
		{"losses", "Encoders, losses and negatives", []string{"terminology"}, lossGrid},
		{"fgsm", "Adversarial training", []string{"terminology"}, fgsm},
		{"nil", "Mentions without an entity", []string{"terminology"}, unknown},
		{"nseen", "NSEEN and what its parts give", []string{"terminology", "pack"}, nseen},
		{"contrastive-curve", "The contrastive loss against distance", nil, contrastiveCurve},
		{"neighbours", "Neighbourhoods of mentions", []string{"pack"}, neighbours},
		{"stages", "Recall of each stage of a look-up", []string{"pack", "queries"}, stages},
		{"binarize", "Binarizers of names and of sentences", []string{"pack", "queries", "sentences"}, binarizers},
		{"sentences", "Compressed sentence representations", []string{"sentences", "transfer"}, transfer},
		{"kg", "Knowledge graphs", []string{"graphs"}, graphs},
		{"rules", "What each linguistic rule gives", []string{"labelled"}, rules},
		{"accuracy", "Accuracy on all corpora", []string{"pack", "data"}, accuracy},
		{"link", "Candidates from a knowledge graph, context, and descriptions", []string{"pack", "queries", "triples", "definitions"}, linking},
		{"proxies", "Proxies, negatives, and mentions without an entity", []string{"data"}, proxies},
		{"proxies-sweep", "The proxy loss, one number changed at a time", []string{"data"}, proxiesSweep},
	}
}

// Names returns the names of the experiments.
func Names() []string {
	var names []string
	for _, e := range all() {
		names = append(names, e.name)
	}
	return names
}

// Needs returns what the named experiment cannot do without: "terminology",
// "queries", "pack", "sentences", "graphs", "triples", "definitions", "transfer", "data", or nothing.
func Needs(name string) []string {
	if e := find(name); e != nil {
		return e.needs
	}
	return nil
}

func find(name string) *experiment {
	list := all()
	i := slices.IndexFunc(list, func(e experiment) bool { return e.name == name })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// Run runs the named experiment.
func Run(ctx context.Context, name string, o Options, p Progress) (*Result, error) {
	e := find(name)
	if e == nil {
		return nil, fmt.Errorf("experiment: no %q; there are %s", name, strings.Join(Names(), ", "))
	}
	given := map[string]bool{"labelled": len(o.Labelled) > 0, "data": o.Suite != nil || o.Typed != nil, "terminology": o.Terminology != nil, "queries": len(o.Queries) > 0, "pack": o.Pack != nil,
		"sentences": len(o.Sentences) > 0 && o.Words != nil, "transfer": len(o.Transfer) > 0, "graphs": len(o.Graphs) > 0 || o.Small,
		"triples": o.Triples != nil || o.Small, "definitions": len(o.Definitions) > 0 || o.Small}
	for _, what := range e.needs {
		if !given[what] {
			return nil, fmt.Errorf("experiment: %s needs Options.%s", name, strings.ToUpper(what[:1])+what[1:])
		}
	}
	if o.Repeats == 0 {
		o.Repeats = 2
	}
	if o.Entities == 0 {
		o.Entities = 2000
	}
	if o.Small {
		o.Entities, o.Repeats = 60, 2
	}
	if p == nil {
		p = func(string, int, int) {}
	}
	r := &Result{Name: name, Title: e.title, Seed: o.Seed, Small: o.Small}
	if err := e.run(ctx, o, r, p); err != nil {
		return nil, fmt.Errorf("experiment: %s: %w", name, err)
	}
	return r, nil
}
