package experiment

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/normlet/normlet/lab/internal/experiment/sentence"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

//go:embed testdata/genes.tsv
var smallGenes []byte

// SmallTerminology returns a terminology of a few hundred names, for Options.Small.
func SmallTerminology() (*data.Terminology, error) {
	t, _, err := data.ReadTSV(bytes.NewReader(smallGenes), "genes.tsv", data.ReadOptions{})
	return t, err
}

// SmallSentences returns made-up sentences and word vectors, for Options.Small.
func SmallSentences(seed uint64) ([]SentenceSet, *sentence.Vectors) {
	const pairs, dim = 250, 64
	train, test, words := sentence.Small(pairs, dim, seed)
	paraphrases := func(pairs []sentence.Pair) []sentence.Pair {
		out := slices.Clone(pairs)
		for i := range out {
			out[i].Score = math.Round(out[i].Score)
		}
		return out
	}
	return []SentenceSet{{Name: "grades", Train: train, Test: test}, {Name: "paraphrases", Train: paraphrases(train), Test: paraphrases(test), Paraphrase: true}}, words
}

// SmallTransfer returns made-up sentences of classes, of the words of SmallSentences.
func SmallTransfer(seed uint64) []TransferSet {
	return []TransferSet{
		{Name: "two classes", Train: sentence.SmallLabelled(240, 2, seed)},
		{Name: "three classes", Train: sentence.SmallLabelled(240, 3, seed+1), Test: sentence.SmallLabelled(60, 3, seed+2)},
	}
}

// MadeUp returns a mention of every name of t, written as people write names.
func MadeUp(t *data.Terminology, seed uint64) []data.Query {
	var out []data.Query
	rng := rand.New(rand.NewPCG(seed, 11))
	for _, e := range t.Entities {
		for _, n := range e.Names {
			if m := train.Mention(n.Text, rng); strings.TrimSpace(m) != "" {
				out = append(out, data.Query{Mention: m, Gold: []string{e.ID}})
			}
		}
	}
	return out
}

// task is what models are trained and compared on.
type task struct {
	terminology *data.Terminology
	queries     []data.Query
	setting     []string
}

// newTask takes the part of o that is trained on, and the queries that it has an answer to.
func newTask(o Options) *task {
	t := &task{terminology: prominent(o.Terminology, o.Entities), queries: o.Queries}
	t.setting = append(t.setting, fmt.Sprintf("%d of %d entities, the most prominent ones, with %d names.",
		len(t.terminology.Entities), len(o.Terminology.Entities), t.terminology.NumNames()))
	if len(o.Queries) == 0 {
		t.queries = MadeUp(heldOut(t.terminology), o.Seed)
		t.setting = append(t.setting, fmt.Sprintf("%d made-up mentions of names that are held out of training.", len(t.queries)))
		return t
	}
	t.queries = linked(o.Queries, t.terminology)
	t.setting = append(t.setting, fmt.Sprintf("%d of %d labelled mentions, those of these entities.", len(t.queries), len(o.Queries)))
	return t
}

// prominent returns the n entities of t with the largest weights, or all of them.
func prominent(t *data.Terminology, n int) *data.Terminology {
	entities := slices.Clone(t.Entities)
	slices.SortStableFunc(entities, func(a, b data.Entity) int { return cmp.Compare(b.Weight, a.Weight) })
	if n >= 0 {
		entities = entities[:min(n, len(entities))]
	}
	return &data.Terminology{Entities: entities}
}

// filter returns t with the names that keep chooses, and the entities that still have names.
func filter(t *data.Terminology, keep func(e *data.Entity, n data.Name) bool) *data.Terminology {
	out := &data.Terminology{}
	for _, e := range t.Entities {
		names := e.Names
		e.Names = nil
		for _, n := range names {
			if keep(&e, n) {
				e.Names = append(e.Names, n)
			}
		}
		if len(e.Names) > 0 {
			out.Entities = append(out.Entities, e)
		}
	}
	return out
}

// heldOut returns the names of t that training does not see.
func heldOut(t *data.Terminology) *data.Terminology {
	return filter(t, func(e *data.Entity, n data.Name) bool { return train.HeldOut(e.ID, n.Text, n.Kind) })
}

// linked returns the queries with a gold id, with or without prefix, in t.
func linked(queries []data.Query, t *data.Terminology) []data.Query {
	known := map[string]bool{}
	for _, e := range t.Entities {
		known[e.ID], known[local(e.ID)] = true, true
	}
	var out []data.Query
	for _, q := range queries {
		if slices.ContainsFunc(q.Gold, func(id string) bool { return known[id] || known[local(id)] && local(id) != id }) {
			out = append(out, q)
		}
	}
	return out
}

func local(id string) string {
	if _, after, ok := strings.Cut(id, ":"); ok {
		return after
	}
	return id
}
