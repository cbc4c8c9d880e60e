package experiment

import (
	"fmt"
	"math/rand/v2"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/kg"
	"github.com/normlet/normlet/train/data"
)

// smallLink makes up a graph of the first entities of the pack, mentions in sentences and definitions, for Options.Small:
// an entity is of one of four groups, which its sentences and its definition have words of.
func smallLink(o *Options) {
	c := engine.Of(o.Pack).Contents()
	rng := rand.New(rand.NewPCG(o.Seed, 8))
	n := min(o.Entities, c.IDs.Len())
	names := namesOf(c, n)
	words := [...][]string{{"kinase", "phosphorylation", "signal"}, {"membrane", "transport", "ion"}, {"chromatin", "histone", "repair"}, {"cytokine", "immune", "receptor"}}
	var rows [][3]string
	o.Queries, o.Definitions = nil, map[string]string{}
	for e := range n {
		id, group := c.IDs.At(e), e%len(words)
		rows = append(rows, [3]string{id, "in", fmt.Sprint("group ", group)}, [3]string{id, "is_a", c.IDs.At(group)}, [3]string{id, "near", c.IDs.At((e + len(words)) % n)})
		word := func() string { return words[group][rng.IntN(len(words[group]))] }
		o.Definitions[id] = fmt.Sprintf("A %s of %s and %s, number %d.", word(), word(), names[e][0], e)
		for i := range 8 {
			m := names[e][i%len(names[e])]
			o.Queries = append(o.Queries, data.Query{Mention: m, Gold: []string{id}, Sentence: fmt.Sprintf("%d the %s and %s in %s and %s", e*8+i, word(), m, word(), word())})
		}
	}
	o.Triples = kg.NewGraph(rows)
}

func namesOf(c *pack.Contents, n int) [][]string {
	out := make([][]string, n)
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		if e := int(c.RowEntity[row]); e < n {
			out[e] = append(out[e], string(name))
		}
	}
	return out
}
