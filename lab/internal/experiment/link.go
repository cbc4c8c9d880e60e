package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/kg"
	"github.com/normlet/normlet/lab/internal/link"
	"github.com/normlet/normlet/train/eval"
)

const linkNote = "Shares are of occurrences of mentions in the part to measure. A pool of X+Y candidates has Y by names and X more that are next to the mention's point by cosine; recall is the share of pools with a gold entity. " +
	"“names alone” ranks by the similarity of names; “with context” by p times that similarity plus q times the cosine in the graph space, p and q fitted on the part to fit. " +
	"3-grams: cosine of character 3-grams; codes: Hamming distance; look-up: everything that the pack's ranker looks at, prominence included, of the entities in the running, which may be fewer than asked for."

type linkRun struct {
	o      Options
	r      *Result
	p      Progress
	graph  *kg.Model
	space  *link.Space
	names  *link.Names
	data   *link.Dataset
	linker map[string]*link.Linker // by their context
	known  map[string]bool         // mentions in the part to train on
}

// linking measures candidates by graph embeddings and context, and entities that are found by their description.
func linking(ctx context.Context, o Options, r *Result, p Progress) error {
	if o.Small {
		smallLink(&o)
	}
	l := &linkRun{o: o, r: r, p: p, linker: map[string]*link.Linker{}}
	for _, step := range []func(context.Context) error{l.learnGraph, l.prepare, l.train, l.pools, l.describe} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// inferred is how relations end that rest on electronic inference alone.
const inferred = "_electronic"

// heldTriples is about how many triples the vectors of the graph are measured on.
const heldTriples = 2000

// holdOut cuts the graph into triples to train on and to measure, leaving out those that are inferred.
func (l *linkRun) holdOut() (train, test [][3]string, left int) {
	names, all := l.o.Triples.Names, l.o.Triples.Triples
	every := max(2, len(all)/heldTriples)
	for i, t := range all {
		row := [3]string{names.Entities[t.Head], names.Relations[t.Relation], names.Entities[t.Tail]}
		switch {
		case strings.HasSuffix(row[1], inferred):
			left++
		case i%every == 0:
			test = append(test, row)
		default:
			train = append(train, row)
		}
	}
	return train, test, left
}

// learnGraph trains the vectors of the graph and measures them on triples that are held out.
func (l *linkRun) learnGraph(ctx context.Context) error {
	cfg := kg.Config{Rank: 100, Epochs: 5, Loss: kg.Sampled, Negatives: 512, Batch: 512, Weight: 0.01, Seed: l.o.Seed}
	if l.o.Small {
		cfg.Rank, cfg.Epochs, cfg.Batch = 8, 40, 64
	}
	cfg.Progress = func(step, steps int, _ float64) { l.p("graph", step, steps) }
	train, test, left := l.holdOut()
	g := kg.NewGraph(train)
	var err error
	if l.graph, err = kg.Train(ctx, g, cfg); err != nil {
		return err
	}
	res, err := kg.Evaluate(ctx, l.graph, g.NewSplit(test), kg.EvalConfig{Known: [][]kg.Triple{g.Triples}})
	if err != nil {
		return err
	}
	c := l.graph.Config
	l.r.Setting = append(l.r.Setting,
		fmt.Sprintf("Graph space: ComplEx of rank %d (vectors of %d numbers), %s loss with %d negatives, %s %v, %s %v, batch %d, %d epochs.", c.Rank, 2*c.Rank, c.Loss, c.Negatives, c.Regularizer, c.Weight, c.Optimizer, c.Rate, c.Batch, c.Epochs),
		fmt.Sprintf("Graph: %d triples of %d entities and %d relations; %d triples of relations that end in %s are left out, for time, and %d are held out to measure the vectors.", len(g.Triples), len(g.Entities), len(g.Relations), left, inferred, len(test)))
	t := Table{Title: "Vectors of the graph, on triples held out", Columns: []string{"triples", "unknown", "MRR", "MRR, all", "Hits@1", "Hits@3", "Hits@10", "loss, first epoch", "loss, last"}}
	t.add(res.Triples, res.Unknown, res.MRR, res.MRRAll, res.Hits1, res.Hits3, res.Hits10, l.graph.Loss[0], l.graph.Loss[len(l.graph.Loss)-1])
	l.r.Tables = append(l.r.Tables, t)
	return nil
}

// prepare makes the space, of the entities in the namespaces of gold ones, and cuts the mentions into parts.
func (l *linkRun) prepare(context.Context) error {
	c := engine.Of(l.o.Pack).Contents()
	resolve := eval.NewResolver(c).Entities
	wanted := make([]bool, len(c.Namespaces))
	for _, q := range l.o.Queries {
		for _, e := range resolve(q.Gold) {
			wanted[c.EntityNamespace[e]] = true
		}
	}
	in := func(e int32) bool { return wanted[c.EntityNamespace[e]] }
	var entities []int32
	for e := range c.IDs.Len() {
		if in(int32(e)) {
			entities = append(entities, int32(e))
		}
	}
	var err error
	if l.space, err = link.NewSpace(l.graph, entities, func(e int32) string { return c.IDs.At(int(e)) }); err != nil {
		return err
	}
	if l.data, err = link.Split(l.o.Queries, resolve, func(e int32) bool { _, ok := l.space.Row(e); return ok }); err != nil {
		return err
	}
	l.names, l.known = link.NewNames(l.o.Pack, in), map[string]bool{}
	for _, e := range l.data.Train {
		l.known[e.Mention] = true
	}
	d := l.data.Report
	l.r.Setting = append(l.r.Setting,
		fmt.Sprintf("Entities that mentions may mean: %d of the pack, %d of which have a vector.", len(entities), len(l.space.Entities)),
		fmt.Sprintf("Mentions: %d; left out are %d whose gold ids the pack has not and %d without a gold entity in the graph. %d without a sentence and %d whose sentence does not contain them are kept.", d.Queries, d.Unknown, d.Outside, d.Unsaid, d.Elsewhere),
		fmt.Sprintf("They are %d different ones, of %d entities, in %d sentences: %d to train on, %d to fit, %d to measure, no sentence in two parts.", d.Examples, d.Graph, d.Sentences, d.Parts[0], d.Parts[1], d.Parts[2]),
		"Captions of one article are several sentences and may lie in different parts, and so do most mentions: what is learned of a mention in one sentence helps in another. What is said of new mentions, those that no sentence to train on has, is free of that.",
		linkNote)
	return nil
}

// contexts are the settings that are compared.
func (l *linkRun) contexts() []link.Config {
	list := []link.Config{{Context: link.None, Epochs: 30}, {Context: link.Bag, Epochs: 10}, {Context: link.BiLSTM, Dim: 32, Window: 8, Epochs: 8}, {Context: link.CNN, Window: 8, Epochs: 10}}
	for i := range list {
		c := &list[i]
		c.Seed = l.o.Seed
		if l.o.Small {
			c.Rows, c.Dim, c.Epochs, c.Batch, c.Uniform = 256, 8, 8, 16, 32
		}
	}
	return list
}

// train trains a linker of each context and looks for entities in the graph alone.
func (l *linkRun) train(ctx context.Context) error {
	rivals := func(mention string, k int) []int32 { return l.names.ByCode(mention, k).Entities }
	g := newGraphSearch()
	for _, cfg := range l.contexts() {
		cfg.Progress = func(step, steps int) { l.p("context "+cfg.Context, step, steps) }
		m := &link.Material{Space: l.space, Data: l.data, Encode: l.o.Pack.Vector, Rivals: rivals}
		k, err := link.Train(ctx, m, cfg)
		if err != nil {
			return err
		}
		l.linker[cfg.Context] = k
		cases, err := link.NewCases(ctx, l.space, k, l.data.Test, func(string) *link.Ranking { return nil })
		if err != nil {
			return err
		}
		g.add(k, cases)
	}
	c := l.linker[link.Bag].Config
	l.r.Setting = append(l.r.Setting, fmt.Sprintf("Linkers: the pack's vector of the mention and a context, a linear map, softmax over negative distances times %v; bags of %d words on each side in %d slots x %d; BiLSTM of 2 x %d over %d words on each side; CNN of %d filters over three words in a row, of the mention and %d on each side; %d drawn entities a step, %d by code for each mention; Adam %v, batches of %d.",
		c.Sharpness, link.MaxWords, c.Rows, c.Dim, l.linker[link.BiLSTM].Config.Dim, l.linker[link.BiLSTM].Config.Window, l.linker[link.CNN].Config.Dim, l.linker[link.CNN].Config.Window, c.Uniform, c.Hard, c.Rate, c.Batch))
	l.r.Tables = append(l.r.Tables, g.hits, g.hubs)
	l.r.Figures = append(l.r.Figures, g.reach, g.histogram)
	return nil
}

// best returns the linker that is best on the part to fit.
func (l *linkRun) best() *link.Linker {
	var out *link.Linker
	for _, cfg := range l.contexts() {
		if k := l.linker[cfg.Context]; out == nil || slices.Min(k.Valid) < slices.Min(out.Valid) {
			out = k
		}
	}
	return out
}

var errNoText = errors.New("too few entities with a definition and synonyms")
