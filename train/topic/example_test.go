package topic_test

import (
	"context"
	"fmt"
	"log"

	"github.com/normlet/normlet/core/pack"
	profiles "github.com/normlet/normlet/core/topic"
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
	table, err := profiles.Read(c.Context, c.ProfileBits, c.Profiles)
	if err != nil {
		log.Fatal(err)
	}
	for _, sentence := range []string{"the planet of a giant galaxy", "they swim in a shoal"} {
		v, _ := table.AppendVector(nil, sentence, "")
		var of [2]float32
		for e := range ids {
			of[e%2] += profiles.Score(v, c.Profile(e))
		}
		fmt.Printf("%s: about stars %t\n", sentence, of[0] > of[1])
	}
	// Output:
	// the planet of a giant galaxy: about stars true
	// they swim in a shoal: about stars false
}
