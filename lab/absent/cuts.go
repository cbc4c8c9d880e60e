package main

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
)

// corpus is a list with mentions of its entities, or of others.
type corpus struct {
	terminology *data.Terminology
	queries     []data.Query
	trees       map[string]string // the branch of a tree that an entity is of, by id
}

// cut takes entities out of a terminology, as a list that lacks them would.
type cut struct {
	name string
	gone func(c *corpus) map[string]bool // ids of entities
}

// wholeCuts are of lists with mentions that people wrote: as it is; every entity by the toss of a coin; the entities
// most often meant, until half of the mentions have none, and every other of the rest; and half of the branches of a
// tree, or of the families that share the head of their names.
var wholeCuts = []cut{{"complete", func(*corpus) map[string]bool { return nil }}, {"random half", shareGone(2)}, {"frequent gone", frequentGone}, {"subtrees gone", subtreesGone}}

// headingCuts are of lists of headings alone, whose other names are the mentions.
var headingCuts = []cut{{"headings", func(*corpus) map[string]bool { return nil }}, {"headings third gone", shareGone(3)}, {"headings sub gone", subtreesGone}}

// shareGone takes one of n entities out.
func shareGone(n int) func(c *corpus) map[string]bool {
	return func(c *corpus) map[string]bool {
		gone, rng := map[string]bool{}, rand.New(rand.NewPCG(1, uint64(n)))
		for i := range c.terminology.Entities {
			if rng.IntN(n) == 0 {
				gone[c.terminology.Entities[i].ID] = true
			}
		}
		return gone
	}
}

func frequentGone(c *corpus) map[string]bool {
	count, gone := map[string]int{}, map[string]bool{}
	for _, q := range c.queries {
		for _, id := range q.Gold {
			count[local(id)]++
		}
	}
	var ids []string
	for id := range count {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	out, left := map[string]bool{}, len(c.queries)/2
	for _, id := range ids {
		if left > 0 {
			out[id] = true
			left -= count[id]
		}
	}
	rng := rand.New(rand.NewPCG(1, 32))
	for i := range c.terminology.Entities {
		id := c.terminology.Entities[i].ID
		if coin := rng.IntN(2) == 0; out[local(id)] || count[local(id)] == 0 && coin {
			gone[id] = true
		}
	}
	return gone
}

func subtreesGone(c *corpus) map[string]bool {
	gone := map[string]bool{}
	for i := range c.terminology.Entities {
		e := &c.terminology.Entities[i]
		branch, ok := c.trees[local(e.ID)]
		if !ok {
			branch = headOf(e.Names[0].Text)
		}
		h := fnv.New32a()
		h.Write([]byte(branch))
		if h.Sum32()>>7&1 == 0 {
			gone[e.ID] = true
		}
	}
	return gone
}

// headOf returns the last word before the first comma, and the letters with which a name of one
// word begins, as members of a family do.
func headOf(name string) string {
	name, _, _ = strings.Cut(name, ",")
	words := names.Words(name)
	if len(words) == 0 {
		return name
	}
	if last := words[len(words)-1]; strings.Trim(last, "0123456789") != "" {
		return last
	}
	return words[0]
}

func local(id string) string {
	if _, after, ok := strings.Cut(id, ":"); ok {
		return after
	}
	return id
}

// without returns a terminology without the entities that are gone.
func without(t *data.Terminology, gone map[string]bool) *data.Terminology {
	out := &data.Terminology{}
	for _, e := range t.Entities {
		if !gone[e.ID] {
			out.Entities = append(out.Entities, e)
		}
	}
	return out
}

// maxEntries is how many entry terms are mentions.
const maxEntries = 6000

// headings returns a corpus of the primary names alone, with the other names as mentions, of all entities that have
// them.
func headings(c *corpus) *corpus {
	out := &corpus{terminology: &data.Terminology{}, trees: c.trees}
	meant := map[string][]string{}
	var entries []string
	for i := range c.terminology.Entities {
		e := c.terminology.Entities[i]
		out.terminology.Entities = append(out.terminology.Entities, data.Entity{ID: e.ID, Namespace: e.Namespace, Weight: e.Weight, Names: e.Names[:1:1]})
		for _, n := range e.Names {
			if n.Text != e.Names[0].Text && n.Kind <= pack.KindAlias && meant[n.Text] == nil {
				entries = append(entries, n.Text)
			}
			meant[n.Text] = append(meant[n.Text], e.ID)
		}
	}
	rng := rand.New(rand.NewPCG(1, 33))
	rng.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	for _, text := range entries[:min(maxEntries, len(entries))] {
		out.queries = append(out.queries, data.Query{Mention: text, Gold: meant[text]})
	}
	return out
}
