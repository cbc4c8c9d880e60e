package topic_test

import (
	"context"
	"fmt"
	"log"
	"math/bits"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/topic"
)

// Definitions tell which words speak for which entities: here a star follows a fish, a hundred times.
func ExampleAdd() {
	words := [][]string{{"orbit", "light", "planet", "galaxy", "dwarf", "giant"}, {"water", "fin", "swim", "gill", "reef", "shoal"}}
	c := &pack.Contents{Namespaces: []string{"thing"}, Bits: 64}
	source := &topic.Source{Definitions: map[string]string{}}
	var ids, names []string
	for i := range 200 {
		id, kind := fmt.Sprintf("T:%03d", i), words[i%2]
		ids, names = append(ids, id), append(names, fmt.Sprintf("thing%d", i))
		source.Definitions[id] = fmt.Sprintf("%s %s %s on page%d", kind[i/2%6], kind[i/3%6], kind[i/5%6], i%80)
		c.EntityNamespace, c.Prior = append(c.EntityNamespace, 0), append(c.Prior, 100)
		c.PrimaryRow, c.RowEntity, c.RowKind = append(c.PrimaryRow, uint32(i)), append(c.RowEntity, uint32(i)), append(c.RowKind, pack.KindPrimary)
	}
	c.IDs, c.Names = pack.NewStrings(ids), pack.NewStrings(names)
	if err := topic.Add(context.Background(), c, source, topic.Config{}); err != nil {
		log.Fatal(err)
	}
	var apart [2]int // different bits, of a star to stars and to fishes
	for e := range ids {
		for i, w := range c.Profile(e) {
			apart[e%2] += bits.OnesCount64(w ^ c.Profile(0)[i])
		}
	}
	fmt.Println("a star is nearer to stars:", apart[0] < apart[1])
	// Output:
	// a star is nearer to stars: true
}
