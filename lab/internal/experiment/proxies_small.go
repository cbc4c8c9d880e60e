package experiment

import (
	"fmt"

	"github.com/normlet/normlet/lab/internal/link/zeroshot"
	"github.com/normlet/normlet/train/data"
)

// smallTyped makes up entities of twelve types and documents that mention them, for Options.Small.
func smallTyped() *Typed {
	whats := []string{"fever", "rash", "cough", "ache", "cramp"}
	wheres := []string{"harbour", "meadow", "tower", "cellar", "bridge", "market", "garden", "quarry", "orchard", "mill", "ferry", "kiln"}
	t := &Typed{}
	mention := func(document int, kind, text, id string) {
		t.Queries = append(t.Queries, data.Query{Mention: text, Gold: []string{id}, Type: kind, Document: fmt.Sprint("document ", document)})
	}
	for i, where := range wheres {
		for j, what := range whats {
			id := fmt.Sprintf("T:%d", len(t.Entities))
			e := zeroshot.Entity{ID: id, Name: where + " " + what, Synonyms: []string{what + " of the " + where, where + "man's " + what},
				Types: []string{where}, Definition: "A " + what + " that comes from the " + where + "."}
			t.Entities = append(t.Entities, e)
			for n := range 4 {
				mention(7*i+j+11*n, "Disease", []string{e.Name, e.Synonyms[n%2]}[n/2], id)
			}
			mention(7*i+j, "Tool", fmt.Sprintf("%s hammer %d", where, j), fmt.Sprintf("X:x%d", j))
		}
	}
	return t
}
