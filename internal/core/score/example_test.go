package score_test

import (
	"fmt"

	"github.com/normlet/normlet/internal/core/score"
)

// From features of rows to probabilities of entities. Entity 0 has two names like the mention, entity 1 has one.
func ExampleRanker() {
	rows := []score.Candidate{{Row: 0, Entity: 0}, {Row: 1, Entity: 0}, {Row: 2, Entity: 1}}
	rows[0].Features[score.Cosine] = 0.5
	rows[1].Features[score.Normalized] = 1
	rows[1].Features[score.Trigram] = 1
	rows[2].Features[score.Trigram] = 0.4

	ranker := score.DefaultRanker() // a pack has its own
	entities := ranker.Fold(rows)   // an entity scores as its best row
	p, pNIL := score.Probabilities(entities, ranker.NIL)
	fmt.Println("entity", entities[0].Entity, "by row", entities[0].Row)
	fmt.Println("more likely than the other:", p[0] > p[1])
	fmt.Printf("sum with none of them: %.2f\n", p[0]+p[1]+pNIL)
	// Output:
	// entity 0 by row 1
	// more likely than the other: true
	// sum with none of them: 1.00
}

// How well letters abbreviate a name, from 0 to 1: best by its initials.
func ExampleAbbreviates() {
	for _, pair := range [][2]string{{"MI", "myocardial infarction"}, {"OAB", "overactive bladder"}, {"OAB", "gall bladder"}} {
		fmt.Printf("%s %s: %.2f\n", pair[0], pair[1], score.Abbreviates(pair[0], pair[1]))
	}
	// Output:
	// MI myocardial infarction: 1.00
	// OAB overactive bladder: 0.51
	// OAB gall bladder: 0.00
}
