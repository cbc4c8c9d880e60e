package experiment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/kg"
	"github.com/normlet/normlet/lab/internal/link/zeroshot"
)

// maxDescribed bounds the mentions of a kind that entities are looked for by.
const maxDescribed = 2000

// heldShare of the entities, one in so many, are held out of training.
const heldShare = 8

// describe measures how well entities that no training saw are found by their descriptions.
func (l *linkRun) describe(ctx context.Context) error {
	entities := l.described()
	train, held, err := zeroshot.Split(entities, heldShare)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoText, err)
	}
	byID := map[string]int{}
	for i, e := range entities {
		byID[e.ID] = i
	}
	all := func(list []zeroshot.Mention) []zeroshot.Mention {
		for i := range list {
			list[i].Entity = byID[held[list[i].Entity].ID]
		}
		return list
	}
	synonyms, names := all(zeroshot.Mentions(held, true, maxDescribed)), all(zeroshot.Mentions(held, false, maxDescribed))
	if len(synonyms) == 0 || len(names) == 0 {
		return errNoText
	}
	l.r.Setting = append(l.r.Setting, fmt.Sprintf("Descriptions: of %d entities with a definition, %d are held out, their names, synonyms and definitions unseen in training; they are looked for among all %d that are defined. %d synonyms and %d names of them are the mentions. A type is the name of the entity in which is_a ends.",
		defined(entities), defined(held), defined(entities), len(synonyms), len(names)))
	t := Table{Title: "Entities not seen in training, by their descriptions", Columns: []string{"by", "definition, for synonyms: recall@1", "recall@64", "definition, for names: recall@1", "recall@64", "name, type and definition, for synonyms: recall@1", "recall@64"}}
	var found [][]zeroshot.Recall
	type measurer func(ctx context.Context, entities []zeroshot.Entity, named bool, lists ...[]zeroshot.Mention) ([]zeroshot.Recall, error)
	measure := func(name string, by measurer) error {
		l.p("descriptions, measure "+name, 0, 2)
		plain, err := by(ctx, entities, false, synonyms, names)
		if err != nil {
			return err
		}
		l.p("descriptions, measure "+name, 1, 2)
		named, err := by(ctx, entities, true, synonyms)
		if err != nil {
			return err
		}
		found = append(found, []zeroshot.Recall{plain[0], plain[1], named[0]})
		t.add(name, plain[0].At1, plain[0].At64, plain[1].At1, plain[1].At64, named[0].At1, named[0].At64)
		return nil
	}
	if err := measure("3-gram TF-IDF of the same text", zeroshot.MeasureTFIDF); err != nil {
		return err
	}
	for _, loss := range []string{zeroshot.InfoNCE, zeroshot.Proxy} {
		cfg := zeroshot.Config{Loss: loss, Seed: l.o.Seed, Threads: threads, Progress: func(step, steps int) { l.p("descriptions, "+loss, step, steps) }}
		if l.o.Small {
			cfg.Rows, cfg.Dim, cfg.Batch = 2048, 16, 16
		}
		e, err := zeroshot.Train(ctx, train, cfg)
		if err != nil {
			return err
		}
		c := e.Config
		l.r.Setting = append(l.r.Setting, fmt.Sprintf("Text encoder, %s: words and 3- and 4-grams in %d slots x %d, Adam %v, batches of %d, %d epochs; loss of the last %.3f.", c.Loss, c.Rows, c.Dim, c.Rate, c.Batch, c.Epochs, e.Loss[len(e.Loss)-1]))
		if err := measure("text encoder, "+loss, e.Measure); err != nil {
			return err
		}
	}
	l.r.Tables = append(l.r.Tables, t)
	l.foundBy("definition alone", found[0][:2], found[1][:2])
	l.foundBy("name, type and definition", found[0][2:], found[1][2:])
	return nil
}

func (l *linkRun) foundBy(what string, grams, encoder []zeroshot.Recall) {
	var diffs []float64
	for i, r := range encoder {
		diffs = append(diffs, r.At1-grams[i].At1, r.At64-grams[i].At64)
	}
	f := paired("entities not seen in training are found by "+what+" better than by 3-grams of the same text", "recall@1 and @64, "+zeroshot.InfoNCE+" minus 3-grams", diffs)
	f.Evidence = strings.Replace(f.Evidence, "pairs of runs", "pairs of measures", 1)
	l.r.Findings = append(l.r.Findings, f)
}

func defined(entities []zeroshot.Entity) int {
	n := 0
	for _, e := range entities {
		if e.Definition != "" {
			n++
		}
	}
	return n
}

// described returns the entities of the pack that have a definition, with all that describes them.
func (l *linkRun) described() []zeroshot.Entity {
	c := engine.Of(l.o.Pack).Contents()
	roots := newRoots(l.o.Triples)
	var out []zeroshot.Entity
	at := make([]int, c.IDs.Len())
	for e := range c.IDs.Len() {
		id := c.IDs.At(e)
		at[e] = -1
		if l.o.Definitions[id] == "" {
			continue
		}
		at[e] = len(out)
		entity := zeroshot.Entity{ID: id, Name: c.Names.At(int(c.PrimaryRow[e])), Definition: l.o.Definitions[id]}
		for _, root := range roots.of(id) {
			if r, ok := c.IDs.Find(root); ok {
				entity.Types = append(entity.Types, c.Names.At(int(c.PrimaryRow[r])))
			}
		}
		out = append(out, entity)
	}
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		e := c.RowEntity[row]
		if i := at[e]; i >= 0 && int(c.PrimaryRow[e]) != row {
			out[i].Synonyms = append(out[i].Synonyms, string(name))
		}
	}
	return out
}

// roots finds the entities in which the relation is_a ends.
type roots struct {
	g       *kg.Graph
	parents map[int32][]int32
}

func newRoots(g *kg.Graph) *roots {
	r := &roots{g, map[int32][]int32{}}
	isA, ok := g.RelationID("is_a")
	for _, t := range g.Triples {
		if ok && int(t.Relation) == isA && t.Head != t.Tail {
			r.parents[t.Head] = append(r.parents[t.Head], t.Tail)
		}
	}
	return r
}

// of returns the roots above an entity, in the order of their ids, none for one that is a root or unknown.
func (r *roots) of(id string) []string {
	var out []string
	start, ok := r.g.ID(id)
	if !ok {
		return nil
	}
	queue := []int32{int32(start)}
	seen := map[int32]bool{int32(start): true}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, p := range r.parents[queue[0]] {
			if seen[p] {
				continue
			}
			seen[p] = true
			if queue = append(queue, p); len(r.parents[p]) == 0 {
				out = append(out, r.g.Entities[p])
			}
		}
	}
	slices.Sort(out)
	return out
}
